//! Inputs whose floats are near zero, where series converge and powers are finite.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use morph_relation::Value;

/// Where these floats are.
const RANGES: [(f64, f64); 4] = [(-10.0, 10.0), (-1.0, 1.0), (0.0, 1.0), (1.0, 500.0)];

/// The first inputs that have floats, with other floats in the place of these: within ten of zero, within one, between zero and
/// one, or positive.
pub fn nearer(inputs: &[Vec<Value>], most: usize, rng: &mut ChaCha8Rng) -> Vec<Vec<Value>> {
    let floats = |input: &&Vec<Value>| input.iter().any(|value| value.narrowest_float().is_some());
    let near = |input: &Vec<Value>| {
        let range = RANGES[rng.random_range(0..RANGES.len())];
        input.iter().map(|value| moved(value, range, rng)).collect()
    };
    inputs.iter().filter(floats).take(most).map(near).collect()
}

/// Inputs whose floats leave these bounds, scaled into each by a power of two: digits that cancel still do.
pub fn scaled(inputs: &[Vec<Value>]) -> Vec<Vec<Value>> {
    let mut all = Vec::new();
    for input in inputs {
        let mut most: f64 = 0.0;
        for value in input {
            with_floats(value, &mut |x| {
                most = most.max(x.abs());
                x
            });
        }
        for limit in BOUNDS.into_iter().filter(|limit| most.is_finite() && most > *limit) {
            let factor = (limit / most).log2().floor().exp2();
            all.push(input.iter().map(|value| with_floats(value, &mut |x| x * factor)).collect());
        }
    }
    all
}

/// How far from zero floats are in guards of laws that fall elsewhere.
const BOUNDS: [f64; 2] = [10.0, 1.0];

fn moved(value: &Value, (low, high): (f64, f64), rng: &mut ChaCha8Rng) -> Value {
    with_floats(value, &mut |_| rng.random_range(low..=high))
}

/// A value with other floats.
fn with_floats(value: &Value, change: &mut dyn FnMut(f64) -> f64) -> Value {
    match value {
        Value::F64(x) => Value::F64(change(*x)),
        Value::F32(x) => Value::F32(change(f64::from(*x)) as f32),
        Value::Seq(items) => Value::Seq(items.iter().map(|item| with_floats(item, change)).collect()),
        Value::Tuple(items) => Value::Tuple(items.iter().map(|item| with_floats(item, change)).collect()),
        // What a constructor made need not have other fields.
        Value::Data(data) if data.recipe.is_none() => {
            let fields = data.fields.iter().map(|field| with_floats(field, change)).collect();
            Value::data(data.variant, fields)
        }
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use morph_relation::{Data, Recipe};

    #[test]
    fn floats_of_plain_values_are_moved_and_those_of_made_ones_are_not() {
        let far = || Value::F64(1e6);
        let plain = Value::data(0, vec![far()]);
        let recipe = Some(Recipe { constructor: 0, args: vec![far()] });
        let made = Value::Data(Data { variant: 0, fields: vec![far()], recipe, hidden: false }.into());
        let moved = nearer(&[vec![plain.clone(), made.clone()]], 1, &mut morph_values::stream(1, "near"));
        assert_ne!(moved[0][0], plain);
        assert_eq!(moved[0][1], made);
    }

    #[test]
    fn what_cancels_still_does_where_it_is_scaled() {
        let far = vec![Value::seq([600.0, 600.0 + 1e-13, -0.5].map(Value::F64)), Value::Int(700)];
        let all = scaled(&[far, vec![Value::F64(0.5)], vec![Value::F64(f64::INFINITY)]]);
        let scale = |n: f64| {
            vec![Value::seq([600.0, 600.0 + 1e-13, -0.5].map(|x| Value::F64(x / n))), Value::Int(700)]
        };
        assert_eq!(all, [scale(64.0), scale(1024.0)]);
    }
}
