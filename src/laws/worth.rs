//! What is true and says nothing.

use morph_relation::{Expr, Op, Relation, Scope, Signature, Type, Value};

/// Whether a statement that has types says something of its subject.
pub fn is_worth_saying(form: &Relation, subject: &Signature) -> bool {
    says_something(form)
        && !states_type_bound(form, subject)
        && !is_never_negative_anyway(form, subject)
        && !is_operator(form, subject)
        && !is_conditional_on_a_value(form)
        && !is_idle_step(form)
        && !tells_equal_by_zero(form, subject)
}

/// Not where both sides are the same, or no outcome is spoken of.
fn says_something(relation: &Relation) -> bool {
    let same = matches!(&relation.then, Expr::Apply(_, sides) if sides.len() == 2 && sides[0] == sides[1]);
    !same && relation.then.mentions_outcome()
}

/// Whether its condition is about a value that need not be there.
fn is_conditional_on_a_value(relation: &Relation) -> bool {
    match &relation.then {
        Expr::Apply(Op::Or, sides) => sides[0].any(&mut |part| matches!(part, Expr::Apply(Op::Unwrap, _))),
        _ => false,
    }
}

/// Whether it says of the `eq` of an implementation what this says itself: it is what `==` calls.
fn is_operator(relation: &Relation, subject: &Signature) -> bool {
    let implements = subject.member.as_ref().and_then(|member| member.implements());
    implements == Some("PartialEq")
        && relation.followups.is_empty()
        && matches!(&relation.then, Expr::Apply(Op::Eq, sides) if sides.contains(&Expr::Out(0)))
}

/// Whether it says that the next integer changes nothing, as if that were a period: where that holds the parameter is idle.
fn is_idle_step(relation: &Relation) -> bool {
    let step = |arg: &Expr| matches!(arg, Expr::Apply(Op::Add, sides) if sides[1] == Expr::int(1));
    let equates = match &relation.then {
        Expr::Apply(Op::Eq, sides) => sides.iter().all(|side| matches!(side, Expr::Out(_))),
        _ => false,
    };
    let [followup] = relation.followups.as_slice() else { return false };
    equates && followup.function.is_none() && followup.args.iter().any(step)
}

/// Whether it says that floats are zero for equal values alone: those of values that hardly differ are zero, too.
fn tells_equal_by_zero(relation: &Relation, subject: &Signature) -> bool {
    let is_zero = |side: &Expr| matches!(side, Expr::Apply(Op::Eq, of) if of[0].mentions_outcome());
    let is_equal = |side: &Expr| matches!(side, Expr::Apply(Op::Eq, of) if matches!(of.as_slice(), [Expr::Param(_), Expr::Param(_)]));
    let of_floats = subject.ret.has_float() || subject.arguments().iter().any(|(_, ty)| ty.has_float());
    of_floats
        && matches!(&relation.then, Expr::Apply(Op::Eq, sides) if sides.iter().any(is_zero) && sides.iter().any(is_equal))
}

/// Whether it says that a float is not negative of a function that takes nothing negative: most of what is made of such numbers
/// is not.
fn is_never_negative_anyway(relation: &Relation, subject: &Signature) -> bool {
    let is_zero = |side: &Expr| match side {
        Expr::Const(value) => value.as_float() == Some(0.0) || *value == Value::Int(0),
        _ => false,
    };
    let of_outcome = matches!(&relation.then, Expr::Apply(Op::Ge, sides) if sides[0] == Expr::Out(0) && is_zero(&sides[1]));
    let is_unsigned = |ty: &Type| matches!(ty.erased(), Type::Int(int) if !int.signed());
    of_outcome && subject.arguments().iter().all(|(_, ty)| is_unsigned(ty))
}

