//! The document of `kill`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::SCHEMA;

/// What became of mutants.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Kills {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The mutants, as they were given.
    pub mutants: Vec<SoughtMutant>,
}

impl Kills {
    /// Of these.
    pub fn new(mutants: Vec<SoughtMutant>) -> Kills {
        Kills { schema: SCHEMA, mutants }
    }
}

/// A mutant that is to be killed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SoughtMutant {
    /// As it was given; with its id where a place has several.
    pub mutant: String,
    /// The path of the function that it is in; empty where it is in none.
    pub function: String,
    /// What became of it.
    pub fate: KillFate,
    /// Why it is not killed.
    pub reason: Option<String>,
    /// The relation that kills it.
    pub by: Option<KilledBy>,
}

/// What became of a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum KillFate {
    /// A relation fails on it.
    Killed,
    /// No relation was found that fails on it.
    Alive,
    /// No input tells it from the original.
    Equivalent,
    /// Its function cannot be tested.
    NotTestable,
    /// It does not compile, or cannot be switched on.
    NotRun,
    /// There is no such mutant.
    Unknown,
}

/// A relation that kills a mutant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct KilledBy {
    /// Its id.
    pub id: String,
    /// The path of its function.
    pub function: String,
    /// The relation as people read it.
    pub readable: String,
    /// `law` or `observation`.
    pub grade: String,
    /// Whether it is in the suite.
    pub written: bool,
}
