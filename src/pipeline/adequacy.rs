//! `adequacy`: how adequately the suite in the tree tests the code.

mod listing;
mod measure;
mod page;

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;

use super::opened::{UNCONFINED, load_alone};
use super::touched::touched;
use crate::adequacy::{Categories, K, required};
use crate::options::{Adequacy, Options};
use crate::report::{self, Document};
use crate::suite;
use measure::{Measured, Run};
use morph_lab::{self as lab, BuildOptions};
use morph_source::exit::{Code, fail};
use morph_source::progress::Progress;
use morph_source::scan::{self, Function, Subject};
use morph_source::workspace::Workspace;
use page::Page;

pub(super) use listing::Texts;

/// Shares are quotients: what is this close to the threshold is on it.
const ROUNDING: f64 = 1e-9;

/// Runs the command.
pub fn run(options: &Options, adequacy: &Adequacy, progress: &dyn Progress) -> Result<Code> {
    // What cannot be written is said before anything is measured.
    let page = adequacy.html.as_deref().map(Page::at).transpose()?;
    let stage = progress.stage("scan");
    let (workspace, _lock) = load_alone(options, progress)?;
    // The suite is read whole, whatever is selected: what is left out of a report is not lost.
    let functions = scan::scan(
        &workspace,
        &scan::Filter { generics: options.filter.generics.clone(), ..Default::default() },
    )?;
    let subjects: Vec<Subject> = functions.iter().filter_map(Function::subject).cloned().collect();
    let touched = touched(&workspace, options, &functions)?;
    let selected: Vec<usize> = indices(&workspace, options, touched.as_ref(), &functions, &subjects);
    let suite = suite::load(&workspace, &functions)?;
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
    refuse_unknown(options, &functions)?;
    let k = adequacy.k.map_or(K, usize::from);
    if selected.is_empty() || suite.relations.is_empty() {
        let mut document = report::Adequacy::new(k, Vec::new());
        if !selected.is_empty() {
            document.totals = adequacy.criteria.iter().map(|name| ((*name).to_owned(), 0.0)).collect();
        }
        return finish(options, adequacy, document, page.as_ref(), progress);
    }

    let stage = progress.stage("build");
    let build = BuildOptions {
        feature_flags: options.features.to_args(),
        offline: options.offline,
        branches: true,
        distances: true,
    };
    let called = [subjects.clone(), scan::makers(&subjects)].concat();
    let lab = lab::build(&workspace, &called, &[], &build, &|message| stage.set_message(message))?;
    stage.finish(format!("{} statements and branches", lab.probes.len()));
    let wanted: BTreeSet<&str> = selected.iter().map(|i| subjects[*i].path.as_str()).collect();
    for (path, why) in lab.refused().iter().filter(|(path, _)| wanted.contains(path.as_str())) {
        progress.warn(&format!("{path} {why}"));
    }
    let subjects = &lab.callable();
    let selected: Vec<usize> = (0..subjects.len()).filter(|i| wanted.contains(&*subjects[*i].path)).collect();

    let stage = progress.stage("measure");
    let required = required(&functions, &lab.probes, &scan::NotCompiled::of(&workspace)?);
    let categories = |subject: &Subject| {
        let categories = Categories::of(subject, options.configured.get(&subject.path));
        categories.map_err(|why| fail(Code::Usage, why))
    };
    // All of them, so that what `morph.toml` says is right, whatever is selected.
    let categories = subjects.iter().map(categories).collect::<Result<Vec<Categories>>>()?;
    let run = Run {
        options,
        adequacy,
        workspace: &workspace,
        lab: &lab,
        subjects,
        required: &required,
        categories: &categories,
    };
    let measured = run.measure_all(&selected, &suite.relations, &stage)?;
    stage.finish(format!("{} functions", measured.len()));
    if lab.unconfined() {
        progress.warn(UNCONFINED);
    }
    warn(&measured, progress);
    let reports = measured.into_iter().map(|function| function.report).filter(|f| !f.criteria.is_empty());
    let document = report::Adequacy::new(k, reports.collect());
    finish(options, adequacy, document, page.as_ref(), progress)
}

/// Warns of what came up beside the figures.
fn warn(measured: &[Measured], progress: &dyn Progress) {
    for violation in measured.iter().flat_map(|function| &function.violations) {
        progress.warn(violation);
    }
    for function in measured.iter().filter(|function| !function.watched) {
        let path = &function.report.path;
        progress.warn(&format!(
            "`{path}` could not be instrumented; its statements and branches are not measured"
        ));
    }
}

/// Refuses categories in `morph.toml` of functions that there are not.
fn refuse_unknown(options: &Options, functions: &[Function]) -> Result<()> {
    let Some((_, said)) = options.configured.iter().find(|(path, _)| !known(functions, path)) else {
        return Ok(());
    };
    let place = said.categories.first().map(|(name, _)| name).or(said.impossible.iter().flatten().next());
    let place = place.map_or("morph.toml", |located| &located.place);
    Err(fail(Code::Usage, format!("{place}: there is no such function that can be tested")))
}

/// Whether a function that can be tested has this path; what lies in crates that are not selected may have.
fn known(functions: &[Function], path: &str) -> bool {
    let krate = |path: &str| path.split("::").next().map(str::to_owned);
    functions.iter().any(|f| f.path == path && f.subject().is_some())
        || functions.iter().all(|f| krate(&f.path) != krate(path))
}

/// Prints the document, writes its page, and holds it to the thresholds: of every criterion, or of one.
fn finish(
    options: &Options,
    adequacy: &Adequacy,
    mut document: report::Adequacy,
    page: Option<&Page>,
    progress: &dyn Progress,
) -> Result<Code> {
    let totals = document.totals.clone();
    document.shows_lines = adequacy.lines;
    if let Some(page) = page {
        page.write(&document)?;
    }
    report::print(&Document::Adequacy(document), options.format)?;
    let mut code = Code::Done;
    for name in &adequacy.criteria {
        let Some(share) = totals.get(*name) else { continue };
        let of_it = adequacy.fail_under.iter().filter(|(criterion, _)| criterion.is_none_or(|c| c == *name));
        // What is asked of this one counts, else what is asked of all.
        let Some((_, least)) = of_it.max_by_key(|(criterion, _)| criterion.is_some()) else { continue };
        if *share + ROUNDING < *least {
            progress.warn(&format!("{name} adequacy is {share:.4}, below {least}"));
            code = Code::BelowThreshold;
        }
    }
    Ok(code)
}

/// The subjects that the options select.
fn indices(
    workspace: &Workspace,
    options: &Options,
    touched: Option<&BTreeSet<String>>,
    functions: &[Function],
    subjects: &[Subject],
) -> Vec<usize> {
    let files: BTreeMap<&str, &Function> = functions.iter().map(|f| (f.path.as_str(), f)).collect();
    let kept = |subject: &Subject| {
        let file = &files[subject.path.as_str()].file;
        touched.is_none_or(|touched| touched.contains(&subject.path))
            && options.filter.keeps(file.strip_prefix(&workspace.root).unwrap_or(file), &subject.path)
    };
    (0..subjects.len()).filter(|i| kept(&subjects[*i])).collect()
}
