//! Composites of known relations: `F_k(… F_1(x))`, and what follows for its outcome (composite relations §3.2).
//!
//! `sin(-x) == -sin(x)` and `sin(x + π/2) == cos(x)` say that `sin(π/2 - x) == cos(-x)`. A relation can be a layer where it
//! has a follow-up of its own subject, and can be followed by another one where it can be solved for that follow-up's
//! outcome; bounds compose where outcomes rise or fall with each other.
//!
//! Where a composite is violated, one of its layers is, for the source or for what the layers before make of it: so it
//! tells faults where no source goes, but layers lead, and it costs fewer executions than all of them.

mod annealing;
mod chain;
mod genetic;
mod judge;
mod link;
mod preset;
#[cfg(test)]
mod tests;

pub use annealing::{COOLING, Cooling, anneal};
pub use chain::{Composite, compose};
pub use genetic::{Fitness, Sequence, Sequences, evolve};
pub use judge::{holds, judged};
pub use link::Link;
pub use preset::{Composition, DEFAULT, PAPER};

use std::collections::{BTreeMap, BTreeSet, HashSet};

use anyhow::Result;

use super::{Candidate, Found, StopReason, weight};
use morph_relation::Transformation;
use morph_relation::{Expr, Followup, Op, Relation, Signature};
use morph_traces::Fault;
use morph_traces::Groups;
use morph_values::stream;

/// Its name in the catalogue.
pub const NAME: &str = "composite";

/// What executes the groups of transformations that were not there before.
pub trait TraceSource {
    /// The groups of the original, and with `mutants` also theirs.
    fn groups(&mut self, transformation: &Transformation, mutants: bool) -> Result<Groups>;
}

/// What is composed.
pub struct Compose<'a> {
    /// The subject.
    pub subject: &'a Signature,
    /// Other functions that follow-ups call.
    pub others: &'a [Signature],
    /// The relations that are known.
    pub known: &'a [Candidate],
    /// How it is done.
    pub preset: &'static Composition,
    /// Of the random stream.
    pub seed: u64,
    /// The heaviest relation that is worth a test ([`weight`]).
    pub heaviest: usize,
    /// The most evaluations of an operator on a group that the search may spend.
    pub evaluations: u64,
}

impl Compose<'_> {
    /// The composites that hold on every group, and kill a mutant that none of their layers kills, or all that these kill
    /// with fewer executions.
    pub fn search(&self, source: &mut dyn TraceSource) -> Result<Found> {
        let parts = self.parts();
        let links: Vec<&Link> = parts.iter().map(|(_, link)| link).collect();
        let mut search = Search { compose: self, links: &links, source, evaluations: 0 };
        let mut stop = StopReason::Exhausted;
        let mut new: Vec<(Sequence, Composite)> = Vec::new();
        let mut seen: HashSet<(Vec<Followup>, Expr)> =
            self.known.iter().map(|c| (c.relation.followups.clone(), c.relation.then.clone())).collect();
        for layers in 2..=self.preset.layers {
            for sequence in search.sequences(layers)? {
                let Some(composite) = search.composite(&sequence) else { continue };
                let relation = &composite.relation;
                let light = weight(&Relation { when: Expr::yes(), ..relation.clone() }) <= self.heaviest;
                if light && seen.insert((relation.followups.clone(), relation.then.clone())) {
                    new.push((sequence, composite));
                }
            }
        }
        if new.len() > self.preset.executed {
            // What is read most easily; of one transformation several relations are executed together.
            new.sort_by_cached_key(|(sequence, composite)| (weight(&composite.relation), sequence.clone()));
            new.truncate(self.preset.executed);
            stop = StopReason::Budget;
        }
        let mut candidates: Vec<Candidate> = Vec::new();
        for (sequence, composite) in new {
            if search.evaluations >= self.evaluations {
                stop = StopReason::Budget;
                break;
            }
            let layers: BTreeSet<usize> = sequence.into_iter().collect();
            let layers: Vec<&Candidate> = layers.into_iter().map(|i| parts[i].0).collect();
            let groups = search.groups(&composite.relation, true)?;
            candidates.extend(judged(&composite, &groups).filter(|candidate| worthwhile(candidate, &layers)));
        }
        candidates.sort_by_cached_key(|c| (weight(&c.relation), format!("{:?}", c.relation)));
        Ok(Found { candidates, stop, evaluations: search.evaluations })
    }

    /// The plainest relations that can be layers, one for each follow-up and direction; those that lead on first.
    fn parts(&self) -> Vec<(&Candidate, Link)> {
        let mut best: BTreeMap<(String, bool), (&Candidate, Link)> = BTreeMap::new();
        for candidate in self.known {
            let relation = &candidate.relation;
            let Some(link) = Link::of(relation, self.subject, self.others) else { continue };
            let key = (format!("{:?}", link.args), rising(&link));
            if best.get(&key).is_none_or(|(old, known)| rank(candidate, &link) < rank(old, known)) {
                best.insert(key, (candidate, link));
            }
        }
        let mut parts: Vec<(&Candidate, Link)> = best.into_values().collect();
        parts.sort_by_cached_key(|(candidate, link)| rank(candidate, link));
        parts.truncate(self.preset.links);
        parts
    }
}

