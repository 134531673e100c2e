//! The original on inputs that a search makes as it goes.

use std::cell::RefCell;
use std::rc::Rc;

use anyhow::Context;
use rustc_hash::{FxHashMap, FxHashSet};

use super::originals::{ORIGINAL_FUEL, Originals};
use morph_lab::{Execution, Outcome, Session};
use morph_relation::Value;

/// A worker that runs the original on inputs without numbering them as rows. Inputs that the oracle knows are not executed
/// again.
pub struct Live<'a> {
    session: Session<'a>,
    originals: Rc<RefCell<Originals<'a>>>,
}

impl<'a> Live<'a> {
    /// One that shares executions with others.
    pub(super) fn sharing(session: Session<'a>, originals: Rc<RefCell<Originals<'a>>>) -> Live<'a> {
        Live { session, originals }
    }

    /// By input: how it ended.
    pub fn run(&mut self, inputs: &[Vec<Value>]) -> anyhow::Result<Vec<Rc<Execution>>> {
        let keys: Vec<Vec<u8>> = inputs.iter().map(|input| self.session.bytes(input)).collect();
        let originals = self.originals.borrow();
        originals.foresee(inputs.iter().map(Vec::as_slice));
        let mut asked = FxHashSet::default();
        let (rows, new): (Vec<&Vec<Value>>, Vec<&Vec<u8>>) = {
            let known = originals.known.borrow();
            let new = inputs.iter().zip(&keys);
            new.filter(|(_, key)| !known.contains_key(*key) && asked.insert(*key)).unzip()
        };
        let mut not_run = FxHashMap::default();
        if !rows.is_empty() {
            self.session.load(&rows)?;
            for (key, execution) in new.into_iter().zip(self.session.original(ORIGINAL_FUEL)?) {
                // Where this worker gives up after too many crashes, another may not.
                if execution.outcome == Outcome::NotRun {
                    not_run.insert(key.clone(), Rc::new(execution));
                } else {
                    originals.note(key.clone(), execution);
                }
            }
        }
        let known = originals.known.borrow();
        let of = |key| known.get(key).or_else(|| not_run.get(key)).map(Rc::clone);
        keys.iter().map(of).collect::<Option<_>>().context("the worker did not answer")
    }

    /// By input: what the function returns, where it returns.
    pub fn outcomes(&mut self, inputs: &[Vec<Value>]) -> anyhow::Result<Vec<Option<Value>>> {
        Ok(self.run(inputs)?.iter().map(|execution| execution.outcome.value().cloned()).collect())
    }
}
