//! `discover`: from a workspace to relations in the user's tree.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Result;

use super::lab_archive::Material;
use super::memory::{Memory, Noting};
use super::opened::{UNCONFINED, build_options, called, examples, load_alone, scan_selected};
use super::review;
use super::searched::Searched;
use super::suspects::{self, Sure};
use super::writing::{Ended, write_in};
use crate::adequacy::required;
use crate::exploration::{Goals, Outcome, Store, Told, explore_all, hand_written, held_out};
use crate::inputs::{Examples, Kind};
use crate::options::{Discover, Engine, Options, Part};
use crate::report::{self, Discovery, Document, Seconds, count};
use crate::shards::Callable;
use crate::suite::{self, Codes};
use crate::verdicts::Verdicts;
use morph_lab::mutants::{self, Mutant, Tool, reached};
use morph_lab::{self as lab, Lab, MutantId, Recording, Rows};
use morph_source::exit::Code;
use morph_source::progress::Progress;
use morph_source::scan::{self, Function, NotCompiled, Subject, closures};
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
    report::publish(&Document::Discovery(Box::new(discovery)), options, progress)?;
    Ok(if violated { Code::Violated } else { Code::Done })
}

/// Finds relations in a workspace that no other run is using, and writes them; or says again what the last run found, where
/// nothing has changed. `begin` is when the run began.
pub fn discover_in(
    workspace: &Workspace,
    begin: Instant,
    options: &Options,
    discover: Discover,
    progress: &dyn Progress,
) -> Result<Discovery> {
    let memory = Memory::of(workspace, options, discover)?;
    if let Some((mut document, warnings)) = memory.last(workspace) {
        progress.stage("search").finish("nothing has changed since the last run");
        warnings.iter().for_each(|warning| progress.warn(warning));
        document.totals.seconds.all = begin.elapsed().as_secs_f64();
        return Ok(document);
    }
    let noting = &Noting::new(progress);
    let searched = read_in(workspace, begin, options, noting)?;
    if !discover.dry_run && !discover.pending && !discover.force {
        review::ask_about_deleted(workspace, options, &searched.read, noting)?;
    }
    let searched = search_in(workspace, searched, options, discover, &memory, None, noting)?;
    let Ended { mut document, waiting } = write_in(workspace, searched, begin, options, discover, noting)?;
    if discover.pending {
        document.files.clear();
        review::leave(workspace, waiting, progress)?;
    } else if !discover.dry_run {
        memory.keep(workspace, &document, noting.warnings());
    }
    memory.trim();
    Ok(document)
}

/// Reads a workspace: its functions, without anything that is executed.
pub fn read_in(
    workspace: &Workspace,
    begin: Instant,
    options: &Options,
    progress: &dyn Progress,
) -> Result<Searched> {
    let stage = progress.stage("scan");
    // A broken catalogue or verdict is reported before the search, not after it.
    suite::load_catalogues(workspace)?;
    let read = scan_selected(workspace, options)?;
    let subjects = scan::callable(&read.functions);
    let tested = scan::tested(&subjects).len();
    let seconds = Seconds { scan: begin.elapsed().as_secs_f64(), ..Seconds::default() };
    stage.finish(format!("{} functions, {} to test", read.functions.len(), tested));
    if tested == 0 {
        progress.warn("no function can be tested; `cargo morph scan` says why");
    }
    Ok(Searched {
        closures: closures(&read.functions),
        explored: (0..tested).map(|_| None).collect(),
        read,
        subjects,
        callable: Callable::default(),
        mutants: Vec::new(),
        not_called: 0,
        executions: [0; 2],
        suspects: Vec::new(),
        seconds,
    })
}

