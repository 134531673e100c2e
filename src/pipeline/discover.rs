//! `discover`: from a workspace to relations in the user's tree.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use rayon::prelude::*;

use super::adequate::ForAdequacy;
use super::code::Codes;
use super::explore::{Explored, Kept, Setting, explore};
use super::fate::{Fate, closures, count, ids, listed};
use super::feed::Feed;
use super::laws::Fates;
use super::{UNCONFINED, load_alone, scan_all};
use crate::adequacy::{Required, required};
use crate::inputs::Kind;
use crate::options::{Budget, Discover, Engine, Judge, Options, Part, Preset};
use crate::report::{
    self, Discovery, Document, FunctionReport, FunctionSeconds, MutantCounts, RelationReport, Seconds,
    Suspicious,
};
use crate::search::{self, polynomial};
use crate::suite::{self, Entry, SuiteRelation, WRITTEN, WriteOptions};
use morph_lab::mutants::{self, Mutant, Tool};
use morph_lab::{self as lab, BuildOptions, Lab, LabMutant, MutantId, Recording, Rows};
use morph_relation::show_literal;
use morph_source::exit::Code;
use morph_source::progress::Progress;
use morph_source::scan::{Function, LeftOut, Subject, Verdict, makers};
use morph_source::workspace::Workspace;
use morph_symbolic::program::{Program, lower};

/// Runs the command.
pub fn run(options: &Options, discover: Discover, progress: &dyn Progress) -> Result<Code> {
    let begin = Instant::now();
    let (workspace, _lock) = load_alone(options, progress)?;
    let discovery = discover_in(&workspace, begin, options, discover, progress)?;
    let violated = discovery.violated > 0;
    report::print(&Document::Discovery(Box::new(discovery)), options.format)?;
    Ok(if violated { Code::Violated } else { Code::Done })
}

/// The relations that a person wrote, by function.
fn written(workspace: &Workspace, functions: &[Function]) -> Result<BTreeMap<String, Vec<SuiteRelation>>> {
    let suite = suite::load(workspace, functions)?;
    let mut written: BTreeMap<String, Vec<SuiteRelation>> = BTreeMap::new();
    let all = suite.relations.into_iter().chain(suite.untested);
    for relation in all.filter(|relation| relation.strategy == WRITTEN) {
        written.entry(relation.subject.clone()).or_default().push(relation);
    }
    Ok(written)
}

