//! Whether an equation has a value on one side alone: who reads it takes the other side to have one, too.

use anyhow::Result;

use morph_lab::Outcome;
use morph_relation::{Env, Expr, Followup, Op, Relation, Tolerance, Type, Value, Verdict};
use morph_traces::{Executors, Group, RowId};

/// Whether a law holds on a group of a function that returns this: it fails, too, where one side alone has a value.
pub fn verdict(relation: &Relation, group: &Group, returned: &Type) -> Verdict {
    match relation.verdict(group.env()) {
        Verdict::Inapplicable if is_one_sided(relation, group, returned) => Verdict::Violated,
        verdict => verdict,
    }
}

/// Whether something is unwrapped in a group that is not there, while the other side has a value. Where that is no outcome,
/// the law is about what the subject returns where it does. `returned` is what the subject returns: a number that is none of
/// these is no value either.
pub fn is_one_sided(relation: &Relation, group: &Group, returned: &Type) -> bool {
    let Some([a, b]) = sides(relation) else { return false };
    let number = returned.unwrapped();
    let fits =
        |value: Value| !matches!((&value, number), (Value::Int(_), Type::Int(_))) || value.fits(number);
    let value = |side: &Expr| side.eval(group.env(), Tolerance::Exact).is_some_and(fits);
    let lacks = |side: &Expr, other: &Expr| {
        let compared = other.mentions_outcome() && !is_unchecked(other, relation);
        side.any(&mut |part| match part {
            Expr::Apply(Op::Unwrap, of) if of[0] != Expr::Out(0) || compared => {
                of[0].eval(group.env(), Tolerance::Exact).is_some_and(|value| value.says_no())
            }
            _ => false,
        })
    };
    relation.when.test(group.env(), Tolerance::Exact) == Some(true)
        && (lacks(a, b) && value(b) || lacks(b, a) && value(a))
}

/// Whether a relation compares what the subject returns, where it does, with what a function returns that checks less: it does
/// not say where that is.
pub fn tells_no_refusals(relation: &Relation) -> bool {
    let unwraps = |side: &Expr| matches!(side, Expr::Apply(Op::Unwrap, of) if of[0] == Expr::Out(0));
    sides(relation).is_some_and(|[a, b]| {
        unwraps(a) && is_unchecked(b, relation) || unwraps(b) && is_unchecked(a, relation)
    })
}

/// Whether a side is what another function returns for the subject's arguments, as it is.
fn is_unchecked(side: &Expr, relation: &Relation) -> bool {
    let Expr::Out(out) = side else { return false };
    let followup = out.checked_sub(1).and_then(|number| relation.followups.get(number));
    followup.is_some_and(|it| it.function.is_some() && it.args.iter().all(|arg| place(arg).is_some()))
}

/// Whether a relation that compares two functions on the same arguments does so where one of them panics and the other
/// one returns a value.
pub fn fails_alone(relation: &Relation, rows: &[RowId], executors: &mut Executors<'_>) -> Result<bool> {
    let ([Followup { function: function @ Some(_), args }], Some([a, b])) =
        (relation.followups.as_slice(), sides(relation))
    else {
        return Ok(false);
    };
    let apart = |own: &Expr, other: &Expr| !own.mentions_out(1) && !other.mentions_out(0);
    let params: Option<Vec<usize>> = args.iter().map(place).collect();
    let (Some(params), true) = (params, apart(a, b) || apart(b, a)) else { return Ok(false) };
    let inputs = executors.subject.inputs_of(rows);
    let passed = |input: &Vec<Value>| params.iter().map(|place| input[*place].clone()).collect();
    let called = executors.called(function.as_deref())?;
    let others = called.run(inputs.iter().map(passed).collect())?;
    let others: Vec<Outcome> = others.iter().map(|row| called.original(*row).clone()).collect();
    Ok(rows.iter().zip(&inputs).zip(others).any(|((row, input), other)| {
        let (failed, outs) = match (executors.subject.original(*row), other) {
            (Outcome::Value(own), Outcome::Panic(_)) => ([false, true], [own.clone(), Value::None]),
            (Outcome::Panic(_), Outcome::Value(other)) => ([true, false], [Value::None, other]),
            _ => return false,
        };
        let env = Env { params: input, outs: &outs };
        let stands = |side: &Expr| !(0..2).any(|out| failed[out] && side.mentions_out(out));
        let has_value = |side: &Expr| stands(side) && side.eval(env, Tolerance::Exact).is_some();
        relation.when.test(env, Tolerance::Exact) == Some(true) && (has_value(a) || has_value(b))
    }))
}

