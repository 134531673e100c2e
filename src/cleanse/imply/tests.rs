use proptest::prelude::*;

use super::cube::{Cube, Outcome, decide};
use super::linear::Sign;
use super::*;
use crate::search::Candidate;
use morph_lab::MutantId;
use morph_relation::exact::{Polynomial, Rational, int};
use morph_relation::{FloatType, IntType, Relation, RelationText, Signature, Tolerance, Type};
use morph_traces::Fault;

/// `f(x: f64, z: f64, n: u32, i: i64, xs: &[f64], s: &str) -> f64`
fn scope() -> Scope {
    let float = Type::Float(FloatType::F64);
    let slice = Type::Ref(Box::new(Type::Slice(Box::new(float.clone()))));
    let params = [
        ("x", float.clone()),
        ("z", float.clone()),
        ("n", Type::Int(IntType::U32)),
        ("i", Type::Int(IntType::I64)),
        ("xs", slice),
        ("s", Type::Ref(Box::new(Type::Str))),
    ];
    let params = params.into_iter().map(|(name, ty)| (name.to_owned(), ty)).collect();
    Scope { params, outs: vec![float.clone(), float.clone(), float], item: None }
}

fn ask(given: &str, goal: &str) -> Implication {
    let scope = scope();
    implies(&[&scope.parse(given).unwrap()], &scope.parse(goal).unwrap(), &scope, None)
}

#[test]
fn what_follows_is_found_to_follow() {
    for (given, goal) in [
        ("y1 == y0", "y1 <= y0"),
        ("y1 == y0 && y2 == y1", "y2 == y0"),
        ("y1 == y0 + 2.0", "y1 > y0"),
        ("y1 >= y0 + x && x > 0.0", "y1 > y0 && y1 != y0"),
        ("x > 1.0", "x > 0.0 || z > 0.0"),
        ("x > 0.0 || x < -1.0", "x != 0.0"),
        ("x.abs() <= 1000.0", "x.abs() <= 1000000.0"),
        ("x.abs() <= 10.0", "x < 11.0"),
        ("y1 == y0.max(x)", "y1 >= x && y1 >= y0"),
        ("y1 == y0.min(x) && y0 < x", "y1 == y0"),
        ("y0 * 2.0 - y1 == x", "y1 == 2.0 * y0 - x"),
        ("y1 / 4.0 == y0", "y1 == 4.0 * y0"),
        // integers
        ("n > 3", "n >= 4"),
        ("2 * i == 7", "n == 0"),
        ("i > 0 && i < 1", "false"),
        ("true", "n >= 0 && n > -1"),
        ("n as f64 == x", "x >= 0.0"),
        ("xs.len() != 0", "xs.len() >= 1"),
        // squares and products
        ("true", "x * x >= 0.0"),
        ("true", "x * x + z * z >= 2.0 * x * z"),
        ("x > 0.0 && z > 0.0", "x * z > 0.0"),
        ("x > 0.0 && x * z > 0.0", "z > 0.0"),
        ("x == z", "x * x == z * z"),
        ("y1 == x * y0 && x >= 1.0 && y0 >= 0.0", "y1 >= y0"),
        ("x >= 2.0", "x * x >= 4.0"),
        // what is not looked into
        ("s.is_empty() && x > 1.0", "x > 0.0 && s.is_empty()"),
        ("xs.iter().all(|x| x.abs() <= 1000.0)", "xs.iter().all(|x| x.abs() <= 1000.0) || y0 < y1"),
        ("xs == xs.iter().rev() && y1 == y0", "xs.iter().rev() == xs"),
    ] {
        assert_eq!(ask(given, goal), Implication::Implied, "{given} => {goal}");
    }
}

#[test]
fn what_does_not_follow_is_refuted_by_values_that_show_it() {
    for (given, goal) in [
        ("y1 <= y0", "y1 == y0"),
        ("y1 == y0 + 2.0", "y1 > y0 + 2.0"),
        ("x > 0.0 || z > 0.0", "x > 0.0"),
        ("x.abs() <= 11.0", "x.abs() <= 10.0"),
        ("n > 3", "n >= 5"),
        ("i > 0", "i > 1"),
        ("true", "x * x > 0.0"),
        ("x * z > 0.0", "x > 0.0"),
        ("x * x == z * z", "x == z"),
        ("y1 == x * y0 && y0 >= 0.0", "y1 >= y0"),
        ("y0 * y0 + y1 * y1 == 1.0", "y0 > 0.0"),
        ("y1 == 2.0 * y0 * y2", "y1 == y0"),
    ] {
        let Implication::Refuted(values) = ask(given, goal) else {
            panic!("{given} => {goal}: {:?}", ask(given, goal))
        };
        // Evaluated once more by the language itself: these are halves, at most.
        let scope = scope();
        let of = |expr: Expr| {
            let value =
                values.iter().find(|(name, _)| *name == expr).map_or(int(0), |(_, value)| value.clone());
            let as_i64 = |n: &num_bigint::BigInt| i64::try_from(n.clone()).unwrap();
            (as_i64(value.numer()), as_i64(value.denom()))
        };
        let value = |ty: &Type, (n, d): (i64, i64)| match ty.erased() {
            Type::Int(_) => morph_relation::Value::Int((n / d).into()),
            _ => morph_relation::Value::F64(n as f64 / d as f64),
        };
        let params: Vec<_> =
            scope.params.iter().enumerate().map(|(i, (_, ty))| value(ty, of(Expr::Param(i)))).collect();
        let outs: Vec<_> = scope.outs.iter().enumerate().map(|(i, ty)| value(ty, of(Expr::Out(i)))).collect();
        let env = morph_relation::Env { params: &params, outs: &outs };
        let holds = |text: &str| scope.parse(text).unwrap().test(env, Tolerance::Exact);
        assert_eq!((holds(given), holds(goal)), (Some(true), Some(false)), "{given} => {goal}: {values:?}");
    }
}

