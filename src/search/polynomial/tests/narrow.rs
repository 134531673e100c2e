//! Laws of `f32`, of which seven digits are known.

use std::f32::consts::PI;

use super::*;

const F32: Type = Type::Float(FloatType::F32);

fn of_narrow(preset: &Preset, f: fn(f32) -> f32) -> Vec<String> {
    laws(&[("x", F32)], F32, preset, |input| match input[0] {
        Value::F32(x) => Some(Value::F32(f(x))),
        _ => None,
    })
}

#[test]
fn sine_obeys_its_addition_theorems() {
    let found = of_narrow(&CATALOGUE, f32::sin);
    assert_found(
        &found,
        &[
            "f(x + TAU) == f(x)",
            "f(x + PI) == -f(x)",
            "f(-x) == -f(x)",
            "f(x) * f(x) + f(FRAC_PI_2 - x) * f(FRAC_PI_2 - x) == 1.0",
            "f(x * 3.0) == f(x) * 3.0 - f(x) * f(x) * f(x) * 4.0",
            "f(x * 2.0) == f(x) * f(FRAC_PI_2 - x) * 2.0",
        ],
    );
}

#[test]
fn cosine_obeys_the_theorem_of_the_double_angle() {
    let found = of_narrow(&CATALOGUE, f32::cos);
    let laws = ["f(x * 2.0) == f(x) * f(x) * 2.0 - 1.0", "f(x * 2.0 - PI) == 1.0 - f(x) * f(x) * 2.0"];
    assert_found(&found, &laws);
    assert_found(&found, &["f(-x) == f(x)"]);
}

#[test]
fn logarithms_exponentials_and_roots_turn_products_into_sums_and_products() {
    let log = of_narrow(&CATALOGUE, f32::ln);
    assert_found(&log, &["f(x * x) == f(x) * 2.0", "f(1.0 / x) == -f(x)", "f(x + x.abs()) == f(x) + LN_2"]);
    let exp = of_narrow(&CATALOGUE, f32::exp);
    assert_found(&exp, &["f(x * 2.0) == f(x) * f(x)", "f(x + 1.0) == f(x) * E", "f(x + 1.0) >= f(x)"]);
    let square = of_narrow(&CATALOGUE, |x| x * x);
    assert_found(&square, &["f(x * 2.0) == f(x) * 4.0", "f(x + 1.0) == x * 2.0 + f(x) + 1.0"]);
    let root = of_narrow(&CATALOGUE, f32::sqrt);
    assert_found(&root, &["f(x * x) == f(x) * f(x)"]);
}

#[test]
fn easing_curves_are_symmetric_around_their_middle() {
    let smooth = of_narrow(&CATALOGUE, |t| {
        let t = t.clamp(0.0, 1.0);
        t * t * (3.0 - 2.0 * t)
    });
    assert_found(&smooth, &["f(1.0 - x) == 1.0 - f(x)"]);
}

#[test]
fn swarm_finds_coefficients_that_no_catalogue_has() {
    // Of period 3, and symmetric around 3/4.
    let found = of_narrow(&DEFAULT, |x| ((x - 0.75) * 2.0 * PI / 3.0).cos().exp());
    let laws = ["f(x + 3.0) == f(x)", "f(x - 3.0) == f(x)", "f(1.5 - x) == f(x)", "f(4.5 - x) == f(x)"];
    assert!(laws.iter().any(|law| found.iter().any(|text| text == law)), "{found:#?}");
}

#[test]
fn what_is_no_law_of_any_kind_has_none() {
    // Near a polynomial, and near a periodic function, but neither.
    let found = of_narrow(&CATALOGUE, |x| x + (x * 1.37).sin() * 0.01 + (x * 0.61).cos() * 0.003);
    let equations: Vec<&String> = found.iter().filter(|law| law.contains("==")).collect();
    assert_eq!(equations, Vec::<&String>::new());
}

#[test]
fn integers_beside_narrow_floats_are_no_numbers_of_laws_and_wider_floats_leave_none() {
    let of = |params: &[Type], ret: Type| {
        let named = params.iter().enumerate().map(|(i, ty)| (format!("p{i}"), ty.clone()));
        Space::of(&Signature::new("demo::f", named.collect(), ret))
    };
    let power = of(&[F32, U32], F32).unwrap();
    assert_eq!((power.inputs.len(), power.float), (1, Some(FloatType::F32)));
    assert!(of(&[F32], U32).is_none());
    assert!(of(&[F32, F64], F32).is_none());
    assert_eq!(of(&[F64, U32], F64).unwrap().inputs.len(), 2);
}
