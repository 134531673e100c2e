//! The document of `review`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{RelationReport, SCHEMA};

/// The relations that wait for a verdict.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Review {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The relations, by function, the best of each first.
    pub pending: Vec<PendingRelation>,
}

impl Review {
    /// Of these.
    pub fn new(pending: Vec<PendingRelation>) -> Review {
        Review { schema: SCHEMA, pending }
    }
}

/// A relation that was found and is not written yet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PendingRelation {
    /// The path of the function.
    pub function: String,
    /// Its file, relative to the workspace's root.
    pub file: String,
    /// The 1-based line of its name.
    pub line: usize,
    /// The relation.
    #[serde(flatten)]
    pub relation: RelationReport,
    /// The relation in a few words.
    pub words: String,
    /// Ids of the mutants that no other relation of the function kills.
    pub kills_alone: Vec<String>,
    /// The name of its test.
    pub test_name: String,
    /// Its test.
    pub test: String,
}
