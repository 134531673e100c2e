//! The helpers by which tests compare floats.

use crate::tolerance::Tolerance;
use crate::types::FloatType;

/// A function that compares two floats, written once in a test module that needs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Helper {
    /// Equal, or both NaN.
    Same,
    /// The same within a relative tolerance.
    Close,
    /// The same within a relative tolerance, or an absolute one near zero.
    Mixed,
    /// Equal within a number of `f64` steps.
    Near,
    /// Equal within a number of `f32` steps.
    NearF32,
}

impl Helper {
    /// Every helper, in the order in which they are written.
    pub const ALL: [Helper; 5] = [Helper::Same, Helper::Close, Helper::Mixed, Helper::Near, Helper::NearF32];

    /// The helper for floats of a kind under a tolerance.
    pub fn of(tolerance: Tolerance, kind: FloatType) -> Helper {
        match (tolerance, kind) {
            (Tolerance::Exact, _) => Helper::Same,
            (Tolerance::Rel(_), _) => Helper::Close,
            (Tolerance::Mixed(_), _) => Helper::Mixed,
            (Tolerance::Ulp(_), FloatType::F64) => Helper::Near,
            (Tolerance::Ulp(_), FloatType::F32) => Helper::NearF32,
        }
    }

    /// The function's name.
    pub fn name(self) -> &'static str {
        match self {
            Helper::Same => "same_float",
            Helper::Close => "close_floats",
            Helper::Mixed => "about_equal",
            Helper::Near => "near_floats",
            Helper::NearF32 => "near_f32s",
        }
    }

    /// The function.
    pub fn code(self) -> &'static str {
        match self {
            Helper::Same => include_str!("../../templates/same.rs"),
            Helper::Close => include_str!("../../templates/close.rs"),
            Helper::Mixed => include_str!("../../templates/mixed.rs"),
            Helper::Near => include_str!("../../templates/near.rs"),
            Helper::NearF32 => include_str!("../../templates/near_f32.rs"),
        }
    }
}
