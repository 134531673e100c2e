//! Adaptive random inputs: spread as evenly as chance allows (fixed-size candidate set, Chen et al. 2004; for values that
//! are no numbers after Barus et al. 2016).

use rand_chacha::ChaCha8Rng;
use rustc_hash::FxHashSet;

use super::generate::Generator;
use morph_relation::{Data, Value, uncommon};
use morph_source::scan::Subject;

/// Each input is the best of so many candidates, as in the literature.
const CANDIDATES: usize = 10;
/// So often nothing but inputs that are there already may come before a subject counts as having no others.
const FUTILE: usize = 10;

/// Up to `count` different inputs for a subject: each is the candidate that is farthest from the nearest of those before
/// it. Fewer where its types have fewer.
pub fn adaptive(
    subject: &Subject,
    generator: &Generator,
    count: usize,
    rng: &mut ChaCha8Rng,
) -> Vec<Vec<Value>> {
    let mut seen: FxHashSet<Vec<Value>> = FxHashSet::default();
    let mut inputs: Vec<Vec<Value>> = Vec::new();
    let mut futile = 0;
    while inputs.len() < count && futile < FUTILE {
        let candidates: Vec<Vec<Value>> =
            (0..CANDIDATES).map(|_| generator.input(&subject.params, rng)).collect();
        let mut best: Option<(f64, Vec<Value>)> = None;
        for candidate in candidates.into_iter().filter(|candidate| !seen.contains(candidate)) {
            let least = best.as_ref().map_or(-1.0, |(distance, _)| *distance);
            if let Some(distance) = nearest(&candidate, &inputs, least) {
                best = Some((distance, candidate));
            }
        }
        match best {
            Some((_, input)) => {
                futile = 0;
                seen.insert(input.clone());
                inputs.push(input);
            }
            None => futile += 1,
        }
    }
    inputs
}

/// The distance to the nearest of the inputs, if it is more than `least`; the latest are looked at first.
fn nearest(candidate: &[Value], inputs: &[Vec<Value>], least: f64) -> Option<f64> {
    let mut nearest = f64::INFINITY;
    for input in inputs.iter().rev() {
        nearest = nearest.min(sum(candidate, input));
        if nearest <= least {
            return None;
        }
    }
    Some(nearest)
}

/// How unlike two values of a type are: 0 for the same, at most 1 for what has no parts, the sum for what has.
///
/// Numbers differ by their magnitudes and signs, texts and sequences by the share of what they do not have in common at
/// the same places, enums by their variants first. It compares inputs of all scales, unlike [`morph_relation::apart`].
pub fn unlike(a: &Value, b: &Value) -> f64 {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => scaled(magnitude(*a as f64) - magnitude(*b as f64)),
        (Value::Char(a), Value::Char(b)) => {
            let [a, b] = [*a, *b].map(|c| magnitude(f64::from(u32::from(c))));
            scaled(a - b)
        }
        (Value::Str(a), Value::Str(b)) => {
            let [a, b]: [Vec<char>; 2] = [a, b].map(|text| text.chars().collect());
            let edits = uncommon(&a, &b);
            if edits == 0 { 0.0 } else { edits as f64 / a.len().max(b.len()) as f64 }
        }
        (Value::Seq(a), Value::Seq(b)) => match a.len().max(b.len()) {
            0 => 0.0,
            longer => {
                (sum(a, b).min(a.len().min(b.len()) as f64) + a.len().abs_diff(b.len()) as f64)
                    / longer as f64
            }
        },
        (Value::Tuple(a), Value::Tuple(b)) => sum(a, b),
        (Value::Some(a), Value::Some(b)) | (Value::Ok(a), Value::Ok(b)) | (Value::Err(a), Value::Err(b)) => {
            unlike(a, b)
        }
        (Value::Data(a), Value::Data(b)) => of_data(a, b),
        _ => match (a.as_float(), b.as_float()) {
            (Some(a), Some(b)) => of_floats(a, b),
            _ => f64::from(a != b),
        },
    }
}

/// Of parts in order; those that one has more than the other do not count.
fn sum(a: &[Value], b: &[Value]) -> f64 {
    a.iter().zip(b).map(|(a, b)| unlike(a, b)).sum()
}

fn of_data(a: &Data, b: &Data) -> f64 {
    match (&a.recipe, &b.recipe) {
        (Some(one), Some(other)) if a.is_unmade() || b.is_unmade() => {
            if one.constructor == other.constructor { sum(&one.args, &other.args) } else { 1.0 }
        }
        _ if a.variant == b.variant => sum(&a.fields, &b.fields),
        // No less than all fields of one could make.
        _ => a.fields.len().max(b.fields.len()).max(1) as f64,
    }
}

fn of_floats(a: f64, b: f64) -> f64 {
    if a == b || (a.is_nan() && b.is_nan()) {
        // Code may tell the two zeros apart.
        return if a.is_sign_negative() == b.is_sign_negative() || a.is_nan() { 0.0 } else { scaled(0.1) };
    }
    let difference = magnitude(a) - magnitude(b);
    if difference.is_finite() { scaled(difference) } else { 1.0 }
}

/// The sign and the order of magnitude: what is small differs by steps of one, what is large by factors.
fn magnitude(x: f64) -> f64 {
    x.abs().ln_1p().copysign(x)
}

