//! What workers answer, read.

use std::collections::{BTreeMap, HashSet};
use std::hash::Hash;
use std::sync::Arc;

use crate::Outcome;
use crate::mutant_id::MutantId;
use crate::protocol::{OUT_OF_FUEL, PANIC, VALUE};
use crate::wire::decode;
use morph_relation::Type;
use morph_source::probe::{Probe, other};

/// Allocations that a call may make beside what it does in its own loops and calls, and how much fuel each further one burns:
/// code of dependencies has no counters, and what takes long there mostly asks for memory often.
const FEW_ALLOCATIONS: u64 = 256;
const FUEL_OF_ALLOCATION: u64 = 10;

/// An execution of the original.
#[derive(Clone, Debug)]
pub struct Execution {
    /// How it ended.
    pub outcome: Outcome,
    /// The probes that it passed: statements, and branches where the build reports them.
    pub probes: Arc<[u32]>,
    /// The branches that it did not take although it came to their conditions, and how far it was from taking them:
    /// more than 0, and 1 where there is no measure. In the order of their numbers.
    pub distances: Vec<(u32, f64)>,
    /// How often it asked for memory.
    allocations: u64,
    /// What mutants are compared with.
    pub baseline: Arc<Baseline>,
}

impl Execution {
    /// Of a row that took the process down, or was not run.
    pub(super) fn failed(outcome: Outcome, fuel: u64) -> Execution {
        let baseline =
            Baseline { tag: None, fuel, stack: 0, value: Box::default(), switches: Arc::default() };
        let (probes, distances, baseline) = (Arc::default(), Vec::new(), Arc::new(baseline));
        Execution { outcome, probes, distances, allocations: 0, baseline }
    }

    /// Of a row that would not come to an end, and is not run therefore.
    pub fn endless() -> Execution {
        Execution::failed(Outcome::OutOfFuel, 0)
    }

    /// How much fuel it burnt; what asks for memory often, as compiled expressions and large numbers do, burns more of it.
    pub fn fuel(&self) -> u64 {
        self.baseline.fuel + self.allocations.saturating_sub(FEW_ALLOCATIONS) * FUEL_OF_ALLOCATION
    }

    /// The mutants' places that it reached.
    pub fn switches(&self) -> &[MutantId] {
        &self.baseline.switches
    }
}

/// What a worker needs to know of an execution of the original before it runs mutants on the row: a worker that did not
/// make the execution is told.
#[derive(Debug)]
pub struct Baseline {
    /// How the row ended; nothing where it took the process down, or was not run, so that mutants are not run either.
    pub(super) tag: Option<u8>,
    pub(super) fuel: u64,
    stack: u64,
    /// The bytes of the value that it returned.
    pub(super) value: Box<[u8]>,
    pub(super) switches: Arc<[MutantId]>,
}

impl Baseline {
    /// Adds what a worker is told of a row; whether there is something to tell.
    pub(super) fn tell(&self, row: u32, message: &mut Vec<u8>) -> bool {
        let Some(tag) = self.tag else { return false };
        message.extend_from_slice(&row.to_le_bytes());
        message.push(tag);
        message.extend_from_slice(&self.fuel.to_le_bytes());
        message.extend_from_slice(&self.stack.to_le_bytes());
        message.extend_from_slice(&(self.value.len() as u32).to_le_bytes());
        message.extend_from_slice(&self.value);
        message.extend_from_slice(&(self.switches.len() as u32).to_le_bytes());
        self.switches.iter().for_each(|switch| message.extend_from_slice(&switch.0.to_le_bytes()));
        true
    }
}

/// What executions of a function reached. Most of many thousands reach what others did, so that it is kept once.
#[derive(Default)]
pub struct Paths {
    probes: HashSet<Arc<[u32]>>,
    switches: HashSet<Arc<[MutantId]>>,
}

impl Paths {
    /// Has an execution share what it reached with those before it.
    pub fn share(&mut self, execution: &mut Execution) {
        share(&mut self.probes, &mut execution.probes);
        if let Some(baseline) = Arc::get_mut(&mut execution.baseline) {
            share(&mut self.switches, &mut baseline.switches);
        }
    }
}

