//! How far apart two floats may be and still count as equal.

use std::fmt;
use std::str::FromStr;

use super::types::FloatType;

/// The tolerance of a relation's float comparisons. Written `exact`, `4 ulp`, `rel 1e-12` or `mixed 1e-12`.
#[derive(Clone, Copy, Debug, PartialEq, Default, serde::Serialize, serde::Deserialize)]
pub enum Tolerance {
    /// Equal, or both NaN.
    #[default]
    Exact,
    /// At most this many representable numbers apart.
    Ulp(u32),
    /// `|a - b| <= r * max(|a|, |b|)`.
    Rel(f64),
    /// `|a - b| <= r * max(1, |a|, |b|)`: absolute near zero, where sums cancel, relative elsewhere.
    Mixed(f64),
}

/// Errors seen are smaller than those allowed by this factor.
const ROOM: f64 = 16.0;

impl Tolerance {
    /// From strict to lax, between `f64`; a relation has the first that holds ([`Tolerance::least`]).
    pub const LADDER: [Tolerance; 7] = [
        Tolerance::Exact,
        Tolerance::Ulp(4),
        Tolerance::Rel(1e-12),
        Tolerance::Rel(1e-9),
        Tolerance::Mixed(1e-12),
        Tolerance::Mixed(1e-9),
        Tolerance::Mixed(1e-6),
    ];

    /// The same between `f32`, which have seven digits.
    pub const LADDER_F32: [Tolerance; 6] = [
        Tolerance::Exact,
        Tolerance::Ulp(4),
        Tolerance::Rel(1e-5),
        Tolerance::Rel(1e-4),
        Tolerance::Mixed(1e-5),
        Tolerance::Mixed(1e-4),
    ];

    /// From strict to lax, between floats of a kind.
    pub fn ladder(kind: FloatType) -> &'static [Tolerance] {
        match kind {
            FloatType::F32 => &Tolerance::LADDER_F32,
            FloatType::F64 => &Tolerance::LADDER,
        }
    }

    /// Whether it forgives more than a few roundings.
    pub fn is_lax(self) -> bool {
        matches!(self, Tolerance::Rel(_) | Tolerance::Mixed(_))
    }

    /// Those of the ladder that are absolute near zero.
    pub fn absolute(kind: FloatType) -> Vec<Tolerance> {
        let all = Tolerance::ladder(kind).iter().copied();
        all.filter(|tolerance| matches!(tolerance, Tolerance::Mixed(_))).collect()
    }

    /// The laxest tolerance between floats of a kind.
    pub fn laxest(kind: FloatType) -> Tolerance {
        let ladder = Tolerance::ladder(kind);
        ladder[ladder.len() - 1]
    }

    /// The strictest tolerance of the ladder that holds with room to spare: on inputs that were not tried, rounding goes
    /// further astray than on those that were.
    pub fn least(kind: FloatType, holds: impl Fn(Tolerance) -> bool) -> Option<Tolerance> {
        Tolerance::ladder(kind).iter().copied().find(|tolerance| holds(tolerance.with_room()))
    }

    /// What recorded groups must hold to, for others to hold to this.
    pub fn with_room(self) -> Tolerance {
        match self {
            Tolerance::Exact => Tolerance::Exact,
            Tolerance::Ulp(n) => Tolerance::Ulp(n.div_ceil(2)),
            Tolerance::Rel(r) => Tolerance::Rel(r / ROOM),
            Tolerance::Mixed(r) => Tolerance::Mixed(r / ROOM),
        }
    }

    /// Whether all that count as equal with this tolerance do so with another one.
    pub fn is_within(self, other: Tolerance) -> bool {
        use Tolerance::{Exact, Mixed, Rel, Ulp};
        match (self, other) {
            (Exact, _) => true,
            (Ulp(a), Ulp(b)) => a <= b,
            (Rel(a), Rel(b) | Mixed(b)) | (Mixed(a), Mixed(b)) => a <= b,
            // Of `f64`; near zero, where representable numbers are far apart in proportion, it is none of the others.
            (Ulp(a), Mixed(b)) => f64::from(a) * f64::EPSILON <= b,
            _ => false,
        }
    }

    /// Whether two `f64` count as equal.
    pub fn same_f64(self, a: f64, b: f64) -> bool {
        if a == b || (a.is_nan() && b.is_nan()) {
            return true;
        }
        if !a.is_finite() || !b.is_finite() {
            return false;
        }
        match self {
            Tolerance::Exact => false,
            Tolerance::Ulp(n) => {
                a.is_sign_positive() == b.is_sign_positive()
                    && a.to_bits().abs_diff(b.to_bits()) <= u64::from(n)
            }
            Tolerance::Rel(r) => (a - b).abs() <= r * a.abs().max(b.abs()),
            Tolerance::Mixed(r) => (a - b).abs() <= r * a.abs().max(b.abs()).max(1.0),
        }
    }

    /// Whether two `f32` count as equal; `ulp` are those of `f32`.
    pub fn same_f32(self, a: f32, b: f32) -> bool {
        match self {
            Tolerance::Ulp(n) if a.is_finite() && b.is_finite() && a != b => {
                a.is_sign_positive() == b.is_sign_positive() && a.to_bits().abs_diff(b.to_bits()) <= n
            }
            _ => self.same_f64(f64::from(a), f64::from(b)),
        }
    }
}

