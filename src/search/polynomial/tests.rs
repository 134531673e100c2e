//! Addition theorems are found, on functions that live in memory.

mod narrow;
mod points;

use std::collections::BTreeSet;
use std::sync::Mutex;

use super::*;
use crate::search::{Strategy, Task};
use morph_lab::MutantId;
use morph_relation::Transformation;
use morph_relation::{Expr, FloatType, IntType, Relation, Scope, Signature, Type};
use morph_traces::{Fault, Group, Groups, Variant};

struct Memory<F>(F);

impl<F: Fn(&[Value]) -> Option<Value>> Original for Memory<F> {
    fn outcomes(&mut self, inputs: &[Vec<Value>]) -> anyhow::Result<Vec<Option<Value>>> {
        Ok(inputs.iter().map(|input| (self.0)(input)).collect())
    }
}

const F64: Type = Type::Float(FloatType::F64);
const U32: Type = Type::Int(IntType::U32);

fn laws(
    params: &[(&str, Type)],
    ret: Type,
    preset: &Preset,
    f: impl Fn(&[Value]) -> Option<Value>,
) -> Vec<String> {
    let params = params.iter().map(|(name, ty)| ((*name).to_owned(), ty.clone())).collect();
    let subject = Signature::new("demo::f", params, ret);
    let ranges = Ranges::new();
    let search = Search {
        subject: &subject,
        constants: &[],
        ranges: &ranges,
        recorded: &[],
        preset,
        executions: 10_000_000,
        ends: &|| false,
        seed: 0,
    };
    let found = search.run(&mut Memory(f)).unwrap();
    let space = Space::of(&subject).unwrap();
    let relations = found.laws.iter().filter_map(|law| law.relation(&space));
    relations.map(|relation| relation.readable(&subject, &|_| None)).collect()
}

fn float(input: &[Value], place: usize) -> f64 {
    input[place].as_float().expect("a float")
}

fn int(input: &[Value], place: usize) -> i128 {
    match input[place] {
        Value::Int(n) => n,
        _ => panic!("an integer"),
    }
}

fn of_float(preset: &Preset, f: fn(&[Value]) -> Option<Value>) -> Vec<String> {
    laws(&[("x", F64)], F64, preset, f)
}

fn assert_found(found: &[String], expected: &[&str]) {
    for law in expected {
        assert!(found.iter().any(|text| text == law), "`{law}` is not among {found:#?}");
    }
}

#[test]
fn sine_obeys_its_addition_theorems() {
    let found = of_float(&CATALOGUE, |input| Some(Value::F64(float(input, 0).sin())));
    assert_found(
        &found,
        &[
            "f(x + TAU) == f(x)",
            "f(x + PI) == -f(x)",
            "f(x) * f(x) + f(FRAC_PI_2 - x) * f(FRAC_PI_2 - x) == 1.0",
            "f(x * 3.0) == f(x) * 3.0 - f(x) * f(x) * f(x) * 4.0",
            "f(x * 2.0) == f(x) * f(FRAC_PI_2 - x) * 2.0",
        ],
    );
}

#[test]
fn cosine_obeys_the_theorem_of_the_double_angle() {
    let found = of_float(&CATALOGUE, |input| Some(Value::F64(float(input, 0).cos())));
    assert_found(
        &found,
        &[
            "f(x * 2.0) == f(x) * f(x) * 2.0 - 1.0",
            "f(x * 2.0 - PI) == 1.0 - f(x) * f(x) * 2.0",
            "f(-x) == f(x)",
        ],
    );
}