fn sides(relation: &Relation) -> Option<[&Expr; 2]> {
    match &relation.then {
        Expr::Apply(Op::Eq, sides) => Some([&sides[0], &sides[1]]),
        _ => None,
    }
}

fn place(arg: &Expr) -> Option<usize> {
    match arg {
        Expr::Param(place) => Some(*place),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use morph_relation::{IntType, RelationText, Signature};
    use morph_traces::Variant;

    #[test]
    fn values_on_one_side_alone_are_told_from_functions_that_have_none() {
        let byte = Type::Int(IntType::U8);
        let optional = Type::Option(Box::new(byte.clone()));
        let params = vec![("n".to_owned(), byte)];
        let half = Signature::new("demo::half", params, optional.clone());
        let read = |then: &str| {
            let text = RelationText::exact(&["(n + 1,)"], then);
            Relation::parse(&text, &half, &|_| None).expect("a relation")
        };
        let some = |n: i128| Value::Some(Value::Int(n).into());
        let group = |outs: [Value; 2]| Group {
            source: 0,
            variant: Variant::Original,
            params: vec![Value::Int(6)].into(),
            outs: outs.into(),
        };
        for (then, outs, one_sided) in [
            ("y1.unwrap() == y0.unwrap()", [some(3), Value::None], true),
            ("y1.unwrap() == y0.unwrap()", [Value::None, some(3)], true),
            // What is no input has no place in an order.
            ("y1.unwrap() <= y0.unwrap()", [some(3), Value::None], false),
            ("y1.unwrap() == y0.unwrap()", [Value::None, Value::None], false),
            ("y1.unwrap() == y0.unwrap()", [some(3), some(4)], false),
            // What the function returns where it does.
            ("y0.unwrap() == n", [Value::None, some(3)], false),
            ("y1.unwrap() == n", [some(3), Value::None], true),
            // No byte is as large.
            ("y1.unwrap() == y0.unwrap() * 100", [some(3), Value::None], false),
        ] {
            assert_eq!(is_one_sided(&read(then), &group(outs), &optional), one_sided, "{then}");
        }
    }

    #[test]
    fn what_checks_less_may_return_more() {
        let byte = Type::Int(IntType::U8);
        let params = || vec![("n".to_owned(), byte.clone())];
        let optional = Type::Option(Box::new(byte.clone()));
        let half = Signature::new("demo::half", params(), optional.clone());
        let unchecked = Signature::new("demo::shifted", params(), byte.clone());
        let read = |followup: &str| {
            let text = RelationText::exact(&[followup], "y0.unwrap() == y1");
            Relation::parse(&text, &half, &|_| Some(unchecked.clone())).expect("a relation")
        };
        let group = Group {
            source: 0,
            variant: Variant::Original,
            params: vec![Value::Int(7)].into(),
            outs: [Value::None, Value::Int(3)].into(),
        };
        for (followup, is_unchecked) in [("demo::shifted(n)", true), ("demo::shifted(n + 1)", false)] {
            let relation = read(followup);
            assert_eq!(tells_no_refusals(&relation), is_unchecked, "{followup}");
            assert_eq!(is_one_sided(&relation, &group, &optional), !is_unchecked, "{followup}");
        }
    }
}
