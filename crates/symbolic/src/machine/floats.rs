//! Methods of floats, and of truth values.

use super::methods::Call;
use super::value::Val;
use super::{Eval, Machine, gap};
use crate::term::{FloatFn, FloatOp, Scalar, Term, TermId};
use morph_relation::{FloatType, IntType};

impl<'p> Machine<'p, '_> {
    pub fn float_method(&mut self, call: &Call<'p, '_>, term: TermId, ty: Option<FloatType>) -> Eval<'p> {
        let of_args = call.args.iter().find_map(|arg| match arg {
            Val::Float(_, ty) => *ty,
            _ => None,
        });
        let known = ty.or(of_args).or_else(|| call.hint.and_then(super::hints::float));
        let term = match (ty, known) {
            (None, Some(known)) => self.float_as(term, known),
            _ => term,
        };
        let ty = Self::float_type(known);
        if let Some(function) = float_function(call.name) {
            return Ok(Val::Float(self.terms.make(Term::FloatFn(function, ty, term)), known));
        }
        let value = |term: TermId| Val::Float(term, known);
        Ok(match call.name {
            "powf" | "min" | "max" | "hypot" | "atan2" => {
                let op = match call.name {
                    "powf" => FloatOp::Pow,
                    "min" => FloatOp::Min,
                    "max" => FloatOp::Max,
                    "hypot" => FloatOp::Hypot,
                    _ => FloatOp::Atan2,
                };
                let other = self.float_argument(call, 0, ty)?;
                value(self.terms.make(Term::FloatOp(op, ty, term, other)))
            }
            "powi" => {
                let exponent = self.integer_argument(call, 0)?;
                let exponent = self.pinned(exponent, "an exponent")?;
                value(self.native(term, ty, |x| match ty {
                    FloatType::F64 => x.powi(exponent as i32),
                    FloatType::F32 => f64::from((x as f32).powi(exponent as i32)),
                })?)
            }
            "mul_add" => {
                let (factor, summand) =
                    (self.float_argument(call, 0, ty)?, self.float_argument(call, 1, ty)?);
                let [a, b, c] = [term, factor, summand].map(|term| self.float_value(term));
                match (a?, b?, c?) {
                    (a, b, c) if ty == FloatType::F64 => value(self.float(a.mul_add(b, c), ty)),
                    (a, b, c) => value(self.float(f64::from((a as f32).mul_add(b as f32, c as f32)), ty)),
                }
            }
            "log" => {
                let base = self.float_argument(call, 0, ty)?;
                let (x, base) = (self.float_value(term)?, self.float_value(base)?);
                value(match ty {
                    FloatType::F64 => self.float(x.log(base), ty),
                    FloatType::F32 => self.float(f64::from((x as f32).log(base as f32)), ty),
                })
            }
            "asinh" => value(self.native(term, ty, f64::asinh)?),
            "acosh" => value(self.native(term, ty, f64::acosh)?),
            "atanh" => value(self.native(term, ty, f64::atanh)?),
            "round_ties_even" => value(self.native(term, ty, f64::round_ties_even)?),
            "sin_cos" => {
                let sin = self.terms.make(Term::FloatFn(FloatFn::Sin, ty, term));
                let cos = self.terms.make(Term::FloatFn(FloatFn::Cos, ty, term));
                Val::tuple(vec![value(sin), value(cos)])
            }
            "recip" => {
                let one = self.float(1.0, ty);
                value(self.terms.make(Term::FloatOp(FloatOp::Div, ty, one, term)))
            }
            "fract" => {
                let whole = self.terms.make(Term::FloatFn(FloatFn::Trunc, ty, term));
                value(self.terms.make(Term::FloatOp(FloatOp::Sub, ty, term, whole)))
            }
            "to_radians" | "to_degrees" => {
                let (to_radians, degrees32) = (std::f64::consts::PI / 180.0, 57.295_78_f32);
                let factor = match (call.name, ty) {
                    ("to_radians", FloatType::F64) => to_radians,
                    ("to_radians", FloatType::F32) => f64::from(std::f32::consts::PI / 180.0),
                    (_, FloatType::F64) => 180.0 / std::f64::consts::PI,
                    (_, FloatType::F32) => f64::from(degrees32),
                };
                let factor = self.float(factor, ty);
                value(self.terms.make(Term::FloatOp(FloatOp::Mul, ty, term, factor)))
            }
            "signum" | "copysign" => {
                let magnitude = match call.name {
                    "signum" => self.float(1.0, ty),
                    _ => self.terms.make(Term::FloatFn(FloatFn::Abs, ty, term)),
                };
                let sign = if call.name == "signum" { term } else { self.float_argument(call, 0, ty)? };
                let negated = self.terms.make(Term::FloatFn(FloatFn::Neg, ty, magnitude));
                let negative = self.is_sign_negative(sign, ty)?;
                let signed = self.ite(negative, negated, magnitude);
                if call.name == "copysign" {
                    return Ok(value(signed));
                }
                let nan = self.terms.make(Term::IsNan(term));
                value(self.ite(nan, term, signed))
            }
            "is_sign_negative" => Val::Bool(self.is_sign_negative(term, ty)?),
            "is_sign_positive" => {
                let negative = self.is_sign_negative(term, ty)?;
                Val::Bool(self.not(negative))
            }
            "is_nan" => Val::Bool(self.terms.make(Term::IsNan(term))),
            "is_infinite" | "is_finite" => {
                let abs = self.terms.make(Term::FloatFn(FloatFn::Abs, ty, term));
                let infinity = self.float(f64::INFINITY, ty);
                let less = if call.name == "is_finite" {
                    Term::FloatLt(abs, infinity)
                } else {
                    Term::FloatEq(abs, infinity)
                };
                Val::Bool(self.terms.make(less))
            }
            "is_normal" | "is_subnormal" => {
                let x = self.float_value(term)?;
                let (normal, subnormal) = match ty {
                    FloatType::F64 => (x.is_normal(), x.is_subnormal()),
                    FloatType::F32 => ((x as f32).is_normal(), (x as f32).is_subnormal()),
                };
                self.val_bool(if call.name == "is_normal" { normal } else { subnormal })
            }
            "clamp" => {
                let (low, high) = (self.float_argument(call, 0, ty)?, self.float_argument(call, 1, ty)?);
                let ordered = self.terms.make(Term::FloatLe(low, high));
                self.require(ordered)?;
                let below = self.terms.make(Term::FloatLt(term, low));
                let raised = self.ite(below, low, term);
                let above = self.terms.make(Term::FloatLt(high, raised));
                value(self.ite(above, high, raised))
            }
            "rem_euclid" => {
                let by = self.float_argument(call, 0, ty)?;
                let rest = self.terms.make(Term::FloatOp(FloatOp::Rem, ty, term, by));
                let zero = self.float(0.0, ty);
                let negative = self.terms.make(Term::FloatLt(rest, zero));
                let abs = self.terms.make(Term::FloatFn(FloatFn::Abs, ty, by));
                let moved = self.terms.make(Term::FloatOp(FloatOp::Add, ty, rest, abs));
                value(self.ite(negative, moved, rest))
            }
            "div_euclid" => {
                let by = self.float_argument(call, 0, ty)?;
                let quotient = self.terms.make(Term::FloatOp(FloatOp::Div, ty, term, by));
                let whole = self.terms.make(Term::FloatFn(FloatFn::Trunc, ty, quotient));
                let rest = self.terms.make(Term::FloatOp(FloatOp::Rem, ty, term, by));
                let (zero, one) = (self.float(0.0, ty), self.float(1.0, ty));
                let (negative, positive_by) =
                    (self.terms.make(Term::FloatLt(rest, zero)), self.terms.make(Term::FloatLt(zero, by)));
                let less = self.terms.make(Term::FloatOp(FloatOp::Sub, ty, whole, one));
                let more = self.terms.make(Term::FloatOp(FloatOp::Add, ty, whole, one));
                let moved = self.ite(positive_by, less, more);
                value(self.ite(negative, moved, whole))
            }
            "abs_sub" => return call.unknown(),
            "total_cmp" => {
                let other = self.float_argument(call, 0, ty)?;
                self.total_order(term, other, ty)?
            }
            "to_bits" => {
                let x = self.float_value(term)?;
                let (bits, int) = match ty {
                    FloatType::F64 => (i128::from(x.to_bits()), IntType::U64),
                    FloatType::F32 => (i128::from((x as f32).to_bits()), IntType::U32),
                };
                Val::Int(self.int(bits), Some(int))
            }
            "add" | "sub" | "mul" | "div" | "rem" => {
                use crate::program::Binary;
                let op = match call.name {
                    "add" => Binary::Add,
                    "sub" => Binary::Sub,
                    "mul" => Binary::Mul,
                    "div" => Binary::Div,
                    _ => Binary::Rem,
                };
                return self.binary_of(op, call.value.clone(), call.arg(0)?);
            }
            _ => return call.unknown(),
        })
    }

    fn float_argument(&mut self, call: &Call<'p, '_>, at: usize, ty: FloatType) -> Eval<'p, TermId> {
        let value = call.arg(at)?;
        match self.shape(value)? {
            Val::Float(term, None) => Ok(self.float_as(term, ty)),
            Val::Float(term, _) => Ok(term),
            other => gap(format!("`{}` with {}", call.name, other.kind())),
        }
    }

    /// The value of a float under the chooser's input.
    pub fn float_value(&mut self, term: TermId) -> Eval<'p, f64> {
        match self.concretised(term, "a function of floats")? {
            Scalar::Float(x) => Ok(x),
            _ => gap("a function of floats"),
        }
    }

    fn native(&mut self, term: TermId, ty: FloatType, function: impl Fn(f64) -> f64) -> Eval<'p, TermId> {
        let x = self.float_value(term)?;
        Ok(self.float(function(x), ty))
    }

    /// Whether a float is below zero or is `-0.0`; the sign of NaN is not known.
    fn is_sign_negative(&mut self, term: TermId, ty: FloatType) -> Eval<'p, TermId> {
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

    fn total_order(&mut self, a: TermId, b: TermId, ty: FloatType) -> Eval<'p> {
        if let (Some(Scalar::Float(x)), Some(Scalar::Float(y))) = (self.constant(a), self.constant(b)) {
            let order = match ty {
                FloatType::F64 => x.total_cmp(&y),
                FloatType::F32 => (x as f32).total_cmp(&(y as f32)),
            };
            return Ok(Val::known("Ordering", (order as i8 + 1) as usize, Vec::new()));
        }
        for term in [a, b] {
            let nan = self.terms.make(Term::IsNan(term));
            if self.fork(nan)? {
                let (x, y) = (self.float_value(a)?, self.float_value(b)?);
                return Ok(Val::known("Ordering", (x.total_cmp(&y) as i8 + 1) as usize, Vec::new()));
            }
        }
        let (less, same) = (self.terms.make(Term::FloatLt(a, b)), self.terms.make(Term::FloatEq(a, b)));
        let (a, b) = (self.is_sign_negative(a, ty)?, self.is_sign_negative(b, ty)?);
        // `-0.0` is before `0.0`.
        let [less_tag, equal_tag, greater_tag] = [0, 1, 2].map(|n| self.int(n));
        let not_b = self.not(b);
        let not_a = self.not(a);
        let (before, behind) = (self.and(a, not_b), self.and(not_a, b));
        let behind = self.ite(behind, greater_tag, equal_tag);
        let zeros = self.ite(before, less_tag, behind);
        let rest = self.ite(same, zeros, greater_tag);
        let tag = self.ite(less, less_tag, rest);
        Ok(self.open_ordering(tag))
    }

    /// `a.partial_cmp(&b)`.
    pub fn partial_ordering(&mut self, a: &Val<'p>, b: &Val<'p>) -> Eval<'p> {
        let (a, b) = (self.shape(a.clone())?, self.shape(b.clone())?);
        if let Val::Data(data) = &a
            && let Some(path) = self.own_method(data.path(), "partial_cmp", 2)
        {
            return self.call_path(&path, vec![a.clone(), b.clone()]);
        }
        let less = self.less(&a, &b, true)?;
        let same = self.equal(&a, &b)?;
        let [zero, one, two] = [0, 1, 2].map(|n| self.int(n));
        let rest = self.ite(same, one, two);
        let tag = self.ite(less, zero, rest);
        let ordering = self.open_ordering(tag);
        // Only what holds floats may have no order.
        if holds_only(&a, &mut |value| {
            !matches!(value, Val::Float(..) | Val::Data(_) | Val::Input(_) | Val::Unknown)
        }) {
            return Ok(Val::some(ordering));
        }
        let greater = self.less(&b, &a, true)?;
        let either = self.or(less, same);
        let ordered = self.or(either, greater);
        Ok(self.open_option(ordered, ordering))
    }

    pub fn bool_method(&mut self, call: &Call<'p, '_>, term: TermId) -> Eval<'p> {
        match call.name {
            "then_some" => {
                let value = call.arg(0)?;
                Ok(self.open_option(term, value))
            }
            "then" => {
                if self.fork(term)? {
                    let value = self.call_value(&call.arg(0)?, Vec::new())?;
                    Ok(Val::some(value))
                } else {
                    Ok(Val::none())
                }
            }
            "not" => Ok(Val::Bool(self.not(term))),
            _ => call.unknown(),
        }
    }
}

