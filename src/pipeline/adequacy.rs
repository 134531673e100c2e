//! `adequacy`: how adequately the suite in the tree tests the code.

use std::collections::BTreeSet;

use anyhow::Result;

use super::opened::{UNCONFINED, build_options, called, change, examples, load_alone, scan_all, selects};
use super::ratchet::{Baseline, ROUNDING};
use crate::adequacy::{Categories, K, MeasuredFunction, Measurement, refuse_unknown, required};
use crate::options::{Adequacy, Options};
use crate::report::{self, Document, ReportFile};
use crate::suite::{self, Suite};
use morph_lab as lab;
use morph_source::exit::{Code, fail};
use morph_source::progress::Progress;
use morph_source::scan::{Function, NotCompiled, Subject, touched_by};
use morph_source::workspace::Workspace;

/// Runs the command.
pub fn run(options: &Options, adequacy: &Adequacy, progress: &dyn Progress) -> Result<Code> {
    // What cannot be written or read is reported before anything is measured.
    let page = adequacy.html.as_deref().map(|file| ReportFile::at("--html", file)).transpose()?;
    let badge = adequacy.badge.as_deref().map(|file| ReportFile::at("--badge", file)).transpose()?;
    let k = adequacy.k.map_or(K, usize::from);
    let baseline = adequacy.no_worse.as_deref().map(|file| Baseline::read(file, k)).transpose()?;
    let stage = progress.stage("scan");
    let (workspace, _lock) = load_alone(options, progress)?;
    // All functions are read, so that relations which are not selected are not lost.
    let read = scan_all(&workspace, options)?;
    let suite = suite::load(&workspace, &read)?;
    let functions = read.functions;
    let touched = change(&workspace, options)?.map(|change| touched_by(&change, &functions)).transpose()?;
    let selected = selected(&workspace, options, touched.as_ref(), &functions);
    stage.finish(format!("{} relations, {} functions to measure", suite.relations.len(), selected.len()));
    for problem in &suite.problems {
        progress.warn(problem);
    }
    if selected.is_empty() {
        progress.warn(match touched {
            None => "no function can be tested; `cargo morph scan` says why",
            Some(_) => "the change touches no function that can be tested",
        });
    }
    refuse_unknown(&options.configured, &functions)?;
    let mut document = report::Adequacy::new(k, Vec::new());
    if !selected.is_empty() && suite.relations.is_empty() {
        document.totals = adequacy.criteria.iter().map(|name| ((*name).to_owned(), 0.0)).collect();
    } else if !selected.is_empty() {
        let run = Run { options, adequacy, workspace: &workspace, functions: &functions };
        document = report::Adequacy::new(k, run.measure(&selected, &suite, progress)?);
    }
    document.stale = suite.problems.iter().map(|problem| problem.message.clone()).collect();
    if let Some(page) = page {
        page.write(document.to_html())?;
    }
    if let Some(badge) = badge {
        badge.write(document.to_badge())?;
    }
    finish(options, adequacy, document, baseline.as_ref(), progress)
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
        let subjects: Vec<Subject> = functions.iter().filter_map(Function::subject).cloned().collect();
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

/// Prints the document, and holds it to the thresholds.
fn finish(
    options: &Options,
    adequacy: &Adequacy,
    mut document: report::Adequacy,
    baseline: Option<&Baseline>,
    progress: &dyn Progress,
) -> Result<Code> {
    let totals = document.totals.clone();
    let worse = baseline.map_or(Vec::new(), |baseline| baseline.worse(&document));
    (document.shows_lines, document.shows_details) = (adequacy.lines, adequacy.details);
    report::publish(&Document::Adequacy(document), options, progress)?;
    let mut code = Code::Done;
    for worse in worse {
        progress.warn(&worse);
        code = Code::BelowThreshold;
    }
    for (name, least) in &adequacy.fail_under {
        let Some(share) = totals.get(*name) else { continue };
        if *share + ROUNDING < *least {
            progress.warn(&format!("{name} adequacy is {share:.4}, below {least}"));
            code = Code::BelowThreshold;
        }
    }
    Ok(code)
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
