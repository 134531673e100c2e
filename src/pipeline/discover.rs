//! `discover`: from a workspace to relations in the user's tree.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use anyhow::{Context, Result};
use rayon::prelude::*;

use super::explore::{Explored, Kept, Setting, explore};
use super::{UNCONFINED, feed, load, scan_functions};
use crate::cli::{Budget, Discover, Options};
use crate::exit::Code;
use crate::inputs::stream;
use crate::lab::{self, BuildOptions, Lab, LabMutant, Switch};
use crate::mutants;
use crate::progress::Progress;
use crate::relation::show_literal;
use crate::report::{
    self, Discovery, Document, FunctionReport, FunctionSeconds, MutantCounts, RelationReport, Seconds,
    Suspicious,
};
use crate::scan::{Function, Subject, Verdict};
use crate::suite::{self, Entry, WriteOptions};

/// Runs the command.
pub fn run(options: &Options, discover: Discover, progress: &dyn Progress) -> Result<Code> {
    let begin = Instant::now();
    let mut seconds = Seconds::default();

    let stage = progress.stage("scan");
    let workspace = load(options)?;
    // Nobody waits for a search in order to hear that the old catalogue cannot be read.
    workspace.packages.iter().try_for_each(|package| suite::load_catalogue(package).map(|_| ()))?;
    let functions = scan_functions(&workspace, options)?;
    let subjects: Vec<Subject> = functions.iter().filter_map(testable).cloned().collect();
    seconds.scan = begin.elapsed().as_secs_f64();
    stage.finish(format!("{} functions, {} to test", functions.len(), subjects.len()));
    let skipped = functions.iter().filter_map(|f| match &f.verdict {
        Verdict::Testable(_) => None,
        Verdict::Skipped(why) => Some(FunctionReport::untested(&f.path, report::Verdict::Skipped, why)),
    });
    let mut reports: Vec<FunctionReport> = skipped.collect();
    if subjects.is_empty() {
        progress.warn("no function can be tested; `cargo morph scan` says why");
        report::print(
            &Document::Discovery(Discovery::new(options.seed, reports, seconds, Vec::new())),
            options.format,
        )?;
        return Ok(Code::Done);
    }

    let clock = Instant::now();
    let tool = mutants::provide(options.offline, progress)?;
    let stage = progress.stage("mutants");
    let listed = mutants::list(&tool, &workspace, &functions, progress)?;
    seconds.mutants = clock.elapsed().as_secs_f64();
    stage.finish(format!("{} from cargo-mutants {}", listed.len(), tool.version()));

    let clock = Instant::now();
    let stage = progress.stage("build");
    let build = BuildOptions { feature_flags: options.features.to_args(), offline: options.offline };
    let lab = lab::build(&workspace, &subjects, &listed, &build, &|message| stage.set_message(message))?;
    seconds.build = clock.elapsed().as_secs_f64();
    let unviable = lab.mutants.iter().filter(|m| !m.viable).count();
    stage.finish(format!("{} mutants in one build, {unviable} do not compile", lab.mutants.len() - unviable));

    let stage = progress.stage("search");
    let mut explored = explore_all(options, &discover, &lab, &subjects, &stage)?;
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
        &workspace,
        entries(&subjects, &explored, &lab, &closures),
        &subjects,
        &WriteOptions {
            dry_run: discover.dry_run,
            force: discover.force,
            offline: options.offline,
            feature_flags: options.features.to_args(),
        },
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
    for (subject, result) in subjects.iter().zip(&explored) {
        let report = match result {
            Ok(explored) => tested(subject, explored, &lab, &closures, &dropped),
            Err(why) => FunctionReport::untested(&subject.path, report::Verdict::Failed, why),
        };
        seconds.trace += report.seconds.trace;
        seconds.search += report.seconds.search;
        seconds.cleanse += report.seconds.cleanse;
        reports.push(report);
    }
    seconds.all = begin.elapsed().as_secs_f64();
    report::print(
        &Document::Discovery(Discovery::new(options.seed, reports, seconds, files)),
        options.format,
    )?;
    Ok(Code::Done)
}

fn testable(function: &Function) -> Option<&Subject> {
    match &function.verdict {
        Verdict::Testable(subject) => Some(subject),
        Verdict::Skipped(_) => None,
    }
}

