//! Source tables: the types of their columns, and values as literals of those types.

use crate::relation::types::{FloatType, IntType, Type};
use crate::relation::value::Value;

/// The type by which a table holds values for `ty`: always `Copy` and writable in a constant.
pub fn table_type(ty: &Type) -> Type {
    let go = |inner: &Type| Box::new(table_type(inner));
    match ty {
        Type::Str | Type::String => Type::Ref(Box::new(Type::Str)),
        Type::Slice(item) | Type::Vec(item) => Type::Ref(Box::new(Type::Slice(go(item)))),
        Type::Array(item, len) => Type::Array(go(item), *len),
        Type::Option(item) => Type::Option(go(item)),
        Type::Result(ok, err) => Type::Result(go(ok), go(err)),
        Type::Tuple(items) => Type::Tuple(items.iter().map(table_type).collect()),
        Type::Ref(inner) | Type::Box(inner) => table_type(inner),
        Type::Unit | Type::Bool | Type::Char | Type::Int(_) | Type::Float(_) | Type::Ordering => ty.clone(),
    }
}

/// A value as a literal of a table column's type.
pub fn literal(value: &Value, ty: &Type) -> String {
    let list = |items: &[Value], item: &Type| {
        items.iter().map(|value| literal(value, item)).collect::<Vec<_>>().join(", ")
    };
    match (value, ty) {
        (Value::Int(n), Type::Int(int)) => int_literal(*n, *int),
        (Value::Big(u128::MAX), _) => "u128::MAX".to_owned(),
        (Value::F32(x), _) => float_literal(f64::from(*x), FloatType::F32, format!("{x:?}")),
        (Value::F64(x), _) => float_literal(*x, FloatType::F64, format!("{x:?}")),
        (Value::Seq(items), Type::Array(item, _)) => format!("[{}]", list(items, item)),
        (Value::Seq(items), _) => match ty.item() {
            Some(item) => format!("&[{}]", list(items, item)),
            None => format!("&[{}]", list(items, &Type::Unit)),
        },
        (Value::Tuple(items), Type::Tuple(types)) => {
            let parts: Vec<String> = items.iter().zip(types).map(|(v, t)| literal(v, t)).collect();
            tuple(&parts)
        }
        (Value::Some(v), Type::Option(t)) => format!("Some({})", literal(v, t)),
        (Value::Ok(v), Type::Result(t, _)) => format!("Ok({})", literal(v, t)),
        (Value::Err(v), Type::Result(_, t)) => format!("Err({})", literal(v, t)),
        (Value::None, _) => "None".to_owned(),
        (Value::Unit, _) => "()".to_owned(),
        (Value::Ordering(o), _) => format!("std::cmp::Ordering::{o:?}"),
        (other, _) => crate::relation::show_literal(other),
    }
}

/// A tuple expression or type of the given parts.
pub fn tuple(parts: &[String]) -> String {
    match parts {
        [one] => format!("({one},)"),
        parts => format!("({})", parts.join(", ")),
    }
}

fn int_literal(n: i128, int: IntType) -> String {
    let name = int.name();
    // A byte's bounds are as well known as their names; `u128::MAX` is a `Value::Big`.
    let named = int.bits() > 8 && int != IntType::U128;
    match n {
        n if named && n == int.highest() => format!("{name}::MAX"),
        n if named && n == int.highest() - 1 => format!("{name}::MAX - 1"),
        n if named && int.signed() && n == int.lowest() => format!("{name}::MIN"),
        n if named && int.signed() && n == int.lowest() + 1 => format!("{name}::MIN + 1"),
        n => n.to_string(),
    }
}

/// A float by its name where it has one: clippy denies approximations of constants.
fn float_literal(x: f64, kind: FloatType, plain: String) -> String {
    let name = kind.name();
    if x.is_nan() {
        return format!("{name}::NAN");
    }
    let sign = if x.is_sign_negative() { "-" } else { "" };
    if x.is_infinite() {
        return format!("{name}::{}INFINITY", if sign.is_empty() { "" } else { "NEG_" });
    }
    let limits: [(&str, f64); 3] = match kind {
        FloatType::F32 => [
            ("MAX", f64::from(f32::MAX)),
            ("MIN_POSITIVE", f64::from(f32::MIN_POSITIVE)),
            ("EPSILON", f64::from(f32::EPSILON)),
        ],
        FloatType::F64 => [("MAX", f64::MAX), ("MIN_POSITIVE", f64::MIN_POSITIVE), ("EPSILON", f64::EPSILON)],
    };
    if let Some((limit, _)) = limits.iter().find(|(_, value)| *value == x.abs()) {
        return match (*limit, sign) {
            ("MAX", "-") => format!("{name}::MIN"),
            (limit, sign) => format!("{sign}{name}::{limit}"),
        };
    }
    let constant = CONSTANTS.iter().find(|(_, value)| match kind {
        FloatType::F32 => f64::from(*value as f32) == x.abs(),
        FloatType::F64 => *value == x.abs(),
    });
    match constant {
        Some((constant, _)) => format!("{sign}std::{name}::consts::{constant}"),
        None => plain,
    }
}

const CONSTANTS: &[(&str, f64)] = {
    use std::f64::consts::*;
    &[
        ("PI", PI),
        ("TAU", TAU),
        ("E", E),
        ("SQRT_2", SQRT_2),
        ("LN_2", LN_2),
        ("LN_10", LN_10),
        ("LOG2_E", LOG2_E),
        ("LOG2_10", LOG2_10),
        ("LOG10_E", LOG10_E),
        ("LOG10_2", LOG10_2),
        ("FRAC_PI_2", FRAC_PI_2),
        ("FRAC_PI_3", FRAC_PI_3),
        ("FRAC_PI_4", FRAC_PI_4),
        ("FRAC_PI_6", FRAC_PI_6),
        ("FRAC_PI_8", FRAC_PI_8),
        ("FRAC_1_PI", FRAC_1_PI),
        ("FRAC_2_PI", FRAC_2_PI),
        ("FRAC_1_SQRT_2", FRAC_1_SQRT_2),
        ("FRAC_2_SQRT_PI", FRAC_2_SQRT_PI),
    ]
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_are_short_and_known_values_have_their_names() {
        let int = |n, int| literal(&Value::Int(n), &Type::Int(int));
        assert_eq!(int(i128::from(u64::MAX), IntType::U64), "u64::MAX");
        assert_eq!(int(-128, IntType::I8), "-128");
        assert_eq!(int(i128::from(i32::MIN), IntType::I32), "i32::MIN");
        let float = |x| literal(&Value::F64(x), &Type::Float(FloatType::F64));
        assert_eq!(float(-0.0), "-0.0");
        assert_eq!(float(1e300), "1e300");
        assert_eq!(float(f64::NAN), "f64::NAN");
        assert_eq!(float(-std::f64::consts::PI), "-std::f64::consts::PI");
        assert_eq!(float(f64::MIN), "f64::MIN");
        let nested = Type::Vec(Box::new(Type::String));
        assert_eq!(table_type(&nested).to_string(), "&[&str]");
        let words = Value::seq([Value::str("e\u{301}"), Value::str("\"")]);
        assert_eq!(literal(&words, &table_type(&nested)), "&[\"e\\u{301}\", \"\\\"\"]");
    }
}
