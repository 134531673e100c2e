//! On which sources a relation holds, and what it kills there.

use std::collections::{BTreeMap, BTreeSet};

use crate::traces::{Groups, Variant};
use morph_lab::MutantId;
use morph_relation::{Relation, Verdict};

/// The mutants that a relation's test kills, by a violation or by a failure; the groups are those of its sources.
pub fn killed(relation: &Relation, groups: &Groups) -> BTreeSet<MutantId> {
    kills(relation, groups).into_iter().flatten().collect()
}

/// The mutants that violate a relation on groups on which it holds, and those that fail there.
pub fn kills(relation: &Relation, groups: &Groups) -> [BTreeSet<MutantId>; 2] {
    let held = held_by(relation, groups);
    [
        violations(relation, groups, &held).map(|(_, mutant)| mutant).collect(),
        failures_on(groups, &held).map(|(_, mutant)| mutant).collect(),
    ]
}

/// By source on which a relation holds: the mutants that its group detects, by a violation or by a failure.
pub fn detections(relation: &Relation, groups: &Groups) -> BTreeMap<usize, BTreeSet<MutantId>> {
    let held = held_by(relation, groups);
    let mut detected: BTreeMap<usize, BTreeSet<MutantId>> =
        held.iter().map(|source| (*source, BTreeSet::new())).collect();
    for (source, mutant) in violations(relation, groups, &held).chain(failures_on(groups, &held)) {
        detected.entry(source).or_default().insert(mutant);
    }
    detected
}

/// The sources on which a relation holds.
pub fn held_by(relation: &Relation, groups: &Groups) -> BTreeSet<usize> {
    let held = groups.correct.iter().filter(|g| relation.verdict(g.env()) == Verdict::Held);
    held.map(|g| g.source).collect()
}

/// The mutants that violate a relation where it holds, with the sources.
pub(super) fn violations<'a>(
    relation: &'a Relation,
    groups: &'a Groups,
    held: &'a BTreeSet<usize>,
) -> impl Iterator<Item = (usize, MutantId)> + 'a {
    groups.incorrect.iter().filter_map(move |group| match group.variant {
        Variant::Mutant(mutant) if held.contains(&group.source) && relation.broken_on(group.env()) => {
            Some((group.source, mutant))
        }
        _ => None,
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
