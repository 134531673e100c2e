//! The document of `discover`.

use std::collections::{BTreeMap, BTreeSet};

pub use morph_lab::mutants::MutantCounts;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Call, SCHEMA, SuspectReport};
use morph_traces::Step;

/// What `discover` found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Discovery {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The seed of the run.
    pub seed: u64,
    /// Every function that was looked at, by path.
    pub functions: Vec<FunctionReport>,
    /// Sums over the functions.
    pub totals: Totals,
    /// Files that were written, or with `--dry-run` would be, relative to the workspace's root.
    #[serde(default)]
    pub files: Vec<String>,
    /// Laws that everything speaks for and that fail, the surest first.
    #[serde(default)]
    pub suspects: Vec<SuspectReport>,
    /// How many relations that a person wrote do not hold; standard error says which.
    #[serde(default)]
    pub violated: usize,
}

/// What became of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// It was run and searched.
    Tested,
    /// It cannot be tested, for a reason known beforehand.
    Skipped,
    /// It could not be tested, for a reason met on the way.
    Failed,
}

/// A function and its relations.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FunctionReport {
    /// Its path, such as `demo::num::gcd`.
    pub path: String,
    /// What became of it.
    pub verdict: Verdict,
    /// Why it was not tested.
    pub reason: Option<String>,
    /// Its mutants that the search saw.
    pub mutants: MutantCounts,
    /// Its mutants that the search never saw; `None` where none were held out.
    pub held_out_mutants: Option<MutantCounts>,
    /// Its relations, best first.
    pub relations: Vec<RelationReport>,
    /// Relations that hold but for isolated inputs.
    pub suspicious: Vec<Suspicious>,
    /// Polynomial laws of its original; `None` where there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub polynomial: Option<PolynomialReport>,
    /// How many candidates each step of the cleansing removed: `simplified`, `refuted`, `implied`,
    /// `consequence`, `surplus`.
    #[serde(default)]
    pub dropped: BTreeMap<String, usize>,
    /// The steps that the budget ended early.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub cut: BTreeSet<Step>,
    /// Time per stage.
    pub seconds: FunctionSeconds,
}

/// What became of polynomial laws (AutoMR).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PolynomialReport {
    /// How many there were, of each of the eight types.
    pub found: [usize; 8],
    /// How many were left by the steps that know no mutants.
    pub cleansed: [usize; 8],
    /// How many each of these steps took away, in order.
    pub steps: Vec<(String, usize)>,
    /// How many executions of the original were spent.
    pub executions: u64,
    /// The laws that are not among the relations.
    pub dropped: Vec<DroppedLaw>,
}

/// A law that was found and is not written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DroppedLaw {
    /// In readable form.
    pub readable: String,
    /// Which of AutoMR's eight types it is of.
    #[serde(rename = "type")]
    pub class: usize,
    /// Why not.
    pub reason: String,
}

impl FunctionReport {
    /// A function that was not tested.
    pub fn untested(path: impl Into<String>, verdict: Verdict, reason: impl Into<String>) -> Self {
        Self {
            path: path.into(),
            verdict,
            reason: Some(reason.into()),
            mutants: MutantCounts::default(),
            held_out_mutants: None,
            relations: Vec::new(),
            suspicious: Vec::new(),
            polynomial: None,
            dropped: BTreeMap::new(),
            cut: BTreeSet::new(),
            seconds: FunctionSeconds::default(),
        }
    }
}

/// A relation and what it is worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RelationReport {
    /// Its id, such as `gcd-7f3c`.
    pub id: String,
    /// Variables beside the parameters: `k: u64`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub given: Vec<String>,
    /// The guard over the parameters.
    pub when: String,
    /// The follow-ups' inputs.
    pub followups: Vec<String>,
    /// The output relation.
    pub then: String,
    /// The strategy that found it, or `written` where a person did.
    pub strategy: String,
    /// `law` or `observation`.
    #[serde(default)]
    pub grade: String,
    /// The reason of its grade.
    #[serde(default)]
    pub grade_reason: String,
    /// The family of laws that it is an instance of; `None` where it is of none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub family: Option<String>,
    /// On how many groups it was evaluated and held.
    pub groups: usize,
    /// On how many groups it did not hold.
    pub violations: usize,
    /// Ids of the mutants that violate it.
    pub kills: Vec<String>,
    /// Ids of the mutants that panic, run out of fuel or crash where the original returns.
    pub kills_by_failure: Vec<String>,
    /// In the form that people read: `gcd(b, a) == gcd(a, b)`.
    #[serde(default)]
    pub readable: String,
    /// Its executions on a few of the sources of its test.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub samples: Vec<Vec<Call>>,
}

