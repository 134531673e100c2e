//! What a path implies: conditions that are decided, and bounds that comparisons with constants leave.

use super::state::Machine;
use crate::term::{Sort, Term, TermId};

/// Terms that are looked at for one bound. Shared parts are looked at once per use, so a deep term would take time
/// exponential in its depth; a bound that is missed costs a question to the solver.
const LOOKED_AT: usize = 96;

impl Machine<'_, '_> {
    /// How a condition must come out on this path, where that is plain.
    pub fn implied(&self, condition: TermId) -> Option<bool> {
        self.implied_within(condition, &mut LOOKED_AT.clone())
    }

    fn implied_within(&self, condition: TermId, left: &mut usize) -> Option<bool> {
        if let Some(taken) = self.decided.get(&condition) {
            return Some(*taken);
        }
        *left = left.checked_sub(1)?;
        match self.terms.get(condition) {
            Term::Bool(b) => Some(b),
            Term::Not(a) => self.implied_within(a, left).map(|b| !b),
            Term::And(a, b) => match (self.implied_within(a, left), self.implied_within(b, left)) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => None,
            },
            Term::Or(a, b) => match (self.implied_within(a, left), self.implied_within(b, left)) {
                (Some(true), _) | (_, Some(true)) => Some(true),
                (Some(false), Some(false)) => Some(false),
                _ => None,
            },
            Term::Lt(a, b) => {
                let (a, b) = (self.range_within(a, left), self.range_within(b, left));
                if a.1 < b.0 { Some(true) } else { (a.0 >= b.1).then_some(false) }
            }
            Term::Le(a, b) => {
                let (a, b) = (self.range_within(a, left), self.range_within(b, left));
                if a.1 <= b.0 { Some(true) } else { (a.0 > b.1).then_some(false) }
            }
            Term::Eq(a, b) if self.is_integer(a) => {
                let (a, b) = (self.range_within(a, left), self.range_within(b, left));
                if a.1 < b.0 || b.1 < a.0 { Some(false) } else { (a == b && a.0 == a.1).then_some(true) }
            }
            _ => None,
        }
    }

    fn is_integer(&self, term: TermId) -> bool {
        matches!(self.terms.sort_of(term), Sort::Int(..))
    }

    /// Remembers how a condition came out, and what follows.
    pub fn learn(&mut self, condition: TermId, taken: bool) {
        if self.decided.insert(condition, taken).is_some() {
            return;
        }
        match (self.terms.get(condition), taken) {
            (Term::Not(a), _) => self.learn(a, !taken),
            (Term::And(a, b), true) | (Term::Or(a, b), false) => {
                self.learn(a, taken);
                self.learn(b, taken);
            }
            (Term::Lt(a, b), true) => self.below(a, b, 1),
            (Term::Lt(a, b), false) => self.below(b, a, 0),
            (Term::Le(a, b), true) => self.below(a, b, 0),
            (Term::Le(a, b), false) => self.below(b, a, 1),
            (Term::Eq(a, b), true) if self.is_integer(a) => {
                self.below(a, b, 0);
                self.below(b, a, 0);
            }
            (Term::Eq(a, b), false) if self.is_integer(a) => {
                self.differs(a, b);
                self.differs(b, a);
            }
            _ => {}
        }
    }

    /// `a + distance <= b`.
    fn below(&mut self, a: TermId, b: TermId, distance: i128) {
        let ((a_low, a_high), (b_low, b_high)) = (self.range(a), self.range(b));
        self.bound(a, a_low, a_high.min(b_high.saturating_sub(distance)));
        self.bound(b, b_low.max(a_low.saturating_add(distance)), b_high);
    }

    /// `a != b`, which says something where `b` is one of `a`'s bounds.
    fn differs(&mut self, a: TermId, b: TermId) {
        let ((low, high), (b, other)) = (self.range(a), self.range(b));
        if b == other && low < high {
            let low = if low == b { low + 1 } else { low };
            let high = if high == b { high - 1 } else { high };
            self.bound(a, low, high);
        }
    }

    fn bound(&mut self, term: TermId, low: i128, high: i128) {
        // Of what contradicts itself nothing follows; the solver will say so.
        if low > high || self.as_int(term).is_some() {
            return;
        }
        self.ranges.insert(term, (low, high));
        // `x + c` bounds `x`.
        match self.terms.get(term) {
            Term::Add(a, c) => {
                if let Some(c) = self.as_int(c) {
                    let (a_low, a_high) = self.range(a);
                    self.bound(a, a_low.max(low.saturating_sub(c)), a_high.min(high.saturating_sub(c)));
                }
            }
            Term::Sub(a, c) => {
                if let Some(c) = self.as_int(c) {
                    let (a_low, a_high) = self.range(a);
                    self.bound(a, a_low.max(low.saturating_add(c)), a_high.min(high.saturating_add(c)));
                }
            }
            _ => {}
        }
    }

    /// Bounds of an integer on this path.
    pub fn range(&self, term: TermId) -> (i128, i128) {
        self.range_within(term, &mut LOOKED_AT.clone())
    }

    fn range_within(&self, term: TermId, left: &mut usize) -> (i128, i128) {
        let plain = self.terms.bounds(term);
        let (mut low, mut high) = self.structural(term, left);
        for (other_low, other_high) in self.ranges.get(&term).copied().into_iter().chain([plain]) {
            (low, high) = (low.max(other_low), high.min(other_high));
        }
        if low <= high { (low, high) } else { plain }
    }

    /// Bounds that follow from those of a term's parts.
    fn structural(&self, term: TermId, left: &mut usize) -> (i128, i128) {
        let all = (i128::MIN, i128::MAX);
        let Some(rest) = left.checked_sub(1) else { return all };
        *left = rest;
        match self.terms.get(term) {
            Term::Int(n) => (n, n),
            Term::Add(a, b) => {
                let (a, b) = (self.range_within(a, left), self.range_within(b, left));
                (a.0.saturating_add(b.0), a.1.saturating_add(b.1))
            }
            Term::Sub(a, b) => {
                let (a, b) = (self.range_within(a, left), self.range_within(b, left));
                (a.0.saturating_sub(b.1), a.1.saturating_sub(b.0))
            }
            Term::Mul(a, b) => {
                let (a, b) = (self.range_within(a, left), self.range_within(b, left));
                let ends = [
                    a.0.saturating_mul(b.0),
                    a.0.saturating_mul(b.1),
                    a.1.saturating_mul(b.0),
                    a.1.saturating_mul(b.1),
                ];
                (*ends.iter().min().unwrap_or(&all.0), *ends.iter().max().unwrap_or(&all.1))
            }
            Term::Div(a, b) => {
                let (a, b) = (self.range_within(a, left), self.range_within(b, left));
                if b.0 <= 0 {
                    // The quotient is no larger than the dividend.
                    let most = a.0.saturating_abs().max(a.1.saturating_abs());
                    return (most.saturating_neg(), most);
                }
                let ends = [a.0 / b.0, a.0 / b.1, a.1 / b.0, a.1 / b.1];
                (*ends.iter().min().unwrap_or(&all.0), *ends.iter().max().unwrap_or(&all.1))
            }
            Term::Rem(a, b) => {
                let (a, b) = (self.range_within(a, left), self.range_within(b, left));
                let most = b.0.saturating_abs().max(b.1.saturating_abs()).saturating_sub(1).max(0);
                let low = if a.0 >= 0 { 0 } else { a.0.max(-most) };
                (low, if a.1 <= 0 { 0 } else { a.1.min(most) })
            }
            Term::Bits(_, ty, ..) | Term::ToInt(ty, _) => {
                self.bits_range(term, (ty.lowest(), ty.highest()), left)
            }
            Term::Wrap(ty, a) => {
                let (low, high) = self.range_within(a, left);
                let fits = low >= ty.lowest() && high <= ty.highest();
                if fits { (low, high) } else { (ty.lowest(), ty.highest()) }
            }
            Term::Ite(_, a, b) => {
                let (a, b) = (self.range_within(a, left), self.range_within(b, left));
                (a.0.min(b.0), a.1.max(b.1))
            }
            _ => all,
        }
    }

    /// `a & mask` is no larger than a mask that is not negative, `a >> n` no farther from zero than `a`.
    fn bits_range(&self, term: TermId, of_type: (i128, i128), left: &mut usize) -> (i128, i128) {
        use crate::term::Bits;
        let Term::Bits(bits, _, a, b) = self.terms.get(term) else { return of_type };
        let (a, b) = (self.range_within(a, left), self.range_within(b, left));
        match bits {
            Bits::And if a.0 >= 0 && b.0 >= 0 => (0, a.1.min(b.1)),
            Bits::And if b.0 >= 0 => (0, b.1),
            Bits::And if a.0 >= 0 => (0, a.1),
            Bits::Shr if b.0 >= 0 && b.0 < 127 => {
                (if a.0 >= 0 { 0 } else { a.0 >> b.0 }, if a.1 < 0 { -1 } else { a.1 >> b.0 })
            }
            _ => of_type,
        }
    }
}
