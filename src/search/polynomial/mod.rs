//! Polynomial relations (AutoMR §III): follow-ups whose inputs are polynomials of the source's, and polynomials in the
//! outcomes that vanish, or keep to one side of a bound.
//!
//! For given follow-ups the equations are linear algebra, not search: monomials of the outcomes, and beyond the paper of
//! the inputs, are columns over samples, and what depends linearly on simpler ones is a law (`vanishing`). So only
//! follow-ups are searched: a [`catalogue`] first, then a particle swarm over their coefficients ([`swarm`]).
//! Executions are the original's, on live workers; mutants come in when the laws are known ([`Judge`]).

mod arrange;
mod bounds;
mod catalogue;
mod coefficient;
mod domain;
mod judge;
mod law;
mod monomial;
mod precision;
mod preset;
mod run;
mod samples;
mod space;
mod span;
mod swarm;
#[cfg(test)]
mod tests;
mod vanishing;

pub use catalogue::Map;
pub use coefficient::Coefficient;
pub use judge::{Judge, Judgement};
pub use law::{Class, Law, Side};
pub use monomial::{Monomial, monomials};
pub use precision::Precision;
pub use preset::{CATALOGUE, DEFAULT, PAPER, Preset};
pub use run::{Ranges, Search};
pub use samples::Original;
pub use space::{Number, Space};
pub use span::{Floats, Span, norm};

use self::catalogue::maps;
use self::domain::{Part, parts};
use self::run::Run;
use self::samples::{Executions, LEAST, Samples, execute};
use self::vanishing::vanishing;
use morph_relation::{Env, Followup, Type, Value};
use morph_values::stream;

/// The strategy's name in the catalogue.
pub const NAME: &str = "polynomial";

/// What came of it.
#[derive(Debug, Default)]
pub struct Laws {
    /// The laws, those with the simplest follow-ups first.
    pub laws: Vec<Law>,
    /// The sources on which they were found.
    pub sources: Vec<Vec<Value>>,
    /// Executions spent.
    pub executions: u64,
}

/// Follow-ups executed together.
const TOGETHER: usize = 32;

impl Search<'_> {
    /// The laws of a subject; none where its inputs and outcomes are no numbers.
    pub fn run(&self, original: &mut dyn Original) -> anyhow::Result<Laws> {
        let Some(space) = Space::of(self.subject) else { return Ok(Laws::default()) };
        let mut rng = stream(self.seed, &format!("polynomial {}", self.subject.path));
        let mut search = Run { of: self, space, rng, found: Vec::new(), spent: 0 };
        rng = stream(self.seed, &format!("samples {}", self.subject.path));
        let samples = Samples::draw(self, &search.space, original, &mut rng)?;
        search.spent += samples.spent;
        if samples.sources.len() >= LEAST {
            search.all(&samples, original)?;
        }
        let Run { found, spent, .. } = search;
        Ok(Laws { laws: found, sources: samples.sources, executions: spent })
    }
}

impl Run<'_> {
    fn all(&mut self, samples: &Samples, original: &mut dyn Original) -> anyhow::Result<()> {
        let parts = parts(self.of.subject, &self.space, samples);
        let listed = maps(self.of.subject, self.of.constants, self.of.preset.input_degree);
        let known = self.executed(listed, samples, original)?;
        let maps: Vec<&Map> = known.iter().map(|(map, _)| map).collect();
        let more = swarm::maps(self, samples, &maps, original)?;
        let more = self.executed(more, samples, original)?;
        for (map, executed) in known.iter().chain(&more) {
            self.pairs(map, executed, samples, &parts);
        }
        self.triples(&known, samples, &parts);
        let most = self.of.preset.bounded;
        let (related, equal): (Vec<_>, Vec<_>) = known.iter().partition(|(map, _)| map.offset);
        for (map, executed) in equal.into_iter().take(most).chain(related.into_iter().take(most)) {
            if self.is_over() {
                break;
            }
            let found = bounds::bounds(self, map, executed, samples, original)?;
            self.found.extend(found);
        }
        Ok(())
    }

    /// The maps that make enough follow-ups, with their executions.
    fn executed(
        &mut self,
        maps: Vec<Map>,
        samples: &Samples,
        original: &mut dyn Original,
    ) -> anyhow::Result<Vec<(Map, Executions)>> {
        let mut all = Vec::new();
        for maps in maps.chunks(TOGETHER) {
            if self.is_over() {
                break;
            }
            let borrowed: Vec<&Map> = maps.iter().collect();
            let executed = execute(&samples.sources, &borrowed, self.of.subject, &self.space, original)?;
            self.spent += executed.iter().map(|executed| executed.spent).sum::<u64>();
            let enough = |executed: &Executions| executed.rows.iter().flatten().count() >= LEAST;
            all.extend(maps.iter().cloned().zip(executed).filter(|(_, executed)| enough(executed)));
        }
        Ok(all)
    }

    /// Laws of two executions, on the widest parts of the domain that have some.
    fn pairs(&mut self, map: &Map, executed: &Executions, samples: &Samples, parts: &[Part]) {
        let degree = self.of.preset.output_degree[0];
        let mut wider: Vec<&Part> = Vec::new();
        for part in parts {
            // `x.max(1.0)` where `x >= 1.0` is nothing but x.
            if wider.iter().any(|wide| wide.holds(part)) || !self.moves(map, samples, part) {
                continue;
            }
            let found = vanishing(&self.space, samples, &[(map, executed)], part, degree);
            if !found.is_empty() {
                wider.push(part);
                self.found.extend(found);
            }
        }
    }

    /// Whether a map takes some sample of a part elsewhere.
    fn moves(&self, map: &Map, samples: &Samples, part: &Part) -> bool {
        let types: Vec<Type> = self.of.subject.params.iter().map(|(_, ty)| ty.clone()).collect();
        let followup = Followup::of_subject(map.args.clone());
        let moved = |source: &Vec<Value>| {
            followup.inputs(Env { params: source, outs: &[] }, &types).is_some_and(|input| input != *source)
        };
        samples.sources.iter().zip(&part.rows).any(|(source, inside)| *inside && moved(source))
    }

    /// Laws of three executions, of the simplest maps.
    fn triples(&mut self, known: &[(Map, Executions)], samples: &Samples, parts: &[Part]) {
        let simple: Vec<&(Map, Executions)> =
            known.iter().filter(|(map, _)| map.degree == 1).take(self.of.preset.paired).collect();
        let degree = self.of.preset.output_degree[1];
        for (i, (first, one)) in simple.iter().enumerate() {
            for (second, other) in &simple[i + 1..] {
                let all = parts.iter().take(1);
                for part in all {
                    let both = [(first, one), (second, other)];
                    self.found.extend(vanishing(&self.space, samples, &both, part, degree));
                }
            }
        }
    }
}