impl fmt::Display for Tolerance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Tolerance::Exact => f.write_str("exact"),
            Tolerance::Ulp(n) => write!(f, "{n} ulp"),
            Tolerance::Rel(r) => write!(f, "rel {r:e}"),
            Tolerance::Mixed(r) => write!(f, "mixed {r:e}"),
        }
    }
}

impl FromStr for Tolerance {
    type Err = String;

    fn from_str(text: &str) -> Result<Tolerance, String> {
        let wrong =
            || format!("`{text}` is not a tolerance; write `exact`, `4 ulp`, `rel 1e-12` or `mixed 1e-12`");
        let ratio = |r: &str, make: fn(f64) -> Tolerance| match r.parse() {
            Ok(r) if r > 0.0 && f64::is_finite(r) => Ok(make(r)),
            _ => Err(wrong()),
        };
        if text == "exact" {
            Ok(Tolerance::Exact)
        } else if let Some(n) = text.strip_suffix(" ulp") {
            n.parse().map(Tolerance::Ulp).map_err(|_| wrong())
        } else if let Some(r) = text.strip_prefix("rel ") {
            ratio(r, Tolerance::Rel)
        } else if let Some(r) = text.strip_prefix("mixed ") {
            ratio(r, Tolerance::Mixed)
        } else {
            Err(wrong())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        for tolerance in Tolerance::LADDER.into_iter().chain(Tolerance::LADDER_F32) {
            assert_eq!(tolerance.to_string().parse(), Ok(tolerance));
        }
        assert!("rel -1".parse::<Tolerance>().is_err());
        assert!("2".parse::<Tolerance>().is_err());
    }

    #[test]
    fn what_only_just_holds_needs_a_laxer_tolerance() {
        let least = |a: f64, b: f64| Tolerance::least(FloatType::F64, |tolerance| tolerance.same_f64(a, b));
        assert_eq!(least(1.0, 1.0), Some(Tolerance::Exact));
        assert_eq!(least(1.0, 1.0 + f64::EPSILON), Some(Tolerance::Ulp(4)));
        assert_eq!(least(1.0, 1.0 + 4.0 * f64::EPSILON), Some(Tolerance::Rel(1e-12)));
        assert_eq!(least(1.0, 1.0 + 5e-13), Some(Tolerance::Rel(1e-9)));
        assert_eq!(least(1e-20, 2e-20), Some(Tolerance::Mixed(1e-12)));
        assert_eq!(least(1.0, 1.0 + 5e-10), Some(Tolerance::Mixed(1e-6)));
        assert_eq!(least(1.0, 1.0 + 5e-7), None);
        let least = |a: f32, b: f32| Tolerance::least(FloatType::F32, |tolerance| tolerance.same_f32(a, b));
        assert_eq!(least(1.0, 1.0 + f32::EPSILON), Some(Tolerance::Ulp(4)));
        assert_eq!(least(1.0, 1.0 + 4.0 * f32::EPSILON), Some(Tolerance::Rel(1e-5)));
        assert_eq!(least(1.0, 1.0 + 5e-6), Some(Tolerance::Rel(1e-4)));
        assert_eq!(least(1e-20, 2e-20), Some(Tolerance::Mixed(1e-5)));
        assert_eq!(least(1.0, 1.0 + 1e-5), None);
    }

    #[test]
    fn nan_equals_nan_and_zero_equals_minus_zero_but_infinity_equals_nothing_finite() {
        for tolerance in Tolerance::LADDER {
            assert!(tolerance.same_f64(f64::NAN, -f64::NAN));
            assert!(tolerance.same_f64(0.0, -0.0));
            assert!(!tolerance.same_f64(f64::INFINITY, f64::MAX));
            assert!(!tolerance.same_f32(1.0, 1.01));
        }
        assert!(Tolerance::Ulp(4).same_f64(1.0, 1.0 + f64::EPSILON));
        assert!(!Tolerance::Exact.same_f64(1.0, 1.0 + f64::EPSILON));
    }
}
