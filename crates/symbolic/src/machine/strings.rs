//! Methods of texts. Texts are sequences of characters; where positions in bytes matter, a branch says that all of them
//! are ASCII, and else another for each character says how wide it is.

use std::rc::Rc;

use super::iterators::Iter;
use super::methods::Call;
use super::value::{Seq, SeqKind, Span, Val};
use super::{Eval, Machine, gap};
use crate::term::TermId;

impl<'p> Machine<'p, '_> {
    pub fn text_method(&mut self, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
        let zero = self.int(0);
        Ok(match call.name {
            "len" | "capacity" => Val::usize(self.byte_length(seq)?),
            "is_empty" => Val::Bool(self.eq(seq.len, zero)),
            "as_str" | "to_string" | "as_mut_str" | "into_string" | "to_str" | "trim_ascii"
                if call.name != "trim_ascii" =>
            {
                call.value.clone()
            }
            "chars" => Val::iter(Iter::Seq { seq: seq.clone(), front: 0, back: 0, place: None }),
            "bytes" => {
                let bytes = self.bytes_of(seq)?;
                Val::iter(Iter::Seq { seq: bytes, front: 0, back: 0, place: None })
            }
            "as_bytes" | "into_bytes" => Val::Seq(self.bytes_of(seq)?),
            "char_indices" => return self.char_indices(seq),
            "is_ascii" => Val::Bool(self.all_ascii(seq)?),
            "contains" => Val::Bool(self.text_contains(seq, &call.arg(0)?)?),
            "starts_with" | "ends_with" | "strip_prefix" | "strip_suffix" => {
                return self.text_begins(call, seq);
            }
            "find" | "rfind" => {
                let found = self.found(seq, &call.arg(0)?, call.name == "rfind")?;
                match found {
                    Some((at, _)) => Val::some(Val::usize(self.offset_of(seq, at)?)),
                    None => Val::none(),
                }
            }
            "trim" => {
                let left = self.trimmed_start(seq, None)?;
                Val::Seq(self.trimmed_end(&left, None)?)
            }
            "trim_start" | "trim_left" => Val::Seq(self.trimmed_start(seq, None)?),
            "trim_end" | "trim_right" => Val::Seq(self.trimmed_end(seq, None)?),
            "trim_matches" => {
                let pattern = call.arg(0)?;
                let left = self.trimmed_start(seq, Some(&pattern))?;
                Val::Seq(self.trimmed_end(&left, Some(&pattern))?)
            }
            "trim_start_matches" => Val::Seq(self.trimmed_start(seq, Some(&call.arg(0)?))?),
            "trim_end_matches" => Val::Seq(self.trimmed_end(seq, Some(&call.arg(0)?))?),
            "get" => {
                let Val::Range(span) = call.arg(0)? else { return call.unknown() };
                let part = self.text_part(seq, &span)?;
                Val::option(part)
            }
            "split_at" => {
                let at = call.arg(0)?;
                let (left, right) = (
                    Span { from: None, to: Some(at.clone()), inclusive: false },
                    Span { from: Some(at), to: None, inclusive: false },
                );
                let (Some(left), Some(right)) = (self.text_part(seq, &left)?, self.text_part(seq, &right)?)
                else {
                    return super::panicked();
                };
                Val::tuple(vec![left, right])
            }
            "is_char_boundary" => {
                let at = self.integer_argument(call, 0)?;
                if !self.is_ascii(seq)? {
                    return call.unknown();
                }
                Val::Bool(self.le(at, seq.len))
            }
            "repeat" => {
                let count = self.integer_argument(call, 0)?;
                let count = self.pinned(count, "how often a text is repeated")? as usize;
                let items = self.items(seq)?;
                if items.len().saturating_mul(count) > 10_000 {
                    return call.unknown();
                }
                let all = std::iter::repeat_n(items, count).flatten().collect();
                self.sequence(SeqKind::Text, all)
            }
            "to_ascii_lowercase" | "to_ascii_uppercase" => Val::Seq(self.ascii_cased(seq, call.name)?),
            "eq_ignore_ascii_case" => {
                let other = call.arg(0)?;
                let Val::Seq(other) = self.shape(other)? else { return call.unknown() };
                let (a, b) = (
                    self.ascii_cased(seq, "to_ascii_lowercase")?,
                    self.ascii_cased(&other, "to_ascii_lowercase")?,
                );
                Val::Bool(self.equal(&Val::Seq(a), &Val::Seq(b))?)
            }
            "to_lowercase" | "to_uppercase" => {
                if self.is_ascii(seq)? {
                    let name =
                        if call.name == "to_lowercase" { "to_ascii_lowercase" } else { "to_ascii_uppercase" };
                    return Ok(Val::Seq(self.ascii_cased(seq, name)?));
                }
                let text = self.concrete_text(seq)?;
                let cased =
                    if call.name == "to_lowercase" { text.to_lowercase() } else { text.to_uppercase() };
                self.val_text(&cased)
            }
            "parse" => {
                let shape = call
                    .types
                    .first()
                    .cloned()
                    .or_else(|| call.hint.and_then(|hint| super::hints::argument(hint, 0)));
                let Some(shape) = shape else { return gap("`parse` into something unknown") };
                return self.parsed(seq, &shape);
            }
            "push" | "push_str" => {
                let place = call.at()?;
                self.push_text(&place, call.arg(0)?)?;
                Val::unit()
            }
            "pop" => {
                let place = call.at()?;
                if !self.has_items(seq, 1)? {
                    return Ok(Val::none());
                }
                let len = self.plus(seq.len, -1);
                let last = self.chosen(seq, len)?;
                self.write(&place, Val::Seq(Seq { len, ..seq.clone() }))?;
                Val::some(last)
            }
            "cmp" => return call.unknown(),
            _ => return self.splitting(call, seq),
        })
    }

    /// Whether all of a text is ASCII, decided.
    pub fn is_ascii(&mut self, seq: &Seq<'p>) -> Eval<'p, bool> {
        if seq.is_longer {
            return gap("bytes of a long text");
        }
        let ascii = self.all_ascii(seq)?;
        self.fork(ascii)
    }

    /// The number of bytes: of characters, where all are ASCII.
    fn byte_length(&mut self, seq: &Seq<'p>) -> Eval<'p, TermId> {
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
            let Val::Char(term) = self.shape(item)? else { return gap("a text") };
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
                let Val::Char(term) = self.shape(item)? else { return gap("a text") };
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
            let Val::Char(term) = self.shape(item.clone())? else { return gap("a text") };
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

    fn char_indices(&mut self, seq: &Seq<'p>) -> Eval<'p> {
        let chars = Iter::Seq { seq: seq.clone(), front: 0, back: 0, place: None };
        if self.is_ascii(seq)? {
            return Ok(Val::iter(Iter::Enumerate(Box::new(chars), 0)));
        }
        let mut offset = 0;
        let mut pairs = Vec::new();
        for item in self.items(seq)? {
            let Val::Char(term) = self.shape(item)? else { return gap("a text") };
            let at = Val::usize(self.int(offset));
            offset += self.width(term)? as i128;
            pairs.push(Val::tuple(vec![at, Val::Char(term)]));
        }
        Ok(Val::iter(self.items_iter(pairs)))
    }

    fn ascii_cased(&mut self, seq: &Seq<'p>, name: &str) -> Eval<'p, Seq<'p>> {
        let mut items = Vec::with_capacity(seq.most());
        for item in seq.all().to_vec() {
            let Val::Char(term) = self.shape(item)? else { return gap("a text") };
            items.push(Val::Char(self.ascii_case(name, term)));
        }
        Ok(Seq { items: Rc::new(items), from: 0, ..seq.clone() })
    }

    /// The text under the chooser's input.
    pub fn concrete_text(&mut self, seq: &Seq<'p>) -> Eval<'p, String> {
        let mut text = String::new();
        for item in self.items(seq)? {
            let Val::Char(term) = self.shape(item)? else { return gap("a text") };
            text.push(match self.character(term) {
                Some(c) => c,
                None => self.concrete_char(term)?,
            });
        }
        Ok(text)
    }

    /// Whether what a pattern asks for stands at an index, and how long it is; whether there is a character is not asked
    /// of patterns of one.
    pub fn pattern_at(&mut self, seq: &Seq<'p>, pattern: &Val<'p>, at: usize) -> Eval<'p, (TermId, usize)> {
        match pattern {
            Val::Seq(part) if part.kind == SeqKind::Text => {
                let len = self.fix_length(part)?;
                Ok((self.matches_at(seq, part, len, at)?, len))
            }
            pattern => {
                let Some(item) = seq.at(at).cloned() else { return gap("a character of a long text") };
                let item = self.shape(item)?;
                let holds = match pattern {
                    Val::Char(_) => self.equal(&item, pattern)?,
                    Val::Seq(any) => self.contains(&any.clone(), &item)?,
                    function => self.asks(function, vec![item])?,
                };
                let number = self.int(at as i128);
                let inside = self.lt(number, seq.len);
                Ok((self.and(inside, holds), 1))
            }
        }
    }

    /// A pattern, looked at.
    pub fn text_pattern(&mut self, pattern: &Val<'p>) -> Eval<'p> {
        match pattern {
            Val::Closure(_) | Val::Function(_) => Ok(pattern.clone()),
            value => self.shape(value.clone()),
        }
    }

    fn text_contains(&mut self, seq: &Seq<'p>, pattern: &Val<'p>) -> Eval<'p, TermId> {
        let pattern = self.text_pattern(pattern)?;
        if seq.is_longer {
            if matches!(pattern, Val::Closure(_) | Val::Function(_)) {
                return gap("a search in a long text");
            }
            return Ok(self.unknown_bool("a search in a long text"));
        }
        if matches!(pattern, Val::Closure(_) | Val::Function(_)) {
            let found = self.found(seq, &pattern, false)?;
            return Ok(self.bool(found.is_some()));
        }
        let most = self.range(seq.len).1.min(seq.most() as i128).max(0) as usize;
        let mut any = self.bool(false);
        for at in 0..=most {
            if at == most && !matches!(&pattern, Val::Seq(part) if part.kind == SeqKind::Text) {
                break;
            }
            let (here, _) = self.pattern_at(seq, &pattern, at)?;
            any = self.or(any, here);
        }
        Ok(any)
    }

    /// Where a pattern is found first, or last, and how long it is: by a branch for each place.
    pub fn found(
        &mut self,
        seq: &Seq<'p>,
        pattern: &Val<'p>,
        last: bool,
    ) -> Eval<'p, Option<(usize, usize)>> {
        let pattern = self.text_pattern(pattern)?;
        if last {
            let len = self.fix_length(seq)?;
            for at in (0..=len).rev() {
                if at == len && !matches!(&pattern, Val::Seq(part) if part.kind == SeqKind::Text) {
                    continue;
                }
                let (here, width) = self.pattern_at(seq, &pattern, at)?;
                if self.fork(here)? {
                    return Ok(Some((at, width)));
                }
            }
            return Ok(None);
        }
        self.found_from(seq, &pattern, 0)
    }

    pub fn found_from(
        &mut self,
        seq: &Seq<'p>,
        pattern: &Val<'p>,
        start: usize,
    ) -> Eval<'p, Option<(usize, usize)>> {
        let width = match pattern {
            Val::Seq(part) if part.kind == SeqKind::Text => self.fix_length(part)?,
            _ => 1,
        };
        for at in start.. {
            let end = self.int((at + width) as i128);
            let room = self.le(end, seq.len);
            if !self.fork(room)? {
                return Ok(None);
            }
            let (here, width) = self.pattern_at(seq, pattern, at)?;
            if self.fork(here)? {
                return Ok(Some((at, width)));
            }
        }
        Ok(None)
    }

    fn text_begins(&mut self, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
        let pattern = call.arg(0)?;
        let pattern = self.text_pattern(&pattern)?;
        if matches!(&pattern, Val::Seq(part) if part.kind == SeqKind::Text) {
            return self.begins(call, seq);
        }
        let is_end = matches!(call.name, "ends_with" | "strip_suffix");
        let holds = if !self.has_items(seq, 1)? {
            self.bool(false)
        } else if is_end {
            let at = self.plus(seq.len, -1);
            let last = self.chosen(seq, at)?;
            let last = self.sequence(SeqKind::Text, vec![last]);
            let Val::Seq(last) = last else { return call.unknown() };
            self.pattern_at(&last, &pattern, 0)?.0
        } else {
            self.pattern_at(seq, &pattern, 0)?.0
        };
        if matches!(call.name, "starts_with" | "ends_with") {
            return Ok(Val::Bool(holds));
        }
        if !self.fork(holds)? {
            return Ok(Val::none());
        }
        let (zero, one) = (self.int(0), self.int(1));
        let end = self.plus(seq.len, -1);
        let rest = if is_end { self.part_of(seq, zero, end)? } else { self.part_of(seq, one, seq.len)? };
        Ok(Val::some(rest))
    }

    /// Without the white space, or what a pattern asks for, at the start.
    fn trimmed_start(&mut self, seq: &Seq<'p>, pattern: Option<&Val<'p>>) -> Eval<'p, Seq<'p>> {
        let pattern = pattern.map(|pattern| self.text_pattern(pattern)).transpose()?;
        let mut at = 0;
        loop {
            let number = self.int(at as i128);
            let more = self.lt(number, seq.len);
            if !self.fork(more)? {
                break;
            }
            let (trims, width) = match &pattern {
                Some(pattern) => self.pattern_at(seq, pattern, at)?,
                None => (self.white_space_at(seq, at)?, 1),
            };
            if width == 0 || !self.fork(trims)? {
                break;
            }
            at += width;
        }
        let number = self.int(at as i128);
        let len = self.sub(seq.len, number);
        Ok(Seq { from: seq.from + at, len, ..seq.clone() })
    }

    fn trimmed_end(&mut self, seq: &Seq<'p>, pattern: Option<&Val<'p>>) -> Eval<'p, Seq<'p>> {
        let pattern = pattern.map(|pattern| self.text_pattern(pattern)).transpose()?;
        let mut len = self.fix_length(seq)?;
        while len > 0 {
            let (trims, width) = match &pattern {
                Some(pattern @ Val::Seq(part)) if part.kind == SeqKind::Text => {
                    let width = self.fix_length(part)?;
                    if width == 0 || width > len {
                        break;
                    }
                    self.pattern_at(seq, pattern, len - width)?
                }
                Some(pattern) => self.pattern_at(seq, pattern, len - 1)?,
                None => (self.white_space_at(seq, len - 1)?, 1),
            };
            if !self.fork(trims)? {
                break;
            }
            len -= width;
        }
        let len = self.int(len as i128);
        Ok(Seq { len, is_longer: false, ..seq.clone() })
    }

    pub fn white_space_at(&mut self, seq: &Seq<'p>, at: usize) -> Eval<'p, TermId> {
        let Some(item) = seq.at(at).cloned() else { return gap("a character of a long text") };
        let Val::Char(term) = self.shape(item)? else { return gap("a text") };
        let call = Call {
            value: Val::Char(term),
            place: None,
            name: "is_whitespace",
            args: Vec::new(),
            types: &[],
            hint: None,
        };
        match self.char_method(&call, term)? {
            Val::Bool(is) => Ok(is),
            _ => gap("white space"),
        }
    }
}
