//! Floats: only what has the same bits.

use super::super::{FloatFn, FloatOp, Scalar, Sort, Term, TermId, Terms};
use morph_relation::FloatType;

impl Terms {
    /// Of floats, only what has the same bits.
    pub(super) fn of_floats(&mut self, term: Term) -> Option<TermId> {
        let float = |terms: &Terms, id| match terms.as_constant(id) {
            Some(Scalar::Float(value)) => Some(value),
            _ => None,
        };
        match term {
            Term::FloatFn(function, _, a) => match (function, self.get(a)) {
                (FloatFn::Neg, Term::FloatFn(FloatFn::Neg, _, x)) => Some(x),
                (FloatFn::Abs, Term::FloatFn(FloatFn::Abs, ..)) => Some(a),
                (FloatFn::Abs, Term::FloatFn(FloatFn::Neg, ty, x)) => {
                    Some(self.make(Term::FloatFn(FloatFn::Abs, ty, x)))
                }
                (FloatFn::Floor | FloatFn::Ceil | FloatFn::Round | FloatFn::Trunc, Term::ToFloat(..)) => {
                    Some(a)
                }
                _ => None,
            },
            Term::FloatOp(op, _, a, b) => match (op, float(self, b)?) {
                (FloatOp::Mul | FloatOp::Div, 1.0) => Some(a),
                (FloatOp::Add, value) if value == 0.0 && value.is_sign_negative() => Some(a),
                (FloatOp::Sub, value) if value == 0.0 && value.is_sign_positive() => Some(a),
                _ => None,
            },
            Term::FloatEq(a, b) | Term::FloatLe(a, b) if a == b => {
                let is_nan = self.make(Term::IsNan(a));
                Some(self.not(is_nan))
            }
            Term::FloatLt(a, b) if a == b => Some(self.bool(false)),
            Term::FloatEq(a, b) => self.exact(a, b, |a, b| a == b, Term::Eq),
            Term::FloatLt(a, b) => self.exact(a, b, |a, b| a < b, Term::Lt),
            Term::FloatLe(a, b) => self.exact(a, b, |a, b| a <= b, Term::Le),
            Term::IsNan(a) => match self.get(a) {
                Term::ToFloat(..) => Some(self.bool(false)),
                Term::FloatFn(FloatFn::Neg | FloatFn::Abs | FloatFn::Floor | FloatFn::Ceil, _, x)
                | Term::FloatFn(FloatFn::Round | FloatFn::Trunc, _, x)
                | Term::Resize(_, x) => Some(self.make(Term::IsNan(x))),
                _ => None,
            },
            Term::ToInt(ty, a) => {
                let x = self.exact_integer(a)?;
                let (low, high) = self.bounds(x);
                (ty.lowest() <= low && high <= ty.highest()).then_some(x)
            }
            Term::Resize(ty, a) => (self.sort_of(a) == Sort::Float(ty)).then_some(a),
            _ => None,
        }
    }

    /// The integer that a float was made of without rounding.
    fn exact_integer(&self, id: TermId) -> Option<TermId> {
        let Term::ToFloat(ty, x) = self.get(id) else { return None };
        let (low, high) = self.bounds(x);
        let largest = exact_up_to(ty);
        (-largest <= low && high <= largest).then_some(x)
    }

    /// A comparison of floats that were made of integers without rounding, with each other or with a constant, as one
    /// of the integers.
    fn exact(
        &mut self,
        a: TermId,
        b: TermId,
        holds: fn(f64, f64) -> bool,
        compared: fn(TermId, TermId) -> Term,
    ) -> Option<TermId> {
        if let (Some(x), Some(y)) = (self.exact_integer(a), self.exact_integer(b)) {
            return Some(self.make(compared(x, y)));
        }
        let constant = |terms: &Terms, id| match terms.as_constant(id) {
            Some(Scalar::Float(value)) => Some(value),
            _ => None,
        };
        let (x, value, flipped) = match (self.exact_integer(a), constant(self, b)) {
            (Some(x), Some(value)) => (x, value, false),
            _ => (self.exact_integer(b)?, constant(self, a)?, true),
        };
        let (low, high) = self.bounds(x);
        // Outside the bounds, or between two integers, the neighbours decide.
        if value.is_nan() || value.abs() > exact_up_to(FloatType::F64) as f64 || value.fract() != 0.0 {
            let at =
                |point: i128| if flipped { holds(value, point as f64) } else { holds(point as f64, value) };
            if at(low) == at(high) && (at(low) || holds(0.0, 1.0) || value.is_nan()) {
                return Some(self.bool(at(low)));
            }
            if !holds(0.0, 1.0) {
                return Some(self.bool(false));
            }
            let below = self.int(value.floor() as i128);
            let above = self.int(value.ceil() as i128);
            return Some(self.make(if flipped { Term::Le(above, x) } else { Term::Le(x, below) }));
        }
        let value = self.int(value as i128);
        Some(self.make(if flipped { compared(value, x) } else { compared(x, value) }))
    }
}

/// Up to which every integer is a float of this type.
fn exact_up_to(ty: FloatType) -> i128 {
    match ty {
        FloatType::F32 => 1 << 24,
        FloatType::F64 => 1 << 53,
    }
}
