//! Comparisons of integers.

use super::super::{Sort, Term, TermId, Terms, interval};

impl Terms {
    pub(super) fn equal(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        if a == b {
            return Some(self.bool(true));
        }
        if let Some(is_true) = self.as_bool(b) {
            return Some(if is_true { a } else { self.not(a) });
        }
        if !matches!(self.sort_of(a), Sort::Int(..)) {
            return None;
        }
        let ((low, high), (from, to)) = (self.bounds(a), self.bounds(b));
        let [of_a, of_b] = [a, b].map(|id| self.residues[id.0 as usize]);
        if high < from || to < low || of_a.excludes(of_b) {
            return Some(self.bool(false));
        }
        let ((x, c), (y, d)) = (self.offset(a), self.offset(b));
        if x == y {
            return Some(self.bool(c == d));
        }
        if c != 0
            && let Some(c) = d.checked_sub(c)
            && d != 0
            && !interval::overflows(interval::sum, self.bounds(y), (c, c))
        {
            let y = self.plus(y, c);
            return Some(self.make(Term::Eq(x, y)));
        }
        let value = self.as_int(b)?;
        if c != 0
            && let Some(rest) = value.checked_sub(c)
        {
            let rest = self.int(rest);
            return Some(self.make(Term::Eq(x, rest)));
        }
        if let Some((x, factor)) = self.factor(a) {
            let rest = value.checked_rem(factor)?;
            let ratio = self.int(value.checked_div(factor)?);
            return Some(if rest == 0 { self.make(Term::Eq(x, ratio)) } else { self.bool(false) });
        }
        if let Term::Sub(x, y) = self.get(a)
            && value == 0
        {
            return Some(self.make(Term::Eq(x, y)));
        }
        self.choice(a, |terms, x| terms.make(Term::Eq(x, b)))
    }

    pub(super) fn less(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        // Where one side is a constant, `<=` is the one form.
        if let Some(value) = self.as_int(b).and_then(|value| value.checked_sub(1)) {
            let value = self.int(value);
            return Some(self.make(Term::Le(a, value)));
        }
        if let Some(value) = self.as_int(a).and_then(|value| value.checked_add(1)) {
            let value = self.int(value);
            return Some(self.make(Term::Le(value, b)));
        }
        let ((low, high), (from, to)) = (self.bounds(a), self.bounds(b));
        let leave = self.leaves[a.0 as usize] || self.leaves[b.0 as usize];
        if a == b || low > to || low == to && !leave {
            return Some(self.bool(false));
        }
        if high < from {
            return Some(self.bool(true));
        }
        let ((x, c), (y, d)) = (self.offset(a), self.offset(b));
        if x == y {
            return Some(self.bool(c < d));
        }
        None
    }

    pub(super) fn at_most(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let ((low, high), (from, to)) = (self.bounds(a), self.bounds(b));
        let leave = self.leaves[a.0 as usize] || self.leaves[b.0 as usize];
        if a == b || high < from || high == from && !leave {
            return Some(self.bool(true));
        }
        if low > to {
            return Some(self.bool(false));
        }
        let ((x, c), (y, d)) = (self.offset(a), self.offset(b));
        if x == y {
            return Some(self.bool(c <= d));
        }
        if let Some(value) = self.as_int(b) {
            if c != 0
                && let Some(rest) = value.checked_sub(c)
            {
                let rest = self.int(rest);
                return Some(self.make(Term::Le(x, rest)));
            }
            if let Some((x, factor)) = self.factor(a)
                && factor != 0
                && factor != i128::MIN
            {
                // Towards the side that x may be on.
                let bound = match factor > 0 {
                    true => value.div_euclid(factor),
                    false => value.div_euclid(-factor).checked_neg()?,
                };
                let bound = self.int(bound);
                let sides = if factor > 0 { Term::Le(x, bound) } else { Term::Le(bound, x) };
                return Some(self.make(sides));
            }
            return self.choice(a, |terms, x| terms.make(Term::Le(x, b)));
        }
        if let Some(value) = self.as_int(a) {
            if d != 0
                && let Some(rest) = value.checked_sub(d)
            {
                let rest = self.int(rest);
                return Some(self.make(Term::Le(rest, y)));
            }
            if let Some((y, factor)) = self.factor(b)
                && factor != 0
                && factor != i128::MIN
                && let Some(negative) = value.checked_neg()
            {
                // value <= factor * y is -factor * y <= -value.
                let bound = match factor > 0 {
                    true => negative.div_euclid(factor).checked_neg()?,
                    false => negative.div_euclid(-factor),
                };
                let bound = self.int(bound);
                let sides = if factor > 0 { Term::Le(bound, y) } else { Term::Le(y, bound) };
                return Some(self.make(sides));
            }
            return self.choice(b, |terms, y| terms.make(Term::Le(a, y)));
        }
        None
    }

    /// A comparison with a choice between constants, as what decides it.
    fn choice(
        &mut self,
        id: TermId,
        mut compare: impl FnMut(&mut Terms, TermId) -> TermId,
    ) -> Option<TermId> {
        let Term::Ite(c, a, b) = self.get(id) else { return None };
        let is_choice = |terms: &Terms, id| matches!(terms.get(id), Term::Ite(..));
        if self.as_int(a).is_none() && self.as_int(b).is_none() || is_choice(self, a) || is_choice(self, b) {
            return None;
        }
        let (a, b) = (compare(self, a), compare(self, b));
        Some(self.make(Term::Ite(c, a, b)))
    }
}
