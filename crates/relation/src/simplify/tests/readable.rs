//! What a person would write.

use super::*;
use crate::relation::Followup;

fn subject(params: &[(&str, Type)], out: &Type) -> (Scope, Vec<Type>) {
    let params = params.iter().map(|(name, ty)| ((*name).to_owned(), ty.clone())).collect();
    (Scope { params, outs: vec![out.clone(); 3], item: None }, vec![out.clone(); 3])
}

fn check(scope: &Scope, cases: &[(&str, &str)]) {
    for (ugly, nice) in cases {
        let expr = scope.parse(ugly).unwrap_or_else(|why| panic!("{why}"));
        let simple = simplify(&expr, scope, Tolerance::Exact, &[]);
        assert_eq!(scope.show(&simple), *nice, "from `{ugly}`");
    }
}

#[test]
fn integers_are_said_plainly() {
    let int = Type::Int(IntType::U32);
    let (scope, _) = subject(&[("a", int.clone()), ("b", int.clone())], &int);
    check(
        &scope,
        &[
            ("y1 - a + a == 0 + y0", "y1 == y0"),
            ("!(y0 > y1) && true", "y1 >= y0"),
            ("y0 == y0", "true"),
            ("(y0 <= y1) && (y1 <= y0)", "y1 == y0"),
            ("y0 == y1 - 1", "y1 == y0 + 1"),
            ("y1 - y0 == 1", "y1 == y0 + 1"),
            ("0 == y0 - y1", "y1 == y0"),
            ("1 + y0 < y1 + 1", "y1 > y0"),
            ("y0 + 1 <= y1", "y1 > y0"),
            ("y1 * 2 == 2 * y0", "y1 == y0"),
            ("y0 + y0 == y1", "y1 == y0 * 2"),
            ("-y1 == -y0", "y1 == y0"),
            ("y1 == y0 + (3 - 2) * 2", "y1 == y0 + 2"),
            ("a * b + y1 - b * a == y0", "y1 == y0"),
            ("y1 + -1 > y0", "y1 > y0 + 1"),
            ("(a + y1) - (y0 + a) >= 0", "y1 >= y0"),
            ("y1 >= 0 && y1 == y0", "y1 == y0"),
            ("y0 < 0 || y1 == y0", "y1 == y0"),
            ("y1.abs() == y0", "y1 == y0"),
            ("y1.max(y1.min(a)) == y0 * 1", "y1 == y0"),
            ("10 - y0 == y1", "y1 + y0 == 10"),
            ("0 < a", "a > 0"),
            ("5 - 3 < b && b != a", "a != b && b > 2"),
        ],
    );
}

#[test]
fn integers_that_may_overflow_are_left_as_they_are() {
    let int = Type::Int(IntType::I128);
    let (scope, _) = subject(&[("a", int.clone())], &int);
    check(&scope, &[("y1 - a + a == y0", "y1 - a + a == y0"), ("y1 + 0 == y0", "y1 == y0")]);
}

#[test]
fn floats_keep_their_bits() {
    let float = Type::Float(FloatType::F64);
    let (scope, _) = subject(&[("a", float.clone())], &float);
    check(
        &scope,
        &[
            ("1.0 * y1 == -(-y0)", "y1 == y0"),
            ("y0 <= y1 && y1 <= y0", "y1 == y0"),
            ("y0 == y1 + y1", "y1 * 2.0 == y0"),
            ("y1 - 0.0 == y0", "y1 == y0"),
            // With NaN, infinities, the sign of zero or rounding, none of these is anything else.
            ("y1 + 0.0 == y0", "y1 + 0.0 == y0"),
            ("y1 - a + a == y0", "y1 - a + a == y0"),
            ("!(y1 < y0)", "!(y1 < y0)"),
            ("y1 - y1 == y0", "y1 - y1 == y0"),
            ("y1 * 0.0 == y0", "y1 * 0.0 == y0"),
            ("y1 == y1 && y0 == y1", "y1 == y0"),
        ],
    );
}

