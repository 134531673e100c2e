//! The document of `adequacy`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::SCHEMA;

/// What `adequacy` measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Adequacy {
    /// [`SCHEMA`].
    pub schema: u32,
    /// How many different relations must cover a requirement.
    pub k: usize,
    /// Every function that has requirements, by path.
    pub functions: Vec<FunctionAdequacy>,
    /// Adequacy over all functions, by criterion.
    pub totals: BTreeMap<String, f64>,
}

/// The adequacy of a function's relations.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FunctionAdequacy {
    /// Its path.
    pub path: String,
    /// How many relations of it the suite holds.
    #[serde(default)]
    pub relations: usize,
    /// How many different output relations check something: at most so many can cover a requirement.
    #[serde(default)]
    pub output_relations: usize,
    /// How many different sources these relations have.
    #[serde(default)]
    pub sources: usize,
    /// How many inputs were executed to find out what can be reached, sources included.
    #[serde(default)]
    pub tried: usize,
    /// By criterion: `statement`, `branch` …
    pub criteria: BTreeMap<String, CriterionAdequacy>,
}

/// How well a criterion is met.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CriterionAdequacy {
    /// 0 to 1.
    pub adequacy: f64,
    /// How many requirements there are.
    pub requirements: usize,
    /// How many of them neither a source nor any other input that was tried reaches. They count as not covered, since
    /// that does not prove that none can.
    pub unreachable: usize,
    /// Requirements that fewer than k relations cover.
    #[serde(default)]
    pub short: Vec<ShortRequirement>,
}

/// A requirement that fewer than k relations cover.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShortRequirement {
    /// What and where: `src/num.rs:12`.
    pub requirement: String,
    /// The code there.
    #[serde(default)]
    pub text: String,
    /// How many different output relations cover it, by the source that has the most.
    pub covered: usize,
    /// Whether any input that was tried reaches it.
    #[serde(default = "yes")]
    pub reached: bool,
}

fn yes() -> bool {
    true
}

impl Adequacy {
    /// The document of a measurement: functions are sorted by path; a criterion's total weighs every function by its
    /// requirements.
    pub fn new(k: usize, mut functions: Vec<FunctionAdequacy>) -> Self {
        functions.sort_by(|a, b| a.path.cmp(&b.path));
        let mut sums: BTreeMap<String, (f64, usize)> = BTreeMap::new();
        for (name, criterion) in functions.iter().flat_map(|function| &function.criteria) {
            let (sum, requirements) = sums.entry(name.clone()).or_default();
            *sum += criterion.adequacy * criterion.requirements as f64;
            *requirements += criterion.requirements;
        }
        let totals = sums
            .into_iter()
            .filter(|(_, (_, requirements))| *requirements > 0)
            .map(|(name, (sum, requirements))| (name, sum / requirements as f64))
            .collect();
        Self { schema: SCHEMA, k, functions, totals }
    }
}
