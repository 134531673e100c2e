//! Source inputs that the code directs: what symbolic execution, and where it ends the branch-distance search, find for a
//! function.

use std::collections::BTreeMap;

use anyhow::Result;

use crate::inputs::Kind;
use crate::inputs::paths::Fate;
use crate::lab::Lab;
use crate::pipeline::feed::Feed;
use crate::relation::Value;
use crate::scan::Subject;

/// What is looked for.
#[derive(Clone, Copy)]
pub struct Task<'a> {
    /// The build.
    pub lab: &'a Lab,
    /// The function.
    pub subject: &'a Subject,
    /// Its number among all subjects.
    pub index: usize,
    /// What inputs by chance are made of.
    pub feed: &'a Feed,
    /// The run's seed.
    pub seed: u64,
}

/// What was found.
#[derive(Default)]
pub struct Found {
    /// Inputs, in the order in which they were found.
    pub inputs: Vec<Vec<Value>>,
    /// What became of branches, by the numbers of their probes; of others nothing is known.
    pub fates: BTreeMap<u32, Fate>,
}

/// Up to `most` inputs of a kind that the code directs.
pub fn find(task: &Task<'_>, kind: Kind, most: usize) -> Result<Found> {
    debug_assert!(kind.is_directed());
    let _ = (task.lab, task.subject, task.index, task.feed, task.seed, most);
    Ok(Found::default())
}