#[test]
fn truths_are_said_plainly() {
    let (scope, _) = subject(&[("p", Type::Bool)], &Type::Bool);
    check(
        &scope,
        &[
            ("y1 == true", "y1"),
            ("!y1 == !y0", "y1 == y0"),
            ("!(y0 && !y1)", "!y0 || y1"),
            ("y1 || !y0", "!y0 || y1"),
            ("!(y1 && y0)", "!y0 || !y1"),
            ("!(!y0 || !y1)", "y0 && y1"),
            ("y1 && (y1 || y0) || false", "y1"),
            ("(y1 || !y1) && y0 == y1", "y1 == y0"),
            ("!(y1 != y0)", "y1 == y0"),
        ],
    );
}

#[test]
fn texts_sequences_and_options_are_said_plainly() {
    let (scope, _) = subject(&[("s", Type::String), ("t", Type::String)], &Type::String);
    check(
        &scope,
        &[
            ("y1.chars().rev().chars().rev() == y0", "y1 == y0"),
            ("y1.chars().rev().len() == [y0, t].concat().len()", "y1.len() == y0.len() + t.len()"),
            ("[y1, t].concat() == [y0, t].concat()", "y1 == y0"),
            ("y0.len() == 0 && y1 == y0", "y0.is_empty() && y1 == y0"),
            (
                "y1.to_uppercase().to_uppercase() == y0.to_uppercase()",
                "y1.to_uppercase() == y0.to_uppercase()",
            ),
        ],
    );
    let ints = Type::Vec(Box::new(Type::Int(IntType::I32)));
    let (scope, _) = subject(&[("xs", ints.clone())], &ints);
    check(
        &scope,
        &[
            ("y0.iter().rev() == y1.iter().rev()", "y1 == y0"),
            (
                "y1.iter().rev().iter().sum() == y0.sorted().iter().sum()",
                "y1.iter().sum() == y0.iter().sum()",
            ),
            ("y1.iter().map(|x| x + 0) == y0", "y1 == y0"),
            ("y1.iter().map(|x| 0 + x + 3 - 2) == y0", "y1.iter().map(|x| x + 1) == y0"),
            ("y1.iter().all(|x| x == x) && y1 == y0", "y1 == y0"),
            ("[y1, xs].concat().len() == xs.len() + y0.len()", "y1.len() == y0.len()"),
            ("!(y1.len() > 0) || y1 == y0", "y1.is_empty() || y1 == y0"),
        ],
    );
    let option = Type::Option(Box::new(Type::Int(IntType::I32)));
    let (scope, _) = subject(&[("n", Type::Int(IntType::I32))], &option);
    check(
        &scope,
        &[
            ("Some(y1.unwrap()) == Some(n)", "y1.unwrap() == n"),
            // Where there is no value there is no verdict, and that must stay so.
            ("y1.unwrap() == y1.unwrap()", "y1.unwrap() == y1.unwrap()"),
        ],
    );
}

#[test]
fn what_the_guard_says_is_not_said_again() {
    let text = Type::String;
    let (scope, outs) = subject(&[("s", text.clone())], &text);
    let subject = Signature::new("demo::f", scope.params.clone(), text);
    let simplified = |when: &str, then: &str| {
        let relation = Relation {
            given: Vec::new(),
            when: scope.parse(when).expect("a guard"),
            followups: vec![Followup::of_subject(vec![Expr::Param(0)])],
            then: scope.parse(then).expect("a relation"),
            tolerance: Tolerance::Exact,
        };
        scope.show(&Simplifier::default().simplified(&relation, &subject, &outs).then)
    };
    assert_eq!(simplified("!s.is_empty()", "y1.ends_with(y0) == s.is_empty()"), "!y1.ends_with(y0)");
    assert_eq!(simplified("s.is_empty()", "(y1 == y0) == s.is_empty()"), "y1 == y0");
    assert_eq!(simplified("true", "(y1 == y0) == s.is_empty()"), "(y1 == y0) == s.is_empty()");
}

#[test]
fn orderings_are_said_plainly() {
    let (scope, _) = subject(&[("a", Type::String)], &Type::Ordering);
    check(
        &scope,
        &[
            ("y1.reverse() == y0", "y1 == y0.reverse()"),
            ("y0 == y1.reverse()", "y1 == y0.reverse()"),
            ("y1.reverse() == y0.reverse()", "y1 == y0"),
        ],
    );
}
