//! What becomes of mutants, and which of them are a function's.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::{Lab, LabMutant, MutantId};
use morph_source::scan::Subject;

/// What becomes of a mutant, from the least to the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MutantStatus {
    /// It does not compile.
    Unviable,
    /// Nothing that was executed tells it apart.
    Equivalent,
    /// Something tells it apart, and no relation kills it.
    Missed,
    /// A relation kills it, by a violation or by a failure.
    Killed,
}

/// How many mutants there are, and what became of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct MutantCounts {
    /// All.
    pub listed: usize,
    /// Those that do not compile.
    pub unviable: usize,
    /// Those that no recorded input tells apart from the original.
    pub equivalent: usize,
    /// Those that a relation kills, by a violation or by a failure.
    pub killed: usize,
}

impl MutantCounts {
    /// How many could be killed: listed − unviable − equivalent.
    pub fn killable(&self) -> usize {
        self.listed.saturating_sub(self.unviable + self.equivalent)
    }

    /// Killed / killable; `None` where nothing can be killed.
    pub fn score(&self) -> Option<f64> {
        (self.killable() > 0).then(|| self.killed as f64 / self.killable() as f64)
    }
}

/// How many there are of each status.
pub fn count<K>(statuses: &BTreeMap<K, MutantStatus>) -> MutantCounts {
    let of = |wanted: MutantStatus| statuses.values().filter(|status| **status == wanted).count();
    MutantCounts {
        listed: statuses.len(),
        unviable: of(MutantStatus::Unviable),
        equivalent: of(MutantStatus::Equivalent),
        killed: of(MutantStatus::Killed),
    }
}

/// The mutants in a subject and in what it calls.
pub fn listed<'a>(
    subject: &Subject,
    lab: &'a Lab,
    closures: &BTreeMap<String, BTreeSet<String>>,
) -> Vec<&'a LabMutant> {
    let own = &closures[&subject.path];
    lab.mutants.iter().filter(|m| m.unswitchable.is_none() && own.contains(&m.mutant.function)).collect()
}

/// The mutants' ids.
pub fn ids(lab: &Lab, switches: &BTreeSet<MutantId>) -> Vec<String> {
    switches.iter().map(|id| lab.mutants[id.0 as usize - 1].mutant.id.clone()).collect()
}
