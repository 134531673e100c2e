//! Which functions a run has: all that are selected, or those of its shard.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

use anyhow::Result;

use super::ground;
use super::opened::selects;
use crate::cache::Digest;
use crate::options::{Options, Shard, Share, Shared};
use crate::shards::{Assignment, Found, Item, Origin, ShardFile};
use morph_source::exit::{Code, fail};
use morph_source::progress::Progress;
use morph_source::scan::{self, Function, Subject, closures};
use morph_source::workspace::Workspace;

/// What a run of `check`, `adequacy` or `suspects` has of the functions.
pub struct Sharing<'a>(Option<Sharded<'a>>);

struct Sharded<'a> {
    shard: &'a Shard,
    plan: Assignment,
    origin: Origin,
}

impl<'a> Sharing<'a> {
    /// Of a run on these functions; `asked` are the options of the command that decide its results.
    pub fn of(
        options: &'a Options,
        workspace: &Workspace,
        functions: &[Function],
        (command, asked): (Shared, &dyn Debug),
    ) -> Result<Sharing<'a>> {
        let Some(shard) = &options.shard else { return Ok(Sharing(None)) };
        let subjects = selected(options, workspace, functions);
        let plan = assignment(&items(functions, &closures(functions), &subjects, &BTreeMap::new()), shard)?;
        let Options { features, seed, configured, filter, .. } = options;
        let all = format!("{features:?} {seed} {configured:?} {:?} {asked:?}", filter.generics);
        let origin = Origin {
            command,
            ground: ground::of(workspace)?,
            options: Digest::of([all]),
            shards: shard.share.of,
            plan: plan.digest(),
        };
        Ok(Sharing(Some(Sharded { shard, plan, origin })))
    }

    /// The shard; `None` where the run has every function.
    pub fn share(&self) -> Option<Share> {
        self.0.as_ref().map(|sharded| sharded.shard.share)
    }

    /// Whether the run has this function.
    pub fn has(&self, path: &str) -> bool {
        self.0.as_ref().is_none_or(|sharded| sharded.plan.shard_of(path) == sharded.shard.share.shard)
    }

    /// Leaves the results of a shard for `merge`, where that was asked for.
    pub fn leave(
        &self,
        found: impl FnOnce() -> Found,
        seed: u64,
        warnings: Vec<String>,
        progress: &dyn Progress,
    ) -> Result<()> {
        let Some(Sharded { shard, plan, origin }) = &self.0 else { return Ok(()) };
        let Some(file) = &shard.out else { return Ok(()) };
        let Share { shard: number, .. } = shard.share;
        let subjects: BTreeSet<String> = plan.of_shard(number).cloned().collect();
        let found = found();
        ShardFile { origin: origin.clone(), number, subjects, seed, warnings, found }.write(file)?;
        progress.note(&format!("{}: {}, for `cargo morph merge`", file.display(), shard.share));
        Ok(())
    }
}

/// The subjects that the options select.
pub fn selected(options: &Options, workspace: &Workspace, functions: &[Function]) -> Vec<Subject> {
    let selected = functions.iter().filter(|function| selects(options, workspace, function));
    selected.filter_map(Function::subject).cloned().collect()
}

/// The plan of a run: that of its file, or one by the size of the code.
pub fn assignment(items: &[Item<'_>], shard: &Shard) -> Result<Assignment> {
    let of = shard.share.of;
    let Some(file) = &shard.plan else { return Ok(Assignment::balanced(items, of)) };
    let plan = Assignment::read(file)?;
    let wrong = |why: String| {
        Err(fail(Code::Usage, format!("{}: {why}; run `cargo morph plan` again", file.display())))
    };
    if plan.shards != of {
        return wrong(format!("is a plan for {} shards, not for {of}", plan.shards));
    }
    if let Some(item) = items.iter().find(|item| !plan.of.contains_key(item.path)) {
        return wrong(format!("does not have `{}`", item.path));
    }
    match plan.of.len() == items.len() {
        true => Ok(plan),
        false => wrong("has functions that do not exist".to_owned()),
    }
}

/// The subjects with their weights: nanoseconds where they are recorded, else as many as code of their size takes.
pub fn items<'a>(
    functions: &[Function],
    closures: &BTreeMap<String, BTreeSet<String>>,
    subjects: &'a [Subject],
    recorded: &BTreeMap<String, u64>,
) -> Vec<Item<'a>> {
    let lengths: BTreeMap<&str, u64> =
        functions.iter().map(|function| (function.path.as_str(), function.item.len() as u64)).collect();
    let length = |subject: &Subject| -> u64 {
        let closure = closures.get(&subject.path).into_iter().flatten();
        closure.filter_map(|path| lengths.get(path.as_str())).sum::<u64>().max(1)
    };
    let subjects = scan::tested(subjects);
    let known = subjects.iter().filter_map(|subject| Some((length(subject), *recorded.get(&subject.path)?)));
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
    subjects.iter().map(item).collect()
}
