//! Output relations bottom-up by size: equalities between terms that agree on every correct group, then inequalities,
//! containments and implications, each under several guards.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::bank::{Bank, Term, combine};
use super::guards::{Guard, guards};
use super::{Candidate, Found, StopReason, Strategy, Task};
use crate::lab::Switch;
use crate::relation::{Expr, Op, Relation, Tolerance, Type, Value};
use crate::traces::Variant;

/// The strategy.
pub struct Enumerate;

/// Of the terms that agree, so many are compared pair by pair.
const AGREEING: usize = 12;
/// Inequalities relate the simplest so many terms.
const COMPARED: usize = 60;
/// Of one transformation, so many relations are kept.
const KEPT: usize = 80;

const UNARY: &[Op] = &[
    Op::Len,
    Op::Chars,
    Op::Sum,
    Op::Neg,
    Op::Abs,
    Op::Not,
    Op::RevSeq,
    Op::RevStr,
    Op::Sorted,
    Op::Upper,
    Op::Lower,
    Op::Trim,
    Op::IsEmpty,
    Op::IsSome,
    Op::IsOk,
    Op::Some,
    Op::Ok,
    Op::Float,
];

const BINARY: &[Op] =
    &[Op::Add, Op::Sub, Op::Mul, Op::Div, Op::Rem, Op::Min, Op::Max, Op::ConcatStr, Op::ConcatSeq];

impl Strategy for Enumerate {
    fn name(&self) -> &'static str {
        "enumerate"
    }

    fn search(&self, task: &Task<'_>) -> Found {
        let guards = guards(task.subject, task.constants, task.groups);
        let bank = terms(task);
        let mut relations = Relations { task, found: HashMap::new() };
        for (ty, terms) in &bank.terms {
            for (i, guard) in guards.iter().enumerate() {
                // What holds without a guard needs none.
                let wide = (i > 0).then(|| &guards[0]);
                relations.equalities(ty, terms, guard, wide);
                relations.orders(ty, terms, guard, wide);
                relations.conditions(ty, terms, guard, wide);
            }
        }
        let stop = if bank.left == 0 { StopReason::Budget } else { StopReason::Exhausted };
        Found { candidates: relations.finish(), stop, evaluations: task.evaluations - bank.left }
    }
}

/// The terms of a task: leaves, one operator on them, two operators on them.
fn terms<'a>(task: &'a Task<'a>) -> Bank<'a> {
    let mut bank = Bank::new(task.scope, task.groups, task.evaluations);
    let followups = task.transformation.followups.len();
    for n in 0..=followups {
        bank.leaf(Expr::Out(n));
    }
    for i in 0..task.subject.params.len() {
        bank.leaf(Expr::Param(i));
    }
    // What was done to the input, done to the output: shifts, scales, flips that pass through.
    for arg in task.transformation.followups.iter().flat_map(|f| &f.args) {
        for i in 0..task.subject.params.len() {
            if arg.any(&mut |e| *e == Expr::Param(i)) && *arg != Expr::Param(i) {
                bank.leaf(replace(arg, &Expr::Param(i), &Expr::Out(0)));
            }
        }
    }
    let mut literals: BTreeMap<Type, Vec<Expr>> = BTreeMap::new();
    let wanted: Vec<Type> = bank.terms.keys().cloned().collect();
    for ty in wanted.iter().chain([&Type::Int(crate::relation::IntType::I128)]) {
        let numbers = |values: &[f64]| -> Vec<Value> {
            match ty {
                Type::Int(_) => values.iter().map(|x| Value::Int(*x as i128)).collect(),
                Type::Float(kind) => values.iter().map(|x| Value::float(*kind, *x)).collect(),
                _ => Vec::new(),
            }
        };
        let mut values = numbers(&[0.0, 1.0, 2.0]);
        let scalar = matches!(ty, Type::Int(_) | Type::Float(_) | Type::String);
        let pool = task.constants.iter().filter(|value| {
            scalar && task.scope.type_of(&Expr::Const((*value).clone())).as_ref() == Some(ty)
        });
        for value in pool {
            if values.len() < 7 && !values.contains(value) {
                values.push(value.clone());
            }
        }
        literals.entry(ty.clone()).or_default().extend(values.into_iter().map(Expr::Const));
    }
    let leaves: Vec<(Type, usize)> =
        bank.terms.iter().flat_map(|(ty, terms)| (0..terms.len()).map(|i| (ty.clone(), i))).collect();
    for (ty, i) in &leaves {
        for op in UNARY {
            bank.apply(*op, &[(ty, *i)]);
        }
    }
    literals.into_values().flatten().for_each(|literal| bank.leaf(literal));
    let small: Vec<(Type, usize)> =
        bank.terms.iter().flat_map(|(ty, terms)| (0..terms.len()).map(|i| (ty.clone(), i))).collect();
    for op in BINARY {
        let commutes = matches!(op, Op::Add | Op::Mul | Op::Min | Op::Max);
        for (a, left) in &small {
            for (b, right) in &small {
                let (l, r) = (&bank.terms[a][*left].expr, &bank.terms[b][*right].expr);
                let constant = |e: &Expr| matches!(e, Expr::Const(_));
                let pointless = (constant(l) && (constant(r) || commutes))
                    || (commutes && a == b && left > right && !constant(r))
                    || (l == r && !matches!(op, Op::Add | Op::Mul | Op::ConcatStr | Op::ConcatSeq))
                    || unit(*op, r)
                    || l.size() + r.size() > 3;
                if !pointless {
                    bank.apply(*op, &[(a, *left), (b, *right)]);
                }
            }
        }
    }
    bank
}

