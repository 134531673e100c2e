//! The original on inputs that a search makes as it goes.

use std::rc::Rc;

use anyhow::Context;
use rustc_hash::{FxHashMap, FxHashSet};

use super::originals::{Known, ORIGINAL_FUEL};
use morph_lab::{Execution, Outcome, Session};
use morph_relation::Value;

/// A worker that runs the original on inputs without numbering them as rows. Inputs that the oracle knows are not executed
/// again.
pub struct Live<'a> {
    session: Session<'a>,
    known: Known,
}

impl<'a> Live<'a> {
    /// One that shares executions with others.
    pub(super) fn sharing(session: Session<'a>, known: Known) -> Live<'a> {
        Live { session, known }
    }

    /// By input: how it ended.
    pub fn run(&mut self, inputs: &[Vec<Value>]) -> anyhow::Result<Vec<Rc<Execution>>> {
        let keys: Vec<Vec<u8>> = inputs.iter().map(|input| self.session.bytes(input)).collect();
        let mut known = self.known.borrow_mut();
        let mut asked = FxHashSet::default();
        let new = inputs.iter().zip(&keys).filter(|(_, key)| !known.contains_key(*key) && asked.insert(*key));
        let (rows, new): (Vec<&Vec<Value>>, Vec<&Vec<u8>>) = new.unzip();
        let mut not_run = FxHashMap::default();
        if !rows.is_empty() {
            self.session.load(&rows)?;
            for (key, execution) in new.into_iter().zip(self.session.original(ORIGINAL_FUEL)?) {
                // Where this worker gives up after too many crashes, another may not.
                let into = if execution.outcome == Outcome::NotRun { &mut not_run } else { &mut *known };
                into.insert(key.clone(), Rc::new(execution));
            }
        }
        let of = |key| known.get(key).or_else(|| not_run.get(key)).map(Rc::clone);
        keys.iter().map(of).collect::<Option<_>>().context("the worker did not answer")
    }

    /// By input: what the function returns, where it returns.
    pub fn outcomes(&mut self, inputs: &[Vec<Value>]) -> anyhow::Result<Vec<Option<Value>>> {
        Ok(self.run(inputs)?.iter().map(|execution| execution.outcome.value().cloned()).collect())
    }
}
