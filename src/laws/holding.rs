//! Under which guard, and within which tolerance, a relation holds on groups.

use std::collections::HashSet;

use super::defined::{beside, is_bounded};
use super::family::{Family, ROUND_TRIP};
use super::guards::{
    absent, is_near_zero, is_range, measures, near, nonempty, not_nan, small, standard, still_nearer,
};
use super::hollow::shifts_by_a_period;
use super::one_sided::verdict;
use morph_relation::{
    Expr, FloatType, Op, Relation, Signature, Tolerance, Value, Verdict, free_of_nan, is_not_nan,
};
use morph_traces::{Group, Groups};

/// Groups on which a law has to hold.
pub const LEAST: usize = 20;
/// The same on the first inputs, which are few.
pub const LEAST_OF_FIRST: usize = 4;
/// A guard has to admit one group in so many on which the law holds.
const SHARE: usize = 5;
/// A guard is looked for where the law holds on one group for so many on which it fails.
const FAILING: usize = 4;

/// The relation where it holds on all groups, or under the weakest standard guard under which it does on so many. It is an
/// instance of a family about the parameters in some places; `defined` says where floats have an answer.
pub fn guarded(
    relation: &Relation,
    groups: &Groups,
    least: usize,
    subject: &Signature,
    instance: (&Family, &[usize]),
    defined: &[Expr],
) -> Option<Relation> {
    let on = |condition: &Expr| under(condition, relation, groups, least, subject, instance);
    let where_defined = || {
        let guarded = |condition: &Expr| {
            let guarded = on(condition)?;
            let when = beside(condition, &guarded.when);
            let admits = |group: &&Group| when.test(group.env(), Tolerance::Exact) == Some(true);
            let admitted = groups.correct.iter().filter(admits).count();
            let suffices = guarded.when == relation.when;
            (admitted >= least).then_some((suffices, Relation { when, ..guarded }))
        };
        // Rather a little less of the domain than a further condition.
        let all: Vec<(bool, Relation)> = defined.iter().filter_map(guarded).collect();
        let best = all.iter().position(|(suffices, _)| *suffices).unwrap_or(0);
        all.into_iter().nth(best).map(|(_, relation)| relation)
    };
    on(&Expr::yes()).or_else(where_defined).or_else(|| {
        let absent = absent(subject).filter(|_| relation.when.is_yes())?;
        let guarded = on(&absent)?;
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
    least: usize,
    subject: &Signature,
    instance: (&Family, &[usize]),
) -> Option<Relation> {
    let admits = |guard: &Expr, group: &Group| guard.test(group.env(), Tolerance::Exact) == Some(true);
    let (mut held, mut violated) = (Vec::new(), Vec::new());
    let groups: Vec<&Group> = groups.correct.iter().filter(|group| admits(condition, group)).collect();
    for group in groups.iter().copied() {
        match verdict(relation, group, &subject.ret) {
            Verdict::Held => held.push(group),
            Verdict::Violated => violated.push(group),
            Verdict::Inapplicable => {}
        }
    }
    if violated.is_empty() {
        return Some(relation.clone());
    }
    if !relation.when.is_yes() || held.len() < least {
        return None;
    }
    // Beside a constant or a bound, a sign or an order is a coincidence, and so it is of what mostly fails. Far from zero, all
    // laws of floats may.
    let is_equation = matches!(relation.then, Expr::Apply(Op::Eq, _));
    let mostly_fails = held.len() * FAILING < violated.len();
    let (family, places) = instance;
    if agrees_in_part(&relation.then) && subject.arguments().iter().any(|(_, ty)| ty.has_float()) {
        return None;
    }
    let is_plain = family.has_constant() || family.unguarded || !is_equation || mostly_fails;
    let guards = match is_plain {
        _ if family.everywhere => Vec::new(),
        true => [near(subject, relation), nonempty(subject, relation)].concat(),
        false => standard(subject, relation, places),
    };
    let bounds = match family.name {
        ROUND_TRIP => [small(subject, relation), measures(subject, relation)].concat(),
        name if name.starts_with(ROUND_TRIP) => small(subject, relation),
        _ => Vec::new(),
    };
    let guards = not_nan(subject, relation).into_iter().chain(guards).chain(bounds);
    let guards = guards.filter(|guard| is_equation || !is_range(guard));
    let mut best: Option<(usize, Expr)> = None;
    for when in guards {
        if violated.iter().any(|group| admits(&when, group)) {
            continue;
        }
        let admitted = held.iter().copied().filter(|group| admits(&when, group));
        if pins(&when, admitted.clone(), &groups) || is_equation && levels(relation, admitted.clone()) {
            continue;
        }
        let count = admitted.count();
        let fair =
            count >= least && (is_near_zero(&when) || is_range(&when) || count * SHARE >= groups.len());
        if fair && best.as_ref().is_none_or(|(known, _)| count > *known) {
            best = Some((count, when));
        }
    }
    let (count, when) = best?;
    let when = weakest(when, |when| {
        !violated.iter().any(|group| admits(when, group))
            && held.iter().filter(|group| admits(when, group)).count() > count
    });
    Some(Relation { when, ..relation.clone() })
}

/// Whether a statement says that another function succeeds where this one does, or returns a part of what this one does: that
/// is no matter of how large floats are.
fn agrees_in_part(then: &Expr) -> bool {
    let Expr::Apply(Op::Eq, sides) = then else { return false };
    let is_part = |side: &Expr, is_meant: &dyn Fn(usize) -> bool| match side {
        Expr::Apply(Op::IsOk | Op::IsSome, of) => matches!(of[0], Expr::Out(n) if is_meant(n)),
        Expr::Field(of, ..) => of.any(&mut |part| matches!(part, Expr::Out(n) if is_meant(*n))),
        _ => false,
    };
    is_part(&sides[0], &|n| n == 0) && is_part(&sides[1], &|n| n > 0)
}

/// A guard without those of its conditions on sequences that it does not need.
fn weakest(guard: Expr, suffices: impl Fn(&Expr) -> bool) -> Expr {
    let mut parts: Vec<Expr> = guard.conditions().into_iter().cloned().collect();
    let is_of_sequence = |part: &Expr| matches!(part, Expr::Apply(Op::Not, of) if matches!(of[0], Expr::Apply(Op::IsEmpty, _)));
    for at in (0..parts.len()).rev().filter(|at| is_of_sequence(&parts[*at])).collect::<Vec<_>>() {
        let mut fewer = parts.clone();
        fewer.remove(at);
        if Expr::conjunction(fewer.clone()).is_some_and(|guard| suffices(&guard)) {
            parts = fewer;
        }
    }
    Expr::conjunction(parts).unwrap_or(guard)
}

/// Whether the function returns one and the same under a guard: that it does so before and after a change says less than what
/// it returns there.
fn levels<'g>(relation: &Relation, admitted: impl Iterator<Item = &'g Group>) -> bool {
    !relation.followups.is_empty() && !has_distinct(2, admitted.map(|group| &group.outs[0]))
}

/// Whether a guard leaves a number up to three values for which there is an answer, though it has many: `x <= 0` of what has no
/// sign is `x == 0`.
fn pins<'g>(when: &Expr, admitted: impl Iterator<Item = &'g Group> + Clone, groups: &[&'g Group]) -> bool {
    let arity = groups.first().map_or(0, |group| group.params.len());
    let speaks_of = |place: &usize| when.any(&mut |part| *part == Expr::Param(*place));
    (0..arity).filter(speaks_of).any(|place| {
        let value = |group: &'g Group| {
            let out = &group.outs[0];
            let answers = !out.says_no() && !out.as_float().is_some_and(f64::is_nan);
            group.params.get(place).filter(|_| answers)
        };
        is_narrow(admitted.clone().filter_map(value), groups.iter().copied().filter_map(value))
    })
}

