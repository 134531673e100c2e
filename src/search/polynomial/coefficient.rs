//! Coefficients that a person would write: small rationals, and the constants that have a name.

use super::precision::Precision;
use morph_relation::{FloatType, Value, named_constants};

/// A coefficient.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Coefficient {
    /// A fraction in lowest terms, the denominator positive.
    Ratio(i64, i64),
    /// Any other float: a constant with a name in `std`, its negation, or a bound.
    Real(f64),
}

/// Largest numerator and denominator of a coefficient.
const LARGEST: [i64; 2] = [100, 12];
/// The prime 2^61 - 1.
pub const PRIME: u64 = (1 << 61) - 1;

impl Coefficient {
    /// The number that a float is meant to be which was computed from floats of a kind, if there is one.
    pub fn near(x: f64, kind: FloatType) -> Option<Coefficient> {
        let Precision { near, .. } = Precision::of(kind);
        let near = |y: f64| (x - y).abs() <= near * x.abs().max(1e-3);
        let ratio = (1..=LARGEST[1]).find_map(|denominator| {
            let numerator = (x * denominator as f64).round();
            let fits = numerator != 0.0 && numerator.abs() <= LARGEST[0] as f64;
            (fits && near(numerator / denominator as f64))
                .then_some(Coefficient::Ratio(numerator as i64, denominator))
        });
        ratio.or_else(|| {
            let mut named = named_constants().iter().map(|(_, constant)| constant.copysign(x));
            named.find(|constant| near(*constant)).map(Coefficient::Real)
        })
    }

    /// The fraction that a residue modulo [`PRIME`] is, if it is a simple one.
    pub fn of_residue(residue: u64) -> Option<Coefficient> {
        (1..=LARGEST[1]).find_map(|denominator| {
            let product = (u128::from(residue) * denominator as u128 % u128::from(PRIME)) as u64;
            let numerator = if product > PRIME / 2 { -((PRIME - product) as i64) } else { product as i64 };
            let fits = numerator != 0 && numerator.abs() <= LARGEST[0];
            fits.then_some(Coefficient::Ratio(numerator, denominator))
        })
    }

    /// The number.
    pub fn value(self) -> f64 {
        match self {
            Coefficient::Ratio(numerator, denominator) => numerator as f64 / denominator as f64,
            Coefficient::Real(x) => x,
        }
    }

    /// Whether it is negative.
    pub fn is_negative(self) -> bool {
        self.value() < 0.0
    }

    /// The product with an integer, where that is a coefficient.
    pub fn times(self, factor: i64) -> Option<Coefficient> {
        match self {
            Coefficient::Ratio(numerator, denominator) => {
                let product = numerator.checked_mul(factor)?;
                let divisor = gcd(product.unsigned_abs(), denominator.unsigned_abs()) as i64;
                Some(Coefficient::Ratio(product / divisor, denominator / divisor))
            }
            Coefficient::Real(x) => match factor {
                1 => Some(self),
                -1 => Some(Coefficient::Real(-x)),
                _ => Coefficient::near(x * factor as f64, FloatType::F64),
            },
        }
    }

    /// Its denominator; 1 of what is no fraction.
    pub fn denominator(self) -> i64 {
        match self {
            Coefficient::Ratio(_, denominator) => denominator,
            Coefficient::Real(_) => 1,
        }
    }

    /// Its size, as a literal: a float of this kind, or else an integer. `None` where it has none.
    pub fn literal(self, float: Option<FloatType>) -> Option<Value> {
        match (self, float) {
            (Coefficient::Ratio(numerator, 1), None) => Some(Value::Int(numerator.abs().into())),
            (_, None) => None,
            // Thirds have no end.
            (Coefficient::Ratio(_, denominator), _) if !denominator.unsigned_abs().is_power_of_two() => None,
            (_, Some(kind)) => Some(Value::float(kind, self.value().abs())),
        }
    }
}

/// The greatest common divisor.
pub fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The inverse modulo [`PRIME`] of a residue that is not 0 (Fermat).
pub fn inverse(residue: u64) -> u64 {
    let (mut result, mut square, mut exponent) = (1, residue, PRIME - 2);
    while exponent > 0 {
        if exponent % 2 == 1 {
            result = product(result, square);
        }
        square = product(square, square);
        exponent /= 2;
    }
    result
}

/// The product modulo [`PRIME`].
pub fn product(a: u64, b: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(PRIME)) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::{E, FRAC_PI_2};

    #[test]
    fn numbers_snap_to_small_fractions_and_to_constants_with_names() {
        let near = |x| Coefficient::near(x, FloatType::F64);
        assert_eq!(near(0.75 + 1e-12), Some(Coefficient::Ratio(3, 4)));
        assert_eq!(near(-2.0), Some(Coefficient::Ratio(-2, 1)));
        assert_eq!(near(-1.0 / 3.0), Some(Coefficient::Ratio(-1, 3)));
        assert_eq!(near(E + 1e-10), Some(Coefficient::Real(E)));
        assert_eq!(near(-FRAC_PI_2), Some(Coefficient::Real(-FRAC_PI_2)));
        assert_eq!(near(1.0806046117362795), None);
        assert_eq!(near(0.75 + 1e-6), None);
        assert_eq!(Coefficient::near(0.75 + 1e-6, FloatType::F32), Some(Coefficient::Ratio(3, 4)));
        assert_eq!(Coefficient::near(E + 1e-6, FloatType::F32), Some(Coefficient::Real(E)));
        assert_eq!(Coefficient::near(0.7609, FloatType::F32), None);
    }

    #[test]
    fn residues_are_fractions_again() {
        for (numerator, denominator) in [(3_i64, 4_i64), (-7, 1), (1, 3), (-5, 12)] {
            let residue = numerator.rem_euclid(PRIME as i64) as u64;
            let residue = product(residue, inverse(denominator as u64));
            assert_eq!(Coefficient::of_residue(residue), Some(Coefficient::Ratio(numerator, denominator)));
        }
        assert_eq!(Coefficient::of_residue(123_456_789_123), None);
    }
}
