//! Up to which number a law holds: Roman numerals end at 3999.

use std::collections::BTreeSet;

use anyhow::Result;

use super::one_sided::verdict;
use morph_relation::{Expr, Op, Relation, Signature, Transformation, Type, Value, Verdict};
use morph_traces::{Executors, Groups, collect};

/// Nearer to zero, a law about numbers holds by accident.
const LEAST: i128 = 50;
/// Numbers below a limit on which a law has to hold, evenly.
const TRIED: i128 = 200;

/// The relation where its only parameter, an integer, is between zero or one and the first number with which it fails, if it
/// holds with all numbers tried below, and with none above; `groups` are of all inputs.
pub fn limited(
    relation: &Relation,
    subject: &Signature,
    groups: &Groups,
    executors: &mut Executors<'_>,
) -> Result<Option<Relation>> {
    if !relation.when.is_yes() {
        return Ok(None);
    }
    let (held, fails) = told(relation, subject, groups);
    let Some(first) = fails.iter().copied().filter(|n| *n > 0).min() else { return Ok(None) };
    let low = match fails.iter().copied().filter(|n| *n <= 0).max() {
        None => None,
        Some(n) if n < 0 && held.contains(&0) => Some(0),
        Some(_) => Some(1),
    };
    let from = low.unwrap_or(0);
    let below = held.iter().copied().filter(|n| (from..first).contains(n));
    let Some(mut last) = below.max() else { return Ok(None) };
    if last < LEAST || held.iter().any(|n| *n > first || *n < low.unwrap_or(i128::MIN)) {
        return Ok(None);
    }
    let transformation = Transformation { followups: relation.followups.clone() };
    let mut holds_with = |numbers: Vec<i128>| -> Result<bool> {
        let count = numbers.len();
        let rows = executors.subject.run(numbers.into_iter().map(|n| vec![Value::Int(n)]).collect())?;
        let groups = collect(&transformation, &rows, executors)?;
        Ok(told(relation, subject, &groups).0.len() == count)
    };
    let mut limit = first;
    while limit - last > 1 {
        let middle = last + (limit - last) / 2;
        if holds_with(vec![middle])? {
            last = middle;
        } else {
            limit = middle;
        }
    }
    let step = ((limit - from) / TRIED).max(1);
    let evenly = (from..limit).step_by(usize::try_from(step).unwrap_or(usize::MAX));
    let tried: BTreeSet<i128> = evenly.chain((limit - LEAST / 2).max(from)..limit).collect();
    if !holds_with(tried.into_iter().collect())? {
        return Ok(None);
    }
    let is_round = |n: i128| n % 10 == 0 || n.count_ones() == 1;
    let (op, bound) = if !is_round(limit) && is_round(last) { (Op::Le, last) } else { (Op::Lt, limit) };
    let than = |op: Op, n: i128| Expr::binary(op, Expr::Param(0), Expr::Const(Value::Int(n)));
    let least = low.map(|low| if low == 0 { than(Op::Ge, 0) } else { than(Op::Gt, 0) });
    let when = Expr::conjunction(least.into_iter().chain([than(op, bound)]));
    Ok(when.map(|when| Relation { when, ..relation.clone() }))
}

/// Whether a function takes an integer alone.
pub fn takes_an_integer(subject: &Signature) -> bool {
    matches!(subject.params.as_slice(), [(_, ty)] if matches!(ty.owned(), Type::Int(_)))
}

/// The numbers with which a relation holds, and those with which it fails.
fn told(relation: &Relation, subject: &Signature, groups: &Groups) -> (Vec<i128>, Vec<i128>) {
    let (mut held, mut fails) = (Vec::new(), Vec::new());
    for group in &groups.correct {
        let Some(Value::Int(n)) = group.params.first() else { continue };
        match verdict(relation, group, &subject.ret) {
            Verdict::Held => held.push(*n),
            Verdict::Violated => fails.push(*n),
            Verdict::Inapplicable => {}
        }
    }
    (held, fails)
}