/// Finds relations in a workspace that nobody else is using, and writes them. `begin` is when the run began.
pub fn discover_in(
    workspace: &Workspace,
    begin: Instant,
    options: &Options,
    discover: Discover,
    progress: &dyn Progress,
) -> Result<Discovery> {
    let mut seconds = Seconds::default();

    let stage = progress.stage("scan");
    // Nobody waits for a search in order to hear that the old catalogue cannot be read.
    workspace.packages.iter().try_for_each(|package| suite::load_catalogue(package).map(|_| ()))?;
    let read = scan_all(workspace, options)?;
    let codes = Codes::of(workspace, &read.code);
    let functions = read.functions;
    let subjects: Vec<Subject> = functions.iter().filter_map(Function::subject).cloned().collect();
    let written = written(workspace, &functions)?;
    seconds.scan = begin.elapsed().as_secs_f64();
    stage.finish(format!("{} functions, {} to test", functions.len(), subjects.len()));
    let skipped = functions.iter().filter_map(|f| match &f.verdict {
        Verdict::Testable(_) => None,
        Verdict::Skipped(why) => Some(FunctionReport::untested(&f.path, report::Verdict::Skipped, why)),
    });
    let mut reports: Vec<FunctionReport> = skipped.collect();
    if subjects.is_empty() {
        progress.warn("no function can be tested; `cargo morph scan` says why");
        return Ok(Discovery::new(options.seed, reports, Default::default(), seconds, Vec::new()));
    }

    let clock = Instant::now();
    let (listed, tool) = make_mutants(options, &discover, workspace, &functions, progress)?;
    let (listed, not_called) = mutants::reached(listed, &functions);
    seconds.mutants = clock.elapsed().as_secs_f64();

    let clock = Instant::now();
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
    let called = [subjects.clone(), makers(&subjects)].concat();
    let say = |message: &str| stage.set_message(message);
    let built = || match (options.engine, tool) {
        (Engine::CargoMutants, Some(tool)) => {
            let jobs = options.jobs;
            let lab = lab::build_apart(workspace, &called, &listed, &tool, jobs, &build, &say)?;
            anyhow::Ok((lab, "in a build of each"))
        }
        _ => Ok((lab::build(workspace, &called, &listed, &build, &say)?, "in one build")),
    };
    let recording = Recording { but: suite::MODULE, time: OWN_TESTS, build: &build };
    // Nobody waits for the one while the other is built.
    let (lab, recorded) = std::thread::scope(|scope| {
        let recorded = scope.spawn(|| lab::recorded(workspace, &functions, &recording));
        (built(), recorded.join())
    });
    let (lab, how) = lab?;
    let recorded = recorded.map_err(|_| anyhow::anyhow!("recording the tests' inputs panicked"))??;
    let subjects = lab.callable();
    reports.extend(
        lab.refused().iter().map(|(path, why)| FunctionReport::untested(path, report::Verdict::Skipped, why)),
    );
    seconds.build = clock.elapsed().as_secs_f64();
    let unviable = lab.mutants.iter().filter(|m| !m.viable).count();
    let rows: usize = recorded.values().map(Vec::len).sum();
    let rows = match rows {
        0 => String::new(),
        1 => ", 1 input of your tests".to_owned(),
        rows => format!(", {rows} inputs of your tests"),
    };
    stage.finish(format!("{} mutants {how}, {unviable} do not compile{rows}", lab.mutants.len() - unviable));

    let stage = progress.stage("search");
    let held_out = held_out(options.seed, discover.judge, &lab);
    let left_alone = LeftOut::of(workspace)?;
    let goals = Goals {
        recorded,
        required: discover.for_adequacy.then(|| required(&functions, &lab.probes, &left_alone)),
        written,
        program: Arc::new(lower(workspace, &read.world)),
    };
    let mut explored = explore_all(options, &discover, &lab, &subjects, &held_out, &goals, &stage)?;
    drop_calls_of_failed(&subjects, &mut explored);
    let relations: usize = explored.iter().flatten().map(|e| e.relations.len()).sum();
    stage.finish(format!("{relations} relations"));
    if lab.unconfined() {
        progress.warn(UNCONFINED);
    }
    if explored.iter().flatten().any(|e| e.cut) {
        progress.warn("the budget ended the search before its space was exhausted");
    }

    let closures = closures(&functions);
    let clock = Instant::now();
    let stage = progress.stage("suite");
    let written = suite::write(
        workspace,
        entries(&subjects, &explored, &lab, &closures, &held_out, &codes),
        &subjects,
        &WriteOptions { dry_run: discover.dry_run, force: discover.force, offline: options.offline },
    )?;
    stage.finish(format!("{} files", written.files.len()));
    for (id, why) in &written.dropped {
        progress.warn(&format!("{id} was dropped: {why}"));
    }
    for region in &written.kept_edited {
        progress.warn(&format!("{region} was edited by hand and is kept; --force overwrites it"));
    }
    let relative =
        |file: &std::path::PathBuf| file.strip_prefix(&workspace.root).unwrap_or(file).display().to_string();
    let files: Vec<String> = written.files.iter().map(relative).collect();
    let dropped: BTreeSet<&String> = written.dropped.iter().map(|(id, _)| id).collect();
    seconds.suite = clock.elapsed().as_secs_f64();
    let mut violated = Vec::new();
    for (subject, explored) in
        subjects.iter().zip(explored.iter()).filter_map(|(s, e)| Some((s, e.as_ref().ok()?)))
    {
        let place = functions.iter().find(|function| function.path == subject.path);
        let place = place.map(|f| format!("{}:{}: ", relative(&f.file), f.line)).unwrap_or_default();
        violated.extend(explored.violated.iter().map(|(id, readable, calls)| {
            let calls: Vec<String> =
                calls.iter().map(|call| format!("{} is {}", call.call, call.result)).collect();
            format!("{place}relation {readable} ({id}), written by hand, is violated: {}", calls.join(", "))
        }));
    }
    let mut fates = [BTreeMap::new(), BTreeMap::new()];
    for (subject, result) in subjects.iter().zip(&explored) {
        let report = match result {
            Ok(explored) => {
                let stands = |kept: &&Kept| !dropped.contains(&kept.id);
                let own = judged(subject, explored, &lab, &closures, &held_out, &stands);
                for (fates, own) in fates.iter_mut().zip(&own) {
                    // One that several functions reach counts once, by the best that becomes of it.
                    for (id, fate) in own {
                        let known = fates.entry(*id).or_insert(*fate);
                        *known = (*known).max(*fate);
                    }
                }
                tested(subject, explored, &lab, own.map(|fates| count(&fates)), &stands)
            }
            Err(why) => FunctionReport::untested(&subject.path, report::Verdict::Failed, why),
        };
        seconds.trace += report.seconds.trace;
        seconds.search += report.seconds.search;
        seconds.cleanse += report.seconds.cleanse;
        reports.push(report);
    }
    seconds.all = begin.elapsed().as_secs_f64();
    let mutants = (count(&fates[0]), Some(count(&fates[1])).filter(|counts| counts.listed > 0));
    let mut discovery = Discovery::new(options.seed, reports, mutants, seconds, files);
    discovery.violated = violated.len();
    for violation in violated {
        progress.warn(&violation);
    }
    discovery.totals.left_out = left_out(&lab, &fates, not_called.len());
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
    let left_out = LeftOut::of(workspace)?;
    all.retain(|mutant| !left_out.holds(&mutant.file, &mutant.span));
    stage.finish(parts.join(", "));
    Ok((all, tool))
}

