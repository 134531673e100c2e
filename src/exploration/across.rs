//! Relations that the results of other functions rule out or make superfluous.

use std::collections::{BTreeMap, BTreeSet};

use super::explored::Outcome;
use super::reach::hardly_reached;
use crate::cleanse::{Kept, OfFunction, Removal, redundant_together, surplus};
use morph_source::scan::Subject;

/// Drops relations that call a function which cannot be tested.
pub fn drop_calls_of_failed(subjects: &[Subject], explored: &mut [Outcome]) {
    let failed: BTreeSet<&String> =
        subjects.iter().zip(&*explored).filter(|(_, result)| result.is_err()).map(|(s, _)| &s.path).collect();
    for explored in explored.iter_mut().flatten() {
        explored.relations.retain(|kept| {
            !kept.relation.followups.iter().any(|f| f.function.as_ref().is_some_and(|f| failed.contains(f)))
        });
    }
}

/// Drops laws that follow from those of other functions.
pub fn drop_consequences(
    subjects: &[Subject],
    explored: &mut [Outcome],
    closures: &BTreeMap<String, BTreeSet<String>>,
) {
    let nothing = BTreeSet::new();
    let all = subjects.iter().zip(&*explored);
    let functions: Vec<OfFunction<'_>> = all
        .map(|(subject, outcome)| OfFunction {
            subject: subject.signature(),
            public: subject.public,
            kept: outcome.as_ref().map_or(&[], |explored| &explored.relations),
            calls: closures.get(&subject.path).unwrap_or(&nothing),
        })
        .collect();
    let redundant = redundant_together(&functions);
    drop_all(explored, &redundant, Removal::Elsewhere);
}

/// Drops relations of functions whose executions pass too little of them, or of what they call.
pub fn drop_unfounded(subjects: &[Subject], explored: &mut [Outcome]) {
    let reaches = subjects.iter().zip(&*explored).filter_map(|(subject, outcome)| {
        outcome.as_ref().ok().map(|explored| (subject.path.as_str(), &explored.reach))
    });
    let unfounded = hardly_reached(&reaches.collect::<Vec<_>>());
    let of = subjects
        .iter()
        .zip(&*explored)
        .enumerate()
        .filter(|(_, (subject, _))| unfounded.contains(subject.path.as_str()));
    let all = of.flat_map(|(i, (_, outcome))| {
        let relations = outcome.as_ref().map_or(0, |explored| explored.relations.len());
        (0..relations).map(move |j| (i, j))
    });
    let all = all.collect();
    drop_all(explored, &all, Removal::Unfounded);
}

/// Drops what is more than one reads of a package, where `per_function` relations are the most that a function gets.
pub fn drop_surplus(subjects: &[Subject], explored: &mut [Outcome], per_function: usize) {
    let packages: BTreeSet<&str> = subjects.iter().map(|subject| subject.package.as_str()).collect();
    for package in packages {
        let named = subjects.iter().zip(&*explored).map(|(subject, outcome)| match outcome {
            Ok(explored) if subject.package == package => {
                (subject.name.as_str(), explored.relations.as_slice())
            }
            _ => (subject.name.as_str(), &[][..]),
        });
        let named: Vec<(&str, &[Kept])> = named.collect();
        let surplus = surplus(&named, per_function);
        drop_all(explored, &surplus, Removal::Enough);
    }
}

/// Drops relations by their function's place and their own, but none that a person wrote.
fn drop_all(explored: &mut [Outcome], which: &BTreeSet<(usize, usize)>, why: Removal) {
    for (i, explored) in explored.iter_mut().enumerate() {
        let Ok(explored) = explored else { continue };
        let before = explored.relations.len();
        let mut places = 0..before;
        explored
            .relations
            .retain(|kept| places.next().is_some_and(|j| kept.is_written() || !which.contains(&(i, j))));
        explored.dropped.note(why, before, explored.relations.len());
    }
}
