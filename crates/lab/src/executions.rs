//! How often originals were executed, and how often on the same row.

use std::collections::HashMap;
use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher};
use std::sync::{Mutex, PoisonError};

/// Counts executions of originals, for reports, benches and tests. Replays in a nearly empty environment repeat executions
/// on purpose and are not counted. A row whose answer is lost in a crash counts when it is answered.
#[derive(Debug, Default)]
pub struct Executions(Mutex<Counts>);

/// Rows that are known one by one: of more of them, some stand for all.
const MOST: usize = 1 << 19;

#[derive(Debug, Default)]
struct Counts {
    executed: u64,
    /// How often rows were executed, by the hash of function and row: two of some millions are hardly ever the same. Of all
    /// hashes, those that end in so many zeros are kept.
    rows: HashMap<u64, u32, BuildHasherDefault<DefaultHasher>>,
    zeros: u32,
}

impl Executions {
    /// Notes that rows were executed under the original of a function.
    pub(crate) fn note<'r>(&self, function: u32, rows: impl Iterator<Item = &'r [u8]>) {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for row in rows {
            let hash = counts.rows.hasher().hash_one((function, row));
            counts.executed += 1;
            counts.note(hash, MOST);
        }
    }

    /// Rows executed, and those of them that had been executed before; where there are very many, an estimate.
    pub fn counts(&self) -> [u64; 2] {
        let counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        [counts.executed, counts.repeated()]
    }
}

impl Counts {
    /// Counts a row, and keeps no more than `most`. Which are kept does not depend on the order.
    fn note(&mut self, hash: u64, most: usize) {
        if hash.trailing_zeros() < self.zeros {
            return;
        }
        *self.rows.entry(hash).or_default() += 1;
        while self.rows.len() > most {
            self.zeros += 1;
            let zeros = self.zeros;
            self.rows.retain(|hash, _| hash.trailing_zeros() >= zeros);
        }
    }

    fn repeated(&self) -> u64 {
        let kept: u64 = self.rows.values().map(|times| u64::from(*times)).sum();
        let again = kept - self.rows.len() as u64;
        (u128::from(self.executed) * u128::from(again) / u128::from(kept.max(1))) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts of rows that were executed twice, then of as many that were executed once.
    fn counts(rows: u64, most: usize) -> Counts {
        let mut counts = Counts::default();
        let hash = |row: u64| counts.rows.hasher().hash_one(row);
        let twice: Vec<u64> = (0..rows).map(hash).collect();
        let once: Vec<u64> = (rows..2 * rows).map(hash).collect();
        for hash in twice.iter().chain(&once).chain(&twice) {
            counts.executed += 1;
            counts.note(*hash, most);
        }
        counts
    }

    #[test]
    fn few_rows_are_counted_one_by_one() {
        assert_eq!(counts(1_000, 5_000).repeated(), 1_000);
    }

    #[test]
    fn repetitions_among_many_rows_are_estimated_from_some() {
        let counts = counts(100_000, 5_000);
        assert!(counts.rows.len() <= 5_000);
        let repeated = counts.repeated();
        assert!((95_000..105_000).contains(&repeated), "{repeated}");
    }
}
