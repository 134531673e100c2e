//! All small inputs: values that a person would try first, in every combination.

use morph_relation::{FloatType, Type, Value};
use morph_values::Generator;
use rand_chacha::ChaCha8Rng;

/// Integers that are tried.
const INTEGERS: std::ops::RangeInclusive<i128> = -4..=8;
const FLOATS: [f64; 13] = [0.0, 1.0, -1.0, 0.5, 2.0, -2.5, 3.0, 0.001, 10.0, 90.0, -180.0, 1000.0, 1e-9];
const CHARS: [char; 7] = ['a', 'b', ' ', '0', 'Z', '-', 'é'];
const TEXTS: [&str; 20] = [
    "", "a", "b", "ab", "ba", "aa", " ", "a b", "A", "é", "0", "-", "abc", "12", "I", "&lt;", "&", "aab",
    "'", "#",
];
/// Values of a type that only a generator makes.
const DRAWN: usize = 10;
/// Elements of which sequences of two are made.
const ELEMENTS: usize = 5;

/// The smallest inputs of these types, `most` of them, those of small values first.
pub fn inputs(types: &[Type], generator: &Generator, most: usize, rng: &mut ChaCha8Rng) -> Vec<Vec<Value>> {
    let columns: Vec<Vec<Value>> = types.iter().map(|ty| values(ty, generator, rng)).collect();
    let largest: usize = columns.iter().map(|column| column.len().saturating_sub(1)).sum();
    let mut inputs = Vec::new();
    for sum in 0..=largest {
        combine(&columns, sum, &mut Vec::new(), most, &mut inputs);
    }
    inputs
}

/// Adds the inputs whose values have places that add up to `sum`.
fn combine(
    columns: &[Vec<Value>],
    sum: usize,
    begun: &mut Vec<Value>,
    most: usize,
    inputs: &mut Vec<Vec<Value>>,
) {
    if inputs.len() >= most {
        return;
    }
    let [column, rest @ ..] = columns else {
        if sum == 0 {
            inputs.push(begun.clone());
        }
        return;
    };
    for (place, value) in column.iter().enumerate().take(sum + 1) {
        begun.push(value.clone());
        combine(rest, sum - place, begun, most, inputs);
        begun.pop();
    }
}

/// Small values of a type, the smallest first.
fn values(ty: &Type, generator: &Generator, rng: &mut ChaCha8Rng) -> Vec<Value> {
    let floats = |kind: FloatType| FLOATS.iter().map(|x| Value::float(kind, *x)).collect();
    let mut values: Vec<Value> = match ty {
        Type::Unit => vec![Value::Unit],
        Type::Bool => vec![Value::Bool(false), Value::Bool(true)],
        Type::Char => CHARS.map(Value::Char).to_vec(),
        Type::Int(_) => INTEGERS.map(Value::Int).collect(),
        Type::Float(kind) => floats(*kind),
        Type::Str | Type::String => TEXTS.map(Value::str).to_vec(),
        Type::Slice(item) | Type::Vec(item) => sequences(&self::values(item, generator, rng)),
        Type::Ref(inner) | Type::Mut(inner) | Type::Box(inner) | Type::Cow(inner) => {
            self::values(inner, generator, rng)
        }
        _ => (0..DRAWN).map(|_| generator.value(ty, rng)).collect(),
    };
    values.retain(|value| value.fits(ty));
    values.sort_by_key(|value| match value {
        Value::Int(n) => n.unsigned_abs(),
        _ => 0,
    });
    values
}

/// Sequences of up to three of these values.
fn sequences(items: &[Value]) -> Vec<Value> {
    let few = &items[..items.len().min(ELEMENTS)];
    let pairs = few.iter().flat_map(|a| few.iter().map(move |b| [a.clone(), b.clone()]));
    let triples = few.iter().take(3).map(|a| [a.clone(), few[0].clone(), a.clone()]);
    std::iter::once(Value::seq([]))
        .chain(items.iter().map(|item| Value::seq([item.clone()])))
        .chain(pairs.map(Value::seq))
        .chain(triples.map(Value::seq))
        .collect()
}
