//! Follows an input: each condition comes out as it does there.

use super::term::{Assignment, Scalar, TermId, Terms};
use super::{Chooser, Site, place};
use morph_relation::Value;

/// A chooser that goes where an input goes.
#[derive(Clone, Debug)]
pub struct Concolic<'a> {
    input: &'a [Value],
    assignment: Assignment,
}

impl<'a> Concolic<'a> {
    /// One for an input: values of the subject's parameters.
    pub fn new(input: &'a [Value]) -> Concolic<'a> {
        Concolic { input, assignment: Vec::new() }
    }

    /// What the variables that there are stand for in the input; unknowns stand for something.
    pub fn assignment(&mut self, terms: &Terms) -> &Assignment {
        let variables = &terms.variables()[self.assignment.len().min(terms.variables().len())..];
        self.assignment.extend(variables.iter().map(|variable| Some(place::scalar(variable, self.input))));
        &self.assignment
    }
}

impl Chooser for Concolic<'_> {
    fn choose(&mut self, terms: &Terms, condition: TermId, _: &[Option<Site>; 2]) -> Option<bool> {
        match self.concrete(terms, condition)? {
            Scalar::Bool(came) => Some(came),
            _ => None,
        }
    }

    fn concrete(&mut self, terms: &Terms, term: TermId) -> Option<Scalar> {
        self.assignment(terms);
        terms.evaluate(term, &self.assignment)
    }
}