/// From 0 to 1.
fn scaled(difference: f64) -> f64 {
    difference.abs() / (1.0 + difference.abs())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{sources, stream};
    use morph_relation::{FloatType, IntType, Type};

    fn int(n: i128) -> Value {
        Value::Int(n)
    }

    #[test]
    fn numbers_differ_by_sign_and_magnitude() {
        let d = |a, b| unlike(&int(a), &int(b));
        assert_eq!(d(5, 5), 0.0);
        assert!(d(1, 2) > d(1_001, 1_002), "a step matters less among large numbers");
        assert!(d(-3, 3) > d(0, 3) && d(10, 1_000_000) > d(10, 1_000));
        let f = |a, b| unlike(&Value::F64(a), &Value::F64(b));
        assert_eq!(f(f64::NAN, f64::NAN), 0.0);
        assert_eq!([f(f64::NAN, 1.0), f(f64::INFINITY, 1.0), f(f64::INFINITY, f64::NEG_INFINITY)], [1.0; 3]);
        assert!(f(0.0, -0.0) > 0.0 && f(0.0, -0.0) < f(0.0, 1.0));
        assert_eq!(f(-0.0, -0.0), 0.0);
    }

    #[test]
    fn texts_and_sequences_differ_by_the_share_that_is_not_in_common() {
        let text = |a, b| unlike(&Value::str(a), &Value::str(b));
        assert_eq!(
            [text("", ""), text("abcd", "abcd"), text("", "abcd"), text("abcd", "abxd")],
            [0.0, 0.0, 1.0, 0.25]
        );
        assert_eq!(text("abcd", "xabcd"), 0.2, "what is inserted in front moves nothing");
        let list = |a: &[i128], b: &[i128]| {
            unlike(&Value::seq(a.iter().copied().map(int)), &Value::seq(b.iter().copied().map(int)))
        };
        assert_eq!([list(&[], &[]), list(&[1, 2], &[1, 2]), list(&[], &[1])], [0.0, 0.0, 1.0]);
        assert!(list(&[1, 2, 3], &[1, 2]) < list(&[1, 2, 3], &[1]));
        assert!(list(&[1, 2, 3], &[1, 2, 4]) < list(&[1, 2, 3], &[9, 9, 9]));
    }

    #[test]
    fn enums_differ_by_variant_before_anything_else_and_parts_are_summed() {
        let data = |variant, fields: &[i128]| Value::data(variant, fields.iter().copied().map(int).collect());
        assert!(unlike(&data(0, &[1, 1]), &data(0, &[9, 9])) < unlike(&data(0, &[1, 1]), &data(1, &[1, 1])));
        assert_eq!(unlike(&data(0, &[]), &data(1, &[])), 1.0);
        assert_eq!(unlike(&Value::None, &Value::Some(int(3).into())), 1.0);
        let pair = |a, b| Value::Tuple(vec![int(a), int(b)].into());
        let one = unlike(&pair(0, 5), &pair(7, 5));
        assert_eq!(unlike(&pair(0, 0), &pair(7, 7)), 2.0 * one);
    }

    fn subject(types: &[Type]) -> Subject {
        let names: Vec<String> = (0..types.len()).map(|i| format!("p{i}")).collect();
        let params: Vec<(&str, Type)> = names.iter().map(String::as_str).zip(types.iter().cloned()).collect();
        Subject::free("demo::f", &params, Type::Bool)
    }

    #[test]
    fn adaptive_inputs_are_different_and_follow_from_the_seed_alone() {
        let subject = subject(&[Type::Int(IntType::I64), Type::Ref(Box::new(Type::Str))]);
        let make = |seed| adaptive(&subject, &Generator::default(), 100, &mut stream(seed, "x"));
        let inputs = make(3);
        assert_eq!(inputs.len(), 100);
        assert_eq!(inputs.iter().collect::<FxHashSet<_>>().len(), 100);
        assert_eq!(inputs, make(3));
        assert_ne!(inputs, make(4));
        // The loop ends where there are no others.
        let bools = self::subject(&[Type::Bool]);
        assert_eq!(adaptive(&bools, &Generator::default(), 300, &mut stream(0, "x")).len(), 2);
    }

    #[test]
    fn adaptive_inputs_lie_farther_apart_than_random_ones() {
        let float = Type::Float(FloatType::F64);
        for types in [vec![float.clone(), float], vec![Type::Ref(Box::new(Type::Str))]] {
            let subject = subject(&types);
            let generator = Generator::default();
            let spread = |inputs: &[Vec<Value>]| {
                let nearest = |i: usize| {
                    let others = inputs.iter().enumerate().filter(|(j, _)| *j != i);
                    others.map(|(_, other)| sum(&inputs[i], other)).fold(f64::INFINITY, f64::min)
                };
                (0..inputs.len()).map(nearest).sum::<f64>() / inputs.len() as f64
            };
            let even = spread(&adaptive(&subject, &generator, 60, &mut stream(1, "spread")));
            let random = spread(&sources(&subject, &generator, 60, &mut stream(1, "spread")));
            assert!(even > 1.2 * random, "{even} and {random}");
        }
    }
}
