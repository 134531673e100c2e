//! Candidates as a person would write them.

use std::collections::HashSet;

use super::Candidate;
use morph_relation::{Env, Relation, Signature, Simplifier, Type, Value, Verdict};
use morph_traces::Groups;

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
    simplifier: &mut Simplifier,
) -> Vec<Candidate> {
    let mut seen = HashSet::new();
    let mut kept = Vec::new();
    for mut candidate in candidates {
        let simple = simplifier.simplified(&candidate.relation, subject, outs);
        if same_verdicts(&candidate.relation, &simple, groups) {
            candidate.relation = simple;
        }
        let relation = &candidate.relation;
        let new = (relation.when.clone(), relation.then.clone(), relation.tolerance.to_string());
        if tells(relation, groups) && seen.insert(new) {
            kept.push(candidate);
        }
    }
    kept
}

/// The candidates that tell something of two executions, as they are.
pub fn telling(mut candidates: Vec<Candidate>, groups: &Groups) -> Vec<Candidate> {
    candidates.retain(|candidate| tells(&candidate.relation, groups));
    candidates
}

fn tells(relation: &Relation, groups: &Groups) -> bool {
    relation.relates_two_executions() && follows_up(relation, groups) && relates(relation, groups)
}

fn same_verdicts(old: &Relation, new: &Relation, groups: &Groups) -> bool {
    let judged = |relation: &Relation| {
        let all = groups.correct.iter().chain(&groups.incorrect);
        all.map(|group| (relation.verdict(group.env()), relation.broken_on(group.env()))).collect::<Vec<_>>()
    };
    old == new || judged(old) == judged(new)
}

/// Whether anything but the source itself is followed up where the relation holds: `f(3 * n).unwrap() == f(n).unwrap()` says
/// nothing where only 0 has a value.
fn follows_up(relation: &Relation, groups: &Groups) -> bool {
    let held =
        groups.correct.iter().map(|group| group.env()).filter(|env| relation.verdict(*env) == Verdict::Held);
    let mut held = held.peekable();
    held.peek().is_none() || held.any(|env| !relation.repeats(env))
}

/// How far apart groups are that trade their follow-ups' outcomes.
const APART: [usize; 4] = [1, 2, 7, 31];

/// Whether a relation is violated where follow-ups' outcomes stand beside sources that they do not belong to. One that
/// is not tells of all outcomes alike, and nothing of how two executions relate.
fn relates(relation: &Relation, groups: &Groups) -> bool {
    let correct = &groups.correct;
    // Nothing can be traded.
    if correct.len() < 2 {
        return true;
    }
    let violated = |(i, apart): (usize, usize)| {
        let other = &correct[(i + apart) % correct.len()];
        let outs: Vec<Value> = correct[i].outs[..1].iter().chain(&other.outs[1..]).cloned().collect();
        // That both are no numbers, or infinite, hardly relates them: `y1 <= y1 + y0`.
        let ordinary = !outs.iter().any(|out| out.as_float().is_some_and(|x| !x.is_finite()));
        ordinary && relation.verdict(Env { params: &correct[i].params, outs: &outs }) == Verdict::Violated
    };
    APART.into_iter().flat_map(|apart| (0..correct.len()).map(move |i| (i, apart))).any(violated)
}

#[cfg(test)]
mod tests {
    use super::*;
    use morph_lab::MutantId;
    use morph_relation::{Expr, Followup, IntType, Scope, Tolerance, Value};
    use morph_traces::{Fault, Group, Variant};

    #[test]
    fn what_follows_up_nothing_but_the_source_tells_nothing() {
        let int = Type::Int(IntType::U8);
        let params = vec![("n".to_owned(), int.clone())];
        let scope = Scope { params, outs: vec![int.clone(), int], item: None };
        let relation = Relation {
            given: Vec::new(),
            when: Expr::yes(),
            followups: vec![Followup::of_subject(vec![scope.parse("n * 3").unwrap()])],
            then: scope.parse("y1 == y0").unwrap(),
            tolerance: Tolerance::Exact,
        };
        let group = |n: i128| Group {
            source: n as usize,
            variant: Variant::Original,
            params: vec![Value::Int(n)].into(),
            outs: vec![Value::Int(5), Value::Int(5)],
        };
        let groups = |numbers: &[i128]| Groups {
            correct: numbers.iter().map(|n| group(*n)).collect(),
            ..Groups::default()
        };
        assert!(!follows_up(&relation, &groups(&[0])));
        assert!(follows_up(&relation, &groups(&[0, 1])));
    }

    #[test]
    fn candidates_that_say_the_same_become_one_and_what_tells_of_one_execution_goes() {
        let int = Type::Int(IntType::U8);
        let params = vec![("a".to_owned(), int.clone()), ("b".to_owned(), int.clone())];
        let subject = Signature::new("demo::f", params.clone(), int.clone());
        let outs = vec![int.clone(), int];
        let scope = Scope { params, outs: outs.clone(), item: None };
        let candidate = |then: &str| Candidate {
            shape: None,
            relation: Relation {
                given: Vec::new(),
                when: Expr::yes(),
                followups: vec![Followup::of_subject(vec![Expr::Param(1), Expr::Param(0)])],
                then: scope.parse(then).unwrap(),
                tolerance: Tolerance::Exact,
            },
            strategy: "enumerate",
            kills: [Fault::Mutant(MutantId(1))].into(),
            groups: 1,
        };
        let group = |source, variant, outs: [i128; 2]| Group {
            source,
            variant,
            params: [1, 2].map(Value::Int).to_vec().into(),
            outs: outs.map(Value::Int).to_vec(),
        };
        let original = Variant::Original;
        let groups = Groups {
            correct: vec![group(0, original, [3, 3]), group(1, original, [4, 4]), group(2, original, [8, 8])],
            incorrect: vec![group(0, Variant::Mutant(MutantId(1)), [3, 4])],
            ..Groups::default()
        };
        // The last holds whichever outcome of a follow-up stands beside a source.
        let found = ["y0 - a == y1 - a", "y1 == y0", "y1 - y0 + y0 >= 3", "!(y0 < y1)", "y1 + y0 > 5"];
        let found = found.map(candidate);
        let left = simplify(found.to_vec(), &subject, &outs, &groups, &mut Simplifier::default());
        let shown: Vec<String> = left.iter().map(|c| scope.show(&c.relation.then)).collect();
        assert_eq!(shown, ["y1 == y0", "y1 <= y0"]);
    }
}
