//! A wanted value on its way from a term down to one variable, through inverses of the operations.

use rand::RngExt;

use super::super::super::term::{Bits, FloatFn, FloatOp, Scalar, Term, TermId, numbers};
use super::Repair;
use morph_relation::FloatType;

impl Repair<'_> {
    /// Changes one variable so that a term may get a value; whether it was changed.
    pub(super) fn aim(&mut self, id: TermId, target: Scalar) -> bool {
        let (mut id, mut target) = (id, target);
        loop {
            if let Term::Var(_) = self.slice.get(id) {
                let found = self.slice.variables.iter().position(|(place, _)| *place == id);
                return found.is_some_and(|index| self.set(index, target));
            }
            let next = match target {
                Scalar::Bool(wanted) => self.aim_bool(self.slice.get(id), wanted),
                Scalar::Int(wanted) => self.aim_int(self.slice.get(id), wanted),
                Scalar::Float(wanted) => self.aim_float(self.slice.get(id), wanted),
            };
            match next {
                Some((part, value)) if self.varies(part) => (id, target) = (part, value),
                _ => return false,
            }
        }
    }

    fn aim_bool(&mut self, term: Term, wanted: bool) -> Option<(TermId, Scalar)> {
        match term {
            Term::Not(a) => Some((a, Scalar::Bool(!wanted))),
            Term::And(a, b) | Term::Or(a, b) => {
                let all = matches!(term, Term::And(..)) == wanted;
                // Both are needed: the one that is missing. Either will do: one of them.
                let first = match (self.bool(a) == Some(wanted), self.bool(b) == Some(wanted)) {
                    (true, false) if all => false,
                    (false, true) if all => true,
                    _ => self.either(a, b)?,
                };
                Some((if first { a } else { b }, Scalar::Bool(wanted)))
            }
            Term::Eq(a, b) => {
                let first = self.either(a, b)?;
                let (part, other) = if first { (a, b) } else { (b, a) };
                match self.value(other)? {
                    Scalar::Bool(value) => Some((part, Scalar::Bool(value == wanted))),
                    Scalar::Int(value) if wanted => Some((part, Scalar::Int(value))),
                    Scalar::Int(value) => {
                        let away = if self.rng.random_bool(0.5) { 1 } else { -1 };
                        Some((part, Scalar::Int(value.saturating_add(away))))
                    }
                    Scalar::Float(_) => None,
                }
            }
            Term::Lt(a, b) | Term::Le(a, b) => {
                let strict = matches!(term, Term::Lt(..)) == wanted;
                let (a, b) = if wanted { (a, b) } else { (b, a) };
                let first = self.either(a, b)?;
                let gap = i128::from(strict)
                    + if self.rng.random_bool(0.2) { self.rng.random_range(0..20) } else { 0 };
                match first {
                    true => Some((a, Scalar::Int(self.int(b)?.saturating_sub(gap)))),
                    false => Some((b, Scalar::Int(self.int(a)?.saturating_add(gap)))),
                }
            }
            Term::FloatEq(a, b) => {
                let first = self.either(a, b)?;
                let (part, other) = if first { (a, b) } else { (b, a) };
                let value = self.float(other)?;
                let value = if wanted { value } else { self.nudged(value.next_up()) };
                Some((part, Scalar::Float(value)))
            }
            Term::FloatLt(a, b) | Term::FloatLe(a, b) => {
                let strict = matches!(term, Term::FloatLt(..)) == wanted;
                let (a, b) = if wanted { (a, b) } else { (b, a) };
                let first = self.either(a, b)?;
                let value = self.float(if first { b } else { a })?;
                let beyond = match (first, self.rng.random_range(0..3)) {
                    _ if value.is_nan() => 0.0,
                    (true, 0) => value - 1.0 - value.abs() * 0.1,
                    (false, 0) => value + 1.0 + value.abs() * 0.1,
                    (true, _) if strict => value.next_down(),
                    (false, _) if strict => value.next_up(),
                    _ => value,
                };
                Some((if first { a } else { b }, Scalar::Float(beyond)))
            }
            Term::IsNan(a) => Some((a, Scalar::Float(if wanted { f64::NAN } else { 1.0 }))),
            Term::Ite(c, a, b) => self.choose(c, a, b, Scalar::Bool(wanted)),
            _ => None,
        }
    }

    /// A way to give a choice a value: through the side that is chosen, or by choosing the other.
    fn choose(&mut self, c: TermId, a: TermId, b: TermId, wanted: Scalar) -> Option<(TermId, Scalar)> {
        let chosen = self.bool(c)?;
        let (this, other) = if chosen { (a, b) } else { (b, a) };
        let flip = self.value(other) == Some(wanted) || !self.varies(this) || self.rng.random_bool(0.2);
        match flip && self.varies(c) {
            true => Some((c, Scalar::Bool(!chosen))),
            false => Some((this, wanted)),
        }
    }

    fn aim_int(&mut self, term: Term, wanted: i128) -> Option<(TermId, Scalar)> {
        let (part, value) = match term {
            Term::Add(a, b) => {
                let (part, other) = if self.either(a, b)? { (a, b) } else { (b, a) };
                (part, wanted.checked_sub(self.int(other)?)?)
            }
            Term::Sub(a, b) => match self.either(a, b)? {
                true => (a, wanted.checked_add(self.int(b)?)?),
                false => (b, self.int(a)?.checked_sub(wanted)?),
            },
            Term::Mul(a, b) => {
                let (part, other) = if self.either(a, b)? { (a, b) } else { (b, a) };
                match self.int(other)? {
                    // Nothing but zero is reached: the zero has to go.
                    0 if wanted != 0 && self.varies(other) => (other, 1),
                    0 => return None,
                    factor => (part, wanted.checked_div(factor)?),
                }
            }
            Term::Div(a, b) => match self.either(a, b)? {
                true => {
                    let divisor = self.int(b)?;
                    let rest = self.rng.random_range(0..=divisor.checked_abs()?.max(1) - 1);
                    let rest = if wanted == 0 || self.rng.random_bool(0.5) { 0 } else { rest };
                    let whole = wanted.checked_mul(divisor)?;
                    (a, if whole < 0 { whole.checked_sub(rest)? } else { whole.checked_add(rest)? })
                }
                false => (b, self.int(a)?.checked_div(wanted)?),
            },
            Term::Rem(a, b) => match self.either(a, b)? {
                true => {
                    let (value, divisor) = (self.int(a)?, self.int(b)?);
                    if let Some(value) = self.congruent(a, divisor, wanted) {
                        return Some((a, Scalar::Int(value)));
                    }
                    let whole = value.checked_sub(value.checked_rem(divisor)?)?;
                    let turn = if self.rng.random_bool(0.3) { divisor } else { 0 };
                    (a, whole.checked_add(wanted)?.checked_add(turn)?)
                }
                false => (b, self.int(a)?.checked_sub(wanted)?),
            },
            Term::Wrap(ty, a) => {
                let value = self.int(a)?;
                let around = value.checked_sub(numbers::wrapped(ty, value)?)?;
                (a, if self.rng.random_bool(0.5) { around.checked_add(wanted)? } else { wanted })
            }
            Term::Bits(op, ty, a, b) => {
                let first = self.either(a, b)?;
                let (part, other) = if first { (a, b) } else { (b, a) };
                let (value, mask) = (self.int(part)?, self.int(other)?);
                let shift = u32::try_from(mask).ok().filter(|shift| *shift < ty.bits());
                match op {
                    Bits::And => (part, value & !mask | wanted & mask),
                    Bits::Or => (part, wanted & !mask | value & mask & wanted),
                    Bits::Xor => (part, wanted ^ mask),
                    Bits::Shl if first => (a, wanted >> shift?),
                    Bits::Shr if first => (a, numbers::wrapped(ty, wanted << shift?)?),
                    Bits::Shl | Bits::Shr => (b, self.rng.random_range(0..i128::from(ty.bits()))),
                }
            }
            Term::Ite(c, a, b) => return self.choose(c, a, b, Scalar::Int(wanted)),
            Term::ToInt(_, a) => {
                let value = wanted as f64;
                let value = if self.rng.random_bool(0.3) { value + 0.5 * value.signum() } else { value };
                return Some((a, Scalar::Float(value)));
            }
            _ => return None,
        };
        Some((part, Scalar::Int(value)))
    }

    fn aim_float(&mut self, term: Term, wanted: f64) -> Option<(TermId, Scalar)> {
        let (part, value) = match term {
            Term::FloatFn(function, _, a) => {
                let value = inverse(function, wanted);
                let negative = function == FloatFn::Abs && self.rng.random_bool(0.5);
                (a, if negative { -value } else { value })
            }
            Term::FloatOp(op, ty, a, b) => {
                let first = self.either(a, b)?;
                let (part, other) = if first { (a, b) } else { (b, a) };
                (part, other_operand(op, ty, first, wanted, self.float(other)?))
            }
            Term::Ite(c, a, b) => return self.choose(c, a, b, Scalar::Float(wanted)),
            Term::ToFloat(_, a) => {
                let value = match self.rng.random_range(0..3) {
                    0 => wanted.floor(),
                    1 => wanted.ceil(),
                    _ => wanted.round(),
                };
                return Some((a, Scalar::Int(value as i128)));
            }
            Term::Resize(_, a) => (a, wanted),
            _ => return None,
        };
        Some((part, Scalar::Float(self.nudged(value))))
    }
}

