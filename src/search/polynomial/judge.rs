//! Laws on recorded groups: the guard and the tolerance with which they hold, and the mutants that they kill.

use std::collections::BTreeSet;
use std::sync::Mutex;

use super::NAME;
use super::domain;
use super::law::Law;
use super::space::Space;
use crate::search::guards::{LEAST, moderate, tame};
use crate::search::{Candidate, Found, StopReason, Strategy, Task};
use morph_relation::{Expr, FloatType, Op, Relation, Tolerance, Type};

/// The second half of the search, for the laws of one transformation.
pub struct Judge<'a> {
    /// The laws.
    pub laws: &'a [&'a Law],
    /// What is found of each.
    pub judgements: &'a Mutex<Vec<(Law, Judgement)>>,
}

/// What is found of a law.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// Under no guard that was tried it holds on every group.
    Refuted,
    /// It holds, and kills no mutant.
    Idle,
    /// It holds and kills.
    Killing,
}

/// Laws are verified at 1e-9, of `f32` at the laxest tolerance that these have.
const fn laxest(floats: FloatType) -> Tolerance {
    match floats {
        FloatType::F32 => Tolerance::Mixed(1e-4),
        FloatType::F64 => Tolerance::Mixed(1e-9),
    }
}

/// Guards tried per law, since under the wider ones it may yet be refuted; then those under which it is stricter.
const GUARDED: usize = 3;

impl Strategy for Judge<'_> {
    fn name(&self) -> &'static str {
        NAME
    }

    fn search(&self, task: &Task<'_>) -> Found {
        let mut found = Found { candidates: Vec::new(), stop: StopReason::Exhausted, evaluations: 0 };
        let Some(space) = Space::of(task.subject) else { return found };
        let floats = floats(task).unwrap_or(FloatType::F64);
        for law in self.laws {
            let arrangements = law.arrangements(&space);
            let mut kept: Vec<Candidate> = Vec::new();
            let mut holds = false;
            for when in guards(&law.when, &space, task) {
                let groups = task.groups.correct.len() + task.groups.incorrect.len();
                let size: usize = arrangements.iter().map(Relation::size).max().unwrap_or_default();
                found.evaluations += (groups * size) as u64;
                let guarded = |relation: &Relation| Relation { when: when.clone(), ..relation.clone() };
                // As it reads best, if it can be told from rounding so.
                let held = arrangements.iter().find_map(|relation| held(guarded(relation), task));
                let Some((relation, held)) = held else { continue };
                holds = true;
                let stricter = |other: &Candidate| {
                    rung(relation.tolerance, floats) < rung(other.relation.tolerance, floats)
                };
                if kept.len() < GUARDED || kept.iter().all(stricter) {
                    kept.extend(judged(relation, &held, task));
                }
            }
            let judgement = match (holds, kept.is_empty()) {
                (false, _) => Judgement::Refuted,
                (true, true) => Judgement::Idle,
                (true, false) => Judgement::Killing,
            };
            found.candidates.extend(kept);
            if let Ok(mut judgements) = self.judgements.lock() {
                judgements.push(((*law).clone(), judgement));
            }
        }
        found
    }
}

/// Maximum number of conditions of a guard: longer ones are too long to read.
const CONDITIONS: usize = 4;

/// The guard, and narrower ones: laws of arithmetic end where floats are large, and where the function does.
fn guards(when: &Expr, space: &Space, task: &Task<'_>) -> Vec<Expr> {
    let limits = [moderate(task.subject), tame(task.subject)];
    let bounded = |when: &Expr| when.any(&mut |e| matches!(e, Expr::Apply(Op::Abs, _)));
    let mut all: Vec<Expr> = Vec::new();
    let narrower = if when.is_yes() { domain::guards(task.subject, space) } else { Vec::new() };
    for when in std::iter::once(when.clone()).chain(narrower) {
        all.push(when.clone());
        for limit in limits.iter().flatten().filter(|_| !bounded(&when)) {
            all.push(match when.is_yes() {
                true => limit.clone(),
                false => Expr::binary(Op::And, when.clone(), limit.clone()),
            });
        }
    }
    all.retain(|when| when.conditions().len() <= CONDITIONS);
    all.dedup();
    all
}

/// The floats that are compared, where floats are.
fn floats(task: &Task<'_>) -> Option<FloatType> {
    task.scope.outs.iter().filter_map(Type::narrowest_float).min()
}

/// How lax a tolerance of floats is.
fn rung(tolerance: Tolerance, floats: FloatType) -> usize {
    let ladder = Tolerance::ladder(floats);
    ladder.iter().position(|rung| *rung == tolerance).unwrap_or(ladder.len())
}

/// The relation with the strictest tolerance with which it holds, and the sources on which it does.
fn held(relation: Relation, task: &Task<'_>) -> Option<(Relation, BTreeSet<usize>)> {
    let holds = |tolerance: Tolerance| {
        let relation = Relation { tolerance, ..relation.clone() };
        !task.groups.refute(&relation)
    };
    let tolerance = match floats(task) {
        Some(floats) => Tolerance::least(floats, holds)
            .filter(|tolerance| rung(*tolerance, floats) <= rung(laxest(floats), floats))?,
        None => Some(Tolerance::Exact).filter(|exact| holds(*exact))?,
    };
    let relation = Relation { tolerance, ..relation };
    let held = task.groups.held_by(&relation);
    (held.len() >= LEAST.min(task.groups.correct.len())).then_some((relation, held))
}

/// The relation with the mutants that it kills, where there are some.
fn judged(relation: Relation, held: &BTreeSet<usize>, task: &Task<'_>) -> Option<Candidate> {
    let kills: BTreeSet<_> = task.groups.broken(&relation, held).map(|(_, fault)| fault).collect();
    (!kills.is_empty()).then(|| Candidate {
        shape: None,
        relation,
        strategy: NAME,
        kills,
        groups: held.len(),
    })
}
