//! Candidates as a person would write them.

use std::collections::HashSet;

use crate::relation::{Relation, Signature, Type};
use crate::search::Candidate;
use crate::traces::Groups;

/// Simplifies the candidates of one transformation; `outs` are the types of the outcomes, `groups` those on which the
/// candidates were found.
///
/// One whose verdict changes on any group keeps its old form, so that it kills what it killed. Of candidates that
/// become one the first stays. What tells nothing of two executions goes.
pub fn simplify(
    candidates: Vec<Candidate>,
    subject: &Signature,
    outs: &[Type],
    groups: &Groups,
) -> Vec<Candidate> {
    let mut seen = HashSet::new();
    let mut kept = Vec::new();
    for mut candidate in candidates {
        let simple = candidate.relation.simplified(subject, outs);
        if same_verdicts(&candidate.relation, &simple, groups) {
            candidate.relation = simple;
        }
        let relation = &candidate.relation;
        let new = (relation.when.clone(), relation.then.clone(), relation.tolerance.to_string());
        if relation.relates_two_executions() && seen.insert(new) {
            kept.push(candidate);
        }
    }
    kept
}

fn same_verdicts(old: &Relation, new: &Relation, groups: &Groups) -> bool {
    let judged = |relation: &Relation| {
        let all = groups.correct.iter().chain(&groups.incorrect);
        all.map(|group| (relation.verdict(group.env()), relation.broken_on(group.env()))).collect::<Vec<_>>()
    };
    old == new || judged(old) == judged(new)
}
