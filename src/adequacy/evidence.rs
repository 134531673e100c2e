//! What criteria draw requirements from, and the requirements.

use std::collections::BTreeSet;

use super::categories::Categories;
use super::k_mr::Source;
use morph_lab::Probe;

/// What is known about a function when its requirements are drawn up.
#[derive(Clone, Copy, Debug)]
pub struct Evidence<'a> {
    /// The statements and branches that it must account for, by their numbers in the lab.
    pub probes: &'a [(u32, &'a Probe)],
    /// What each source of the suite does, by source.
    pub sources: &'a [Observed],
    /// What generated inputs do.
    pub tried: &'a [Observed],
    /// How inputs are told apart.
    pub categories: &'a Categories,
}

/// What an input is and does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Observed {
    /// The probes that it passes.
    pub probes: Vec<u32>,
    /// Its choice in each category, by category; `None` where the category does not apply.
    pub choices: Vec<Option<usize>>,
    /// What becomes of it, as in "y0 > 0".
    pub outcome: String,
    /// Whether the function returns a value: no relation can test what it does not return.
    pub returns: bool,
}

/// Something that testing has to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Requirement {
    /// What.
    pub what: What,
    /// `sat(r)`: the sources that do it.
    pub satisfied: BTreeSet<Source>,
    /// Whether it can be done.
    pub reach: Reach,
    /// Whether it is among `E`, over which adequacy is taken. What cannot be done never is.
    pub counts: bool,
}

/// What a requirement is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// A statement or a branch, by its number in the lab.
    Probe(u32),
    /// Choices of the input, and of the outcome.
    Choices(String),
}

/// Whether a requirement can be met by some input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// A source or a generated input does it.
    Reached,
    /// Only inputs do it on which the function returns no value, so that no relation can test it.
    Failing,
    /// None of those that were tried does it: perhaps none can.
    Never,
    /// By definition none can.
    Impossible,
}
