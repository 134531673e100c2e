//! What the original of a function returned: executed once, for every executor that asks.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::work::{LITTLE_FUEL, Work, burnt};
use morph_lab::{Execution, Lab, Session};
use morph_relation::{Type, Value};

/// Fuel for one call of the original: rounds of loops and calls. What needs more would hold up the search.
pub const ORIGINAL_FUEL: u64 = 100_000;

/// More fuel than this is not burnt thousands of times.
pub const MUCH_FUEL: u64 = 5_000;

/// Executions after which it is known how much one of them burns.
const TRIED: u64 = 24;

/// Units of work that an execution's fuel may take before fewer are made.
const CHEAP: u64 = 8;
/// Of so many inputs one is executed, at the least.
const THINNEST: usize = 10;

/// The largest power of ten up to this much fuel; nothing where that is little.
pub const fn magnitude(fuel: u64) -> u64 {
    if fuel < LITTLE_FUEL { 0 } else { 10_u64.pow(fuel.ilog10()) }
}

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
    /// Whether the fuel that they burn counts to the unit: of a sibling only its order of magnitude does, so that an edit of
    /// the sibling that hardly changes what it burns changes nothing that is found here.
    weighs_fuel: bool,
    /// How many were executed, and what they burnt.
    burnt: Cell<(u64, u64)>,
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
        let (session, known, burnt) = (lab.session(path)?, Known::default(), Cell::default());
        Ok(Originals { session, known, work, weighs_fuel, burnt, endless })
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

    /// What an execution burns, as far as it counts.
    pub fn fuel(&self, execution: &Execution) -> u64 {
        if self.weighs_fuel { execution.fuel() } else { magnitude(execution.fuel()) }
    }

    /// Notes an execution of the original.
    pub fn note(&self, key: Vec<u8>, execution: Execution) {
        let (executions, fuel) = self.burnt.get();
        let burns = self.fuel(&execution);
        self.burnt.set((executions + 1, fuel + burns));
        self.work.executed(key.len(), burns);
        self.known.borrow_mut().insert(key, Rc::new(execution));
    }

    /// Whether an execution burns so much, on the average of those so far, that not many more should be made.
    pub fn are_dear(&self) -> bool {
        let (executions, fuel) = self.burnt.get();
        executions >= TRIED && fuel > executions * MUCH_FUEL
    }

    /// Of how many further inputs one is worth its time: more where executions so far took long, on the average.
    pub fn thinning(&self) -> usize {
        let (executions, fuel) = self.burnt.get();
        match (executions, self.are_endless()) {
            (..TRIED, _) => 1,
            (_, true) => THINNEST,
            _ => ((burnt(fuel / executions) / CHEAP) as usize).clamp(1, THINNEST),
        }
    }

    /// Whether most executions so far burnt all their fuel: further ones tell hardly anything.
    pub fn are_endless(&self) -> bool {
        let (executions, fuel) = self.burnt.get();
        executions >= TRIED && fuel > executions * ORIGINAL_FUEL / 2
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
