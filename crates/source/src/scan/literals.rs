//! The values of literals and of the constants of `std`.

use proc_macro2::Literal;
use syn::Lit;

use super::impure::canonical;
use morph_relation::{Value, named_constant};

/// The value of a literal.
pub(super) fn value(lit: &Lit, negative: bool) -> Option<Value> {
    match lit {
        Lit::Int(int) => match int.suffix() {
            "f32" => int.base10_digits().parse().ok().map(|x: f32| Value::F32(if negative { -x } else { x })),
            "f64" => int.base10_digits().parse().ok().map(|x: f64| Value::F64(if negative { -x } else { x })),
            _ => integer(int.base10_digits(), negative),
        },
        Lit::Float(float) if float.suffix() == "f32" => {
            float.base10_digits().parse().ok().map(|x: f32| Value::F32(if negative { -x } else { x }))
        }
        Lit::Float(float) => {
            float.base10_digits().parse().ok().map(|x: f64| Value::F64(if negative { -x } else { x }))
        }
        Lit::Char(char) => Some(Value::Char(char.value())),
        Lit::Byte(byte) => Some(Value::Int(i128::from(byte.value()))),
        Lit::Str(text) => Some(Value::str(text.value())),
        Lit::ByteStr(bytes) => Some(Value::seq(bytes.value().into_iter().map(|b| Value::Int(i128::from(b))))),
        _ => None,
    }
}

/// The value of a constant of `std`, such as `std::f64::consts::PI`.
pub(super) fn constant(path: &str) -> Option<Value> {
    let path = canonical(path);
    let (kind, name) = path.strip_prefix("std::")?.split_once("::consts::")?;
    match kind {
        "f32" => named_constant(name).map(|x| Value::F32(x as f32)),
        "f64" => named_constant(name).map(Value::F64),
        _ => None,
    }
}

/// The value of a literal among a macro's tokens.
pub(super) fn token_value(literal: Literal) -> Option<Value> {
    value(&Lit::new(literal), false)
}

fn integer(digits: &str, negative: bool) -> Option<Value> {
    if let Ok(small) = digits.parse::<i128>() {
        return Some(Value::Int(if negative { -small } else { small }));
    }
    let large: u128 = digits.parse().ok()?;
    match negative {
        true if large == i128::MIN.unsigned_abs() => Some(Value::Int(i128::MIN)),
        true => None,
        false => Some(Value::Big(large)),
    }
}