/// Searches the subjects of what was read that a shard has, or all.
pub fn search_in(
    workspace: &Workspace,
    searched: Searched,
    options: &Options,
    discover: Discover,
    memory: &Memory,
    here: Option<&BTreeSet<String>>,
    progress: &dyn Progress,
) -> Result<Searched> {
    if searched.explored.is_empty() {
        return Ok(searched);
    }
    let examples = &examples(workspace);
    let run = Run { workspace, examples, options, discover, progress };
    let verdicts = workspace.packages.iter().map(Verdicts::load).collect::<Result<Vec<_>>>()?;
    let Searched { read, closures, .. } = &searched;
    let functions = &read.functions;
    let mut seconds = searched.seconds;
    let written = hand_written(suite::load(workspace, read)?);

    let clock = Instant::now();
    let (mutants, tool) = mutants_of(workspace, options, discover, functions, progress)?;
    let (mutants, not_called) = reached(mutants, functions);
    seconds.mutants = clock.elapsed().as_secs_f64();

    let clock = Instant::now();
    let (lab, recorded) = run.build(functions, &searched.subjects, &mutants, tool.as_ref())?;
    seconds.build = clock.elapsed().as_secs_f64();

    let program = Arc::new(lower(workspace, &read.world));
    let not_compiled = NotCompiled::of(workspace)?;
    let required = required(functions, &lab.probes, &not_compiled);
    let subjects = lab.callable();
    let suspects = run.suspects(&lab, functions, &subjects, &verdicts, closures, recorded.clone())?;
    let texts = examples.texts(&subjects);
    let codes = Codes::of(workspace, &read.code);
    let store = Store::new(&memory.cache, memory.ground.clone(), &codes, functions, closures);
    let goals = Goals {
        texts,
        recorded,
        required,
        written,
        broken: suspects.broken,
        rejected: rejected(functions, &verdicts),
        program,
        store,
        here: here.cloned(),
    };
    let held_out = held_out(options.seed, discover.judge, &lab);
    let explored = run.explore(&lab, &subjects, &held_out, &goals)?;
    Ok(Searched {
        explored,
        callable: Callable::of(&searched.subjects, &lab),
        mutants: Told::all(&lab, &held_out),
        not_called: not_called.len(),
        executions: lab.executions.counts(),
        suspects: suspects.reports,
        subjects,
        seconds,
        ..searched
    })
}

/// Builds the lab of a search of what was read, for the file of `--lab-archive`.
pub fn archive_lab(
    workspace: &Workspace,
    read: &Searched,
    options: &Options,
    discover: Discover,
    progress: &dyn Progress,
) -> Result<()> {
    let functions = &read.read.functions;
    let (mutants, tool) = mutants_of(workspace, options, discover, functions, progress)?;
    let (mutants, _) = reached(mutants, functions);
    let run = Run { workspace, examples: &examples(workspace), options, discover, progress };
    run.build(functions, &read.subjects, &mutants, tool.as_ref()).map(|_| ())
}

/// The laws that were rejected, as statements, by function.
fn rejected(functions: &[Function], verdicts: &[Verdicts]) -> BTreeMap<String, BTreeSet<String>> {
    let of = |function: &Function| {
        let subject = function.subject()?;
        let all = verdicts.iter().flat_map(|verdicts| verdicts.rejected(subject, function));
        let all: BTreeSet<String> = all.map(str::to_owned).collect();
        (!all.is_empty()).then(|| (function.path.clone(), all))
    };
    functions.iter().filter_map(of).collect()
}

/// The mutants of the functions, those of cargo-mutants before those of our own operators; and cargo-mutants, if it is
/// needed.
pub fn mutants_of(
    workspace: &Workspace,
    options: &Options,
    discover: Discover,
    functions: &[Function],
    progress: &dyn Progress,
) -> Result<(Vec<Mutant>, Option<Tool>)> {
    let listed = discover.operators.listed();
    let tool = listed.then(|| mutants::provide(options.offline, progress)).transpose()?;
    let stage = progress.stage("mutants");
    let mut all = Vec::new();
    let mut parts = Vec::new();
    if let Some(tool) = &tool {
        all = mutants::list(tool, workspace, functions, progress)?;
        parts.push(format!("{} from cargo-mutants {}", all.len(), tool.version()));
    }
    if discover.operators.own() {
        let own = mutants::without_listed(mutants::list_own(functions)?, &all);
        parts.push(format!("{} from the built-in operators", own.len()));
        all.extend(own);
    }
    let not_compiled = NotCompiled::of(workspace)?;
    all.retain(|mutant| !not_compiled.holds(&mutant.file, &mutant.span));
    stage.finish(parts.join(", "));
    Ok((all, tool))
}

/// What the steps of a run share.
struct Run<'a> {
    workspace: &'a Workspace,
    examples: &'a Examples,
    options: &'a Options,
    discover: Discover,
    progress: &'a dyn Progress,
}

