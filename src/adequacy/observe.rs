//! What inputs that were executed reach.

use super::{Categories, Observed, told_outcome};
use morph_source::scan::Subject;
use morph_traces::{Executor, RowId};

/// How many different relations a requirement needs where nothing is said of it: the effect flattens there (k-MR adequacy,
/// research question 1).
pub const K: usize = 3;
/// Generated inputs that try to reach what no source does.
pub const TRIED: usize = 3_000;

/// What inputs that were executed are and do; without those that were not run to an end.
pub fn observe(
    subject: &Subject,
    executor: &Executor<'_>,
    categories: &Categories,
    rows: impl Iterator<Item = RowId>,
) -> Vec<Observed> {
    let outcome = subject.outcome();
    rows.map(|row| Observed {
        probes: executor.probes(row).to_vec(),
        choices: categories.choices(executor.input(row)),
        outcome: told_outcome(executor.original(row), &outcome).unwrap_or_default(),
        returns: executor.original(row).value().is_some(),
    })
    .collect()
}
