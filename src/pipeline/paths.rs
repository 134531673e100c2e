//! `scan --paths`: every branch of the functions that can be tested, with an input that takes it.

use std::collections::BTreeMap;

use anyhow::Result;
use rayon::prelude::*;

use super::opened::{UNCONFINED, build_options, called, examples, load_alone, scan_all, selects};
use crate::adequacy::{function_branches, required};
use crate::inputs::InputSources;
use crate::inputs::directed::Wanted;
use crate::options::{Options, Scan};
use crate::report::{self, Branches, Document, ScanVerdict, ScannedFunction, scanned};
use morph_lab::{self as lab, Lab};
use morph_source::exit::Code;
use morph_source::progress::{Progress, Stage};
use morph_source::scan::{Function, NotCompiled, Subject};
use morph_source::workspace::Workspace;
use morph_symbolic::program::{Program, lower};
use morph_traces::Oracle;

/// The branches of a function, or why it cannot be tested.
type Found = std::result::Result<Branches, String>;

/// Runs the command.
pub fn run(options: &Options, asked: Scan, progress: &dyn Progress) -> Result<Code> {
    let stage = progress.stage("scan");
    let (workspace, _lock) = load_alone(options, progress)?;
    // All functions are read: the selected ones may call others.
    let read = scan_all(&workspace, options)?;
    let program = lower(&workspace, &read.world);
    let keeps = |f: &&Function| selects(options, &workspace, f);
    let selected: Vec<Function> = read.functions.iter().filter(keeps).cloned().collect();
    let subjects: Vec<Subject> = selected.iter().filter_map(Function::subject).cloned().collect();
    let mut listed = scanned(&workspace, &selected);
    stage.finish(format!("{} functions, {} to test", selected.len(), subjects.len()));
    if subjects.is_empty() {
        progress.warn("no function can be tested; `cargo morph scan` says why");
        report::print(&Document::Scan(report::Scan::new(listed)), options.format)?;
        return Ok(Code::Done);
    }

    let stage = progress.stage("build");
    let build = build_options(options, true, true);
    let called = called(&subjects);
    let lab = lab::build(&workspace, &called, &[], &build, &|message| stage.set_message(message))?;
    let branches = lab.probes.iter().filter(|probe| !probe.is_statement()).count();
    stage.finish(format!("{branches} branches"));

    let stage = progress.stage("branches");
    let run = Run { options, asked, workspace: &workspace, functions: &read.functions, lab: &lab };
    add_branches(&mut listed, &lab, run.branches(&program, &stage)?);
    let document = report::Scan::new(listed);
    let totals = document.totals.branches.unwrap_or_default();
    stage.finish(format!("{} of {} reached", totals.covered, totals.branches));
    if lab.unconfined() {
        progress.warn(UNCONFINED);
    }
    report::print(&Document::Scan(document), options.format)?;
    Ok(Code::Done)
}

/// What all functions share.
struct Run<'a> {
    options: &'a Options,
    asked: Scan,
    workspace: &'a Workspace,
    functions: &'a [Function],
    lab: &'a Lab,
}

impl Run<'_> {
    /// The branches of all functions that can be called, by path.
    fn branches(&self, program: &Program, stage: &Stage) -> Result<BTreeMap<String, Found>> {
        let Run { options, asked, lab, .. } = *self;
        let subjects = lab.callable();
        let texts = examples(self.workspace).texts(&subjects);
        let required = required(self.functions, &lab.probes, &NotCompiled::of(self.workspace)?);
        stage.set_length(subjects.len() as u64);
        options.pool()?.install(|| {
            let input_sources = &InputSources::of(&subjects, &texts, lab, options.seed)?;
            let one = |(index, subject): (usize, &Subject)| {
                let (seed, solver, oracle) = (options.seed, options.solver, &Oracle::new(lab));
                let task =
                    Wanted { oracle, subject, index, input_sources, seed, program, solver, climbs: true };
                let found = function_branches(&task, asked.inputs, asked.sources, &required)?;
                stage.inc(1);
                let branches = found.map(|found| report::branches(&found, lab, &self.workspace.root));
                Ok((subject.path.clone(), branches))
            };
            subjects.par_iter().enumerate().map(one).collect()
        })
    }
}

/// Adds the branches to the functions of the report. Functions that turned out not to be testable get the reason.
fn add_branches(listed: &mut [ScannedFunction], lab: &Lab, mut found: BTreeMap<String, Found>) {
    for function in listed {
        let refused = lab.refused().get(&function.path).cloned().map(Err);
        match found.remove(&function.path).or(refused) {
            Some(Ok(branches)) => function.branches = Some(branches),
            Some(Err(why)) => {
                (function.verdict, function.reason) = (ScanVerdict::Skipped, Some(why));
                function.signature = None;
            }
            None => {}
        }
    }
}
