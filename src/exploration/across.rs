//! Relations that the results of other functions rule out or make superfluous.

use std::collections::{BTreeMap, BTreeSet};

use super::explored::Outcome;
use crate::cleanse::{OfFunction, Removal, redundant_together};
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
    for (i, explored) in explored.iter_mut().enumerate() {
        let Ok(explored) = explored else { continue };
        let before = explored.relations.len();
        let mut places = 0..before;
        explored.relations.retain(|_| places.next().is_some_and(|j| !redundant.contains(&(i, j))));
        explored.dropped.note(Removal::Elsewhere, before, explored.relations.len());
    }
}
