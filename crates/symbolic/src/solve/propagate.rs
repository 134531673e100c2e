//! Bounds of every term under constraints, by interval propagation in both directions. It decides much without any search:
//! comparisons with constants, and what contradicts them.

use super::super::term::{Sort, Term, TermId, interval};
use super::slice::Slice;
use interval::Interval;

/// No end.
const OPEN: Interval = (i128::MIN, i128::MAX);

/// How often all terms are gone through; what converges more slowly is left to the solver.
const ROUNDS: usize = 40;

/// Bounds of the terms of a slice; of truth values, 0 and 1; of floats nothing is known.
#[derive(Clone, Debug)]
pub struct Domains {
    of: Vec<Interval>,
    changed: bool,
}

/// A domain is empty.
struct Empty;

impl Domains {
    /// The bounds that hold whatever the constraints are.
    pub fn of_sorts(slice: &Slice) -> Domains {
        let sort = |sort: &Sort| match sort {
            Sort::Bool => (0, 1),
            Sort::Int(low, high) => (*low, *high),
            Sort::Float(_) => OPEN,
        };
        Domains { of: slice.sorts.iter().map(sort).collect(), changed: true }
    }

    /// The bounds that follow from a slice's constraints; `None` where they contradict each other.
    pub fn new(slice: &Slice) -> Option<Domains> {
        let mut domains = Domains::of_sorts(slice);
        domains.settle(slice).ok().map(|()| domains)
    }

    /// The bounds that follow from those of the variables alone: what a term may be while nothing is asserted.
    pub fn of_variables(&self, slice: &Slice) -> Domains {
        let mut domains = Domains { of: Vec::with_capacity(self.of.len()), changed: false };
        for (index, term) in slice.terms.iter().enumerate() {
            let sort = slice.sorts[index];
            let follows = match (term, sort) {
                (Term::Var(_), _) => self.of[index],
                (_, Sort::Int(low, high)) => {
                    let follows = domains.forward(*term, sort);
                    (follows.0.max(low), follows.1.min(high))
                }
                (_, Sort::Bool) => domains.forward(*term, sort),
                (_, Sort::Float(_)) => OPEN,
            };
            // Comparisons of floats say nothing.
            domains.of.push(if sort == Sort::Bool { (follows.0.max(0), follows.1.min(1)) } else { follows });
        }
        domains
    }

    /// The bounds of a term.
    pub fn of(&self, id: TermId) -> Interval {
        self.of[id.0 as usize]
    }

    fn settle(&mut self, slice: &Slice) -> Result<(), Empty> {
        for (id, truth) in &slice.constraints {
            self.narrow(*id, (i128::from(*truth), i128::from(*truth)))?;
        }
        for _ in 0..ROUNDS {
            self.changed = false;
            for index in 0..slice.terms.len() {
                let id = TermId(index as u32);
                let follows = self.forward(slice.get(id), slice.sort(id));
                self.narrow(id, follows)?;
            }
            for index in (0..slice.terms.len()).rev() {
                let id = TermId(index as u32);
                self.backward(slice.get(id), self.of(id))?;
            }
            if !self.changed {
                break;
            }
        }
        Ok(())
    }

    fn narrow(&mut self, id: TermId, to: Interval) -> Result<(), Empty> {
        let domain = &mut self.of[id.0 as usize];
        let both = (domain.0.max(to.0), domain.1.min(to.1));
        if both != *domain {
            *domain = both;
            self.changed = true;
        }
        if both.0 > both.1 { Err(Empty) } else { Ok(()) }
    }

    /// The truth of a comparison or a constraint, where it is known.
    fn truth(&self, id: TermId) -> Option<bool> {
        match self.of(id) {
            (0, 0) => Some(false),
            (1, 1) => Some(true),
            _ => None,
        }
    }