/// What a function gives a value for.
fn inverse(function: FloatFn, y: f64) -> f64 {
    match function {
        FloatFn::Neg => -y,
        FloatFn::Abs | FloatFn::Floor | FloatFn::Ceil | FloatFn::Round | FloatFn::Trunc => y,
        FloatFn::Sqrt => y * y,
        FloatFn::Sin => y.asin(),
        FloatFn::Cos => y.acos(),
        FloatFn::Tan => y.atan(),
        FloatFn::Asin => y.sin(),
        FloatFn::Acos => y.cos(),
        FloatFn::Atan => y.tan(),
        FloatFn::Sinh => y.asinh(),
        FloatFn::Cosh => y.acosh(),
        FloatFn::Tanh => y.atanh(),
        FloatFn::Exp => y.ln(),
        FloatFn::Exp2 => y.log2(),
        FloatFn::Ln => y.exp(),
        FloatFn::Log2 => y.exp2(),
        FloatFn::Log10 => 10_f64.powf(y),
        FloatFn::Ln1p => y.exp_m1(),
        FloatFn::ExpM1 => y.ln_1p(),
        FloatFn::Cbrt => y * y * y,
    }
}

/// The operand that gives `y` with the other one; `first` where it is the first.
fn other_operand(op: FloatOp, ty: FloatType, first: bool, y: f64, other: f64) -> f64 {
    let value = match op {
        FloatOp::Add => y - other,
        FloatOp::Sub if first => y + other,
        FloatOp::Sub => other - y,
        FloatOp::Mul => y / other,
        FloatOp::Div if first => y * other,
        FloatOp::Div => other / y,
        FloatOp::Rem if first => y,
        FloatOp::Rem => other - y,
        FloatOp::Min | FloatOp::Max => y,
        FloatOp::Pow if first => y.powf(1.0 / other),
        FloatOp::Pow => y.ln() / other.ln(),
        FloatOp::Hypot => (y * y - other * other).sqrt(),
        FloatOp::Atan2 if first => y.tan() * other,
        FloatOp::Atan2 => other / y.tan(),
    };
    numbers::rounded(ty, value)
}