/// Values that are few, and values that are many.
const FEW: usize = 3;
const MANY: usize = 5;
/// Floats nearer to zero change nothing that they are added to.
const VANISHING: f64 = 1e-12;

/// Whether one of these parameters has up to three values alone in some groups, though it has many in all inputs: a change of
/// it is none.
pub fn is_pinned<'v>(
    places: &[usize],
    some: impl Iterator<Item = &'v Group> + Clone,
    all: impl Iterator<Item = &'v [Value]> + Clone,
) -> bool {
    places.iter().any(|place| {
        let some = some.clone().filter_map(|group| group.params.get(*place));
        is_narrow(some, all.clone().filter_map(|input| input.get(*place)))
    })
}

/// Whether a number, a text or whatever a parameter is has up to three values alone, though it has many elsewhere.
fn is_narrow<'v>(some: impl Iterator<Item = &'v Value>, all: impl Iterator<Item = &'v Value>) -> bool {
    !has_distinct(FEW + 1, some) && has_distinct(MANY, all)
}

/// Whether so many values are distinct. Floats that vanish beside others are all zero.
fn has_distinct<'v>(count: usize, values: impl Iterator<Item = &'v Value>) -> bool {
    let mut seen = HashSet::new();
    let mut has_zero = false;
    let mut is_new = |value: &&'v Value| match value.as_float() {
        Some(x) if x.abs() < VANISHING => !std::mem::replace(&mut has_zero, true),
        _ => seen.insert(*value),
    };
    values.filter(|value| is_new(value)).nth(count - 1).is_some()
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
    let shifts = shifts_by_a_period(relation);
    let strict: &[Tolerance] =
        if orders_sums(&relation.then) || shifts { &[] } else { &[Tolerance::Exact, Tolerance::Ulp(4)] };
    for tolerance in strict.iter().copied() {
        if holds(&with(relation, tolerance.with_room())) {
            return Some(with(relation, tolerance));
        }
    }
    let absolute = Tolerance::absolute(kind);
    bounded(relation, subject).into_iter().find_map(|near| {
        let least = absolute.iter().position(|tolerance| holds(&with(&near, tolerance.with_room())))?;
        // A step more than what was seen: inputs that cancel best are rare, and where a shifted angle is one of a right angle,
        // half of its digits are lost.
        let more = if shifts { absolute.len() } else { least + 1 };
        Some(with(&near, absolute[more.min(absolute.len() - 1)]))
    })
}