#[test]
fn logarithms_exponentials_and_inverses_turn_products_into_sums() {
    let log = of_float(&CATALOGUE, |input| Some(Value::F64(float(input, 0).ln())));
    assert_found(&log, &["f(x * x) == f(x) * 2.0", "f(1.0 / x) == -f(x)", "f(x + x.abs()) == f(x) + LN_2"]);
    // x2 > x1 implies that log x2 > log x1.
    assert_found(&log, &["f(x + 1.0 / (1.0 + x.abs())) > f(x)", "f(x.max(1.0)) >= f(x)"]);
    assert!(!log.contains(&"f(x.max(1.0)) == f(x) when x >= 1.0".to_owned()), "that says f(x) == f(x)");
    let exp = of_float(&CATALOGUE, |input| Some(Value::F64(float(input, 0).exp())));
    assert_found(&exp, &["f(x * 2.0) == f(x) * f(x)", "f(x + 1.0) == f(x) * E", "f(x + 1.0) >= f(x)"]);
    let asinh = of_float(&CATALOGUE, |input| Some(Value::F64(float(input, 0).asinh())));
    assert_found(&asinh, &["f(x * x * x * 4.0 + x * 3.0) == f(x) * 3.0", "f(-x) == -f(x)"]);
    let atan = of_float(&CATALOGUE, |input| Some(Value::F64(float(input, 0).atan())));
    assert_found(&atan, &["f(1.0 / x) == FRAC_PI_2 - f(x) when x > 0.0"]);
    let asin = of_float(&CATALOGUE, |input| Some(Value::F64(float(input, 0).asin())));
    assert_found(&asin, &["f(x * 3.0 - x * x * x * 4.0) == f(x) * 3.0 when x.abs() <= 0.5"]);
    let tanh = of_float(&CATALOGUE, |input| Some(Value::F64(float(input, 0).tanh())));
    assert_found(&tanh, &["f(x) * f(x) * f(x * 2.0) + f(x * 2.0) == f(x) * 2.0"]);
}

#[test]
fn laws_of_integers_are_exact_and_may_have_inputs_in_them() {
    let power = laws(&[("base", U32), ("exponent", U32)], Type::Int(IntType::I128), &CATALOGUE, |input| {
        int(input, 0).checked_pow(int(input, 1) as u32).map(Value::Int)
    });
    assert_found(&power, &["f(base, exponent + 1) == f(base, exponent) * base"]);
    let triangle = laws(&[("n", U32)], Type::Int(IntType::I128), &CATALOGUE, |input| {
        Some(Value::Int(int(input, 0) * (int(input, 0) + 1) / 2))
    });
    assert_found(&triangle, &["f(n * 2) == f(n) * 4 - n"]);
}

#[test]
fn swarm_finds_coefficients_that_no_catalogue_has() {
    // Of period 3, and symmetric around 3/4.
    let found = of_float(&DEFAULT, |input| {
        Some(Value::F64(((float(input, 0) - 0.75) * std::f64::consts::TAU / 3.0).cos().exp()))
    });
    let laws = ["f(x + 3.0) == f(x)", "f(x - 3.0) == f(x)", "f(1.5 - x) == f(x)", "f(4.5 - x) == f(x)"];
    assert!(laws.iter().any(|law| found.iter().any(|text| text == law)), "{found:#?}");
}

#[test]
fn bounds_are_tight_and_tell_of_two_executions() {
    let found = of_float(&CATALOGUE, |input| Some(Value::F64(float(input, 0).sin())));
    // 2 sin(x + 1/2) cos(1/2) is at most 1.7551…
    assert_found(&found, &["f(x + 1.0) < 1.76 - f(x)"]);
    let log = of_float(&CATALOGUE, |input| Some(Value::F64(float(input, 0).ln())));
    assert_found(&log, &["f(x + 1.0) >= f(x)"]);
}

#[test]
fn what_is_not_made_of_numbers_has_no_laws() {
    let text = Type::Ref(Box::new(Type::Str));
    let subject = Signature::new("demo::f", vec![("s".to_owned(), text)], F64);
    assert!(Space::of(&subject).is_none());
}

