//! `discover --shard`: searches some of the subjects, and leaves what it finds for `merge`.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use anyhow::Result;

use super::discover::{read_in, search_in};
use super::memory::{Memory, Noting};
use super::opened::load_alone;
use super::searched::Searched;
use crate::options::{Discover, Options, Shard};
use crate::shards::{Assignment, Item, Origin, ShardFile};
use morph_source::exit::{Code, fail};
use morph_source::progress::Progress;
use morph_source::scan::{Function, Subject};

/// Runs the command for one shard.
pub fn run(options: &Options, discover: Discover, shard: &Shard, progress: &dyn Progress) -> Result<Code> {
    let begin = Instant::now();
    let (workspace, _lock) = load_alone(options, progress)?;
    let memory = Memory::of(&workspace, options, discover)?;
    let sources = memory.state(&workspace);
    let noting = &Noting::new(progress);
    let read = read_in(&workspace, begin, options, noting)?;
    let plan = assignment(&read, shard)?;
    let here: BTreeSet<String> = plan.of_shard(shard.number).cloned().collect();
    let before = read.subjects.clone();
    let searched = search_in(&workspace, read, options, discover, &memory, Some(&here), noting)?;
    let origin = Origin {
        tool: memory.tool.clone(),
        toolchain: memory.toolchain.clone(),
        sources,
        options: memory.asked.clone(),
        shards: shard.of,
        plan: plan.digest(),
    };
    let file = shard_file(searched, &before, &here, origin, shard, options.seed);
    let file = ShardFile { warnings: noting.warnings(), ..file };
    file.write(&shard.out)?;
    memory.trim();
    let (some, all) = (file.explored.len(), plan.of.len());
    anstream::println!(
        "{}: {some} of {all} functions, shard {} of {}",
        shard.out.display(),
        shard.number,
        shard.of
    );
    Ok(Code::Done)
}

/// The plan of a run: that of its file, or one by the size of the code.
fn assignment(read: &Searched, shard: &Shard) -> Result<Assignment> {
    let Some(file) = &shard.plan else {
        return Ok(Assignment::balanced(&items(read, &BTreeMap::new()), shard.of));
    };
    let plan = Assignment::read(file)?;
    let known = || read.subjects.iter().map(|subject| &subject.path);
    let wrong = |why: String| {
        Err(fail(Code::Usage, format!("{}: {why}; run `cargo morph plan` again", file.display())))
    };
    if plan.shards != shard.of {
        return wrong(format!("is a plan for {} shards, not for {}", plan.shards, shard.of));
    }
    if let Some(path) = known().find(|path| !plan.of.contains_key(*path)) {
        return wrong(format!("does not have `{path}`"));
    }
    match plan.of.len() == known().count() {
        true => Ok(plan),
        false => wrong("has functions that do not exist".to_owned()),
    }
}

/// The subjects with their weights: nanoseconds where they are recorded, else as many as code of their size takes.
pub fn items<'a>(read: &'a Searched, recorded: &BTreeMap<String, u64>) -> Vec<Item<'a>> {
    let lengths: BTreeMap<&str, u64> = read
        .read
        .functions
        .iter()
        .map(|function: &Function| (function.path.as_str(), function.item.len() as u64))
        .collect();
    let length = |subject: &Subject| -> u64 {
        let closure = read.closures.get(&subject.path).into_iter().flatten();
        closure.filter_map(|path| lengths.get(path.as_str())).sum::<u64>().max(1)
    };
    let known =
        read.subjects.iter().filter_map(|subject| Some((length(subject), *recorded.get(&subject.path)?)));
    let (bytes, nanos) = known.fold((0, 0), |(bytes, nanos), (b, n)| (bytes + b, nanos + n));
    let (bytes, nanos) = if bytes * nanos == 0 { (1, 1) } else { (u128::from(bytes), u128::from(nanos)) };
    let weight = |subject: &Subject| match recorded.get(&subject.path) {
        Some(nanos) => *nanos,
        None => (u128::from(length(subject)) * nanos / bytes) as u64,
    };
    let item = |subject: &'a Subject| Item {
        path: &subject.path,
        package: &subject.package,
        weight: weight(subject),
    };
    read.subjects.iter().map(item).collect()
}

/// What a shard found, where the scan had the subjects `before` the lab was built.
fn shard_file(
    searched: Searched,
    before: &[Subject],
    here: &BTreeSet<String>,
    origin: Origin,
    shard: &Shard,
    seed: u64,
) -> ShardFile {
    let Searched { subjects, explored, closures, mutants, refused, .. } = searched;
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
            || (shard.number == 1 && !called.contains(&told.function))
    });
    ShardFile {
        origin,
        number: shard.number,
        seed,
        mutants: told.collect(),
        explored: outcomes,
        instances: searched.instances,
        refused,
        all_mutants,
        not_called: searched.not_called,
        executions: searched.executions,
        suspects: searched.suspects,
        warnings: Vec::new(),
        seconds: searched.seconds,
    }
}