/// Counts by reason the mutants that are in none of the other numbers.
fn left_out(lab: &Lab, fates: &[BTreeMap<MutantId, Fate>; 2], not_called: usize) -> BTreeMap<String, usize> {
    let reason = |mutant: &LabMutant| match mutant.left_out {
        Some(why) => Some(why.reason()),
        None => fates.iter().all(|fates| !fates.contains_key(&mutant.id)).then_some(NOT_CALLED),
    };
    let mut counts = BTreeMap::from([(NOT_CALLED.to_owned(), not_called)]);
    for reason in lab.mutants.iter().filter_map(reason) {
        *counts.entry(reason.to_owned()).or_default() += 1;
    }
    counts.retain(|_, count| *count > 0);
    counts
}

/// Why mutants are left out of functions that are not tested themselves.
const NOT_CALLED: &str = "in functions that no tested function is seen to call";

/// Functions with fewer mutants keep all for the search, which would find nothing with less.
const ENOUGH: usize = 6;

/// The mutants that the search does not see.
fn held_out(seed: u64, judge: Judge, lab: &Lab) -> BTreeSet<MutantId> {
    let mut viable: BTreeMap<&str, usize> = BTreeMap::new();
    for mutant in lab.mutants.iter().filter(|m| m.runs()) {
        *viable.entry(&mutant.mutant.function).or_default() += 1;
    }
    let enough = |mutant: &Mutant| viable.get(&*mutant.function).is_some_and(|count| *count >= ENOUGH);
    let held = |mutant: &Mutant| match judge {
        Judge::HeldOut => enough(mutant) && mutants::is_held_out(seed, &mutant.id),
        Judge::CargoMutants => !mutant.genre.is_own(),
    };
    lab.mutants.iter().filter(|m| held(&m.mutant)).map(|m| m.id).collect()
}

/// What becomes of the mutants that the search saw, and of those that were held out.
fn judged(
    subject: &Subject,
    explored: &Explored,
    lab: &Lab,
    closures: &BTreeMap<String, BTreeSet<String>>,
    held_out: &BTreeSet<MutantId>,
    stands: &dyn Fn(&&Kept) -> bool,
) -> [BTreeMap<MutantId, Fate>; 2] {
    let killed: BTreeSet<MutantId> = explored
        .relations
        .iter()
        .filter(stands)
        .flat_map(|kept| kept.kills.iter().chain(&kept.failures).chain(&kept.held_out))
        .copied()
        .collect();
    let mut fates = [BTreeMap::new(), BTreeMap::new()];
    for mutant in listed(subject, lab, closures) {
        let fate = if !mutant.viable {
            Fate::Unviable
        } else if killed.contains(&mutant.id) {
            Fate::Killed
        } else if explored.distinguished.contains(&mutant.id) {
            Fate::Missed
        } else {
            Fate::Equivalent
        };
        fates[usize::from(held_out.contains(&mutant.id))].insert(mutant.id, fate);
    }
    fates
}

/// The package's own tests may take so long, once they are built.
const OWN_TESTS: Duration = Duration::from_secs(60);

/// What a search is to come to beside kills.
struct Goals<'a> {
    /// What adequacy asks for, where it is the goal.
    required: Option<BTreeMap<String, Required<'a>>>,
    /// Relations that a person wrote, by function.
    written: BTreeMap<String, Vec<SuiteRelation>>,
    /// What the package's own tests call functions with.
    recorded: Rows,
    /// What is executed symbolically.
    program: Arc<Program>,
}

