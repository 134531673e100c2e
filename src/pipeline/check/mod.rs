//! `check`: whether the relations hold for the code as it is now.

mod cause;
mod known;
mod stale;
mod todo;
mod update;
mod verify;

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use anyhow::{Context as _, Result};
use rayon::prelude::*;

use super::opened::{UNCONFINED, load_alone};
use super::touched::{change, resting_on};
use crate::inputs::InputSources;
use crate::options::{Check, Options};
use crate::report::{self, CheckSeconds, CheckVerdict, CheckedFunction, Document};
use crate::suite::{self, Codes};
use morph_lab::{self as lab, BuildOptions};
use morph_source::exit::Code;
use morph_source::progress::Progress;
use morph_source::scan::{self, Function, Subject, closures};
use morph_source::workspace::{Changes, Workspace};

use cause::Cause;
use known::{Known, check_of};
use todo::{Sorted, Todo};
use verify::{Verified, verify};

/// Runs the command.
pub fn run(options: &Options, check: Check, progress: &dyn Progress) -> Result<Code> {
    let begin = Instant::now();
    let mut seconds = CheckSeconds::default();
    let stage = progress.stage("scan");
    let (workspace, _lock) = load_alone(options, progress)?;
    // The suite is read whole, whatever is selected: what is left out of a report is not lost.
    let filter = scan::Filter { generics: options.filter.generics.clone(), ..Default::default() };
    let read = scan::read(&workspace, &filter)?;
    let codes = Codes::of(&workspace, &read.code);
    let functions = &read.functions;
    let closures = closures(functions);
    let change = change(&workspace.root, options)?;
    let touched = match &change {
        Some(change) => narrowed(change, &workspace, &read)?,
        None => None,
    };
    let suite = suite::load(&workspace, functions)?;
    let mismatches = suite::mismatches(&workspace)?;

    let by_path: BTreeMap<&str, &Function> = functions.iter().map(|f| (f.path.as_str(), f)).collect();
    let selected = |path: &str| {
        touched.as_ref().is_none_or(|touched| touched.contains(path))
            && by_path.get(path).is_none_or(|function| {
                let file = function.file.strip_prefix(&workspace.root).unwrap_or(&function.file);
                options.filter.keeps(file, path)
            })
    };
    let stale = stale::entries(&suite, &mismatches, &selected);
    let known = Known::load(&workspace);
    let Sorted { todo, current, unchanged } = Todo::sort(&suite, |relation| {
        let subject = by_path.get(relation.subject.as_str())?.subject()?;
        let code = codes.of_relation(&relation.subject, &relation.relation).unwrap_or_default();
        let state = check_of(relation, &subject.signature(), &code, options.seed);
        let is_moved = mismatches.iter().any(|out| out.function == relation.subject);
        let is_known = (relation.code.as_ref() == Some(&code) && !is_moved) || known.holds(&state);
        let is_due = selected(&relation.subject).then_some(check.all || !is_known);
        Some((state, is_due))
    });
    let relations: usize = todo.values().map(Vec::len).sum();
    seconds.scan = begin.elapsed().as_secs_f64();
    stage.finish(format!("{relations} relations to check, {} unchanged", unchanged.values().sum::<usize>()));

    let mut verified = Vec::new();
    if relations > 0 {
        verified = verify_all(options, &workspace, functions, &todo, &mut seconds, progress)?;
        let is_violated = |function: &Verified| function.report.verdict == CheckVerdict::Violated;
        if verified.iter().any(is_violated) {
            let cause = Cause::new(&workspace, change.as_ref(), functions, &closures);
            for function in verified.iter_mut().filter(|function| is_violated(function)) {
                function.report.diff = cause.of(&function.report.path)?;
            }
        }
    }
    let passed = verified.iter().flat_map(|function| function.passed.iter().cloned()).collect();
    known.keep(passed, &current)?;

    let mut reports: Vec<CheckedFunction> = verified.into_iter().map(|function| function.report).collect();
    for (path, count) in unchanged {
        match reports.iter_mut().find(|report| report.path == path) {
            Some(report) => report.unchanged = count,
            None => reports.push(CheckedFunction { unchanged: count, ..place(&workspace, by_path[path]) }),
        }
    }
    seconds.all = begin.elapsed().as_secs_f64();
    let document = report::Check::new(options.seed, reports, stale, seconds);
    for function in document.functions.iter().filter(|function| function.verdict == CheckVerdict::Failed) {
        let why = function.reason.as_deref().unwrap_or("none of its relations applies to any input");
        progress.warn(&format!("`{}` could not be checked: {why}", function.path));
    }
    let code = if document.totals.violated > 0 { Code::Violated } else { Code::Done };
    report::print(&Document::Check(Box::new(document.clone())), options.format)?;
    if check.update {
        return update::run(options, check, &workspace, &read, &suite, &document, progress);
    }
    Ok(code)
}

