//! A directed search for inputs on which relations fail, after random ones (GenMorph, its sixth step).
//!
//! Random inputs miss what is narrow: the pole between two numbers, the text that begins with another. So neighbouring
//! inputs between which outcomes jump are bisected ([`bisect`]), and inputs that are nearest to a violation, or behave as
//! none before, are varied ([`climb`]). What is found joins the fresh inputs, on which [`super::falsify`] then decides.

mod behaviour;
mod bisect;
mod climb;
mod probe;

use std::collections::HashSet;

use rand_chacha::ChaCha8Rng;

use super::falsify::Fresh;
use morph_relation::{Relation, Value};
use morph_source::scan::Param;
use morph_values::Generator;
use probe::Probe;

/// A search for one subject: its means, and what is left of its budget.
pub struct Directed<'a> {
    params: &'a [Param],
    generator: Generator,
    known: &'a HashSet<Vec<Value>>,
    sources: &'a [Vec<Value>],
    left: usize,
    /// Of how many executions one is worth its time.
    few: usize,
}

/// Executions that a search may spend on one subject.
const EXECUTIONS: usize = 24_000;
/// Executions that a search may spend on one relation, so that those that replace it get their share.
const PER_RELATION: usize = 4_000;
/// This share of the budget is for bisection, where there are numbers to bisect.
const BISECTED: f64 = 0.4;

impl<'a> Directed<'a> {
    /// A search for a subject with these parameters; inputs that are known are checked already, and count no more. It
    /// begins at `sources`, too: boundaries and special values are among them, and so no longer among the fresh inputs.
    /// Of `few` executions one is worth its time.
    pub fn new(
        params: &'a [Param],
        generator: Generator,
        known: &'a HashSet<Vec<Value>>,
        sources: &'a [Vec<Value>],
        few: usize,
    ) -> Directed<'a> {
        Directed { params, generator, known, sources, left: EXECUTIONS / few, few }
    }

    /// Adds inputs to `fresh` that are unusual for these relations, with some on which they fail, if it finds such.
    pub fn search(
        &mut self,
        relations: &[Relation],
        fresh: &mut Fresh<'_>,
        rng: &mut ChaCha8Rng,
    ) -> anyhow::Result<()> {
        let budget = self.left.min(relations.len() * PER_RELATION / self.few);
        if budget == 0 || relations.is_empty() || self.params.is_empty() {
            return Ok(());
        }
        let mut probe = Probe::new(relations, self.params, self.known, fresh);
        let mut seeds = probe.seeds()?;
        seeds.extend(probe.run(self.sources.iter().step_by(self.few).cloned().collect())?);
        let begun = probe.spent();
        let bisected = (budget as f64 * BISECTED) as usize;
        let found = bisect::bisect(&mut probe, &seeds, begun + bisected, rng)?;
        climb::climb(&mut probe, &self.generator, [seeds, found].concat(), begun + budget, rng)?;
        self.left -= self.left.min(probe.spent() - begun);
        Ok(())
    }
}
