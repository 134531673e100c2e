//! The simplest numbers between bounds.

use num_bigint::BigInt;
use num_integer::Integer as _;
use num_rational::Ratio;
use num_traits::{One as _, Signed as _, Zero as _};

use morph_relation::exact::{Rational, int};

/// The number with the smallest denominator, nearest to zero among those with the same, between two bounds, each of
/// which may be missing or excluded; `None` where nothing is between them.
pub fn simplest(low: Option<(&Rational, bool)>, high: Option<(&Rational, bool)>) -> Option<Rational> {
    let above = |x: &Rational| low.is_none_or(|(low, open)| x > low || (!open && x == low));
    let below = |x: &Rational| high.is_none_or(|(high, open)| x < high || (!open && x == high));
    if let Some(whole) = nearest_integer(low, high) {
        return Some(whole);
    }
    let (low, high) = (low?.0, high?.0);
    if low > high {
        return None;
    }
    if low == high {
        return (above(low) && below(low)).then(|| low.clone());
    }
    // No integer lies strictly between the bounds: halves, quarters … do sooner or later.
    let mut denominator = BigInt::from(2);
    loop {
        let scale = Ratio::from_integer(denominator.clone());
        let next = (low * &scale).floor() / &scale + scale.recip();
        if below(&next) {
            return Some(next);
        }
        denominator *= 2;
    }
}

/// The integer nearest to zero between two bounds.
pub fn nearest_integer(low: Option<(&Rational, bool)>, high: Option<(&Rational, bool)>) -> Option<Rational> {
    let least = low.map(|(low, open)| if open { low.floor() + int(1) } else { low.ceil() });
    let most = high.map(|(high, open)| if open { high.ceil() - int(1) } else { high.floor() });
    match (least, most) {
        (Some(least), Some(most)) if least > most => None,
        (Some(least), _) if least.is_positive() => Some(least),
        (_, Some(most)) if most.is_negative() => Some(most),
        _ => Some(Rational::zero()),
    }
}

/// The factor that makes numbers integers without a common divisor.
pub fn to_coprime<'a>(numbers: impl Iterator<Item = &'a Rational> + Clone) -> Rational {
    let multiple = numbers.clone().fold(BigInt::one(), |all, n| all.lcm(n.denom()));
    let divisor = numbers.fold(BigInt::zero(), |all, n| all.gcd(&(n.numer() * (&multiple / n.denom()))));
    if divisor.is_zero() { Rational::one() } else { Ratio::new(multiple, divisor) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn between_bounds_the_simplest_number_is_found_and_none_where_there_is_none() {
        let ratio = |a: i64, b: i64| Ratio::new(BigInt::from(a), BigInt::from(b));
        let (third, half, two) = (ratio(1, 3), ratio(1, 2), int(2));
        assert_eq!(simplest(None, None), Some(int(0)));
        assert_eq!(simplest(Some((&half, true)), None), Some(int(1)));
        assert_eq!(simplest(None, Some((&-&half, false))), Some(int(-1)));
        assert_eq!(simplest(Some((&third, true)), Some((&half, false))), Some(half.clone()));
        assert_eq!(simplest(Some((&third, true)), Some((&half, true))), Some(ratio(3, 8)));
        assert_eq!(simplest(Some((&half, false)), Some((&half, false))), Some(half.clone()));
        assert_eq!(simplest(Some((&half, false)), Some((&half, true))), None);
        assert_eq!(simplest(Some((&two, false)), Some((&half, false))), None);
        assert_eq!(nearest_integer(Some((&third, false)), Some((&half, false))), None);
    }

    #[test]
    fn numbers_become_integers_without_a_common_divisor() {
        let numbers = [Ratio::new(2.into(), 3.into()), Ratio::new(4.into(), 5.into())];
        let factor = to_coprime(numbers.iter());
        assert_eq!(numbers.map(|n| n * &factor), [int(5), int(6)]);
    }
}
