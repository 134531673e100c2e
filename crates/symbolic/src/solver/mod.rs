//! Answers to SMT-LIB scripts, by whichever solver there is.
//!
//! [rz3](https://docs.rs/rz3) is built in, so that the same seed gives the same inputs wherever the tool runs; a `z3`
//! binary answers where it is asked for. Neither may take the run down: scripts are bounded in size, time is bounded as
//! the last resort, a panic is an answer that is not known.

mod answer;
mod embedded;
mod external;
mod script;
pub mod text;

use anyhow::Result;

pub use answer::{Answer, Limits, Number};
pub use embedded::panics_are_contained;
pub use script::Script;

use answer::LATE;

/// Choice of the SMT solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Choice {
    /// Same as rz3.
    #[default]
    Auto,
    /// The built-in solver; gives the same inputs on every machine.
    Rz3,
    /// The `z3` binary on PATH.
    Z3,
}

impl Choice {
    /// All of them.
    pub const ALL: [Choice; 3] = [Choice::Auto, Choice::Rz3, Choice::Z3];

    /// Its name on the command line and in `morph.toml`.
    pub fn name(self) -> &'static str {
        match self {
            Choice::Auto => "auto",
            Choice::Rz3 => "rz3",
            Choice::Z3 => "z3",
        }
    }

    /// A fragment that says which solver it is.
    pub fn meaning(self) -> &'static str {
        match self {
            Choice::Auto => "Same as rz3",
            Choice::Rz3 => "The built-in solver; gives the same inputs on every machine",
            Choice::Z3 => "The `z3` binary on PATH",
        }
    }

    /// The choice with this name.
    pub fn of_name(name: &str) -> Option<Choice> {
        Choice::ALL.into_iter().find(|choice| choice.name() == name)
    }
}

/// What was asked of a solver.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Scripts.
    pub asked: usize,
    /// Answered [`Answer::Sat`].
    pub sat: usize,
    /// Answered [`Answer::Unsat`].
    pub unsat: usize,
    /// Of the others, those that ran out of time.
    pub late: usize,
}

/// A solver; each script is answered without any knowledge of those before it.
#[derive(Clone, Debug)]
pub struct Solver {
    backend: Backend,
    limits: Limits,
    /// What the limits leave for further scripts about bit-vectors, in bytes.
    bits_left: usize,
    /// The same for those about real numbers.
    reals_left: usize,
    /// What was asked so far.
    pub counts: Counts,
}

#[derive(Clone, Debug)]
enum Backend {
    Embedded,
    External(external::Binary),
}

impl Solver {
    /// The solver that is chosen; an error of the environment where it is not there.
    pub fn new(choice: Choice, limits: Limits) -> Result<Solver> {
        let backend = match choice {
            Choice::Auto | Choice::Rz3 => Backend::Embedded,
            Choice::Z3 => Backend::External(external::Binary::find()?),
        };
        let (bits_left, reals_left) = (limits.bits_in_all, limits.reals_in_all);
        Ok(Solver { backend, limits, bits_left, reals_left, counts: Counts::default() })
    }

    /// Whether a script's assertions can hold together.
    pub fn check(&mut self, script: &Script) -> Answer {
        self.counts.asked += 1;
        let (longest, left) = if script.has_bits() {
            (self.limits.bits, Some(&mut self.bits_left))
        } else if script.has_reals() {
            (self.limits.script, Some(&mut self.reals_left))
        } else {
            (self.limits.script, None)
        };
        let most = left.as_deref().map_or(longest, |left| longest.min(*left));
        let answer = match &self.backend {
            _ if script.len() > most => Answer::Unknown("the script is too long".to_owned()),
            _ if self.counts.late >= self.limits.late => Answer::Unknown("others took too long".to_owned()),
            Backend::Embedded => embedded::check(script, &self.limits),
            Backend::External(binary) => binary.check(script, &self.limits),
        };
        if let Some(left) = left.filter(|_| script.len() <= most) {
            *left -= script.len();
        }
        match &answer {
            Answer::Sat(_) => self.counts.sat += 1,
            Answer::Unsat => self.counts.unsat += 1,
            Answer::Unknown(reason) => self.counts.late += usize::from(reason == LATE),
        }
        answer
    }
}

#[cfg(test)]
mod tests;
