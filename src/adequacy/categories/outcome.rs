//! What becomes of an input, by kind: the choices of outcomes, which are those that are observed.

use std::cmp::Ordering;

use super::place::bare;
use morph_lab::Outcome;
use morph_relation::{Type, Value};

/// Parts of a tuple or struct that outcomes distinguish.
const PARTS: usize = 3;

/// As reports say it: "y0 > 0", "y0 is None", "panics"; `None` where it was not run to an end.
pub fn told(outcome: &Outcome, ty: &Type) -> Option<String> {
    Some(match outcome {
        Outcome::Value(value) => of_value("y0", value, ty),
        Outcome::Panic(_) => "panics".to_owned(),
        Outcome::OutOfFuel => "does not terminate".to_owned(),
        Outcome::Crash(_) => "crashes".to_owned(),
        Outcome::NotRun | Outcome::Forbidden(_) => return None,
    })
}

fn of_value(name: &str, value: &Value, ty: &Type) -> String {
    let sign = |order: Option<Ordering>| match order {
        Some(Ordering::Less) => format!("{name} < 0"),
        Some(Ordering::Equal) => format!("{name} == 0"),
        Some(Ordering::Greater) => format!("{name} > 0"),
        None => format!("{name} is NaN"),
    };
    let length = |n: usize| match n {
        0 => format!("{name} is empty"),
        1 => format!("{name} has length 1"),
        _ => format!("{name} is longer than 1"),
    };
    match (value, bare(ty)) {
        (Value::Bool(b), _) => format!("{name} is {b}"),
        (Value::Int(n), _) => sign(Some(n.cmp(&0))),
        (Value::Big(_), _) => sign(Some(Ordering::Greater)),
        (Value::F32(_) | Value::F64(_), _) => {
            let x = value.as_float().unwrap_or_default();
            if x.is_infinite() { format!("{name} == {x}") } else { sign(x.partial_cmp(&0.0)) }
        }
        (Value::Str(text), _) => length(text.chars().count()),
        (Value::Seq(items), _) => length(items.len()),
        (Value::None, _) => format!("{name} is None"),
        (Value::Some(_), _) => format!("{name} is Some"),
        (Value::Ok(_), _) => format!("{name} is Ok"),
        (Value::Err(error), Type::Result(_, ty)) => match (&**error, bare(ty)) {
            // Which error is what callers branch on.
            (Value::Data(data), Type::Adt(adt)) if adt.is_enum => match adt.variants().get(data.variant) {
                Some(variant) => format!("{name} is Err({})", variant.name),
                None => format!("{name} is Err"),
            },
            _ => format!("{name} is Err"),
        },
        (Value::Ordering(order), _) => format!("{name} is {order:?}"),
        (Value::Data(data), Type::Adt(adt)) if adt.is_enum => match adt.variants().get(data.variant) {
            Some(variant) => format!("{name} is {}", variant.name),
            None => name.to_owned(),
        },
        (Value::Tuple(items), Type::Tuple(types)) => {
            let parts = items.iter().zip(types).enumerate().take(PARTS);
            let told = parts.map(|(n, (value, ty))| of_value(&format!("{name}.{n}"), value, ty));
            told.collect::<Vec<_>>().join(", ")
        }
        _ => "returns".to_owned(),
    }
}
