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

fn moved(value: &Value, range: (f64, f64), rng: &mut ChaCha8Rng) -> Value {
    let (low, high) = range;
    match value {
        Value::F64(_) => Value::F64(rng.random_range(low..=high)),
        Value::F32(_) => Value::F32(rng.random_range(low as f32..=high as f32)),
        Value::Seq(items) => Value::Seq(items.iter().map(|item| moved(item, range, rng)).collect()),
        Value::Tuple(items) => Value::Tuple(items.iter().map(|item| moved(item, range, rng)).collect()),
        // What a constructor made need not have other fields.
        Value::Data(data) if data.recipe.is_none() => {
            Value::data(data.variant, data.fields.iter().map(|field| moved(field, range, rng)).collect())
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
}
