//! Values of types of their own that are made of numbers which add up to nothing: weights, masses, counts.

use rand_chacha::ChaCha8Rng;

use morph_relation::{Adt, Recipe, Value};
use morph_values::Generator;

/// Recipes that take lists of one item with a zero in it, or of two items in which a number is opposite, alone or beside
/// others.
pub fn vanishing(adt: &Adt, generator: &Generator, rng: &mut ChaCha8Rng) -> Vec<Vec<Value>> {
    let mut inputs = Vec::new();
    for (number, constructor) in adt.constructors().iter().enumerate() {
        for (place, ty) in constructor.params.iter().enumerate() {
            let ty = ty.owned();
            let Some(item) = ty.item().filter(|item| item.has_float()) else { continue };
            let (one, other) = (generator.value(item, rng), generator.value(item, rng));
            let args: Vec<Value> = constructor.params.iter().map(|ty| generator.value(ty, rng)).collect();
            for items in lists(&one, &other) {
                let mut args = args.clone();
                args[place] = Value::seq(items);
                inputs.push(vec![Value::unmade(Recipe::new(adt, number, args))]);
            }
        }
    }
    inputs
}

/// The lists for each float of two items.
fn lists(one: &Value, other: &Value) -> Vec<Vec<Value>> {
    let each = |part: usize| {
        let float = float(one, part)?.as_float()?;
        let [zero, here, beside] =
            [(one, 0.0), (one, -float), (other, -float)].map(|(of, x)| with_float(of, part, x));
        Some([vec![zero?], vec![one.clone(), here?], vec![one.clone(), beside?]])
    };
    let parts = if let Value::Tuple(parts) = one { parts.len() } else { 1 };
    (0..parts).filter_map(each).flatten().collect()
}

/// A float, or one of those of a tuple.
fn float(of: &Value, part: usize) -> Option<&Value> {
    match of {
        Value::Tuple(parts) => parts.get(part).and_then(|of| float(of, 0)),
        Value::F64(_) | Value::F32(_) => Some(of),
        _ => None,
    }
}

/// The same with another float there.
fn with_float(of: &Value, part: usize, x: f64) -> Option<Value> {
    match of {
        Value::Tuple(parts) => {
            let mut parts = parts.to_vec();
            parts[part] = with_float(parts.get(part)?, 0, x)?;
            Some(Value::Tuple(parts.into()))
        }
        Value::F64(_) => Some(Value::F64(x)),
        Value::F32(_) => Some(Value::F32(x as f32)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_number_is_zero_or_opposite_once() {
        let pair = |a: f64, n: i128| Value::Tuple([Value::F64(a), Value::Int(n)].to_vec().into());
        let (one, other) = (pair(2.0, 3), pair(5.0, 7));
        assert_eq!(
            lists(&one, &other),
            [vec![pair(0.0, 3)], vec![one.clone(), pair(-2.0, 3)], vec![one.clone(), pair(-2.0, 7)]]
        );
        let numbers = lists(&Value::F64(4.0), &Value::F64(1.0));
        assert_eq!(numbers[0], [Value::F64(0.0)]);
        assert_eq!(numbers[1], [Value::F64(4.0), Value::F64(-4.0)]);
    }
}
