//! Guards that say that a function of floats is defined for what it is called with.

use std::collections::{BTreeMap, BTreeSet};

use morph_relation::{Expr, FloatType, Op, Relation, Signature, Type, Value};
use morph_values::{Domain, End};

/// How far inside of a bounded domain an end lies where nothing cancels, in shares of its width.
const INSIDE: f64 = 0.001;

/// That all parameters and variables with which a relation calls the subject lie in their domains, where some have one: with
/// the ends that belong to it, without, and away from those that do not. What is in an order is in it everywhere.
pub fn defined(subject: &Signature, relation: &Relation, domains: &BTreeMap<usize, Domain>) -> Vec<Expr> {
    let mut places: BTreeSet<(usize, usize)> = domains.keys().map(|place| (*place, *place)).collect();
    for call in relation.followups.iter().filter(|call| call.function.is_none()) {
        let plain = call.args.iter().enumerate().filter_map(|(place, arg)| match arg {
            Expr::Param(by) if domains.contains_key(&place) => Some((*by, place)),
            _ => None,
        });
        places.extend(plain);
    }
    let guard = |narrowed: &dyn Fn(Domain) -> Domain| {
        let of = |(param, place): &(usize, usize)| {
            let Type::Float(kind) = subject.params[*param].1.erased() else { return Vec::new() };
            conditions(*param, kind, narrowed(domains[place]))
        };
        Expr::conjunction(places.iter().flat_map(of))
    };
    let all = [guard(&|domain| domain), guard(&open), guard(&inner)];
    let orders = matches!(relation.then, Expr::Apply(op, _) if op != Op::Eq);
    let mut all: Vec<Expr> = all.into_iter().take(if orders { 1 } else { 3 }).flatten().collect();
    all.dedup();
    all
}

/// A domain without its ends.
fn open(domain: Domain) -> Domain {
    let [low, high] = [domain.low, domain.high].map(|end| end.map(|end| End { belongs: false, ..end }));
    Domain { low, high }
}

/// A bounded domain, some way from the ends that do not belong to it.
fn inner(domain: Domain) -> Domain {
    let (Some(low), Some(high)) = (domain.low, domain.high) else { return domain };
    let step = (high.at - low.at) * INSIDE;
    let moved = |end: End, step: f64| match end.belongs {
        true => end,
        false => End { at: ((end.at + step) / step.abs()).round() * step.abs(), belongs: true },
    };
    Domain { low: Some(moved(low, step)), high: Some(moved(high, -step)) }
}

/// The conditions of a domain.
fn conditions(param: usize, kind: FloatType, domain: Domain) -> Vec<Expr> {
    let bound = |end: Option<End>, ops: [Op; 2]| {
        end.map(|end| {
            let op = if end.belongs { ops[0] } else { ops[1] };
            Expr::binary(op, Expr::Param(param), Expr::Const(Value::float(kind, end.at)))
        })
    };
    let ends = [bound(domain.low, [Op::Ge, Op::Gt]), bound(domain.high, [Op::Le, Op::Lt])];
    ends.into_iter().flatten().collect()
}

/// A condition and that parameters are defined, without what follows from an order: what is above something is so far from the
/// lower end, too.
pub fn beside(defined: &Expr, condition: &Expr) -> Expr {
    let conditions = condition.conditions();
    let orders: Vec<(&Expr, &Expr)> = conditions
        .iter()
        .filter_map(|part| match part {
            Expr::Apply(Op::Le | Op::Lt, sides) => Some((&sides[0], &sides[1])),
            Expr::Apply(Op::Ge | Op::Gt, sides) => Some((&sides[1], &sides[0])),
            _ => None,
        })
        .filter(|(low, high)| matches!((low, high), (Expr::Param(_), Expr::Param(_))))
        .collect();
    let follows = |part: &&Expr| match part {
        Expr::Apply(Op::Ge | Op::Gt, sides) => orders.iter().any(|(_, high)| **high == sides[0]),
        Expr::Apply(Op::Le | Op::Lt, sides) => orders.iter().any(|(low, _)| **low == sides[0]),
        _ => false,
    };
    let needed = defined.conditions().into_iter().filter(|part| !follows(part));
    Expr::conjunction(needed.chain(conditions).cloned()).unwrap_or_else(Expr::yes)
}

/// Whether a guard bounds every number that it is about from below and from above.
pub fn is_bounded(guard: &Expr) -> bool {
    let bounded = |ops: [Op; 2]| -> BTreeSet<String> {
        let about = |part: &&Expr| match part {
            Expr::Apply(op, sides) if ops.contains(op) && matches!(sides[1], Expr::Const(_)) => {
                Some(format!("{:?}", sides[0]))
            }
            _ => None,
        };
        guard.conditions().iter().filter_map(about).collect()
    };
    let (below, above) = (bounded([Op::Ge, Op::Gt]), bounded([Op::Le, Op::Lt]));
    !below.is_empty() && below == above
}

/// What a guard says besides that parameters lie in their domains.
pub fn besides(guard: &Expr, defined: &[Expr]) -> Expr {
    let known: Vec<&Expr> = defined.iter().flat_map(Expr::conditions).collect();
    let others = guard.conditions().into_iter().filter(|part| !known.contains(part));
    Expr::conjunction(others.cloned()).unwrap_or_else(Expr::yes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use morph_relation::{Followup, Tolerance};

    #[test]
    fn what_is_passed_to_the_subject_lies_in_its_domain() {
        let float = Type::Float(FloatType::F64);
        let params = ["p", "larger"].map(|name| (name.to_owned(), float.clone())).to_vec();
        let subject = Signature { given: 1, ..Signature::new("demo::quantile", params, float) };
        let end = |at: f64, belongs: bool| Some(End { at, belongs });
        let domains = BTreeMap::from([(0, Domain { low: end(0.0, false), high: end(1.0, true) })]);
        let relation = |by: Expr| Relation {
            given: vec![subject.params[1].clone()],
            when: Expr::yes(),
            followups: vec![Followup::of_subject(vec![by])],
            then: Expr::binary(Op::Le, Expr::Out(0), Expr::Out(1)),
            tolerance: Tolerance::Exact,
        };
        let all = defined(&subject, &relation(Expr::Param(1)), &domains);
        assert_eq!(all.len(), 1, "an order");
        assert_eq!(all[0].conditions().len(), 4, "{:?}", all[0]);
        assert!(is_bounded(&all[0]));
        let back =
            Relation { then: Expr::binary(Op::Eq, Expr::Out(1), Expr::Out(0)), ..relation(Expr::Param(1)) };
        assert_eq!(defined(&subject, &back, &domains).len(), 3);
        let sum = Expr::binary(Op::Add, Expr::Param(0), Expr::Param(1));
        let alone = defined(&subject, &relation(sum), &domains);
        assert_eq!(alone[0].conditions().len(), 2, "{:?}", alone[0]);
        assert!(besides(&alone[0], &alone).is_yes());
        let from = [(0, Domain { low: end(1.0, true), high: None })].into();
        let from = defined(&subject, &relation(Expr::Param(1)), &from);
        assert!(!is_bounded(&from[0]));
        assert!(defined(&subject, &relation(Expr::Param(1)), &BTreeMap::new()).is_empty());
    }
}
