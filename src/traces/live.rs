//! The original on inputs that are not known beforehand, and not remembered.

use super::originals::ORIGINAL_FUEL;
use morph_lab::{Lab, Outcome, Session};
use morph_relation::Value;

/// A worker that runs a function as it is.
pub struct Live<'a>(Session<'a>);

impl<'a> Live<'a> {
    /// A worker for the function with this path.
    pub fn new(lab: &'a Lab, path: &str) -> anyhow::Result<Live<'a>> {
        Ok(Live(lab.session(path)?))
    }

    /// By input: what the function returns, where it returns.
    pub fn outcomes(&mut self, inputs: &[Vec<Value>]) -> anyhow::Result<Vec<Option<Value>>> {
        if inputs.is_empty() {
            return Ok(Vec::new());
        }
        self.0.load(inputs)?;
        let returned = |outcome| match outcome {
            Outcome::Value(value) => Some(value),
            _ => None,
        };
        Ok(self.0.original(ORIGINAL_FUEL)?.into_iter().map(|execution| returned(execution.outcome)).collect())
    }
}
