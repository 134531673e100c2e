//! `adequacy`: how adequately the suite in the tree tests the code.

use std::collections::BTreeSet;
use std::path::PathBuf;

use anyhow::Result;

use super::memory::Noting;
use super::opened::{UNCONFINED, build_options, called, change, examples, load_alone, scan_all, selects};
use super::sharing::Sharing;
use super::thresholds::Thresholds;
use crate::adequacy::{Categories, K, MeasuredFunction, Measurement, refuse_unknown, required};
use crate::options::{Adequacy, AdequacyReport, Options, Shared};
use crate::report::{self, Document, ReportFile};
use crate::shards::Found;
use crate::suite::{self, Suite};
use morph_lab as lab;
use morph_source::exit::{Code, fail};
use morph_source::progress::Progress;
use morph_source::scan::{self, Function, NotCompiled, touched_by};
use morph_source::workspace::Workspace;

/// Runs the command.
pub fn run(options: &Options, adequacy: &Adequacy, progress: &dyn Progress) -> Result<Code> {
    // What cannot be written or read is reported before anything is measured.
    let files = Files::of(&adequacy.report)?;
    let k = adequacy.k.map_or(K, usize::from);
    let thresholds = Thresholds::of(adequacy, k)?;
    if options.shard.as_ref().is_some_and(|shard| shard.out.is_none()) {
        thresholds.refuse_parts()?;
    }
    let noting = &Noting::new(progress);
    let stage = progress.stage("scan");
    let (workspace, _lock) = load_alone(options, progress)?;
    // All functions are read, so that relations which are not selected are not lost.
    let read = scan_all(&workspace, options)?;
    let suite = suite::load(&workspace, &read)?;
    let functions = read.functions;
    let touched = change(&workspace, options)?.map(|change| touched_by(&change, &functions)).transpose()?;
    let asked = (&adequacy.k, &adequacy.criteria, &thresholds, &touched);
    let sharing = Sharing::of(options, &workspace, &functions, (Shared::Adequacy, &asked))?;
    let mut selected = selected(&workspace, options, touched.as_ref(), &functions);
    let is_any = !selected.is_empty();
    selected.retain(|path| sharing.has(path));
    stage.finish(format!("{} relations, {} functions to measure", suite.relations.len(), selected.len()));
    let problems = suite.problems.iter().filter(|problem| sharing.has(&problem.function));
    let mut problems: Vec<&str> = problems.map(|problem| problem.message.as_str()).collect();
    problems.sort_unstable();
    problems.iter().for_each(|problem| noting.warn(problem));
    if !is_any {
        noting.warn(match touched {
            None => "no function can be tested; `cargo morph scan` says why",
            Some(_) => "the change touches no function that can be tested",
        });
    }
    refuse_unknown(&options.configured, &functions)?;
    let mut document = report::Adequacy::new(k, Vec::new());
    if is_any && suite.relations.is_empty() {
        document.totals = adequacy.criteria.iter().map(|name| ((*name).to_owned(), 0.0)).collect();
    } else if !selected.is_empty() {
        let run = Run { options, adequacy, workspace: &workspace, functions: &functions };
        document = report::Adequacy::new(k, run.measure(&selected, &suite, noting)?);
    }
    document.stale = problems.into_iter().map(str::to_owned).collect();
    document.share = sharing.share();
    let found = || Found::Adequacy(Box::new(thresholds.with(document.clone())));
    sharing.leave(found, options.seed, noting.warnings(), progress)?;
    // A shard shows nothing of the whole.
    let thresholds = if sharing.share().is_some() { Thresholds::default() } else { thresholds };
    end(options, document, (&adequacy.report, &files), &thresholds, progress)
}

/// The files that a report is written to.
pub struct Files {
    page: Option<ReportFile>,
    badge: Option<ReportFile>,
}

impl Files {
    /// Those that are asked for, which must be writable.
    pub fn of(report: &AdequacyReport) -> Result<Files> {
        let at =
            |flag, file: &Option<PathBuf>| file.as_deref().map(|file| ReportFile::at(flag, file)).transpose();
        Ok(Files { page: at("--html", &report.html)?, badge: at("--badge", &report.badge)? })
    }
}

