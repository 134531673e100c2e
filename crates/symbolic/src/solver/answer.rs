//! What an answer may cost, and what it is.

use std::collections::BTreeMap;
use std::time::Duration;

/// What an answer may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The longest script, in bytes of text; the bound of rz3's memory, and in practice of its effort.
    pub script: usize,
    /// The same of scripts about bit-vectors: hardly any longer one is decided within seconds.
    pub bits: usize,
    /// The same of all scripts about bit-vectors that one solver is asked: most of them have no solution, and each costs a
    /// twentieth of a second.
    pub bits_in_all: usize,
    /// The same of all scripts about real numbers: floats are fractions there, and those of long computations have thousands of
    /// digits.
    pub reals_in_all: usize,
    /// Steps of z3, in its own unit (`rlimit`).
    pub steps: u64,
    /// Megabytes of z3.
    pub megabytes: u32,
    /// The last resort: an answer that takes longer is not known, and then a run may depend on the machine.
    pub time: Duration,
    /// After so many answers that took too long, nothing is asked any more.
    pub late: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            script: 60_000,
            bits: 14_500,
            bits_in_all: 300_000,
            reals_in_all: 100_000,
            steps: 4_000_000,
            megabytes: 512,
            time: Duration::from_secs(3),
            late: 1,
        }
    }
}

/// What is known of a script's assertions.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// They can hold together: values of what was wanted.
    Sat(BTreeMap<String, Number>),
    /// They cannot.
    Unsat,
    /// Neither is known: why.
    Unknown(String),
}

/// A value of a model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// Of sort `Bool`.
    Bool(bool),
    /// Of sort `Int`.
    Int(i128),
    /// Of sort `Real`, rounded.
    Real(f64),
    /// Of a sort `(_ BitVec n)`, without a sign.
    Bits(u128),
}

/// What a solver says when it runs out of time.
pub(super) const LATE: &str = "out of time";
