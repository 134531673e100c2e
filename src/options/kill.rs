//! Options of `kill`.

use std::path::PathBuf;

use super::Discover;

/// Which mutants are to be killed.
#[derive(Clone, Debug, PartialEq)]
pub struct Kill {
    /// Names of mutants, or places as `file:line`.
    pub mutants: Vec<String>,
    /// The results of cargo-mutants: its folder, or a file with a mutant per line.
    pub from: Option<PathBuf>,
    /// Write what kills them.
    pub write: bool,
    /// How relations are searched.
    pub discover: Discover,
}
