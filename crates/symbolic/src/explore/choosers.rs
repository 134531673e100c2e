//! Who says where executions go.

use std::collections::BTreeSet;

use super::super::solve::{Decision, is_refuted_by_bounds};
use super::super::term::{Assignment, Evaluation, Scalar, TermId, Terms, Variable};
use super::super::{Chooser, Site};

/// Goes where an input goes.
pub struct Along<'a> {
    read: &'a dyn Fn(&Variable) -> Option<Scalar>,
    values: Evaluation,
    /// What the real function passed on this input: it decides where the terms do not say.
    passed: &'a BTreeSet<Site>,
}

impl<'a> Along<'a> {
    /// Along the input that `read` looks at.
    pub fn new(read: &'a dyn Fn(&Variable) -> Option<Scalar>, passed: &'a BTreeSet<Site>) -> Along<'a> {
        Along { read, values: Evaluation::default(), passed }
    }

    /// Whether the input is known to decide so.
    pub fn decides(&mut self, terms: &Terms, (condition, truth): Decision) -> bool {
        self.look(terms);
        self.values.value(terms, condition) == Some(Scalar::Bool(truth))
    }

    /// The values of the variables that were there at the end.
    pub fn assignment(mut self, terms: &Terms) -> Assignment {
        self.look(terms);
        self.values.assignment().clone()
    }

    /// Variables are made while the execution goes on.
    fn look(&mut self, terms: &Terms) {
        for variable in &terms.variables()[self.values.assignment().len()..] {
            self.values.push(if variable.is_unknown { None } else { (self.read)(variable) });
        }
    }
}

impl Chooser for Along<'_> {
    fn choose(&mut self, terms: &Terms, condition: TermId, sites: &[Option<Site>; 2]) -> Option<bool> {
        self.look(terms);
        if let Some(Scalar::Bool(value)) = self.values.value(terms, condition) {
            return Some(value);
        }
        let [yes, no] =
            sites.each_ref().map(|site| site.as_ref().is_some_and(|site| self.passed.contains(site)));
        (yes != no).then_some(yes)
    }

    fn concrete(&mut self, terms: &Terms, term: TermId) -> Option<Scalar> {
        self.look(terms);
        self.values.value(terms, term)
    }
}

/// Follows decisions, and then goes wherever bounds do not exclude, leaving the other sides for later.
pub struct Enumerating {
    /// What is decided: first what was decided before.
    truths: Vec<bool>,
    /// The conditions that were met so far.
    conditions: Vec<TermId>,
    /// Decisions that lead to the other sides.
    pub left: Vec<Vec<bool>>,
}

/// Decisions of which the bounds are asked; of later ones every side is taken.
const ASKED: usize = 200;

impl Enumerating {
    /// From behind these decisions.
    pub fn new(truths: Vec<bool>) -> Enumerating {
        Enumerating { truths, conditions: Vec::new(), left: Vec::new() }
    }

    /// Whether no input comes this far and decides so.
    fn excludes(&self, terms: &Terms, condition: TermId, truth: bool) -> bool {
        let before = self.conditions.iter().copied().zip(self.truths.iter().copied());
        self.conditions.len() < ASKED && is_refuted_by_bounds(terms, before.chain([(condition, truth)]))
    }
}

impl Chooser for Enumerating {
    fn choose(&mut self, terms: &Terms, condition: TermId, _: &[Option<Site>; 2]) -> Option<bool> {
        if let Some(truth) = self.truths.get(self.conditions.len()).copied() {
            self.conditions.push(condition);
            return Some(truth);
        }
        let truth = match [true, false].map(|truth| !self.excludes(terms, condition, truth)) {
            [true, true] => {
                self.left.push([self.truths.as_slice(), &[true]].concat());
                false
            }
            [true, false] => true,
            [false, true] => false,
            [false, false] => return None,
        };
        self.truths.push(truth);
        self.conditions.push(condition);
        Some(truth)
    }
}
