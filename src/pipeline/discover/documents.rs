//! What was found, as entries of the suite and of the report.

use std::collections::BTreeSet;

use super::explored::Explorations;
use crate::cleanse::LawOutcomes;
use crate::pipeline::explore::Explored;
use crate::report::{
    self, DroppedLaw, FunctionReport, FunctionSeconds, MutantCounts, PolynomialReport, RelationReport,
    Suspicious,
};
use crate::suite::{Codes, Entry};
use morph_lab::mutants::ids;
use morph_lab::{Lab, MutantId};
use morph_relation::show_literal;
use morph_source::scan::{Function, Subject};
use morph_source::workspace::Workspace;

/// What is to be written.
pub fn entries(run: &Explorations<'_>, codes: &Codes<'_>) -> Vec<Entry> {
    let Explorations { subjects, explored, lab, closures, held_out } = run;
    let mut entries = Vec::new();
    for (subject, result) in subjects.iter().zip(explored) {
        let Ok(explored) = result else { continue };
        for kept in &explored.relations {
            // A relation that calls another function tests that one, too.
            let called = kept.relation.followups.iter().filter_map(|followup| followup.function.as_ref());
            let tested: BTreeSet<&String> =
                called.chain([&subject.path]).flat_map(|path| &closures[path]).collect();
            let alive: BTreeSet<MutantId> = lab
                .mutants
                .iter()
                .filter(|m| m.runs() && tested.contains(&m.mutant.function))
                .map(|m| m.id)
                .filter(|id| explored.distinguished.contains(id) && !held_out.contains(id))
                .collect();
            let kills = kept.kills.union(&kept.failures).copied().filter(|id| alive.contains(id));
            entries.push(Entry {
                subject: subject.clone(),
                relation: kept.relation.clone(),
                strategy: kept.strategy.to_owned(),
                sources: kept.sources.clone(),
                groups: kept.groups as u64,
                kills: ids(lab, &kills.collect()),
                mutants: alive.len(),
                id: kept.id.clone(),
                code: codes.of_relation(&subject.path, &kept.relation),
            });
        }
    }
    entries
}

/// The report of a function that was tested.
pub fn tested(
    subject: &Subject,
    explored: &Explored,
    lab: &Lab,
    [mutants, held_out]: [MutantCounts; 2],
    stands: &dyn Fn(&str) -> bool,
) -> FunctionReport {
    let signature = subject.signature();
    let relations = explored.relations.iter().filter(|kept| stands(&kept.id)).map(|kept| {
        let text = kept.relation.show(&signature);
        RelationReport {
            id: kept.id.clone(),
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
        held_out_mutants: Some(held_out).filter(|counts| counts.listed > 0),
        relations: relations.collect(),
        suspicious: suspicious.collect(),
        polynomial: explored.laws.as_ref().map(polynomial),
        dropped: explored.dropped.named(),
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

/// A line for every relation that a person wrote and that does not hold.
pub fn violations(run: &Explorations<'_>, workspace: &Workspace, functions: &[Function]) -> Vec<String> {
    let mut violated = Vec::new();
    for (subject, result) in run.subjects.iter().zip(&run.explored) {
        let Ok(explored) = result else { continue };
        let place = functions.iter().find(|function| function.path == subject.path);
        let file =
            |f: &Function| f.file.strip_prefix(&workspace.root).unwrap_or(&f.file).display().to_string();
        let place = place.map(|f| format!("{}:{}: ", file(f), f.line)).unwrap_or_default();
        violated.extend(explored.violated.iter().map(|(id, readable, calls)| {
            let calls: Vec<String> = calls.iter().map(|call| call.sentence()).collect();
            format!("{place}relation {readable} ({id}), written by hand, is violated: {}", calls.join(", "))
        }));
    }
    violated
}
