//! `merge`: what one machine would have written, from the files of all shards.

use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use anyhow::Result;

use super::discover::read_in;
use super::memory::Memory;
use super::opened::load_alone;
use super::searched::Searched;
use super::writing::{Ended, write_in};
use crate::exploration::{Outcome, known_types, partners};
use crate::options::{Merge, Options};
use crate::report::{self, Document, Seconds};
use crate::shards::{ShardFile, union};
use morph_relation::Adt;
use morph_source::exit::{Code, fail};
use morph_source::progress::Progress;
use morph_source::scan::Subject;

/// Runs the command.
pub fn run(options: &Options, merge: &Merge, progress: &dyn Progress) -> Result<Code> {
    let begin = Instant::now();
    let shards = ShardFile::read_all(&merge.files)?;
    let (workspace, _lock) = load_alone(options, progress)?;
    let memory = Memory::of(&workspace, options, merge.discover)?;
    let origin = &shards[0].origin;
    let differs = [
        (origin.tool != memory.tool, "another version of cargo morph"),
        (origin.toolchain != memory.toolchain, "another toolchain, environment or manifest"),
        (origin.sources != memory.state(&workspace), "other sources"),
    ];
    if let Some((_, what)) = differs.iter().find(|(differs, _)| *differs) {
        return Err(fail(Code::Usage, format!("the shards were searched with {what} than this run")));
    }
    let options = &Options { seed: shards[0].seed, ..options.clone() };
    let read = read_in(&workspace, begin, options, progress)?;
    let warnings: BTreeSet<String> = shards.iter().flat_map(|shard| shard.warnings.clone()).collect();
    warnings.iter().for_each(|warning| progress.warn(warning));
    let searched = together(read, shards)?;
    let Ended { document: discovery, .. } =
        write_in(&workspace, searched, begin, options, merge.discover, progress)?;
    let violated = discovery.violated > 0;
    report::publish(&Document::Discovery(Box::new(discovery)), options, progress)?;
    Ok(if violated { Code::Violated } else { Code::Done })
}

/// What the shards found, put together.
fn together(read: Searched, shards: Vec<ShardFile>) -> Result<Searched> {
    let Some(mutants) = union(&shards) else {
        return Err(fail(Code::Usage, "the shards do not have the same mutants; run all of them again"));
    };
    let Some(first) = shards.first() else { return Ok(read) };
    if let Some(other) =
        shards.iter().find(|shard| (&shard.refused, &shard.instances) != (&first.refused, &first.instances))
    {
        let message =
            format!("shard {} could not call the same functions as shard {}", other.number, first.number);
        return Err(fail(Code::Usage, format!("{message}; run both again")));
    }
    let (refused, instances) = (first.refused.clone(), first.instances.clone());
    let (not_called, suspects) = (first.not_called, first.suspects.clone());
    let mut seconds = Seconds { scan: read.seconds.scan, ..Seconds::default() };
    let mut executions = [0; 2];
    for shard in &shards {
        seconds.mutants += shard.seconds.mutants;
        seconds.build += shard.seconds.build;
        executions = [executions[0] + shard.executions[0], executions[1] + shard.executions[1]];
    }
    let subjects: Vec<Subject> = read
        .subjects
        .iter()
        .filter(|subject| !refused.contains_key(&subject.path))
        .map(|subject| subject.instance(instances.get(&subject.path).copied().unwrap_or_default()))
        .collect();
    let mut all: BTreeMap<String, Outcome> = shards.into_iter().flat_map(|shard| shard.explored).collect();
    let mut explored = Vec::new();
    for (index, subject) in subjects.iter().enumerate() {
        let types = LazyCell::new(|| known_types(subject, &partners(&subjects, index)));
        let known = |adt: &Adt| types.iter().find(|known| known.path == adt.path).cloned();
        let outcome = match all.remove(&subject.path) {
            Some(Ok(explored)) => explored.with_types(&known).map(Ok),
            other => other,
        };
        explored.push(Some(outcome.ok_or_else(|| lacking(&subject.path))?));
    }
    match all.into_keys().next() {
        Some(path) => Err(fail(
            Code::Usage,
            format!(
                "the shards have `{path}`, which is not selected here: give `merge` the same -p, --file and --function"
            ),
        )),
        None => Ok(Searched {
            subjects,
            explored,
            refused,
            instances,
            mutants,
            not_called,
            executions,
            suspects,
            seconds,
            ..read
        }),
    }
}

fn lacking(path: &str) -> anyhow::Error {
    fail(
        Code::Usage,
        format!(
            "no shard has `{path}`, which is selected here: give `merge` the same -p, --file and --function"
        ),
    )
}
