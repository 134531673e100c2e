//! What is inside data, and functions that say yes or no.

use super::state::{Eval, Machine};
use super::value::{Data, Val};
use crate::term::TermId;

impl<'p> Machine<'p, '_> {
    /// What is inside, where a branch says that there is something.
    pub fn inside(&self, data: &Data<'p>, variant: usize) -> Val<'p> {
        data.fields(variant).first().cloned().unwrap_or(Val::Unknown)
    }

    /// Calls a function that says yes or no.
    pub fn asks(&mut self, function: &Val<'p>, args: Vec<Val<'p>>) -> Eval<'p, TermId> {
        let value = self.call_value(function, args)?;
        let value = self.shape(value)?;
        self.truth(&value)
    }
}
