//! `check`: whether the relations hold for the code as it is now.

mod update;
mod verify;

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use anyhow::Result;
use rayon::prelude::*;

use super::memory::Noting;
use super::opened::{UNCONFINED, build_options, called, change, examples, load_alone, scan_all, selects};
use super::sharing::Sharing;
use crate::inputs::InputSources;
use crate::options::{Check, Options, Shared};
use crate::progress::Event;
use crate::report::{self, Call, CheckSeconds, CheckVerdict, CheckedFunction, Document, stale, unchecked};
use crate::shards::{Checked, Found};
use crate::suite::{self, Codes, Due, Passed, Sorted, SuiteRelation, check_of};
use morph_lab as lab;
use morph_source::exit::Code;
use morph_source::progress::{Progress, Stage};
use morph_source::scan::{self, Function, closures, hunks};
use morph_source::workspace::{Changes, Workspace};

use verify::{Verified, verify};

/// Functions by path.
type ByPath<'a> = BTreeMap<&'a str, &'a Function>;

/// Runs the command.
pub fn run(options: &Options, check: Check, progress: &dyn Progress) -> Result<Code> {
    let begin = Instant::now();
    let mut seconds = CheckSeconds::default();
    let noting = &Noting::new(progress);
    let stage = progress.stage("scan");
    let (workspace, _lock) = load_alone(options, progress)?;
    // All functions are read, so that relations which are not selected are not lost.
    let read = scan_all(&workspace, options)?;
    let codes = Codes::of(&workspace, &read.code);
    let functions = &read.functions;
    let by_path: ByPath<'_> = functions.iter().map(|f| (f.path.as_str(), f)).collect();
    let change = change(&workspace, options)?;
    let changed = match &change {
        Some(change) => suite::changed_by(change, &workspace, &read)?,
        None => None,
    };
    let asked = (check.all, check.deny_stale, &changed);
    let sharing = Sharing::of(options, &workspace, functions, (Shared::Check, &asked))?;
    let suite = suite::load(&workspace, &read)?;
    let mismatches = suite::mismatches(&workspace)?;

    let selected = |subject: &str, functions: &[&str]| {
        changed.as_ref().is_none_or(|changed| functions.iter().any(|path| changed.contains(*path)))
            && by_path.get(subject).is_none_or(|function| selects(options, &workspace, function))
    };
    // A change that removes a function is none of the functions that are left.
    let is_gone = |path: &str| !by_path.contains_key(path);
    let is_told = |path: &str| sharing.has(path) && (is_gone(path) || selected(path, &[path]));
    let stale = stale(&suite, &mismatches, &is_told);
    // What another run on this machine has checked would make shards differ.
    let known = sharing.share().is_none().then(|| Passed::load(&workspace));
    let Sorted { due, current, mut unchanged } = Sorted::new(&suite, |relation: &SuiteRelation| {
        let subject = by_path.get(relation.subject.as_str())?.subject()?;
        let code = codes.of_relation(&relation.subject, &relation.relation).unwrap_or_default();
        let hash = check_of(relation, &subject.signature(), &code, options.seed);
        let is_moved = mismatches.iter().any(|out| out.function == relation.subject);
        let is_known = (relation.code.as_ref() == Some(&code) && !is_moved)
            || known.as_ref().is_some_and(|known| known.holds(&hash));
        // A relation is about the functions that it calls, too.
        let is_selected = selected(&relation.subject, &relation.functions().collect::<Vec<_>>());
        let is_due = is_selected.then_some(check.all || !is_known);
        Some((hash, is_due))
    });
    unchanged.retain(|path, _| sharing.has(path));
    let own = due.iter().filter(|(path, _)| sharing.has(path));
    let relations: usize = own.map(|(_, due)| due.len()).sum();
    seconds.scan = begin.elapsed().as_secs_f64();
    stage.finish(format!("{relations} relations to check, {} unchanged", unchanged.values().sum::<usize>()));

    let mut verified = Vec::new();
    if relations > 0 {
        let run = Run { options, workspace: &workspace, functions, by_path: &by_path, sharing: &sharing };
        verified = run.verify_all(&due, &mut seconds, noting)?;
        blame(&mut verified, &workspace, change, functions, &by_path)?;
    }
    let passed = verified.iter().flat_map(|function| function.passed.iter().cloned()).collect();
    if let Some(known) = known {
        known.keep(passed, &current)?;
    }

    let mut reports: Vec<CheckedFunction> = verified.into_iter().map(|function| function.report).collect();
    for (path, unchanged) in unchanged {
        match reports.iter_mut().find(|report| report.path == path) {
            Some(report) => report.unchanged = unchanged,
            None => reports.push(CheckedFunction { unchanged, ..unchecked(&workspace, by_path[path]) }),
        }
    }
    seconds.all = begin.elapsed().as_secs_f64();
    let mut document = report::Check::new(options.seed, reports, stale, seconds);
    document.share = sharing.share();
    let found = || Found::Check(Checked { document: document.clone(), deny_stale: check.deny_stale });
    sharing.leave(found, options.seed, noting.warnings(), progress)?;
    let code = end(options, check.deny_stale, &document, progress)?;
    if let Some(discover) = check.update {
        return update::run(options, discover, &workspace, &read, &suite, &document, progress);
    }
    Ok(code)
}

