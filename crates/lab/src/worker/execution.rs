//! What workers answer, read.

use std::collections::BTreeMap;

use crate::Outcome;
use crate::mutant_id::MutantId;
use crate::protocol::{OUT_OF_FUEL, PANIC, VALUE};
use crate::wire::decode;
use morph_relation::Type;
use morph_source::probe::{Probe, other};

/// An execution of the original.
#[derive(Clone, Debug)]
pub struct Execution {
    /// How it ended.
    pub outcome: Outcome,
    /// How much fuel it burnt.
    pub fuel: u64,
    /// The mutants' places that it reached.
    pub switches: Vec<MutantId>,
    /// The probes that it passed: statements, and branches where the build reports them.
    pub probes: Vec<u32>,
    /// The branches that it did not take although it came to their conditions, and how far it was from taking them:
    /// more than 0, and 1 where there is no measure. In the order of their numbers.
    pub distances: Vec<(u32, f64)>,
}

/// How a row ended.
pub fn outcome(tag: u8, mut bytes: &[u8], ret: &Type) -> Outcome {
    match tag {
        VALUE => decode(ret, &mut bytes).map_or(Outcome::Crash(0), Outcome::Value),
        PANIC => Outcome::Panic(String::from_utf8_lossy(bytes).into_owned()),
        OUT_OF_FUEL => Outcome::OutOfFuel,
        _ => Outcome::Crash(0),
    }
}

/// What the original reached on a row.
pub fn read_reached(outcome: Outcome, mut bytes: &[u8], all: &[Probe]) -> Option<Execution> {
    fn number<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
        let (head, rest) = bytes.split_first_chunk::<N>()?;
        *bytes = rest;
        Some(*head)
    }
    fn list(bytes: &mut &[u8]) -> Option<Vec<u32>> {
        let n = u32::from_le_bytes(number(bytes)?);
        (0..n).map(|_| Some(u32::from_le_bytes(number(bytes)?))).collect()
    }
    let fuel = u64::from_le_bytes(number(&mut bytes)?);
    let switches = list(&mut bytes)?.into_iter().map(MutantId).collect();
    let probes = list(&mut bytes)?;
    let untaken = probes.iter().filter_map(|probe| other(all, *probe));
    let untaken = untaken.filter(|other| probes.binary_search(other).is_err());
    let mut distances: BTreeMap<u32, f64> = untaken.map(|probe| (probe, 1.0)).collect();
    while !bytes.is_empty() {
        let probe = u32::from_le_bytes(number(&mut bytes)?);
        distances.insert(probe, f64::from_le_bytes(number(&mut bytes)?));
    }
    let distances = distances.into_iter().collect();
    Some(Execution { outcome, fuel, switches, probes, distances })
}
