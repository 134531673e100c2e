//! Source inputs of the chosen kinds, merged within one number.

use std::collections::{BTreeMap, HashSet};

use anyhow::Result;

use super::directed::{self, Wanted};
use super::input_sources;
use super::kind::{Kind, Kinds, merge};
use morph_relation::Value;
use morph_symbolic::BranchStatus;
use morph_traces::Executor;
use morph_values::stream;

/// Inputs of several kinds, and what those that the code directs say of branches.
#[derive(Default)]
pub struct Mixed {
    /// The inputs, each once; every part of the list has its share of every kind.
    pub inputs: Vec<Vec<Value>>,
    /// What became of branches, by the numbers of their probes.
    pub fates: BTreeMap<u32, BranchStatus>,
}

/// Up to `count` inputs. Each kind has an equal share; what one leaves goes to the next, and the rest to chance: a
/// function has no more paths than it has.
pub fn inputs(
    task: &Wanted<'_, '_>,
    kinds: Kinds,
    count: usize,
    stage: &str,
    executor: &mut Executor<'_>,
) -> Result<Mixed> {
    let Wanted { subject, index, input_sources, seed, .. } = *task;
    let share = count.div_ceil(kinds.iter().count().max(1));
    let mut lists: Vec<Vec<Vec<Value>>> = Vec::new();
    let mut left = count;
    let mut known: HashSet<Vec<Value>> = HashSet::new();
    let mut fates = BTreeMap::new();
    for kind in [Kind::Path, Kind::Concolic, Kind::Adaptive, Kind::Random] {
        if !kinds.contains(kind) {
            continue;
        }
        // Whichever kind of chance comes last takes what is left.
        let last = kind == Kind::Random || (kind == Kind::Adaptive && !kinds.contains(Kind::Random));
        let most = if last { left } else { share.min(left) };
        let mut rng = match kind {
            Kind::Random => stream(seed, &format!("{stage} {}", subject.path)),
            _ => stream(seed, &format!("{} {stage} {}", kind.name(), subject.path)),
        };
        // More, where others made some of the same.
        let asked = if last { count } else { most };
        let mut list = match kind {
            Kind::Random => input_sources::inputs(subject, index, input_sources, asked, executor, &mut rng)?,
            Kind::Adaptive => {
                input_sources::adaptive_inputs(subject, index, input_sources, asked, executor, &mut rng)?
            }
            Kind::Concolic | Kind::Path => {
                let found = directed::find(task, kind, most)?;
                for (probe, fate) in found.fates {
                    // What one kind leaves open another may have settled.
                    let is_open = |fate: &BranchStatus| matches!(fate, BranchStatus::Open { .. });
                    let is_better = |known: &BranchStatus| is_open(known) && !is_open(&fate);
                    if fates.get(&probe).is_none_or(is_better) {
                        fates.insert(probe, fate);
                    }
                }
                found.inputs
            }
        };
        list.retain(|input| known.insert(input.clone()));
        list.truncate(most);
        left -= list.len().min(left);
        lists.push(list);
    }
    Ok(Mixed { inputs: merge(lists), fates })
}