/// Whether all parts of a value are of a kind.
fn holds_only<'p>(value: &Val<'p>, test: &mut dyn FnMut(&Val<'p>) -> bool) -> bool {
    test(value)
        && match value {
            Val::Tuple(parts) => parts.iter().all(|part| holds_only(part, test)),
            Val::Seq(seq) => seq.all().first().is_none_or(|item| holds_only(item, test)),
            _ => true,
        }
}

fn float_function(name: &str) -> Option<FloatFn> {
    Some(match name {
        "neg" => FloatFn::Neg,
        "abs" => FloatFn::Abs,
        "sqrt" => FloatFn::Sqrt,
        "floor" => FloatFn::Floor,
        "ceil" => FloatFn::Ceil,
        "round" => FloatFn::Round,
        "trunc" => FloatFn::Trunc,
        "sin" => FloatFn::Sin,
        "cos" => FloatFn::Cos,
        "tan" => FloatFn::Tan,
        "asin" => FloatFn::Asin,
        "acos" => FloatFn::Acos,
        "atan" => FloatFn::Atan,
        "sinh" => FloatFn::Sinh,
        "cosh" => FloatFn::Cosh,
        "tanh" => FloatFn::Tanh,
        "exp" => FloatFn::Exp,
        "exp2" => FloatFn::Exp2,
        "ln" => FloatFn::Ln,
        "log2" => FloatFn::Log2,
        "log10" => FloatFn::Log10,
        "ln_1p" => FloatFn::Ln1p,
        "exp_m1" => FloatFn::ExpM1,
        "cbrt" => FloatFn::Cbrt,
        _ => return None,
    })
}
