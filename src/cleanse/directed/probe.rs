//! Executes inputs with the follow-ups of every relation, and observes them.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

use super::behaviour::kind;
use crate::cleanse::falsify::Fresh;
use morph_relation::Transformation;
use morph_relation::{Relation, Tolerance, Value};
use morph_source::scan::Param;
use morph_traces::{RowId, collect};

/// What executes inputs for some relations.
pub struct Probe<'a, 'f, 'l> {
    /// The subject's parameters.
    pub params: &'a [Param],
    /// By relation; what is violated is not followed any further.
    relations: Vec<Option<&'a Relation>>,
    fresh: &'f mut Fresh<'l>,
    /// The rows that are among the fresh inputs; others are those of follow-ups.
    sources: HashSet<RowId>,
    known: &'a HashSet<Vec<Value>>,
}

/// An input and what came of it.
#[derive(Clone, Debug)]
pub struct Observed {
    /// The input.
    pub input: Vec<Value>,
    /// What was executed, with the kind of the outcomes; the kind of the inputs.
    pub behaviour: [u64; 2],
    /// The source's outcome, then by relation that of its last follow-up; `None` where there is none.
    pub outs: Vec<Option<Value>>,
    /// By relation: how far it is from being violated; `None` where that has no value.
    pub distances: Vec<Option<f64>>,
    /// Values that the relations mention here.
    pub mentioned: Vec<Value>,
}

/// Fresh inputs that a search begins with.
const SEEDS: usize = 1_200;

impl<'a, 'f, 'l> Probe<'a, 'f, 'l> {
    /// A probe of relations whose subject has these parameters.
    pub fn new(
        relations: &'a [Relation],
        params: &'a [Param],
        known: &'a HashSet<Vec<Value>>,
        fresh: &'f mut Fresh<'l>,
    ) -> Self {
        let sources = fresh.rows.iter().copied().collect();
        Probe { params, relations: relations.iter().map(Some).collect(), fresh, sources, known }
    }

    /// How many relations there are.
    pub fn count(&self) -> usize {
        self.relations.len()
    }

    /// Executions so far, those of random inputs included.
    pub fn spent(&self) -> usize {
        self.fresh.executors.all().map(|executor| executor.inputs().len()).sum()
    }

    /// Whether there is nothing to look for any more: every relation is violated.
    pub fn is_done(&self) -> bool {
        self.relations.iter().all(Option::is_none)
    }

    /// Some of the fresh inputs, the latest included, where earlier searches had their finds.
    pub fn seeds(&mut self) -> anyhow::Result<Vec<Rc<Observed>>> {
        let rows = &self.fresh.rows;
        let first = rows.len().min(SEEDS / 2);
        let rest = rows.len() - first;
        let step = rest.div_ceil(SEEDS / 2).max(1);
        let rows: Vec<RowId> =
            rows[..first].iter().chain(rows[first..].iter().step_by(step)).copied().collect();
        self.observe(&rows)
    }

    /// Executes inputs; those that are new join the fresh ones.
    pub fn run(&mut self, inputs: Vec<Vec<Value>>) -> anyhow::Result<Vec<Rc<Observed>>> {
        let mut rows = self.fresh.executors.subject.run(inputs)?;
        let mut seen = HashSet::new();
        rows.retain(|row| seen.insert(*row));
        let subject = &self.fresh.executors.subject;
        let is_new = |row: &RowId| !self.known.contains(subject.input(*row));
        let new: Vec<RowId> =
            rows.iter().copied().filter(|row| is_new(row) && self.sources.insert(*row)).collect();
        self.fresh.rows.extend(new);
        self.observe(&rows)
    }

    fn observe(&mut self, rows: &[RowId]) -> anyhow::Result<Vec<Rc<Observed>>> {
        let count = self.relations.len();
        let subject = &self.fresh.executors.subject;
        let mut paths: Vec<DefaultHasher> = vec![DefaultHasher::new(); rows.len()];
        let mut all: Vec<Observed> = Vec::new();
        for (row, path) in rows.iter().zip(&mut paths) {
            subject.probes(*row).hash(path);
            let mut outs = vec![None; count + 1];
            outs[0] = subject.original(*row).value().cloned();
            let input = subject.input(*row).to_vec();
            all.push(Observed {
                behaviour: [0, kind(&input)],
                input,
                outs,
                distances: vec![None; count],
                mentioned: Vec::new(),
            });
        }
        for i in 0..count {
            let Some(relation) = self.relations[i] else { continue };
            let transformation = Transformation { followups: relation.followups.clone() };
            let groups = collect(&transformation, rows, &mut self.fresh.executors)?;
            for group in &groups.correct {
                let seen = &mut all[group.source];
                seen.distances[i] = relation.distance(group.env());
                seen.outs[i + 1] = group.outs.last().cloned();
                for value in relation.values(group.env()) {
                    if !seen.mentioned.contains(&value) {
                        seen.mentioned.push(value);
                    }
                }
                kind(&group.outs).hash(&mut paths[group.source]);
            }
            let violated = |seen: &Observed| seen.distances[i] == Some(0.0);
            if relation.tolerance == Tolerance::Exact && all.iter().any(violated) {
                self.relations[i] = None;
            }
            // The ways of the first follow-ups through the code; they were executed a moment ago.
            let Some(followup) = relation.followups.first() else { continue };
            if let Ok(executor) = self.fresh.executors.called(followup.function.as_deref()) {
                let types = executor.types();
                let inputs = groups.correct.iter().map(|group| followup.inputs(group.env(), types));
                let inputs: Vec<Vec<Value>> = inputs.map(Option::unwrap_or_default).collect();
                if inputs.iter().all(|input| !input.is_empty()) {
                    for (group, row) in groups.correct.iter().zip(executor.run(inputs)?) {
                        executor.probes(row).hash(&mut paths[group.source]);
                    }
                }
            }
        }
        for (seen, path) in all.iter_mut().zip(paths) {
            seen.behaviour[0] = path.finish();
        }
        Ok(all.into_iter().map(Rc::new).collect())
    }
}
