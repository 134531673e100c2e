//! Parts of a law without which it holds as well: what is left is the law, and the whole a roundabout form of it.

use std::collections::HashSet;

use anyhow::Result;

use super::speaks::speaks;
use morph_relation::{Expr, Followup, Op, Relation, Signature, Tolerance, Transformation, Value};
use morph_traces::{Executors, Group, RowId, collect};

/// Values that stand for an outcome that is passed on.
const OTHERS: usize = 3;

/// Whether a law of a subject still holds, and says something, where a sibling between two calls is left out, or one of
/// several changed arguments is as it was; or whether it is no matter what of an outcome is passed to a sibling, within the
/// tolerance at least: beside a large number, what it makes of a small one is lost.
pub fn has_needless_part(
    relation: &Relation,
    siblings: &[Signature],
    rows: &[RowId],
    executors: &mut Executors<'_>,
) -> Result<bool> {
    for simpler in simpler(relation, siblings) {
        let groups = collect(&Transformation { followups: simpler.followups.clone() }, rows, executors)?;
        if !groups.refute(&simpler) && speaks(&simpler, &groups.correct) {
            return Ok(true);
        }
    }
    passes_in_vain(relation, rows, executors)
}

/// Whether a law holds as well with anything else in the place of an outcome that is passed to a sibling beside other things.
fn passes_in_vain(relation: &Relation, rows: &[RowId], executors: &mut Executors<'_>) -> Result<bool> {
    let is_of_siblings = |call: &&Followup| call.function.is_some() && call.args.len() > 1;
    let calls = relation.followups.iter().enumerate().filter(|(_, call)| is_of_siblings(call));
    let args = calls.flat_map(|(at, call)| (0..call.args.len()).map(move |place| (at, place)));
    let passed = args.filter(|(at, place)| relation.followups[*at].args[*place].mentions_outcome());
    let passed: Vec<(usize, usize)> = passed.collect();
    if passed.is_empty() {
        return Ok(false);
    }
    let groups_of = |relation: &Relation, executors: &mut Executors<'_>| {
        collect(&Transformation { followups: relation.followups.clone() }, rows, executors)
    };
    let own = groups_of(relation, executors)?;
    'passed: for (at, place) in passed {
        let arg = &relation.followups[at].args[place];
        let value = |group: &Group| arg.eval(group.env(), Tolerance::Exact).filter(|value| !value.says_no());
        let mut seen = HashSet::new();
        let others = own.correct.iter().filter_map(value).filter(|value| seen.insert(value.clone()));
        let others: Vec<Value> = others.take(OTHERS).collect();
        if others.len() < OTHERS {
            continue;
        }
        for other in others {
            let mut changed = relation.clone();
            changed.followups[at].args[place] = Expr::Const(other);
            let groups = groups_of(&changed, executors)?;
            if groups.correct.is_empty() || groups.refute(&changed) {
                continue 'passed;
            }
        }
        return Ok(true);
    }
    Ok(false)
}

/// A relation without one of its parts, in each way.
fn simpler(relation: &Relation, siblings: &[Signature]) -> Vec<Relation> {
    let mut all = Vec::new();
    let mut own = (0..relation.followups.len()).filter(|at| relation.followups[*at].function.is_none());
    // What bounds something does so with something else in its place, too.
    if let (Some(at), None, Expr::Apply(Op::Eq, _)) = (own.next(), own.next(), &relation.then) {
        let args = &relation.followups[at].args;
        let changed: Vec<usize> =
            (0..args.len()).filter(|place| args[*place] != Expr::Param(*place)).collect();
        if changed.len() > 1 && !args.iter().any(Expr::mentions_outcome) {
            all.extend(changed.into_iter().map(|place| {
                let mut simpler = relation.clone();
                simpler.followups[at].args[place] = Expr::Param(place);
                simpler
            }));
        }
    }
    all.extend(siblings.iter().filter_map(|sibling| without(relation, sibling)));
    all.extend(without_way_back(relation, siblings));
    all
}

/// A relation without two siblings between others, the second of which leads back to what the first one takes:
/// `parse(x.to_string()).unwrap()` is `x`, whatever it is passed to.
fn without_way_back(relation: &Relation, siblings: &[Signature]) -> Option<Relation> {
    let sibling = |at: usize| {
        let path = relation.followups.get(at)?.function.as_deref()?;
        siblings.iter().find(|sibling| sibling.path == path)
    };
    let taken = |at: usize| match relation.followups[at].args.as_slice() {
        [arg] => Some(arg),
        _ => None,
    };
    (0..relation.followups.len()).find_map(|back| {
        let Expr::Out(there) = taken(back)?.unwrapped() else { return None };
        let there = there.checked_sub(1)?;
        let (first, second) = (sibling(there)?, sibling(back)?);
        let [(_, from)] = first.arguments() else { return None };
        let out = back + 1;
        let takes = |call: &Followup, out: usize| call.args.iter().any(|arg| arg.mentions_out(out));
        let is_passed = relation.followups.iter().any(|call| takes(call, out));
        let is_taken_elsewhere =
            relation.followups.iter().enumerate().any(|(at, call)| at != back && takes(call, there + 1));
        let is_shown = |out: usize| relation.then.mentions_out(out) || relation.when.mentions_out(out);
        let leads_back = from.erased() == second.ret.unwrapped().erased();
        if !leads_back || !is_passed || is_taken_elsewhere || is_shown(out) || is_shown(there + 1) {
            return None;
        }
        let source = taken(there)?.clone();
        let mut simpler = relation.clone();
        for call in &mut simpler.followups {
            call.args = call.args.iter().map(|arg| in_place_of(arg, out, &source)).collect();
        }
        [back, there].into_iter().for_each(|at| leave_out(&mut simpler, at, &source));
        Some(simpler)
    })
}

