//! The results of an exploration.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::reach::Reach;
use crate::cleanse::{Call, Dropped, Kept, LawOutcomes, Suspicion};
use morph_lab::{Lab, LabMutant, MutantId, Unswitchable};
use morph_relation::Adt;
use morph_source::scan::Subject;
use morph_traces::Step;

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
    /// How much of it its executions pass.
    pub reach: Reach,
    /// The steps that the budget ended early.
    pub cut: BTreeSet<Step>,
    /// Seconds spent executing, searching, cleansing.
    pub seconds: [f64; 3],
}

impl Explored {
    /// The same as it was stored, with its structs and enums as `known` has them; `None` where it lacks one.
    pub fn with_types(mut self, known: &dyn Fn(&Adt) -> Option<Adt>) -> Option<Explored> {
        for relation in self.relations.iter_mut().map(|kept| &mut kept.relation) {
            *relation = relation.with_types(known)?;
        }
        for relation in self.suspicious.iter_mut().map(|suspicion| &mut suspicion.relation) {
            *relation = relation.with_types(known)?;
        }
        Some(self)
    }

    /// Whether an earlier run made it, so that this one spent no time on it.
    pub fn is_taken_over(&self) -> bool {
        self.seconds == [0.0; 3]
    }

    /// Every mutant that is named in it.
    pub fn mutants(&self) -> BTreeSet<MutantId> {
        let kept = self.relations.iter().flat_map(|kept| [&kept.kills, &kept.failures, &kept.held_out]);
        kept.chain([&self.distinguished]).flatten().copied().collect()
    }
}

/// The results for one subject, or the reason why it cannot be tested.
pub type Outcome = std::result::Result<Explored, String>;

/// A mutant as reports need it.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Told {
    /// [`morph_lab::mutants::Mutant::id`].
    pub name: String,
    /// The function that it is in.
    pub function: String,
    /// Whether it compiles.
    pub viable: bool,
    /// Why it could not be put behind a switch.
    pub unswitchable: Option<Unswitchable>,
    /// Whether the search does not see it.
    pub held_out: bool,
}

impl Told {
    /// Those of a build, in the order of their numbers.
    pub fn all(lab: &Lab, held_out: &BTreeSet<MutantId>) -> Vec<Told> {
        let told = |known: &LabMutant| Told {
            name: known.mutant.id.clone(),
            function: known.mutant.function.clone(),
            viable: known.viable,
            unswitchable: known.unswitchable,
            held_out: held_out.contains(&known.id),
        };
        lab.mutants.iter().map(told).collect()
    }
}

/// The mutants of a run.
pub struct Mutants {
    /// In the order of their numbers.
    all: Vec<Told>,
    /// By function: the numbers of those that have switches.
    of: HashMap<String, Vec<MutantId>>,
}

impl Mutants {
    /// These, in the order of their numbers.
    pub fn new(all: Vec<Told>) -> Mutants {
        let mut mutants = Mutants { all, of: HashMap::new() };
        for (id, told) in (1..).map(MutantId).zip(&mutants.all) {
            if told.unswitchable.is_none() {
                mutants.of.entry(told.function.clone()).or_default().push(id);
            }
        }
        mutants
    }

    /// All, with their numbers.
    pub fn numbered(&self) -> impl Iterator<Item = (MutantId, &Told)> {
        (1..).map(MutantId).zip(&self.all)
    }

    /// Those with switches in some of the functions.
    pub fn of(&self, functions: &BTreeSet<String>) -> impl Iterator<Item = (MutantId, &Told)> {
        let ids = functions.iter().filter_map(|function| self.of.get(function)).flatten();
        ids.map(|id| (*id, &self.all[id.0 as usize - 1]))
    }

    /// The names of some.
    pub fn names(&self, ids: &BTreeSet<MutantId>) -> Vec<String> {
        ids.iter().map(|id| self.all[id.0 as usize - 1].name.clone()).collect()
    }
}

/// The results of a run.
pub struct Exploration<'a> {
    /// The subjects.
    pub subjects: &'a [Subject],
    /// The outcome of each.
    pub explored: Vec<Outcome>,
    /// The mutants.
    pub mutants: Mutants,
    /// By function: the paths of all functions that it calls, directly or not, itself included.
    pub closures: &'a BTreeMap<String, BTreeSet<String>>,
    /// How often originals were executed, and how often again.
    pub executions: [u64; 2],
}

impl Exploration<'_> {
    /// The subjects that were explored, with their results.
    pub fn tested(&self) -> impl Iterator<Item = (&Subject, &Explored)> {
        let all = self.subjects.iter().zip(&self.explored);
        all.filter_map(|(subject, outcome)| Some((subject, outcome.as_ref().ok()?)))
    }
}
