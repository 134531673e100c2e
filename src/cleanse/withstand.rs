//! What candidates have to withstand before they are written: fresh inputs, then, of those that are chosen, more of them
//! and a directed search for a counterexample.

use std::collections::HashSet;

use anyhow::Result;

use super::directed::Directed;
use super::falsify::{Fresh, Suspicion, falsify, held_on, speaking};
use crate::inputs::input_sources::{fresh_generator, fresh_inputs, settled};
use crate::inputs::{InputSources, by_frequency};
use crate::laws::{around_signs, broken_up, is_ascii, is_lax, is_range, narrower, on_shares, rare, scaled};
use crate::search::{Candidate, Shape};
use morph_relation::{Relation, Value};
use morph_source::scan::Subject;
use morph_traces::{Oracle, Step, Untestable};
use morph_values::stream;

/// Fresh inputs that every candidate has to survive: most wrong ones fall on far fewer.
const FRESH: usize = 1_000;
/// Further fresh inputs that those that are chosen have to survive: a test may run for years.
const FRESH_OF_CHOSEN: usize = 10_000;
/// The values that a batch of fresh inputs is made of, in all ([`Value::size`]): large ones are fewer, since all of them, what
/// is returned and what follow-ups return are in memory together.
const ROOM: usize = 2_000_000;
/// How often relations are chosen anew because some fell; hardly any subject needs more than five.
const ATTEMPTS: usize = 30;

/// The inputs of a subject that candidates have not seen.
pub struct Withstand<'a, 'o> {
    /// What executes them.
    pub oracle: &'o Oracle<'a>,
    /// The subject.
    pub subject: &'o Subject,
    /// Its number among all subjects.
    pub index: usize,
    /// The functions that follow-ups may call.
    pub others: &'o [&'o Subject],
    /// What inputs are made of.
    pub input_sources: &'o InputSources,
    /// The run's seed.
    pub seed: u64,
    /// Whether counterexamples are searched for.
    pub directed: bool,
    /// Inputs on which the subject returned something of use; fresh ones are like these.
    pub good: &'o [Vec<Value>],
    /// The inputs of the search.
    pub inputs: &'o [Vec<Value>],
    /// Inputs that are not checked again: each counts once.
    pub checked: HashSet<Vec<Value>>,
}

/// Chooses relations among the survivors.
pub type Choose<'a> = dyn FnMut(&[Candidate]) -> Result<Vec<Candidate>> + 'a;

/// What is left of the candidates.
#[derive(Default)]
pub struct Withstood {
    /// Those that nothing refuted.
    pub survivors: Vec<Candidate>,
    /// Those of them that are chosen; each has withstood everything.
    pub chosen: Vec<Candidate>,
    /// Those that fell on very few inputs.
    pub suspicious: Vec<Suspicion>,
    /// Inputs on which some fell: what is left of these under a narrower guard has to withstand them, too.
    refuting: Vec<Vec<Value>>,
}