/// Whether it states a bound that nothing can exceed: what is unsigned is never negative, and no byte is above 255.
fn states_type_bound(relation: &Relation, subject: &Signature) -> bool {
    let is_integer = |ty: &Type| matches!(ty, Type::Int(_)).then(|| ty.clone());
    let ty = |side: &Expr| match side {
        Expr::Param(place) => is_integer(&subject.params.get(*place)?.1),
        Expr::Out(0) => is_integer(&subject.ret),
        Expr::Apply(Op::Unwrap, of) if of[0] == Expr::Out(0) => is_integer(subject.ret.unwrapped()),
        Expr::Field(of, part, _)
            if of.mentions_out(0) && !of.any(&mut |it| matches!(it, Expr::Field(..))) =>
        {
            is_integer(subject.ret.unwrapped().part(*part)?)
        }
        _ => None,
    };
    // By what a number would have to leave its type to be beyond the bound.
    let beyond = |op: Op| match op {
        Op::Ge => Some(-1),
        Op::Gt | Op::Lt => Some(0),
        Op::Le => Some(1),
        _ => None,
    };
    relation.then.any(&mut |part| match part {
        Expr::Apply(op, sides) => match (beyond(*op), sides.as_slice()) {
            (Some(by), [side, Expr::Const(Value::Int(n))]) => {
                let fits = |ty: &Type| n.checked_add(by).is_some_and(|n| Value::Int(n).fits(ty));
                ty(side).is_some_and(|ty| !fits(&ty))
            }
            _ => false,
        },
        _ => false,
    })
}

/// Not where texts, sequences or tuples are ordered: that order seldom means anything. Nor does that of records, but where the
/// family is about any order and the function leaves its arguments alone. What cannot be taken apart and has an order is a
/// number or a date.
pub fn orders_numbers(relation: &Relation, scope: &Scope, of_any_order: bool) -> bool {
    match &relation.then {
        Expr::Apply(Op::Lt | Op::Le | Op::Gt | Op::Ge, sides) => match scope.type_of(&sides[0]) {
            Some(Type::Int(_) | Type::Float(_)) => true,
            Some(Type::Adt(adt)) => of_any_order || adt.seen.get().is_some(),
            _ => false,
        },
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use morph_relation::{Followup, Tolerance};

    #[test]
    fn one_is_no_period_of_integers() {
        let next = |by: Value| Relation {
            given: Vec::new(),
            when: Expr::yes(),
            followups: vec![Followup::of_subject(vec![
                Expr::Param(0),
                Expr::binary(Op::Add, Expr::Param(1), Expr::Const(by)),
            ])],
            then: Expr::binary(Op::Eq, Expr::Out(1), Expr::Out(0)),
            tolerance: Tolerance::Exact,
        };
        assert!(is_idle_step(&next(Value::Int(1))));
        assert!(!is_idle_step(&next(Value::Int(7))));
        assert!(!is_idle_step(&next(Value::F64(1.0))));
    }

    #[test]
    fn a_bound_outside_of_the_type_is_none() {
        let byte = Type::Int(morph_relation::IntType::U8);
        let subject = Signature::new("demo::f", vec![("x".to_owned(), byte.clone())], byte);
        let states = |op: Op, side: Expr, n: i128| {
            let then = Expr::binary(Op::Eq, Expr::yes(), Expr::binary(op, side, Expr::int(n)));
            let relation = Relation {
                given: Vec::new(),
                when: Expr::yes(),
                followups: Vec::new(),
                then,
                tolerance: Tolerance::Exact,
            };
            states_type_bound(&relation, &subject)
        };
        let pair = Signature { ret: Type::Tuple(vec![Type::Bool, subject.ret.clone()]), ..subject.clone() };
        let part = Expr::Field(Box::new(Expr::Out(0)), 1, "1".into());
        let never_negative = Relation {
            given: Vec::new(),
            when: Expr::yes(),
            followups: Vec::new(),
            then: Expr::binary(Op::Ge, part, Expr::int(0)),
            tolerance: Tolerance::Exact,
        };
        assert!(states_type_bound(&never_negative, &pair));
        assert!(states(Op::Ge, Expr::Out(0), 0) && states(Op::Le, Expr::Param(0), 4000));
        assert!(states(Op::Le, Expr::Out(0), 255) && states(Op::Lt, Expr::Param(0), 256));
        assert!(!states(Op::Ge, Expr::Param(0), 1) && !states(Op::Lt, Expr::Out(0), 255));
    }
}
