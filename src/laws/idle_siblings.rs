//! Whether siblings have a part in what a law says.

use morph_relation::{Expr, FloatType, Relation, Tolerance, Value};
use morph_traces::Group;

/// Different values, or groups, that show that something varies.
pub const VARIED: usize = 3;

/// Whether a sibling is given the parameters in another order, which are the same in this order.
pub fn turns_round_in_vain(relation: &Relation, group: &Group) -> bool {
    let is_exchanged = |(place, arg): (usize, &Expr)| matches!(arg, Expr::Param(param) if *param != place);
    let vain = |(place, arg): (usize, &Expr)| {
        arg.eval(group.env(), Tolerance::Exact).as_ref() == group.params.get(place)
    };
    let mut called = relation.followups.iter().filter(|followup| followup.function.is_some());
    called.any(|followup| {
        let args = || followup.args.iter().enumerate();
        followup.args.len() > 1 && args().any(is_exchanged) && args().all(vain)
    })
}

/// Siblings return something else than they take: what does nothing commutes with everything.
pub fn no_sibling_is_idle(relation: &Relation, held: &[&Group]) -> bool {
    let called = relation.followups.iter().enumerate().filter(|(_, followup)| followup.function.is_some());
    called.into_iter().all(|(place, followup)| {
        followup.args.iter().all(|arg| {
            let differs = |group: &&&Group| {
                let value = arg.eval(group.env(), Tolerance::Exact);
                value.is_none_or(|value| !leaves(&group.outs[place + 1], &value))
            };
            held.iter().filter(differs).take(VARIED).count() == VARIED
        })
    })
}

/// Where a sibling is called twice, its outcomes differ: the even part of what is even is itself.
pub fn no_sibling_repeats(relation: &Relation, held: &[&Group]) -> bool {
    let siblings = || relation.followups.iter().enumerate().filter(|(_, called)| called.function.is_some());
    siblings().all(|(i, one)| {
        let others = siblings().filter(|(j, other)| i < *j && one.function == other.function);
        others.into_iter().all(|(j, _)| {
            held.iter().filter(|group| group.outs[i + 1] != group.outs[j + 1]).take(VARIED).count() == VARIED
        })
    })
}

/// What siblings return for others to take is no constant, and where one is given what another returned, it does not give back
/// a parameter: such laws are about the parameter or the constant.
pub fn no_detour(relation: &Relation, held: &[&Group]) -> bool {
    let calls = || relation.followups.iter().enumerate();
    let is_taken =
        |out: usize| calls().any(|(_, called)| called.args.iter().any(|arg| arg.mentions_out(out)));
    let mut taken = calls().filter(|(place, called)| called.function.is_some() && is_taken(place + 1));
    taken.all(|(place, called)| {
        let outcome = |group: &Group| group.outs[place + 1].unwrapped().clone();
        let is_same =
            |group: &&Group| outcome(group).same(&outcome(held[0]), Tolerance::laxest(FloatType::F64));
        let varies = called.args.is_empty() || !held.iter().all(is_same);
        let is_chained = called.args.iter().any(|arg| (1..=place).any(|out| arg.mentions_out(out)));
        let gives_back = |param: usize| held.iter().all(|group| outcome(group) == group.params[param]);
        varies && !(is_chained && (0..held[0].params.len()).any(gives_back))
    })
}

/// Whether an outcome is an argument, or this as it is left behind what is returned.
pub fn leaves(outcome: &Value, argument: &Value) -> bool {
    let changed = match outcome {
        Value::Tuple(parts) => parts.last(),
        _ => None,
    };
    outcome.same(argument, Tolerance::Exact)
        || changed.is_some_and(|changed| changed.same(argument, Tolerance::Exact))
}

#[cfg(test)]
mod tests {
    use super::*;
    use morph_relation::{Followup, Op};
    use morph_traces::Variant;

    #[test]
    fn what_siblings_give_back_is_no_news() {
        // `halved(n) == n / 2` of what `parsed(shown(n))` is.
        let group = |n: i128| {
            let outs = vec![Value::Int(n / 2), Value::str(n.to_string()), Value::Int(n), Value::Int(n / 2)];
            Group { source: n as usize, variant: Variant::Original, params: vec![Value::Int(n)].into(), outs }
        };
        let call = |path: &str, arg: Expr| Followup { function: Some(path.to_owned()), args: vec![arg] };
        let followups = vec![
            call("demo::shown", Expr::Param(0)),
            call("demo::parsed", Expr::Out(1)),
            Followup::of_subject(vec![Expr::Out(2)]),
        ];
        let detour = Relation {
            given: Vec::new(),
            when: Expr::yes(),
            followups,
            then: Expr::binary(Op::Eq, Expr::Out(3), Expr::Out(0)),
            tolerance: Tolerance::Exact,
        };
        let groups: Vec<Group> = (0..100).map(group).collect();
        assert!(!no_detour(&detour, &groups.iter().collect::<Vec<_>>()));
        // That they give it back is news.
        let round_trip = Relation {
            followups: detour.followups[..2].to_vec(),
            then: Expr::binary(Op::Eq, Expr::Out(2), Expr::Param(0)),
            ..detour
        };
        assert!(no_detour(&round_trip, &groups.iter().collect::<Vec<_>>()));
    }
}
