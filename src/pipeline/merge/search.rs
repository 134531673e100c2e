//! What the shards of a search found, put together and written.

use std::collections::BTreeMap;
use std::time::Instant;

use anyhow::Result;

use super::callable::{Types, lacks, same_callable};
use crate::exploration::Outcome;
use crate::options::{Merge, Options};
use crate::pipeline::searched::Searched;
use crate::pipeline::writing::{Ended, write_in};
use crate::report::{self, Document, Seconds};
use crate::shards::{Search, union};
use morph_relation::Adt;
use morph_source::exit::{Code, fail};
use morph_source::progress::Progress;
use morph_source::scan;
use morph_source::workspace::Workspace;

/// Writes what one machine would have written, and reports it. `begin` is when the run began.
pub fn write(
    options: &Options,
    merge: &Merge,
    workspace: &Workspace,
    (read, shards): (Searched, Vec<Search>),
    begin: Instant,
    progress: &dyn Progress,
) -> Result<Code> {
    let searched = together(read, shards)?;
    let Ended { document: discovery, .. } =
        write_in(workspace, searched, begin, options, merge.discover, progress)?;
    let violated = discovery.violated > 0;
    report::publish(&Document::Discovery(Box::new(discovery)), options, progress)?;
    Ok(if violated { Code::Violated } else { Code::Done })
}

/// What the shards found, put together.
fn together(read: Searched, shards: Vec<Search>) -> Result<Searched> {
    let Some(mutants) = union(&shards) else {
        return Err(fail(Code::Usage, "the shards do not have the same mutants; run all of them again"));
    };
    let Some(first) = shards.first() else { return Ok(read) };
    same_callable(shards.iter().map(|shard| &shard.callable))?;
    let callable = first.callable.clone();
    let (not_called, suspects) = (first.not_called, first.suspects.clone());
    let mut seconds = Seconds { scan: read.seconds.scan, ..Seconds::default() };
    let mut executions = [0; 2];
    for shard in &shards {
        seconds.mutants += shard.seconds.mutants;
        seconds.build += shard.seconds.build;
        executions = [executions[0] + shard.executions[0], executions[1] + shard.executions[1]];
    }
    let subjects = callable.among(&read.subjects);
    let mut all: BTreeMap<String, Outcome> = shards.into_iter().flat_map(|shard| shard.explored).collect();
    let mut explored = Vec::new();
    for (index, subject) in scan::tested(&subjects).iter().enumerate() {
        let types = Types::of(&subjects, index);
        let known = |adt: &Adt| types.of_path(&adt.path);
        let outcome = match all.remove(&subject.path) {
            Some(Ok(explored)) => explored.with_types(&known).map(Ok),
            other => other,
        };
        explored.push(Some(outcome.ok_or_else(|| lacks(&subject.path))?));
    }
    Ok(Searched { subjects, explored, callable, mutants, not_called, executions, suspects, seconds, ..read })
}
