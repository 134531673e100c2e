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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::Switch;
    use crate::relation::{Expr, Followup, IntType, Scope, Tolerance, Value};
    use crate::traces::{Group, Variant};

    #[test]
    fn candidates_that_say_the_same_become_one_and_what_tells_of_one_execution_goes() {
        let int = Type::Int(IntType::U8);
        let params = vec![("a".to_owned(), int.clone()), ("b".to_owned(), int.clone())];
        let subject = Signature::new("demo::f", params.clone(), int.clone());
        let outs = vec![int.clone(), int];
        let scope = Scope { params, outs: outs.clone(), item: None };
        let candidate = |then: &str| Candidate {
            relation: Relation {
                when: Expr::yes(),
                followups: vec![Followup::of_subject(vec![Expr::Param(1), Expr::Param(0)])],
                then: scope.parse(then).unwrap(),
                tolerance: Tolerance::Exact,
            },
            strategy: "enumerate",
            kills: [Switch(1)].into(),
            groups: 1,
        };
        let group = |variant, y1| Group {
            source: 0,
            variant,
            params: [1, 2].map(Value::Int).to_vec(),
            outs: [3, y1].map(Value::Int).to_vec(),
        };
        let groups = Groups {
            correct: vec![group(Variant::Original, 3)],
            incorrect: vec![group(Variant::Mutant(Switch(1)), 4)],
            ..Groups::default()
        };
        let found = ["y0 - a == y1 - a", "y1 == y0", "y1 - y0 + y0 >= 3", "!(y0 < y1)"].map(candidate);
        let left = simplify(found.to_vec(), &subject, &outs, &groups);
        let shown: Vec<String> = left.iter().map(|c| scope.show(&c.relation.then)).collect();
        assert_eq!(shown, ["y1 == y0", "y1 <= y0"]);
    }
}
