//! Every branch of a function, with an input that takes it.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;

use super::required::{Body, Required};
use crate::inputs::directed::Wanted;
use crate::inputs::input_sources::settled;
use crate::inputs::{Kinds, mixed};
use morph_relation::Value;
use morph_source::scan::Subject;
use morph_symbolic::BranchStatus;
use morph_traces::{Executor, RowId};
use morph_values::{cost_of, smaller};

/// Maximum number of rounds that replace inputs by smaller ones.
const ROUNDS: usize = 6;
/// Smaller inputs to try per input and round.
const SMALLER: usize = 30;

/// The branches of a function.
pub struct FunctionBranches<'a> {
    /// The function.
    pub subject: &'a Subject,
    /// The bodies whose branches count.
    pub bodies: Vec<&'a Body<'a>>,
    /// How many inputs were executed before smaller ones were tried.
    pub tried: usize,
    /// By probe: the smallest input that passes it.
    pub smallest: BTreeMap<u32, Vec<Value>>,
    /// By probe: the result of the directed search for an input.
    pub statuses: BTreeMap<u32, BranchStatus>,
}

/// Tries to take every branch of a function with `count` inputs of some kinds, or says why it cannot be tested.
pub fn function_branches<'a>(
    task: &Wanted<'a, '_>,
    kinds: Kinds,
    count: usize,
    required: &'a BTreeMap<String, Required<'a>>,
) -> Result<std::result::Result<FunctionBranches<'a>, String>> {
    let subject = task.subject;
    let mut executor = task.oracle.original(&subject.path)?;
    let mixed = mixed::inputs(task, kinds, count, "sources", &mut executor)?;
    let taking = mixed.fates.values().filter_map(|status| match status {
        BranchStatus::Covered(input) => Some(input.clone()),
        _ => None,
    });
    executor.run(taking.collect())?;
    executor.run(mixed.inputs)?;
    if let Some(call) = executor.forbidden() {
        return Ok(Err(format!("tries a system call: {call}")));
    }
    let tried = executor.inputs().len();
    let rows = with_smaller(task, &mut executor)?;
    let passed = rows.keys().copied().collect();
    let bodies = required.get(&subject.path).map(|r| r.bodies(&passed)).unwrap_or_default();
    let smallest = rows.into_iter().map(|(probe, row)| (probe, executor.input(row).to_vec())).collect();
    Ok(Ok(FunctionBranches { subject, bodies, tried, smallest, statuses: mixed.fates }))
}

/// By probe: the smallest input that passes it. Smaller inputs than those that were executed are tried, too.
fn with_smaller(task: &Wanted<'_, '_>, executor: &mut Executor<'_>) -> Result<BTreeMap<u32, RowId>> {
    let types = task.subject.types();
    let mut known = smallest(executor);
    for _ in 0..ROUNDS {
        let rows: BTreeSet<RowId> = known.values().copied().collect();
        let near =
            rows.iter().flat_map(|row| smaller(executor.input(*row), &types).into_iter().take(SMALLER));
        let near = settled(&near.collect::<Vec<_>>(), &types, task.oracle)?;
        executor.run(near)?;
        let next = smallest(executor);
        if next == known {
            break;
        }
        known = next;
    }
    Ok(known)
}

/// By probe: the smallest of the executed inputs that pass it.
fn smallest(executor: &Executor<'_>) -> BTreeMap<u32, RowId> {
    let mut rows: Vec<RowId> = (0..executor.inputs().len() as u32).map(RowId).collect();
    rows.sort_by_key(|row| cost_of(executor.input(*row)));
    let mut smallest = BTreeMap::new();
    for row in rows {
        executor.probes(row).iter().for_each(|probe| {
            smallest.entry(*probe).or_insert(row);
        });
    }
    smallest
}
