//! Texts as sequences of characters: their bytes, parts of them, what is appended to them.

use std::rc::Rc;

use super::state::{Eval, Machine, unsupported};
use super::std_model::Case;
use super::value::{Place, Seq, SeqKind, Span, Val};
use crate::term::{Scalar, TermId};

impl<'p> Machine<'p, '_> {
    /// Whether all of a text is ASCII, decided.
    pub fn is_ascii(&mut self, seq: &Seq<'p>) -> Eval<'p, bool> {
        if seq.is_longer {
            return unsupported("bytes of a long text");
        }
        let ascii = self.all_ascii(seq)?;
        self.fork(ascii)
    }

    /// The number of bytes: of characters, where all are ASCII.
    pub fn byte_length(&mut self, seq: &Seq<'p>) -> Eval<'p, TermId> {
        if seq.is_longer {
            let sort = crate::term::Sort::Int(0, i64::MAX.into());
            let len = self.unknown(sort, "bytes of a long text");
            let fits = self.le(seq.len, len);
            self.assume(fits)?;
            let (zero, chars_zero) = (self.int(0), self.int(0));
            let (none, no_chars) = (self.eq(len, zero), self.eq(seq.len, chars_zero));
            let alike = self.eq(none, no_chars);
            self.assume(alike)?;
            return Ok(len);
        }
        if self.is_ascii(seq)? {
            return Ok(seq.len);
        }
        let mut sum = self.int(0);
        for item in self.items(seq)? {
            let Val::Char(term) = self.shape(item)? else { return unsupported("a text") };
            let width = self.width(term)?;
            sum = self.plus(sum, width as i128);
        }
        Ok(sum)
    }

    /// Where a character begins, in bytes.
    pub fn offset_of(&mut self, seq: &Seq<'p>, at: usize) -> Eval<'p, TermId> {
        if at == 0 {
            return Ok(self.int(0));
        }
        let mut offset = 0;
        if self.is_ascii(seq)? {
            offset = at;
        } else {
            for item in seq.all().get(..at).unwrap_or_default().to_vec() {
                let Val::Char(term) = self.shape(item)? else { return unsupported("a text") };
                offset += self.width(term)?;
            }
        }
        Ok(self.int(offset as i128))
    }

    /// A part of a text by bytes; `None` where it is out of bounds or within a character.
    pub fn text_part(&mut self, seq: &Seq<'p>, span: &Span<'p>) -> Eval<'p, Option<Val<'p>>> {
        if self.is_ascii(seq)? {
            let (from, to) = self.span_ends(span, seq.len)?;
            let (ordered, inside) = (self.le(from, to), self.le(to, seq.len));
            let fits = self.and(ordered, inside);
            return Ok(if self.fork(fits)? { Some(self.part_of(seq, from, to)?) } else { None });
        }
        let items = self.items(seq)?;
        let mut starts = vec![0];
        for item in &items {
            let Val::Char(term) = self.shape(item.clone())? else { return unsupported("a text") };
            let last = starts[starts.len() - 1];
            starts.push(last + self.width(term)? as i128);
        }
        let len = self.int(starts[starts.len() - 1]);
        let (from, to) = self.span_ends(span, len)?;
        let (from, to) = (self.pinned(from, "a part of a text")?, self.pinned(to, "a part of a text")?);
        let at = |byte: i128| starts.iter().position(|start| *start == byte);
        Ok(match (at(from), at(to)) {
            (Some(from), Some(to)) if from <= to => {
                Some(self.sequence(SeqKind::Text, items[from..to].to_vec()))
            }
            _ => None,
        })
    }

    /// A text with its letters of ASCII in a case.
    pub fn text_in_case(&mut self, seq: &Seq<'p>, case: Case) -> Eval<'p, Seq<'p>> {
        let mut items = Vec::with_capacity(seq.most());
        for item in seq.all().to_vec() {
            let Val::Char(term) = self.shape(item)? else { return unsupported("a text") };
            items.push(Val::Char(self.ascii_case(case, term)));
        }
        Ok(Seq { items: Rc::new(items), from: 0, ..seq.clone() })
    }

    /// The text under the chooser's input.
    pub fn concrete_text(&mut self, seq: &Seq<'p>) -> Eval<'p, String> {
        let mut text = String::new();
        for item in self.items(seq)? {
            let Val::Char(term) = self.shape(item)? else { return unsupported("a text") };
            text.push(match self.character(term) {
                Some(c) => c,
                None => self.concrete_char(term)?,
            });
        }
        Ok(text)
    }

    /// Appends a text, or what is written.
    pub fn push_text(&mut self, place: &Place, text: Val<'p>) -> Eval<'p, ()> {
        let (place, value) = self.opened(place.clone())?;
        let Val::Seq(seq) = value else {
            // Another writer, such as a formatter: what it does with the text is not seen.
            return unsupported("a writer");
        };
        let text = match self.shape(text)? {
            Val::Seq(text) => text,
            Val::Char(term) => {
                let len = self.int(1);
                Seq::new(SeqKind::Text, vec![Val::Char(term)], len)
            }
            _ => return unsupported("what is appended to a text"),
        };
        let mut items = self.items(&seq)?;
        // The end may be of any length.
        let len = self.plus(text.len, items.len() as i128);
        items.extend(text.all().iter().cloned());
        let is_longer = text.is_longer;
        let whole = Seq { kind: SeqKind::Text, items: Rc::new(items), from: 0, len, is_longer };
        self.write(&place, Val::Seq(whole))
    }

    /// The text of some bytes, where it is ASCII; of others, that of the input at hand.
    pub fn text_of_bytes(&mut self, bytes: Val<'p>) -> Eval<'p, Option<Val<'p>>> {
        let Val::Seq(seq) = self.shape(bytes)? else { return unsupported("a text of bytes") };
        let mut ascii = self.bool(true);
        let limit = self.int(128);
        let mut chars = Vec::new();
        for (at, item) in seq.all().to_vec().into_iter().enumerate() {
            let Val::Int(byte, _) = self.shape(item)? else { return unsupported("a text of bytes") };
            chars.push(Val::Char(byte));
            let (small, at) = (self.lt(byte, limit), self.int(at as i128));
            let beyond = self.le(seq.len, at);
            let fine = self.or(beyond, small);
            ascii = self.and(ascii, fine);
        }
        if self.fork(ascii)? {
            let text = Seq { kind: SeqKind::Text, items: Rc::new(chars), from: 0, ..seq };
            return Ok(Some(Val::Seq(text)));
        }
        let mut known = Vec::new();
        for item in self.items(&seq)? {
            let Val::Int(byte, _) = self.shape(item)? else { return unsupported("a text of bytes") };
            let Scalar::Int(byte) = self.concretised(byte, "bytes beyond ASCII")? else {
                return unsupported("bytes");
            };
            known.push(byte as u8);
        }
        Ok(String::from_utf8(known).ok().map(|text| self.val_text(&text)))
    }
}
