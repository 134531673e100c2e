//! Bounds of integer terms that follow from the bounds of their parts. The ends of `i128` are no bounds.

use super::language::{Bits, Sort, Term, TermId};
use super::terms::Terms;
use morph_relation::IntType;

/// The smallest and the largest value.
pub type Interval = (i128, i128);

impl Terms {
    /// The sort of a term whose parts are known.
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
            Term::Mul(a, b) if a == b => int(square(of(a))),
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
        let arithmetic =
            |of: fn(Interval, Interval) -> Interval, a, b| overflows(of, self.bounds(a), self.bounds(b));
        match term {
            Term::Add(a, b) => arithmetic(sum, a, b),
            Term::Sub(a, b) => arithmetic(difference, a, b),
            Term::Mul(a, b) => arithmetic(product, a, b),
            Term::Ite(_, a, b) => leaves(a) || leaves(b),
            _ => false,
        }
    }
}

/// An end of an interval from those of others: the ends of `i128` stand for whatever is beyond, too.
fn end(a: i128, b: i128, low: bool, of: fn(i128, i128) -> Option<i128>) -> i128 {
    let beyond = if low { i128::MIN } else { i128::MAX };
    if a == i128::MIN || a == i128::MAX || b == i128::MIN || b == i128::MAX {
        return beyond;
    }
    of(a, b).unwrap_or(beyond)
}

/// Of `a + b`.
pub fn sum(a: Interval, b: Interval) -> Interval {
    (end(a.0, b.0, true, i128::checked_add), end(a.1, b.1, false, i128::checked_add))
}

/// Of `a - b`.
pub fn difference(a: Interval, b: Interval) -> Interval {
    (end(a.0, b.1, true, i128::checked_sub), end(a.1, b.0, false, i128::checked_sub))
}

/// Of `a * b`.
pub fn product(a: Interval, b: Interval) -> Interval {
    corners(a, b, |(x, x_open), (y, y_open)| match (x, y) {
        (0, _) | (_, 0) => 0,
        _ if x_open || y_open => beyond((x < 0) != (y < 0)),
        _ => x.checked_mul(y).unwrap_or(beyond((x < 0) != (y < 0))),
    })
}

/// Of `a * a`.
pub fn square(a: Interval) -> Interval {
    let (low, high) = product(a, a);
    (low.max(0), high)
}

/// The least and the greatest of what the four pairs of ends give. An end comes with whether it stands for whatever is
/// beyond: `i128::MIN` does as the lower end, not as the upper one.
fn corners(a: Interval, b: Interval, of: impl Fn((i128, bool), (i128, bool)) -> i128) -> Interval {
    let ends = |(low, high): Interval| [(low, low == i128::MIN), (high, high == i128::MAX)];
    let ([a, b], [c, d]) = (ends(a), ends(b));
    hull([of(a, c), of(a, d), of(b, c), of(b, d)])
}

fn beyond(negative: bool) -> i128 {
    if negative { i128::MIN } else { i128::MAX }
}

/// Of `a / b`, where `b` is not zero.
pub fn quotient(a: Interval, b: Interval) -> Interval {
    let divide = |(x, x_open): (i128, bool), (y, y_open): (i128, bool)| match x {
        _ if x_open => beyond((x < 0) != (y < 0)),
        // By what is beyond: nothing is left.
        _ if y_open => 0,
        _ => x.checked_div(y).unwrap_or(i128::MAX),
    };
    if b.0 > 0 || b.1 < 0 {
        return corners(a, b, divide);
    }
    // The smallest divisors, 1 and -1, are the farthest reaching.
    let (back, same) = (corners(a, (-1, -1), divide), a);
    hull([same.0, same.1, back.0, back.1])
}

/// Of `a % b`, where `b` is not zero.
pub fn remainder(a: Interval, b: Interval) -> Interval {
    let largest = b.0.unsigned_abs().max(b.1.unsigned_abs()).saturating_sub(1);
    let largest = match b {
        (i128::MIN, _) | (_, i128::MAX) => i128::MAX,
        _ => i128::try_from(largest).unwrap_or(i128::MAX),
    };
    let least = if largest == i128::MAX { i128::MIN } else { -largest };
    (if a.0 < 0 { a.0.max(least) } else { 0 }, if a.1 > 0 { a.1.min(largest) } else { 0 })
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
pub fn by_bits(op: Bits, ty: IntType, a: Interval, b: Interval) -> Interval {
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