/// Operators that do nothing with this right operand.
fn unit(op: Op, right: &Expr) -> bool {
    let Expr::Const(value) = right else { return false };
    let is = |n: i128| *value == Value::Int(n) || value.as_float() == Some(n as f64);
    match op {
        Op::Add | Op::Sub => is(0),
        Op::Mul | Op::Div => is(1) || is(0),
        Op::Rem => is(1) || is(0),
        _ => false,
    }
}

fn replace(expr: &Expr, from: &Expr, to: &Expr) -> Expr {
    if expr == from {
        return to.clone();
    }
    let go = |e: &Expr| Box::new(replace(e, from, to));
    match expr {
        Expr::Apply(op, args) => Expr::Apply(*op, args.iter().map(|arg| replace(arg, from, to)).collect()),
        Expr::Map(seq, body) => Expr::Map(go(seq), go(body)),
        Expr::All(seq, body) => Expr::All(go(seq), go(body)),
        leaf => leaf.clone(),
    }
}

struct Relations<'a> {
    task: &'a Task<'a>,
    /// The simplest relation for each set of kills.
    found: HashMap<Vec<Switch>, Candidate>,
}

impl Relations<'_> {
    /// All outcomes are mentioned, and it is not one side alone that does.
    fn relates(&self, a: &Term, b: &Term) -> bool {
        let all = (1_u32 << (self.task.transformation.followups.len() + 1)) - 1;
        (a.outcomes | b.outcomes) == all
    }

    /// Equal terms fall into one bucket; floats that are nearly equal are found by sorting.
    fn equalities(&mut self, ty: &Type, terms: &[Term], guard: &Guard, wide: Option<&Guard>) {
        let rows: Vec<usize> = (0..guard.correct.len()).filter(|row| guard.correct[*row]).collect();
        if rows.is_empty() {
            return;
        }
        let mut buckets: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
        for (i, term) in terms.iter().enumerate() {
            buckets.entry(combine(rows.iter().map(|row| term.prints[*row]))).or_default().push(i);
        }
        let mut pairs: Vec<(usize, usize, Tolerance)> = Vec::new();
        for bucket in buckets.values().filter(|bucket| bucket.len() > 1) {
            let mut bucket = bucket.clone();
            bucket.sort_by_key(|i| (terms[*i].size, *i));
            bucket.truncate(AGREEING);
            for (n, a) in bucket.iter().enumerate() {
                pairs.extend(bucket[n + 1..].iter().map(|b| (*a, *b, Tolerance::Exact)));
            }
        }
        if ty.has_float() {
            pairs.extend(near_pairs(terms, &rows));
        }
        for (a, b, tolerance) in pairs {
            let (a, b) = (&terms[a], &terms[b]);
            if !self.relates(a, b) {
                continue;
            }
            let everywhere = |guard: &Guard| {
                let rows = (0..guard.correct.len()).filter(|row| guard.correct[*row]);
                rows.clone().all(|row| agree(a, b, row, tolerance) != Some(false))
            };
            if wide.is_some_and(everywhere) {
                continue;
            }
            self.keep(guard, Op::Eq, a, b, tolerance, |row| agree(a, b, row, tolerance).map(|same| !same));
        }
    }

    /// `<=`, `<` … between the simplest terms with the last outcome and those without it.
    fn orders(&mut self, ty: &Type, terms: &[Term], guard: &Guard, wide: Option<&Guard>) {
        if !matches!(ty, Type::Int(_) | Type::Float(_)) {
            return;
        }
        let last = 1 << self.task.transformation.followups.len();
        let simplest = |with_last: bool| -> Vec<&Term> {
            let mut some: Vec<&Term> =
                terms.iter().filter(|t| t.outcomes != 0 && (t.outcomes & last != 0) == with_last).collect();
            some.sort_by_key(|t| t.size);
            some.truncate(if with_last { COMPARED / 6 } else { COMPARED });
            some
        };
        let (left, right) = (simplest(true), simplest(false));
        for a in left {
            for b in &right {
                if !self.relates(a, b) {
                    continue;
                }
                let Some(op) = order(a, b, guard) else { continue };
                if wide.is_some_and(|wide| order(a, b, wide) == Some(op)) {
                    continue;
                }
                let operator = op.operator();
                self.keep(guard, op, a, b, Tolerance::Exact, |row| {
                    let operands = [a.values[row].clone()?, b.values[row].clone()?];
                    (operator.apply)(&operands, Tolerance::Exact).map(|held| held == Value::Bool(false))
                });
            }
        }
    }

    /// Containments of texts and implications between truths.
    fn conditions(&mut self, ty: &Type, terms: &[Term], guard: &Guard, wide: Option<&Guard>) {
        let ops: &[Op] = match ty {
            Type::String => &[Op::StartsWith, Op::EndsWith, Op::HasStr],
            Type::Bool => &[Op::Or],
            _ => return,
        };
        let few: Vec<&Term> = terms.iter().filter(|term| term.size <= 2).take(12).collect();
        for a in &few {
            for b in &few {
                if a.outcomes == 0 || b.outcomes == 0 || !self.relates(a, b) || a.outcomes == b.outcomes {
                    continue;
                }
                for op in ops {
                    let operator = op.operator();
                    let violated = |row: usize| {
                        let operands = [a.values[row].clone()?, b.values[row].clone()?];
                        (operator.apply)(&operands, Tolerance::Exact).map(|held| held == Value::Bool(false))
                    };
                    let holds = |guard: &Guard| {
                        (0..guard.correct.len())
                            .filter(|row| guard.correct[*row])
                            .all(|r| violated(r) != Some(true))
                    };
                    if holds(guard) && !wide.is_some_and(holds) {
                        self.keep(guard, *op, a, b, Tolerance::Exact, violated);
                    }
                }
            }
        }
    }

    /// Keeps a relation that holds on the correct groups if it kills a mutant, and none that is simpler kills the same.
    fn keep(
        &mut self,
        guard: &Guard,
        op: Op,
        a: &Term,
        b: &Term,
        tolerance: Tolerance,
        violated: impl Fn(usize) -> Option<bool>,
    ) {
        let correct = guard.correct.len();
        let mut kills = BTreeSet::new();
        for (i, group) in self.task.groups.incorrect.iter().enumerate() {
            if let Variant::Mutant(mutant) = group.variant
                && guard.incorrect[i]
                && !kills.contains(&mutant)
                && violated(correct + i) == Some(true)
            {
                kills.insert(mutant);
            }
        }
        if kills.is_empty() {
            return;
        }
        let held = (0..correct).filter(|row| guard.correct[*row] && violated(*row) == Some(false)).count();
        // The outcome of the last execution stands on the left.
        let (mut left, mut right) = (a, b);
        if op == Op::Eq && (a.outcomes, std::cmp::Reverse(a.size)) < (b.outcomes, std::cmp::Reverse(b.size)) {
            (left, right) = (b, a);
        }
        if op == Op::Eq && left.expr.size() > right.expr.size() && right.outcomes == 1 && left.outcomes == 3 {
            (left, right) = (right, left);
        }
        let mut then = Expr::binary(op, left.expr.clone(), right.expr.clone());
        // `y1 == true` is said as `y1`.
        if op == Op::Eq
            && let Expr::Const(Value::Bool(truth)) = right.expr
        {
            then = if truth { left.expr.clone() } else { Expr::unary(Op::Not, left.expr.clone()) };
        }
        let candidate = Candidate {
            relation: Relation {
                when: guard.when.clone(),
                followups: self.task.transformation.followups.clone(),
                then,
                tolerance,
            },
            strategy: "enumerate",
            kills,
            groups: held,
        };
        let key: Vec<Switch> = candidate.kills.iter().copied().collect();
        let simpler = |old: &Candidate| weight(&old.relation) <= weight(&candidate.relation);
        if !self.found.get(&key).is_some_and(simpler) {
            self.found.insert(key, candidate);
        }
    }

    fn finish(self) -> Vec<Candidate> {
        let mut all: Vec<(Vec<Switch>, Candidate)> = self.found.into_iter().collect();
        // By kills and weight; the kills themselves settle what is left, so that the order of hashing does not matter.
        all.sort_by(|(ka, a), (kb, b)| {
            (kb.len(), weight(&a.relation), ka).cmp(&(ka.len(), weight(&b.relation), kb))
        });
        all.truncate(KEPT);
        all.into_iter().map(|(_, candidate)| candidate).collect()
    }
}