/// Writes and prints the document, and holds it to the thresholds.
pub fn end(
    options: &Options,
    mut document: report::Adequacy,
    (report, files): (&AdequacyReport, &Files),
    thresholds: &Thresholds,
    progress: &dyn Progress,
) -> Result<Code> {
    if let Some(page) = &files.page {
        page.write(document.to_html())?;
    }
    if let Some(badge) = &files.badge {
        badge.write(document.to_badge())?;
    }
    let short = thresholds.judge(&document);
    (document.shows_lines, document.shows_details) = (report.lines, report.details);
    report::publish(&Document::Adequacy(document), options, progress)?;
    short.iter().for_each(|short| progress.warn(short));
    Ok(if short.is_empty() { Code::Done } else { Code::BelowThreshold })
}

/// What the steps of a run share.
struct Run<'a> {
    options: &'a Options,
    adequacy: &'a Adequacy,
    workspace: &'a Workspace,
    functions: &'a [Function],
}

impl Run<'_> {
    /// Builds the lab and measures the selected functions.
    fn measure(
        &self,
        selected: &BTreeSet<&str>,
        suite: &Suite,
        progress: &dyn Progress,
    ) -> Result<Vec<report::FunctionAdequacy>> {
        let Run { options, adequacy, workspace, functions } = *self;
        let stage = progress.stage("build");
        let subjects = scan::callable(functions);
        let (called, build) = (called(&subjects), build_options(options, true, true));
        let lab = lab::build(workspace, &called, &[], &build, &|message| stage.set_message(message))?;
        stage.finish(format!("{} statements and branches", lab.probes.len()));
        for (path, why) in lab.refused().iter().filter(|(path, _)| selected.contains(path.as_str())) {
            progress.warn(&format!("{path} {why}"));
        }

        let stage = progress.stage("measure");
        let subjects = lab.callable();
        let required = required(functions, &lab.probes, &NotCompiled::of(workspace)?);
        // All categories are derived, so that errors in `morph.toml` are reported whatever is selected.
        let categories = subjects.iter().map(|subject| {
            let categories = Categories::of(subject, options.configured.get(&subject.path));
            categories.map_err(|why| fail(Code::Usage, why))
        });
        let measurement = Measurement {
            lab: &lab,
            subjects: &subjects,
            texts: &examples(workspace).texts(&subjects),
            categories: &categories.collect::<Result<Vec<Categories>>>()?,
            required: &required,
            criteria: &adequacy.criteria,
            k: adequacy.k,
            seed: options.seed,
        };
        let selected: Vec<usize> =
            (0..subjects.len()).filter(|i| selected.contains(&*subjects[*i].path)).collect();
        let relations = &suite.relations;
        let measured = options.pool()?.install(|| measurement.measure_all(&selected, relations, &stage))?;
        stage.finish(format!("{} functions", measured.len()));
        if lab.unconfined() {
            progress.warn(UNCONFINED);
        }
        warn(&measured, progress);
        let reports = measured.iter().filter(|function| !function.criteria.is_empty());
        Ok(reports.map(|function| report::function_adequacy(function, &lab, &workspace.root)).collect())
    }
}

/// Warns of relations that do not hold and of functions that are not instrumented.
fn warn(measured: &[MeasuredFunction<'_>], progress: &dyn Progress) {
    for violation in measured.iter().flat_map(|function| &function.violations) {
        progress.warn(violation);
    }
    for function in measured.iter().filter(|function| !function.watched) {
        let path = &function.subject.path;
        progress.warn(&format!(
            "`{path}` could not be instrumented; its statements and branches are not measured"
        ));
    }
}

/// The paths of the subjects that the options select.
fn selected<'a>(
    workspace: &Workspace,
    options: &Options,
    touched: Option<&BTreeSet<String>>,
    functions: &'a [Function],
) -> BTreeSet<&'a str> {
    let subjects = functions.iter().filter(|function| function.subject().is_some());
    let kept = subjects.filter(|function| {
        touched.is_none_or(|touched| touched.contains(&function.path))
            && selects(options, workspace, function)
    });
    kept.map(|function| function.path.as_str()).collect()
}
