//! The document of `suspects`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Counterexample, SCHEMA};
use crate::options::{Level, Says, Share};

/// What `suspects` found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Suspects {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The seed of the inputs.
    pub seed: u64,
    /// The shard that this is the report of; absent where it is about all functions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub share: Option<Share>,
    /// The suspects, the surest first.
    pub suspects: Vec<SuspectReport>,
    /// The verdicts, where these are asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub verdicts: Vec<SuspectVerdict>,
    /// Sums over the run.
    pub totals: SuspectTotals,
}

/// A law that a function is expected to obey and does not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SuspectReport {
    /// Its id, such as `slugify-3f2a91`.
    pub id: String,
    /// How sure it is that this is a bug.
    pub level: Level,
    /// The path of the function.
    pub function: String,
    /// Its file, relative to the workspace's root.
    pub file: String,
    /// The 1-based line of its name.
    pub line: usize,
    /// The family of the law: `idempotent`.
    pub family: String,
    /// The law as people read it: `slugify(slugify(title)) == slugify(title)`.
    pub law: String,
    /// What speaks for the law, and what the failing inputs have in common.
    pub evidence: Vec<String>,
    /// The smallest input found on which it fails.
    pub counterexample: Counterexample,
    /// Ordinary inputs on which it was tried.
    pub inputs: usize,
    /// On how many of these it fails.
    pub failures: usize,
    /// A test of it, for the module of the function; empty where it cannot be written.
    pub test: String,
    /// Further laws that fail, probably for the same cause.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub further: Vec<FurtherLaw>,
}

/// A further law that fails.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FurtherLaw {
    /// The path of the function.
    pub function: String,
    /// The law as people read it.
    pub law: String,
}

/// A verdict in `morph/verdicts.toml`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SuspectVerdict {
    /// The id of the report.
    pub id: String,
    /// The path of the function.
    pub function: String,
    /// The law.
    pub law: String,
    /// The verdict.
    pub says: Says,
    /// Why.
    pub because: Option<String>,
}

/// Sums over a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SuspectTotals {
    /// How many functions were tried.
    pub functions: usize,
    /// How many functions could not be tried; `scan` says why.
    pub skipped: usize,
    /// How many suspects there are.
    pub suspects: usize,
    /// How many of these are not shown.
    pub hidden: usize,
    /// How many were dismissed before.
    pub dismissed: usize,
    /// Time per stage.
    pub seconds: SuspectSeconds,
}

/// Seconds that a run took, per stage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[expect(missing_docs, reason = "the names are the stages'")]
pub struct SuspectSeconds {
    pub scan: f64,
    pub build: f64,
    pub search: f64,
    pub all: f64,
}

impl Suspects {
    /// The document of a run.
    pub fn new(seed: u64, suspects: Vec<SuspectReport>, totals: SuspectTotals) -> Suspects {
        Suspects { schema: SCHEMA, seed, share: None, suspects, verdicts: Vec::new(), totals }
    }
}
