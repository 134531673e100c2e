//! Decisions of a path, and the terms that conditions are made of.

use std::ops::Range;
use std::sync::Arc;

use super::state::{Eval, Flow, Machine, panicked, unsupported};
use super::value::Val;
use crate::term::{Scalar, Sort, Term, TermId};
use crate::{Branch, End, Site};
use morph_relation::{FloatType, IntType};
use morph_source::probe::Event;

/// The sites of a branch's two outcomes.
pub(super) type Sites = [Option<Site>; 2];

/// A branch inside something that is modelled.
pub(super) const NO_SITES: Sites = [None, None];

/// A number with more possible values is not pinned by a branch for each: the paths would be too many to explore.
const PINNED: i128 = 64;

impl<'p> Machine<'p, '_> {
    /// How a condition comes out: as it must where it is constant or decided, or as the chooser says.
    pub fn branch(&mut self, condition: TermId, sites: Sites) -> Eval<'p, bool> {
        self.decide(condition, sites, false)
    }

    /// A branch without sites.
    pub fn fork(&mut self, condition: TermId) -> Eval<'p, bool> {
        self.decide(condition, NO_SITES, false)
    }

    /// Panics where a condition is false.
    pub fn require(&mut self, condition: TermId) -> Eval<'p, ()> {
        if self.decide(condition, NO_SITES, true)? { Ok(()) } else { panicked() }
    }

    fn decide(&mut self, condition: TermId, sites: Sites, panics: bool) -> Eval<'p, bool> {
        let sites = if self.quiet > 0 { NO_SITES } else { sites };
        let taken = match self.implied(condition) {
            Some(taken) => taken,
            None => {
                if self.path.branches.len() >= self.limits.branches {
                    self.inexact("too many branches");
                    return Err(Flow::End(End::Limit));
                }
                let Some(taken) = self.chooser.choose(self.terms, condition, &sites) else {
                    return Err(Flow::End(End::Stopped));
                };
                let panics = panics && taken;
                self.path.branches.push(Branch {
                    condition,
                    taken,
                    sites: sites.clone(),
                    panics,
                    assumed: false,
                });
                self.learn(condition, taken);
                taken
            }
        };
        let [yes, no] = sites;
        if let Some(site) = if taken { yes } else { no } {
            self.pass(site);
        }
        Ok(taken)
    }

    /// Takes a condition for granted: the path is of inputs for which it holds.
    pub fn assume(&mut self, condition: TermId) -> Eval<'p, ()> {
        match self.implied(condition) {
            Some(true) => Ok(()),
            Some(false) => Err(Flow::End(End::Stopped)),
            None => {
                let step = Branch { condition, taken: true, sites: NO_SITES, panics: false, assumed: true };
                self.path.branches.push(step);
                self.learn(condition, true);
                Ok(())
            }
        }
    }

    /// The value of a term under the chooser's input, from here on the only one that the path is about.
    pub fn concretised(&mut self, term: TermId, what: &str) -> Eval<'p, Scalar> {
        if let Some(scalar) = self.constant(term) {
            return Ok(scalar);
        }
        let Some(scalar) = (!self.is_cover()).then(|| self.chooser.concrete(self.terms, term)).flatten()
        else {
            return unsupported(what);
        };
        let value = match (scalar, self.terms.sort_of(term)) {
            (Scalar::Float(x), Sort::Float(ty)) => self.terms.make(Term::Float(x.to_bits(), ty)),
            (Scalar::Int(n), _) => self.int(n),
            (Scalar::Bool(b), _) => self.bool(b),
            _ => return unsupported(what),
        };
        let same = match scalar {
            Scalar::Float(x) if x.is_nan() => self.terms.make(Term::IsNan(term)),
            Scalar::Float(_) => self.terms.make(Term::FloatEq(term, value)),
            _ => self.eq(term, value),
        };
        self.inexact(what);
        self.assume(same)?;
        Ok(scalar)
    }

    /// An integer that decides on the shape of what follows: one branch says which, if it is not constant.
    pub fn pinned(&mut self, term: TermId, what: &str) -> Eval<'p, i128> {
        if let Some(n) = self.as_int(term) {
            return Ok(n);
        }
        let (low, high) = self.range(term);
        if low == high {
            return Ok(low);
        }
        if !self.is_cover()
            && let Some(Scalar::Int(n)) = self.chooser.concrete(self.terms, term)
        {
            // Along an input, one branch: what it negates to is some other number.
            let number = self.int(n);
            let same = self.eq(term, number);
            return if self.fork(same)? { Ok(n) } else { unsupported(what) };
        }
        if high.saturating_sub(low) > PINNED {
            return unsupported(what);
        }
        for n in low..high {
            let number = self.int(n);
            let same = self.eq(term, number);
            if self.fork(same)? {
                return Ok(n);
            }
        }
        Ok(high)
    }

    /// The site at these bytes of the current function's file.
    pub fn site(&mut self, span: &Range<usize>, event: Event) -> Option<Site> {
        // What macros expand to, and constants, have no place.
        if span.is_empty() || self.quiet > 0 {
            return None;
        }
        let file = &self.function?.file;
        let file = self.files.entry(file).or_insert_with(|| Arc::from(file.as_path())).clone();
        Some(Site { file, span: (span.start, span.end), event })
    }

    pub fn sites(&mut self, span: &Range<usize>, events: [Event; 2]) -> Sites {
        events.map(|event| self.site(span, event))
    }

    /// Notes that a site is passed.
    pub fn pass(&mut self, site: Site) {
        if self.quiet == 0 && self.passed.insert(site.clone()) {
            self.path.passed.push(site);
        }
    }

    /// A new unknown of a sort.
    pub fn unknown(&mut self, sort: Sort, why: &str) -> TermId {
        self.unknowns += 1;
        if !self.is_cover() {
            self.inexact(why);
        }
        // The sort is part of the name: on another path, the same number may stand for something else.
        let name = match sort {
            Sort::Bool => format!("?{}b", self.unknowns),
            Sort::Int(low, high) => format!("?{}i{low}..{high}", self.unknowns),
            Sort::Float(ty) => format!("?{}{}", self.unknowns, ty.name()),
        };
        self.terms.variable(&name, sort, true)
    }

    pub fn unknown_int(&mut self, ty: IntType, why: &str) -> TermId {
        self.unknown(Sort::Int(ty.lowest(), ty.highest()), why)
    }

    pub fn unknown_bool(&mut self, why: &str) -> TermId {
        self.unknown(Sort::Bool, why)
    }

    pub fn constant(&self, term: TermId) -> Option<Scalar> {
        match self.terms.get(term) {
            Term::Bool(b) => Some(Scalar::Bool(b)),
            Term::Int(n) => Some(Scalar::Int(n)),
            Term::Float(bits, _) => Some(Scalar::Float(f64::from_bits(bits))),
            _ => None,
        }
    }

    pub fn as_int(&self, term: TermId) -> Option<i128> {
        match self.terms.get(term) {
            Term::Int(n) => Some(n),
            _ => None,
        }
    }

    pub fn as_bool(&self, term: TermId) -> Option<bool> {
        match self.terms.get(term) {
            Term::Bool(b) => Some(b),
            _ => None,
        }
    }

    pub fn bool(&mut self, value: bool) -> TermId {
        self.terms.make(Term::Bool(value))
    }

    pub fn int(&mut self, value: i128) -> TermId {
        self.terms.make(Term::Int(value))
    }

    pub fn float(&mut self, value: f64, ty: FloatType) -> TermId {
        let value = if ty == FloatType::F32 { f64::from(value as f32) } else { value };
        self.terms.make(Term::Float(value.to_bits(), ty))
    }

    pub fn not(&mut self, a: TermId) -> TermId {
        self.terms.make(Term::Not(a))
    }

    pub fn and(&mut self, a: TermId, b: TermId) -> TermId {
        self.terms.make(Term::And(a, b))
    }

    pub fn or(&mut self, a: TermId, b: TermId) -> TermId {
        self.terms.make(Term::Or(a, b))
    }

    pub fn eq(&mut self, a: TermId, b: TermId) -> TermId {
        self.terms.make(Term::Eq(a, b))
    }

    pub fn lt(&mut self, a: TermId, b: TermId) -> TermId {
        self.terms.make(Term::Lt(a, b))
    }

    pub fn le(&mut self, a: TermId, b: TermId) -> TermId {
        self.terms.make(Term::Le(a, b))
    }

    pub fn add(&mut self, a: TermId, b: TermId) -> TermId {
        self.terms.make(Term::Add(a, b))
    }

    pub fn sub(&mut self, a: TermId, b: TermId) -> TermId {
        self.terms.make(Term::Sub(a, b))
    }

    pub fn mul(&mut self, a: TermId, b: TermId) -> TermId {
        self.terms.make(Term::Mul(a, b))
    }

    pub fn ite(&mut self, c: TermId, a: TermId, b: TermId) -> TermId {
        self.terms.make(Term::Ite(c, a, b))
    }

    pub fn plus(&mut self, a: TermId, n: i128) -> TermId {
        let n = self.int(n);
        self.add(a, n)
    }

    /// `low <= a <= high`.
    pub fn within(&mut self, a: TermId, low: i128, high: i128) -> TermId {
        let (low, high) = (self.int(low), self.int(high));
        let (from, to) = (self.le(low, a), self.le(a, high));
        self.and(from, to)
    }

    /// Whether a number of a variant is this one; looks through `if`s.
    pub fn tag_is(&mut self, tag: TermId, variant: usize) -> TermId {
        if let Term::Ite(c, a, b) = self.terms.get(tag) {
            let (a, b) = (self.tag_is(a, variant), self.tag_is(b, variant));
            return match (self.as_bool(a), self.as_bool(b)) {
                (Some(a), Some(b)) if a == b => self.bool(a),
                (Some(true), Some(false)) => c,
                (Some(false), Some(true)) => self.not(c),
                (Some(true), _) => self.or(c, b),
                (_, Some(false)) => self.and(c, a),
                (Some(false), _) => {
                    let not = self.not(c);
                    self.and(not, b)
                }
                (_, Some(true)) => {
                    let not = self.not(c);
                    self.or(not, a)
                }
                _ => {
                    let (then, not) = (self.and(c, a), self.not(c));
                    let otherwise = self.and(not, b);
                    self.or(then, otherwise)
                }
            };
        }
        let variant = self.int(variant as i128);
        self.eq(tag, variant)
    }

    pub fn val_bool(&mut self, value: bool) -> Val<'p> {
        Val::Bool(self.bool(value))
    }
}
