//! Laws that a sibling returns the same number of everything that the subject returns: a unit vector has length one.

use anyhow::Result;
use std::collections::HashSet;

use morph_relation::{Expr, FloatType, Op, Relation, Tolerance, Value};
use morph_traces::{Executors, Group};
use morph_values::Generator;

/// Values on which the sibling is tried, and so many of them are needed.
const TRIED: usize = 200;
const LEAST: usize = 10;
/// Different outcomes of the subject that such a law needs.
const MANY: usize = 10;

/// The number that a relation says a sibling to return of what the subject returns, and the sibling.
fn told(relation: &Relation) -> Option<(&str, &Value)> {
    let (Expr::Apply(Op::Eq, sides), [call]) = (&relation.then, relation.followups.as_slice()) else {
        return None;
    };
    let ([Expr::Out(1), Expr::Const(number)], [of]) = (sides.as_slice(), call.args.as_slice()) else {
        return None;
    };
    let is_own = of.mentions_out(0) && !of.mentions_params();
    Some((call.function.as_deref().filter(|_| is_own)?, number))
}

/// Whether a relation is such a law.
pub fn tells_a_constant(relation: &Relation) -> bool {
    told(relation).is_some()
}

/// Whether a relation is such a law, and the subject returned several values.
pub fn is_of_many(relation: &Relation, held: &[&Group]) -> bool {
    let different = || held.iter().map(|group| &group.outs[0]).collect::<HashSet<_>>();
    tells_a_constant(relation) && different().len() >= MANY
}

/// Whether the sibling of such a law returns that number of most other values, too.
pub fn is_of_anything(
    relation: &Relation,
    generator: &dyn Fn() -> Generator,
    executors: &mut Executors<'_>,
) -> Result<bool> {
    let Some((sibling, number)) = told(relation) else { return Ok(false) };
    let called = executors.called(Some(sibling))?;
    let inputs = generator().small_inputs(called.types(), TRIED);
    let rows = called.run(inputs)?;
    let answers: Vec<&Value> = rows.iter().filter_map(|row| called.original(*row).value()).collect();
    let others =
        answers.iter().filter(|answer| !answer.same(number, Tolerance::laxest(FloatType::F64))).count();
    Ok(others < LEAST || others * 2 < answers.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use morph_relation::Followup;
    use morph_traces::Variant;

    #[test]
    fn a_length_of_one_is_said_of_many_vectors() {
        let call = |arg: Expr| Followup { function: Some("demo::norm".to_owned()), args: vec![arg] };
        let relation = |arg: Expr| Relation {
            given: Vec::new(),
            when: Expr::yes(),
            followups: vec![call(arg)],
            then: Expr::binary(Op::Eq, Expr::Out(1), Expr::Const(Value::F64(1.0))),
            tolerance: Tolerance::Exact,
        };
        let group = |source: usize, outcomes: usize| Group {
            source,
            variant: Variant::Original,
            params: vec![Value::Int(source as i128)].into(),
            outs: vec![Value::F64((source % outcomes) as f64), Value::F64(1.0)],
        };
        let is_said = |arg: Expr, outcomes: usize| {
            let groups: Vec<Group> = (0..100).map(|source| group(source, outcomes)).collect();
            is_of_many(&relation(arg), &groups.iter().collect::<Vec<_>>())
        };
        assert!(is_said(Expr::Out(0), 50));
        assert!(!is_said(Expr::Out(0), 3));
        assert!(!is_said(Expr::Param(0), 50));
    }
}
