//! Floats on which rounding shows.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use morph_relation::{FloatType, Value};

/// Floats whose sum is a small one of them, or whose product is below all: rounding, and with it the order, decides what is left.
/// `ordinary` draws one that is neither large nor small.
pub fn cancelling(
    kind: FloatType,
    n: usize,
    ordinary: impl Fn(&mut ChaCha8Rng) -> f64,
    rng: &mut ChaCha8Rng,
) -> Vec<Value> {
    let mut float = |small: f64| {
        let x = ordinary(rng);
        Value::float(kind, if rng.random_bool(small) { shrunk(x, rng) } else { x })
    };
    let some: Vec<Value> = (0..(n - 1) / 2).map(|_| float(0.2)).collect();
    let rest: Vec<Value> = (some.len() * 2..n).map(|_| float(0.8)).collect();
    let mut all: Vec<Value> = some.iter().cloned().chain(some.iter().filter_map(negated)).collect();
    for value in rest {
        all.insert(rng.random_range(0..=all.len()), value);
    }
    all
}

/// Floats a few roundings from one: what remains beside their mean is rounding alone.
pub fn nearly_equal(kind: FloatType, n: usize, x: f64, rng: &mut ChaCha8Rng) -> Vec<Value> {
    let step = match kind {
        FloatType::F32 => f64::from(f32::EPSILON),
        FloatType::F64 => f64::EPSILON,
    };
    (0..n).map(|_| Value::float(kind, x + x * step * f64::from(rng.random_range(-3..=3)))).collect()
}

/// A float much nearer to zero, now and then as near as there are any.
pub fn shrunk(x: f64, rng: &mut ChaCha8Rng) -> f64 {
    let most = if rng.random_bool(0.3) { 1_060 } else { 70 };
    x * 2_f64.powi(-rng.random_range(0..=most))
}

/// A float of any sign, exponent and digits; or small.
pub fn any(ty: FloatType, rng: &mut ChaCha8Rng) -> Value {
    let x = match ty {
        _ if rng.random_bool(0.3) => shrunk(rng.random_range(-1.0..1.0), rng),
        FloatType::F32 => f32::from_bits(rng.random()).into(),
        FloatType::F64 => f64::from_bits(rng.random()),
    };
    Value::float(ty, if x.is_nan() { 0.0 } else { x })
}

/// Full and right angles, and by what people divide them and hours.
const UNITS: [f64; 9] =
    [60.0, 90.0, 180.0, 360.0, 3_600.0, 24.0, std::f64::consts::FRAC_PI_2, std::f64::consts::PI, 1.0];

/// A multiple of one of the numbers that code compares with, or a share that it divides one into, or the float next to it:
/// where one side of a comparison, a whole number or a pole begins.
pub fn border(ty: FloatType, constants: &[Value], rng: &mut ChaCha8Rng) -> Value {
    let number = |value: &Value| match value {
        Value::Int(n) => Some(*n as f64),
        value => value.as_float(),
    };
    let own: Vec<f64> =
        constants.iter().filter_map(number).filter(|x| (2.0..1e6).contains(&x.abs())).collect();
    let unit = match own.get(rng.random_range(0..2 * own.len().max(1))) {
        Some(own) => *own,
        None => UNITS[rng.random_range(0..UNITS.len())],
    };
    let x = match rng.random_range(0..3) {
        0 => f64::from(rng.random_range(-200..=200)) / unit,
        _ => f64::from(rng.random_range(-2..=2)) * unit,
    };
    and_beside(ty, x)[rng.random_range(0..3)].clone()
}

/// A float with those next to it, the smaller one first.
pub fn and_beside(ty: FloatType, x: f64) -> [Value; 3] {
    match ty {
        FloatType::F32 => {
            let x = x as f32;
            [x, x.next_down(), x.next_up()].map(Value::F32)
        }
        FloatType::F64 => [x, x.next_down(), x.next_up()].map(Value::F64),
    }
}

/// The opposite of a number.
pub fn negated(number: &Value) -> Option<Value> {
    match number {
        Value::Int(n) => n.checked_neg().map(Value::Int),
        Value::F64(x) => Some(Value::F64(-x)),
        Value::F32(x) => Some(Value::F32(-x)),
        _ => None,
    }
}

/// A float near a multiple of π/2 or a power of two, now and then exactly there: where functions have their poles, and
/// representable numbers their steps.
pub fn near_special(ty: FloatType, rng: &mut ChaCha8Rng) -> f64 {
    let digits = match ty {
        FloatType::F32 => f32::MANTISSA_DIGITS,
        FloatType::F64 => f64::MANTISSA_DIGITS,
    } as i32;
    let x = if rng.random() {
        f64::from(rng.random_range(-64..=64)) * std::f64::consts::FRAC_PI_2
    } else {
        // Where a step of representable numbers is as wide as what is often added.
        let steps = rng.random_bool(0.3);
        let exponent =
            if steps { rng.random_range(digits - 3..=digits + 5) } else { rng.random_range(-20..=60) };
        2_f64.powi(exponent)
    };
    let off = 2_f64.powi(-rng.random_range(0..=digits + 3)) * x.abs().max(1.0);
    x + [0.0, off, -off][rng.random_range(0..3)]
}
