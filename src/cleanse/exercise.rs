//! Sources that exercise a law: ordinary inputs that differ from one another, on which its outcomes vary.

use std::collections::{BTreeMap, BTreeSet};

use morph_relation::{Expr, Relation, Value};

/// Sources on which a law is exercised, where there are as many.
pub const WANTED: usize = 4;

/// The columns of its sources that a relation uses: all arguments where its source is executed, its variables, and
/// whatever else it mentions.
pub fn columns(relation: &Relation, arity: usize, width: usize) -> Vec<usize> {
    let needed = relation.needed();
    let followups = relation.followups.iter().enumerate().filter(|(k, _)| needed.contains(&(k + 1)));
    let mut exprs: Vec<&Expr> = followups.flat_map(|(_, followup)| &followup.args).collect();
    exprs.extend([&relation.when, &relation.then]);
    let is_used = |place: usize| {
        (place < arity && needed.contains(&0))
            || exprs.iter().any(|expr| expr.any(&mut |e| *e == Expr::Param(place)))
    };
    (0..width).filter(|place| is_used(*place)).collect()
}

/// How far an input is from an ordinary one, by the columns that are used: how many are empty or zero, and how many are of
/// one kind only. `None` where the law would say little on it.
pub fn plainness(input: &[Value], columns: &[usize]) -> Option<(usize, usize)> {
    let used: Vec<&Value> = columns.iter().filter_map(|place| input.get(*place)).collect();
    let differ = used.iter().enumerate().all(|(i, value)| !used[..i].contains(value));
    let blank = used.iter().filter(|value| is_blank(value)).count();
    let flat = used.iter().filter(|value| is_flat(value)).count();
    (differ && blank < used.len()).then_some((blank, flat))
}

fn is_blank(value: &Value) -> bool {
    match value {
        Value::Int(n) => *n == 0,
        Value::Str(text) => text.is_empty(),
        Value::Seq(items) => items.is_empty(),
        other => other.as_float().is_some_and(|x| x == 0.0 || !x.is_finite()),
    }
}

/// Whether a text or a sequence has one element, or all are the same, or whether a number is 1.
fn is_flat(value: &Value) -> bool {
    match value {
        Value::Int(n) => *n == 1,
        Value::Str(text) => text.chars().collect::<BTreeSet<char>>().len() < 2,
        Value::Seq(items) => items.iter().skip(1).all(|item| *item == items[0]),
        _ => false,
    }
}

/// An input that may be added for a relation.
#[derive(Clone, Debug)]
pub struct Open<'a> {
    /// Its number.
    pub source: usize,
    /// The values that are used.
    pub used: Vec<&'a Value>,
    /// The outcomes of the relation's executions on it, by a hash.
    pub outcome: u64,
}

/// The inputs to add for one relation, of those that are in the order in which they are preferred; `taken` have been taken
/// already. Those with outcomes of their own come first.
pub fn missing(taken: &[Open<'_>], open: &[Open<'_>]) -> Vec<usize> {
    let mut known: BTreeMap<u64, usize> = BTreeMap::new();
    let mut used: Vec<&[&Value]> = Vec::new();
    for input in taken {
        if !used.contains(&&*input.used) {
            used.push(&input.used);
            *known.entry(input.outcome).or_default() += 1;
        }
    }
    let mut added = Vec::new();
    for varied in [true, false] {
        for input in open {
            if used.len() >= WANTED {
                return added;
            }
            let is_new = !used.contains(&&*input.used);
            if is_new && !(varied && known.contains_key(&input.outcome)) {
                used.push(&input.used);
                *known.entry(input.outcome).or_default() += 1;
                added.push(input.source);
            }
        }
    }
    added
}

#[cfg(test)]
mod tests {
    use super::*;
    use morph_relation::{Followup, Op, Tolerance};

    fn ints(values: &[i128]) -> Vec<Value> {
        values.iter().map(|n| Value::Int(*n)).collect()
    }

    #[test]
    fn columns_of_arguments_that_are_not_passed_do_not_count() {
        // gcd(0, b) == b
        let relation = Relation {
            given: Vec::new(),
            when: Expr::yes(),
            followups: vec![Followup::of_subject(vec![Expr::int(0), Expr::Param(1)])],
            then: Expr::binary(Op::Eq, Expr::Out(1), Expr::Param(1)),
            tolerance: Tolerance::Exact,
        };
        assert_eq!(columns(&relation, 2, 3), [1]);
        let whole = Relation { then: Expr::binary(Op::Eq, Expr::Out(1), Expr::Out(0)), ..relation };
        assert_eq!(columns(&whole, 2, 3), [0, 1]);
    }

    #[test]
    fn equal_and_empty_inputs_say_little() {
        assert_eq!(plainness(&ints(&[0, 0]), &[0, 1]), None);
        assert_eq!(plainness(&ints(&[3, 3]), &[0, 1]), None);
        assert_eq!(plainness(&ints(&[3, 5]), &[0, 1]), Some((0, 0)));
        assert_eq!(plainness(&ints(&[0, 5]), &[0, 1]), Some((1, 0)));
        assert_eq!(plainness(&ints(&[0, 5]), &[1]), Some((0, 0)));
        assert_eq!(plainness(&[Value::str("aa")], &[0]), Some((0, 1)));
        assert_eq!(plainness(&[Value::str("ab")], &[0]), Some((0, 0)));
    }

    #[test]
    fn inputs_with_other_outcomes_are_added_first() {
        let values = ints(&[2, 3, 4, 5, 6]);
        let open: Vec<Open<'_>> = [7, 7, 8, 9, 7]
            .into_iter()
            .enumerate()
            .map(|(source, outcome)| Open { source, used: vec![&values[source]], outcome })
            .collect();
        assert_eq!(missing(&[], &open), [0, 2, 3, 1]);
        assert_eq!(missing(&open[..3], &open), [3]);
        assert!(missing(&open[..4], &open).is_empty());
    }
}
