//! From the suite to a run and back: hand-written relations, and the found ones as entries.

use std::collections::{BTreeMap, BTreeSet};

use super::explored::Exploration;
use crate::cleanse::{Grade, HandWritten};
use crate::suite::{Codes, Entry, Evidence, Naming, Suite, SuiteRelation, WRITTEN};
use morph_lab::MutantId;

/// The hand-written relations of a suite, by function.
pub fn hand_written(suite: Suite) -> BTreeMap<String, Vec<HandWritten>> {
    let mut written: BTreeMap<String, Vec<HandWritten>> = BTreeMap::new();
    let all = suite.relations.into_iter().chain(suite.untested);
    for own in all.filter(|relation| relation.strategy == WRITTEN) {
        let SuiteRelation { subject, id, relation, sources, has_own_test, .. } = own;
        written.entry(subject).or_default().push(HandWritten { id, relation, sources, has_own_test });
    }
    written
}

/// The relations of a run as entries of the suite.
pub fn entries(run: &Exploration<'_>, codes: &Codes<'_>) -> Vec<Entry> {
    let mut entries = Vec::new();
    for (subject, explored) in run.tested() {
        for kept in &explored.relations {
            // A relation that calls another function tests that one, too.
            let tested: BTreeSet<String> = kept
                .relation
                .called()
                .chain([subject.path.as_str()])
                .flat_map(|path| run.closures[path].clone())
                .collect();
            let alive: BTreeSet<MutantId> = run
                .mutants
                .of(&tested)
                .filter(|(id, m)| m.viable && !m.held_out && explored.distinguished.contains(id))
                .map(|(id, _)| id)
                .collect();
            let kills = kept.kills.union(&kept.failures).copied().filter(|id| alive.contains(id));
            entries.push(Entry {
                subject: subject.clone(),
                relation: kept.relation.clone(),
                strategy: kept.strategy.clone(),
                naming: kept
                    .family
                    .as_ref()
                    .map_or(Naming::Form, |family| Naming::Words(family.said.clone())),
                observed: kept.grade == Grade::Observation,
                sources: kept.sources.clone(),
                evidence: Evidence {
                    groups: kept.groups as u64,
                    killed: kills.count(),
                    mutants: alive.len(),
                },
                id: kept.id.clone(),
                code: codes.of_relation(&subject.path, &kept.relation),
            });
        }
    }
    entries
}