/// How much there is to read: nodes, with what is unusual counted more.
pub fn weight(relation: &Relation) -> usize {
    let mut odd = 0;
    relation.then.any(&mut |e| {
        match e {
            Expr::Const(Value::Int(n)) if !(0..=2).contains(n) => odd += 1,
            Expr::Apply(Op::Min | Op::Max | Op::Div | Op::Rem | Op::Abs, _) => odd += 1,
            Expr::Apply(Op::Eq, _) => odd += 0,
            Expr::Apply(Op::Lt | Op::Le | Op::Gt | Op::Ge | Op::Ne, _) => odd += 1,
            _ => {}
        }
        false
    });
    let guard = if relation.when.is_yes() { 0 } else { 1 };
    let tolerance = usize::from(relation.tolerance != Tolerance::Exact);
    relation.size() + odd + guard + tolerance
}

fn agree(a: &Term, b: &Term, row: usize, tolerance: Tolerance) -> Option<bool> {
    match (&a.values[row], &b.values[row]) {
        (Some(x), Some(y)) => Some(a.prints[row] == b.prints[row] || x.same(y, tolerance)),
        _ => None,
    }
}

/// The strongest order that holds on every group of the guard.
fn order(a: &Term, b: &Term, guard: &Guard) -> Option<Op> {
    use std::cmp::Ordering::{Equal, Greater, Less};
    let (mut less, mut equal, mut greater) = (false, false, false);
    for row in (0..guard.correct.len()).filter(|row| guard.correct[*row]) {
        let (Some(x), Some(y)) = (&a.values[row], &b.values[row]) else { continue };
        let ordering = match (x, y) {
            (Value::Int(x), Value::Int(y)) => Some(x.cmp(y)),
            _ => match (x.as_float(), y.as_float()) {
                (Some(x), Some(y)) => x.partial_cmp(&y),
                _ => None,
            },
        };
        match ordering? {
            Less => less = true,
            Equal => equal = true,
            Greater => greater = true,
        }
        if less && greater {
            return None;
        }
    }
    match (less, equal, greater) {
        (true, true, false) => Some(Op::Le),
        (true, false, false) => Some(Op::Lt),
        (false, true, true) => Some(Op::Ge),
        (false, false, true) => Some(Op::Gt),
        _ => None,
    }
}

