//! Functions of integers by their bits: with constants, most are arithmetic.

use super::super::{Bits, Term, TermId, Terms};
use morph_relation::IntType;

impl Terms {
    pub(super) fn by_bits(&mut self, op: Bits, ty: IntType, a: TermId, b: TermId) -> Option<TermId> {
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

    pub(super) fn wrapped(&mut self, ty: IntType, a: TermId) -> Option<TermId> {
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
}
