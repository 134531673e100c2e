//! What `scan --paths` says of a function's branches.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The branches of a function, and of what it calls that is not tested itself.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Branches {
    /// Number of inputs that were run.
    pub inputs: usize,
    /// Counts of what became of them.
    #[serde(flatten)]
    pub counts: BranchCounts,
    /// Every branch, by place.
    pub requirements: Vec<Branch>,
}

/// How many branches there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BranchCounts {
    /// All that are watched.
    pub branches: usize,
    /// Some input takes them.
    pub covered: usize,
    /// No input can, which is proved.
    pub infeasible: usize,
    /// No input was found.
    pub open: usize,
    /// Places that could not be watched, and are in none of the other numbers.
    pub unwatched: usize,
}

/// A branch: one outcome of a condition, one arm of a `match` …
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Branch {
    /// The file, relative to the workspace's root.
    pub file: String,
    /// 1-based line.
    pub line: usize,
    /// The condition, pattern or loop, its first line.
    pub code: String,
    /// What happens there: `is true`, `matches` …
    pub outcome: String,
    /// What became of it.
    #[serde(flatten)]
    pub fate: BranchFate,
}

/// What became of a branch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "fate", rename_all = "lowercase")]
pub enum BranchFate {
    /// An input takes it.
    Covered {
        /// The smallest one, as a call.
        input: String,
    },
    /// No input can.
    Infeasible,
    /// No input was found.
    Open {
        /// Number of inputs that were tried.
        tries: usize,
        /// The one that came nearest, as a call.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        nearest: Option<String>,
        /// How far it is from taking the branch (branch distance).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        distance: Option<f64>,
    },
}

impl Branches {
    /// What became of branches that `inputs` inputs tried to take.
    pub fn new(inputs: usize, unwatched: usize, requirements: Vec<Branch>) -> Branches {
        let mut counts = BranchCounts { branches: requirements.len(), unwatched, ..BranchCounts::default() };
        for branch in &requirements {
            *match branch.fate {
                BranchFate::Covered { .. } => &mut counts.covered,
                BranchFate::Infeasible => &mut counts.infeasible,
                BranchFate::Open { .. } => &mut counts.open,
            } += 1;
        }
        Branches { inputs, counts, requirements }
    }
}

impl BranchCounts {
    /// The sum.
    pub fn plus(self, other: BranchCounts) -> BranchCounts {
        BranchCounts {
            branches: self.branches + other.branches,
            covered: self.covered + other.covered,
            infeasible: self.infeasible + other.infeasible,
            open: self.open + other.open,
            unwatched: self.unwatched + other.unwatched,
        }
    }
}