/// Whether a link bounds an outcome from below.
fn rising(link: &Link) -> bool {
    link.solved.as_ref().is_some_and(|solved| matches!(solved.op, Op::Gt | Op::Ge))
}

/// Equations before bounds before what cannot be solved; then what has no guard; then what is shorter.
fn rank(candidate: &Candidate, link: &Link) -> (usize, bool, usize, String) {
    let kind = match &link.solved {
        Some(solved) if solved.op == Op::Eq => 0,
        Some(_) => 1,
        None => 2,
    };
    let relation = &candidate.relation;
    (kind, !relation.when.is_yes(), weight(relation), format!("{relation:?}"))
}

/// Whether a composite kills what none of its layers kills, or all that they kill with fewer executions.
fn worthwhile(composite: &Candidate, layers: &[&Candidate]) -> bool {
    let killed: BTreeSet<Fault> = layers.iter().flat_map(|layer| layer.kills.iter().copied()).collect();
    let executed: BTreeSet<String> =
        layers.iter().flat_map(|layer| &layer.relation.followups).map(|f| format!("{f:?}")).collect();
    !composite.kills.is_subset(&killed)
        || (killed.is_subset(&composite.kills) && composite.relation.followups.len() < executed.len())
}

struct Search<'a, 's> {
    compose: &'a Compose<'a>,
    links: &'a [&'a Link],
    source: &'s mut dyn TraceSource,
    evaluations: u64,
}

impl Search<'_, '_> {
    fn composite(&self, sequence: &[usize]) -> Option<Composite> {
        let layers: Vec<&Link> = sequence.iter().map(|i| self.links[*i]).collect();
        compose(&layers, self.compose.subject, self.compose.others)
    }

    fn groups(&mut self, relation: &Relation, mutants: bool) -> Result<Groups> {
        let transformation = Transformation { followups: relation.followups.clone() };
        let groups = self.source.groups(&transformation, mutants)?;
        self.evaluations += ((groups.correct.len() + groups.incorrect.len()) * relation.size()) as u64;
        Ok(groups)
    }

    /// The sequences of this length that are worth composing: all of them, or what evolves.
    fn sequences(&mut self, layers: usize) -> Result<BTreeSet<Sequence>> {
        let (relations, preset) = (self.links.len(), self.compose.preset);
        if relations == 0 {
            return Ok(BTreeSet::new());
        }
        if relations.checked_pow(layers as u32).is_some_and(|all| all <= preset.exhaustive) {
            return Ok(every(relations, layers));
        }
        let mut rng = stream(self.compose.seed, &format!("composite {layers}"));
        let mut fitness = |sequence: &[usize]| self.fitness(sequence);
        Ok(evolve(relations, layers, preset, &mut fitness, &mut rng)?.fit)
    }

    fn fitness(&mut self, sequence: &[usize]) -> Result<f64> {
        let Some(composite) = self.composite(sequence) else { return Ok(0.0) };
        let groups = self.groups(&composite.relation, false)?;
        Ok(holds(&composite.relation, &groups))
    }
}

/// Every sequence of this length.
pub fn every(relations: usize, layers: usize) -> BTreeSet<Sequence> {
    let longer = |all: BTreeSet<Sequence>, _| {
        let add = |sequence: Sequence| (0..relations).map(move |i| [sequence.as_slice(), &[i]].concat());
        all.into_iter().flat_map(add).collect()
    };
    (0..layers).fold(BTreeSet::from([Sequence::new()]), longer)
}
