//! `adequacy`: how adequately the suite in the tree tests the code (METHODS §5).

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result};
use rayon::prelude::*;

use super::feed::{self, Feed};
use super::touched::touched;
use super::{UNCONFINED, load_alone};
use crate::adequacy::{
    CRITERIA, Coop, Evidence, Observed, OutputRelation, Reach, Required, Requirement, Source, What, measure,
    required,
};
use crate::cli::{Adequacy, Options};
use crate::exit::Code;
use crate::inputs::{Transformation, stream};
use crate::lab::{self, BuildOptions, Event, Lab, Probe};
use crate::progress::{Progress, Stage};
use crate::relation::{Type, Value, Verdict, show_literal};
use crate::report::{self, CriterionAdequacy, Document, FunctionAdequacy, ShortRequirement};
use crate::scan::{self, Function, Subject};
use crate::suite::{self, SuiteRelation};
use crate::traces::{Executor, RowId, collect};
use crate::workspace::Workspace;

/// So many generated inputs try to reach what no source does.
const TRIED: usize = 500;
/// Shares are quotients: what is this close to the threshold is on it.
const ROUNDING: f64 = 1e-9;
/// Longer statements are cut in reports.
const SHOWN: usize = 48;

/// Runs the command.
pub fn run(options: &Options, adequacy: Adequacy, progress: &dyn Progress) -> Result<Code> {
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
    if selected.is_empty() || suite.relations.is_empty() {
        let mut document = report::Adequacy::new(adequacy.k.get(), Vec::new());
        if !selected.is_empty() {
            document.totals = CRITERIA.iter().map(|criterion| (criterion.name.to_owned(), 0.0)).collect();
        }
        return finish(options, adequacy, document, progress);
    }

    let stage = progress.stage("build");
    let build =
        BuildOptions { feature_flags: options.features.to_args(), offline: options.offline, branches: true };
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
    let required = required(&functions, &lab.probes, &scan::LeftOut::of(&workspace)?);
    let run = Run { options, adequacy, workspace: &workspace, lab: &lab, subjects, required: &required };
    let measured = run.measure_all(&selected, &suite.relations, &stage)?;
    stage.finish(format!("{} functions", measured.len()));
    if lab.unconfined() {
        progress.warn(UNCONFINED);
    }
    for violation in measured.iter().flat_map(|function| &function.violations) {
        progress.warn(violation);
    }
    let unmeasured = |function: &&Measured| function.report.criteria.values().all(|c| c.requirements == 0);
    for function in measured.iter().filter(unmeasured) {
        progress.warn(&format!("the lab could not watch `{}`: it is left out", function.report.path));
    }
    let reports = measured.into_iter().filter(|f| !unmeasured(&f)).map(|function| function.report);
    let document = report::Adequacy::new(adequacy.k.get(), reports.collect());
    finish(options, adequacy, document, progress)
}

