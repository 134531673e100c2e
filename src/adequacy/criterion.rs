//! The criteria, in one list: a new one is an entry in [`CRITERIA`] and its code.

use std::collections::BTreeSet;

use super::k_mr::Source;
use super::statement;
use crate::lab::Statement;

/// What is known about a function when its requirements are drawn up.
#[derive(Clone, Copy, Debug)]
pub struct Evidence<'a> {
    /// The statements that it must account for, by their numbers in the lab.
    pub statements: &'a [(u32, &'a Statement)],
    /// What each source of the suite executed, by source.
    pub sources: &'a [&'a [u32]],
    /// Every statement that some generated input executed.
    pub tried: &'a BTreeSet<u32>,
}

/// Something that testing has to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Requirement {
    /// The statement in whose place it is, by its number in the lab.
    pub statement: u32,
    /// `sat(r)`: the sources that do it.
    pub satisfied: BTreeSet<Source>,
    /// Whether a source or a generated input does it; what none does may be impossible.
    pub reached: bool,
}

/// A source-input criterion.
#[derive(Clone, Copy, Debug)]
pub struct Criterion {
    /// As reports call it.
    pub name: &'static str,
    /// `E`: a function's requirements.
    pub requirements: fn(&Evidence<'_>) -> Vec<Requirement>,
}

/// Every criterion, in the order of reports.
pub const CRITERIA: &[Criterion] = &[Criterion { name: "statement", requirements: statement::requirements }];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn criteria_have_names_of_their_own() {
        let names: BTreeSet<&str> = CRITERIA.iter().map(|criterion| criterion.name).collect();
        assert_eq!(names.len(), CRITERIA.len());
    }
}