impl RelationReport {
    /// The ids of the mutants that it kills, in either way.
    pub fn killed(&self) -> impl Iterator<Item = &String> {
        self.kills.iter().chain(&self.kills_by_failure)
    }
}

/// A relation that holds but for isolated inputs: perhaps a bug of the function.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Suspicious {
    /// The relation in readable form.
    pub then: String,
    /// The inputs on which it does not hold.
    pub counterexamples: Vec<String>,
}

/// Seconds that a function took, per stage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[expect(missing_docs, reason = "the names are the stages'")]
pub struct FunctionSeconds {
    pub trace: f64,
    pub search: f64,
    pub cleanse: f64,
}

impl FunctionSeconds {
    /// All stages together.
    pub fn all(&self) -> f64 {
        self.trace + self.search + self.cleanse
    }
}

/// Seconds that a run took, per stage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[expect(missing_docs, reason = "the names are the stages'")]
pub struct Seconds {
    pub scan: f64,
    pub mutants: f64,
    pub build: f64,
    pub trace: f64,
    pub search: f64,
    pub cleanse: f64,
    pub suite: f64,
    pub all: f64,
}

/// How often originals were executed. The replays that check determinism are not counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ExecutionCounts {
    /// Rows that were executed.
    pub rows: u64,
    /// Those of them that had been executed before.
    pub repeated: u64,
}

/// Sums over the functions of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Totals {
    /// How many functions there are.
    pub functions: usize,
    /// How many were tested.
    pub tested: usize,
    /// How many relations were kept.
    pub relations: usize,
    /// The four numbers that the score rests on: each mutant once, however many functions reach it.
    #[serde(default)]
    pub mutants: MutantCounts,
    /// The same of those that the search never saw; `None` where none were held out.
    #[serde(default)]
    pub held_out_mutants: Option<MutantCounts>,
    /// How many mutants are in none of these numbers, by the reason: in constants, for instance.
    #[serde(default)]
    pub left_out: BTreeMap<String, usize>,
    /// Executions of the original by the oracle.
    #[serde(default)]
    pub executions: ExecutionCounts,
    /// Killed / killable over the mutants that the search saw.
    pub mutation_score: Option<f64>,
    /// The same without observations; `None` where there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub laws_mutation_score: Option<f64>,
    /// The same over those that it never saw.
    pub held_out_mutation_score: Option<f64>,
    /// Time per stage.
    pub seconds: Seconds,
}

impl Discovery {
    /// The document of a run: functions are sorted by path, the totals are their sums but for the mutants, of which
    /// several functions may reach the same: `mutants` has those that the search saw and those that it never saw.
    pub fn new(
        seed: u64,
        mut functions: Vec<FunctionReport>,
        (mutants, held_out): (MutantCounts, Option<MutantCounts>),
        seconds: Seconds,
        files: Vec<String>,
    ) -> Self {
        functions.sort_by(|a, b| a.path.cmp(&b.path));
        let totals = Totals {
            functions: functions.len(),
            tested: functions.iter().filter(|function| function.verdict == Verdict::Tested).count(),
            relations: functions.iter().map(|function| function.relations.len()).sum(),
            mutants,
            held_out_mutants: held_out,
            left_out: BTreeMap::new(),
            executions: ExecutionCounts::default(),
            mutation_score: mutants.score(),
            laws_mutation_score: None,
            held_out_mutation_score: held_out.and_then(|held_out| held_out.score()),
            seconds,
        };
        Self { schema: SCHEMA, seed, functions, totals, files, suspects: Vec::new(), violated: 0 }
    }
}
