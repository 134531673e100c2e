//! How many candidates each step of the cleansing removed.

use std::collections::BTreeMap;

/// Why a candidate was removed: a step of the cleansing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub enum Removal {
    /// Simplified, they are one that there is already, or tell nothing of two executions.
    Simplified,
    /// A fresh input or the directed search refuted them.
    Refuted,
    /// Another one that is kept implies them.
    Implied,
    /// It follows from several that are kept.
    Consequence,
    /// Others kill the same with less to read.
    Surplus,
    /// It follows from laws of other functions.
    Elsewhere,
    /// Executions pass too little of its function.
    Unfounded,
    /// There are as many in its package as one reads; what kills nothing by itself goes first.
    Enough,
}

impl Removal {
    /// Its name in the JSON document.
    pub fn name(self) -> &'static str {
        match self {
            Removal::Simplified => "simplified",
            Removal::Refuted => "refuted",
            Removal::Implied => "implied",
            Removal::Consequence => "consequence",
            Removal::Surplus => "surplus",
            Removal::Elsewhere => "elsewhere",
            Removal::Unfounded => "unfounded",
            Removal::Enough => "enough",
        }
    }
}

/// By step: how many candidates it removed.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Dropped(BTreeMap<Removal, usize>);

impl Dropped {
    /// Notes that a step left `after` of `before`.
    pub fn note(&mut self, step: Removal, before: usize, after: usize) {
        *self.0.entry(step).or_default() += before.saturating_sub(after);
    }

    /// Adds what other steps, or the same, removed.
    pub fn extend(&mut self, other: &Dropped) {
        other.0.iter().for_each(|(step, count)| self.note(*step, *count, 0));
    }

    /// How many were removed.
    pub fn count(&self) -> usize {
        self.0.values().sum()
    }

    /// The steps that removed any, by name.
    pub fn named(&self) -> BTreeMap<String, usize> {
        let some = self.0.iter().filter(|(_, count)| **count > 0);
        some.map(|(step, count)| (step.name().to_owned(), *count)).collect()
    }
}
