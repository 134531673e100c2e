//! `discover --shard`: searches some of the subjects, and leaves what it finds for `merge`.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use anyhow::{Context, Result};

use super::discover::{read_in, search_in};
use super::ground;
use super::memory::{Memory, Noting};
use super::opened::load_alone;
use super::searched::Searched;
use super::sharing::{assignment, items};
use crate::options::{Discover, Options, Shard, Share, Shared};
use crate::shards::{Found, Ground, Origin, Search, ShardFile};
use morph_source::exit::Code;
use morph_source::progress::Progress;
use morph_source::scan::Subject;

/// Runs the command for one shard.
pub fn run(options: &Options, discover: Discover, shard: &Shard, progress: &dyn Progress) -> Result<Code> {
    let begin = Instant::now();
    let out = shard.out.as_ref().context("a search without a file for its results")?;
    let (workspace, _lock) = load_alone(options, progress)?;
    let memory = Memory::of(&workspace, options, discover)?;
    let sources = ground::state(&workspace);
    let noting = &Noting::new(progress);
    let read = read_in(&workspace, begin, options, noting)?;
    let items = items(&read.read.functions, &read.closures, &read.subjects, &BTreeMap::new());
    let plan = assignment(&items, shard)?;
    let Share { shard: number, of } = shard.share;
    let here: BTreeSet<String> = plan.of_shard(number).cloned().collect();
    let before = read.subjects.clone();
    let searched = search_in(&workspace, read, options, discover, &memory, Some(&here), noting)?;
    let origin = Origin {
        command: Shared::Discover,
        ground: Ground { tool: memory.tool.clone(), toolchain: memory.toolchain.clone(), sources },
        options: memory.asked.clone(),
        shards: of,
        plan: plan.digest(),
    };
    let search = search(searched, &before, &here, number);
    let (some, all) = (search.explored.len(), plan.of.len());
    let (found, warnings) = (Found::Discover(Box::new(search)), noting.warnings());
    let file = ShardFile { origin, number, subjects: here, seed: options.seed, warnings, found };
    file.write(out)?;
    memory.trim();
    anstream::println!("{}: {some} of {all} functions, {}", out.display(), shard.share);
    Ok(Code::Done)
}

/// What a shard found, where the scan had the subjects `before` the lab was built.
fn search(searched: Searched, before: &[Subject], here: &BTreeSet<String>, shard: usize) -> Search {
    let Searched { subjects, explored, closures, mutants, callable, .. } = searched;
    let own: BTreeSet<&String> = here.iter().filter_map(|path| closures.get(path)).flatten().collect();
    let called: BTreeSet<&String> =
        before.iter().filter_map(|subject| closures.get(&subject.path)).flatten().collect();
    let outcomes =
        subjects.iter().zip(explored).filter_map(|(subject, outcome)| Some((subject.path.clone(), outcome?)));
    let outcomes: BTreeMap<_, _> = outcomes.collect();
    let named: BTreeSet<u32> =
        outcomes.values().flatten().flat_map(|explored| explored.mutants()).map(|id| id.0).collect();
    let all_mutants = mutants.len();
    // What no subject calls is in the first shard alone.
    let told = (1_u32..).zip(mutants).filter(|(number, told)| {
        own.contains(&told.function)
            || named.contains(number)
            || (shard == 1 && !called.contains(&told.function))
    });
    Search {
        explored: outcomes,
        callable,
        all_mutants,
        mutants: told.collect(),
        not_called: searched.not_called,
        executions: searched.executions,
        suspects: searched.suspects,
        seconds: searched.seconds,
    }
}
