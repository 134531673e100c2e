//! What an exploration may spend, and what it found.

use super::super::BranchStatus;
use morph_relation::Value;

/// What an exploration may spend, counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Questions: branches that are negated.
    pub questions: usize,
    /// More of them while a target is not reached.
    pub further: usize,
    /// So many of them in turn that reach none are the last.
    pub in_vain: usize,
    /// Inputs that are found, once every target is reached.
    pub inputs: usize,
    /// Of the inputs to start from, how many are followed.
    pub seeds: usize,
    /// Rounds of a loop.
    pub unrolled: usize,
    /// Paths of the proof that something is infeasible.
    pub proof: usize,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget {
            questions: 600,
            further: 1_200,
            in_vain: 400,
            inputs: 300,
            seeds: 8,
            unrolled: 30,
            proof: 2_000,
        }
    }
}

/// What was done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Executions along inputs.
    pub runs: usize,
    /// Branches that were negated.
    pub questions: usize,
    /// Of these, those that an input was found for, and those that no input takes.
    pub sat: usize,
    /// See `sat`.
    pub unsat: usize,
    /// Inputs that did not go where they were meant to.
    pub diverged: usize,
    /// Paths of the proof.
    pub proof: usize,
}

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct Explored {
    /// New inputs, in the order in which they were found.
    pub inputs: Vec<Vec<Value>>,
    /// What became of each target.
    pub statuses: Vec<BranchStatus>,
    /// What it took.
    pub counts: Counts,
}