/// Prints the document, and says how the run ends.
pub fn end(
    options: &Options,
    deny_stale: bool,
    document: &report::Check,
    progress: &dyn Progress,
) -> Result<Code> {
    for function in document.functions.iter().filter(|function| function.verdict == CheckVerdict::Failed) {
        let why = function.reason.as_deref().unwrap_or("none of its relations applies to any input");
        progress.warn(&format!("`{}` could not be checked: {why}", function.path));
    }
    let denied = document.stale.iter().filter(|stale| deny_stale && stale.unverified).count();
    report::publish(&Document::Check(Box::new(document.clone())), options, progress)?;
    if denied > 0 {
        progress.warn(&format!(
            "{denied} of {} stale entries are not verified; `cargo morph check --update` removes the relations of functions \
             that no longer exist",
            document.totals.stale
        ));
    }
    Ok(if document.totals.violated + denied > 0 { Code::Violated } else { Code::Done })
}

/// Shows the change behind each violation: the hunks that touch the function or what it calls, its own first. Without a
/// change in the options it is the one since the last commit of a catalogue.
fn blame(
    verified: &mut [Verified],
    workspace: &Workspace,
    change: Option<Changes>,
    functions: &[Function],
    by_path: &ByPath<'_>,
) -> Result<()> {
    let is_violated = |function: &&mut Verified| function.report.verdict == CheckVerdict::Violated;
    let mut violated = verified.iter_mut().filter(is_violated).peekable();
    if violated.peek().is_none() {
        return Ok(());
    }
    let Some(change) = change.or_else(|| suite::change_since_recorded(workspace)) else { return Ok(()) };
    let closures = closures(functions);
    for Verified { report, .. } in violated {
        let called = closures.get(&report.path).into_iter().flatten().filter(|path| **path != report.path);
        let all = std::iter::once(&report.path).chain(called);
        report.diff = hunks(&change, all.filter_map(|path| by_path.get(path.as_str()).copied()))?;
    }
    Ok(())
}

/// Tells programs that follow the run what became of a function.
fn tell(checked: &CheckedFunction, stage: &Stage) {
    let CheckedFunction { path, file, line, reason, .. } = checked;
    for relation in checked.relations.iter().filter(|it| it.verdict == CheckVerdict::Violated) {
        stage.event(&|| {
            let (function, file, line) = (path.clone(), file.clone(), *line);
            let (id, law) = (relation.id.clone(), relation.readable.clone());
            let calls = relation.counterexample.iter().flat_map(|example| &example.executions);
            let counterexample = calls.map(Call::sentence).collect();
            Event::RelationViolated { function, file, line, id, law, counterexample }.line()
        });
    }
    stage.event(&|| {
        let (stage, failure) = (stage.name().to_owned(), reason.clone());
        Event::FunctionDone { stage, function: path.clone(), failure }.line()
    });
}

/// What the steps of a run share.
struct Run<'a> {
    options: &'a Options,
    workspace: &'a Workspace,
    functions: &'a [Function],
    by_path: &'a ByPath<'a>,
    sharing: &'a Sharing<'a>,
}

impl Run<'_> {
    /// Builds the lab for the relations that are due, and checks those of the shard, `jobs` functions at a time.
    fn verify_all(
        &self,
        due: &BTreeMap<&str, Vec<Due<'_>>>,
        seconds: &mut CheckSeconds,
        progress: &dyn Progress,
    ) -> Result<Vec<Verified>> {
        let Run { options, workspace, functions, by_path, sharing } = *self;
        let clock = Instant::now();
        let stage = progress.stage("build");
        // Inputs are made of what all of these return, whichever shard this is.
        let wanted: BTreeSet<&str> =
            due.values().flatten().flat_map(|due| due.relation.functions()).collect();
        let mut subjects = scan::callable(functions);
        subjects.retain(|subject| wanted.contains(subject.path.as_str()));
        let (called, build) = (called(&subjects), build_options(options, false, false));
        let lab = lab::build_original(workspace, &called, &build, &|message| stage.set_message(message))?;
        seconds.build = clock.elapsed().as_secs_f64();
        stage.finish(format!("{} functions", subjects.len()));

        let clock = Instant::now();
        let stage = progress.stage("check");
        let subjects = lab.callable();
        let texts = examples(workspace).texts(&subjects);
        let own: Vec<(&&str, &Vec<Due<'_>>)> = due.iter().filter(|(path, _)| sharing.has(path)).collect();
        stage.set_length(own.len() as u64);
        let verified: Vec<Verified> = options.pool()?.install(|| {
            let input_sources = InputSources::of(&subjects, &texts, &lab, options.seed)?;
            let one = |(path, due): &(&&str, &Vec<Due<'_>>)| {
                let blank = unchecked(workspace, by_path[**path]);
                let verified = verify(&lab, &subjects, &input_sources, blank, due, options.seed);
                stage.inc(1);
                if let Ok(verified) = &verified {
                    tell(&verified.report, &stage);
                }
                verified
            };
            own.par_iter().map(one).collect::<Result<_>>()
        })?;
        if lab.unconfined() {
            progress.warn(UNCONFINED);
        }
        seconds.check = clock.elapsed().as_secs_f64();
        stage.finish(format!("{} functions", verified.len()));
        Ok(verified)
    }
}