impl Run<'_> {
    /// Builds the lab and, at the same time, records the arguments that the package's own tests pass to functions.
    fn build(
        &self,
        functions: &[Function],
        subjects: &[Subject],
        mutants: &[Mutant],
        tool: Option<&Tool>,
    ) -> Result<(Lab, Rows)> {
        let Run { workspace, options, discover, progress, .. } = *self;
        let stage = progress.stage("build");
        // cargo-mutants makes no mutants of conditions that are watched.
        let is_directed = options.engine == Engine::Switch && discover.inputs.iter().any(Kind::is_directed);
        let climbs = [Part::Path, Part::Climbing].into_iter().all(|part| discover.parts.contains(part));
        let all = discover.for_adequacy;
        let build = build_options(options, all || is_directed, all || climbs);
        let called = called(subjects);
        let material = Material { workspace, subjects: &called, mutants, options: &build };
        let archive = options.lab_archive.as_deref();
        if let Some((lab, recorded)) = archive.map(|file| material.read(file)).transpose()?.flatten() {
            stage.finish(format!("{} mutants from the archive", lab.mutants.len()));
            return Ok((lab, recorded));
        }
        let say = |message: &str| stage.set_message(message);
        let built = || match (options.engine, tool) {
            (Engine::CargoMutants, Some(tool)) => {
                let lab = lab::build_apart(workspace, &called, mutants, tool, options.jobs, &build, &say)?;
                anyhow::Ok((lab, "in separate builds"))
            }
            _ => Ok((lab::build(workspace, &called, mutants, &build, &say)?, "in one build")),
        };
        let recording = Recording { but: suite::MODULE, time: OWN_TESTS, build: &build };
        let (lab, recorded) = std::thread::scope(|scope| {
            let recorded = scope.spawn(|| lab::recorded(workspace, functions, &recording));
            (built(), recorded.join())
        });
        let (lab, how) = lab?;
        let recorded = recorded.map_err(|_| anyhow::anyhow!("recording the tests' inputs panicked"))??;
        let unviable = lab.mutants.iter().filter(|m| !m.viable).count();
        let rows = match recorded.values().map(Vec::len).sum() {
            0 => String::new(),
            1 => ", 1 input from your tests".to_owned(),
            rows => format!(", {rows} inputs from your tests"),
        };
        if let Some(file) = &options.lab_archive {
            material.write(file, &lab, &recorded)?;
        }
        let viable = lab.mutants.len() - unviable;
        stage.finish(format!("{viable} mutants {how}, {unviable} do not compile{rows}"));
        Ok((lab, recorded))
    }

    /// Laws that everything speaks for and that fail.
    fn suspects(
        &self,
        lab: &Lab,
        functions: &[Function],
        subjects: &[Subject],
        verdicts: &[Verdicts],
        closures: &BTreeMap<String, BTreeSet<String>>,
        recorded: Rows,
    ) -> Result<Sure> {
        let Run { workspace, examples, options, progress, .. } = *self;
        let by_path = &functions.iter().map(|function| (function.path.as_str(), function)).collect();
        let search = suspects::Run { workspace, subjects, by_path, verdicts, closures };
        let all: Vec<usize> = (0..scan::tested(subjects).len()).collect();
        search.find(options, lab, &all, (examples, recorded), progress)?.sure(&search)
    }

    /// Explores every subject.
    fn explore(
        &self,
        lab: &Lab,
        subjects: &[Subject],
        held_out: &BTreeSet<MutantId>,
        goals: &Goals<'_>,
    ) -> Result<Vec<Option<Outcome>>> {
        let Run { options, discover, progress, .. } = self;
        let stage = progress.stage("search");
        let outcomes = explore_all(options, discover, lab, subjects, held_out, goals, &stage)?;
        let explored = outcomes.iter().flatten().flatten();
        let relations: usize = explored.clone().map(|explored| explored.relations.len()).sum();
        stage.finish(match explored.clone().filter(|explored| explored.is_taken_over()).count() {
            0 => format!("{relations} relations"),
            known => format!("{relations} relations; {known} functions taken from earlier runs"),
        });
        if lab.unconfined() {
            progress.warn(UNCONFINED);
        }
        let cut = explored.filter(|explored| !explored.cut.is_empty()).count();
        if cut > 0 {
            let what = count(cut, "function");
            progress.warn(&format!("the budget ended the search of {what} before it was complete"));
        }
        Ok(outcomes)
    }
}
