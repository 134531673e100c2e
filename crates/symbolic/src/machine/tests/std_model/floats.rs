//! Examples of methods of floats.

use super::{Example, Family, examples};

examples! { float: Float
    "abs" => (x: f64) -> f64 { x.abs() }
    "acos" => (x: f64) -> f64 { x.acos() }
    "acosh" => (x: f64) -> f64 { x.acosh() }
    "add" => (x: f64, y: f64) -> f64 { use std::ops::Add; x.add(y) }
    "asin" => (x: f64) -> f64 { x.asin() }
    "asinh" => (x: f64) -> f64 { x.asinh() }
    "atan" => (x: f64) -> f64 { x.atan() }
    "atan2" => (x: f64, y: f64) -> f64 { x.atan2(y) }
    "atanh" => (x: f64) -> f64 { x.atanh() }
    "cbrt" => (x: f64) -> f64 { x.cbrt() }
    "ceil" => (x: f64) -> f64 { x.ceil() }
    "clamp" => (x: f64) -> f64 { x.clamp(-1.5, 20.0) }
    "copysign" => (x: f64, y: f64) -> f64 { x.copysign(y) }
    "cos" => (x: f64) -> f64 { x.cos() }
    "cosh" => (x: f64) -> f64 { x.cosh() }
    "div" => (x: f64, y: f64) -> f64 { use std::ops::Div; x.div(y) }
    "div_euclid" => (x: f64, y: f64) -> f64 { x.div_euclid(y) }
    "exp" => (x: f64) -> f64 { x.exp() }
    "exp2" => (x: f64) -> f64 { x.exp2() }
    "exp_m1" => (x: f64) -> f64 { x.exp_m1() }
    "floor" => (x: f64) -> f64 { x.floor() }
    "fract" => (x: f64) -> f64 { x.fract() }
    "hypot" => (x: f64, y: f64) -> f64 { x.hypot(y) }
    "is_finite" => (x: f32) -> bool { x.is_finite() }
    "is_infinite" => (x: f32) -> bool { x.is_infinite() }
    "is_nan" => (x: f32) -> bool { x.is_nan() }
    "is_normal" => (x: f32) -> bool { x.is_normal() }
    "is_sign_negative" => (x: f64) -> bool { !x.is_nan() && x.is_sign_negative() }
    "is_sign_positive" => (x: f64) -> bool { !x.is_nan() && x.is_sign_positive() }
    "is_subnormal" => (x: f32) -> bool { x.is_subnormal() }
    "ln" => (x: f64) -> f64 { x.ln() }
    "ln_1p" => (x: f64) -> f64 { x.ln_1p() }
    "log" => (x: f64, y: f64) -> f64 { x.log(y) }
    "log10" => (x: f64) -> f64 { x.log10() }
    "log2" => (x: f64) -> f64 { x.log2() }
    "max" => (x: f64, y: f64) -> f64 { x.max(y) }
    "min" => (x: f64, y: f64) -> f64 { x.min(y) }
    "mul" => (x: f64, y: f64) -> f64 { use std::ops::Mul; x.mul(y) }
    "mul_add" => (x: f64, y: f64) -> f64 { x.mul_add(y, 0.5) }
    "neg" => (x: f64) -> f64 { use std::ops::Neg; x.neg() }
    "powf" => (x: f64, y: f64) -> f64 { x.powf(y) }
    "powi" => (x: f64, n: i32) -> f64 { x.powi(n % 5) }
    "recip" => (x: f64) -> f64 { x.recip() }
    "rem" => (x: f64, y: f64) -> f64 { use std::ops::Rem; x.rem(y) }
    "rem_euclid" => (x: f64, y: f64) -> f64 { x.rem_euclid(y) }
    "round" => (x: f64) -> f64 { x.round() }
    "round_ties_even" => (x: f64) -> f64 { x.round_ties_even() }
    "signum" => (x: f64) -> f64 { x.signum() }
    "sin" => (x: f64) -> f64 { x.sin() }
    "sin_cos" => (x: f64) -> (f64, f64) { x.sin_cos() }
    "sinh" => (x: f64) -> f64 { x.sinh() }
    "sqrt" => (x: f64) -> f64 { x.sqrt() }
    "sub" => (x: f64, y: f64) -> f64 { use std::ops::Sub; x.sub(y) }
    "tan" => (x: f64) -> f64 { x.tan() }
    "tanh" => (x: f64) -> f64 { x.tanh() }
    "to_bits" => (x: f32) -> u32 { x.to_bits() }
    "to_degrees" => (x: f64) -> f64 { x.to_degrees() }
    "to_radians" => (x: f64) -> f64 { x.to_radians() }
    "total_cmp" => (x: f64, y: f64) -> std::cmp::Ordering { x.total_cmp(&y) }
    "trunc" => (x: f64) -> f64 { x.trunc() }
}
