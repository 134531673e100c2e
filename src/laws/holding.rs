//! Under which guard, and within which tolerance, a relation holds on groups.

use super::family::Family;
use super::guards::{absent, is_near_zero, is_share, near, not_nan, standard};
use super::one_sided::is_one_sided;
use crate::traces::{Group, Groups};
use morph_relation::{Expr, FloatType, Op, Relation, Signature, Tolerance, Verdict, is_not_nan};

/// Groups on which a law has to hold.
pub const LEAST: usize = 20;
/// A guard has to admit one group in so many on which the law holds.
const SHARE: usize = 5;
/// A guard is looked for where the law holds on one group for so many on which it fails.
const FAILING: usize = 4;

/// The relation where it holds on all groups, or under the weakest standard guard under which it does.
pub fn guarded(
    relation: &Relation,
    groups: &Groups,
    subject: &Signature,
    family: &Family,
) -> Option<Relation> {
    under(&Expr::yes(), relation, groups, subject, family).or_else(|| {
        let absent = absent(subject).filter(|_| relation.when.is_yes())?;
        let guarded = under(&absent, relation, groups, subject, family)?;
        let when = match guarded.when {
            when if when.is_yes() => absent,
            when => Expr::binary(Op::And, when, absent),
        };
        Some(Relation { when, ..guarded })
    })
}

/// The same on the groups that a condition admits.
fn under(
    condition: &Expr,
    relation: &Relation,
    groups: &Groups,
    subject: &Signature,
    family: &Family,
) -> Option<Relation> {
    let admits = |guard: &Expr, group: &Group| guard.test(group.env(), Tolerance::Exact) == Some(true);
    let (mut held, mut violated) = (Vec::new(), Vec::new());
    let groups: Vec<&Group> = groups.correct.iter().filter(|group| admits(condition, group)).collect();
    for group in groups.iter().copied() {
        match relation.verdict(group.env()) {
            Verdict::Held => held.push(group),
            Verdict::Violated => violated.push(group),
            Verdict::Inapplicable if is_one_sided(relation, group, &subject.ret) => violated.push(group),
            Verdict::Inapplicable => {}
        }
    }
    if violated.is_empty() {
        return Some(relation.clone());
    }
    if !relation.when.is_yes() || held.len() * FAILING < violated.len() {
        return None;
    }
    // Beside a constant or a bound, a sign or an order is a coincidence.
    let is_equation = matches!(relation.then, Expr::Apply(Op::Eq, _));
    let guards = match family.has_constant() || !is_equation {
        true => near(subject, relation),
        false => standard(subject, relation),
    };
    let guards = not_nan(subject, relation).into_iter().chain(guards);
    let guards = guards.filter(|guard| is_equation || !is_share(guard));
    let mut best: Option<(usize, Expr)> = None;
    for when in guards {
        if violated.iter().any(|group| admits(&when, group)) {
            continue;
        }
        let count = held.iter().filter(|group| admits(&when, group)).count();
        let fair =
            count >= LEAST && (is_near_zero(&when) || is_share(&when) || count * SHARE >= groups.len());
        if fair && best.as_ref().is_none_or(|(known, _)| count > *known) {
            best = Some((count, when));
        }
    }
    best.map(|(_, when)| Relation { when, ..relation.clone() })
}

/// The relation with the strictest tolerance with which it holds. Where that is more than a few steps, floats are kept near
/// zero besides, and differ by an absolute amount: what cancels has no digits left to be compared.
pub fn tolerated(
    relation: &Relation,
    groups: &Groups,
    subject: &Signature,
    kind: FloatType,
) -> Option<Relation> {
    let holds = |relation: &Relation| !groups.refute(relation);
    let with = |relation: &Relation, tolerance: Tolerance| Relation { tolerance, ..relation.clone() };
    for tolerance in [Tolerance::Exact, Tolerance::Ulp(4)] {
        if holds(&with(relation, tolerance.with_room())) {
            return Some(with(relation, tolerance));
        }
    }
    let absolute = Tolerance::absolute(kind);
    bounded(relation, subject).into_iter().find_map(|near| {
        let least = absolute.iter().position(|tolerance| holds(&with(&near, tolerance.with_room())))?;
        // A step more than what was seen: inputs that cancel best are rare.
        Some(with(&near, absolute[(least + 1).min(absolute.len() - 1)]))
    })
}

/// The relation on numbers near zero, on most of these first; itself where it is on these already.
fn bounded(relation: &Relation, subject: &Signature) -> Vec<Relation> {
    if relation.when.any(&mut |part| is_near_zero(part) || is_share(part)) {
        return vec![relation.clone()];
    }
    let with = |near: Expr| match &relation.when {
        // What is near zero is a number.
        when if when.is_yes() || is_not_nan(when) => near,
        when => Expr::binary(Op::And, near, when.clone()),
    };
    let bounds = near(subject, relation).into_iter();
    bounds.map(|near| Relation { when: with(near), ..relation.clone() }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws::families;
    use crate::traces::Variant;
    use morph_relation::{Followup, IntType, Type, Value};

    #[test]
    fn what_holds_without_optional_values_gets_that_as_its_guard() {
        let int = Type::Int(IntType::I64);
        let params =
            vec![("x".to_owned(), int.clone()), ("center".to_owned(), Type::Option(Box::new(int.clone())))];
        let subject = Signature::new("demo::f", params, int);
        let even = Relation {
            given: Vec::new(),
            when: Expr::yes(),
            followups: vec![Followup::of_subject(vec![Expr::unary(Op::Neg, Expr::Param(0)), Expr::Param(1)])],
            then: Expr::binary(Op::Eq, Expr::Out(1), Expr::Out(0)),
            tolerance: Tolerance::Exact,
        };
        // The distance from the center, or from zero.
        let group = |source: usize| {
            let x = source as i128 % 50 - 25;
            let center =
                if source.is_multiple_of(3) { Value::None } else { Value::Some(Value::Int(1_000).into()) };
            let from = if center == Value::None { 0 } else { 1_000 };
            Group {
                source,
                variant: Variant::Original,
                params: vec![Value::Int(x), center],
                outs: vec![Value::Int((x - from).abs()), Value::Int((-x - from).abs())],
            }
        };
        let groups = Groups { correct: (0..300).map(group).collect(), ..Groups::default() };
        let family = families().find(|family| !family.has_constant()).expect("a family without constants");
        let guarded = guarded(&even, &groups, &subject, family).expect("it holds from zero");
        assert_eq!(guarded.when, absent(&subject).expect("an optional parameter"));
    }
}
