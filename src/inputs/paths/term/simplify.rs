//! Terms are simplified as they are made. What had a value keeps it under every assignment; what had none may get one,
//! as `x - x` does for an `x` that divides by zero.

use super::evaluate::{self, Known};
use super::{Bits, FloatFn, FloatOp, Scalar, Term, TermId, Terms, interval};
use crate::relation::{FloatType, IntType};

impl Terms {
    /// A term, simplified: what is made of constants is one, and `x + 0`, `!!x`, `x == x` and the like are shortened.
    /// Of operands that commute, a constant is the second.
    pub fn make(&mut self, term: Term) -> TermId {
        let term = self.ordered(term);
        if let Some(id) = self.folded(term).or_else(|| self.shortened(term)) {
            return id;
        }
        self.intern(term)
    }

    /// With operands that commute in order: constants last, what was made first before what was made later.
    fn ordered(&self, term: Term) -> Term {
        let swap = |a: TermId, b: TermId| {
            let rank = |id| (self.as_constant(id).is_some(), id);
            rank(a) > rank(b)
        };
        match term {
            Term::And(a, b) if swap(a, b) => Term::And(b, a),
            Term::Or(a, b) if swap(a, b) => Term::Or(b, a),
            Term::Eq(a, b) if swap(a, b) => Term::Eq(b, a),
            Term::Add(a, b) if swap(a, b) => Term::Add(b, a),
            Term::Mul(a, b) if swap(a, b) => Term::Mul(b, a),
            Term::Bits(op @ (Bits::And | Bits::Or | Bits::Xor), ty, a, b) if swap(a, b) => {
                Term::Bits(op, ty, b, a)
            }
            Term::FloatEq(a, b) if swap(a, b) => Term::FloatEq(b, a),
            Term::FloatOp(op @ (FloatOp::Add | FloatOp::Mul), ty, a, b) if swap(a, b) => {
                Term::FloatOp(op, ty, b, a)
            }
            other => other,
        }
    }

    /// The constant that it is, by its parts or its bounds.
    fn folded(&mut self, term: Term) -> Option<TermId> {
        let constant = |id| self.as_constant(id).map(Known::Is);
        let part = |id: TermId| match self.get(id) {
            // A product of constants that left `i128` is still known well enough to be wrapped.
            Term::Add(..) | Term::Sub(..) | Term::Mul(..) if matches!(term, Term::Wrap(..)) => {
                evaluate::step(self.get(id), constant, |_| None)
            }
            _ => constant(id),
        };
        match evaluate::step(term, part, |_| None) {
            Some(Known::Is(Scalar::Bool(value))) => return Some(self.bool(value)),
            Some(Known::Is(Scalar::Int(value))) => return Some(self.int(value)),
            Some(Known::Is(Scalar::Float(value))) => {
                let super::Sort::Float(ty) = self.sort_of_new(term) else { return None };
                return Some(self.float(value, ty));
            }
            Some(Known::Modulo(_)) | None => {}
        }
        match (term, self.sort_of_new(term)) {
            (Term::Var(_), _) => None,
            (_, super::Sort::Int(low, high)) if low == high && !self.leaves_when_new(term) => {
                Some(self.int(low))
            }
            _ => None,
        }
    }

    /// What it is the same as.
    fn shortened(&mut self, term: Term) -> Option<TermId> {
        match term {
            Term::Not(a) => self.negated(a),
            Term::And(a, b) => match (self.get(a), self.get(b)) {
                (_, Term::Bool(true)) => Some(a),
                _ if a == b => Some(a),
                (Term::Not(x), _) if x == b => Some(self.bool(false)),
                (_, Term::Not(x)) if x == a => Some(self.bool(false)),
                _ => None,
            },
            Term::Or(a, b) => match (self.get(a), self.get(b)) {
                (_, Term::Bool(false)) => Some(a),
                _ if a == b => Some(a),
                (Term::Not(x), _) if x == b => Some(self.bool(true)),
                (_, Term::Not(x)) if x == a => Some(self.bool(true)),
                _ => None,
            },
            Term::Eq(a, b) => self.equal(a, b),
            Term::Lt(a, b) => self.less(a, b),
            Term::Le(a, b) => self.at_most(a, b),
            Term::Add(a, b) => self.added(a, b),
            Term::Sub(a, b) => self.subtracted(a, b),
            Term::Mul(a, b) => self.multiplied(a, b),
            Term::Div(a, b) => self.divided(a, b),
            Term::Rem(a, b) => self.remaining(a, b),
            Term::Bits(op, ty, a, b) => self.by_bits(op, ty, a, b),
            Term::Wrap(ty, a) => self.wrapped(ty, a),
            Term::Ite(c, a, b) => match (self.get(c), self.get(a), self.get(b)) {
                (Term::Bool(true), ..) => Some(a),
                (Term::Bool(false), ..) => Some(b),
                _ if a == b => Some(a),
                (_, Term::Bool(true), Term::Bool(false)) => Some(c),
                (_, Term::Bool(false), Term::Bool(true)) => Some(self.not(c)),
                (_, Term::Bool(true), _) => Some(self.make(Term::Or(c, b))),
                (_, _, Term::Bool(false)) => Some(self.make(Term::And(c, a))),
                (Term::Not(c), ..) => Some(self.make(Term::Ite(c, b, a))),
                _ => None,
            },
            Term::FloatFn(..)
            | Term::FloatOp(..)
            | Term::FloatEq(..)
            | Term::FloatLt(..)
            | Term::FloatLe(..)
            | Term::IsNan(_)
            | Term::ToInt(..)
            | Term::Resize(..) => self.of_floats(term),
            Term::Bool(_) | Term::Int(_) | Term::Float(..) | Term::Var(_) | Term::ToFloat(..) => None,
        }
    }

