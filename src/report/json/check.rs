//! The document of `check`.

use std::collections::BTreeMap;

pub use crate::cleanse::Call;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::SCHEMA;
use crate::options::Share;

/// What `check` found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Check {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The seed of the fresh inputs.
    pub seed: u64,
    /// The shard that this is the report of; absent where it is about all functions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub share: Option<Share>,
    /// Every function with relations that was looked at, by path.
    pub functions: Vec<CheckedFunction>,
    /// Entries of the suite that have lost what they test, or went another way than the tests.
    pub stale: Vec<StaleEntry>,
    /// Sums over the functions.
    pub totals: CheckTotals,
}

/// What became of a function or a relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum CheckVerdict {
    /// It was checked and held.
    Held,
    /// It was checked and did not hold.
    Violated,
    /// Nothing that decides it has changed since it was seen to hold.
    Unchanged,
    /// It could not be checked.
    Failed,
}

/// A function and its relations.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CheckedFunction {
    /// Its path, such as `demo::gcd`.
    pub path: String,
    /// The worst that became of its relations.
    pub verdict: CheckVerdict,
    /// Why it could not be checked.
    pub reason: Option<String>,
    /// Its file, relative to the workspace's root.
    pub file: String,
    /// The 1-based line of its name.
    pub line: usize,
    /// The relations that were checked, in the order of the catalogue.
    pub relations: Vec<CheckedRelation>,
    /// How many of its relations were not checked, because nothing has changed.
    pub unchanged: usize,
    /// On how many fresh inputs its relations were tried, beside their sources.
    pub inputs: usize,
    /// The hunks of the change that touch the function or what it calls, where a relation is violated and git, or a diff,
    /// tells.
    pub diff: Vec<String>,
}

/// A relation that was checked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CheckedRelation {
    /// Its id, such as `gcd-7f3c`.
    pub id: String,
    /// Held, violated, or failed where no input applies.
    pub verdict: CheckVerdict,
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
    /// In the form that people read: `gcd(b, a) == gcd(a, b)`.
    pub readable: String,
    /// On how many inputs it was evaluated.
    pub groups: usize,
    /// On how many of these it did not hold.
    pub violations: usize,
    /// The smallest input found on which it does not hold.
    pub counterexample: Option<Counterexample>,
}

/// An input that violates a relation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Counterexample {
    /// The parameters' names and values, in order.
    pub source: Vec<(String, String)>,
    /// What was called, the source first, and how it ended.
    pub executions: Vec<Call>,
}

/// An entry of the suite that has lost what it tests, or went another way than the tests.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct StaleEntry {
    /// The path of its function.
    pub function: String,
    /// The relation's id; `None` where all of a function's are meant.
    pub id: Option<String>,
    /// Whether a person wrote it.
    pub written: bool,
    /// Whether nothing verifies it any more; tests that were edited by hand or have to follow their function still do.
    #[serde(default)]
    pub unverified: bool,
    /// What is wrong and what to do about it.
    pub message: String,
}

/// Sums over the functions.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CheckTotals {
    /// How many functions have relations.
    pub functions: usize,
    /// How many relations were checked.
    pub checked: usize,
    /// How many of these held.
    pub held: usize,
    /// How many of these were violated.
    pub violated: usize,
    /// How many relations could not be checked.
    pub failed: usize,
    /// How many were not checked, because nothing has changed.
    pub unchanged: usize,
    /// How many entries are stale.
    pub stale: usize,
    /// Time per stage.
    pub seconds: CheckSeconds,
}

/// Seconds that a run took, per stage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[expect(missing_docs, reason = "the names are the stages'")]
pub struct CheckSeconds {
    pub scan: f64,
    pub build: f64,
    pub check: f64,
    pub all: f64,
}

impl Check {
    /// The document of a run: functions are sorted by path, the totals are their sums.
    pub fn new(
        seed: u64,
        mut functions: Vec<CheckedFunction>,
        stale: Vec<StaleEntry>,
        seconds: CheckSeconds,
    ) -> Self {
        functions.sort_by(|a, b| a.path.cmp(&b.path));
        let mut by_verdict: BTreeMap<u8, usize> = BTreeMap::new();
        let relations = || functions.iter().flat_map(|function| &function.relations);
        for relation in relations() {
            *by_verdict.entry(relation.verdict as u8).or_default() += 1;
        }
        let of = |verdict: CheckVerdict| by_verdict.get(&(verdict as u8)).copied().unwrap_or(0);
        let totals = CheckTotals {
            functions: functions.len(),
            checked: relations().count(),
            held: of(CheckVerdict::Held),
            violated: of(CheckVerdict::Violated),
            failed: of(CheckVerdict::Failed),
            unchanged: functions.iter().map(|function| function.unchanged).sum(),
            stale: stale.len(),
            seconds,
        };
        Self { schema: SCHEMA, seed, share: None, functions, stale, totals }
    }

    /// The relations that are violated, with their functions.
    pub fn violations(&self) -> impl Iterator<Item = (&CheckedFunction, &CheckedRelation)> {
        self.functions.iter().flat_map(|function| {
            let violated = function.relations.iter().filter(|r| r.verdict == CheckVerdict::Violated);
            violated.map(move |relation| (function, relation))
        })
    }
}
