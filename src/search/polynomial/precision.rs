//! How near numbers must be to count as equal, by the floats in which the subject computes.
//!
//! The search itself computes in `f64`. What it works on was rounded to the subject's floats, once as an input and once or
//! more as an outcome, so that of the digits of a float some are noise. The thresholds lie between the noise and what
//! tells two laws apart: powers of the machine precision, mostly between 0.4, of what has lost most, and 0.7.

use morph_relation::FloatType;

/// The thresholds for floats of a kind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Precision {
    /// A column that is left with less of its length than this depends on the others.
    pub dependent: f64,
    /// A law holds on a sample where its sum is this small beside its largest term.
    pub zero: f64,
    /// Terms count as large as this at least: near a root, what an outcome has lost is lost of the inputs.
    pub floor: f64,
    /// How near a coefficient that was computed is to the one that is meant, beside its size.
    pub near: f64,
    /// A bound that is this near is reached.
    pub reached: f64,
    /// What a coefficient adds must be this large beside the monomial that it is for.
    pub significant: f64,
}

impl Precision {
    /// The thresholds for floats of a kind.
    pub const fn of(kind: FloatType) -> Precision {
        match kind {
            FloatType::F32 => {
                let (dependent, zero, floor) = (1e-5, 1e-4, 0.1);
                Precision { dependent, zero, floor, near: 1e-4, reached: 1e-5, significant: 2e-3 }
            }
            FloatType::F64 => {
                let (dependent, zero, floor) = (1e-11, 1e-9, f64::MIN_POSITIVE);
                Precision { dependent, zero, floor, near: 1e-8, reached: 1e-7, significant: 1e-6 }
            }
        }
    }
}