/// The functions that a change may have changed: all that rest on code that it touches. `None` for every one, where it
/// touches what all of them rest on, or what is to be checked.
fn narrowed(change: &Changes, workspace: &Workspace, read: &scan::Read) -> Result<Option<BTreeSet<String>>> {
    let shared = workspace.packages.iter().flat_map(|package| {
        ["Cargo.toml", "build.rs", "morph/relations.toml"].map(|file| package.dir.join(file))
    });
    let tests = workspace
        .packages
        .iter()
        .flat_map(|package| &package.targets)
        .flat_map(|target| target.modules.iter().map(|module| module.child_dir.join("morph_tests.rs")));
    let root = ["Cargo.toml", "Cargo.lock"].map(|file| workspace.root.join(file));
    if root.into_iter().chain(shared).chain(tests).any(|file| change.touch_file(&file)) {
        return Ok(None);
    }
    resting_on(change, &read.code).map(Some)
}

/// A function of which nothing was checked.
fn place(workspace: &Workspace, function: &Function) -> CheckedFunction {
    let file = function.file.strip_prefix(&workspace.root).unwrap_or(&function.file);
    CheckedFunction {
        path: function.path.clone(),
        verdict: CheckVerdict::Unchanged,
        reason: None,
        file: file.display().to_string(),
        line: function.line,
        relations: Vec::new(),
        unchanged: 0,
        inputs: 0,
        diff: Vec::new(),
    }
}

/// Builds the lab for what is to be checked, and checks it, `jobs` functions at a time.
fn verify_all(
    options: &Options,
    workspace: &Workspace,
    functions: &[Function],
    todo: &BTreeMap<&str, Vec<Todo<'_>>>,
    seconds: &mut CheckSeconds,
    progress: &dyn Progress,
) -> Result<Vec<Verified>> {
    let clock = Instant::now();
    let stage = progress.stage("build");
    let followups = todo.values().flatten().flat_map(|todo| &todo.relation.relation.followups);
    let mut wanted: BTreeSet<&str> = followups.filter_map(|followup| followup.function.as_deref()).collect();
    wanted.extend(todo.keys());
    let subjects: Vec<Subject> = functions
        .iter()
        .filter_map(Function::subject)
        .filter(|subject| wanted.contains(subject.path.as_str()))
        .cloned()
        .collect();
    let build = BuildOptions {
        feature_flags: options.features.to_args(),
        offline: options.offline,
        branches: false,
        distances: false,
    };
    let called = [subjects.clone(), scan::makers(&subjects)].concat();
    let lab = lab::build_original(workspace, &called, &build, &|message| stage.set_message(message))?;
    seconds.build = clock.elapsed().as_secs_f64();
    stage.finish(format!("{} functions", subjects.len()));

    let clock = Instant::now();
    let stage = progress.stage("check");
    let subjects = lab.callable();
    let by_path: BTreeMap<&str, &Function> = functions.iter().map(|f| (f.path.as_str(), f)).collect();
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(options.jobs.get())
        .build()
        .context("cannot start threads")?;
    stage.set_length(todo.len() as u64);
    let verified: Vec<Verified> = pool.install(|| {
        let input_sources = InputSources::of(&subjects, &lab, options.seed)?;
        todo.iter()
            .collect::<Vec<_>>()
            .into_par_iter()
            .map(|(path, todo)| {
                let blank = place(workspace, by_path[*path]);
                let verified = verify(&lab, &subjects, &input_sources, blank, todo, options.seed);
                stage.inc(1);
                verified
            })
            .collect::<Result<_>>()
    })?;
    if lab.unconfined() {
        progress.warn(UNCONFINED);
    }
    seconds.check = clock.elapsed().as_secs_f64();
    stage.finish(format!("{} functions", verified.len()));
    Ok(verified)
}
