//! Laws on recorded groups: the guard and the tolerance with which they hold, and the mutants that they kill.

use std::collections::BTreeSet;

use super::NAME;
use super::domain;
use super::law::Law;
use super::space::Space;
use crate::relation::{Expr, Op, Relation, Tolerance, Verdict};
use crate::search::guards::tame;
use crate::search::{Candidate, Found, StopReason, Strategy, Task};
use crate::traces::Variant;

/// The second half of the search, for the laws of one transformation.
pub struct Judge<'a> {
    /// The laws.
    pub laws: &'a [&'a Law],
}

/// Under a guard a law must hold on so many groups.
const LEAST: usize = 25;
/// Laws are verified at 1e-9.
const LAXEST: Tolerance = Tolerance::Mixed(1e-9);
/// Of one law so many guards are tried; with the wider ones it may yet fall.
const GUARDED: usize = 3;

impl Strategy for Judge<'_> {
    fn name(&self) -> &'static str {
        NAME
    }

    fn search(&self, task: &Task<'_>) -> Found {
        let mut found = Found { candidates: Vec::new(), stop: StopReason::Exhausted, evaluations: 0 };
        let Some(space) = Space::of(task.subject) else { return found };
        for law in self.laws {
            let Some(relation) = law.relation(&space) else { continue };
            let mut kept = 0;
            for when in guards(&relation.when, &space, task) {
                let guarded = Relation { when, ..relation.clone() };
                let groups = task.groups.correct.len() + task.groups.incorrect.len();
                found.evaluations += (groups * relation.size()) as u64;
                if kept < GUARDED
                    && let Some(candidate) = judged(guarded, task)
                {
                    kept += 1;
                    found.candidates.push(candidate);
                }
            }
        }
        found
    }
}

/// The guard, and narrower ones: laws of arithmetic end where floats are large, and where the function does.
fn guards(when: &Expr, space: &Space, task: &Task<'_>) -> Vec<Expr> {
    let tame = tame(task.subject);
    let bounded = |when: &Expr| when.any(&mut |e| matches!(e, Expr::Apply(Op::Abs, _)));
    let mut all = vec![when.clone()];
    let narrower = if when.is_yes() { domain::guards(task.subject, space) } else { Vec::new() };
    for when in std::iter::once(when.clone()).chain(narrower) {
        let tamed = tame.clone().filter(|_| !bounded(&when));
        let tamed =
            tamed.map(|tame| if when.is_yes() { tame } else { Expr::binary(Op::And, when.clone(), tame) });
        all.push(when);
        all.extend(tamed);
    }
    all.dedup();
    all
}

/// The relation with the strictest tolerance with which it holds, and what it kills.
fn judged(relation: Relation, task: &Task<'_>) -> Option<Candidate> {
    let holds = |tolerance: Tolerance| {
        let relation = Relation { tolerance, ..relation.clone() };
        task.groups.correct.iter().all(|group| relation.verdict(group.env()) != Verdict::Violated)
    };
    let float = task.scope.outs.iter().any(crate::relation::Type::has_float);
    let tolerance =
        if float { Tolerance::least(holds)? } else { Some(Tolerance::Exact).filter(|t| holds(*t))? };
    if tolerance == Tolerance::LADDER[Tolerance::LADDER.len() - 1] && tolerance != LAXEST {
        return None;
    }
    let relation = Relation { tolerance, ..relation };
    let held: BTreeSet<usize> = task
        .groups
        .correct
        .iter()
        .filter(|group| relation.verdict(group.env()) == Verdict::Held)
        .map(|group| group.source)
        .collect();
    let kills = task.groups.incorrect.iter().filter_map(|group| match group.variant {
        Variant::Mutant(mutant) => {
            (held.contains(&group.source) && relation.broken_on(group.env())).then_some(mutant)
        }
        Variant::Original => None,
    });
    let kills: BTreeSet<_> = kills.collect();
    let enough = held.len() >= LEAST.min(task.groups.correct.len());
    (enough && !kills.is_empty()).then(|| Candidate { relation, strategy: NAME, kills, groups: held.len() })
}
