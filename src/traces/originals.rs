//! What the original of a function returned: executed once, for every executor that asks.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::work::Work;
use morph_lab::{Execution, Lab, Session};
use morph_relation::{Type, Value};

/// Fuel for one call of the original: rounds of loops and calls. What needs more would hold up the search.
pub const ORIGINAL_FUEL: u64 = 100_000;

/// An input, shared by whoever knows it.
pub type Input = Rc<Vec<Value>>;

/// Executions of one function's original. By the bytes of the input: the sign of a NaN may decide what a function returns,
/// and values that differ in it alone are equal.
pub type Known = Rc<RefCell<FxHashMap<Vec<u8>, Rc<Execution>>>>;

/// The executions of one function's original, and the worker that makes them.
pub struct Originals<'a> {
    /// The worker.
    pub session: Session<'a>,
    /// The executions.
    pub known: Known,
    /// Where they count.
    pub work: Rc<Work>,
    /// Whether the fuel that they burn counts, too.
    weighs_fuel: bool,
    /// By parameter: the least number that has no end.
    endless: BTreeMap<usize, u128>,
}

impl<'a> Originals<'a> {
    /// Of the function with this path.
    pub fn new(
        lab: &'a Lab,
        path: &str,
        work: Rc<Work>,
        (weighs_fuel, endless): (bool, BTreeMap<usize, u128>),
    ) -> anyhow::Result<Originals<'a>> {
        Ok(Originals { session: lab.session(path)?, known: Known::default(), work, weighs_fuel, endless })
    }

    /// Notes how inputs end that have no end, without executing them: how long one waits must not decide that.
    pub fn foresee<'i>(&self, inputs: impl Iterator<Item = &'i [Value]>) {
        if self.endless.is_empty() {
            return;
        }
        let is_endless = |input: &&[Value]| {
            let mut places = self.endless.iter();
            places.any(|(place, least)| input.get(*place).is_some_and(|value| value.magnitude() >= *least))
        };
        for input in inputs.filter(is_endless) {
            let key = self.session.bytes(input);
            self.known.borrow_mut().entry(key).or_insert_with(|| Rc::new(Execution::endless()));
        }
    }

    /// What an execution burns, where that counts.
    pub fn fuel(&self, execution: &Execution) -> u64 {
        if self.weighs_fuel { execution.fuel() } else { 0 }
    }

    /// Notes an execution of the original.
    pub fn note(&self, key: Vec<u8>, execution: Execution) {
        self.work.executed(key.len(), self.fuel(&execution));
        self.known.borrow_mut().insert(key, Rc::new(execution));
    }

    /// The types of the function's parameters.
    pub fn types(&self) -> Vec<Type> {
        self.session.types()
    }

    /// What is known of an input.
    pub fn get(&self, input: &Input) -> Option<Rc<Execution>> {
        self.known.borrow().get(&self.session.bytes(input)).cloned()
    }

    /// Gives inputs to the worker and executes those that are not known; it is told how the others ended. Mutants can be
    /// run on all of them then.
    pub fn load(&mut self, inputs: &[Input]) -> anyhow::Result<Vec<Rc<Execution>>> {
        let rows: Vec<&[Value]> = inputs.iter().map(|input| input.as_slice()).collect();
        self.foresee(rows.iter().copied());
        self.session.load(&rows)?;
        let keys: Vec<Vec<u8>> = inputs.iter().map(|input| self.session.bytes(input)).collect();
        let told = {
            let known = self.known.borrow();
            let baseline = |key| known.get(key).map(|execution| Arc::clone(&execution.baseline));
            keys.iter().map(baseline).collect()
        };
        for (row, execution) in self.session.original_but(ORIGINAL_FUEL, told)? {
            self.note(keys[row].clone(), execution);
        }
        let known = self.known.borrow();
        Ok(keys.iter().map(|key| Rc::clone(&known[key])).collect())
    }
}
