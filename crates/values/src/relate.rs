//! Inputs whose parameters have something in common: equal or nearly so, the beginning or the end of one another, the
//! length of one another.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::floats::nearly_equal;
use super::generate::Generator;
use super::vary::bare;
use morph_relation::{Data, FloatType, Type, Value};
use morph_source::scan::Param;

/// By how much floats differ that a few roundings tell apart, as a share of them.
const NEAR: f64 = 1e-6;

/// How often a sequence has another length than the numbers beside it say, and the greatest of these.
const UNFILLED: f64 = 0.4;
const LARGEST_GRID: usize = 4;

impl Generator {
    /// An input near another one: some parameters a step away, or related to others.
    pub fn neighbour(&self, input: &[Value], params: &[Param], rng: &mut ChaCha8Rng) -> Vec<Value> {
        let mut near = input.to_vec();
        for _ in 0..[1, 1, 1, 2, 3][rng.random_range(0..5)] {
            if !(rng.random_bool(0.4) && self.relate(&mut near, params, rng)) {
                let place = rng.random_range(0..near.len());
                near[place] = self.vary(&near[place], &params[place].ty, rng);
            }
        }
        near
    }

    /// Often makes a sequence as long as the numbers beside it say: the cells of a grid, by its rows and columns.
    pub(super) fn fill_grid(&self, args: &mut [Value], params: &[Type], rng: &mut ChaCha8Rng) {
        let places = |is: fn(&Type) -> bool| -> Vec<usize> {
            (0..params.len()).filter(|place| is(&params[*place])).collect()
        };
        let sizes = places(|ty| matches!(ty, Type::Int(int) if !int.signed()));
        let cells = places(|ty| matches!(ty.owned(), Type::Vec(_)));
        let (&[cells], true) = (cells.as_slice(), matches!(sizes.len(), 1 | 2)) else { return };
        if rng.random_bool(UNFILLED) {
            return;
        }
        let mut count = if sizes.len() == 1 { rng.random_range(0..=LARGEST_GRID) } else { 1 };
        for size in sizes {
            let n = rng.random_range(0..=LARGEST_GRID);
            args[size] = Value::Int(n as i128);
            count *= n;
        }
        if let Some(item) = params[cells].owned().item() {
            args[cells] = Value::seq((0..count).map(|_| self.value(item, rng)).collect::<Vec<_>>());
        }
    }

    /// Makes one parameter resemble another, where two can; whether it did.
    pub fn relate(&self, input: &mut [Value], params: &[Param], rng: &mut ChaCha8Rng) -> bool {
        if input.len() < 2 {
            return false;
        }
        let place = rng.random_range(0..input.len());
        let other = (place + rng.random_range(1..input.len())) % input.len();
        let Some(value) = related(&input[place], &input[other], bare(&params[place].ty), rng) else {
            return false;
        };
        let fits = value.is_writable(&params[place].ty);
        if fits {
            input[place] = value;
        }
        fits
    }
}

/// A value like `own` that has something in common with `other`.
fn related(own: &Value, other: &Value, ty: &Type, rng: &mut ChaCha8Rng) -> Option<Value> {
    Some(match (own, other) {
        (Value::Str(own), Value::Str(other)) => {
            let case = rng.random_range(0..12);
            let other = match case {
                0 => other.to_uppercase(),
                1 => other.to_lowercase(),
                _ => other.to_string(),
            };
            let (own, other): (Vec<char>, Vec<char>) = (own.chars().collect(), other.chars().collect());
            Value::str(joined(&own, &other, Some(' '), rng).into_iter().collect::<String>())
        }
        // What is nearly constant stays so together.
        (Value::Seq(own), Value::Seq(other)) if let Some((kind, x)) = constant(other) => {
            Value::seq(nearly_equal(kind, own.len(), x, rng))
        }
        (Value::Seq(own), Value::Seq(other)) => {
            let items = joined(own, other, None, rng);
            match ty {
                Type::Array(_, len) => Value::seq(items.into_iter().chain(own.to_vec()).take(*len)),
                _ => Value::seq(items),
            }
        }
        (Value::Int(own), Value::Int(other)) => Value::Int(match rng.random_range(0..6) {
            0..3 => other.saturating_add(rng.random_range(-1..=1)),
            3 => other.saturating_neg(),
            4 => other.saturating_mul(rng.random_range(2..=3)),
            _ => other.saturating_add(*own),
        }),
        (Value::F64(_), Value::F64(other)) => Value::F64(match rng.random_range(0..5) {
            0 => other.next_up(),
            1 => other.next_down(),
            2 => -other,
            _ => *other,
        }),
        (Value::F32(_), Value::F32(other)) => Value::F32(match rng.random_range(0..5) {
            0 => other.next_up(),
            1 => other.next_down(),
            2 => -other,
            _ => *other,
        }),
        // A count at the border of what there is to count.
        (Value::Int(_), Value::Str(text)) => {
            let n = if rng.random_bool(0.7) { text.chars().count() } else { text.len() };
            Value::Int(n as i128 + rng.random_range(-1..=2))
        }
        (Value::Int(_), Value::Seq(items)) => Value::Int(items.len() as i128 + rng.random_range(-1..=1)),
        (Value::Char(_), Value::Str(text)) => {
            let n = text.chars().count();
            Value::Char(text.chars().nth(rng.random_range(0..n.max(1)))?)
        }
        (Value::Str(text), Value::Char(c)) => {
            let mut chars: Vec<char> = text.chars().collect();
            chars.insert(rng.random_range(0..=chars.len()), *c);
            Value::str(chars.into_iter().collect::<String>())
        }
        // What was made from a text has to do with texts like it.
        (Value::Str(own), Value::Data(data)) => of_a_text_in(data, own, rng)?,
        (Value::Seq(own), item) if ty.item().is_some_and(|ty| item.fits(ty)) => {
            let mut items = own.to_vec();
            let place = rng.random_range(0..=items.len());
            let replaced =
                usize::from(place < items.len() && (matches!(ty, Type::Array(..)) || rng.random()));
            items.splice(place..place + replaced, [item.clone()]);
            Value::seq(items)
        }
        (own, item) => match (other, ty) {
            (Value::Seq(items), ty) if items.first().is_some_and(|first| first.fits(ty)) => {
                items[rng.random_range(0..items.len())].clone()
            }
            (Value::Some(other), Type::Option(_)) => match own {
                Value::Some(own) => Value::Some(related(own, other, ty_of_option(ty)?, rng)?.into()),
                _ => item.clone(),
            },
            _ if item.fits(ty) => item.clone(),
            (Value::Data(data), ty) => of_a_part_of(data, own, ty, rng)?,
            _ => return None,
        },
    })
}

