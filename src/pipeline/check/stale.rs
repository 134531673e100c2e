//! What of the suite has lost its function, its test or its entry.

use crate::report::StaleEntry;
use crate::suite::{Lost, Mismatch, Suite};

/// The stale entries of selected functions, sorted.
pub fn entries(suite: &Suite, mismatches: &[Mismatch], selected: &dyn Fn(&str) -> bool) -> Vec<StaleEntry> {
    // A relation that never had a test is checked all the same.
    let problems =
        suite.problems.iter().filter(|problem| problem.lost != Lost::Untested).map(|problem| StaleEntry {
            function: problem.function.clone(),
            id: Some(problem.id.clone()).filter(|id| !id.is_empty()),
            written: problem.is_written,
            message: problem.message.clone(),
        });
    let regions = mismatches.iter().map(|out| StaleEntry {
        function: out.function.clone(),
        id: None,
        written: false,
        message: format!("`{}`: {}", out.function, out.kind.advice()),
    });
    let mut all: Vec<StaleEntry> =
        problems.chain(regions).filter(|entry| selected(&entry.function)).collect();
    all.sort();
    all
}
