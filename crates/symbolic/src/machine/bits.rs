//! Bits and bytes of integers and texts.

use super::integers::unsigned;
use super::methods::Call;
use super::value::{Seq, SeqKind, Val};
use super::{Eval, Machine, gap};
use crate::term::{Bits, Term, TermId};
use morph_relation::IntType;

impl<'p> Machine<'p, '_> {
    fn bit(&mut self, term: TermId, at: u32, ty: IntType) -> TermId {
        let (by, one) = (self.int(i128::from(at)), self.int(1));
        let shifted = self.terms.make(Term::Bits(Bits::Shr, ty, term, by));
        self.terms.make(Term::Bits(Bits::And, ty, shifted, one))
    }

    pub fn bits_method(&mut self, call: &Call<'p, '_>, term: TermId, ty: IntType) -> Eval<'p> {
        let bits: Vec<TermId> = (0..ty.bits()).map(|at| self.bit(term, at, ty)).collect();
        let (zero, one) = (self.int(0), self.int(1));
        let count = |machine: &mut Self, wanted: TermId| {
            bits.iter().fold(zero, |sum, bit| {
                let is = machine.eq(*bit, wanted);
                let add = machine.ite(is, one, zero);
                machine.add(sum, add)
            })
        };
        // How many bits stand before the first that is `wanted`.
        let before = |machine: &mut Self, wanted: TermId, order: &[TermId]| {
            let mut result = machine.int(order.len() as i128);
            for (at, bit) in order.iter().enumerate().rev() {
                let (is, at) = (machine.eq(*bit, wanted), machine.int(at as i128));
                result = machine.ite(is, at, result);
            }
            result
        };
        let reversed: Vec<TermId> = bits.iter().rev().copied().collect();
        let number = match call.name {
            "count_ones" => count(self, one),
            "count_zeros" => count(self, zero),
            "leading_zeros" => before(self, one, &reversed),
            "leading_ones" => before(self, zero, &reversed),
            "trailing_zeros" => before(self, one, &bits),
            "trailing_ones" => before(self, zero, &bits),
            "reverse_bits" | "swap_bytes" | "to_be" => {
                let width = bits.len();
                let mut sum = zero;
                for (at, bit) in bits.iter().enumerate() {
                    let to = if call.name == "reverse_bits" {
                        width - 1 - at
                    } else {
                        (width / 8 - 1 - at / 8) * 8 + at % 8
                    };
                    let factor = match 1_i128.checked_shl(to as u32) {
                        Some(factor) if to < 126 => self.int(factor),
                        _ => return call.unknown(),
                    };
                    let part = self.mul(*bit, factor);
                    sum = self.add(sum, part);
                }
                return Ok(Val::Int(self.wrap(ty, sum), Some(ty)));
            }
            _ => return call.unknown(),
        };
        Ok(Val::Int(number, Some(IntType::U32)))
    }

    pub fn rotated(&mut self, term: TermId, left: i128, ty: IntType) -> Val<'p> {
        if left == 0 {
            return Val::Int(term, Some(ty));
        }
        let plain = unsigned(ty);
        let whole = self.wrap(plain, term);
        let (by, back) = (self.int(left), self.int(i128::from(ty.bits()) - left));
        let high = self.terms.make(Term::Bits(Bits::Shl, plain, whole, by));
        let low = self.terms.make(Term::Bits(Bits::Shr, plain, whole, back));
        let both = self.terms.make(Term::Bits(Bits::Or, plain, high, low));
        Val::Int(self.wrap(ty, both), Some(ty))
    }

    /// The integer of some bytes, the most significant first.
    pub fn integer_of_bytes(&mut self, bytes: &[Val<'p>], ty: IntType) -> Eval<'p> {
        let mut number = self.int(0);
        for byte in bytes {
            let Val::Int(byte, _) = self.shape(byte.clone())? else { return gap("an integer of bytes") };
            let base = self.int(256);
            let shifted = self.mul(number, base);
            number = self.add(shifted, byte);
        }
        Ok(Val::Int(self.wrap(ty, number), Some(ty)))
    }

    /// The bytes of a text, where all of it is ASCII; else its length and widths are decided first.
    pub fn bytes_of(&mut self, seq: &Seq<'p>) -> Eval<'p, Seq<'p>> {
        if seq.is_longer {
            return gap("bytes of a long text");
        }
        let ascii = self.all_ascii(seq)?;
        let byte = |term| Val::Int(term, Some(IntType::U8));
        if self.fork(ascii)? {
            let mut items = Vec::with_capacity(seq.most());
            for item in seq.all().to_vec() {
                let Val::Char(term) = self.shape(item)? else { return gap("bytes of a text") };
                items.push(byte(term));
            }
            return Ok(Seq { kind: SeqKind::Items, items: std::rc::Rc::new(items), from: 0, ..seq.clone() });
        }
        let mut bytes = Vec::new();
        for item in self.items(seq)? {
            let Val::Char(term) = self.shape(item)? else { return gap("bytes of a text") };
            bytes.extend(self.encoded(term)?.into_iter().map(byte));
        }
        let len = self.int(bytes.len() as i128);
        Ok(Seq::new(SeqKind::Items, bytes, len))
    }

    /// UTF-8 of a character whose width is decided by branches.
    fn encoded(&mut self, term: TermId) -> Eval<'p, Vec<TermId>> {
        let width = self.width(term)?;
        if width == 1 {
            return Ok(vec![term]);
        }
        let six = self.int(64);
        let mut rest = term;
        let mut bytes = Vec::new();
        for _ in 1..width {
            let low = self.terms.make(Term::Rem(rest, six));
            bytes.push(self.plus(low, 0x80));
            rest = self.terms.make(Term::Div(rest, six));
        }
        bytes.push(self.plus(rest, [0, 0, 0xC0, 0xE0, 0xF0][width]));
        bytes.reverse();
        Ok(bytes)
    }

    /// How many bytes a character has, decided.
    pub fn width(&mut self, term: TermId) -> Eval<'p, usize> {
        for (width, limit) in [(1, 0x80), (2, 0x800), (3, 0x1_0000)] {
            let limit = self.int(limit);
            let below = self.lt(term, limit);
            if self.fork(below)? {
                return Ok(width);
            }
        }
        Ok(4)
    }
}
