//! The subject as the machine executes it.

use super::super::machine::{Limits, run};
use super::super::term::{Assignment, Scalar, Terms, Variable};
use super::super::{Chooser, Mode, Path, place};
use super::explorable::Explorable;
use crate::program::Program;
use morph_relation::{Type, Value};
use morph_source::scan::Subject;

/// A subject and the program that it is part of.
#[derive(Clone, Debug)]
pub struct SymbolicSubject<'a> {
    program: &'a Program,
    subject: &'a Subject,
    types: Vec<Type>,
    limits: Limits,
}

impl<'a> SymbolicSubject<'a> {
    /// Of a subject.
    pub fn new(program: &'a Program, subject: &'a Subject, limits: Limits) -> SymbolicSubject<'a> {
        let types = subject.params.iter().map(|param| param.ty.clone()).collect();
        SymbolicSubject { program, subject, types, limits }
    }
}

impl Explorable for SymbolicSubject<'_> {
    fn execute(&self, terms: &mut Terms, mode: Mode, chooser: &mut dyn Chooser) -> Path {
        run(self.program, &self.subject.path, self.subject, terms, mode, chooser, self.limits)
    }

    fn read(&self, input: &[Value], variable: &Variable) -> Option<Scalar> {
        Some(place::scalar(variable, input))
    }

    fn write(&self, like: &[Value], terms: &Terms, values: &Assignment) -> Vec<Value> {
        place::values(&self.types, like, terms, values)
    }
}
