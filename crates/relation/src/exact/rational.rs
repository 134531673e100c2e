//! Rational numbers of any size.

use num_bigint::BigInt;
use num_rational::Ratio;
use num_traits::{One as _, Signed as _, ToPrimitive as _, Zero as _};

use crate::value::Value;

/// A rational number.
pub type Rational = Ratio<BigInt>;

/// An integer as a rational.
pub fn int(n: impl Into<BigInt>) -> Rational {
    Ratio::from_integer(n.into())
}

/// A float's exact value; `None` where it is not finite.
pub fn float(x: f64) -> Option<Rational> {
    if !x.is_finite() {
        return None;
    }
    let bits = x.to_bits();
    let exponent = ((bits >> 52) & 0x7ff) as i32;
    let fraction = bits & ((1 << 52) - 1);
    let mantissa = if exponent == 0 { fraction } else { fraction | 1 << 52 };
    let mantissa = if x.is_sign_negative() { -BigInt::from(mantissa) } else { BigInt::from(mantissa) };
    let shift = exponent.max(1) - 1075;
    let power = BigInt::one() << shift.unsigned_abs();
    Some(if shift < 0 { Ratio::new(mantissa, power) } else { int(mantissa * power) })
}

/// A number's exact value; `None` where it is no finite number.
pub fn number(value: &Value) -> Option<Rational> {
    match value {
        Value::Int(n) => Some(int(*n)),
        Value::Big(n) => Some(int(*n)),
        other => float(other.as_float()?),
    }
}

/// The float nearest to a number, infinite where there is none near.
pub fn nearest_float(number: &Rational) -> f64 {
    if number.is_zero() {
        return 0.0;
    }
    // The quotient of integers has more bits than a float, so that cutting it off does not matter.
    let bits = |n: &BigInt| i64::try_from(n.bits()).unwrap_or(i64::MAX);
    let shift = 80 + bits(number.denom()) - bits(number.numer());
    let numerator = number.numer().abs();
    let quotient = match u64::try_from(shift) {
        Ok(shift) => (numerator << shift) / number.denom(),
        Err(_) => numerator / (number.denom() << shift.unsigned_abs()),
    };
    let size = quotient.to_f64().unwrap_or(f64::INFINITY) * 2_f64.powi(-(shift.min(1_000) as i32));
    let size = if shift > 1_000 { size * 2_f64.powi(-((shift - 1_000).min(1_100) as i32)) } else { size };
    if number.is_negative() { -size } else { size }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_have_their_exact_values() {
        assert_eq!(float(0.1), Some(Ratio::new(3_602_879_701_896_397_i64.into(), (1_i64 << 55).into())));
        assert_eq!(float(-2.5), Some(Ratio::new((-5).into(), 2.into())));
        assert_eq!(float(f64::from_bits(1)), Some(Ratio::new(1.into(), BigInt::one() << 1074)));
        assert_eq!(float(2_f64.powi(80)), Some(int(BigInt::one() << 80)));
        assert_eq!(float(f64::NAN), None);
        assert_eq!(float(f64::INFINITY), None);
    }

    #[test]
    fn floats_are_nearest_to_their_own_values() {
        for x in [0.1, -2.5, 1e300, -1e-300, f64::from_bits(1), f64::MAX, 0.0, 1.0 / 3.0] {
            assert_eq!(nearest_float(&float(x).unwrap()), x);
        }
        assert_eq!(nearest_float(&Ratio::new(1.into(), 3.into())), 1.0 / 3.0);
        assert_eq!(nearest_float(&int(BigInt::one() << 2_000)), f64::INFINITY);
    }
}