    /// A term's bounds from those of its parts.
    fn forward(&self, term: Term, sort: Sort) -> Interval {
        let of = |id| self.of(id);
        let known = |truth: Option<bool>| match truth {
            Some(value) => (i128::from(value), i128::from(value)),
            None => (0, 1),
        };
        match term {
            Term::Bool(value) => known(Some(value)),
            Term::Int(value) => (value, value),
            Term::Not(a) => (1 - of(a).1, 1 - of(a).0),
            Term::And(a, b) => (of(a).0.min(of(b).0), of(a).1.min(of(b).1)),
            Term::Or(a, b) => (of(a).0.max(of(b).0), of(a).1.max(of(b).1)),
            Term::Eq(a, b) => {
                let (a, b) = (of(a), of(b));
                let same = a == b && a.0 == a.1 && a != (i128::MAX, i128::MAX) && a != (i128::MIN, i128::MIN);
                known(if a.1 < b.0 || b.1 < a.0 { Some(false) } else { same.then_some(true) })
            }
            Term::Lt(a, b) => known(before(of(a), of(b), true)),
            Term::Le(a, b) => known(before(of(a), of(b), false)),
            Term::Add(a, b) => interval::sum(of(a), of(b)),
            Term::Sub(a, b) => interval::difference(of(a), of(b)),
            Term::Mul(a, b) => interval::product(of(a), of(b)),
            Term::Div(a, b) => interval::quotient(of(a), of(b)),
            Term::Rem(a, b) => interval::remainder(of(a), of(b)),
            Term::Bits(op, ty, a, b) => interval::by_bits(op, ty, of(a), of(b)),
            Term::Wrap(ty, a) => interval::wrapped(ty, of(a)),
            Term::Ite(c, a, b) if !matches!(sort, Sort::Float(_)) => match self.truth(c) {
                Some(true) => of(a),
                Some(false) => of(b),
                None => (of(a).0.min(of(b).0), of(a).1.max(of(b).1)),
            },
            _ => OPEN,
        }
    }

    /// The bounds of a term's parts from its own.
    fn backward(&mut self, term: Term, own: Interval) -> Result<(), Empty> {
        let truth = match own {
            (0, 0) => Some(false),
            (1, 1) => Some(true),
            _ => None,
        };
        match term {
            Term::Not(a) => self.narrow(a, (1 - own.1, 1 - own.0)),
            Term::And(a, b) => self.junction(own, (a, b), (1, 1), (0, 0)),
            Term::Or(a, b) => self.junction(own, (a, b), (0, 0), (1, 1)),
            Term::Eq(a, b) => match truth {
                Some(true) => {
                    self.narrow(a, self.of(b))?;
                    self.narrow(b, self.of(a))
                }
                Some(false) => {
                    self.apart(a, b)?;
                    self.apart(b, a)
                }
                None => Ok(()),
            },
            Term::Lt(a, b) | Term::Le(a, b) => {
                let strict = matches!(term, Term::Lt(..));
                match truth {
                    Some(true) => self.order(a, b, strict),
                    Some(false) => self.order(b, a, !strict),
                    None => Ok(()),
                }
            }
            Term::Add(a, b) => {
                self.narrow(a, interval::difference(own, self.of(b)))?;
                self.narrow(b, interval::difference(own, self.of(a)))
            }
            Term::Sub(a, b) => {
                self.narrow(a, interval::sum(own, self.of(b)))?;
                self.narrow(b, interval::difference(self.of(a), own))
            }
            Term::Mul(a, b) => {
                self.narrow(a, shared(own, self.of(b)))?;
                self.narrow(b, shared(own, self.of(a)))
            }
            Term::Div(a, b) => self.dividend(own, a, b),
            Term::Rem(a, b) => self.dividend_of_rest(own, a, b),
            Term::Wrap(ty, a) => {
                let (low, high) = self.of(a);
                let inside =
                    ty.lowest() <= low && high <= ty.highest() && low > i128::MIN && high < i128::MAX;
                if inside { self.narrow(a, own) } else { Ok(()) }
            }
            Term::Ite(c, a, b) => match self.truth(c) {
                Some(true) => self.narrow(a, own),
                Some(false) => self.narrow(b, own),
                None => self.chosen(own, c, a, b),
            },
            _ => Ok(()),
        }
    }

    /// `a && b`, or `a || b`: where the whole is `all`, both are; where it is `one`, either is.
    fn junction(
        &mut self,
        own: Interval,
        (a, b): (TermId, TermId),
        all: Interval,
        one: Interval,
    ) -> Result<(), Empty> {
        if own == all {
            self.narrow(a, all)?;
            self.narrow(b, all)?;
        } else if own == one {
            // The other must be the one that decides.
            if self.of(a) == all {
                self.narrow(b, one)?;
            }
            if self.of(b) == all {
                self.narrow(a, one)?;
            }
        }
        Ok(())
    }