/// Pairs of float terms that are not equal but nearly so, with the smallest tolerance that holds on all rows.
fn near_pairs(terms: &[Term], rows: &[usize]) -> Vec<(usize, usize, Tolerance)> {
    let lax = Tolerance::LADDER[Tolerance::LADDER.len() - 1];
    // A row on which many terms have different ordinary values tells most pairs apart at once.
    let ordinary = |row: usize| {
        let values: BTreeSet<u64> = terms
            .iter()
            .filter(|t| {
                t.values[row].as_ref().and_then(Value::as_float).is_some_and(|x| x.is_finite() && x != 0.0)
            })
            .map(|t| t.prints[row])
            .collect();
        values.len()
    };
    let Some(pivot) = rows.iter().step_by(1 + rows.len() / 16).copied().max_by_key(|row| ordinary(*row))
    else {
        return Vec::new();
    };
    let mut sorted: Vec<(f64, usize)> = terms
        .iter()
        .enumerate()
        .filter_map(|(i, t)| Some((t.values[pivot].as_ref()?.as_float().filter(|x| x.is_finite())?, i)))
        .collect();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let mut pairs = Vec::new();
    for (n, (x, a)) in sorted.iter().enumerate() {
        for (y, b) in sorted[n + 1..].iter().take(40) {
            if !lax.same_f64(*x, *y) {
                break;
            }
            let (a, b) = if terms[*a].size <= terms[*b].size { (*a, *b) } else { (*b, *a) };
            let holds = |tolerance: Tolerance| {
                rows.iter().all(|row| agree(&terms[a], &terms[b], *row, tolerance) != Some(false))
            };
            let exact = rows.iter().all(|row| terms[a].prints[*row] == terms[b].prints[*row]);
            if !exact && let Some(tolerance) = Tolerance::LADDER.into_iter().find(|t| holds(*t)) {
                pairs.push((a, b, tolerance));
            }
        }
    }
    pairs
}