#[test]
fn near_misses_are_told_apart() {
    assert_eq!(ask("y1 >= 1.000000000001 * y0 && y0 > 0.0", "y1 > y0"), Implication::Implied);
    assert!(matches!(ask("y1 >= 0.999999999999 * y0 && y0 > 0.0", "y1 >= y0"), Implication::Refuted(_)));
    assert_eq!(ask("x < 0.1", "x < 0.10000000000000002"), Implication::Implied);
    assert!(matches!(ask("x < 0.10000000000000002", "x < 0.1"), Implication::Refuted(_)));
    // Three lines through nearly one point: 1e-12 decides.
    let lines = "y1 <= y0 && y1 >= 2.0 * y0 - 1.0";
    assert_eq!(ask(&format!("{lines} && y0 >= 1.0"), "y1 <= 1.000000000001"), Implication::Implied);
    assert!(matches!(ask(&format!("{lines} && y0 >= 1.0"), "y1 <= 0.999999999999"), Implication::Refuted(_)));
}

#[test]
fn what_is_not_looked_into_is_never_refuted() {
    for (given, goal) in [
        ("s.is_empty()", "x > 0.0"),
        ("xs.iter().sum() > 0.0", "xs.len() > 3"),
        ("x / z > 0.0", "x > 0.0"),
        ("i % 2 == 0", "i / 2 * 2 == i"),
    ] {
        assert_eq!(ask(given, goal), Implication::Unknown, "{given} => {goal}");
    }
}

#[test]
fn a_solver_is_asked_where_the_decision_is_open() {
    let scope = scope();
    let [given, goal] =
        ["i % 2 == 0 && x * x == 2.0", "x > 0.0 || n > 1"].map(|text| scope.parse(text).unwrap());
    let asked = std::cell::RefCell::new(Vec::new());
    let answer = |query: &Query| {
        asked.borrow_mut().push(query.clone());
        true
    };
    assert_eq!(implies(&[&given], &goal, &scope, Some(&answer)), Implication::Implied);
    let asked = asked.into_inner();
    assert_eq!(asked.len(), 1);
    let constants: Vec<(&str, &str)> = asked[0].constants.iter().map(|(n, sort)| (&**n, *sort)).collect();
    assert_eq!(constants, [("v0", "Int"), ("v1", "Real"), ("v2", "Int")]);
    assert_eq!(asked[0].logic, "QF_NIRA");
    assert!(asked[0].assertion.contains("(+ (- 2.0) (* 1.0 v1 v1))"), "{}", asked[0].assertion);
}

fn subject() -> Signature {
    Signature { params: scope().params, ..Signature::new("demo::f", scope().params, scope().outs[0].clone()) }
}

fn relation(when: &str, followups: &[&str], then: &str, tolerance: &str) -> Relation {
    let text = RelationText {
        given: Vec::new(),
        when: when.to_owned(),
        followups: followups.iter().map(|f| format!("({f}, z, n, i, xs, s)")).collect(),
        then: then.to_owned(),
        tolerance: tolerance.to_owned(),
    };
    Relation::parse(&text, &subject(), &|_| None).unwrap()
}

#[test]
fn of_two_relations_the_one_that_says_all_is_known() {
    let says_all = |first: &Relation, second: &Relation| {
        says_all(first, second, &subject(), &[], None) == Implication::Implied
    };
    let equal = relation("true", &["x + x"], "y1 == y0", "exact");
    for second in [
        relation("true", &["x * 2.0"], "y1 <= y0", "exact"),
        relation("x > 0.0", &["2.0 * x"], "y1 == y0", "rel 1e-9"),
        // One execution more, in another order.
        relation("true", &["x + 1.0", "x * 2.0"], "y2 + y1 <= y1 + y0", "exact"),
    ] {
        assert!(says_all(&equal, &second), "{}", second.readable(&subject(), &|_| None));
        assert!(!says_all(&second, &equal), "{}", second.readable(&subject(), &|_| None));
    }
    for second in [
        relation("true", &["x * 3.0"], "y1 <= y0", "exact"),
        relation("true", &["x * 2.0"], "y1 == y0 + x", "exact"),
    ] {
        assert!(!says_all(&equal, &second), "{}", second.readable(&subject(), &|_| None));
    }
    let guarded = relation("x > 0.0", &["x * 2.0"], "y1 >= y0", "exact");
    assert!(says_all(&guarded, &relation("x > 1.0", &["x * 2.0"], "y1 > y0 || y1 == y0", "exact")));
    assert!(!says_all(&guarded, &relation("x >= 0.0", &["x * 2.0"], "y1 >= y0", "exact")));
    let lax = relation("true", &["x * 2.0"], "y1 == y0", "rel 1e-9");
    assert!(!says_all(&lax, &equal));
}