/// Explores every subject, `jobs` at a time; the results do not depend on how many.
fn explore_all(
    options: &Options,
    discover: &Discover,
    lab: &Lab,
    subjects: &[Subject],
    stage: &crate::progress::Stage,
) -> Result<Vec<std::result::Result<Explored, String>>> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(options.jobs.get())
        .build()
        .context("cannot start threads")?;
    pool.install(|| {
        let offers: Vec<feed::Returned> = subjects
            .par_iter()
            .enumerate()
            .map(|(i, subject)| {
                feed::offer(subject, i, lab, &mut stream(options.seed, &format!("offer {}", subject.path)))
            })
            .collect::<Result<_>>()?;
        let returned: feed::Returned = offers.into_iter().flatten().collect();
        let (evaluations, deadline) = match options.budget {
            Budget::Evaluations(n) => (Some(n / subjects.len() as u64), None),
            Budget::Time(limit) => (None, Some(Instant::now() + limit)),
            Budget::Unlimited => (None, None),
        };
        let setting = Setting {
            lab,
            subjects,
            returned: &returned,
            seed: options.seed,
            inputs: discover.inputs,
            most: discover.max_relations,
            evaluations,
            deadline,
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

/// By function: the paths of all functions that it calls, directly or not, itself included.
fn closures(functions: &[Function]) -> BTreeMap<String, BTreeSet<String>> {
    let callees: BTreeMap<&str, &[String]> =
        functions.iter().map(|f| (f.path.as_str(), f.callees.as_slice())).collect();
    let closure = |path: &str| {
        let mut seen = BTreeSet::from([path.to_owned()]);
        let mut open = vec![path.to_owned()];
        while let Some(next) = open.pop() {
            for callee in callees.get(next.as_str()).into_iter().copied().flatten() {
                if seen.insert(callee.clone()) {
                    open.push(callee.clone());
                }
            }
        }
        seen
    };
    functions.iter().map(|f| (f.path.clone(), closure(&f.path))).collect()
}

/// The mutants in a subject and in what it calls.
fn listed<'a>(
    subject: &Subject,
    lab: &'a Lab,
    closures: &BTreeMap<String, BTreeSet<String>>,
) -> Vec<&'a LabMutant> {
    let own = &closures[&subject.path];
    lab.mutants.iter().filter(|m| m.folded && own.contains(&m.mutant.function)).collect()
}

fn ids(lab: &Lab, switches: &BTreeSet<Switch>) -> Vec<String> {
    switches.iter().map(|switch| lab.mutants[switch.0 as usize - 1].mutant.id.clone()).collect()
}

/// What is to be written.
fn entries(
    subjects: &[Subject],
    explored: &[std::result::Result<Explored, String>],
    lab: &Lab,
    closures: &BTreeMap<String, BTreeSet<String>>,
) -> Vec<Entry> {
    let mut entries = Vec::new();
    for (subject, result) in subjects.iter().zip(explored) {
        let Ok(explored) = result else { continue };
        let alive = |m: &&&LabMutant| m.viable && explored.distinguished.contains(&m.switch);
        let mutants = listed(subject, lab, closures).iter().filter(alive).count();
        entries.extend(explored.relations.iter().map(|kept| Entry {
            subject: subject.clone(),
            relation: kept.relation.clone(),
            strategy: kept.strategy.to_owned(),
            sources: kept.sources.clone(),
            groups: kept.groups as u64,
            kills: ids(lab, &kept.kills.union(&kept.failures).copied().collect()),
            mutants,
            id: kept.relation.id(&subject.signature()),
        }));
    }
    entries
}

fn tested(
    subject: &Subject,
    explored: &Explored,
    lab: &Lab,
    closures: &BTreeMap<String, BTreeSet<String>>,
    dropped: &BTreeSet<&String>,
) -> FunctionReport {
    let signature = subject.signature();
    let listed = listed(subject, lab, closures);
    let stands = |kept: &&Kept| !dropped.contains(&kept.relation.id(&signature));
    let killed: BTreeSet<Switch> = explored
        .relations
        .iter()
        .filter(stands)
        .flat_map(|kept| kept.kills.union(&kept.failures))
        .copied()
        .collect();
    let mutants = MutantCounts {
        listed: listed.len(),
        unviable: listed.iter().filter(|m| !m.viable).count(),
        equivalent: listed.iter().filter(|m| m.viable && !explored.distinguished.contains(&m.switch)).count(),
        killed: listed.iter().filter(|m| killed.contains(&m.switch)).count(),
    };
    let relations = explored.relations.iter().filter(stands).map(|kept| {
        let text = kept.relation.show(&signature);
        RelationReport {
            id: kept.relation.id(&signature),
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
        held_out_mutants: None,
        relations: relations.collect(),
        suspicious: suspicious.collect(),
        seconds: FunctionSeconds { trace, search, cleanse },
    }
}
