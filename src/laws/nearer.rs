//! Inputs whose floats are near zero, where series converge and powers are finite.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use morph_relation::Value;

/// Where these floats are.
const RANGES: [(f64, f64); 3] = [(-10.0, 10.0), (-1.0, 1.0), (0.0, 1.0)];

/// The first inputs that have floats, with other floats in the place of these: within ten of zero, within one, or
/// between zero and one.
pub fn nearer(inputs: &[Vec<Value>], most: usize, rng: &mut ChaCha8Rng) -> Vec<Vec<Value>> {
    let floats = |input: &&Vec<Value>| input.iter().any(|value| value.narrowest_float().is_some());
    let near = |input: &Vec<Value>| {
        let range = RANGES[rng.random_range(0..RANGES.len())];
        input.iter().map(|value| moved(value, range, rng)).collect()
    };
    inputs.iter().filter(floats).take(most).map(near).collect()
}

fn moved(value: &Value, range: (f64, f64), rng: &mut ChaCha8Rng) -> Value {
    let (low, high) = range;
    match value {
        Value::F64(_) => Value::F64(rng.random_range(low..=high)),
        Value::F32(_) => Value::F32(rng.random_range(low as f32..=high as f32)),
        Value::Seq(items) => Value::Seq(items.iter().map(|item| moved(item, range, rng)).collect()),
        Value::Tuple(items) => Value::Tuple(items.iter().map(|item| moved(item, range, rng)).collect()),
        Value::Data(data) => {
            Value::data(data.variant, data.fields.iter().map(|field| moved(field, range, rng)).collect())
        }
        other => other.clone(),
    }
}
