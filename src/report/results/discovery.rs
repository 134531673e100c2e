//! The document of `discover`, from a run's explorations.

use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;

use crate::cleanse::{Grade, LawOutcomes};
use crate::exploration::{Exploration, Explored, Statuses};
use crate::report::json::{
    Discovery, DroppedLaw, ExecutionCounts, FunctionReport, FunctionSeconds, MutantCounts, PolynomialReport,
    RelationReport, Seconds, Suspicious, Verdict,
};
use crate::suite::Written;
use morph_lab::mutants::count;
use morph_relation::show_literal;
use morph_source::scan::{Function, Subject};
use morph_source::workspace::Workspace;

/// The reports of functions that cannot be tested.
pub fn skipped(functions: &[Function]) -> Vec<FunctionReport> {
    let skipped = functions
        .iter()
        .filter_map(|f| Some(FunctionReport::untested(&f.path, Verdict::Skipped, f.verdict.reason()?)));
    skipped.collect()
}

/// The document of a run. `untested` are the reports of functions that were not explored, `seconds` those of the other
/// stages, and `not_called` is the number of mutants in functions that no subject calls.
pub fn discovery(
    seed: u64,
    workspace: &Workspace,
    run: &Exploration<'_>,
    written: &Written,
    (untested, mut seconds): (Vec<FunctionReport>, Seconds),
    not_called: usize,
) -> Discovery {
    let dropped: BTreeSet<&str> = written.dropped.iter().map(|(id, _)| id.as_str()).collect();
    let stands = |id: &str| !dropped.contains(id);
    let mut reports = untested;
    let mut statuses = Statuses::default();
    let killed = Statuses::killed(run, &stands);
    let known: HashMap<&str, &Subject> = run.subjects.iter().map(|s| (s.path.as_str(), s)).collect();
    for (at, (subject, result)) in run.subjects.iter().zip(&run.explored).enumerate() {
        let own = Statuses::of_function(run, at, &killed);
        statuses.add(&own);
        let report = match result {
            Ok(explored) => tested(run, &known, subject, explored, own.map(|own| count(&own)), &stands),
            Err(why) => FunctionReport::untested(&subject.path, Verdict::Failed, why),
        };
        seconds.trace += report.seconds.trace;
        seconds.search += report.seconds.search;
        seconds.cleanse += report.seconds.cleanse;
        reports.push(report);
    }
    let held_out = Some(count(&statuses.of[1])).filter(|counts| counts.listed > 0);
    let file = |file: &PathBuf| workspace.relative(file).display().to_string();
    let files = written.files.iter().map(file).collect();
    let mut discovery = Discovery::new(seed, reports, (count(&statuses.of[0]), held_out), seconds, files);
    let [rows, repeated] = run.executions;
    discovery.totals.executions = ExecutionCounts { rows, repeated };
    discovery.totals.laws_mutation_score = laws_score(run, &stands);
    discovery.totals.left_out = statuses.left_out(run, not_called);
    discovery
}

/// The score of the laws alone; `None` where all relations are laws.
fn laws_score(run: &Exploration<'_>, stands: &dyn Fn(&str) -> bool) -> Option<f64> {
    let all = run.explored.iter().flatten().flat_map(|explored| &explored.relations);
    let observed: BTreeSet<&str> = all
        .filter(|kept| kept.grade == Grade::Observation && stands(&kept.id))
        .map(|kept| &*kept.id)
        .collect();
    if observed.is_empty() {
        return None;
    }
    let mut statuses = Statuses::default();
    let killed = Statuses::killed(run, &|id| stands(id) && !observed.contains(id));
    for at in 0..run.explored.len() {
        statuses.add(&Statuses::of_function(run, at, &killed));
    }
    count(&statuses.of[0]).score()
}

/// The report of a function that was tested.
fn tested(
    run: &Exploration<'_>,
    known: &HashMap<&str, &Subject>,
    subject: &Subject,
    explored: &Explored,
    [mutants, held_out]: [MutantCounts; 2],
    stands: &dyn Fn(&str) -> bool,
) -> FunctionReport {
    let signature = subject.signature();
    let lookup = |path: &str| known.get(path).map(|other| other.signature());
    let relations = explored.relations.iter().filter(|kept| stands(&kept.id)).map(|kept| {
        let text = kept.relation.show(&signature);
        RelationReport {
            id: kept.id.clone(),
            given: text.given,
            when: text.when,
            followups: text.followups,
            then: text.then,
            strategy: kept.strategy.clone(),
            grade: match kept.grade {
                Grade::Law => "law".to_owned(),
                Grade::Observation => "observation".to_owned(),
            },
            grade_reason: kept.grade_reason.clone(),
            family: kept.family.as_ref().map(|family| family.name.clone()),
            groups: kept.groups,
            violations: 0,
            kills: run.mutants.names(&kept.kills),
            kills_by_failure: run.mutants.names(&kept.failures),
            readable: kept.relation.readable(&signature, &lookup),
            samples: kept.samples.clone(),
        }
    });
    let suspicious = explored.suspicious.iter().map(|s| Suspicious {
        then: s.relation.readable(&signature, &lookup),
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
        verdict: Verdict::Tested,
        reason: None,
        mutants,
        held_out_mutants: Some(held_out).filter(|counts| counts.listed > 0),
        relations: relations.collect(),
        suspicious: suspicious.collect(),
        polynomial: explored.laws.as_ref().map(polynomial),
        dropped: explored.dropped.named(),
        cut: explored.cut.clone(),
        seconds: FunctionSeconds { trace, search, cleanse },
    }
}

fn polynomial(laws: &LawOutcomes) -> PolynomialReport {
    let dropped = laws.unwritten().map(|law| DroppedLaw {
        readable: law.readable.to_owned(),
        class: law.class,
        reason: law.reason.to_owned(),
    });
    PolynomialReport {
        found: laws.found,
        cleansed: laws.cleansed,
        steps: laws.steps.clone(),
        executions: laws.executions,
        dropped: dropped.collect(),
    }
}

/// A line for every hand-written relation that does not hold.
pub fn violations(run: &Exploration<'_>, workspace: &Workspace, functions: &[Function]) -> Vec<String> {
    let mut violated = Vec::new();
    for (subject, explored) in run.tested().filter(|(_, explored)| !explored.violated.is_empty()) {
        let place = functions.iter().find(|function| function.path == subject.path);
        let file = |f: &Function| workspace.relative(&f.file).display().to_string();
        let place = place.map(|f| format!("{}:{}: ", file(f), f.line)).unwrap_or_default();
        violated.extend(explored.violated.iter().map(|(id, readable, calls)| {
            let calls: Vec<String> = calls.iter().map(|call| call.sentence()).collect();
            format!("{place}relation {readable} ({id}), written by hand, is violated: {}", calls.join(", "))
        }));
    }
    violated
}
