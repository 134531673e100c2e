//! Arithmetic of integers.

use super::super::{Term, TermId, Terms, interval};

impl Terms {
    pub(super) fn added(&mut self, a: TermId, b: TermId) -> Option<TermId> {
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

    pub(super) fn subtracted(&mut self, a: TermId, b: TermId) -> Option<TermId> {
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

    pub(super) fn multiplied(&mut self, a: TermId, b: TermId) -> Option<TermId> {
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

    pub(super) fn divided(&mut self, a: TermId, b: TermId) -> Option<TermId> {
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

    pub(super) fn remaining(&mut self, a: TermId, b: TermId) -> Option<TermId> {
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
}
