//! What one law of a function says of another one: who knows the one can tell the other.

use crate::search::Candidate;
use morph_relation::{Expr, Followup, Op, Scope, Signature, Type};

/// Whether a law follows from another one of the same function that says what is seen of all that is returned, or is a special
/// case of it.
pub fn is_told(law: &Candidate, known: &Candidate, subject: &Signature) -> bool {
    lists(known, subject).is_some_and(|by| law.relation.called().all(|path| path == by))
        || seen_through(known, subject).is_some_and(|by| is_seen_through(law, by))
        || is_case(law, known)
}

/// The function through which a law says what its subject returns, whatever that is given: `g(f(x)) == x`, `g(f(x)) == h(x)`.
fn seen_through<'a>(law: &'a Candidate, subject: &Signature) -> Option<&'a str> {
    let relation = &law.relation;
    let Expr::Apply(Op::Eq, sides) = &relation.then else { return None };
    let numbered = || (1..).zip(&relation.followups);
    let mut showing = numbered().filter(|(_, followup)| passes_outcome_alone(followup, 0));
    let (Some((shown, followup)), None) = (showing.next(), showing.next()) else { return None };
    let path = followup.function.as_deref().filter(|path| *path != subject.path)?;
    // What others return for the same is as good as the parameters.
    let is_other = |other: &Followup| {
        other.function.as_deref().is_some_and(|function| function != path)
            && !other.args.iter().any(Expr::mentions_outcome)
    };
    let are_others = numbered().all(|(out, other)| out == shown || is_other(other));
    let tells = sides.iter().any(|side| *side.unwrapped() == Expr::Out(shown))
        && sides.iter().any(|side| !side.mentions_out(0) && !side.mentions_out(shown));
    (relation.when.is_yes() && tells && are_others).then_some(path)
}

/// Whether a law asks what its subject returns through another function alone.
fn is_seen_through(law: &Candidate, path: &str) -> bool {
    let relation = &law.relation;
    let own = |out: &usize| *out == 0 || relation.followups[*out - 1].function.is_none();
    let outcomes = || (0..=relation.followups.len()).filter(own);
    let asks = |followup: &Followup| match followup.function.as_deref() {
        None => !followup.args.iter().any(Expr::mentions_outcome),
        Some(other) => other == path && outcomes().any(|out| passes_outcome_alone(followup, out)),
    };
    !relation.followups.is_empty()
        && relation.followups.iter().all(asks)
        && outcomes().all(|out| !relation.then.mentions_out(out))
}

/// Whether a follow-up's only argument is an outcome, or what that wraps.
fn passes_outcome_alone(followup: &Followup, out: usize) -> bool {
    matches!(followup.args.as_slice(), [arg] if *arg.unwrapped() == Expr::Out(out))
}

/// The method that lists all that a value of a type of its own holds, if a law says what it lists of each value that is
/// returned: whatever else it lists of them follows, and so does what they are.
pub fn lists<'a>(law: &'a Candidate, subject: &Signature) -> Option<&'a str> {
    let method = seen_through(law, subject)?;
    let Expr::Apply(_, sides) = &law.relation.then else { return None };
    let listed = sides.iter().find(|side| !side.mentions_outcome())?;
    let scope = Scope { params: subject.params.clone(), outs: Vec::new(), item: None };
    let is_list = |ty: Type| matches!(ty.erased(), Type::Vec(_) | Type::Array(..) | Type::Tuple(_));
    let mentions = |place: usize| listed.any(&mut |part| *part == Expr::Param(place));
    let is_whole = (0..subject.arguments().len()).all(mentions);
    let is_record = matches!(subject.ret.erased(), Type::Adt(_));
    (is_record && is_whole && scope.type_of(listed).is_some_and(is_list)).then_some(method)
}

