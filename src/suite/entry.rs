//! What is to be written, and how.

use super::followed::Followed;
use morph_relation::{Relation, Value};
use morph_source::scan::Subject;

/// A relation that is to be written.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its function.
    pub subject: Subject,
    /// The relation.
    pub relation: Relation,
    /// Who found it: `enumerate`, `written` …
    pub strategy: String,
    /// What its test is called.
    pub naming: Naming,
    /// Whether it merely holds and kills mutants, and is no law.
    pub observed: bool,
    /// Sources on which it was seen to hold: the guard holds and every follow-up can be made.
    pub sources: Vec<Vec<Value>>,
    /// What was seen of it.
    pub evidence: Evidence,
    /// [`Relation::id`].
    pub id: String,
    /// A hash of the code on which it was seen to hold.
    pub code: Option<String>,
}

/// What was seen of a relation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Evidence {
    /// How many groups it held on.
    pub groups: u64,
    /// How many mutants it kills.
    pub killed: usize,
    /// How many mutants it could have killed.
    pub mutants: usize,
}

/// What the test of a relation is called.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Naming {
    /// By the form of its relation.
    #[default]
    Form,
    /// The function's name and these words: `is_associative`. Words that name the function stand alone.
    Words(String),
    /// As it was called before.
    Kept(String),
}

/// How [`super::write`] goes about it.
#[derive(Clone, Debug, Default)]
pub struct WriteOptions {
    /// Verify, but leave the user's tree alone.
    pub dry_run: bool,
    /// Overwrite regions that a person edited.
    pub force: bool,
    /// Overwrite regions in which a person left tables of tests that are gone, and edited nothing else.
    pub tidy: bool,
    /// Functions that have moved: their tests move along.
    pub followed: Followed,
    /// Whether cargo may use the network.
    pub offline: bool,
}
