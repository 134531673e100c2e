//! Arithmetic that several methods of integers share: powers, and division that leaves no negative rest.

use super::table::Integer;
use crate::machine::call::Call;
use crate::machine::state::{Eval, Machine, panicked, unsupported};
use crate::machine::value::Val;
use crate::term::{Term, TermId};

/// Exponents up to this are multiplied out: 2 to the power of 128 is beyond every type.
const LARGEST_EXPONENT: i128 = 128;

impl<'p> Machine<'p, '_> {
    /// The integer that a method is called with.
    pub fn integer_argument(&mut self, call: &Call<'p, '_>, at: usize) -> Eval<'p, TermId> {
        let value = call.arg(at)?;
        match self.shape(value)? {
            Val::Int(term, _) => Ok(term),
            other => unsupported(format!("`{}` with {}", call.name, other.kind())),
        }
    }

    /// A power whose exponent is the first argument; every product goes through `checked`.
    pub fn power(
        &mut self,
        call: &Call<'p, '_>,
        base: TermId,
        checked: impl Fn(&mut Self, TermId) -> Eval<'p, TermId>,
    ) -> Eval<'p, TermId> {
        let exponent = self.integer_argument(call, 0)?;
        if let (Some(base), None) = (self.as_int(base), self.as_int(exponent))
            && base.abs() > 1
        {
            // Beyond this, every result is out of any type's range.
            let high = self.range(exponent).1;
            if high > LARGEST_EXPONENT {
                let most = self.int(LARGEST_EXPONENT);
                let small = self.lt(exponent, most);
                if !self.fork(small)? {
                    return unsupported("a large power");
                }
            }
        }
        let exponent = self.pinned(exponent, "an exponent")?;
        if exponent > LARGEST_EXPONENT && self.as_int(base).is_none_or(|base| base.abs() > 1) {
            return unsupported("a large power");
        }
        // By squares, as `pow` does: an intermediate square that is not needed never overflows.
        let (mut result, mut square, mut left) = (self.int(1), base, exponent);
        while left > 0 {
            if left & 1 == 1 {
                let product = self.mul(result, square);
                result = checked(self, product)?;
            }
            left >>= 1;
            if left > 0 {
                let product = self.mul(square, square);
                square = checked(self, product)?;
            }
        }
        Ok(result)
    }

    /// `a.div_euclid(b)`, or `a.rem_euclid(b)`, where `b` is not zero.
    pub fn euclidean(&mut self, term: TermId, by: TermId, wants_rest: bool) -> TermId {
        let zero = self.int(0);
        let (quotient, rest) = (self.terms.make(Term::Div(term, by)), self.terms.make(Term::Rem(term, by)));
        let (negative, positive_by) = (self.lt(rest, zero), self.lt(zero, by));
        let (more, less) = (self.plus(quotient, 1), self.plus(quotient, -1));
        if !wants_rest {
            let moved = self.ite(positive_by, less, more);
            return self.ite(negative, moved, quotient);
        }
        let (up, down) = (self.add(rest, by), self.sub(rest, by));
        let moved = self.ite(positive_by, up, down);
        self.ite(negative, moved, rest)
    }
}

/// The least power of two that is no less than a number, where the type has one.
pub fn power_from<'p>(machine: &mut Machine<'p, '_>, n: Integer) -> Eval<'p, Option<TermId>> {
    for bit in 0..n.ty.bits().min(126) {
        let power = machine.int(1 << bit);
        let reaches = machine.le(n.term, power);
        if machine.fork(reaches)? {
            return Ok(Some(power));
        }
    }
    Ok(None)
}

/// The whole part of a logarithm, by a branch for each power.
pub fn logarithm<'p>(machine: &mut Machine<'p, '_>, term: TermId, base: i128) -> Eval<'p, TermId> {
    if base < 2 {
        return panicked();
    }
    let mut power = base;
    for digits in 0.. {
        let next = machine.int(power);
        let below = machine.lt(term, next);
        if machine.fork(below)? {
            return Ok(machine.int(digits));
        }
        match power.checked_mul(base) {
            Some(more) => power = more,
            None => return Ok(machine.int(digits + 1)),
        }
    }
    unsupported("a logarithm")
}
