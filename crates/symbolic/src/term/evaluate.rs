//! What terms evaluate to, with exactly the meaning that they have in Rust.

use std::cmp::Ordering;

use rustc_hash::FxHashMap;

use super::language::{Assignment, Scalar, Term, TermId, VarId};
use super::numbers::{apply, bits, operate, rounded, to_float, to_int, wrapped};
use super::terms::Terms;

/// The values of terms under one assignment, each computed once.
#[derive(Clone, Debug, Default)]
pub struct Evaluation {
    assignment: Assignment,
    known: FxHashMap<TermId, Option<Known>>,
}

/// What is known of a value.
#[derive(Clone, Copy, Debug)]
pub enum Known {
    /// All of it.
    Is(Scalar),
    /// An integer that left `i128`: modulo 2^128, which is enough for [`Term::Wrap`], and, while it is known, whether it
    /// is positive, which is enough to be compared.
    Beyond(i128, Option<bool>),
}

impl Evaluation {
    /// Nothing is computed yet.
    pub fn new(assignment: Assignment) -> Evaluation {
        Evaluation { assignment, known: FxHashMap::default() }
    }

    /// The assignment.
    pub fn assignment(&self) -> &Assignment {
        &self.assignment
    }

    /// Adds the value of the next variable, which nothing that was evaluated depends on.
    pub fn push(&mut self, value: Option<Scalar>) {
        self.assignment.push(value);
    }

    /// As [`Terms::evaluate`]. The terms may grow between calls.
    pub fn value(&mut self, terms: &Terms, id: TermId) -> Option<Scalar> {
        let mut open = vec![id];
        while let Some(&next) = open.last() {
            if self.known.contains_key(&next) {
                open.pop();
                continue;
            }
            let before = open.len();
            open.extend(terms.parts(next).filter(|part| !self.known.contains_key(part)));
            if open.len() == before {
                let value = step(
                    terms.get(next),
                    |part| self.known.get(&part).copied().flatten(),
                    |variable| self.assignment.get(variable.0 as usize).copied().flatten(),
                );
                self.known.insert(next, value);
                open.pop();
            }
        }
        match self.known.get(&id) {
            Some(Some(Known::Is(value))) => Some(*value),
            _ => None,
        }
    }
}