/// Whether sums or products of outcomes are in an order: where both sides are the same, rounding decides.
fn orders_sums(then: &Expr) -> bool {
    let is_sum = |side: &Expr| matches!(side, Expr::Apply(Op::Add | Op::Sub | Op::Mul, parts) if parts.iter().all(Expr::mentions_outcome));
    matches!(then, Expr::Apply(Op::Lt | Op::Le | Op::Ge | Op::Gt, sides) if sides.iter().any(is_sum))
}

/// The relation on numbers near zero, on most of these first. Where it is on some of these already, on fewer.
fn bounded(relation: &Relation, subject: &Signature) -> Vec<Relation> {
    let bounds = near(subject, relation);
    let when = &relation.when;
    let of = |when: Expr| Relation { when, ..relation.clone() };
    // What is near zero is a number.
    if when.is_yes() || is_not_nan(when) {
        // How large the floats in private fields are, no guard can say.
        let hidden =
            || not_nan(subject, relation).filter(|guard| guard.conditions().into_iter().all(is_free_of_nan));
        let bounds = if bounds.is_empty() { hidden().into_iter().collect() } else { bounds };
        return bounds.into_iter().map(of).collect();
    }
    let nearer: Vec<Relation> = still_nearer(relation, &bounds).map(of).collect();
    if !nearer.is_empty() {
        return nearer;
    }
    if is_bounded(when) || when.any(&mut |part| is_near_zero(part) || is_range(part)) {
        return vec![relation.clone()];
    }
    bounds.into_iter().map(|near| of(Expr::binary(Op::And, near, when.clone()))).collect()
}

