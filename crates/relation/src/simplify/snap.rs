//! Constants that a person recognises, in place of those that a search happened on.

use std::f64::consts::{E, PI};

use crate::expr::Expr;
use crate::relation::Relation;
use crate::types::FloatType;
use crate::value::Value;

/// A relation with its constants replaced by simpler ones, one at a time, while `holds` says that every verdict is
/// kept.
///
/// Constants of the follow-ups come first, then 0, ±1, 2, ½, 10, then what is near: rounder numbers, short decimals,
/// simple fractions, multiples of π and e. `holds` is asked at most `ASKED` times for a constant.
pub fn snapped(relation: &Relation, holds: &mut dyn FnMut(&Relation) -> bool) -> Relation {
    let mut known = Vec::new();
    relation.followups.iter().flat_map(|followup| &followup.args).for_each(|arg| constants(arg, &mut known));
    let mut snapped = relation.clone();
    for guard in [true, false] {
        let part = |relation: &Relation| if guard { relation.when.clone() } else { relation.then.clone() };
        let mut all = Vec::new();
        constants(&part(&snapped), &mut all);
        for (nth, value) in all.iter().enumerate().filter(|(_, value)| !known.contains(value)) {
            for simpler in simpler(value, &known) {
                let changed = replaced(&part(&snapped), nth, &simpler);
                let tried = match guard {
                    true => Relation { when: changed, ..snapped.clone() },
                    false => Relation { then: changed, ..snapped.clone() },
                };
                if holds(&tried) {
                    snapped = tried;
                    break;
                }
            }
        }
    }
    snapped
}

/// The most that `holds` is asked for one constant.
pub const ASKED: usize = 24;

/// The constants of an expression, from left to right.
fn constants(expr: &Expr, into: &mut Vec<Value>) {
    if let Expr::Const(value) = expr {
        into.push(value.clone());
    }
    expr.children().into_iter().for_each(|child| constants(child, into));
}

/// The expression with its `nth` constant replaced.
fn replaced(expr: &Expr, nth: usize, by: &Value) -> Expr {
    fn go(expr: &Expr, left: &mut usize, by: &Value) -> Expr {
        if let Expr::Const(value) = expr {
            *left = left.wrapping_sub(1);
            return Expr::Const(if *left == usize::MAX { by.clone() } else { value.clone() });
        }
        expr.with_children(&mut |child| go(child, left, by))
    }
    go(expr, &mut nth.clone(), by)
}

/// Simpler constants, the simplest first.
fn simpler(value: &Value, known: &[Value]) -> Vec<Value> {
    let kind = std::mem::discriminant(value);
    let mut all: Vec<Value> = known.iter().filter(|v| std::mem::discriminant(*v) == kind).cloned().collect();
    match value {
        Value::Int(n) => all.extend(integers(*n).into_iter().map(Value::Int)),
        Value::F32(x) => {
            all.extend(floats(f64::from(*x)).into_iter().map(|x| Value::float(FloatType::F32, x)));
        }
        Value::F64(x) => all.extend(floats(*x).into_iter().map(Value::F64)),
        _ => {}
    }
    let mut distinct: Vec<Value> = Vec::new();
    for candidate in all.into_iter().take_while(|candidate| candidate != value) {
        if !distinct.contains(&candidate) {
            distinct.push(candidate);
        }
    }
    distinct.truncate(ASKED);
    distinct
}

fn integers(n: i128) -> Vec<i128> {
    let mut all = vec![0, 1, -1, 2, 10];
    // Rounded towards both sides, to one digit and to two.
    for digits in [1, 2] {
        let length = n.unsigned_abs().max(1).ilog10() + 1;
        let Some(unit) = length.checked_sub(digits).and_then(|zeros| 10_i128.checked_pow(zeros)) else {
            continue;
        };
        let floor = n.div_euclid(unit).checked_mul(unit);
        let ceiling = floor.and_then(|floor| floor.checked_add(unit));
        let sides = [floor, ceiling].into_iter().flatten();
        let mut sides: Vec<i128> = sides.filter(|side| unit > 1 || *side == n).collect();
        sides.sort_by_key(|side| side.abs_diff(n));
        all.extend(sides);
    }
    all.push(n);
    all
}

/// How far a constant that a search happened on may be from the one that is meant.
const NEAR: f64 = 0.02;

/// Floats that are simpler than `x`, up to `x` itself.
fn floats(x: f64) -> Vec<f64> {
    let mut all = vec![0.0, 1.0, -1.0, 2.0, 0.5, 10.0];
    if !x.is_finite() {
        return Vec::new();
    }
    let near = |candidate: f64| (candidate - x).abs() <= NEAR * x.abs();
    let mut close: Vec<f64> = Vec::new();
    // Integers, decimals of a few digits.
    for digits in 0..=3 {
        let scale = 10_f64.powi(digits);
        close.push((x * scale).round() / scale);
    }
    // Fractions with a small denominator.
    close.extend([3.0, 4.0, 6.0, 7.0, 8.0, 9.0, 12.0].map(|d| (x * d).round() / d));
    for unit in [PI, E] {
        close.extend([1.0, 2.0, 4.0, 3.0, 6.0].map(|d| (x / unit * d).round() * unit / d));
    }
    all.extend(close.into_iter().filter(|c| *c != 0.0 && near(*c)));
    all.push(x);
    all
}
