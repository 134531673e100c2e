//! Searches in texts: by texts, characters and functions.

use super::state::{Eval, Machine, unsupported};
use super::value::{Seq, SeqKind, Val};
use crate::term::TermId;

impl<'p> Machine<'p, '_> {
    /// Whether what a pattern asks for stands at an index, and how long it is; whether there is a character is not asked
    /// of patterns of one.
    pub fn pattern_at(&mut self, seq: &Seq<'p>, pattern: &Val<'p>, at: usize) -> Eval<'p, (TermId, usize)> {
        match pattern {
            Val::Seq(part) if part.kind == SeqKind::Text => {
                let len = self.fix_length(part)?;
                Ok((self.matches_at(seq, part, len, at)?, len))
            }
            pattern => {
                let Some(item) = seq.at(at).cloned() else {
                    return unsupported("a character of a long text");
                };
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

    pub fn text_contains(&mut self, seq: &Seq<'p>, pattern: &Val<'p>) -> Eval<'p, TermId> {
        let pattern = self.text_pattern(pattern)?;
        if seq.is_longer {
            if matches!(pattern, Val::Closure(_) | Val::Function(_)) {
                return unsupported("a search in a long text");
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

    /// Without the white space, or what a pattern asks for, at the start.
    pub fn trimmed_start(&mut self, seq: &Seq<'p>, pattern: Option<&Val<'p>>) -> Eval<'p, Seq<'p>> {
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

    pub fn trimmed_end(&mut self, seq: &Seq<'p>, pattern: Option<&Val<'p>>) -> Eval<'p, Seq<'p>> {
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

    /// Whether a pattern that is no text asks for the first character.
    pub fn first_matches(&mut self, seq: &Seq<'p>, pattern: &Val<'p>) -> Eval<'p, TermId> {
        if !self.has_items(seq, 1)? {
            return Ok(self.bool(false));
        }
        Ok(self.pattern_at(seq, pattern, 0)?.0)
    }

    /// Whether a pattern that is no text asks for the last character.
    pub fn last_matches(&mut self, seq: &Seq<'p>, pattern: &Val<'p>) -> Eval<'p, TermId> {
        if !self.has_items(seq, 1)? {
            return Ok(self.bool(false));
        }
        let at = self.plus(seq.len, -1);
        let last = self.chosen(seq, at)?;
        let one = self.int(1);
        let last = Seq::new(SeqKind::Text, vec![last], one);
        Ok(self.pattern_at(&last, pattern, 0)?.0)
    }

    /// Whether white space stands at an index, as one term.
    pub fn white_space_at(&mut self, seq: &Seq<'p>, at: usize) -> Eval<'p, TermId> {
        let Some(item) = seq.at(at).cloned() else { return unsupported("a character of a long text") };
        let Val::Char(term) = self.shape(item)? else { return unsupported("a text") };
        Ok(self.is_white_space(term))
    }
}
