//! Methods of floats.

use super::integers::operator;
use super::table::{Float, OfFloat, Row, find};
use crate::machine::call::Call;
use crate::machine::hints;
use crate::machine::state::{Eval, Machine, unsupported};
use crate::machine::value::Val;
use crate::program::Binary;
use crate::term::{FloatFn, FloatOp, Scalar, Term, TermId};
use morph_relation::{FloatType, IntType};

pub static FLOATS: &[Row<OfFloat>] = &[
    ("abs", |machine, _, x| function(machine, x, FloatFn::Abs)),
    ("acos", |machine, _, x| function(machine, x, FloatFn::Acos)),
    ("acosh", |machine, _, x| native(machine, x, f64::acosh)),
    ("add", |machine, call, _| operator(machine, call, Binary::Add)),
    ("asin", |machine, _, x| function(machine, x, FloatFn::Asin)),
    ("asinh", |machine, _, x| native(machine, x, f64::asinh)),
    ("atan", |machine, _, x| function(machine, x, FloatFn::Atan)),
    ("atan2", |machine, call, x| of_two(machine, call, x, FloatOp::Atan2)),
    ("atanh", |machine, _, x| native(machine, x, f64::atanh)),
    ("cbrt", |machine, _, x| function(machine, x, FloatFn::Cbrt)),
    ("ceil", |machine, _, x| function(machine, x, FloatFn::Ceil)),
    ("clamp", clamp),
    ("copysign", copysign),
    ("cos", |machine, _, x| function(machine, x, FloatFn::Cos)),
    ("cosh", |machine, _, x| function(machine, x, FloatFn::Cosh)),
    ("div", |machine, call, _| operator(machine, call, Binary::Div)),
    ("div_euclid", div_euclid),
    ("exp", |machine, _, x| function(machine, x, FloatFn::Exp)),
    ("exp2", |machine, _, x| function(machine, x, FloatFn::Exp2)),
    ("exp_m1", |machine, _, x| function(machine, x, FloatFn::ExpM1)),
    ("floor", |machine, _, x| function(machine, x, FloatFn::Floor)),
    ("fract", fract),
    ("hypot", |machine, call, x| of_two(machine, call, x, FloatOp::Hypot)),
    ("is_finite", is_finite),
    ("is_infinite", is_infinite),
    ("is_nan", |machine, _, x| Ok(Val::Bool(machine.terms.make(Term::IsNan(x.term))))),
    ("is_normal", |machine, _, x| classed(machine, x, f64::is_normal, f32::is_normal)),
    ("is_sign_negative", |machine, _, x| Ok(Val::Bool(machine.is_sign_negative(x.term, x.ty)?))),
    ("is_sign_positive", is_sign_positive),
    ("is_subnormal", |machine, _, x| classed(machine, x, f64::is_subnormal, f32::is_subnormal)),
    ("ln", |machine, _, x| function(machine, x, FloatFn::Ln)),
    ("ln_1p", |machine, _, x| function(machine, x, FloatFn::Ln1p)),
    ("log", log),
    ("log10", |machine, _, x| function(machine, x, FloatFn::Log10)),
    ("log2", |machine, _, x| function(machine, x, FloatFn::Log2)),
    ("max", |machine, call, x| of_two(machine, call, x, FloatOp::Max)),
    ("min", |machine, call, x| of_two(machine, call, x, FloatOp::Min)),
    ("mul", |machine, call, _| operator(machine, call, Binary::Mul)),
    ("mul_add", mul_add),
    ("neg", |machine, _, x| function(machine, x, FloatFn::Neg)),
    ("powf", |machine, call, x| of_two(machine, call, x, FloatOp::Pow)),
    ("powi", powi),
    ("recip", recip),
    ("rem", |machine, call, _| operator(machine, call, Binary::Rem)),
    ("rem_euclid", rem_euclid),
    ("round", |machine, _, x| function(machine, x, FloatFn::Round)),
    ("round_ties_even", |machine, _, x| native(machine, x, f64::round_ties_even)),
    ("signum", signum),
    ("sin", |machine, _, x| function(machine, x, FloatFn::Sin)),
    ("sin_cos", sin_cos),
    ("sinh", |machine, _, x| function(machine, x, FloatFn::Sinh)),
    ("sqrt", |machine, _, x| function(machine, x, FloatFn::Sqrt)),
    ("sub", |machine, call, _| operator(machine, call, Binary::Sub)),
    ("tan", |machine, _, x| function(machine, x, FloatFn::Tan)),
    ("tanh", |machine, _, x| function(machine, x, FloatFn::Tanh)),
    ("to_bits", to_bits),
    ("to_degrees", to_degrees),
    ("to_radians", to_radians),
    ("total_cmp", total_cmp),
    ("trunc", |machine, _, x| function(machine, x, FloatFn::Trunc)),
];

