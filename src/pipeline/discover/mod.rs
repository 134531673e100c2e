//! `discover`: from a workspace to relations in the user's tree.

mod documents;
mod explored;
mod mutants;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Result;

use super::opened::{UNCONFINED, load_alone, scan_all};
use crate::adequacy::required;
use crate::cleanse::HandWritten;
use crate::inputs::Kind;
use crate::options::{Discover, Engine, Options, Part};
use crate::report::{self, Discovery, Document, ExecutionCounts, FunctionReport, Seconds};
use crate::suite::{self, Codes, WRITTEN, WriteOptions, Written};
use documents::{entries, tested, violations};
use explored::{Explorations, Goals, drop_calls_of_failed, explore_all};
use morph_lab::mutants::{Mutant, Tool, count, reached};
use morph_lab::{self as lab, BuildOptions, Lab, Recording, Rows};
use morph_source::exit::Code;
use morph_source::progress::Progress;
use morph_source::scan::{Function, NotCompiled, Subject, Verdict, closures, makers};
use morph_source::workspace::Workspace;
use morph_symbolic::program::lower;
use mutants::{Statuses, held_out, make_mutants};

/// The package's own tests may take so long, once they are built: longer ones would hold up the search.
const OWN_TESTS: Duration = Duration::from_secs(60);

/// Runs the command.
pub fn run(options: &Options, discover: Discover, progress: &dyn Progress) -> Result<Code> {
    let begin = Instant::now();
    let (workspace, _lock) = load_alone(options, progress)?;
    let discovery = discover_in(&workspace, begin, options, discover, progress)?;
    let violated = discovery.violated > 0;
    report::print(&Document::Discovery(Box::new(discovery)), options.format)?;
    Ok(if violated { Code::Violated } else { Code::Done })
}

/// Finds relations in a workspace that no other run is using, and writes them. `begin` is when the run began.
pub fn discover_in(
    workspace: &Workspace,
    begin: Instant,
    options: &Options,
    discover: Discover,
    progress: &dyn Progress,
) -> Result<Discovery> {
    let mut seconds = Seconds::default();

    let stage = progress.stage("scan");
    // A broken catalogue is reported before the search, not after it.
    workspace.packages.iter().try_for_each(|package| suite::load_catalogue(package).map(|_| ()))?;
    let read = scan_all(workspace, options)?;
    let functions = &read.functions;
    let subjects: Vec<Subject> = functions.iter().filter_map(Function::subject).cloned().collect();
    let written = hand_written(workspace, functions)?;
    seconds.scan = begin.elapsed().as_secs_f64();
    stage.finish(format!("{} functions, {} to test", functions.len(), subjects.len()));
    let mut reports = skipped(functions);
    if subjects.is_empty() {
        progress.warn("no function can be tested; `cargo morph scan` says why");
        return Ok(Discovery::new(options.seed, reports, Default::default(), seconds, Vec::new()));
    }

    let clock = Instant::now();
    let (listed, tool) = make_mutants(options, &discover, workspace, functions, progress)?;
    let (listed, not_called) = reached(listed, functions);
    seconds.mutants = clock.elapsed().as_secs_f64();

    let clock = Instant::now();
    let mutants = (listed.as_slice(), tool.as_ref());
    let (lab, recorded) = build(options, &discover, workspace, functions, &subjects, mutants, progress)?;
    let refused = lab.refused().iter();
    reports.extend(refused.map(|(path, why)| FunctionReport::untested(path, report::Verdict::Skipped, why)));
    seconds.build = clock.elapsed().as_secs_f64();

    let stage = progress.stage("search");
    let subjects = lab.callable();
    let held_out = held_out(options.seed, discover.judge, &lab);
    let left_alone = NotCompiled::of(workspace)?;
    let goals = Goals {
        recorded,
        required: discover.for_adequacy.then(|| required(functions, &lab.probes, &left_alone)),
        written,
        program: Arc::new(lower(workspace, &read.world)),
    };
    let mut explored = explore_all(options, &discover, &lab, &subjects, &held_out, &goals, &stage)?;
    drop_calls_of_failed(&subjects, &mut explored);
    let closures = closures(functions);
    let run =
        Explorations { subjects: &subjects, explored, lab: &lab, closures: &closures, held_out: &held_out };
    let relations: usize = run.explored.iter().flatten().map(|e| e.relations.len()).sum();
    stage.finish(format!("{relations} relations"));
    if lab.unconfined() {
        progress.warn(UNCONFINED);
    }
    if run.explored.iter().flatten().any(|e| e.cut) {
        progress.warn("the budget ended the search before its space was exhausted");
    }

    let clock = Instant::now();
    let written = write(options, &discover, workspace, &run, &Codes::of(workspace, &read.code), progress)?;
    seconds.suite = clock.elapsed().as_secs_f64();
    seconds.all = begin.elapsed().as_secs_f64();
    let violated = violations(&run, workspace, functions);
    violated.iter().for_each(|violation| progress.warn(violation));
    let mut discovery =
        reported(options.seed, workspace, &run, &written, (reports, seconds), not_called.len());
    discovery.violated = violated.len();
    Ok(discovery)
}