    /// `a` in `a / b`.
    fn dividend(&mut self, own: Interval, a: TermId, b: TermId) -> Result<(), Empty> {
        let (divisor, same) = self.of(b);
        if divisor != same || divisor <= 0 || divisor == i128::MAX {
            return Ok(());
        }
        // What is cut off is less than the divisor, towards zero.
        let cut = (divisor - 1, divisor - 1);
        let (low, high) = interval::product(own, (divisor, divisor));
        let low = if own.0 > 0 { low } else { interval::difference((low, low), cut).0 };
        let high = if own.1 < 0 { high } else { interval::sum((high, high), cut).1 };
        self.narrow(a, (low, high))
    }

    /// `a` in `a % b`.
    fn dividend_of_rest(&mut self, own: Interval, a: TermId, b: TermId) -> Result<(), Empty> {
        let ((low, high), (divisor, same)) = (self.of(a), self.of(b));
        let is_bounded = low > i128::MIN && high < i128::MAX && (low >= 0 || high <= 0);
        if divisor != same || divisor <= 0 || !is_bounded || low / divisor != high / divisor {
            return Ok(());
        }
        // Of one quotient: the difference is a constant.
        let offset = low / divisor * divisor;
        self.narrow(a, interval::sum(own, (offset, offset)))
    }

    /// `if c { a } else { b }`: a side that cannot be the whole is not taken.
    fn chosen(&mut self, own: Interval, c: TermId, a: TermId, b: TermId) -> Result<(), Empty> {
        let apart = |x: Interval| x.1 < own.0 || own.1 < x.0;
        if apart(self.of(a)) {
            self.narrow(c, (0, 0))?;
        }
        if apart(self.of(b)) {
            self.narrow(c, (1, 1))?;
        }
        Ok(())
    }

    /// `a != b`: a single value at an end is cut off.
    fn apart(&mut self, a: TermId, b: TermId) -> Result<(), Empty> {
        let ((low, high), (value, same)) = (self.of(a), self.of(b));
        if value != same || value == i128::MIN || value == i128::MAX {
            return Ok(());
        }
        if low == value {
            self.narrow(a, (value + 1, i128::MAX))?;
        }
        if high == value {
            self.narrow(a, (i128::MIN, value - 1))?;
        }
        Ok(())
    }

    /// `a < b` or `a <= b`.
    fn order(&mut self, a: TermId, b: TermId, strict: bool) -> Result<(), Empty> {
        let gap = (i128::from(strict), i128::from(strict));
        let (_, high) = interval::difference(self.of(b), gap);
        self.narrow(a, (i128::MIN, high))?;
        let (low, _) = interval::sum(self.of(a), gap);
        self.narrow(b, (low, i128::MAX))
    }
}

/// Whether `a < b` or `a <= b`, where the bounds decide.
fn before(a: Interval, b: Interval, strict: bool) -> Option<bool> {
    // Beyond the ends there is no order.
    let decided = |low: i128, high: i128| low != i128::MIN && high != i128::MAX;
    match strict {
        true if a.1 < b.0 => Some(true),
        true if a.0 >= b.1 && decided(a.0, b.1) => Some(false),
        false if a.1 <= b.0 && decided(b.0, a.1) => Some(true),
        false if a.0 > b.1 => Some(false),
        _ => None,
    }
}

/// What a factor may be, given the product and the other factor.
fn shared(product: Interval, other: Interval) -> Interval {
    let (least, most) = other;
    if least >= 1 {
        // Farthest from zero with the least other factor, nearest with the most.
        let low = match product.0 {
            i128::MIN => i128::MIN,
            low if low <= 0 => low / least,
            _ if most == i128::MAX => 1,
            low => low.div_euclid(most) + i128::from(low.rem_euclid(most) != 0),
        };
        let high = match product.1 {
            i128::MAX => i128::MAX,
            high if high >= 0 => high / least,
            _ if most == i128::MAX => -1,
            high => high.div_euclid(most),
        };
        return (low, high);
    }
    if most <= -1 && least > i128::MIN && product.0 > i128::MIN && product.1 < i128::MAX {
        let (low, high) = shared((-product.1, -product.0), (-most, -least));
        return (low, high);
    }
    OPEN
}
