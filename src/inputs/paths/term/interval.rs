//! Bounds of integer terms that follow from the bounds of their parts.

use super::{Bits, Sort, Term, TermId, Terms};
use crate::relation::IntType;

/// The smallest and the largest value.
type Interval = (i128, i128);

impl Terms {
    /// The sort of a term whose parts are known; ends of intervals stop at those of `i128`, which no value leaves.
    pub(super) fn sort_of_new(&self, term: Term) -> Sort {
        let of = |id: TermId| self.bounds(id);
        let int = |(low, high): Interval| Sort::Int(low, high);
        match term {
            Term::Bool(_)
            | Term::Not(_)
            | Term::And(..)
            | Term::Or(..)
            | Term::Eq(..)
            | Term::Lt(..)
            | Term::Le(..)
            | Term::FloatEq(..)
            | Term::FloatLt(..)
            | Term::FloatLe(..)
            | Term::IsNan(_) => Sort::Bool,
            Term::Float(_, ty)
            | Term::FloatFn(_, ty, _)
            | Term::FloatOp(_, ty, ..)
            | Term::ToFloat(ty, _)
            | Term::Resize(ty, _) => Sort::Float(ty),
            Term::Var(id) => self.variables[id.0 as usize].sort,
            Term::Int(value) => Sort::Int(value, value),
            Term::Add(a, b) => int(sum(of(a), of(b))),
            Term::Sub(a, b) => int(difference(of(a), of(b))),
            Term::Mul(a, b) => int(product(of(a), of(b))),
            Term::Div(a, b) => int(quotient(of(a), of(b))),
            Term::Rem(a, b) => int(remainder(of(a), of(b))),
            Term::Bits(op, ty, a, b) => int(by_bits(op, ty, of(a), of(b))),
            Term::Wrap(ty, a) if self.leaves[a.0 as usize] => Sort::Int(ty.lowest(), ty.highest()),
            Term::Wrap(ty, a) => int(wrapped(ty, of(a))),
            Term::ToInt(ty, _) => Sort::Int(ty.lowest(), ty.highest()),
            Term::Ite(_, a, b) => match (self.sort_of(a), self.sort_of(b)) {
                (Sort::Int(a, b), Sort::Int(c, d)) => Sort::Int(a.min(c), b.max(d)),
                (sort, _) => sort,
            },
        }
    }

    /// Whether a term whose parts are known may leave `i128`, so that only its remainder is known.
    pub(super) fn leaves_when_new(&self, term: Term) -> bool {
        let leaves = |id: TermId| self.leaves[id.0 as usize];
        let arithmetic = |of: fn(Interval, Interval) -> Interval, a, b| {
            leaves(a) || leaves(b) || overflows(of, self.bounds(a), self.bounds(b))
        };
        match term {
            Term::Add(a, b) => arithmetic(sum, a, b),
            Term::Sub(a, b) => arithmetic(difference, a, b),
            Term::Mul(a, b) => arithmetic(product, a, b),
            Term::Ite(_, a, b) => leaves(a) || leaves(b),
            _ => false,
        }
    }
}

/// Of `a + b`.
pub fn sum(a: Interval, b: Interval) -> Interval {
    (a.0.saturating_add(b.0), a.1.saturating_add(b.1))
}

/// Of `a - b`.
pub fn difference(a: Interval, b: Interval) -> Interval {
    (a.0.saturating_sub(b.1), a.1.saturating_sub(b.0))
}

/// Of `a * b`.
pub fn product(a: Interval, b: Interval) -> Interval {
    hull([(a.0, b.0), (a.0, b.1), (a.1, b.0), (a.1, b.1)].map(|(x, y)| x.saturating_mul(y)))
}

/// Of `a / b`, where `b` is not zero.
pub fn quotient(a: Interval, b: Interval) -> Interval {
    let divide = |x: i128, y: i128| x.checked_div(y).unwrap_or(i128::MAX);
    if b.0 > 0 || b.1 < 0 {
        return hull([(a.0, b.0), (a.0, b.1), (a.1, b.0), (a.1, b.1)].map(|(x, y)| divide(x, y)));
    }
    // The smallest divisors, 1 and -1, are the farthest reaching.
    hull([a.0, a.1, divide(a.0, -1), divide(a.1, -1)])
}

/// Of `a % b`, where `b` is not zero.
pub fn remainder(a: Interval, b: Interval) -> Interval {
    let largest = b.0.unsigned_abs().max(b.1.unsigned_abs()).saturating_sub(1);
    let largest = i128::try_from(largest).unwrap_or(i128::MAX);
    (if a.0 < 0 { a.0.max(-largest) } else { 0 }, if a.1 > 0 { a.1.min(largest) } else { 0 })
}

/// Of an integer of a type that is congruent.
pub fn wrapped(ty: IntType, a: Interval) -> Interval {
    let all = (ty.lowest(), ty.highest());
    if all.0 <= a.0 && a.1 <= all.1 { a } else { all }
}

/// Whether arithmetic may leave `i128`.
pub fn overflows(of: fn(Interval, Interval) -> Interval, a: Interval, b: Interval) -> bool {
    let (low, high) = of(a, b);
    low == i128::MIN || high == i128::MAX
}

/// Of a function by bits.
fn by_bits(op: Bits, ty: IntType, a: Interval, b: Interval) -> Interval {
    let all = (ty.lowest(), ty.highest());
    match op {
        Bits::And if a.0 >= 0 && b.0 >= 0 => (0, a.1.min(b.1)),
        Bits::And if a.0 >= 0 => (0, a.1),
        Bits::And if b.0 >= 0 => (0, b.1),
        Bits::Or | Bits::Xor if a.0 >= 0 && b.0 >= 0 => (0, ones(a.1 | b.1)),
        Bits::And | Bits::Or | Bits::Xor | Bits::Shl => all,
        Bits::Shr => (a.0.min(0), a.1.max(0)),
    }
}

/// The smallest number of ones only that is no smaller than a number.
fn ones(value: i128) -> i128 {
    i128::MAX.checked_shr(value.leading_zeros().saturating_sub(1)).unwrap_or(0)
}

fn hull(values: [i128; 4]) -> Interval {
    values.iter().fold((i128::MAX, i128::MIN), |(low, high), value| (low.min(*value), high.max(*value)))
}