/// A method of a float of this type, where one is known.
pub fn float_method<'p>(
    machine: &mut Machine<'p, '_>,
    call: &Call<'p, '_>,
    term: TermId,
    ty: Option<FloatType>,
) -> Eval<'p> {
    let Some(model) = find(FLOATS, call.name) else { return call.unknown() };
    let of_args = call.args.iter().find_map(|arg| match arg {
        Val::Float(_, ty) => *ty,
        _ => None,
    });
    let known = ty.or(of_args).or_else(|| call.hint.and_then(hints::float));
    let term = match (ty, known) {
        (None, Some(known)) => machine.float_as(term, known),
        _ => term,
    };
    let ty = Machine::float_type(known);
    model(machine, call, Float { term, ty, known })
}

fn function<'p>(machine: &mut Machine<'p, '_>, x: Float, function: FloatFn) -> Eval<'p> {
    Ok(x.like(machine.terms.make(Term::FloatFn(function, x.ty, x.term))))
}

fn of_two<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, x: Float, op: FloatOp) -> Eval<'p> {
    let other = float_argument(machine, call, 0, x.ty)?;
    Ok(x.like(machine.terms.make(Term::FloatOp(op, x.ty, x.term, other))))
}

fn float_argument<'p>(
    machine: &mut Machine<'p, '_>,
    call: &Call<'p, '_>,
    at: usize,
    ty: FloatType,
) -> Eval<'p, TermId> {
    let value = call.arg(at)?;
    match machine.shape(value)? {
        Val::Float(term, None) => Ok(machine.float_as(term, ty)),
        Val::Float(term, _) => Ok(term),
        other => unsupported(format!("`{}` with {}", call.name, other.kind())),
    }
}

/// A function that terms do not have, of the chooser's input.
fn native<'p>(machine: &mut Machine<'p, '_>, x: Float, function: fn(f64) -> f64) -> Eval<'p> {
    let value = machine.float_value(x.term)?;
    Ok(x.like(machine.float(function(value), x.ty)))
}

fn classed<'p>(
    machine: &mut Machine<'p, '_>,
    x: Float,
    wide: fn(f64) -> bool,
    narrow: fn(f32) -> bool,
) -> Eval<'p> {
    let value = machine.float_value(x.term)?;
    Ok(machine.val_bool(match x.ty {
        FloatType::F64 => wide(value),
        FloatType::F32 => narrow(value as f32),
    }))
}

fn powi<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, x: Float) -> Eval<'p> {
    let exponent = machine.integer_argument(call, 0)?;
    let exponent = machine.pinned(exponent, "an exponent")? as i32;
    let value = machine.float_value(x.term)?;
    let power = match x.ty {
        FloatType::F64 => value.powi(exponent),
        FloatType::F32 => f64::from((value as f32).powi(exponent)),
    };
    Ok(x.like(machine.float(power, x.ty)))
}