#[test]
fn a_relation_that_another_implies_is_dropped_unless_it_kills_more() {
    let candidate = |then: &str, kills: &[u32]| Candidate {
        shape: None,
        relation: relation("true", &["-x"], then, "exact"),
        strategy: "polynomial",
        kills: kills.iter().map(|n| Fault::Mutant(MutantId(*n))).collect(),
        groups: 9,
    };
    let all = [
        candidate("y1 == -y0", &[1, 2]),
        candidate("y1 + y0 <= 0.0", &[1]),
        candidate("y1 + y0 >= 0.0", &[3]),
        candidate("-y1 == y0", &[1, 2]),
        candidate("y1 > y0", &[1]),
    ];
    let all: Vec<&Candidate> = all.iter().collect();
    assert_eq!(implied(&all, &subject(), &[], None), [1, 3]);
}

/// Comparisons of sums of three variables with small coefficients, of products where `degree` is two.
fn any_cube(products: bool) -> impl Strategy<Value = Vec<(Vec<i64>, i64, Sign)>> {
    let sign = prop_oneof![Just(Sign::Zero), Just(Sign::NotNegative), Just(Sign::Positive)];
    let width = if products { 6 } else { 3 };
    let row = (proptest::collection::vec(-3_i64..=3, width), -4_i64..=4, sign);
    proptest::collection::vec(row, 1..6)
}

fn cube_of(rows: &[(Vec<i64>, i64, Sign)]) -> Cube {
    let monomials =
        [vec![(0, 1)], vec![(1, 1)], vec![(2, 1)], vec![(0, 2)], vec![(0, 1), (1, 1)], vec![(2, 2)]];
    let row = |(coefficients, constant, sign): &(Vec<i64>, i64, Sign)| {
        let sum =
            coefficients.iter().zip(&monomials).fold(Polynomial::constant(int(*constant)), |sum, (c, m)| {
                sum + Polynomial::term(m.clone(), int(*c))
            });
        (sum, *sign)
    };
    rows.iter().map(row).collect()
}

/// Points of a grid of halves, or of whole numbers, on which rows hold; sums of such floats are exact.
fn found_on_grid(rows: &[(Vec<i64>, i64, Sign)], whole: bool) -> Option<[f64; 3]> {
    let step = if whole { 1.0 } else { 0.5 };
    let numbers = || (-6..=6).map(move |n| f64::from(n) * step);
    let points = numbers().flat_map(|a| numbers().flat_map(move |b| numbers().map(move |c| [a, b, c])));
    let holds = |[a, b, c]: &[f64; 3]| {
        rows.iter().all(|(coefficients, constant, sign)| {
            let terms = coefficients.iter().zip([*a, *b, *c, a * a, a * b, c * c]);
            let sum = terms.fold(*constant as f64, |sum, (coefficient, m)| sum + *coefficient as f64 * m);
            match sign {
                Sign::Zero => sum == 0.0,
                Sign::NotNegative => sum >= 0.0,
                Sign::Positive => sum > 0.0,
            }
        })
    };
    points.into_iter().find(holds)
}

fn holds(cube: &Cube, values: &[Rational]) -> bool {
    let value = |variable: usize| values.get(variable).cloned();
    cube.iter().all(|(polynomial, sign)| polynomial.with(&value).as_constant().is_some_and(|v| sign.of(&v)))
}

fn agrees_with_samples(rows: &[(Vec<i64>, i64, Sign)], whole: bool) -> Result<Outcome, TestCaseError> {
    let cube = cube_of(rows);
    let outcome = decide(&cube, &[whole; 3]);
    match &outcome {
        Outcome::Possible(values) => {
            prop_assert!(holds(&cube, values), "{values:?}");
            prop_assert!(!whole || values.iter().all(Rational::is_integer), "{values:?}");
        }
        Outcome::Impossible => {
            let found = found_on_grid(rows, whole);
            prop_assert!(found.is_none(), "{found:?}");
        }
        Outcome::Unknown => {}
    }
    Ok(outcome)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn linear_systems_are_decided_as_samples_say(rows in any_cube(false)) {
        let outcome = agrees_with_samples(&rows, false)?;
        prop_assert_ne!(outcome, Outcome::Unknown);
    }

    #[test]
    fn systems_of_integers_are_never_decided_against_samples(rows in any_cube(false)) {
        agrees_with_samples(&rows, true)?;
    }

    #[test]
    fn systems_with_products_are_never_decided_against_samples(rows in any_cube(true)) {
        agrees_with_samples(&rows, false)?;
    }
}