/// Explores every subject, `jobs` at a time; the results do not depend on how many.
fn explore_all(
    options: &Options,
    discover: &Discover,
    lab: &Lab,
    subjects: &[Subject],
    held_out: &BTreeSet<MutantId>,
    goals: &Goals<'_>,
    stage: &morph_source::progress::Stage,
) -> Result<Vec<std::result::Result<Explored, String>>> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(options.jobs.get())
        .build()
        .context("cannot start threads")?;
    pool.install(|| {
        let feed = Feed::with_recorded(subjects, lab, goals.recorded.clone(), options.seed)?;
        let (evaluations, deadline) = match options.budget {
            Budget::Evaluations(n) => (Some(n / subjects.len() as u64), None),
            Budget::Time(limit) => (None, Some(Instant::now() + limit)),
            Budget::Unlimited => (None, None),
        };
        let setting = Setting {
            lab,
            subjects,
            feed: &feed,
            held_out,
            written: &goals.written,
            seed: options.seed,
            program: &goals.program,
            solver: options.solver,
            parts: discover.parts,
            kinds: discover.inputs,
            inputs: discover.sources,
            most: discover.max_relations,
            evaluations,
            deadline,
            preset: match discover.preset {
                _ if !discover.parts.contains(Part::Evolution) => None,
                Preset::Default => Some(&search::DEFAULT),
                Preset::Paper => Some(&search::PAPER),
                Preset::Off => None,
            },
            polynomial: match discover.preset {
                Preset::Default => &polynomial::DEFAULT,
                Preset::Paper => &polynomial::PAPER,
                Preset::Off => &polynomial::CATALOGUE,
            },
            domain: &options.domain,
            adequacy: goals
                .required
                .as_ref()
                .map(|required| ForAdequacy { required, configured: &options.configured }),
        };
        stage.set_length(subjects.len() as u64);
        (0..subjects.len())
            .into_par_iter()
            .map(|i| {
                let explored = explore(&setting, i);
                stage.inc(1);
                explored
            })
            .collect()
    })
}

/// Drops relations that call a function which turned out not to be pure.
fn drop_calls_of_failed(subjects: &[Subject], explored: &mut [std::result::Result<Explored, String>]) {
    let failed: BTreeSet<&String> =
        subjects.iter().zip(&*explored).filter(|(_, result)| result.is_err()).map(|(s, _)| &s.path).collect();
    for explored in explored.iter_mut().flatten() {
        explored.relations.retain(|kept| {
            !kept.relation.followups.iter().any(|f| f.function.as_ref().is_some_and(|f| failed.contains(f)))
        });
    }
}

/// What is to be written.
fn entries(
    subjects: &[Subject],
    explored: &[std::result::Result<Explored, String>],
    lab: &Lab,
    closures: &BTreeMap<String, BTreeSet<String>>,
    held_out: &BTreeSet<MutantId>,
    codes: &Codes<'_>,
) -> Vec<Entry> {
    let mut entries = Vec::new();
    for (subject, result) in subjects.iter().zip(explored) {
        let Ok(explored) = result else { continue };
        for kept in &explored.relations {
            // A relation that calls another function tests that one, too.
            let called = kept.relation.followups.iter().filter_map(|followup| followup.function.as_ref());
            let tested: BTreeSet<&String> =
                called.chain([&subject.path]).flat_map(|path| &closures[path]).collect();
            let alive: BTreeSet<MutantId> = lab
                .mutants
                .iter()
                .filter(|m| m.runs() && tested.contains(&m.mutant.function))
                .map(|m| m.id)
                .filter(|id| explored.distinguished.contains(id) && !held_out.contains(id))
                .collect();
            let kills = kept.kills.union(&kept.failures).copied().filter(|id| alive.contains(id));
            entries.push(Entry {
                subject: subject.clone(),
                relation: kept.relation.clone(),
                strategy: kept.strategy.to_owned(),
                sources: kept.sources.clone(),
                groups: kept.groups as u64,
                kills: ids(lab, &kills.collect()),
                mutants: alive.len(),
                id: kept.id.clone(),
                code: codes.of_relation(&subject.path, &kept.relation),
            });
        }
    }
    entries
}

fn tested(
    subject: &Subject,
    explored: &Explored,
    lab: &Lab,
    [mutants, held_out]: [MutantCounts; 2],
    stands: &dyn Fn(&&Kept) -> bool,
) -> FunctionReport {
    let signature = subject.signature();
    let relations = explored.relations.iter().filter(stands).map(|kept| {
        let text = kept.relation.show(&signature);
        RelationReport {
            id: kept.id.clone(),
            when: text.when,
            followups: text.followups,
            then: text.then,
            strategy: kept.strategy.to_owned(),
            groups: kept.groups,
            violations: 0,
            kills: ids(lab, &kept.kills),
            kills_by_failure: ids(lab, &kept.failures),
            readable: kept.relation.readable(&signature),
        }
    });
    let suspicious = explored.suspicious.iter().map(|s| Suspicious {
        then: s.relation.readable(&signature),
        counterexamples: s
            .counterexamples
            .iter()
            .map(|input| {
                let args: Vec<String> = input.iter().map(show_literal).collect();
                format!("{}({})", subject.name, args.join(", "))
            })
            .collect(),
    });
    let [trace, search, cleanse] = explored.seconds;
    FunctionReport {
        path: subject.path.clone(),
        verdict: report::Verdict::Tested,
        reason: None,
        mutants,
        held_out_mutants: Some(held_out).filter(|counts| counts.listed > 0),
        relations: relations.collect(),
        suspicious: suspicious.collect(),
        polynomial: explored.laws.as_ref().map(Fates::report),
        dropped: explored.dropped.named(),
        seconds: FunctionSeconds { trace, search, cleanse },
    }
}
