//! What the original of a function returned: executed once, for every executor that asks.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use morph_lab::{Lab, MutantId, Outcome, Session};
use morph_relation::{Type, Value};

/// Fuel for one call of the original: rounds of loops and calls. What needs more would hold up the search.
pub const ORIGINAL_FUEL: u64 = 500_000;

/// An execution of the original.
#[derive(Debug)]
pub struct Original {
    /// How it ended.
    pub outcome: Outcome,
    /// The mutants' places that it reached.
    pub switches: Vec<MutantId>,
    /// The probes that it passed.
    pub probes: Vec<u32>,
    /// The branches that it came to and did not take, and how far it was from taking them.
    pub distances: Vec<(u32, f64)>,
}

/// An input, shared by whoever knows it.
pub type Input = Rc<Vec<Value>>;

/// The executions of one function's original, and the worker that makes them.
pub struct Originals<'a> {
    /// The worker.
    pub session: Session<'a>,
    lab: &'a Lab,
    /// By the bytes of the input: the sign of a NaN may decide what a function returns, and values that differ in it alone
    /// are equal.
    known: FxHashMap<Vec<u8>, Rc<Original>>,
}

impl<'a> Originals<'a> {
    /// Of the function with this path.
    pub fn new(lab: &'a Lab, path: &str) -> anyhow::Result<Originals<'a>> {
        Ok(Originals { session: lab.session(path)?, lab, known: FxHashMap::default() })
    }

    /// The types of the function's parameters.
    pub fn types(&self) -> Vec<Type> {
        self.session.types()
    }

    /// What is known of an input.
    pub fn get(&self, input: &Input) -> Option<&Rc<Original>> {
        self.known.get(&self.session.bytes(input))
    }

    /// Gives inputs to the worker and executes those that are not known. Mutants can be run on all of them then.
    pub fn load(&mut self, inputs: &[Input]) -> anyhow::Result<Vec<Rc<Original>>> {
        let rows: Vec<&[Value]> = inputs.iter().map(|input| input.as_slice()).collect();
        self.session.load(&rows)?;
        let keys: Vec<Vec<u8>> = inputs.iter().map(|input| self.session.bytes(input)).collect();
        let repeated = keys.iter().filter(|key| self.known.contains_key(*key)).count();
        self.lab.executions.note(inputs.len(), repeated);
        let mut executed = Vec::with_capacity(inputs.len());
        for (key, execution) in keys.into_iter().zip(self.session.original(ORIGINAL_FUEL)?) {
            let morph_lab::Execution { outcome, switches, probes, distances, .. } = execution;
            // What it ended with first stands: a worker that was stopped too often ends with nothing.
            let original = self
                .known
                .entry(key)
                .or_insert_with(|| Rc::new(Original { outcome, switches, probes, distances }));
            executed.push(Rc::clone(original));
        }
        Ok(executed)
    }

    /// Forgets inputs that no other executor knows.
    pub fn forget<'i>(&mut self, inputs: impl Iterator<Item = (&'i Input, &'i Rc<Original>)>) {
        for (input, original) in inputs {
            // One count is the caller's, one is ours.
            if Rc::strong_count(original) <= 2 {
                self.known.remove(&self.session.bytes(input));
            }
        }
    }
}