/// Whether a law says of the subject with special arguments what another one says of it with any, each where it is known to
/// hold.
fn is_case(law: &Candidate, known: &Candidate) -> bool {
    let Some((first, rest)) = law.relation.followups.split_first() else { return false };
    if first.function.is_some() || first.args.iter().any(Expr::mentions_outcome) {
        return false;
    }
    fn moved(of: &Expr, args: &[Expr]) -> Expr {
        match of {
            Expr::Param(place) => args.get(*place).unwrap_or(of).clone(),
            Expr::Out(out) => Expr::Out(out + 1),
            of => of.with_children(&mut |child| moved(child, args)),
        }
    }
    let general = known.relation.with_exprs(&mut |expr| moved(expr, &first.args));
    general.then == law.relation.then && general.followups == rest
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use morph_relation::{Adt, Home, IntType, Relation, Tolerance, Traits};

    fn law(followups: Vec<Followup>, then: Expr) -> Candidate {
        let (given, when, tolerance) = (Vec::new(), Expr::yes(), Tolerance::Exact);
        Candidate {
            shape: None,
            relation: Relation { given, when, followups, then, tolerance },
            strategy: "enumerate",
            kills: BTreeSet::new(),
            groups: 100,
        }
    }

    fn through(path: &str, arg: Expr) -> Followup {
        Followup { function: Some(path.to_owned()), args: vec![arg] }
    }

    fn equal(a: Expr, b: Expr) -> Expr {
        Expr::binary(Op::Eq, a, b)
    }

    #[test]
    fn what_lists_all_that_a_value_holds_says_the_rest() {
        let list = Type::Vec(Box::new(Type::Int(IntType::I64)));
        let set =
            Type::Adt(Adt::new("demo::Set".into(), "Set".into(), Home::default(), false, Traits::default()));
        let subject = Signature::new("demo::set", vec![("items".to_owned(), list)], set);
        let seen_by = |method: &str, then: Expr| law(vec![through(method, Expr::Out(0))], then);
        let length = |of: Expr| Expr::unary(Op::Len, of);
        let whole = seen_by("listed", equal(Expr::Out(1), Expr::unary(Op::Sorted, Expr::Param(0))));
        let lengths = equal(length(Expr::Out(1)), length(Expr::Param(0)));
        let count = seen_by("count", equal(Expr::Out(1), length(Expr::Param(0))));
        assert_eq!(lists(&whole, &subject), Some("listed"));
        assert_eq!(lists(&count, &subject), None);
        assert!(is_told(&seen_by("listed", lengths.clone()), &whole, &subject));
        assert!(!is_told(&seen_by("other", lengths), &whole, &subject));
        let sorted = Followup::of_subject(vec![Expr::unary(Op::Sorted, Expr::Param(0))]);
        assert!(is_told(&law(vec![sorted], equal(Expr::Out(1), Expr::Out(0))), &whole, &subject));
    }

    #[test]
    fn what_another_function_makes_of_an_outcome_says_the_rest_of_it() {
        let int = Type::Int(IntType::I64);
        let subject = Signature::new("demo::f", vec![("x".to_owned(), int.clone())], int);
        let through = |path: &str, out: usize| through(path, Expr::unary(Op::Unwrap, Expr::Out(out)));
        let next = || Expr::binary(Op::Add, Expr::Param(0), Expr::int(1));
        let larger = || Followup::of_subject(vec![next()]);
        let undone = law(vec![through("demo::g", 0)], equal(Expr::Out(1), Expr::Param(0)));
        let by = |path: &str| {
            let followups = vec![larger(), through(path, 1), through(path, 0)];
            law(followups, Expr::binary(Op::Gt, Expr::Out(2), Expr::Out(3)))
        };
        assert!(is_told(&by("demo::g"), &undone, &subject) && !is_told(&by("demo::h"), &undone, &subject));
        let of_itself = law(vec![larger()], Expr::binary(Op::Gt, Expr::Out(1), Expr::Out(0)));
        assert!(!is_told(&of_itself, &undone, &subject));
        let of_param = Followup { function: Some("demo::h".to_owned()), args: vec![Expr::Param(0)] };
        let same = law(vec![of_param, through("demo::g", 0)], equal(Expr::Out(2), Expr::Out(1)));
        assert!(is_told(&by("demo::g"), &same, &subject) && !is_told(&same, &undone, &subject));
    }

    #[test]
    fn a_special_case_says_no_more() {
        let next = || Expr::binary(Op::Add, Expr::Param(0), Expr::int(1));
        let seen = |out: usize, then: Expr| (through("demo::g", Expr::Out(out)), then);
        let (followup, then) = seen(0, equal(Expr::Out(1), Expr::Param(0)));
        let general = law(vec![followup], then);
        let (followup, then) = seen(1, equal(Expr::Out(2), next()));
        let case = law(vec![Followup::of_subject(vec![next()]), followup], then);
        assert!(is_case(&case, &general) && !is_case(&general, &case));
    }
}