/// Prints the document and holds it to the threshold: every criterion's total has to reach it.
fn finish(
    options: &Options,
    adequacy: Adequacy,
    document: report::Adequacy,
    progress: &dyn Progress,
) -> Result<Code> {
    let totals = document.totals.clone();
    report::print(&Document::Adequacy(document), options.format)?;
    let least = adequacy.fail_under.unwrap_or(0.0);
    let mut code = Code::Done;
    for (criterion, share) in totals.iter().filter(|(_, share)| **share + ROUNDING < least) {
        progress.warn(&format!("{criterion} adequacy is {share:.4}, below {least}"));
        code = Code::BelowThreshold;
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

struct Run<'a> {
    options: &'a Options,
    adequacy: Adequacy,
    workspace: &'a Workspace,
    lab: &'a Lab,
    subjects: &'a [Subject],
    required: &'a BTreeMap<String, Required<'a>>,
}

/// A function's report, and what came up beside it.
struct Measured {
    report: FunctionAdequacy,
    violations: Vec<String>,
}

impl Run<'_> {
    fn measure_all(
        &self,
        selected: &[usize],
        relations: &[SuiteRelation],
        stage: &Stage,
    ) -> Result<Vec<Measured>> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(self.options.jobs.get())
            .build()
            .context("cannot start threads")?;
        stage.set_length(selected.len() as u64);
        pool.install(|| {
            let feed = Feed::of(self.subjects, self.lab, self.options.seed)?;
            selected
                .par_iter()
                .map(|i| {
                    let own = relations.iter().filter(|r| r.subject == self.subjects[*i].path);
                    let measured = self.measure(*i, &own.collect::<Vec<_>>(), &feed);
                    stage.inc(1);
                    measured
                })
                .collect()
        })
    }

    fn measure(&self, index: usize, relations: &[&SuiteRelation], feed: &Feed) -> Result<Measured> {
        let subject = &self.subjects[index];
        let mut executor = Executor::new(self.lab, &subject.path, &|_| false)?;
        // Rows are numbered as they come, so these are those of the sources, and their numbers too.
        let settled = |r: &&SuiteRelation| feed::settled(&r.sources, &subject.types(), self.lab);
        let rows: Vec<Vec<RowId>> =
            relations.iter().map(|r| executor.run(settled(r)?)).collect::<Result<_>>()?;
        let sources: BTreeSet<RowId> = rows.iter().flatten().copied().collect();
        let mut rng = stream(self.options.seed, &format!("adequacy {}", subject.path));
        let inputs = feed::inputs(subject, index, feed, TRIED, &mut executor, &mut rng)?;
        let generated: BTreeSet<RowId> = executor.run(inputs)?.into_iter().collect();
        let observed = |rows: &BTreeSet<RowId>| -> Vec<Observed> {
            rows.iter().map(|row| Observed { probes: executor.probes(*row).to_vec() }).collect()
        };
        let (observed, tried) = (observed(&sources), observed(&generated));

        let mut executors = BTreeMap::from([(String::new(), (executor, subject.types()))]);
        let (coop, violations) = self.pair(subject, relations, &rows, &mut executors)?;

        let any = observed.iter().chain(&tried).flat_map(|observed| &observed.probes).copied().collect();
        let bodies = self.required.get(&subject.path).map(|r| r.bodies(&any)).unwrap_or_default();
        let probes: Vec<(u32, &Probe)> = bodies.iter().flat_map(|body| body.probes.iter().copied()).collect();
        let evidence = Evidence { probes: &probes, sources: &observed, tried: &tried };
        let criteria = CRITERIA
            .iter()
            .map(|criterion| {
                (criterion.name.to_owned(), self.criterion(&(criterion.requirements)(&evidence), &coop))
            })
            .collect();
        let report = FunctionAdequacy {
            path: subject.path.clone(),
            relations: relations.len(),
            output_relations: coop.output_relations().len(),
            sources: sources.len(),
            tried: sources.union(&generated).count(),
            criteria,
        };
        Ok(Measured { report, violations })
    }

    /// Which sources are tested by which relations: the guard holds, every follow-up can be made and returns a value,
    /// and the output relation has a verdict. One that is violated is checked all the same; it is reported.
    fn pair<'a>(
        &'a self,
        subject: &Subject,
        relations: &[&SuiteRelation],
        rows: &[Vec<RowId>],
        executors: &mut BTreeMap<String, (Executor<'a>, Vec<Type>)>,
    ) -> Result<(Coop, Vec<String>)> {
        let (mut coop, mut violations) = (Coop::default(), Vec::new());
        for (relation, rows) in relations.iter().zip(rows) {
            for followup in &relation.relation.followups {
                if let Some(path) = &followup.function
                    && !executors.contains_key(path)
                    && let Some(other) = self.subjects.iter().find(|other| other.path == *path)
                {
                    let executor = Executor::new(self.lab, path, &|_| false)?;
                    executors.insert(path.clone(), (executor, other.types()));
                }
            }
            let transformation = Transformation { followups: relation.relation.followups.clone() };
            let groups = collect(&transformation, rows, executors)?;
            let output = OutputRelation::of(&relation.relation, &subject.signature());
            let mut violated: Option<&[Value]> = None;
            for group in &groups.correct {
                match relation.relation.verdict(group.env()) {
                    Verdict::Inapplicable => continue,
                    Verdict::Held => {}
                    Verdict::Violated => violated = violated.or(Some(&group.params)),
                }
                coop.add(Source(rows[group.source].0 as usize), output.clone());
            }
            if let Some(params) = violated {
                let args: Vec<String> = params.iter().map(show_literal).collect();
                violations.push(format!(
                    "`{}` does not hold on {}({}); `cargo test` shows it",
                    relation.id,
                    subject.name,
                    args.join(", ")
                ));
            }
        }
        Ok((coop, violations))
    }

    fn criterion(&self, requirements: &[Requirement], coop: &Coop) -> CriterionAdequacy {
        let satisfied: Vec<BTreeSet<Source>> = requirements.iter().map(|r| r.satisfied.clone()).collect();
        let measured = measure(&satisfied, coop, self.adequacy.k);
        let short = requirements
            .iter()
            .zip(&measured.covered)
            .filter(|(_, covered)| **covered < self.adequacy.k.get())
            .map(|(requirement, covered)| {
                let What::Probe(number) = requirement.what;
                let probe = &self.lab.probes[number as usize];
                ShortRequirement {
                    requirement: self.place(probe),
                    text: shown(probe),
                    covered: *covered,
                    reached: requirement.reach == Reach::Reached,
                }
            });
        CriterionAdequacy {
            adequacy: measured.adequacy,
            requirements: requirements.len(),
            unreachable: requirements
                .iter()
                .filter(|requirement| requirement.reach != Reach::Reached)
                .count(),
            short: short.collect(),
        }
    }

    fn place(&self, probe: &Probe) -> String {
        let file = probe.file.strip_prefix(&self.workspace.root).unwrap_or(&probe.file);
        format!("{}:{}", file.display(), probe.line)
    }
}

/// The first line of a statement, or of a branch with what happens there; nothing where its file has changed in the
/// meantime.
fn shown(probe: &Probe) -> String {
    let text = std::fs::read_to_string(&probe.file).unwrap_or_default();
    let first = text.get(probe.span.clone()).unwrap_or_default().lines().next().unwrap_or_default();
    let code = match first.char_indices().nth(SHOWN) {
        Some((at, _)) => format!("{}…", &first[..at]),
        None => first.to_owned(),
    };
    match probe.event {
        _ if code.is_empty() => code,
        Event::Executed => code,
        event => format!("{code} {}", event.told()),
    }
}
