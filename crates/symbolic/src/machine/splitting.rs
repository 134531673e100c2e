//! Methods that take texts apart, or put others in place of parts.

use super::methods::Call;
use super::value::{Seq, SeqKind, Val};
use super::{Eval, Machine};

impl<'p> Machine<'p, '_> {
    pub fn splitting(&mut self, call: &Call<'p, '_>, seq: &Seq<'p>) -> Eval<'p> {
        let pattern = match call.args.last() {
            Some(pattern) if !matches!(call.name, "replace" | "replacen" | "changed") => {
                self.text_pattern(pattern)?
            }
            _ => match call.args.first() {
                Some(pattern) => self.text_pattern(pattern)?,
                None => Val::Unknown,
            },
        };
        let parts = match call.name {
            "split" => self.split(seq, &pattern, usize::MAX)?,
            "splitn" => {
                let most = self.integer_argument(call, 0)?;
                let most = self.pinned(most, "how many parts there are")? as usize;
                self.split(seq, &pattern, most)?
            }
            "split_terminator" => {
                let mut parts = self.split(seq, &pattern, usize::MAX)?;
                self.drop_empty_last(&mut parts)?;
                parts
            }
            "rsplit" => {
                let mut parts = self.split(seq, &pattern, usize::MAX)?;
                parts.reverse();
                parts
            }
            "rsplitn" => {
                let most = self.integer_argument(call, 0)?;
                let most = self.pinned(most, "how many parts there are")? as usize;
                self.split_back(seq, &pattern, most)?
            }
            "split_inclusive" => self.split_inclusive(seq, &pattern)?,
            "split_whitespace" | "split_ascii_whitespace" => self.words(seq)?,
            "lines" => {
                let newline = Val::Char(self.int(10));
                let mut parts = self.split(seq, &newline, usize::MAX)?;
                self.drop_empty_last(&mut parts)?;
                for part in &mut parts {
                    *part = self.without_return(part)?;
                }
                parts
            }
            "split_once" | "rsplit_once" => {
                let found = self.found(seq, &pattern, call.name == "rsplit_once")?;
                let Some((at, width)) = found else { return Ok(Val::none()) };
                let (left, right) = (self.part(seq, 0, Some(at)), self.part(seq, at + width, None));
                return Ok(Val::some(Val::tuple(vec![Val::Seq(left), Val::Seq(right)])));
            }
            "matches" | "match_indices" => {
                let mut found = Vec::new();
                let mut start = 0;
                while let Some((at, width)) = self.found_from(seq, &pattern, start)? {
                    let part = Val::Seq(self.part(seq, at, Some(at + width)));
                    found.push(if call.name == "matches" {
                        part
                    } else {
                        Val::tuple(vec![Val::usize(self.offset_of(seq, at)?), part])
                    });
                    start = at + width.max(1);
                }
                return Ok(Val::iter(self.items_iter(found)));
            }
            "replace" | "replacen" => return self.replaced(call, seq, &pattern),
            _ => return self.changed(call, seq),
        };
        let parts = parts.into_iter().map(Val::Seq).collect();
        Ok(Val::iter(self.items_iter(parts)))
    }

    /// The characters from one to another, or to the end.
    fn part(&mut self, seq: &Seq<'p>, from: usize, to: Option<usize>) -> Seq<'p> {
        let start = self.int(from as i128);
        let len = match to {
            Some(to) => self.int((to - from) as i128),
            None => self.sub(seq.len, start),
        };
        Seq { from: seq.from + from, len, is_longer: seq.is_longer && to.is_none(), ..seq.clone() }
    }

    fn split(&mut self, seq: &Seq<'p>, pattern: &Val<'p>, most: usize) -> Eval<'p, Vec<Seq<'p>>> {
        let mut parts = Vec::new();
        let mut start = 0;
        if most == 0 {
            return Ok(parts);
        }
        let mut from = 0;
        while parts.len() + 1 < most
            && let Some((at, width)) = self.found_from(seq, pattern, from)?
        {
            parts.push(self.part(seq, start, Some(at)));
            start = at + width;
            from = if width == 0 { start + 1 } else { start };
        }
        parts.push(self.part(seq, start, None));
        Ok(parts)
    }

    /// From the back, the last part first.
    fn split_back(&mut self, seq: &Seq<'p>, pattern: &Val<'p>, most: usize) -> Eval<'p, Vec<Seq<'p>>> {
        let mut rest = seq.clone();
        let mut parts = Vec::new();
        while parts.len() + 1 < most
            && let Some((at, width)) = self.found(&rest, pattern, true)?
        {
            parts.push(self.part(&rest, at + width, None));
            rest = self.part(&rest, 0, Some(at));
        }
        if most > 0 {
            parts.push(rest);
        }
        Ok(parts)
    }

    fn split_inclusive(&mut self, seq: &Seq<'p>, pattern: &Val<'p>) -> Eval<'p, Vec<Seq<'p>>> {
        let mut parts = Vec::new();
        let mut start = 0;
        while let Some((at, width)) = self.found_from(seq, pattern, start)? {
            parts.push(self.part(seq, start, Some(at + width)));
            start = at + width.max(1);
        }
        parts.push(self.part(seq, start, None));
        self.drop_empty_last(&mut parts)?;
        Ok(parts)
    }

    fn drop_empty_last(&mut self, parts: &mut Vec<Seq<'p>>) -> Eval<'p, ()> {
        if let Some(last) = parts.last().cloned()
            && !self.has_items(&last, 1)?
        {
            parts.pop();
        }
        Ok(())
    }

    fn without_return(&mut self, line: &Seq<'p>) -> Eval<'p, Seq<'p>> {
        let len = self.fix_length(line)?;
        let Some(last) = len.checked_sub(1).and_then(|at| line.at(at)).cloned() else {
            return Ok(line.clone());
        };
        let carriage = Val::Char(self.int(13));
        let is = self.equal(&last, &carriage)?;
        Ok(if self.fork(is)? { self.part(line, 0, Some(len - 1)) } else { line.clone() })
    }

    fn words(&mut self, seq: &Seq<'p>) -> Eval<'p, Vec<Seq<'p>>> {
        let mut words = Vec::new();
        let mut start = None;
        for at in 0.. {
            let number = self.int(at as i128);
            let more = self.lt(number, seq.len);
            if !self.fork(more)? {
                if let Some(start) = start {
                    words.push(self.part(seq, start, Some(at)));
                }
                break;
            }
            let space = self.white_space_at(seq, at)?;
            match (self.fork(space)?, start) {
                (true, Some(from)) => {
                    words.push(self.part(seq, from, Some(at)));
                    start = None;
                }
                (false, None) => start = Some(at),
                _ => {}
            }
        }
        Ok(words)
    }

    fn replaced(&mut self, call: &Call<'p, '_>, seq: &Seq<'p>, pattern: &Val<'p>) -> Eval<'p> {
        let with = call.arg(1)?;
        let Val::Seq(with) = self.shape(with)? else { return call.unknown() };
        let with = self.items(&with)?;
        let most = match call.name {
            "replacen" => {
                let most = self.integer_argument(call, 2)?;
                (self.pinned(most, "how many parts there are")? as usize).saturating_add(1)
            }
            _ => usize::MAX,
        };
        let parts = self.split(seq, pattern, most)?;
        let mut items = Vec::new();
        for (at, part) in parts.iter().enumerate() {
            if at > 0 {
                items.extend(with.iter().cloned());
            }
            items.extend(self.items(part)?);
        }
        Ok(self.sequence(SeqKind::Text, items))
    }
}
