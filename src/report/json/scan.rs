//! The document of `scan`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::SCHEMA;
use super::branches::{BranchCounts, Branches};

/// What `scan` found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Scan {
    /// [`SCHEMA`].
    pub schema: u32,
    /// Every function, by path.
    pub functions: Vec<ScannedFunction>,
    /// Counts of verdicts.
    pub totals: ScanTotals,
}

/// Whether a function can be tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ScanVerdict {
    /// It can be called with generated inputs.
    Testable,
    /// It cannot.
    Skipped,
}

/// A function and its verdict.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ScannedFunction {
    /// Its path.
    pub path: String,
    /// Its file, relative to the workspace's root.
    pub file: String,
    /// 1-based line of its name.
    pub line: usize,
    /// Whether it can be tested.
    pub verdict: ScanVerdict,
    /// Why not.
    pub reason: Option<String>,
    /// What it takes and returns: `(a: u64, b: u64) -> u64`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signature: Option<String>,
    /// What becomes of its branches, where `--paths` asks for that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branches: Option<Branches>,
}

/// Counts of verdicts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[expect(missing_docs, reason = "the names are the verdicts'")]
pub struct ScanTotals {
    pub functions: usize,
    pub testable: usize,
    pub skipped: usize,
    /// Branches of all functions, where `--paths` asks for them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branches: Option<BranchCounts>,
}

impl Scan {
    /// The document of a scan: functions are sorted by path.
    pub fn new(mut functions: Vec<ScannedFunction>) -> Self {
        functions.sort_by(|a, b| (&a.path, &a.file, a.line).cmp(&(&b.path, &b.file, b.line)));
        let testable = functions.iter().filter(|function| function.verdict == ScanVerdict::Testable).count();
        let branches = functions.iter().filter_map(|function| Some(function.branches.as_ref()?.counts));
        let totals = ScanTotals {
            functions: functions.len(),
            testable,
            skipped: functions.len() - testable,
            branches: branches.reduce(BranchCounts::plus),
        };
        Self { schema: SCHEMA, functions, totals }
    }
}
