//! `discover`: from a workspace to relations in the user's tree.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Result;

use super::opened::{UNCONFINED, build_options, called, load_alone, scan_selected};
use crate::adequacy::required;
use crate::exploration::{Exploration, Goals, entries, explore_all, hand_written, held_out};
use crate::inputs::Kind;
use crate::options::{Discover, Engine, Options, Part};
use crate::report::{self, Discovery, Document, FunctionReport, Seconds};
use crate::suite::{self, Codes, WriteOptions, Written};
use morph_lab::mutants::{self, Mutant, Tool, reached};
use morph_lab::{self as lab, Lab, Recording, Rows};
use morph_source::exit::Code;
use morph_source::progress::Progress;
use morph_source::scan::{Function, NotCompiled, Subject, closures};
use morph_source::workspace::Workspace;
use morph_symbolic::program::lower;

/// The time limit of the package's own tests, without their build: longer ones would delay the search.
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
    let read = scan_selected(workspace, options)?;
    let functions = &read.functions;
    let subjects: Vec<Subject> = functions.iter().filter_map(Function::subject).cloned().collect();
    let written = hand_written(suite::load(workspace, functions)?);
    seconds.scan = begin.elapsed().as_secs_f64();
    stage.finish(format!("{} functions, {} to test", functions.len(), subjects.len()));
    let mut untested = report::skipped(functions);
    if subjects.is_empty() {
        progress.warn("no function can be tested; `cargo morph scan` says why");
        return Ok(Discovery::new(options.seed, untested, Default::default(), seconds, Vec::new()));
    }

    let clock = Instant::now();
    let (listed, tool) = make_mutants(options, &discover, workspace, functions, progress)?;
    let (listed, not_called) = reached(listed, functions);
    seconds.mutants = clock.elapsed().as_secs_f64();

    let clock = Instant::now();
    let mutants = (listed.as_slice(), tool.as_ref());
    let (lab, recorded) = build(options, &discover, workspace, functions, &subjects, mutants, progress)?;
    let refused = lab.refused().iter();
    untested.extend(refused.map(|(path, why)| FunctionReport::untested(path, report::Verdict::Skipped, why)));
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
    let explored = explore_all(options, &discover, &lab, &subjects, &held_out, &goals, &stage)?;
    let closures = closures(functions);
    let run =
        Exploration { subjects: &subjects, explored, lab: &lab, closures: &closures, held_out: &held_out };
    let relations: usize = run.tested().map(|(_, explored)| explored.relations.len()).sum();
    stage.finish(format!("{relations} relations"));
    if lab.unconfined() {
        progress.warn(UNCONFINED);
    }
    if run.tested().any(|(_, explored)| explored.cut) {
        progress.warn("the budget ended the search before its space was exhausted");
    }

    let clock = Instant::now();
    let written = write(options, &discover, workspace, &run, &Codes::of(workspace, &read.code), progress)?;
    seconds.suite = clock.elapsed().as_secs_f64();
    seconds.all = begin.elapsed().as_secs_f64();
    let violated = report::violations(&run, workspace, functions);
    violated.iter().for_each(|violation| progress.warn(violation));
    let untested = (untested, seconds);
    let mut discovery =
        report::discovery(options.seed, workspace, &run, &written, untested, not_called.len());
    discovery.violated = violated.len();
    Ok(discovery)
}

/// The mutants of the functions: those of cargo-mutants first, then ours that it does not list; and cargo-mutants.
fn make_mutants(
    options: &Options,
    discover: &Discover,
    workspace: &Workspace,
    functions: &[Function],
    progress: &dyn Progress,
) -> Result<(Vec<Mutant>, Option<Tool>)> {
    let operators = discover.operators;
    let tool = operators.listed().then(|| mutants::provide(options.offline, progress)).transpose()?;
    let stage = progress.stage("mutants");
    let mut all = Vec::new();
    let mut parts = Vec::new();
    if let Some(tool) = &tool {
        all = mutants::list(tool, workspace, functions, progress)?;
        parts.push(format!("{} from cargo-mutants {}", all.len(), tool.version()));
    }
    if operators.own() {
        let own = mutants::without_listed(mutants::list_own(functions)?, &all);
        parts.push(format!("{} of our own operators", own.len()));
        all.extend(own);
    }
    let not_compiled = NotCompiled::of(workspace)?;
    all.retain(|mutant| !not_compiled.holds(&mutant.file, &mutant.span));
    stage.finish(parts.join(", "));
    Ok((all, tool))
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
    // cargo-mutants makes no mutants of conditions that are watched.
    let is_directed = options.engine == Engine::Switch && discover.inputs.iter().any(Kind::is_directed);
    let climbs = [Part::Path, Part::Climbing].into_iter().all(|part| discover.parts.contains(part));
    let all = discover.for_adequacy;
    let build = build_options(options, all || is_directed, all || climbs);
    let called = called(subjects);
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
    run: &Exploration<'_>,
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
