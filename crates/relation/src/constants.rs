//! The constants of `std::f64::consts` and their names.

use super::types::FloatType;
use super::value::Value;

/// The name in `std::f64::consts` of a positive number.
pub fn named(x: f64, kind: FloatType) -> Option<&'static str> {
    let is = |value: f64| match kind {
        FloatType::F32 => f64::from(value as f32) == x,
        FloatType::F64 => value == x,
    };
    CONSTANTS.iter().find(|(_, value)| is(*value)).map(|(name, _)| *name)
}

/// Whether a float has a name in `std`: π, e …
pub fn is_named(value: &Value) -> bool {
    match value {
        Value::F32(x) => named(f64::from(x.abs()), FloatType::F32).is_some(),
        Value::F64(x) => named(x.abs(), FloatType::F64).is_some(),
        _ => false,
    }
}

/// The name in `std` of a float, with its sign: `-PI`.
pub fn name_of(value: &Value) -> Option<String> {
    let (x, kind) = match value {
        Value::F32(x) => (f64::from(*x), FloatType::F32),
        Value::F64(x) => (*x, FloatType::F64),
        _ => return None,
    };
    let sign = if x.is_sign_negative() { "-" } else { "" };
    named(x.abs(), kind).map(|name| format!("{sign}{name}"))
}

/// The constant of `std::f64::consts` with this name.
pub fn named_constant(name: &str) -> Option<f64> {
    CONSTANTS.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
}

/// The constants of `std::f64::consts` by their names.
pub fn named_constants() -> &'static [(&'static str, f64)] {
    CONSTANTS
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
