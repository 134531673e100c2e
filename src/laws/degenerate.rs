//! Laws that hold of nothing but trivial cases of what they name.

use super::hollow::is_apart_by_a_constant;
use morph_relation::{Expr, Followup, Op, Relation, Tolerance, Value};
use morph_traces::Group;

/// Groups that are looked at, and how many of them tell.
const LOOKED_AT: usize = 400;
const TELLING: usize = 8;

/// Whether the sides of a law are a constant apart, all that is computed for a call, wherever the law holds, is one value, or what
/// is put together is never more than one of its parts.
pub fn is_degenerate<'g>(relation: &Relation, held: impl Iterator<Item = &'g Group> + Clone) -> bool {
    is_apart_by_a_constant(relation, held.clone()) || is_trivial(relation, held)
}

fn is_trivial<'g>(relation: &Relation, held: impl Iterator<Item = &'g Group>) -> bool {
    let held: Vec<&Group> = held.take(LOOKED_AT).collect();
    let args = || relation.followups.iter().flat_map(|Followup { args, .. }| args);
    held.len() >= TELLING && args().any(|arg| is_one_value(arg, &held) || is_one_part(arg, &held))
}

/// Whether an argument that is computed from parameters has one value alone.
fn is_one_value(arg: &Expr, held: &[&Group]) -> bool {
    let is_computed = matches!(arg, Expr::Apply(Op::Add | Op::Sub | Op::Mul | Op::Div | Op::Rem, _));
    let mut values = held.iter().filter_map(|group| value(arg, group));
    let first = values.next();
    is_computed && arg.mentions_params() && values.all(|value| Some(value) == first)
}

/// Whether of the texts or sequences that are put together, all but one are empty.
fn is_one_part(arg: &Expr, held: &[&Group]) -> bool {
    let Expr::Apply(Op::ConcatSeq | Op::ConcatStr, parts) = arg else { return false };
    let varied: Vec<&Expr> = parts.iter().filter(|part| part.mentions_params()).collect();
    let is_some = |part: &&&Expr, group: &Group| match value(part, group) {
        Some(Value::Seq(items)) => !items.is_empty(),
        Some(Value::Str(text)) => !text.is_empty(),
        _ => true,
    };
    varied.len() > 1 && held.iter().all(|group| varied.iter().filter(|part| is_some(part, group)).count() < 2)
}

fn value(expr: &Expr, group: &Group) -> Option<Value> {
    expr.eval(group.env(), Tolerance::Exact)
}

#[cfg(test)]
mod tests {
    use super::*;
    use morph_traces::Variant;

    fn group(params: Vec<Value>) -> Group {
        let outs = vec![Value::Int(1), Value::Int(1)];
        Group { source: 0, variant: Variant::Original, params: params.into(), outs }
    }

    fn calling(arg: Expr) -> Relation {
        Relation {
            given: Vec::new(),
            when: Expr::yes(),
            followups: vec![Followup::of_subject(vec![arg])],
            then: Expr::binary(Op::Eq, Expr::Out(1), Expr::Out(0)),
            tolerance: Tolerance::Exact,
        }
    }

    #[test]
    fn difference_that_is_always_zero_is_none() {
        let law = calling(Expr::binary(Op::Sub, Expr::Param(0), Expr::Param(1)));
        let pairs = |by: i128| (0..10).map(move |n| group(vec![Value::Int(n + by * n), Value::Int(n)]));
        let degenerate = |by| is_trivial(&law, pairs(by).collect::<Vec<_>>().iter());
        assert!(degenerate(0) && !degenerate(1));
    }

    #[test]
    fn concatenation_with_nothing_is_none() {
        let law = calling(Expr::Apply(Op::ConcatStr, vec![Expr::Param(0), Expr::Param(1)]));
        let text = |n: usize| Value::str("a".repeat(n));
        let pairs = |more: usize| (0..10).map(move |n| group(vec![text(n), text(more * (n % 2))]));
        let degenerate = |more| is_trivial(&law, pairs(more).collect::<Vec<_>>().iter());
        assert!(degenerate(0) && !degenerate(3));
    }
}
