//! How often originals were executed, and how often on the same row.

use std::collections::HashSet;
use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher};
use std::sync::{Mutex, PoisonError};

/// Counts executions of originals, for reports, benches and tests. Replays in a nearly empty environment repeat executions
/// on purpose and are not counted. A row whose answer is lost in a crash counts when it is answered.
#[derive(Debug, Default)]
pub struct Executions(Mutex<Counts>);

#[derive(Debug, Default)]
struct Counts {
    executed: u64,
    /// Hashes of the functions and rows: two of some millions are hardly ever the same.
    rows: HashSet<u64, BuildHasherDefault<DefaultHasher>>,
}

impl Executions {
    /// Notes that rows were executed under the original of a function.
    pub(crate) fn note<'r>(&self, function: u32, rows: impl Iterator<Item = &'r [u8]>) {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for row in rows {
            let hash = counts.rows.hasher().hash_one((function, row));
            counts.executed += 1;
            counts.rows.insert(hash);
        }
    }

    /// Rows executed, and those of them that had been executed before.
    pub fn counts(&self) -> [u64; 2] {
        let counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        [counts.executed, counts.executed - counts.rows.len() as u64]
    }
}
