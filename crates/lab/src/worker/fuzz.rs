//! Answers of workers that are none.

use morph_fuzz::fuzz;

use super::execution::{Ended, Reached, outcome};
use crate::Outcome;
use crate::protocol::VALUE;
use crate::wire::{decode, encode};
use morph_relation::{FloatType, IntType, Type, Value};

fn types() -> Vec<Type> {
    let int = |int| Type::Int(int);
    let list = |ty| Type::Vec(Box::new(ty));
    vec![
        Type::Tuple(vec![
            int(IntType::I128),
            Type::Char,
            Type::Bool,
            Type::Float(FloatType::F32),
            Type::Ordering,
        ]),
        list(Type::Option(Box::new(Type::String))),
        Type::Result(Box::new(list(list(int(IntType::U16)))), Box::new(Type::Duration)),
        list(Type::Unit),
        list(Type::Tuple(vec![Type::Unit, list(Type::Unit)])),
    ]
}

/// The type's number comes first.
#[test]
fn bytes_of_any_kind_are_a_value_or_none() {
    let types = types();
    let values = [
        Value::Tuple(
            [
                Value::Int(-5),
                Value::Char('x'),
                Value::Bool(true),
                Value::F32(1.5),
                Value::Ordering(std::cmp::Ordering::Less),
            ]
            .into(),
        ),
        Value::seq([Value::Some(Value::str("ab").into()), Value::None, Value::Some(Value::str("ab").into())]),
        Value::Ok(Value::seq([Value::seq([Value::Int(1), Value::Int(2)]), Value::seq([])]).into()),
        Value::seq(vec![Value::Unit; 3]),
        Value::seq(vec![Value::Tuple([Value::Unit, Value::seq(vec![Value::Unit; 2])].into()); 2]),
    ];
    let example = |(number, value): (usize, &Value)| {
        let mut bytes = vec![number as u8];
        encode(value, &types[number], &mut bytes);
        bytes
    };
    let examples: Vec<Vec<u8>> = values.iter().enumerate().map(example).collect();
    fuzz("values", &examples, |input| {
        let Some((number, mut bytes)) = input.split_first() else { return false };
        let ty = &types[usize::from(*number) % types.len()];
        assert!(matches!(outcome(VALUE, bytes, ty), Outcome::Value(_) | Outcome::Crash(0)));
        let whole = bytes;
        let Some(value) = decode(ty, &mut bytes) else { return false };
        let mut again = Vec::new();
        encode(&value, ty, &mut again);
        again.len() == whole.len() - bytes.len()
    });
}

#[test]
fn reports_of_what_was_reached_are_read_or_refused() {
    let numbers = |numbers: &[u32]| numbers.iter().flat_map(|n| n.to_le_bytes()).collect::<Vec<u8>>();
    let fuel = [9_u64, 100, 7].iter().flat_map(|n| n.to_le_bytes()).collect::<Vec<u8>>();
    let example =
        [fuel, numbers(&[2, 5, 6]), numbers(&[3, 0, 2, 4]), numbers(&[1]), 0.5_f64.to_le_bytes().to_vec()]
            .concat();
    fuzz("what was reached", &[example], |input| {
        let reached = Reached { tag: VALUE, value: Box::default(), bytes: input.into() };
        let ended = Ended { row: 0, outcome: Outcome::OutOfFuel, value: None, reached: Some(reached) };
        ended.execution(1, &[]).is_some()
    });
}
