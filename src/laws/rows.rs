//! The rows on which instances are tried: few at first, for most of them fall.

use morph_relation::{Relation, Verdict};
use morph_traces::{Groups, RowId};

/// Of the first inputs, those on which an instance is given up if it falls on each; and so many, at least, on which it does.
const PROBES: usize = 24;
const FALLEN: usize = 8;
/// Of all inputs, those on which it has to hold before it is tried on the others.
const SAMPLE: usize = 400;

/// The rows of one list of variables.
pub struct Rows {
    /// Some of the first.
    pub probes: Vec<RowId>,
    /// Few, of each kind.
    pub first: Vec<RowId>,
    /// Some of all.
    pub sample: Vec<RowId>,
    /// The first and the others.
    pub all: Vec<RowId>,
}

impl Rows {
    /// Of the first ones and the others.
    pub fn new(first: Vec<RowId>, rest: &[RowId]) -> Rows {
        let all = [first.as_slice(), rest].concat();
        let some = |rows: &[RowId], count| spread(rows, count).copied().collect();
        Rows { probes: some(&first, PROBES), sample: some(&all, SAMPLE), first, all }
    }
}

/// At most so many of all, taken from everywhere.
pub fn spread<T>(all: &[T], count: usize) -> impl Iterator<Item = &T> {
    all.iter().step_by(all.len().div_ceil(count).max(1))
}

/// Whether a relation falls on every group, and these are some.
pub fn falls_everywhere(relation: &Relation, groups: &Groups) -> bool {
    groups.correct.len() >= FALLEN
        && groups.correct.iter().all(|group| relation.verdict(group.env()) == Verdict::Violated)
}
