//! What shards of each command find.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::exploration::{Outcome, Told};
use crate::options::Level;
use crate::report::{Adequacy, Check, Seconds, SuspectReport, SuspectSeconds};
use crate::suspects::Tried;
use morph_lab::Lab;
use morph_source::scan::Subject;

/// The results of a shard.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Found {
    /// Of `discover`.
    Discover(Box<Search>),
    /// Of `check`.
    Check(Checked),
    /// Of `adequacy`.
    Adequacy(Box<Measured>),
    /// Of `suspects`.
    Suspects(Suspected),
}

/// What a search found.
#[derive(Serialize, Deserialize)]
pub struct Search {
    /// The outcome of each of its subjects, by path.
    pub explored: BTreeMap<String, Outcome>,
    /// The functions of the whole run that could not be called.
    pub callable: Callable,
    /// How many mutants there are in the whole run.
    pub all_mutants: usize,
    /// Mutants by their numbers, those of its subjects among them.
    pub mutants: BTreeMap<u32, Told>,
    /// How many mutants are in functions that no subject calls.
    pub not_called: usize,
    /// How often originals were executed, and how often again.
    pub executions: [u64; 2],
    /// Laws that everything speaks for and that fail, of the whole run.
    pub suspects: Vec<SuspectReport>,
    /// Seconds of the stages.
    pub seconds: Seconds,
}

/// What could be called in a build.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Callable {
    /// By path: which instance of a generic function compiled, counted from 0; those that are not the first.
    pub instances: BTreeMap<String, usize>,
    /// The functions that could not be called, by path, and why.
    pub refused: BTreeMap<String, String>,
}

impl Callable {
    /// What of these subjects a lab can call.
    pub fn of(subjects: &[Subject], lab: &Lab) -> Callable {
        let left = |path: &str| lab.subject(path).map_or(0, |subject| subject.alternatives.len());
        let all = subjects.iter().map(|s| (s.path.clone(), s.alternatives.len() - left(&s.path)));
        let instances = all.filter(|(_, number)| *number > 0).collect();
        Callable { instances, refused: lab.refused().clone() }
    }

    /// The subjects as that lab calls them.
    pub fn among(&self, subjects: &[Subject]) -> Vec<Subject> {
        let called = subjects.iter().filter(|subject| !self.refused.contains_key(&subject.path));
        let number = |subject: &Subject| self.instances.get(&subject.path).copied().unwrap_or_default();
        called.map(|subject| subject.instance(number(subject))).collect()
    }
}

/// What became of relations.
#[derive(Serialize, Deserialize)]
pub struct Checked {
    /// Its functions and stale entries, with the totals over them.
    pub document: Check,
    /// Whether stale entries make the command fail.
    pub deny_stale: bool,
}

/// How adequate relations are.
#[derive(Serialize, Deserialize)]
pub struct Measured {
    /// Its functions, with the totals over them.
    pub document: Adequacy,
    /// Minimum adequacy of criteria.
    pub fail_under: Vec<(String, f64)>,
    /// An earlier measurement, of which no criterion may fall.
    pub no_worse: Option<Adequacy>,
}

/// Laws that fail.
#[derive(Serialize, Deserialize)]
pub struct Suspected {
    /// Whether all suspects are shown.
    pub all: bool,
    /// The least sure suspects that make the command fail.
    pub deny: Option<Level>,
    /// How many functions were selected, those that could not be tried included.
    pub selected: usize,
    /// What became of the laws of each of its functions, by path.
    pub tried: BTreeMap<String, Tried>,
    /// The functions of the whole run that could not be called.
    pub callable: Callable,
    /// Seconds of the stages.
    pub seconds: SuspectSeconds,
}

/// The mutants of all shards of a search, in the order of their numbers; `None` where some are missing, or told in two ways.
pub fn union(shards: &[Search]) -> Option<Vec<Told>> {
    let all = shards.first()?.all_mutants;
    let mut mutants: BTreeMap<u32, &Told> = BTreeMap::new();
    for (number, told) in shards.iter().flat_map(|shard| &shard.mutants) {
        if mutants.insert(*number, told).is_some_and(|before| before != told) {
            return None;
        }
    }
    let numbers: BTreeSet<u32> = mutants.keys().copied().collect();
    let is_whole =
        shards.iter().all(|shard| shard.all_mutants == all) && numbers.iter().copied().eq(1..=all as u32);
    is_whole.then(|| mutants.into_values().cloned().collect())
}
