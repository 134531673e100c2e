//! What a run rests on: results of another one are of use where that is the same.

use serde::{Deserialize, Serialize};

/// Checksums, none of which rests on a path of the machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ground {
    /// Of the program.
    pub tool: String,
    /// Of the toolchain, its configuration and the manifests.
    pub toolchain: String,
    /// Of every file.
    pub sources: String,
}

impl Ground {
    /// Whether each of these is different, and the other one in words.
    pub fn differences(&self, other: &Ground) -> [(bool, &'static str); 3] {
        [
            (self.tool != other.tool, "another version of cargo morph"),
            (self.toolchain != other.toolchain, "another toolchain, environment or manifest"),
            (self.sources != other.sources, "other sources"),
        ]
    }
}
