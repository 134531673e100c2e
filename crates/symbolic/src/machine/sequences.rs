//! Slices and texts: whether they have items, and whether a part stands in them.

use super::state::{Eval, Machine};
use super::value::Seq;
use crate::term::TermId;

impl<'p> Machine<'p, '_> {
    /// Whether a sequence has so many items, decided.
    pub fn has_items(&mut self, seq: &Seq<'p>, count: i128) -> Eval<'p, bool> {
        let count = self.int(count);
        let enough = self.le(count, seq.len);
        self.fork(enough)
    }

    /// Whether a sequence begins with another, as one term.
    pub fn starts_with(&mut self, seq: &Seq<'p>, part: &Seq<'p>) -> Eval<'p, TermId> {
        let len = self.fix_length(part)?;
        self.matches_at(seq, part, len, 0)
    }

    /// Whether a part of this length stands at an index, as one term.
    pub fn matches_at(&mut self, seq: &Seq<'p>, part: &Seq<'p>, len: usize, at: usize) -> Eval<'p, TermId> {
        let end = self.int((at + len) as i128);
        let mut holds = self.le(end, seq.len);
        if at + len > seq.most() {
            return match seq.is_longer {
                true => Ok(self.unknown_bool("a long sequence")),
                false => Ok(self.bool(false)),
            };
        }
        for offset in 0..len {
            if self.as_bool(holds) == Some(false) {
                break;
            }
            let (Some(a), Some(b)) = (seq.at(at + offset).cloned(), part.at(offset).cloned()) else { break };
            let same = self.equal(&a, &b)?;
            holds = self.and(holds, same);
        }
        Ok(holds)
    }

    pub fn ends_with(&mut self, seq: &Seq<'p>, part: &Seq<'p>) -> Eval<'p, TermId> {
        let len = self.fix_length(part)?;
        if seq.is_longer {
            return Ok(self.unknown_bool("the end of a long sequence"));
        }
        let (low, high) = self.range(seq.len);
        let mut any = self.bool(false);
        for total in low.max(len as i128)..=high.min(seq.most() as i128) {
            let here = self.matches_at(seq, part, len, total as usize - len)?;
            let total = self.int(total);
            let is = self.eq(seq.len, total);
            let here = self.and(is, here);
            any = self.or(any, here);
        }
        Ok(any)
    }
}
