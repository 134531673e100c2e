//! The results of an exploration.

use std::collections::{BTreeMap, BTreeSet};

use crate::cleanse::{Call, Dropped, Kept, LawOutcomes, Suspicion};
use morph_lab::{Lab, MutantId};
use morph_source::scan::Subject;

/// The results for one subject.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct Explored {
    /// The relations to write, with the sources of their tests.
    pub relations: Vec<Kept>,
    /// Relations that hold except on isolated inputs.
    pub suspicious: Vec<Suspicion>,
    /// Hand-written relations that do not hold: the id, the readable form, the executions that show it.
    pub violated: Vec<(String, String, Vec<Call>)>,
    /// Mutants that some recorded input distinguishes.
    pub distinguished: BTreeSet<MutantId>,
    /// Polynomial laws and the outcome of each; `None` where there are no laws.
    pub laws: Option<LawOutcomes>,
    /// The number of candidates that each step of the cleansing removed.
    pub dropped: Dropped,
    /// Functions beside the subject that were executed under mutants, too.
    pub judged_with: BTreeSet<String>,
    /// Whether the search was cut short.
    pub cut: bool,
    /// Seconds spent executing, searching, cleansing.
    pub seconds: [f64; 3],
}

impl Explored {
    /// Every mutant that is named in it.
    pub fn mutants(&self) -> BTreeSet<MutantId> {
        let kept = self.relations.iter().flat_map(|kept| [&kept.kills, &kept.failures, &kept.held_out]);
        kept.chain([&self.distinguished]).flatten().copied().collect()
    }
}

/// The results for one subject, or the reason why it cannot be tested.
pub type Outcome = std::result::Result<Explored, String>;

/// The results of a run.
pub struct Exploration<'a> {
    /// The subjects.
    pub subjects: &'a [Subject],
    /// The outcome of each.
    pub explored: Vec<Outcome>,
    /// The build.
    pub lab: &'a Lab,
    /// By function: the paths of all functions that it calls, directly or not, itself included.
    pub closures: &'a BTreeMap<String, BTreeSet<String>>,
    /// The mutants that the search did not see.
    pub held_out: &'a BTreeSet<MutantId>,
}

impl Exploration<'_> {
    /// The subjects that were explored, with their results.
    pub fn tested(&self) -> impl Iterator<Item = (&Subject, &Explored)> {
        let all = self.subjects.iter().zip(&self.explored);
        all.filter_map(|(subject, outcome)| Some((subject, outcome.as_ref().ok()?)))
    }
}