/// What is found of an equation between f(x) and f(map) on groups of numbers, and on a mutant that is off by a tenth.
fn judged(
    f: fn(f64) -> f64,
    map: &str,
    terms: &[([u8; 3], i64)],
    numbers: impl Iterator<Item = f64>,
) -> Vec<String> {
    let subject = Signature::new("demo::f", vec![("x".to_owned(), F64)], F64);
    let scope = Scope { params: subject.params.clone(), outs: vec![F64, F64], item: None };
    let map = Map::new(vec![scope.parse(map).unwrap()]);
    let term = |(exponents, c): &([u8; 3], i64)| (Monomial(exponents.to_vec()), Coefficient::Ratio(*c, 1));
    let law = Law {
        when: Expr::yes(),
        terms: terms.iter().map(term).collect(),
        side: Side::Zero,
        maps: vec![map.clone()],
    };
    let followup = morph_relation::Followup::of_subject(map.args);
    let numbers: Vec<f64> = numbers.collect();
    let group = |source: usize, variant: Variant, off: f64| {
        let params = vec![Value::F64(numbers[source])];
        let next = followup.inputs(morph_relation::Env { params: &params, outs: &[] }, &[F64]).unwrap();
        let outs = [float(&params, 0), float(&next, 0)].map(|x| Value::F64(f(x) + off));
        Group { source, variant, params: params.into(), outs: outs.to_vec() }
    };
    let of = |variant: Variant, off: f64| (0..numbers.len()).map(|i| group(i, variant, off)).collect();
    let groups = Groups {
        correct: of(Variant::Original, 0.0),
        incorrect: of(Variant::Mutant(MutantId(7)), 0.1),
        ..Groups::default()
    };
    let task = Task {
        subject: &subject,
        scope: &scope,
        transformation: &Transformation { followups: vec![followup.clone()] },
        groups: &groups,
        constants: &[],
        evaluations: 0,
        seed: 0,
        seeds: &[],
        equations: false,
        open: &BTreeSet::new(),
    };
    let found = Judge { laws: &[&law], judgements: &Mutex::default() }.search(&task).candidates;
    assert!(found.iter().all(|c| c.kills == BTreeSet::from([Fault::Mutant(MutantId(7))])));
    found.iter().map(|c| c.relation.readable(&subject, &|_| None)).collect()
}

#[test]
fn laws_get_the_guard_with_which_they_hold() {
    // 1e300 has no finite square, and what is negative has no logarithm.
    let numbers = (1..200).map(|n| f64::from(n) * 0.37 - 20.0).chain([1e300, -1e300]);
    let shown = judged(f64::ln, "x * x", &[([0, 0, 1], 1), ([0, 1, 0], -2)], numbers);
    assert!(shown[0].starts_with("f(x * x) == f(x) * 2.0 when x > 0.0 (floats within ±1"), "{shown:#?}");
}

#[test]
fn laws_are_written_so_that_they_hold_near_poles_and_of_large_numbers() {
    use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};
    let numbers = (1..100).map(|n| f64::from(n) * 0.37 - 20.0);
    let numbers = numbers.chain([FRAC_PI_2, FRAC_PI_4, -3.0 * FRAC_PI_4, 1e22, 1e90]);
    let terms = [([0, 0, 1], 1), ([0, 1, 0], -2), ([0, 2, 1], -1)];
    let shown = judged(f64::tan, "x * 2.0", &terms, numbers);
    assert!(
        shown[0].starts_with("f(x) * f(x) * f(x * 2.0) == f(x * 2.0) - f(x) * 2.0 (within"),
        "{shown:#?}"
    );
}

#[test]
fn relations_are_of_the_types_of_the_published_table() {
    let subject = Signature::new("demo::f", vec![("x".to_owned(), F64)], F64);
    let scope = Scope { params: subject.params.clone(), outs: vec![F64; 3], item: None };
    let number = |maps: &[&str], then: &str| {
        let followup = |map: &&str| morph_relation::Followup::of_subject(vec![scope.parse(map).unwrap()]);
        let relation = Relation {
            given: Vec::new(),
            when: Expr::yes(),
            followups: maps.iter().map(followup).collect(),
            then: scope.parse(then).unwrap(),
            tolerance: Default::default(),
        };
        Class::of(&relation).unwrap().number()
    };
    assert_eq!(number(&["x + PI"], "y1 == -y0"), 1);
    assert_eq!(number(&["x * 2.0 - PI"], "y1 == 1.0 - y0 * y0 * 2.0"), 2);
    assert_eq!(number(&["x * 3.0"], "y1 == y0 * 3.0 - y0 * y0 * y0 * 4.0"), 3);
    assert_eq!(number(&["x + PI", "x - PI"], "y1 + y2 == y0 * 2.0"), 4);
    assert_eq!(number(&["x * 2.0", "FRAC_PI_2 - x"], "y1 == y0 * y2 * 2.0"), 5);
    assert_eq!(number(&["x + x.abs()"], "y1 == y0"), 6);
    assert_eq!(number(&["x + 1.0"], "y1 > y0"), 7);
    assert_eq!(number(&["x + x.abs()"], "y1 >= y0"), 8);
}