/// The relations that a person wrote, by function.
fn hand_written(workspace: &Workspace, functions: &[Function]) -> Result<BTreeMap<String, Vec<HandWritten>>> {
    let suite = suite::load(workspace, functions)?;
    let mut written: BTreeMap<String, Vec<HandWritten>> = BTreeMap::new();
    let all = suite.relations.into_iter().chain(suite.untested);
    for own in all.filter(|relation| relation.strategy == WRITTEN) {
        let suite::SuiteRelation { subject, id, relation, sources, has_own_test, .. } = own;
        written.entry(subject).or_default().push(HandWritten { id, relation, sources, has_own_test });
    }
    Ok(written)
}

/// The reports of functions that cannot be tested.
fn skipped(functions: &[Function]) -> Vec<FunctionReport> {
    let skipped = functions.iter().filter_map(|f| match &f.verdict {
        Verdict::Testable(_) => None,
        Verdict::Skipped(why) => Some(FunctionReport::untested(&f.path, report::Verdict::Skipped, why)),
    });
    skipped.collect()
}

/// Builds the lab and, beside it, records what the package's own tests call functions with.
fn build(
    options: &Options,
    discover: &Discover,
    workspace: &Workspace,
    functions: &[Function],
    subjects: &[Subject],
    (listed, tool): (&[Mutant], Option<&Tool>),
    progress: &dyn Progress,
) -> Result<(Lab, Rows)> {
    let stage = progress.stage("build");
    let build = BuildOptions {
        feature_flags: options.features.to_args(),
        offline: options.offline,
        // cargo-mutants makes no mutants of conditions that are watched.
        branches: discover.for_adequacy
            || (options.engine == Engine::Switch && discover.inputs.iter().any(Kind::is_directed)),
        distances: discover.for_adequacy
            || [Part::Path, Part::Climbing].into_iter().all(|part| discover.parts.contains(part)),
    };
    let called = [subjects, &makers(subjects)].concat();
    let say = |message: &str| stage.set_message(message);
    let built = || match (options.engine, tool) {
        (Engine::CargoMutants, Some(tool)) => {
            let lab = lab::build_apart(workspace, &called, listed, tool, options.jobs, &build, &say)?;
            anyhow::Ok((lab, "in a build of each"))
        }
        _ => Ok((lab::build(workspace, &called, listed, &build, &say)?, "in one build")),
    };
    let recording = Recording { but: suite::MODULE, time: OWN_TESTS, build: &build };
    // The one is recorded while the other is built.
    let (lab, recorded) = std::thread::scope(|scope| {
        let recorded = scope.spawn(|| lab::recorded(workspace, functions, &recording));
        (built(), recorded.join())
    });
    let (lab, how) = lab?;
    let recorded = recorded.map_err(|_| anyhow::anyhow!("recording the tests' inputs panicked"))??;
    let unviable = lab.mutants.iter().filter(|m| !m.viable).count();
    let rows: usize = recorded.values().map(Vec::len).sum();
    let rows = match rows {
        0 => String::new(),
        1 => ", 1 input of your tests".to_owned(),
        rows => format!(", {rows} inputs of your tests"),
    };
    stage.finish(format!("{} mutants {how}, {unviable} do not compile{rows}", lab.mutants.len() - unviable));
    Ok((lab, recorded))
}

/// Writes the relations, and warns of those that are left out.
fn write(
    options: &Options,
    discover: &Discover,
    workspace: &Workspace,
    run: &Explorations<'_>,
    codes: &Codes<'_>,
    progress: &dyn Progress,
) -> Result<Written> {
    let stage = progress.stage("suite");
    let how = WriteOptions { dry_run: discover.dry_run, force: discover.force, offline: options.offline };
    let written = suite::write(workspace, entries(run, codes), run.subjects, &how)?;
    stage.finish(format!("{} files", written.files.len()));
    for (id, why) in &written.dropped {
        progress.warn(&format!("{id} was dropped: {why}"));
    }
    for region in &written.kept_edited {
        progress.warn(&format!("{region} was edited by hand and is kept; --force overwrites it"));
    }
    Ok(written)
}

/// The report of a run, from those of functions that were not tested and the seconds of its stages.
fn reported(
    seed: u64,
    workspace: &Workspace,
    run: &Explorations<'_>,
    written: &Written,
    (mut reports, mut seconds): (Vec<FunctionReport>, Seconds),
    not_called: usize,
) -> Discovery {
    let dropped: BTreeSet<&str> = written.dropped.iter().map(|(id, _)| id.as_str()).collect();
    let stands = |id: &str| !dropped.contains(id);
    let mut statuses = Statuses::default();
    for (at, (subject, result)) in run.subjects.iter().zip(&run.explored).enumerate() {
        let own = Statuses::of_function(run, at, &stands);
        statuses.add(&own);
        let report = match result {
            Ok(explored) => tested(subject, explored, run.lab, own.map(|own| count(&own)), &stands),
            Err(why) => FunctionReport::untested(&subject.path, report::Verdict::Failed, why),
        };
        seconds.trace += report.seconds.trace;
        seconds.search += report.seconds.search;
        seconds.cleanse += report.seconds.cleanse;
        reports.push(report);
    }
    let held_out = Some(count(&statuses.of[1])).filter(|counts| counts.listed > 0);
    let file =
        |file: &std::path::PathBuf| file.strip_prefix(&workspace.root).unwrap_or(file).display().to_string();
    let files = written.files.iter().map(file).collect();
    let mut discovery = Discovery::new(seed, reports, (count(&statuses.of[0]), held_out), seconds, files);
    let [rows, repeated] = run.lab.executions.counts();
    discovery.totals.executions = ExecutionCounts { rows, repeated };
    discovery.totals.left_out = statuses.left_out(run.lab, not_called);
    discovery
}