    fn negated(&mut self, a: TermId) -> Option<TermId> {
        match self.get(a) {
            Term::Not(x) => Some(x),
            Term::Lt(x, y) => Some(self.make(Term::Le(y, x))),
            Term::Le(x, y) => Some(self.make(Term::Lt(y, x))),
            _ => None,
        }
    }

    /// `x + c` as `x` and `c`, with 0 where there is none.
    fn offset(&self, id: TermId) -> (TermId, i128) {
        match self.get(id) {
            Term::Add(x, c) => self.as_int(c).map_or((id, 0), |c| (x, c)),
            _ => (id, 0),
        }
    }

    /// `x * c` as `x` and `c`.
    fn factor(&self, id: TermId) -> Option<(TermId, i128)> {
        match self.get(id) {
            Term::Mul(x, c) => self.as_int(c).map(|c| (x, c)),
            _ => None,
        }
    }

    fn plus(&mut self, x: TermId, c: i128) -> TermId {
        let c = self.int(c);
        self.make(Term::Add(x, c))
    }

    fn equal(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        if a == b {
            return Some(self.bool(true));
        }
        if let Some(is_true) = self.as_bool(b) {
            return Some(if is_true { a } else { self.not(a) });
        }
        if !matches!(self.sort_of(a), super::Sort::Int(..)) {
            return None;
        }
        let ((low, high), (from, to)) = (self.bounds(a), self.bounds(b));
        if high < from || to < low {
            return Some(self.bool(false));
        }
        let ((x, c), (y, d)) = (self.offset(a), self.offset(b));
        if x == y {
            return Some(self.bool(c == d));
        }
        if c != 0
            && let Some(c) = d.checked_sub(c)
            && d != 0
            && !interval::overflows(interval::sum, self.bounds(y), (c, c))
        {
            let y = self.plus(y, c);
            return Some(self.make(Term::Eq(x, y)));
        }
        let value = self.as_int(b)?;
        if c != 0
            && let Some(rest) = value.checked_sub(c)
        {
            let rest = self.int(rest);
            return Some(self.make(Term::Eq(x, rest)));
        }
        if let Some((x, factor)) = self.factor(a) {
            let rest = value.checked_rem(factor)?;
            let ratio = self.int(value.checked_div(factor)?);
            return Some(if rest == 0 { self.make(Term::Eq(x, ratio)) } else { self.bool(false) });
        }
        if let Term::Sub(x, y) = self.get(a)
            && value == 0
        {
            return Some(self.make(Term::Eq(x, y)));
        }
        self.choice(a, |terms, x| terms.make(Term::Eq(x, b)))
    }

    fn less(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        // Where one side is a constant, `<=` is the one form.
        if let Some(value) = self.as_int(b).and_then(|value| value.checked_sub(1)) {
            let value = self.int(value);
            return Some(self.make(Term::Le(a, value)));
        }
        if let Some(value) = self.as_int(a).and_then(|value| value.checked_add(1)) {
            let value = self.int(value);
            return Some(self.make(Term::Le(value, b)));
        }
        let ((low, high), (from, to)) = (self.bounds(a), self.bounds(b));
        if a == b || low >= to {
            return Some(self.bool(false));
        }
        if high < from {
            return Some(self.bool(true));
        }
        let ((x, c), (y, d)) = (self.offset(a), self.offset(b));
        if x == y {
            return Some(self.bool(c < d));
        }
        None
    }