/// Whether a condition is about the floats in a struct or an enum together.
fn is_free_of_nan(condition: &Expr) -> bool {
    free_of_nan(condition).is_some()
}

/// Whether a relation is said of lengths that are multiples, and holds of most others, too: it is none of blocks, and fails
/// for another reason.
pub fn ignores_blocks(relation: &Relation, groups: &Groups) -> bool {
    let is_length = |of: &Expr| matches!(of, Expr::Apply(Op::Len, _));
    let is_rest = |side: &Expr| matches!(side, Expr::Apply(Op::Rem, of) if is_length(&of[0]));
    let of_blocks = matches!(&relation.when, Expr::Apply(Op::Eq, sides) if is_rest(&sides[0]));
    if !of_blocks {
        return false;
    }
    let open = Relation { when: Expr::yes(), ..relation.clone() };
    let is_other = |group: &&Group| relation.when.test(group.env(), Tolerance::Exact) == Some(false);
    let others: Vec<&Group> = groups.correct.iter().filter(is_other).collect();
    let held = others.iter().filter(|group| open.verdict(group.env()) == Verdict::Held).count();
    held * 2 > others.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws::families;
    use crate::laws::family::law;
    use crate::search::between;
    use morph_relation::{Followup, IntType, Type};
    use morph_traces::Variant;

    #[test]
    fn floats_that_vanish_are_one_value() {
        let floats = |all: &[f64]| all.iter().map(|x| Value::F64(*x)).collect::<Vec<_>>();
        let many = floats(&[-2.0, -1.0, 0.5, 1.0, 2.0, 3.0]);
        let vanishing = floats(&[0.0, -0.0, 1e-300, -5e-324, 1.0]);
        assert!(is_narrow(vanishing.iter(), many.iter()));
        assert!(!is_narrow(many.iter(), many.iter()));
    }

    #[test]
    fn a_guard_under_which_a_number_is_zero_is_none() {
        let int = Type::Int(IntType::U32);
        let subject = Signature::new("demo::f", vec![("x".to_owned(), int.clone())], int);
        let with_zero = Relation {
            given: Vec::new(),
            when: Expr::yes(),
            followups: Vec::new(),
            then: Expr::binary(Op::Eq, Expr::Out(0), Expr::int(0)),
            tolerance: Tolerance::Exact,
        };
        let group = |least: i128, source: usize| {
            // Half of all are zero.
            let x = if source.is_multiple_of(2) { 0 } else { source as i128 };
            Group {
                source,
                variant: Variant::Original,
                params: vec![Value::Int(x)].into(),
                outs: vec![Value::Int(i128::from(x > least))],
            }
        };
        let of = |least: i128| Groups {
            correct: (0..300).map(|source| group(least, source)).collect(),
            ..Groups::default()
        };
        let guard = |groups: &Groups| {
            let family =
                families().find(|family| !family.has_constant()).expect("a family without constants");
            guarded(&with_zero, groups, LEAST, &subject, (family, &[0]), &[])
        };
        assert_eq!(guard(&of(0)), None);
        assert!(guard(&of(1_000)).is_some());
    }

    #[test]
    fn a_guard_under_which_a_function_returns_one_value_is_none() {
        let subject = Signature::new("demo::f", vec![("text".to_owned(), Type::String)], Type::Bool);
        let upper = Expr::unary(Op::Upper, Expr::Param(0));
        let relation = Relation {
            given: Vec::new(),
            when: Expr::yes(),
            followups: vec![Followup::of_subject(vec![upper])],
            then: Expr::binary(Op::Eq, Expr::Out(1), Expr::Out(0)),
            tolerance: Tolerance::Exact,
        };
        // A text beyond ASCII is another one in upper case.
        let group = |varied: bool, source: usize| {
            let is_ascii = !source.is_multiple_of(4);
            let text = format!("{source}{}", if is_ascii { 'a' } else { 'é' });
            let is = !is_ascii || varied && source.is_multiple_of(3);
            let outs = vec![Value::Bool(is), Value::Bool(is && is_ascii)];
            Group { source, variant: Variant::Original, params: vec![Value::str(text)].into(), outs }
        };
        let guard = |varied: bool| {
            let correct = (0..300).map(|source| group(varied, source)).collect();
            let groups = Groups { correct, ..Groups::default() };
            let family =
                families().find(|family| !family.has_constant()).expect("a family without constants");
            guarded(&relation, &groups, LEAST, &subject, (family, &[0]), &[]).map(|found| found.when)
        };
        assert_eq!(guard(false), None);
        assert_eq!(guard(true), Some(Expr::unary(Op::IsAscii, Expr::Param(0))));
    }

    #[test]
    fn round_trips_hold_of_measures_where_they_hold_of_nothing_else() {
        let float = Type::Float(FloatType::F64);
        let subject = Signature::new("demo::f", vec![("x".to_owned(), float.clone())], float);
        let back = Relation {
            given: Vec::new(),
            when: Expr::yes(),
            followups: vec![Followup::of_subject(vec![Expr::Out(0)])],
            then: Expr::binary(Op::Eq, Expr::Out(1), Expr::Param(0)),
            tolerance: Tolerance::Exact,
        };
        // What is outside of a colour's channel is cut off.
        let group = |source: usize| {
            let x = source as f64 - 300.0;
            let outs = vec![Value::F64(255.0 - x), Value::F64(x.clamp(0.0, 255.0))];
            Group { source, variant: Variant::Original, params: vec![Value::F64(x)].into(), outs }
        };
        let groups = Groups { correct: (0..700).map(group).collect(), ..Groups::default() };
        let of = |name: &str| {
            let family = families().find(|family| family.name == name).expect("a family of that name");
            guarded(&back, &groups, LEAST, &subject, (family, &[0]), &[]).map(|found| found.when)
        };
        assert_eq!(of("round trip"), between(&subject, 0.0, 255.0));
        assert_ne!(of("idempotent"), of("round trip"));
    }

    #[test]
    fn what_is_transitive_near_zero_alone_is_not_transitive() {
        let float = Type::Float(FloatType::F64);
        let params = ["a", "b", "c"].map(|name| (name.to_owned(), float.clone())).to_vec();
        let subject = Signature::new("demo::near", params, Type::Bool);
        let params = |places: [usize; 2]| places.map(Expr::Param).to_vec();
        let denied = |out: usize| Expr::unary(Op::Not, Expr::Out(out));
        let either = Expr::binary(Op::Or, denied(0), denied(1));
        let relation = Relation {
            given: Vec::new(),
            when: Expr::yes(),
            followups: [[1, 2], [0, 2]].map(|places| Followup::of_subject(params(places))).to_vec(),
            then: Expr::binary(Op::Or, either, Expr::Out(2)),
            tolerance: Tolerance::Exact,
        };
        let group = |source: usize| {
            let is_far = source % 10 == 9;
            let x = Value::F64(source as f64 + if is_far { 1e6 } else { 0.0 });
            let outs = [true, true, !is_far].map(Value::Bool).to_vec();
            Group { source, variant: Variant::Original, params: vec![x; 3].into(), outs }
        };
        let groups = Groups { correct: (0..700).map(group).collect(), ..Groups::default() };
        let of = |everywhere: bool| {
            let family = Family { everywhere, ..law("transitive", "is_transitive", "") };
            guarded(&relation, &groups, LEAST, &subject, (&family, &[0, 1]), &[])
        };
        assert!(of(false).is_some() && of(true).is_none());
    }

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
                params: vec![Value::Int(x), center].into(),
                outs: vec![Value::Int((x - from).abs()), Value::Int((-x - from).abs())],
            }
        };
        let groups = Groups { correct: (0..300).map(group).collect(), ..Groups::default() };
        let family = families().find(|family| !family.has_constant()).expect("a family without constants");
        let guarded =
            guarded(&even, &groups, LEAST, &subject, (family, &[0]), &[]).expect("it holds from zero");
        assert_eq!(guarded.when, absent(&subject).expect("an optional parameter"));
    }
}