/// A term's value from those of its parts.
pub fn step(
    term: Term,
    part: impl Fn(TermId) -> Option<Known>,
    variable: impl Fn(VarId) -> Option<Scalar>,
) -> Option<Known> {
    let bool = |id| match part(id) {
        Some(Known::Is(Scalar::Bool(value))) => Some(value),
        _ => None,
    };
    let int = |id| match part(id) {
        Some(Known::Is(Scalar::Int(value))) => Some(value),
        _ => None,
    };
    let float = |id| match part(id) {
        Some(Known::Is(Scalar::Float(value))) => Some(value),
        _ => None,
    };
    let of_bool = |value: bool| Some(Known::Is(Scalar::Bool(value)));
    let of_int = |value: i128| Some(Known::Is(Scalar::Int(value)));
    let of_float = |value: f64| Some(Known::Is(Scalar::Float(value)));
    match term {
        Term::Bool(value) => of_bool(value),
        Term::Int(value) => of_int(value),
        Term::Float(bits, _) => of_float(f64::from_bits(bits)),
        Term::Var(id) => variable(id).map(Known::Is),
        Term::Not(a) => of_bool(!bool(a)?),
        // What is not evaluated in Rust may have no value here.
        Term::And(a, b) => match (bool(a), bool(b)) {
            (Some(false), _) | (_, Some(false)) => of_bool(false),
            (Some(true), Some(true)) => of_bool(true),
            _ => None,
        },
        Term::Or(a, b) => match (bool(a), bool(b)) {
            (Some(true), _) | (_, Some(true)) => of_bool(true),
            (Some(false), Some(false)) => of_bool(false),
            _ => None,
        },
        Term::Eq(a, b) => match (part(a)?, part(b)?) {
            (Known::Is(Scalar::Bool(a)), Known::Is(Scalar::Bool(b))) => of_bool(a == b),
            (a, b) => of_bool(compared(a, b)?.is_eq()),
        },
        Term::Lt(a, b) => of_bool(compared(part(a)?, part(b)?)?.is_lt()),
        Term::Le(a, b) => of_bool(compared(part(a)?, part(b)?)?.is_le()),
        Term::Add(a, b) => modular(part(a)?, part(b)?, |a, b| (a.checked_add(b), a.wrapping_add(b), a > 0)),
        Term::Sub(a, b) => modular(part(a)?, part(b)?, |a, b| (a.checked_sub(b), a.wrapping_sub(b), b < 0)),
        Term::Mul(a, b) => {
            modular(part(a)?, part(b)?, |a, b| (a.checked_mul(b), a.wrapping_mul(b), (a < 0) == (b < 0)))
        }
        Term::Div(a, b) => of_int(int(a)?.checked_div(int(b)?)?),
        Term::Rem(a, b) => of_int(int(a)?.checked_rem(int(b)?)?),
        Term::Bits(op, ty, a, b) => of_int(bits(op, ty, int(a)?, int(b)?)?),
        Term::Wrap(ty, a) => match part(a)? {
            Known::Is(Scalar::Int(value)) | Known::Beyond(value, _) => of_int(wrapped(ty, value)?),
            Known::Is(_) => None,
        },
        Term::Ite(c, a, b) => part(if bool(c)? { a } else { b }),
        Term::FloatFn(function, ty, a) => of_float(apply(function, ty, float(a)?)),
        Term::FloatOp(op, ty, a, b) => of_float(operate(op, ty, float(a)?, float(b)?)),
        Term::FloatEq(a, b) => of_bool(float(a)? == float(b)?),
        Term::FloatLt(a, b) => of_bool(float(a)? < float(b)?),
        Term::FloatLe(a, b) => of_bool(float(a)? <= float(b)?),
        Term::IsNan(a) => of_bool(float(a)?.is_nan()),
        Term::ToFloat(ty, a) => of_float(to_float(ty, int(a)?)),
        Term::ToInt(ty, a) => of_int(to_int(ty, float(a)?)?),
        Term::Resize(ty, a) => of_float(rounded(ty, float(a)?)),
    }
}

/// Arithmetic that goes on modulo 2^128 where it leaves `i128`. `of` says what it is where it stays, what it is congruent
/// to, and whether it is positive where it leaves.
fn modular(a: Known, b: Known, of: fn(i128, i128) -> (Option<i128>, i128, bool)) -> Option<Known> {
    let number = |known| match known {
        Known::Is(Scalar::Int(value)) => Some((value, true)),
        Known::Beyond(value, _) => Some((value, false)),
        Known::Is(_) => None,
    };
    let ((x, x_is), (y, y_is)) = (number(a)?, number(b)?);
    Some(match of(x, y) {
        (Some(value), ..) if x_is && y_is => Known::Is(Scalar::Int(value)),
        (None, value, positive) if x_is && y_is => Known::Beyond(value, Some(positive)),
        (_, value, _) => Known::Beyond(value, None),
    })
}

/// Integers in order, where that is known.
fn compared(a: Known, b: Known) -> Option<Ordering> {
    match (a, b) {
        (Known::Is(Scalar::Int(a)), Known::Is(Scalar::Int(b))) => Some(a.cmp(&b)),
        (Known::Beyond(_, Some(positive)), Known::Is(Scalar::Int(_))) => {
            Some(if positive { Ordering::Greater } else { Ordering::Less })
        }
        (Known::Is(Scalar::Int(_)), Known::Beyond(_, Some(positive))) => {
            Some(if positive { Ordering::Less } else { Ordering::Greater })
        }
        _ => None,
    }
}

impl Terms {
    /// The value of a term under an assignment; `None` where a variable that it depends on has none, where a divisor
    /// is zero, or where an integer leaves `i128` and more than its order is asked for.
    pub fn evaluate(&self, id: TermId, assignment: &Assignment) -> Option<Scalar> {
        Evaluation::new(assignment.clone()).value(self, id)
    }
}
