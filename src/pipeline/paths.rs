//! `scan --paths`: what becomes of every branch of the functions that can be tested.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result};
use rayon::prelude::*;

use super::adequacy::Texts;
use super::opened::{UNCONFINED, load_alone};
use super::scan::scanned;
use crate::adequacy::{Required, required};
use crate::inputs::directed::Wanted;
use crate::inputs::{InputSources, input_sources as made, mixed};
use crate::options::{Options, Scan};
use crate::report::{self, Branch, BranchFate, Branches, Document, ScanVerdict};
use crate::traces::{Executor, Oracle, RowId};
use morph_lab::{self as lab, BuildOptions, Lab, Probe};
use morph_relation::{Value, show_literal};
use morph_source::exit::Code;
use morph_source::progress::Progress;
use morph_source::scan::{self, Function, Subject};
use morph_source::workspace::Workspace;
use morph_symbolic::BranchStatus;
use morph_symbolic::program::lower;
use morph_values::{cost_of, smaller};

/// Runs the command.
pub fn run(options: &Options, asked: Scan, progress: &dyn Progress) -> Result<Code> {
    let stage = progress.stage("scan");
    let (workspace, _lock) = load_alone(options, progress)?;
    // What the selected functions call counts, too, whether it is selected or not.
    let everything = scan::Filter { generics: options.filter.generics.clone(), ..Default::default() };
    let read = scan::read(&workspace, &everything)?;
    let (functions, program) = (read.functions, lower(&workspace, &read.world));
    let keeps = |f: &&Function| {
        options.filter.keeps(f.file.strip_prefix(&workspace.root).unwrap_or(&f.file), &f.path)
    };
    let selected: Vec<Function> = functions.iter().filter(keeps).cloned().collect();
    let subjects: Vec<Subject> = selected.iter().filter_map(Function::subject).cloned().collect();
    let mut functions_told = scanned(&workspace, &selected).functions;
    stage.finish(format!("{} functions, {} to test", selected.len(), subjects.len()));
    if subjects.is_empty() {
        progress.warn("no function can be tested; `cargo morph scan` says why");
        report::print(&Document::Scan(report::Scan::new(functions_told)), options.format)?;
        return Ok(Code::Done);
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
    let branches = lab.probes.iter().filter(|probe| !probe.is_statement()).count();
    stage.finish(format!("{branches} branches"));

    let stage = progress.stage("branches");
    let subjects = lab.callable();
    let required = required(&functions, &lab.probes, &scan::NotCompiled::of(&workspace)?);
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(options.jobs.get())
        .build()
        .context("cannot start threads")?;
    stage.set_length(subjects.len() as u64);
    let results: Vec<std::result::Result<Branches, String>> = pool.install(|| {
        let input_sources = InputSources::of(&subjects, &lab, options.seed)?;
        let run = Run { workspace: &workspace, lab: &lab, required: &required, asked };
        let one = |(index, subject): (usize, &Subject)| {
            let (seed, solver) = (options.seed, options.solver);
            let (input_sources, program, oracle) = (&input_sources, &program, &Oracle::new(&lab));
            let task = Wanted { oracle, subject, index, input_sources, seed, program, solver, climbs: true };
            let found = run.branches(&task);
            stage.inc(1);
            found
        };
        subjects.par_iter().enumerate().map(one).collect::<Result<_>>()
    })?;
    let mut results: BTreeMap<&str, std::result::Result<Branches, String>> =
        subjects.iter().map(|subject| &*subject.path).zip(results).collect();
    for function in &mut functions_told {
        let refused = lab.refused().get(&function.path).cloned().map(Err);
        match results.remove(&*function.path).or(refused) {
            Some(Ok(branches)) => function.branches = Some(branches),
            Some(Err(why)) => {
                (function.verdict, function.reason) = (ScanVerdict::Skipped, Some(why));
                function.signature = None;
            }
            None => {}
        }
    }
    let document = report::Scan::new(functions_told);
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
    workspace: &'a Workspace,
    lab: &'a Lab,
    required: &'a BTreeMap<String, Required<'a>>,
    asked: Scan,
}

impl Run<'_> {
    /// The branches of a function, or why it cannot be tested after all.
    fn branches(&self, task: &Wanted<'_, '_>) -> Result<std::result::Result<Branches, String>> {
        let subject = task.subject;
        let mut executor = task.oracle.original(&subject.path)?;
        let mixed = mixed::inputs(task, self.asked.inputs, self.asked.sources, "sources", &mut executor)?;
        let taking = mixed.fates.values().filter_map(|fate| match fate {
            BranchStatus::Covered(input) => Some(input.clone()),
            _ => None,
        });
        executor.run(taking.collect())?;
        executor.run(mixed.inputs)?;
        if let Some(call) = executor.forbidden() {
            return Ok(Err(format!("tries a system call: {call}")));
        }
        let tried = executor.inputs().len();
        let smallest = self.smallest(task, &mut executor)?;
        let passed = smallest.keys().copied().collect();
        let bodies = self.required.get(&subject.path).map(|r| r.bodies(&passed)).unwrap_or_default();
        let texts = Texts::read(&bodies, &self.workspace.root);
        let told = |number: u32, probe: &Probe| {
            let call = |input: &[Value]| call(subject, input);
            let fate = match (smallest.get(&number), mixed.fates.get(&number)) {
                (Some(row), _) => BranchFate::Covered { input: call(executor.input(*row)) },
                (None, Some(BranchStatus::Infeasible)) => BranchFate::Infeasible,
                (None, Some(BranchStatus::Open { tries, nearest })) => BranchFate::Open {
                    tries: tried.max(*tries),
                    nearest: nearest.as_ref().map(|(input, _)| call(input)),
                    distance: nearest.as_ref().map(|(_, distance)| *distance),
                },
                (None, _) => BranchFate::Open { tries: tried, nearest: None, distance: None },
            };
            Branch {
                file: texts.name(&probe.file).to_owned(),
                line: probe.line,
                code: texts.code(probe),
                outcome: probe.event.told().to_owned(),
                fate,
            }
        };
        let probes = bodies.iter().flat_map(|body| &body.probes);
        let branches = probes.filter(|(_, probe)| !probe.is_statement());
        let requirements = branches.map(|(number, probe)| told(*number, probe)).collect();
        let unprobed = self.lab.unprobed.iter();
        let unwatched = unprobed.filter(|(file, span)| bodies.iter().any(|body| body.holds(file, span)));
        Ok(Ok(Branches::new(tried, unwatched.count(), requirements)))
    }

    /// By probe: the smallest input that passes it, smaller ones than those that were run included.
    fn smallest(&self, task: &Wanted<'_, '_>, executor: &mut Executor<'_>) -> Result<BTreeMap<u32, RowId>> {
        let types = task.subject.types();
        let mut known = smallest(executor);
        for _ in 0..SMALLER {
            let rows: BTreeSet<RowId> = known.values().copied().collect();
            let near =
                rows.iter().flat_map(|row| smaller(executor.input(*row), &types).into_iter().take(NEAR));
            let near = made::settled(&near.collect::<Vec<_>>(), &types, task.oracle)?;
            executor.run(near)?;
            let next = smallest(executor);
            if next == known {
                break;
            }
            known = next;
        }
        Ok(known)
    }
}

/// So many times smaller inputs are looked for, so many for each.
const SMALLER: usize = 6;
const NEAR: usize = 30;

/// By probe: the smallest of the inputs that were run and pass it.
fn smallest(executor: &Executor<'_>) -> BTreeMap<u32, RowId> {
    let mut rows: Vec<RowId> = (0..executor.inputs().len() as u32).map(RowId).collect();
    rows.sort_by_key(|row| cost_of(executor.input(*row)));
    let mut smallest = BTreeMap::new();
    for row in rows {
        executor.probes(row).iter().for_each(|probe| {
            smallest.entry(*probe).or_insert(row);
        });
    }
    smallest
}

fn call(subject: &Subject, input: &[Value]) -> String {
    let args: Vec<String> = input.iter().map(show_literal).collect();
    format!("{}({})", subject.name, args.join(", "))
}