fn mul_add<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, x: Float) -> Eval<'p> {
    let (factor, summand) =
        (float_argument(machine, call, 0, x.ty)?, float_argument(machine, call, 1, x.ty)?);
    let [a, b, c] = [x.term, factor, summand].map(|term| machine.float_value(term));
    let (a, b, c) = (a?, b?, c?);
    Ok(x.like(match x.ty {
        FloatType::F64 => machine.float(a.mul_add(b, c), x.ty),
        FloatType::F32 => machine.float(f64::from((a as f32).mul_add(b as f32, c as f32)), x.ty),
    }))
}

fn log<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, x: Float) -> Eval<'p> {
    let base = float_argument(machine, call, 0, x.ty)?;
    let (value, base) = (machine.float_value(x.term)?, machine.float_value(base)?);
    Ok(x.like(match x.ty {
        FloatType::F64 => machine.float(value.log(base), x.ty),
        FloatType::F32 => machine.float(f64::from((value as f32).log(base as f32)), x.ty),
    }))
}

fn sin_cos<'p>(machine: &mut Machine<'p, '_>, _: &Call<'p, '_>, x: Float) -> Eval<'p> {
    let sin = machine.terms.make(Term::FloatFn(FloatFn::Sin, x.ty, x.term));
    let cos = machine.terms.make(Term::FloatFn(FloatFn::Cos, x.ty, x.term));
    Ok(Val::tuple(vec![x.like(sin), x.like(cos)]))
}

fn recip<'p>(machine: &mut Machine<'p, '_>, _: &Call<'p, '_>, x: Float) -> Eval<'p> {
    let one = machine.float(1.0, x.ty);
    Ok(x.like(machine.terms.make(Term::FloatOp(FloatOp::Div, x.ty, one, x.term))))
}

fn fract<'p>(machine: &mut Machine<'p, '_>, _: &Call<'p, '_>, x: Float) -> Eval<'p> {
    let whole = machine.terms.make(Term::FloatFn(FloatFn::Trunc, x.ty, x.term));
    Ok(x.like(machine.terms.make(Term::FloatOp(FloatOp::Sub, x.ty, x.term, whole))))
}

/// The product with a factor.
fn times<'p>(machine: &mut Machine<'p, '_>, x: Float, factor: f64) -> Eval<'p> {
    let factor = machine.float(factor, x.ty);
    Ok(x.like(machine.terms.make(Term::FloatOp(FloatOp::Mul, x.ty, x.term, factor))))
}

fn to_degrees<'p>(machine: &mut Machine<'p, '_>, _: &Call<'p, '_>, x: Float) -> Eval<'p> {
    // The library's own constant, which is nearer to the quotient than the quotient of `f32`s.
    const DEGREES: f32 = 57.295_78;
    match x.ty {
        FloatType::F64 => times(machine, x, 180.0 / std::f64::consts::PI),
        FloatType::F32 => times(machine, x, f64::from(DEGREES)),
    }
}

fn to_radians<'p>(machine: &mut Machine<'p, '_>, _: &Call<'p, '_>, x: Float) -> Eval<'p> {
    match x.ty {
        FloatType::F64 => times(machine, x, std::f64::consts::PI / 180.0),
        FloatType::F32 => times(machine, x, f64::from(std::f32::consts::PI / 180.0)),
    }
}

/// A magnitude with the sign of a float.
fn with_sign<'p>(
    machine: &mut Machine<'p, '_>,
    magnitude: TermId,
    sign: TermId,
    ty: FloatType,
) -> Eval<'p, TermId> {
    let negated = machine.terms.make(Term::FloatFn(FloatFn::Neg, ty, magnitude));
    let negative = machine.is_sign_negative(sign, ty)?;
    Ok(machine.ite(negative, negated, magnitude))
}

