//! Bytes of texts and integers.

use super::state::{Eval, Machine, unsupported};
use super::value::{Seq, SeqKind, Val};
use crate::term::{Term, TermId};
use morph_relation::IntType;

impl<'p> Machine<'p, '_> {
    /// The integer of some bytes, the most significant first.
    pub fn integer_of_bytes(&mut self, bytes: &[Val<'p>], ty: IntType) -> Eval<'p> {
        let mut number = self.int(0);
        for byte in bytes {
            let Val::Int(byte, _) = self.shape(byte.clone())? else {
                return unsupported("an integer of bytes");
            };
            let base = self.int(256);
            let shifted = self.mul(number, base);
            number = self.add(shifted, byte);
        }
        Ok(Val::Int(self.wrap(ty, number), Some(ty)))
    }

    /// The bytes of a text, where all of it is ASCII; else its length and widths are decided first.
    pub fn bytes_of(&mut self, seq: &Seq<'p>) -> Eval<'p, Seq<'p>> {
        if seq.is_longer {
            return unsupported("bytes of a long text");
        }
        let ascii = self.all_ascii(seq)?;
        let byte = |term| Val::Int(term, Some(IntType::U8));
        if self.fork(ascii)? {
            let mut items = Vec::with_capacity(seq.most());
            for item in seq.all().to_vec() {
                let Val::Char(term) = self.shape(item)? else { return unsupported("bytes of a text") };
                items.push(byte(term));
            }
            return Ok(Seq { kind: SeqKind::Items, items: std::rc::Rc::new(items), from: 0, ..seq.clone() });
        }
        let mut bytes = Vec::new();
        for item in self.items(seq)? {
            let Val::Char(term) = self.shape(item)? else { return unsupported("bytes of a text") };
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
