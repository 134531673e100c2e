//! Examples of constants.

use super::{Example, Family, examples};

examples! { constant: Constant
    "*::None" => (a: u8) -> Option<u8> { if a > 3 { Some(a) } else { None } }
    "::PhantomData" => (a: u8) -> u8 { use std::marker::PhantomData; let _none: PhantomData<u8> = PhantomData; a }
    "Duration::ZERO" => (a: u8) -> bool { std::time::Duration::from_secs(u64::from(a)) == std::time::Duration::ZERO }
    "Ordering::Equal" => (a: i8, b: i8) -> bool { a.cmp(&b) == std::cmp::Ordering::Equal }
    "Ordering::Greater" => (a: i8, b: i8) -> bool { a.cmp(&b) == std::cmp::Ordering::Greater }
    "Ordering::Less" => (a: i8, b: i8) -> bool { a.cmp(&b) == std::cmp::Ordering::Less }
    "char::MAX" => (a: char) -> bool { a == char::MAX || a < 'b' }
    "char::MIN" => (a: char) -> bool { a == char::MIN || a < 'b' }
    "char::REPLACEMENT_CHARACTER" => (a: char) -> bool { a == char::REPLACEMENT_CHARACTER || a < 'b' }
    "fmt::Error" => (a: u8) -> bool { let result: std::fmt::Result = if a > 3 { Err(std::fmt::Error) } else { Ok(()) }; result.is_ok() }
    "marker::PhantomData" => (a: u8) -> u8 { let _none: std::marker::PhantomData<u8> = std::marker::PhantomData; a }
}

examples! { integer_constant: IntegerConstant
    "BITS" => (a: u32) -> u32 { a / 2 + i16::BITS }
    "MAX" => (a: u16) -> bool { a == u16::MAX }
    "MIN" => (a: i16) -> bool { a == i16::MIN }
}

examples! { float_constant: FloatConstant
    "E" => (x: f32, y: f64) -> (f32, f64) { (x * std::f32::consts::E, y * std::f64::consts::E) }
    "EPSILON" => (x: f32, y: f64) -> (f32, f64) { (x.max(f32::EPSILON), y.min(f64::EPSILON)) }
    "FRAC_1_PI" => (x: f32, y: f64) -> (f32, f64) { (x * std::f32::consts::FRAC_1_PI, y * std::f64::consts::FRAC_1_PI) }
    "FRAC_1_SQRT_2" => (x: f32, y: f64) -> (f32, f64) { (x * std::f32::consts::FRAC_1_SQRT_2, y * std::f64::consts::FRAC_1_SQRT_2) }
    "FRAC_2_PI" => (x: f32, y: f64) -> (f32, f64) { (x * std::f32::consts::FRAC_2_PI, y * std::f64::consts::FRAC_2_PI) }
    "FRAC_PI_2" => (x: f32, y: f64) -> (f32, f64) { (x * std::f32::consts::FRAC_PI_2, y * std::f64::consts::FRAC_PI_2) }
    "FRAC_PI_3" => (x: f32, y: f64) -> (f32, f64) { (x * std::f32::consts::FRAC_PI_3, y * std::f64::consts::FRAC_PI_3) }
    "FRAC_PI_4" => (x: f32, y: f64) -> (f32, f64) { (x * std::f32::consts::FRAC_PI_4, y * std::f64::consts::FRAC_PI_4) }
    "FRAC_PI_6" => (x: f32, y: f64) -> (f32, f64) { (x * std::f32::consts::FRAC_PI_6, y * std::f64::consts::FRAC_PI_6) }
    "FRAC_PI_8" => (x: f32, y: f64) -> (f32, f64) { (x * std::f32::consts::FRAC_PI_8, y * std::f64::consts::FRAC_PI_8) }
    "INFINITY" => (x: f32, y: f64) -> (f32, f64) { (x.max(f32::INFINITY), y.min(f64::INFINITY)) }
    "LN_10" => (x: f32, y: f64) -> (f32, f64) { (x * std::f32::consts::LN_10, y * std::f64::consts::LN_10) }
    "LN_2" => (x: f32, y: f64) -> (f32, f64) { (x * std::f32::consts::LN_2, y * std::f64::consts::LN_2) }
    "LOG10_E" => (x: f32, y: f64) -> (f32, f64) { (x * std::f32::consts::LOG10_E, y * std::f64::consts::LOG10_E) }
    "LOG2_E" => (x: f32, y: f64) -> (f32, f64) { (x * std::f32::consts::LOG2_E, y * std::f64::consts::LOG2_E) }
    "MAX" => (x: f32, y: f64) -> (f32, f64) { (x.max(f32::MAX), y.min(f64::MAX)) }
    "MIN" => (x: f32, y: f64) -> (f32, f64) { (x.max(f32::MIN), y.min(f64::MIN)) }
    "MIN_POSITIVE" => (x: f32, y: f64) -> (f32, f64) { (x.max(f32::MIN_POSITIVE), y.min(f64::MIN_POSITIVE)) }
    "NAN" => (x: f32, y: f64) -> (f32, f64) { (x.max(f32::NAN), y.min(f64::NAN)) }
    "NEG_INFINITY" => (x: f32, y: f64) -> (f32, f64) { (x.max(f32::NEG_INFINITY), y.min(f64::NEG_INFINITY)) }
    "PI" => (x: f32, y: f64) -> (f32, f64) { (x * std::f32::consts::PI, y * std::f64::consts::PI) }
    "SQRT_2" => (x: f32, y: f64) -> (f32, f64) { (x * std::f32::consts::SQRT_2, y * std::f64::consts::SQRT_2) }
    "TAU" => (x: f32, y: f64) -> (f32, f64) { (x * std::f32::consts::TAU, y * std::f64::consts::TAU) }
}
