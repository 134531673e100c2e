//! What can be explored.

use anyhow::Result;

use super::super::term::{Assignment, Scalar, Terms, Variable};
use super::super::{Chooser, Mode, Path};
use morph_relation::Value;

/// A function as it is executed symbolically.
pub trait Explorable {
    /// Executes it symbolically.
    fn execute(&self, terms: &mut Terms, mode: Mode, chooser: &mut dyn Chooser) -> Path;
    /// What a variable is of an input.
    fn read(&self, input: &[Value], variable: &Variable) -> Option<Scalar>;
    /// The input that has these values, and otherwise is like another.
    fn write(&self, like: &[Value], terms: &Terms, values: &Assignment) -> Vec<Value>;
}

/// Executes the function really: for each input, the numbers of the targets that were passed.
pub type Replay<'a> = dyn FnMut(&[Vec<Value>]) -> Result<Vec<Vec<usize>>> + 'a;
