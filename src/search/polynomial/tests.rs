//! Addition theorems are found, on functions that live in memory.

use super::*;
use crate::relation::{Expr, FloatType, IntType, Type};

struct Memory(fn(&[Value]) -> Option<Value>);

impl Original for Memory {
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
    f: fn(&[Value]) -> Option<Value>,
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
        seed: 0,
    };
    let found = search.run(&mut Memory(f)).unwrap();
    let space = Space::of(&subject).unwrap();
    let relations = found.laws.iter().filter_map(|law| law.relation(&space));
    relations.map(|relation| relation.readable(&subject)).collect()
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
    // Symmetric around 3/4.
    let found = of_float(&DEFAULT, |input| Some(Value::F64(1.0 / (1.0 + (float(input, 0) - 0.75).powi(2)))));
    assert_found(&found, &["f(1.5 - x) == f(x)"]);
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
    assert!(Expr::yes().is_yes());
}
