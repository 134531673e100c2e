//! Relations that say nothing that another one of the same function does not say.

use super::super::given_rest::redundant_given_rest;
use super::formula::Reader;
use super::{Implication, Unsatisfiable, implies};
use crate::search::Candidate;
use morph_relation::{Expr, Followup, Relation, Scope, Signature, Type};

/// Whether wherever the second relation applies the first does, and asks for no less of outcomes: then the second one
/// is redundant beside it.
///
/// The first may have fewer executions, in another order. `others` are functions that follow-ups may call.
pub fn says_all(
    first: &Relation,
    second: &Relation,
    subject: &Signature,
    others: &[Signature],
    solver: Option<Unsatisfiable<'_>>,
) -> Implication {
    let mut outs = vec![subject.ret.clone()];
    for followup in &second.followups {
        let called = |path: &String| others.iter().find(|other| other.path == *path);
        outs.push(match &followup.function {
            None => subject.ret.clone(),
            Some(path) => called(path).map_or(Type::Opaque(path.clone()), |other| other.ret.clone()),
        });
    }
    let scope = Scope { params: subject.params.clone(), outs, item: None };
    let same_executions = first
        .tolerance
        .is_within(second.tolerance)
        .then(|| executions(&first.followups, &second.followups, &scope))
        .flatten();
    let Some(places) = same_executions else { return Implication::Unknown };
    let then = renamed(&first.then, &places);
    match implies(&[&second.when], &first.when, &scope, solver) {
        Implication::Implied => implies(&[&second.when, &then], &second.then, &scope, solver),
        open => open,
    }
}

/// The numbers of candidates that say nothing beside the others and kill nothing that those do not kill; of two that
/// say the same the later one.
pub fn implied(
    candidates: &[&Candidate],
    subject: &Signature,
    others: &[Signature],
    solver: Option<Unsatisfiable<'_>>,
) -> Vec<usize> {
    redundant_given_rest(candidates, |candidate, rest| {
        rest.iter().any(|other| {
            candidate.kills.is_subset(&other.kills)
                && says_all(&other.relation, &candidate.relation, subject, others, solver)
                    == Implication::Implied
        })
    })
}

/// For each execution of one relation, the source's first, the number of the same in another.
fn executions(first: &[Followup], second: &[Followup], scope: &Scope) -> Option<Vec<usize>> {
    let mut places = vec![0];
    for followup in first {
        let args: Vec<Expr> = followup.args.iter().map(|arg| renamed(arg, &places)).collect();
        let same = |other: &Followup| {
            other.function == followup.function
                && other.args.len() == args.len()
                && other.args.iter().zip(&args).all(|(a, b)| alike(a, b, scope))
        };
        places.push(1 + second.iter().position(same)?);
    }
    Some(places)
}

/// Whether two terms are written alike, or are the same polynomial.
fn alike(a: &Expr, b: &Expr, scope: &Scope) -> bool {
    let is_number = |e: &Expr| matches!(scope.type_of(e), Some(Type::Int(_) | Type::Float(_)));
    let mut reader = Reader::new(scope);
    a == b || (is_number(a) && scope.type_of(a) == scope.type_of(b) && reader.term(a) == reader.term(b))
}

/// The expression with the outcomes numbered as `places` says.
fn renamed(expr: &Expr, places: &[usize]) -> Expr {
    match expr {
        Expr::Out(i) => Expr::Out(places.get(*i).copied().unwrap_or(*i)),
        other => other.with_children(&mut |child| renamed(child, places)),
    }
}
