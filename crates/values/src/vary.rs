//! Values a step away from others.

use std::ops::Range;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::generate::Generator;
use super::special::{NUMBERS, ODD};
use morph_relation::{FloatType, Type, Value};

/// So often a wild generator changes the numbers of a sequence together.
const TOGETHER: f64 = 0.25;

/// So often a wild generator writes a number of a text as a word.
const SPELT: f64 = 0.15;

/// How far floats may be apart that pass for equal.
const DISTANCES: [f64; 3] = [1e-2, 1e-6, 1e-9];

impl Generator {
    /// A value a small step away.
    pub fn vary(&self, value: &Value, ty: &Type, rng: &mut ChaCha8Rng) -> Value {
        let varied = match value {
            Value::Bool(b) => Value::Bool(!b),
            Value::Char(c) => Value::Char(self.same(*c, rng).unwrap_or_else(|| self.char(rng))),
            Value::Int(n) => Value::Int(step(*n, rng)),
            Value::F32(x) => match rng.random_range(0..8) {
                0 => Value::F32(x.next_up()),
                1 => Value::F32(x.next_down()),
                2 | 3 => Value::float(FloatType::F32, self.apart(f64::from(*x), rng)),
                _ => Value::float(FloatType::F32, self.float_step(f64::from(*x), 20, rng)),
            },
            Value::F64(x) => match rng.random_range(0..8) {
                0 => Value::F64(x.next_up()),
                1 => Value::F64(x.next_down()),
                2 | 3 => Value::F64(self.apart(*x, rng)),
                _ => Value::F64(self.float_step(*x, 50, rng)),
            },
            Value::Str(text) => {
                let mut chars: Vec<char> = text.chars().collect();
                self.edit_text(&mut chars, rng);
                Value::str(chars.into_iter().collect::<String>())
            }
            Value::Seq(items) => match ty.item() {
                Some(item) => {
                    let mut items = items.to_vec();
                    if is_number(item) && !items.is_empty() && self.is_wild(TOGETHER, rng) {
                        together(&mut items, item, rng);
                    } else if !items.is_empty() && rng.random_bool(0.3) {
                        let place = rng.random_range(0..items.len());
                        items[place] = self.vary(&items[place], item, rng);
                    } else {
                        edit(&mut items, rng, |rng| self.value(item, rng));
                    }
                    Value::seq(items)
                }
                None => value.clone(),
            },
            Value::Some(inner) => match bare(ty) {
                Type::Option(item) if rng.random_bool(0.9) => Value::Some(self.vary(inner, item, rng).into()),
                _ => Value::None,
            },
            Value::Ok(inner) => match bare(ty) {
                Type::Result(ok, _) => Value::Ok(self.vary(inner, ok, rng).into()),
                _ => value.clone(),
            },
            Value::Err(inner) => match bare(ty) {
                Type::Result(_, err) => Value::Err(self.vary(inner, err, rng).into()),
                _ => value.clone(),
            },
            Value::Tuple(items) => match bare(ty) {
                Type::Tuple(types) if !items.is_empty() => {
                    let mut items = items.to_vec();
                    let place = rng.random_range(0..items.len());
                    items[place] = self.vary(&items[place], &types[place], rng);
                    Value::Tuple(items.into())
                }
                _ => value.clone(),
            },
            Value::Data(data) => match bare(ty) {
                Type::Adt(adt)
                    if adt.constructors().is_empty()
                        && !data.fields.is_empty()
                        && (adt.variants().len() < 2 || rng.random_bool(0.8)) =>
                {
                    let mut fields = data.fields.clone();
                    let place = rng.random_range(0..fields.len());
                    let ty = &adt.variants()[data.variant].fields[place].ty;
                    fields[place] = self.of_fields(adt).vary(&fields[place], ty, rng);
                    Value::data(data.variant, fields)
                }
                _ => self.value(ty, rng),
            },
            _ => self.value(ty, rng),
        };
        if varied.fits(ty) { varied } else { value.clone() }
    }

    /// Another float; by steps down to 2 to the power of minus `bits`, in proportion.
    fn float_step(&self, x: f64, bits: i32, rng: &mut ChaCha8Rng) -> f64 {
        match rng.random_range(0..9) {
            // So large that a step is lost in it, or so small that it is lost in the step.
            8 if !self.tame => x * 2_f64.powi(rng.random_range(-70..=70)),
            0 => x + rng.random_range(-1.0..1.0),
            1 => x * rng.random_range(0.5..2.0),
            2 => x.round(),
            3 => -x,
            4 => x / 2.0,
            _ => {
                let size = 2_f64.powi(-rng.random_range(0..=bits)) * x.abs().max(1.0);
                x + if rng.random() { size } else { -size }
            }
        }
    }