    fn at_most(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let ((low, high), (from, to)) = (self.bounds(a), self.bounds(b));
        if a == b || high <= from {
            return Some(self.bool(true));
        }
        if low > to {
            return Some(self.bool(false));
        }
        let ((x, c), (y, d)) = (self.offset(a), self.offset(b));
        if x == y {
            return Some(self.bool(c <= d));
        }
        if let Some(value) = self.as_int(b) {
            if c != 0
                && let Some(rest) = value.checked_sub(c)
            {
                let rest = self.int(rest);
                return Some(self.make(Term::Le(x, rest)));
            }
            if let Some((x, factor)) = self.factor(a)
                && factor != 0
                && factor != i128::MIN
            {
                // Towards the side that x may be on.
                let bound = match factor > 0 {
                    true => value.div_euclid(factor),
                    false => value.div_euclid(-factor).checked_neg()?,
                };
                let bound = self.int(bound);
                let sides = if factor > 0 { Term::Le(x, bound) } else { Term::Le(bound, x) };
                return Some(self.make(sides));
            }
            return self.choice(a, |terms, x| terms.make(Term::Le(x, b)));
        }
        if let Some(value) = self.as_int(a) {
            if d != 0
                && let Some(rest) = value.checked_sub(d)
            {
                let rest = self.int(rest);
                return Some(self.make(Term::Le(rest, y)));
            }
            if let Some((y, factor)) = self.factor(b)
                && factor != 0
                && factor != i128::MIN
                && let Some(negative) = value.checked_neg()
            {
                // value <= factor * y is -factor * y <= -value.
                let bound = match factor > 0 {
                    true => negative.div_euclid(factor).checked_neg()?,
                    false => negative.div_euclid(-factor),
                };
                let bound = self.int(bound);
                let sides = if factor > 0 { Term::Le(bound, y) } else { Term::Le(y, bound) };
                return Some(self.make(sides));
            }
            return self.choice(b, |terms, y| terms.make(Term::Le(a, y)));
        }
        None
    }

    /// A comparison with a choice between constants, as what decides it.
    fn choice(
        &mut self,
        id: TermId,
        mut compare: impl FnMut(&mut Terms, TermId) -> TermId,
    ) -> Option<TermId> {
        let Term::Ite(c, a, b) = self.get(id) else { return None };
        let is_choice = |terms: &Terms, id| matches!(terms.get(id), Term::Ite(..));
        if self.as_int(a).is_none() && self.as_int(b).is_none() || is_choice(self, a) || is_choice(self, b) {
            return None;
        }
        let (a, b) = (compare(self, a), compare(self, b));
        Some(self.make(Term::Ite(c, a, b)))
    }

    fn added(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        if let Some(value) = self.as_int(b) {
            if value == 0 {
                return Some(a);
            }
            let (x, c) = self.offset(a);
            if c != 0
                && let Some(sum) = c.checked_add(value)
            {
                return Some(self.plus(x, sum));
            }
            return None;
        }
        let ((x, c), (y, d)) = (self.offset(a), self.offset(b));
        if (c != 0 || d != 0)
            && let Some(sum) = c.checked_add(d)
            && !interval::overflows(interval::sum, self.bounds(x), self.bounds(y))
        {
            let both = self.make(Term::Add(x, y));
            return Some(self.plus(both, sum));
        }
        if a == b {
            let two = self.int(2);
            return Some(self.make(Term::Mul(a, two)));
        }
        match (self.get(a), self.get(b)) {
            (Term::Sub(x, y), _) if y == b => Some(x),
            (_, Term::Sub(x, y)) if y == a => Some(x),
            _ => None,
        }
    }

    fn subtracted(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        if a == b {
            return Some(self.int(0));
        }
        if let Some(negative) = self.as_int(b).and_then(i128::checked_neg) {
            return Some(self.plus(a, negative));
        }
        if self.as_int(a) == Some(0) {
            let minus = self.int(-1);
            return Some(self.make(Term::Mul(b, minus)));
        }
        let ((x, c), (y, d)) = (self.offset(a), self.offset(b));
        if (c != 0 || d != 0)
            && let Some(offset) = c.checked_sub(d)
            && !interval::overflows(interval::difference, self.bounds(x), self.bounds(y))
        {
            let both = self.make(Term::Sub(x, y));
            return Some(self.plus(both, offset));
        }
        match (self.get(a), self.get(b)) {
            (Term::Add(x, y), _) if y == b => Some(x),
            (Term::Add(x, y), _) if x == b => Some(y),
            (_, Term::Sub(x, y)) if x == a => Some(y),
            _ => None,
        }
    }