fn signum<'p>(machine: &mut Machine<'p, '_>, _: &Call<'p, '_>, x: Float) -> Eval<'p> {
    let one = machine.float(1.0, x.ty);
    let signed = with_sign(machine, one, x.term, x.ty)?;
    let nan = machine.terms.make(Term::IsNan(x.term));
    Ok(x.like(machine.ite(nan, x.term, signed)))
}

fn copysign<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, x: Float) -> Eval<'p> {
    let magnitude = machine.terms.make(Term::FloatFn(FloatFn::Abs, x.ty, x.term));
    let sign = float_argument(machine, call, 0, x.ty)?;
    Ok(x.like(with_sign(machine, magnitude, sign, x.ty)?))
}

fn is_sign_positive<'p>(machine: &mut Machine<'p, '_>, _: &Call<'p, '_>, x: Float) -> Eval<'p> {
    let negative = machine.is_sign_negative(x.term, x.ty)?;
    Ok(Val::Bool(machine.not(negative)))
}

/// The magnitude, and infinity.
fn magnitude(machine: &mut Machine<'_, '_>, x: Float) -> (TermId, TermId) {
    let abs = machine.terms.make(Term::FloatFn(FloatFn::Abs, x.ty, x.term));
    (abs, machine.float(f64::INFINITY, x.ty))
}

fn is_finite<'p>(machine: &mut Machine<'p, '_>, _: &Call<'p, '_>, x: Float) -> Eval<'p> {
    let (abs, infinity) = magnitude(machine, x);
    Ok(Val::Bool(machine.terms.make(Term::FloatLt(abs, infinity))))
}

fn is_infinite<'p>(machine: &mut Machine<'p, '_>, _: &Call<'p, '_>, x: Float) -> Eval<'p> {
    let (abs, infinity) = magnitude(machine, x);
    Ok(Val::Bool(machine.terms.make(Term::FloatEq(abs, infinity))))
}

fn clamp<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, x: Float) -> Eval<'p> {
    let (low, high) = (float_argument(machine, call, 0, x.ty)?, float_argument(machine, call, 1, x.ty)?);
    let ordered = machine.terms.make(Term::FloatLe(low, high));
    machine.require(ordered)?;
    let below = machine.terms.make(Term::FloatLt(x.term, low));
    let raised = machine.ite(below, low, x.term);
    let above = machine.terms.make(Term::FloatLt(high, raised));
    Ok(x.like(machine.ite(above, high, raised)))
}

fn rem_euclid<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, x: Float) -> Eval<'p> {
    let by = float_argument(machine, call, 0, x.ty)?;
    let rest = machine.terms.make(Term::FloatOp(FloatOp::Rem, x.ty, x.term, by));
    let zero = machine.float(0.0, x.ty);
    let negative = machine.terms.make(Term::FloatLt(rest, zero));
    let abs = machine.terms.make(Term::FloatFn(FloatFn::Abs, x.ty, by));
    let moved = machine.terms.make(Term::FloatOp(FloatOp::Add, x.ty, rest, abs));
    Ok(x.like(machine.ite(negative, moved, rest)))
}

fn div_euclid<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, x: Float) -> Eval<'p> {
    let by = float_argument(machine, call, 0, x.ty)?;
    let quotient = machine.terms.make(Term::FloatOp(FloatOp::Div, x.ty, x.term, by));
    let whole = machine.terms.make(Term::FloatFn(FloatFn::Trunc, x.ty, quotient));
    let rest = machine.terms.make(Term::FloatOp(FloatOp::Rem, x.ty, x.term, by));
    let (zero, one) = (machine.float(0.0, x.ty), machine.float(1.0, x.ty));
    let (negative, positive_by) =
        (machine.terms.make(Term::FloatLt(rest, zero)), machine.terms.make(Term::FloatLt(zero, by)));
    let less = machine.terms.make(Term::FloatOp(FloatOp::Sub, x.ty, whole, one));
    let more = machine.terms.make(Term::FloatOp(FloatOp::Add, x.ty, whole, one));
    let moved = machine.ite(positive_by, less, more);
    Ok(x.like(machine.ite(negative, moved, whole)))
}