    /// A float nearby, often as far as a constant of the code says, or such a share: equality up to that is not transitive.
    fn apart(&self, x: f64, rng: &mut ChaCha8Rng) -> f64 {
        let distances = self.constants().filter_map(Value::as_float).filter(|c| c.is_finite() && *c != 0.0);
        let distances: Vec<f64> = distances.chain(DISTANCES).collect();
        let step = distances[rng.random_range(0..distances.len())] * rng.random_range(0.5..=1.0);
        let step = if rng.random() { step } else { -step };
        x + if rng.random() { step } else { x * step }
    }

    /// Changes a text a little.
    pub(super) fn edit_text(&self, chars: &mut Vec<char>, rng: &mut ChaCha8Rng) {
        let numbers = digits(chars);
        if !numbers.is_empty() && self.is_wild(SPELT, rng) {
            let number = numbers[rng.random_range(0..numbers.len())].clone();
            chars.splice(number, NUMBERS[rng.random_range(0..NUMBERS.len())].chars());
            return;
        }
        let n = chars.len();
        match rng.random_range(0..14) {
            0 => *chars = chars.iter().flat_map(|c| c.to_uppercase()).collect(),
            1 => *chars = chars.iter().flat_map(|c| c.to_lowercase()).collect(),
            // What holds for ordinary letters need not hold for those of another size in the other case.
            2 | 3 => {
                let odd = ODD[rng.random_range(0..ODD.len())];
                let place = [0, n, rng.random_range(0..=n)][rng.random_range(0..3)];
                let replaced = usize::from(place < n && rng.random());
                chars.splice(place..place + replaced, [odd]);
            }
            4 => chars.truncate(rng.random_range(0..=n)),
            5 => drop(chars.drain(..rng.random_range(0..=n))),
            _ => edit(chars, rng, |rng| self.char(rng)),
        }
    }
}

/// The places of numbers in a text, with their fractions.
fn digits(chars: &[char]) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for (at, c) in chars.iter().enumerate() {
        match found.last_mut() {
            Some(last) if last.end == at && (c.is_ascii_digit() || *c == '.') => last.end = at + 1,
            _ if c.is_ascii_digit() => found.push(at..at + 1),
            _ => {}
        }
    }
    found
}

fn is_number(ty: &Type) -> bool {
    matches!(bare(ty), Type::Int(_) | Type::Float(_))
}

/// Numbers that are large together, so that what is added to all of them is lost, or that cancel each other.
fn together(items: &mut Vec<Value>, ty: &Type, rng: &mut ChaCha8Rng) {
    let power = rng.random_range(0..60);
    let size = 2_f64.powi(power);
    let choice = rng.random_range(0..3);
    let changed = |value: &Value| {
        let float = |x: f64| match choice {
            0 => x + size,
            1 => x * size,
            _ => -x,
        };
        let changed = match value {
            Value::Int(n) => Value::Int(match choice {
                0 => n.saturating_add(1 << power),
                1 => n.saturating_mul(1 << power),
                _ => n.saturating_neg(),
            }),
            Value::F32(x) => Value::float(FloatType::F32, float(f64::from(*x))),
            Value::F64(x) => Value::F64(float(*x)),
            other => other.clone(),
        };
        if changed.fits(ty) { changed } else { value.clone() }
    };
    if choice < 2 {
        *items = items.iter().map(changed).collect();
    } else {
        let opposite = changed(&items[rng.random_range(0..items.len())]);
        items.insert(rng.random_range(0..=items.len()), opposite);
    }
}

/// Another integer: near, far, smaller, the opposite.
fn step(n: i128, rng: &mut ChaCha8Rng) -> i128 {
    let width = if rng.random_bool(0.85) { 4 } else { 64 };
    let step = 1_i128 << rng.random_range(0..width);
    match rng.random_range(0..12) {
        0..4 => n.saturating_add(step),
        4..8 => n.saturating_sub(step),
        8 | 9 => n / 2,
        10 => n.saturating_mul(2),
        _ => n.saturating_neg(),
    }
}

/// Without references and boxes.
pub fn bare(ty: &Type) -> &Type {
    match ty {
        Type::Ref(inner) | Type::Mut(inner) | Type::Box(inner) | Type::Cow(inner) | Type::Iter(inner) => {
            bare(inner)
        }
        ty => ty,
    }
}

/// Inserts, deletes, replaces, swaps or repeats one element.
fn edit<T: Clone>(items: &mut Vec<T>, rng: &mut ChaCha8Rng, mut fresh: impl FnMut(&mut ChaCha8Rng) -> T) {
    let n = items.len();
    let choice = rng.random_range(0..5);
    if n == 0 || choice == 0 {
        let item = fresh(rng);
        items.insert(rng.random_range(0..=n), item);
        return;
    }
    let place = rng.random_range(0..n);
    match choice {
        1 => {
            items.remove(place);
        }
        2 => items[place] = fresh(rng),
        3 => items.swap(place, (place + 1) % n),
        _ => items.insert(place, items[place].clone()),
    }
}
