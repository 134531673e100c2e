//! On which sources a relation holds, and what it kills there.

use std::collections::{BTreeMap, BTreeSet};

use morph_lab::MutantId;
use morph_relation::Relation;
use morph_traces::{Fault, Groups};

/// The mutants that a relation's test kills, by a violation or by a failure; the groups are those of its sources.
pub fn killed(relation: &Relation, groups: &Groups) -> BTreeSet<MutantId> {
    kills(relation, groups).into_iter().flatten().collect()
}

/// The mutants that violate a relation on groups on which it holds, and those that fail there.
pub fn kills(relation: &Relation, groups: &Groups) -> [BTreeSet<MutantId>; 2] {
    let held = groups.held_by(relation);
    [
        violations(relation, groups, &held).map(|(_, mutant)| mutant).collect(),
        failures_on(groups, &held).map(|(_, mutant)| mutant).collect(),
    ]
}

/// By source on which a relation holds: the mutants that its group detects, by a violation or by a failure.
pub fn detections(relation: &Relation, groups: &Groups) -> BTreeMap<usize, BTreeSet<MutantId>> {
    let held = groups.held_by(relation);
    let mut detected: BTreeMap<usize, BTreeSet<MutantId>> =
        held.iter().map(|source| (*source, BTreeSet::new())).collect();
    for (source, mutant) in violations(relation, groups, &held).chain(failures_on(groups, &held)) {
        detected.entry(source).or_default().insert(mutant);
    }
    detected
}

/// The mutants that violate a relation where it holds, with the sources.
pub(super) fn violations<'a>(
    relation: &'a Relation,
    groups: &'a Groups,
    held: &'a BTreeSet<usize>,
) -> impl Iterator<Item = (usize, MutantId)> + 'a {
    groups.broken(relation, held).filter_map(|(source, fault)| match fault {
        Fault::Mutant(mutant) => Some((source, mutant)),
        Fault::Stuck(_) => None,
    })
}

/// The mutants that fail on groups of these sources, with the sources.
pub(super) fn failures_on<'a>(
    groups: &'a Groups,
    held: &'a BTreeSet<usize>,
) -> impl Iterator<Item = (usize, MutantId)> + 'a {
    let all = groups.failures.iter().flat_map(|(mutant, on)| on.iter().map(move |source| (*source, *mutant)));
    all.filter(|(source, _)| held.contains(source))
}
