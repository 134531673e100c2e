//! A law with what speaks for it.

use crate::laws::Instance;
use crate::options::Level;

/// A law that something speaks for.
pub struct Expected {
    /// The statement.
    pub instance: Instance,
    /// How sure a violation is a bug.
    pub level: Level,
    /// Whether a trait demands it.
    pub is_contract: bool,
    /// What speaks for it, as a sentence without its end.
    pub why: String,
    /// The greatest share of ordinary inputs on which it may fail: what fails more often was never meant.
    pub most: f64,
}

/// Of ordinary inputs, the share on which anything may fail: what fails on more was never meant, whatever its name.
pub const NEARLY_ALL: f64 = 0.95;
/// Shares of ordinary inputs: a broken promise may be broken often, what nobody announces nearly holds.
pub const MOSTLY: f64 = 0.97;
pub const HALF: f64 = 0.5;
pub const SELDOM: f64 = 0.05;
/// Who writes a test chooses its inputs.
pub const TESTED: f64 = 0.15;
