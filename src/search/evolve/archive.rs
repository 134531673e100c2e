//! What the evolution has found: the simplest relation for each set of kills.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::grammar::Grammar;
use super::population::Scored;
use super::preset::NAME;
use super::vary::Individual;
use crate::search::{Candidate, HEAVIEST, Task, weight};
use morph_relation::{Expr, FloatType, Relation, Tolerance, Verdict, snapped};
use morph_traces::Fault;

/// Relations that hold on every correct group of the table, by the faults that they kill there.
pub struct Archive<'a> {
    task: &'a Task<'a>,
    grammar: &'a Grammar,
    conditions: &'a [Expr],
    /// By incorrect row of the table: whose it is.
    faults: Vec<Fault>,
    seen: HashSet<Individual>,
    found: BTreeMap<Vec<Fault>, (usize, Relation)>,
    /// All faults that some relation kills.
    killed: BTreeSet<Fault>,
}

/// Candidates that are checked exactly.
const CHECKED: usize = 60;

impl<'a> Archive<'a> {
    /// An empty archive.
    pub fn new(
        task: &'a Task<'a>,
        grammar: &'a Grammar,
        conditions: &'a [Expr],
        faults: Vec<Fault>,
    ) -> Archive<'a> {
        Archive {
            task,
            grammar,
            conditions,
            faults,
            seen: HashSet::new(),
            found: BTreeMap::new(),
            killed: BTreeSet::new(),
        }
    }

    /// Keeps what is perfect on the correct groups; whether a fault is killed that none killed before.
    pub fn keep(&mut self, scored: &Scored) -> bool {
        if !scored.eligible
            || scored.counts.false_positives > 0
            || !self.seen.insert(scored.individual.clone())
        {
            return false;
        }
        let row_killed = |row: &usize| !scored.sets.false_negatives.contains(*row);
        let kills: BTreeSet<Fault> =
            (0..self.faults.len()).filter(row_killed).map(|row| self.faults[row]).collect();
        if kills.is_empty() {
            return false;
        }
        let relation = self.relation(&scored.individual);
        let weight = weight(&relation);
        if weight > HEAVIEST {
            return false;
        }
        let new = !kills.is_subset(&self.killed);
        self.killed.extend(&kills);
        let key: Vec<Fault> = kills.into_iter().collect();
        if self.found.get(&key).is_none_or(|(known, _)| *known > weight) {
            self.found.insert(key, (weight, relation));
        }
        new
    }

    fn relation(&self, individual: &Individual) -> Relation {
        let guard = individual.guard.iter().map(|i| self.conditions[*i].clone());
        Relation {
            given: Vec::new(),
            when: Expr::conjunction(guard).unwrap_or_else(Expr::yes),
            followups: self.task.transformation.followups.clone(),
            then: individual.tree.to_expr(&self.grammar.leaves),
            tolerance: Tolerance::Exact,
        }
    }

    /// What stands up to exact evaluation, with its kills among all faults.
    pub fn finish(self) -> Vec<Candidate> {
        let mut all: Vec<(Vec<Fault>, usize, Relation)> =
            self.found.into_iter().map(|(kills, (weight, relation))| (kills, weight, relation)).collect();
        all.sort_by_key(|(kills, weight, _)| (std::cmp::Reverse(kills.len()), *weight));
        // Those that add most come first.
        let (mut front, mut back) = (Vec::new(), Vec::new());
        let mut killed: BTreeSet<Fault> = BTreeSet::new();
        for entry in all {
            let new = entry.0.iter().any(|mutant| !killed.contains(mutant));
            killed.extend(&entry.0);
            if new { front.push(entry) } else { back.push(entry) }
        }
        front.extend(back);
        front.truncate(CHECKED);
        front.into_iter().filter_map(|(.., relation)| exactly(self.task, relation)).collect()
    }
}

/// A relation with the strictest tolerance under which it holds on every correct group, if there is one and it kills.
fn exactly(task: &Task<'_>, relation: Relation) -> Option<Candidate> {
    let holds = |tolerance: Tolerance| {
        let relation = Relation { tolerance, ..relation.clone() };
        !task.groups.refute(&relation)
    };
    let floats = task.groups.narrowest_float().unwrap_or(FloatType::F64);
    let tolerance = Tolerance::least(floats, holds)?;
    let relation = with_simple_constants(task, &Relation { tolerance, ..relation });
    let held = task.groups.held_by(&relation);
    let kills: BTreeSet<Fault> = task.groups.broken(&relation, &held).map(|(_, fault)| fault).collect();
    (!kills.is_empty()).then(|| Candidate {
        shape: None,
        relation,
        strategy: NAME,
        kills,
        groups: held.len(),
    })
}

/// The relation with simpler constants, where every verdict stays.
fn with_simple_constants(task: &Task<'_>, relation: &Relation) -> Relation {
    let groups = || task.groups.correct.iter().chain(&task.groups.incorrect);
    let verdicts: Vec<Verdict> = groups().map(|group| relation.verdict(group.env())).collect();
    snapped(relation, &mut |simpler| {
        groups().zip(&verdicts).all(|(group, verdict)| simpler.verdict(group.env()) == *verdict)
    })
}