fn to_bits<'p>(machine: &mut Machine<'p, '_>, _: &Call<'p, '_>, x: Float) -> Eval<'p> {
    let value = machine.float_value(x.term)?;
    let (bits, int) = match x.ty {
        FloatType::F64 => (i128::from(value.to_bits()), IntType::U64),
        FloatType::F32 => (i128::from((value as f32).to_bits()), IntType::U32),
    };
    Ok(Val::Int(machine.int(bits), Some(int)))
}

fn total_cmp<'p>(machine: &mut Machine<'p, '_>, call: &Call<'p, '_>, x: Float) -> Eval<'p> {
    let (a, ty) = (x.term, x.ty);
    let b = float_argument(machine, call, 0, ty)?;
    if let (Some(Scalar::Float(x)), Some(Scalar::Float(y))) = (machine.constant(a), machine.constant(b)) {
        let order = match ty {
            FloatType::F64 => x.total_cmp(&y),
            FloatType::F32 => (x as f32).total_cmp(&(y as f32)),
        };
        return Ok(Val::known("Ordering", (order as i8 + 1) as usize, Vec::new()));
    }
    for term in [a, b] {
        let nan = machine.terms.make(Term::IsNan(term));
        if machine.fork(nan)? {
            let (x, y) = (machine.float_value(a)?, machine.float_value(b)?);
            return Ok(Val::known("Ordering", (x.total_cmp(&y) as i8 + 1) as usize, Vec::new()));
        }
    }
    let (less, same) = (machine.terms.make(Term::FloatLt(a, b)), machine.terms.make(Term::FloatEq(a, b)));
    let (a, b) = (machine.is_sign_negative(a, ty)?, machine.is_sign_negative(b, ty)?);
    // `-0.0` is before `0.0`.
    let [less_tag, equal_tag, greater_tag] = [0, 1, 2].map(|n| machine.int(n));
    let not_b = machine.not(b);
    let not_a = machine.not(a);
    let (before, behind) = (machine.and(a, not_b), machine.and(not_a, b));
    let behind = machine.ite(behind, greater_tag, equal_tag);
    let zeros = machine.ite(before, less_tag, behind);
    let rest = machine.ite(same, zeros, greater_tag);
    let tag = machine.ite(less, less_tag, rest);
    Ok(machine.open_ordering(tag))
}

impl<'p> Machine<'p, '_> {
    /// The value of a float under the chooser's input.
    pub fn float_value(&mut self, term: TermId) -> Eval<'p, f64> {
        match self.concretised(term, "a function of floats")? {
            Scalar::Float(x) => Ok(x),
            _ => unsupported("a function of floats"),
        }
    }

    /// Whether a float is below zero or is `-0.0`; the sign of NaN is not known.
    pub fn is_sign_negative(&mut self, term: TermId, ty: FloatType) -> Eval<'p, TermId> {
        if let Some(Scalar::Float(x)) = self.constant(term) {
            return Ok(self.bool(x.is_sign_negative()));
        }
        let nan = self.terms.make(Term::IsNan(term));
        if self.fork(nan)? {
            return Ok(self.unknown_bool("the sign of NaN"));
        }
        // The reciprocal tells zeros apart.
        let (zero, one) = (self.float(0.0, ty), self.float(1.0, ty));
        let below = self.terms.make(Term::FloatLt(term, zero));
        let reciprocal = self.terms.make(Term::FloatOp(FloatOp::Div, ty, one, term));
        let (is_zero, below_zero) =
            (self.terms.make(Term::FloatEq(term, zero)), self.terms.make(Term::FloatLt(reciprocal, zero)));
        let minus_zero = self.and(is_zero, below_zero);
        Ok(self.or(below, minus_zero))
    }
}