/// What was put into a value is asked for, or what is like it.
fn of_a_part_of(data: &Data, own: &Value, ty: &Type, rng: &mut ChaCha8Rng) -> Option<Value> {
    let parts: Vec<&Value> = parts_of(data).into_iter().filter(|part| part.fits(ty)).collect();
    let part = *parts.get(rng.random_range(0..parts.len().max(1)))?;
    if rng.random() { Some(part.clone()) } else { related(own, part, ty, rng) }
}

/// What a value was made of, or has as fields, and what that consists of.
pub fn parts_of(data: &Data) -> Vec<&Value> {
    fn add<'v>(part: &'v Value, parts: &mut Vec<&'v Value>) {
        match part {
            Value::Data(data) => parts.extend(parts_of(data)),
            Value::Some(inner) | Value::Ok(inner) => add(inner, parts),
            Value::Seq(items) | Value::Tuple(items) => {
                parts.push(part);
                items.iter().for_each(|item| add(item, parts));
            }
            part => parts.push(part),
        }
    }
    let whole = data.recipe.as_ref().map_or(data.fields.as_slice(), |recipe| &recipe.args);
    let mut parts = Vec::new();
    whole.iter().for_each(|part| add(part, &mut parts));
    parts
}

/// The float of which nothing in a list differs but by roundings.
fn constant(items: &[Value]) -> Option<(FloatType, f64)> {
    let kind = match items.first()? {
        Value::F64(_) => FloatType::F64,
        Value::F32(_) => FloatType::F32,
        _ => return None,
    };
    let x = items.first()?.as_float()?;
    let is_near = |item: &Value| item.as_float().is_some_and(|y| (y - x).abs() <= NEAR * x.abs());
    items.iter().all(is_near).then_some((kind, x))
}

/// A text that has something in common with one of those in a value.
fn of_a_text_in(data: &Data, own: &str, rng: &mut ChaCha8Rng) -> Option<Value> {
    let texts = parts_of(data).into_iter().filter_map(|part| match part {
        Value::Str(text) => Some(text),
        _ => None,
    });
    let texts: Vec<_> = texts.collect();
    let other: Vec<char> = texts.get(rng.random_range(0..texts.len().max(1)))?.chars().collect();
    let own: Vec<char> = own.chars().collect();
    let text: String = joined(&own, &other, None, rng).into_iter().collect();
    Some(Value::str(match rng.random_range(0..6) {
        0 => text.to_uppercase(),
        1 => text.to_lowercase(),
        _ => text,
    }))
}

fn ty_of_option(ty: &Type) -> Option<&Type> {
    match ty {
        Type::Option(item) => Some(bare(item)),
        _ => None,
    }
}

/// Two sequences in one: all or a part of the other at the beginning, at the end or inside.
fn joined<T: Clone>(own: &[T], other: &[T], between: Option<T>, rng: &mut ChaCha8Rng) -> Vec<T> {
    let cut = rng.random_range(0..=other.len());
    let place = rng.random_range(0..=own.len());
    let no: &[T] = &[];
    let parts: [&[T]; 3] = match rng.random_range(0..9) {
        0 => [other, no, no],
        1 => [&other[..cut], no, no],
        2 => [&other[cut..], no, no],
        3 => [other, own, no],
        4 => [own, other, no],
        5 => [&other[..cut], own, no],
        6 => [own, &other[cut..], no],
        7 => [&own[..place], other, &own[place..]],
        _ => [other, between.as_slice(), own],
    };
    parts.concat()
}
