//! Inputs whose floats are near zero, where series converge and powers are finite.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use morph_relation::Value;

/// The first inputs that have floats, with other floats in the place of these: within ten of zero, or within one.
pub fn nearer(inputs: &[Vec<Value>], most: usize, rng: &mut ChaCha8Rng) -> Vec<Vec<Value>> {
    let floats = |input: &&Vec<Value>| input.iter().any(|value| value.narrowest_float().is_some());
    let near = |input: &Vec<Value>| {
        let limit = if rng.random_bool(0.5) { 10.0 } else { 1.0 };
        input.iter().map(|value| moved(value, limit, rng)).collect()
    };
    inputs.iter().filter(floats).take(most).map(near).collect()
}

fn moved(value: &Value, limit: f64, rng: &mut ChaCha8Rng) -> Value {
    match value {
        Value::F64(_) => Value::F64(rng.random_range(-limit..=limit)),
        Value::F32(_) => Value::F32(rng.random_range(-limit as f32..=limit as f32)),
        Value::Seq(items) => Value::Seq(items.iter().map(|item| moved(item, limit, rng)).collect()),
        Value::Tuple(items) => Value::Tuple(items.iter().map(|item| moved(item, limit, rng)).collect()),
        other => other.clone(),
    }
}
