//! From what was found to the user's tree and the document.

use std::collections::BTreeSet;
use std::time::Instant;

use anyhow::Result;

use super::review::{Waiting, waiting};
use super::searched::Searched;
use crate::exploration::{
    Exploration, Mutants, Outcome, drop_calls_of_failed, drop_consequences, drop_surplus, drop_unfounded,
    entries,
};
use crate::options::{Discover, Options};
use crate::report::{self, Discovery, FunctionReport, Verdict};
use crate::suite::{self, Codes, Entry, Followed, WriteOptions, Written};
use morph_source::progress::Progress;
use morph_source::scan::Function;
use morph_source::workspace::Workspace;

/// How a run ended.
pub struct Ended {
    /// What it found.
    pub document: Discovery,
    /// What is to wait for a verdict, where that was asked for.
    pub waiting: Vec<Waiting>,
}

/// Writes what was found in every subject, and reports it. `begin` is when the run began.
pub fn write_in(
    workspace: &Workspace,
    searched: Searched,
    begin: Instant,
    options: &Options,
    discover: Discover,
    progress: &dyn Progress,
) -> Result<Ended> {
    let Searched { read, closures, subjects, explored, callable, mutants, not_called, suspects, .. } =
        searched;
    let mut seconds = searched.seconds;
    let functions = &read.functions;
    let mut untested = report::skipped(functions);
    // Constants are skipped whether they can be called or not.
    let tested: BTreeSet<&str> =
        functions.iter().filter_map(Function::subject).map(|subject| subject.path.as_str()).collect();
    let refused = callable.refused.iter().filter(|(path, _)| tested.contains(path.as_str()));
    untested.extend(refused.map(|(path, why)| FunctionReport::untested(path, Verdict::Skipped, why)));
    if explored.is_empty() {
        let document = Discovery::new(options.seed, untested, Default::default(), seconds, Vec::new());
        return Ok(Ended { document, waiting: Vec::new() });
    }
    let explored: Option<Vec<Outcome>> = explored.into_iter().collect();
    let mut explored = explored.ok_or_else(|| anyhow::anyhow!("a subject was not explored"))?;
    drop_calls_of_failed(&subjects, &mut explored);
    // Adequacy counts relations of every function.
    if !discover.for_adequacy {
        drop_unfounded(&subjects, &mut explored);
        drop_consequences(&subjects, &mut explored, &closures);
        drop_surplus(&subjects, &mut explored, discover.max_relations);
    }
    let found = Exploration {
        subjects: &subjects,
        explored,
        mutants: Mutants::new(mutants),
        closures: &closures,
        executions: searched.executions,
    };
    let clock = Instant::now();
    let entries = entries(&found, &Codes::of(workspace, &read.code));
    let to_wait = if discover.pending { entries.clone() } else { Vec::new() };
    let followed = Followed::of(workspace, &read)?;
    let written = write(workspace, &found, entries, followed, options, discover, progress)?;
    seconds.suite = clock.elapsed().as_secs_f64();
    seconds.all = begin.elapsed().as_secs_f64();
    let violated = report::violations(&found, workspace, functions);
    violated.iter().for_each(|violation| progress.warn(violation));
    let rest = (untested, seconds);
    let mut document = report::discovery(options.seed, workspace, &found, &written, rest, not_called);
    document.violated = violated.len();
    document.suspects = suspects;
    let waiting =
        waiting(workspace, &read.functions, to_wait, &document, &written.tests, &callable.instances);
    Ok(Ended { document, waiting })
}

/// Writes the relations, and warns of those that are dropped or kept as they are.
fn write(
    workspace: &Workspace,
    found: &Exploration<'_>,
    entries: Vec<Entry>,
    followed: Followed,
    options: &Options,
    discover: Discover,
    progress: &dyn Progress,
) -> Result<Written> {
    let stage = progress.stage("suite");
    let Discover { dry_run, pending, force, .. } = discover;
    let how = WriteOptions {
        dry_run: dry_run || pending,
        force,
        offline: options.offline,
        followed,
        ..WriteOptions::default()
    };
    let written = suite::write(workspace, entries, found.subjects, &how)?;
    stage.finish(format!("{} files", written.files.len()));
    for (id, why) in &written.dropped {
        progress.warn(&format!("{id} was dropped: {why}"));
    }
    if let Some(error) = written.left_out.first() {
        progress.warn(&format!(
            "the package's own tests do not compile ({error}); the new tests were verified without them"
        ));
    }
    for region in &written.kept_edited {
        progress.warn(&format!("{region} was edited by hand and is kept; --force overwrites it"));
    }
    Ok(written)
}
