//! Inputs whose floats are near zero, where series converge and powers are finite.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use morph_relation::{Type, Value};

/// Where these floats are.
const RANGES: [(f64, f64); 6] =
    [(-10.0, 10.0), (-1.0, 1.0), (0.0, 1.0), (1.0, 500.0), (0.0, 100.0), (0.0, 255.0)];

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

/// Inputs in which values of the first one's type are the first one with other floats, each further from it by the same, very
/// small to large step: what is equal but for some tolerance is so for some of these alone. None where there are no three.
pub fn chained(types: &[Type], inputs: &[Vec<Value>], most: usize, rng: &mut ChaCha8Rng) -> Vec<Vec<Value>> {
    let Some(first) = types.first().map(Type::erased) else { return Vec::new() };
    let alike: Vec<usize> = (0..types.len()).filter(|place| types[*place].erased() == first).collect();
    if alike.len() < 3 || !first.has_float() {
        return Vec::new();
    }
    let chain = |input: &Vec<Value>| {
        let smallest = if rng.random_bool(0.5) { SMALLEST } else { LARGER };
        let step = match rng.random_bool(LAST_DIGITS) {
            true => f64::EPSILON * rng.random_range(0.5..6.0),
            false => 10_f64.powf(rng.random_range(smallest..0.0)),
        };
        let relative = rng.random_bool(0.5);
        let mut input = input.clone();
        // What is huge or no number at all is not nearly equal to anything.
        if rng.random_bool(NEAR) {
            let range = RANGES[rng.random_range(0..RANGES.len())];
            input[alike[0]] = moved(&input[alike[0]], range, rng);
        }
        for (number, place) in (1..).zip(&alike[1..]) {
            let by = f64::from(number) * step;
            let mut change = |x: f64| if relative { x * (1.0 + by) } else { x + by };
            input[*place] = with_floats(&input[alike[0]], &mut change);
        }
        input
    };
    inputs.iter().take(most).map(chain).collect()
}

/// The exponents of the smallest step, and of the smallest that a tolerance for measures has.
const SMALLEST: f64 = -16.0;
const LARGER: f64 = -4.0;
/// How often steps are some units in the last place, which comparisons within a few of these tell apart.
const LAST_DIGITS: f64 = 0.2;
/// How often chains begin near zero.
const NEAR: f64 = 0.75;

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

/// A value with other floats, where no constructor made it: what one did need not have other fields.
fn with_floats(value: &Value, change: &mut dyn FnMut(f64) -> f64) -> Value {
    changed(value, false, change)
}

/// The same with those that constructors were given, and that options hold: what these make may be refused.
pub fn with_all_floats(value: &Value, change: &mut dyn FnMut(f64) -> f64) -> Value {
    changed(value, true, change)
}

fn changed(value: &Value, all: bool, change: &mut dyn FnMut(f64) -> f64) -> Value {
    let mut each =
        |items: &[Value]| -> Vec<Value> { items.iter().map(|item| changed(item, all, change)).collect() };
    match value {
        Value::F64(x) => Value::F64(change(*x)),
        Value::F32(x) => Value::F32(change(f64::from(*x)) as f32),
        Value::Seq(items) => Value::Seq(each(items).into()),
        Value::Tuple(items) => Value::Tuple(each(items).into()),
        Value::Some(inner) if all => Value::Some(changed(inner, all, change).into()),
        Value::Data(data) => match &data.recipe {
            None => Value::data(data.variant, each(&data.fields)),
            Some(recipe) if all => Value::unmade(recipe.with(each(&recipe.args))),
            Some(_) => value.clone(),
        },
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use morph_relation::{Adt, Data, Home, Recipe, Traits};

    #[test]
    fn floats_of_plain_values_are_moved_and_those_of_made_ones_are_not() {
        let far = || Value::F64(1e6);
        let plain = Value::data(0, vec![far()]);
        let adt = Adt::new("P".to_owned(), "P".to_owned(), Home::default(), false, Traits::default());
        let recipe = Some(Recipe::new(&adt, 0, vec![far()]));
        let made = Value::Data(Data { variant: 0, fields: vec![far()], recipe, hidden: false }.into());
        let moved = nearer(&[vec![plain.clone(), made.clone()]], 1, &mut morph_values::stream(1, "near"));
        assert_ne!(moved[0][0], plain);
        assert_eq!(moved[0][1], made);
    }

    #[test]
    fn floats_are_changed_wherever_they_lie() {
        let inner = Value::data(0, vec![Value::F64(3.0), Value::Int(7)]);
        let value = Value::Tuple(vec![Value::seq([Value::F64(1.0)]), Value::Some(inner.into())].into());
        let inner = Value::data(0, vec![Value::F64(6.0), Value::Int(7)]);
        let twice = Value::Tuple(vec![Value::seq([Value::F64(2.0)]), Value::Some(inner.into())].into());
        assert_eq!(with_all_floats(&value, &mut |x| x * 2.0), twice);
    }

    #[test]
    fn chains_have_equal_steps_of_every_size() {
        let float = Type::Float(morph_relation::FloatType::F64);
        let inputs: Vec<Vec<Value>> = (0..400).map(|_| [1.0, 5.0, 9.0].map(Value::F64).to_vec()).collect();
        let all = chained(&vec![float.clone(); 3], &inputs, 400, &mut morph_values::stream(1, "chain"));
        let tolerances = [1e-3, 1e-9, 1e-14];
        let near =
            |a: &Value, b: &Value, by: f64| (a.as_float().unwrap() - b.as_float().unwrap()).abs() <= by;
        for by in tolerances {
            let is_no_chain = |row: &&Vec<Value>| {
                near(&row[0], &row[1], by) && near(&row[1], &row[2], by) && !near(&row[0], &row[2], by)
            };
            assert!(all.iter().any(|row| is_no_chain(&row)), "{by}");
        }
        assert!(chained(&vec![float; 2], &inputs, 400, &mut morph_values::stream(1, "chain")).is_empty());
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
