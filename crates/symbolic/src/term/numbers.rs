//! Arithmetic of values, as Rust's.

use super::language::{Bits, FloatFn, FloatOp};
use morph_relation::{FloatType, IntType};

/// The integer of a type that is congruent to one; of a `u128`, only where it is no larger than `i128::MAX`.
pub fn wrapped(ty: IntType, value: i128) -> Option<i128> {
    let spare = 128 - ty.bits();
    match ty.signed() {
        true => Some(value << spare >> spare),
        false => i128::try_from((value as u128) << spare >> spare).ok(),
    }
}

/// A function of two integers of a type by their bits; `None` where a shift is too far.
pub fn bits(op: Bits, ty: IntType, a: i128, b: i128) -> Option<i128> {
    let shift = || u32::try_from(b).ok().filter(|shift| *shift < ty.bits());
    match op {
        Bits::And => Some(a & b),
        Bits::Or => Some(a | b),
        Bits::Xor => Some(a ^ b),
        Bits::Shl => wrapped(ty, a << shift()?),
        Bits::Shr => Some(a >> shift()?),
    }
}

/// A float rounded to a type; every NaN is the same.
pub fn rounded(ty: FloatType, value: f64) -> f64 {
    match ty {
        _ if value.is_nan() => f64::NAN,
        FloatType::F32 => f64::from(value as f32),
        FloatType::F64 => value,
    }
}

/// An integer as a float.
pub fn to_float(ty: FloatType, value: i128) -> f64 {
    match ty {
        FloatType::F32 => f64::from(value as f32),
        FloatType::F64 => value as f64,
    }
}

/// A float as an integer; `None` for a `u128` above `i128::MAX`.
pub fn to_int(ty: IntType, value: f64) -> Option<i128> {
    match ty {
        IntType::U128 => i128::try_from(value as u128).ok(),
        _ => Some(ty.nearest(value as i128)),
    }
}

/// A function of a float, computed in its own width.
pub fn apply(function: FloatFn, ty: FloatType, x: f64) -> f64 {
    macro_rules! in_width {
        ($x:expr) => {{
            let x = $x;
            match function {
                FloatFn::Neg => -x,
                FloatFn::Abs => x.abs(),
                FloatFn::Sqrt => x.sqrt(),
                FloatFn::Floor => x.floor(),
                FloatFn::Ceil => x.ceil(),
                FloatFn::Round => x.round(),
                FloatFn::Trunc => x.trunc(),
                FloatFn::Sin => x.sin(),
                FloatFn::Cos => x.cos(),
                FloatFn::Tan => x.tan(),
                FloatFn::Asin => x.asin(),
                FloatFn::Acos => x.acos(),
                FloatFn::Atan => x.atan(),
                FloatFn::Sinh => x.sinh(),
                FloatFn::Cosh => x.cosh(),
                FloatFn::Tanh => x.tanh(),
                FloatFn::Exp => x.exp(),
                FloatFn::Exp2 => x.exp2(),
                FloatFn::Ln => x.ln(),
                FloatFn::Log2 => x.log2(),
                FloatFn::Log10 => x.log10(),
                FloatFn::Ln1p => x.ln_1p(),
                FloatFn::ExpM1 => x.exp_m1(),
                FloatFn::Cbrt => x.cbrt(),
            }
        }};
    }
    let value = match ty {
        FloatType::F32 => f64::from(in_width!(x as f32)),
        FloatType::F64 => in_width!(x),
    };
    rounded(ty, value)
}

/// A function of two floats, computed in their own width.
pub fn operate(op: FloatOp, ty: FloatType, a: f64, b: f64) -> f64 {
    macro_rules! in_width {
        ($a:expr, $b:expr) => {{
            let (a, b) = ($a, $b);
            match op {
                FloatOp::Add => a + b,
                FloatOp::Sub => a - b,
                FloatOp::Mul => a * b,
                FloatOp::Div => a / b,
                FloatOp::Rem => a % b,
                FloatOp::Min => a.min(b),
                FloatOp::Max => a.max(b),
                FloatOp::Pow => a.powf(b),
                FloatOp::Hypot => a.hypot(b),
                FloatOp::Atan2 => a.atan2(b),
            }
        }};
    }
    let value = match ty {
        FloatType::F32 => f64::from(in_width!(a as f32, b as f32)),
        FloatType::F64 => in_width!(a, b),
    };
    rounded(ty, value)
}
