use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::rewrite::{RULES, Rule, kind_of};
use super::*;
use crate::eval::Env;
use crate::operators::OPERATORS;
use crate::types::{FloatType, IntType};

mod preserved;
mod readable;
mod rules;
mod small;
mod speed;

/// Types that letters and names may have.
fn types() -> Vec<Type> {
    let vec = |ty: Type| Type::Vec(Box::new(ty));
    let mut types = vec![
        Type::Int(IntType::I128),
        Type::Float(FloatType::F64),
        Type::Float(FloatType::F32),
        Type::Bool,
        Type::Char,
        Type::String,
        Type::Ordering,
        Type::Option(Box::new(Type::Int(IntType::I128))),
    ];
    types.extend([
        vec(Type::Int(IntType::I128)),
        vec(Type::Float(FloatType::F64)),
        vec(Type::String),
        vec(Type::Char),
    ]);
    types
}

/// A value of a type, from few, so that equal ones are likely, and with what is special among them.
fn value(ty: &Type, rng: &mut ChaCha8Rng) -> Value {
    const FLOATS: [f64; 12] =
        [0.0, -0.0, 1.0, -1.0, 1.5, 0.1, -2.25, 3e7, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e-300];
    const TEXTS: [&str; 16] = [
        "",
        "a",
        "A",
        "ab",
        " ab ",
        "ß",
        "ŉ",
        "İ",
        "ΑΣ",
        "Σ",
        "ς",
        "e\u{301}",
        "ǅ",
        "ﬁ",
        "\u{1f600}",
        "\u{2003}x",
    ];
    let mut pick = |n: usize| rng.random_range(0..n);
    match ty {
        Type::Int(IntType::I128) => Value::Int([0, 1, -1, 2, 3, 5, 7, -8, 100][pick(9)]),
        Type::Int(IntType::U128) if pick(3) == 0 => Value::Big(u128::MAX),
        Type::Int(int) | Type::NonZero(int) => {
            let all = [1, 2, 3, 7, int.lowest(), int.highest(), 0, 2];
            let n = all[pick(all.len())];
            Value::Int(if n == 0 && matches!(ty, Type::NonZero(_)) { 5 } else { n })
        }
        Type::Float(kind) => Value::float(*kind, FLOATS[pick(FLOATS.len())]),
        Type::Bool => Value::Bool(pick(2) == 0),
        Type::Char => Value::Char(['a', 'b', 'ß', 'Σ'][pick(4)]),
        Type::String | Type::Str => Value::str(TEXTS[pick(TEXTS.len())]),
        Type::Option(_) if pick(3) == 0 => Value::None,
        Type::Option(item) => Value::Some(value(item, rng).into()),
        Type::Result(_, err) if pick(3) == 0 => Value::Err(value(err, rng).into()),
        Type::Result(item, _) => Value::Ok(value(item, rng).into()),
        Type::Vec(item) | Type::Slice(item) => {
            let len = pick(4);
            Value::seq((0..len).map(|_| value(item, rng)).collect::<Vec<_>>())
        }
        Type::Ref(inner) => value(inner, rng),
        Type::Tuple(items) => Value::Tuple(items.iter().map(|item| value(item, rng)).collect()),
        Type::Ordering => {
            use std::cmp::Ordering::{Equal, Greater, Less};
            Value::Ordering([Less, Equal, Greater][pick(3)])
        }
        Type::Duration => Value::Int([0, 1, 1_500_000_000][pick(3)]),
        Type::Adt(adt) => {
            let fields = adt.fields().expect("it is a struct").iter();
            Value::data(0, fields.map(|field| value(&field.ty, rng)).collect())
        }
        other => panic!("no values of {other}"),
    }
}