fn share<T: Eq + Hash>(known: &mut HashSet<Arc<[T]>>, list: &mut Arc<[T]>) {
    match known.get(&**list) {
        Some(before) => *list = Arc::clone(before),
        None => _ = known.insert(Arc::clone(list)),
    }
}

/// How a row ended, and what the original reached on it, where that was told.
pub struct Ended {
    pub row: usize,
    pub outcome: Outcome,
    /// The bytes of the value that a mutant returned, where it is large.
    pub value: Option<Box<[u8]>>,
    pub reached: Option<Reached>,
}

/// What a worker answers for a row of the original, not read yet.
pub struct Reached {
    pub tag: u8,
    /// The bytes of the value that it returned.
    pub value: Box<[u8]>,
    /// What follows [`REACHED`](crate::protocol::REACHED).
    pub bytes: Box<[u8]>,
}

/// Values of mutants with more parts are told as bytes, too.
const PARTS: usize = 6;

/// Whether a mutant's outcome is a value that takes far more room than its bytes.
pub fn is_large(outcome: &Outcome) -> bool {
    outcome.value().is_some_and(|value| value.size() > PARTS)
}

/// How a mutant ended on a row, other than the original.
pub struct Difference {
    /// The row.
    pub row: usize,
    /// How it ended.
    pub outcome: Outcome,
    /// The bytes of the value that it returned, where that has many parts: [`Session::read`](super::Session::read) reads them,
    /// and they take far less room.
    pub value: Option<Box<[u8]>>,
}

impl Ended {
    /// The execution of a row that may burn so much fuel.
    pub fn execution(self, fuel: u64, all: &[Probe]) -> Option<Execution> {
        match self.reached {
            Some(reached) => read_reached(self.outcome, reached, all),
            None => Some(Execution::failed(self.outcome, fuel)),
        }
    }
}

/// How a row ended.
pub fn outcome(tag: u8, mut bytes: &[u8], ret: &Type) -> Outcome {
    match tag {
        // More bytes than the type has are a value of another one.
        VALUE => {
            decode(ret, &mut bytes).filter(|_| bytes.is_empty()).map_or(Outcome::Crash(0), Outcome::Value)
        }
        PANIC => Outcome::Panic(String::from_utf8_lossy(bytes).into_owned()),
        OUT_OF_FUEL => Outcome::OutOfFuel,
        _ => Outcome::Crash(0),
    }
}

/// What the original reached on a row.
fn read_reached(outcome: Outcome, reached: Reached, all: &[Probe]) -> Option<Execution> {
    fn number<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
        let (head, rest) = bytes.split_first_chunk::<N>()?;
        *bytes = rest;
        Some(*head)
    }
    fn list(bytes: &mut &[u8]) -> Option<Vec<u32>> {
        let n = u32::from_le_bytes(number(bytes)?);
        (0..n).map(|_| Some(u32::from_le_bytes(number(bytes)?))).collect()
    }
    let Reached { tag, value, bytes } = reached;
    let mut bytes = &*bytes;
    let fuel = u64::from_le_bytes(number(&mut bytes)?);
    let stack = u64::from_le_bytes(number(&mut bytes)?);
    let allocations = u64::from_le_bytes(number(&mut bytes)?);
    let switches = list(&mut bytes)?.into_iter().map(MutantId).collect();
    let probes: Arc<[u32]> = list(&mut bytes)?.into();
    let untaken = probes.iter().filter_map(|probe| other(all, *probe));
    let untaken = untaken.filter(|other| probes.binary_search(other).is_err());
    let mut distances: BTreeMap<u32, f64> = untaken.map(|probe| (probe, 1.0)).collect();
    while !bytes.is_empty() {
        let probe = u32::from_le_bytes(number(&mut bytes)?);
        distances.insert(probe, f64::from_le_bytes(number(&mut bytes)?));
    }
    let distances = distances.into_iter().collect();
    let baseline = Arc::new(Baseline { tag: Some(tag), fuel, stack, value, switches });
    Some(Execution { outcome, probes, distances, allocations, baseline })
}
