//! The documents of `list` and `explain`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Call, SCHEMA};

/// The relations of a suite.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct List {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The relations, by function, in the order of their tests.
    pub relations: Vec<ListedRelation>,
}

impl List {
    /// Of these.
    pub fn new(relations: Vec<ListedRelation>) -> List {
        List { schema: SCHEMA, relations }
    }
}

/// A relation of a suite.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ListedRelation {
    /// Its id, such as `gcd-6ba1c4`.
    pub id: String,
    /// The path of the function.
    pub function: String,
    /// Its file, relative to the workspace's root.
    pub file: String,
    /// The 1-based line of its name.
    pub line: usize,
    /// The relation as people read it.
    pub readable: String,
    /// The strategy that found it, or `written` where a person did.
    pub strategy: String,
    /// `law` or `observation`.
    pub grade: String,
    /// The path of its test, as `cargo test` prints it; `None` where it has none.
    pub test: Option<String>,
    /// The number of sources of its test.
    pub sources: usize,
}

/// What is known of a relation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Explanation {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The relation.
    #[serde(flatten)]
    pub relation: ListedRelation,
    /// The relation in a few words.
    pub words: String,
    /// The paths of the functions that it executes, its own first.
    pub rests_on: Vec<String>,
    /// Whether any of their code is unlike that on which it was seen to hold; `None` where that was not recorded.
    pub changed: Option<bool>,
    /// On how many groups it held when it was written.
    pub groups: u64,
    /// What the last search knows of it; `None` where no search of this version, with these options, is recorded.
    pub search: Option<RelationSearch>,
}

/// What a search knows of a relation that it wrote.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RelationSearch {
    /// The reason of its grade.
    pub grade_reason: String,
    /// The family of laws that it is an instance of.
    pub family: Option<String>,
    /// Executions on a few of the sources.
    pub samples: Vec<Vec<Call>>,
    /// The mutants that it kills, held-out ones included.
    pub kills: Vec<Kill>,
    /// How many mutants of the function some input distinguishes.
    pub distinguished: usize,
}

/// A mutant that a relation kills.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Kill {
    /// The id of the mutant.
    pub mutant: String,
    /// Whether no other relation of the function kills it.
    pub alone: bool,
    /// Whether the search never saw it.
    pub held_out: bool,
}