impl<'a> Withstand<'a, '_> {
    /// Tries all candidates on fresh inputs.
    pub fn fresh(&mut self, candidates: Vec<Candidate>) -> Result<Withstood> {
        self.oracle.work().begin(Step::Fresh);
        let mut fresh = self.batch(0, FRESH)?;
        let all = candidates.clone();
        let step = Some(Step::Fresh);
        let left = falsify(candidates, &mut fresh, step)?;
        let mut survivors = left.candidates;
        let refuting = fresh.inputs(&left.refuting);
        fresh.add(scaled(&refuting))?;
        let narrower =
            self.narrowed(&all, &survivors, |fallen| Ok(falsify(fallen, &mut fresh, step)?.candidates))?;
        survivors.extend(speaking(narrower, &mut fresh)?);
        Ok(Withstood { survivors, chosen: Vec::new(), suspicious: left.suspicious, refuting })
    }

    /// Tries those that are chosen among the survivors on further inputs and searches for counterexamples; what falls is
    /// replaced by the next best, until what is chosen stands.
    pub fn search(&mut self, left: &mut Withstood, choose: &mut Choose<'_>) -> Result<()> {
        self.oracle.work().begin(Step::Refutation);
        left.chosen = choose(&left.survivors)?;
        let mut fresh = self.batch(1, FRESH_OF_CHOSEN)?;
        fresh.add([left.refuting.as_slice(), &scaled(&left.refuting)].concat())?;
        let types = self.subject.types();
        let mut rare = settled(&rare(&types, self.good), &types, self.oracle)?;
        rare.retain(|input| !self.checked.contains(input));
        let mut rare = self.executed(rare)?;
        let generator = fresh_generator(self.subject, self.index, self.input_sources);
        let few = self.oracle.thinning(&self.subject.path);
        let mut directed = Directed::new(&self.subject.params, generator, &self.checked, self.inputs, few);
        let mut standing: Vec<Candidate> = Vec::new();
        for attempt in 0..ATTEMPTS {
            let stands = |c: &Candidate| standing.iter().any(|d| d.relation == c.relation);
            let new: Vec<Candidate> = left.chosen.iter().filter(|c| !stands(c)).cloned().collect();
            // What replaces others and was not tried is not written; what was chosen first is tried whatever the rest took.
            let step = (attempt > 0).then_some(Step::Refutation);
            if new.is_empty() || step.is_some_and(|step| self.oracle.work().ends(step)) {
                break;
            }
            let relations: Vec<Relation> = new.iter().map(|c| c.relation.clone()).collect();
            let mut rng = stream(self.seed, &format!("directed {attempt} {}", self.subject.path));
            if self.directed {
                directed.search(&relations, &mut fresh, &mut rng)?;
            }
            // Only what refutes a law counts: rare inputs say little where it holds.
            let refuted = falsify(new.clone(), &mut rare, step)?.refuting;
            fresh.add(rare.inputs(&refuted))?;
            let found = falsify(new.clone(), &mut fresh, step)?;
            if let Some(call) = fresh.forbidden() {
                return Err(Untestable::impure(&call).into());
            }
            left.suspicious.extend(found.suspicious);
            let refuting = fresh.inputs(&found.refuting);
            fresh.add(scaled(&refuting))?;
            let narrower = self
                .narrowed(&new, &found.candidates, |fallen| held_on(fallen, &mut fresh, &found.refuting))?;
            let (stood, relaxed): (Vec<_>, Vec<_>) =
                found.candidates.into_iter().partition(|c| relations.contains(&c.relation));
            left.survivors.retain(|c| {
                !relations.contains(&c.relation) || stood.iter().any(|d| d.relation == c.relation)
            });
            // One that holds with a laxer tolerance, or of fewer numbers, has yet to be searched as it is now.
            for Candidate { relation, .. } in relaxed {
                let before = new
                    .iter()
                    .find(|c| is_relaxed(&relation, &c.relation) || is_restricted(&relation, &c.relation));
                left.survivors.extend(before.map(|c| Candidate { relation, ..c.clone() }));
            }
            left.survivors.extend(speaking(narrower, &mut fresh)?);
            standing.extend(stood);
            if !found.refuting.is_empty() {
                let survivors = std::mem::take(&mut left.survivors);
                left.survivors = held_on(survivors, &mut fresh, &found.refuting)?;
            }
            left.chosen = choose(&left.survivors)?;
        }
        let stood = |c: &Candidate| standing.iter().find(|d| d.relation == c.relation).cloned();
        left.chosen = left.chosen.iter().filter_map(stood).collect();
        Ok(())
    }

    /// The laws of families that fell, or stand only within a tolerance, under the widest guard under which they stand.
    fn narrowed(
        &self,
        all: &[Candidate],
        survivors: &[Candidate],
        mut standing: impl FnMut(Vec<Candidate>) -> Result<Vec<Candidate>>,
    ) -> Result<Vec<Candidate>> {
        let mut left = Vec::new();
        let mut fallen = self.one_step_narrower(all, survivors);
        while !fallen.is_empty() {
            let stood = standing(fallen.clone())?;
            fallen = self.one_step_narrower(&fallen, &stood);
            left.extend(stood);
        }
        Ok(left)
    }

    /// The laws of families that fell, or stand only within a tolerance, under the next narrower guard: case and width are simple in
    /// ASCII, and sums near zero.
    fn one_step_narrower(&self, all: &[Candidate], survivors: &[Candidate]) -> Vec<Candidate> {
        let signature = self.subject.signature();
        let stands = |c: &Candidate| {
            let same = |d: &Candidate| {
                d.relation == c.relation
                    || is_relaxed(&d.relation, &c.relation) && !is_lax(&d.relation)
                    || is_restricted(&d.relation, &c.relation)
            };
            survivors.iter().any(same)
        };
        let narrowed = |c: &Candidate| {
            let shape = c.shape.clone().filter(|shape| !shape.minor && !stands(c))?;
            let relation = narrower(&signature.with_given(&c.relation.given), &c.relation)?;
            let guarded = shape.guarded || is_ascii(&relation.when);
            Some(Candidate { shape: Some(Shape { guarded, ..shape }), relation, ..c.clone() })
        };
        all.iter().filter_map(narrowed).collect()
    }

    /// Fresh inputs that were not checked before.
    fn batch(&mut self, round: usize, count: usize) -> Result<Fresh<'a>> {
        let subject = self.subject;
        let mut rng = stream(self.seed, &format!("fresh {round} {}", subject.path));
        let mut inputs = fresh_inputs(subject, self.index, self.input_sources, self.good, count, &mut rng);
        if round == 0 {
            // What holds of words may fail where a sign stands between two, or is made of two.
            let types = subject.types();
            inputs.extend(around_signs(&types, self.good));
            let constants = by_frequency(&subject.constants);
            inputs.extend(broken_up(&types, self.good, &constants));
            inputs.extend(on_shares(&types, self.good, &constants));
        }
        let size: usize = inputs.iter().flatten().map(Value::size).sum();
        // Evenly, since the kinds of fresh inputs come one after the other.
        let few = self.oracle.thinning(&subject.path);
        let mut inputs: Vec<Vec<Value>> = inputs.into_iter().step_by(size.div_ceil(ROOM).max(few)).collect();
        inputs.retain(|input| self.checked.insert(input.clone()));
        self.executed(inputs)
    }

    fn executed(&self, inputs: Vec<Vec<Value>>) -> Result<Fresh<'a>> {
        let fresh = Fresh::new(self.oracle, self.subject, self.others, inputs)?;
        match fresh.forbidden() {
            Some(call) => Err(Untestable::impure(&call).into()),
            None => Ok(fresh),
        }
    }
}

/// Whether a relation is another one for positive and small numbers alone, with any tolerance.
fn is_restricted(relation: &Relation, before: &Relation) -> bool {
    let changed = Relation { tolerance: relation.tolerance, when: relation.when.clone(), ..before.clone() };
    relation.when != before.when && is_range(&relation.when) && *relation == changed
}

/// Whether a relation is another one with another tolerance.
fn is_relaxed(relation: &Relation, before: &Relation) -> bool {
    relation != before && *relation == Relation { tolerance: relation.tolerance, ..before.clone() }
}
