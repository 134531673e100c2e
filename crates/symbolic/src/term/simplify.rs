//! Terms are simplified as they are made. What had a value keeps it under every assignment; what had none may get one,
//! as `x - x` does for an `x` that divides by zero.

mod arithmetic;
mod bits;
mod compare;
mod floats;

use super::evaluate::{self, Known};
use super::{Bits, FloatOp, Scalar, Sort, Term, TermId, Terms};

impl Terms {
    /// A term, simplified: what is made of constants is one, and `x + 0`, `!!x`, `x == x` and the like are shortened.
    /// Of operands that commute, a constant is the second.
    pub fn make(&mut self, term: Term) -> TermId {
        let term = self.ordered(term);
        if let Some(id) = self.folded(term).or_else(|| self.shortened(term)) {
            return id;
        }
        self.intern(term)
    }

    /// With operands that commute in order: constants last, what was made first before what was made later.
    fn ordered(&self, term: Term) -> Term {
        let swap = |a: TermId, b: TermId| {
            let rank = |id| (self.as_constant(id).is_some(), id);
            rank(a) > rank(b)
        };
        match term {
            Term::And(a, b) if swap(a, b) => Term::And(b, a),
            Term::Or(a, b) if swap(a, b) => Term::Or(b, a),
            Term::Eq(a, b) if swap(a, b) => Term::Eq(b, a),
            Term::Add(a, b) if swap(a, b) => Term::Add(b, a),
            Term::Mul(a, b) if swap(a, b) => Term::Mul(b, a),
            Term::Bits(op @ (Bits::And | Bits::Or | Bits::Xor), ty, a, b) if swap(a, b) => {
                Term::Bits(op, ty, b, a)
            }
            Term::FloatEq(a, b) if swap(a, b) => Term::FloatEq(b, a),
            Term::FloatOp(op @ (FloatOp::Add | FloatOp::Mul), ty, a, b) if swap(a, b) => {
                Term::FloatOp(op, ty, b, a)
            }
            other => other,
        }
    }

    /// The constant that it is, by its parts or its bounds.
    fn folded(&mut self, term: Term) -> Option<TermId> {
        let constant = |id| self.as_constant(id).map(Known::Is);
        let part = |id: TermId| match self.get(id) {
            // A product of constants that left `i128` is still known well enough to be wrapped.
            Term::Add(..) | Term::Sub(..) | Term::Mul(..) if matches!(term, Term::Wrap(..)) => {
                evaluate::step(self.get(id), constant, |_| None)
            }
            _ => constant(id),
        };
        match evaluate::step(term, part, |_| None) {
            Some(Known::Is(Scalar::Bool(value))) => return Some(self.bool(value)),
            Some(Known::Is(Scalar::Int(value))) => return Some(self.int(value)),
            Some(Known::Is(Scalar::Float(value))) => {
                let Sort::Float(ty) = self.sort_of_new(term) else { return None };
                return Some(self.float(value, ty));
            }
            Some(Known::Beyond(..)) | None => {}
        }
        match (term, self.sort_of_new(term)) {
            (Term::Var(_), _) => None,
            (_, Sort::Int(low, high)) if low == high && !self.leaves_when_new(term) => Some(self.int(low)),
            _ => None,
        }
    }

    /// What it is the same as.
    fn shortened(&mut self, term: Term) -> Option<TermId> {
        match term {
            Term::Not(a) => self.negated(a),
            Term::And(a, b) => match (self.get(a), self.get(b)) {
                (_, Term::Bool(true)) => Some(a),
                _ if a == b => Some(a),
                (Term::Not(x), _) if x == b => Some(self.bool(false)),
                (_, Term::Not(x)) if x == a => Some(self.bool(false)),
                _ => None,
            },
            Term::Or(a, b) => match (self.get(a), self.get(b)) {
                (_, Term::Bool(false)) => Some(a),
                _ if a == b => Some(a),
                (Term::Not(x), _) if x == b => Some(self.bool(true)),
                (_, Term::Not(x)) if x == a => Some(self.bool(true)),
                _ => None,
            },
            Term::Eq(a, b) => self.equal(a, b),
            Term::Lt(a, b) => self.less(a, b),
            Term::Le(a, b) => self.at_most(a, b),
            Term::Add(a, b) => self.added(a, b),
            Term::Sub(a, b) => self.subtracted(a, b),
            Term::Mul(a, b) => self.multiplied(a, b),
            Term::Div(a, b) => self.divided(a, b),
            Term::Rem(a, b) => self.remaining(a, b),
            Term::Bits(op, ty, a, b) => self.by_bits(op, ty, a, b),
            Term::Wrap(ty, a) => self.wrapped(ty, a),
            Term::Ite(c, a, b) => match (self.get(c), self.get(a), self.get(b)) {
                (Term::Bool(true), ..) => Some(a),
                (Term::Bool(false), ..) => Some(b),
                _ if a == b => Some(a),
                (_, Term::Bool(true), Term::Bool(false)) => Some(c),
                (_, Term::Bool(false), Term::Bool(true)) => Some(self.not(c)),
                (_, Term::Bool(true), _) => Some(self.make(Term::Or(c, b))),
                (_, _, Term::Bool(false)) => Some(self.make(Term::And(c, a))),
                (Term::Not(c), ..) => Some(self.make(Term::Ite(c, b, a))),
                _ => None,
            },
            Term::FloatFn(..)
            | Term::FloatOp(..)
            | Term::FloatEq(..)
            | Term::FloatLt(..)
            | Term::FloatLe(..)
            | Term::IsNan(_)
            | Term::ToInt(..)
            | Term::Resize(..) => self.of_floats(term),
            Term::Bool(_) | Term::Int(_) | Term::Float(..) | Term::Var(_) | Term::ToFloat(..) => None,
        }
    }

    fn negated(&mut self, a: TermId) -> Option<TermId> {
        match self.get(a) {
            Term::Not(x) => Some(x),
            Term::Lt(x, y) => Some(self.make(Term::Le(y, x))),
            Term::Le(x, y) => Some(self.make(Term::Lt(y, x))),
            _ => None,
        }
    }

    /// `x + c` as `x` and `c`, with 0 where there is none.
    pub(super) fn offset(&self, id: TermId) -> (TermId, i128) {
        match self.get(id) {
            Term::Add(x, c) => self.as_int(c).map_or((id, 0), |c| (x, c)),
            _ => (id, 0),
        }
    }

    /// `x * c` as `x` and `c`.
    pub(super) fn factor(&self, id: TermId) -> Option<(TermId, i128)> {
        match self.get(id) {
            Term::Mul(x, c) => self.as_int(c).map(|c| (x, c)),
            _ => None,
        }
    }

    pub(super) fn plus(&mut self, x: TermId, c: i128) -> TermId {
        let c = self.int(c);
        self.make(Term::Add(x, c))
    }
}
