//! What terms evaluate to, with exactly the meaning that they have in Rust.

use std::collections::HashMap;

use super::{Assignment, Bits, FloatFn, FloatOp, Scalar, Term, TermId, Terms};
use crate::relation::{FloatType, IntType};

/// The values of terms under one assignment, each computed once.
#[derive(Clone, Debug)]
pub struct Evaluation<'a> {
    assignment: &'a Assignment,
    known: HashMap<TermId, Option<Known>>,
}

/// What is known of a value.
#[derive(Clone, Copy, Debug)]
pub(super) enum Known {
    /// All of it.
    Is(Scalar),
    /// An integer that left `i128`, modulo 2^128: enough for [`Term::Wrap`].
    Modulo(i128),
}

impl<'a> Evaluation<'a> {
    /// Nothing is computed yet.
    pub fn new(assignment: &'a Assignment) -> Evaluation<'a> {
        Evaluation { assignment, known: HashMap::new() }
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
pub(super) fn step(
    term: Term,
    part: impl Fn(TermId) -> Option<Known>,
    variable: impl Fn(super::VarId) -> Option<Scalar>,
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
            (Known::Is(a), Known::Is(b)) => of_bool(a == b),
            _ => None,
        },
        Term::Lt(a, b) => of_bool(int(a)? < int(b)?),
        Term::Le(a, b) => of_bool(int(a)? <= int(b)?),
        Term::Add(a, b) => modular(part(a)?, part(b)?, i128::checked_add, i128::wrapping_add),
        Term::Sub(a, b) => modular(part(a)?, part(b)?, i128::checked_sub, i128::wrapping_sub),
        Term::Mul(a, b) => modular(part(a)?, part(b)?, i128::checked_mul, i128::wrapping_mul),
        Term::Div(a, b) => of_int(int(a)?.checked_div(int(b)?)?),
        Term::Rem(a, b) => of_int(int(a)?.checked_rem(int(b)?)?),
        Term::Bits(op, ty, a, b) => of_int(bits(op, ty, int(a)?, int(b)?)?),
        Term::Wrap(ty, a) => match part(a)? {
            Known::Is(Scalar::Int(value)) | Known::Modulo(value) => of_int(wrapped(ty, value)?),
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

/// Arithmetic that goes on modulo 2^128 where it leaves `i128`.
fn modular(
    a: Known,
    b: Known,
    checked: fn(i128, i128) -> Option<i128>,
    wrapping: fn(i128, i128) -> i128,
) -> Option<Known> {
    let number = |known| match known {
        Known::Is(Scalar::Int(value)) => Some((value, true)),
        Known::Modulo(value) => Some((value, false)),
        Known::Is(_) => None,
    };
    let ((x, x_is), (y, y_is)) = (number(a)?, number(b)?);
    match checked(x, y) {
        Some(value) if x_is && y_is => Some(Known::Is(Scalar::Int(value))),
        _ => Some(Known::Modulo(wrapping(x, y))),
    }
}

/// The integer of a type that is congruent to one; of a `u128`, only where it is no larger than `i128::MAX`.
pub(super) fn wrapped(ty: IntType, value: i128) -> Option<i128> {
    let spare = 128 - ty.bits();
    match ty.signed() {
        true => Some(value << spare >> spare),
        false => i128::try_from((value as u128) << spare >> spare).ok(),
    }
}

/// A function of two integers of a type by their bits; `None` where a shift is too far.
pub(super) fn bits(op: Bits, ty: IntType, a: i128, b: i128) -> Option<i128> {
    let shift = || u32::try_from(b).ok().filter(|shift| *shift < ty.bits());
    match op {
        Bits::And => Some(a & b),
        Bits::Or => Some(a | b),
        Bits::Xor => Some(a ^ b),
        Bits::Shl => wrapped(ty, a << shift()?),
        Bits::Shr => Some(a >> shift()?),
    }
}

/// A float rounded to a type; every NaN is the same.
pub(super) fn rounded(ty: FloatType, value: f64) -> f64 {
    match ty {
        _ if value.is_nan() => f64::NAN,
        FloatType::F32 => f64::from(value as f32),
        FloatType::F64 => value,
    }
}

/// An integer as a float.
pub(super) fn to_float(ty: FloatType, value: i128) -> f64 {
    match ty {
        FloatType::F32 => f64::from(value as f32),
        FloatType::F64 => value as f64,
    }
}

/// A float as an integer; `None` for a `u128` above `i128::MAX`.
pub(super) fn to_int(ty: IntType, value: f64) -> Option<i128> {
    match ty {
        IntType::U128 => i128::try_from(value as u128).ok(),
        _ => Some((value as i128).clamp(ty.lowest(), ty.highest())),
    }
}

/// A function of a float, computed in its own width.
pub(super) fn apply(function: FloatFn, ty: FloatType, x: f64) -> f64 {
    macro_rules! in_width {
        ($x:expr) => {{
            let x = $x;
            match function {
                FloatFn::Neg => -x,
                FloatFn::Abs => x.abs(),
                FloatFn::Sqrt => x.sqrt(),
                FloatFn::Floor => x.floor(),
                FloatFn::Ceil => x.ceil(),
                FloatFn::Round => x.round(),
                FloatFn::Trunc => x.trunc(),
                FloatFn::Sin => x.sin(),
                FloatFn::Cos => x.cos(),
                FloatFn::Tan => x.tan(),
                FloatFn::Asin => x.asin(),
                FloatFn::Acos => x.acos(),
                FloatFn::Atan => x.atan(),
                FloatFn::Sinh => x.sinh(),
                FloatFn::Cosh => x.cosh(),
                FloatFn::Tanh => x.tanh(),
                FloatFn::Exp => x.exp(),
                FloatFn::Exp2 => x.exp2(),
                FloatFn::Ln => x.ln(),
                FloatFn::Log2 => x.log2(),
                FloatFn::Log10 => x.log10(),
                FloatFn::Ln1p => x.ln_1p(),
                FloatFn::ExpM1 => x.exp_m1(),
                FloatFn::Cbrt => x.cbrt(),
            }
        }};
    }
    let value = match ty {
        FloatType::F32 => f64::from(in_width!(x as f32)),
        FloatType::F64 => in_width!(x),
    };
    rounded(ty, value)
}

/// A function of two floats, computed in their own width.
pub(super) fn operate(op: FloatOp, ty: FloatType, a: f64, b: f64) -> f64 {
    macro_rules! in_width {
        ($a:expr, $b:expr) => {{
            let (a, b) = ($a, $b);
            match op {
                FloatOp::Add => a + b,
                FloatOp::Sub => a - b,
                FloatOp::Mul => a * b,
                FloatOp::Div => a / b,
                FloatOp::Rem => a % b,
                FloatOp::Min => a.min(b),
                FloatOp::Max => a.max(b),
                FloatOp::Pow => a.powf(b),
                FloatOp::Hypot => a.hypot(b),
                FloatOp::Atan2 => a.atan2(b),
            }
        }};
    }
    let value = match ty {
        FloatType::F32 => f64::from(in_width!(a as f32, b as f32)),
        FloatType::F64 => in_width!(a, b),
    };
    rounded(ty, value)
}