    fn multiplied(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let value = self.as_int(b)?;
        match value {
            0 => return Some(self.int(0)),
            1 => return Some(a),
            _ => {}
        }
        let (x, factor) = self.factor(a)?;
        let both = self.int(factor.checked_mul(value)?);
        Some(self.make(Term::Mul(x, both)))
    }

    fn divided(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let value = self.as_int(b).filter(|value| *value != 0)?;
        if value == 1 {
            return Some(a);
        }
        if let Some((x, factor)) = self.factor(a)
            && factor != 0
            && let Some(0) = factor.checked_rem(value)
        {
            let ratio = self.int(factor.checked_div(value)?);
            return Some(self.make(Term::Mul(x, ratio)));
        }
        if let Term::Div(x, c) = self.get(a)
            && let Some(c) = self.as_int(c).filter(|c| *c != 0)
        {
            let both = self.int(c.checked_mul(value)?);
            return Some(self.make(Term::Div(x, both)));
        }
        None
    }

    fn remaining(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let value = self.as_int(b).filter(|value| *value != 0)?;
        let (low, high) = self.bounds(a);
        let largest = value.checked_abs()? - 1;
        if -largest <= low && high <= largest {
            return Some(a);
        }
        if value < 0 {
            let positive = self.int(-value);
            return Some(self.make(Term::Rem(a, positive)));
        }
        if let Some((_, factor)) = self.factor(a)
            && factor % value == 0
        {
            return Some(self.int(0));
        }
        None
    }

    fn by_bits(&mut self, op: Bits, ty: IntType, a: TermId, b: TermId) -> Option<TermId> {
        if a == b {
            match op {
                Bits::And | Bits::Or => return Some(a),
                Bits::Xor => return Some(self.int(0)),
                Bits::Shl | Bits::Shr => {}
            }
        }
        let value = self.as_int(b)?;
        let all = if ty.signed() { -1 } else { ty.highest() };
        let is_all = value == all && ty != IntType::U128;
        let (low, high) = self.bounds(a);
        match op {
            Bits::Shl | Bits::Shr if value == 0 => Some(a),
            Bits::Or | Bits::Xor if value == 0 => Some(a),
            Bits::And if value == 0 => Some(self.int(0)),
            Bits::And if is_all => Some(a),
            Bits::Or if is_all => Some(b),
            Bits::Xor if is_all => Some(self.make(Term::Sub(b, a))),
            // What a mask of ones keeps is a remainder.
            Bits::And if low >= 0 && value > 0 && value.trailing_ones() + value.leading_zeros() == 128 => {
                if high <= value {
                    return Some(a);
                }
                let modulus = self.int(value.checked_add(1)?);
                Some(self.make(Term::Rem(a, modulus)))
            }
            // And a single bit is one of a quotient.
            Bits::And if low >= 0 && value.count_ones() == 1 && value > 0 => {
                let (bit, two) = (self.int(value), self.int(2));
                let quotient = self.make(Term::Div(a, bit));
                let is_set = self.make(Term::Rem(quotient, two));
                Some(self.make(Term::Mul(is_set, bit)))
            }
            Bits::Shl if (1..126).contains(&value) && value < i128::from(ty.bits()) => {
                let power = self.int(1 << value);
                let product = self.make(Term::Mul(a, power));
                Some(self.make(Term::Wrap(ty, product)))
            }
            Bits::Shr if low >= 0 && (1..126).contains(&value) && value < i128::from(ty.bits()) => {
                let power = self.int(1 << value);
                Some(self.make(Term::Div(a, power)))
            }
            _ => None,
        }
    }

    fn wrapped(&mut self, ty: IntType, a: TermId) -> Option<TermId> {
        let (low, high) = self.bounds(a);
        if ty.lowest() <= low && high <= ty.highest() && !self.leaves[a.0 as usize] {
            return Some(a);
        }
        match self.get(a) {
            Term::Wrap(inner, x)
                if ty.bits() <= inner.bits() && ty != IntType::U128 && inner != IntType::U128 =>
            {
                Some(self.make(Term::Wrap(ty, x)))
            }
            _ => None,
        }
    }

    /// Of floats, only what has the same bits.
    fn of_floats(&mut self, term: Term) -> Option<TermId> {
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
            Term::Resize(ty, a) => (self.sort_of(a) == super::Sort::Float(ty)).then_some(a),
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