/// Leaves out a call; where another one takes what it returned, that takes something else.
fn leave_out(relation: &mut Relation, at: usize, instead: &Expr) {
    let out = at + 1;
    relation.followups.remove(at);
    relation.then = replaced(&relation.then, out, instead);
    for call in &mut relation.followups {
        call.args = call.args.iter().map(|arg| replaced(arg, out, instead)).collect();
    }
}

/// An expression with another one in the place of an outcome, unwrapped or not.
fn in_place_of(expr: &Expr, out: usize, source: &Expr) -> Expr {
    match expr.unwrapped() {
        Expr::Out(n) if *n == out => source.clone(),
        _ => expr.with_children(&mut |child| in_place_of(child, out, source)),
    }
}

/// A relation without the calls of a sibling between others: what it takes is passed on instead.
fn without(relation: &Relation, sibling: &Signature) -> Option<Relation> {
    let is_called = |call: &Followup| call.function.as_deref() == Some(&sibling.path);
    let [(_, taken)] = sibling.arguments() else { return None };
    if taken.erased() != sibling.ret.erased() || !relation.followups.iter().any(is_called) {
        return None;
    }
    let mut simpler = relation.clone();
    while let Some(at) = simpler.followups.iter().position(is_called) {
        let out = at + 1;
        let is_passed =
            simpler.followups.iter().any(|call| call.args.iter().any(|arg| arg.mentions_out(out)));
        if !is_passed || simpler.then.mentions_out(out) || simpler.when.mentions_out(out) {
            return None;
        }
        let taken = simpler.followups[at].args.first()?.clone();
        leave_out(&mut simpler, at, &taken);
    }
    Some(simpler)
}

/// An expression with another one in the place of an outcome, and the later ones numbered anew.
fn replaced(expr: &Expr, out: usize, by: &Expr) -> Expr {
    match expr {
        Expr::Out(n) if *n == out => by.clone(),
        Expr::Out(n) if *n > out => Expr::Out(n - 1),
        expr => expr.with_children(&mut |child| replaced(child, out, by)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use morph_relation::{IntType, RelationText, Type};

    fn function(name: &str, params: &[&str]) -> Signature {
        let int = Type::Int(IntType::I64);
        let params = params.iter().map(|name| ((*name).to_owned(), int.clone())).collect();
        Signature::new(format!("demo::{name}"), params, int)
    }

    fn simpler_of(
        subject: &Signature,
        siblings: &[Signature],
        followups: &[&str],
        then: &str,
    ) -> Vec<String> {
        let text = RelationText::exact(followups, then);
        let lookup = |path: &str| siblings.iter().find(|sibling| sibling.path == path).cloned();
        let relation = Relation::parse(&text, subject, &lookup).expect("a relation");
        simpler(&relation, siblings).iter().map(|it| it.readable(subject, &lookup)).collect()
    }

    #[test]
    fn siblings_between_calls_and_changes_of_arguments_are_left_out() {
        let (set, get, clear) =
            (function("set", &["n", "to"]), function("get", &["n"]), function("clear", &["n"]));
        let siblings = [get, clear];
        let calls = ["demo::clear(n)", "demo::get(y1)", "(n, y2)"];
        assert_eq!(
            simpler_of(&set, &siblings, &calls, "y3 == n"),
            ["set(n, clear(n)) == n", "set(n, get(n)) == n", "set(n, n) == n"]
        );
        assert_eq!(
            simpler_of(&set, &siblings, &["(-n, -to)"], "y1 == -y0"),
            ["set(n, -to) == -set(n, to)", "set(-n, to) == -set(n, to)"]
        );
        assert_eq!(simpler_of(&set, &siblings, &["(-n, to)"], "y1 == -y0"), [""; 0]);
        // There and back again.
        let calls = ["demo::clear(n)", "demo::get(y1)", "(y2, to)"];
        let all = simpler_of(&set, &siblings, &calls, "y3 == to");
        assert!(all.contains(&"set(n, to) == to".to_owned()), "{all:?}");
        // What is compared is no detour.
        assert_eq!(simpler_of(&set, &siblings, &["demo::clear(n)"], "y1 == y0"), [""; 0]);
    }
}
