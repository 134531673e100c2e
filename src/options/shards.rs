//! Options of runs that several machines share.

use std::fmt;
use std::path::PathBuf;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Format;

/// One shard of several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Share {
    /// Its number, from 1.
    pub shard: usize,
    /// How many there are.
    pub of: usize,
}

impl fmt::Display for Share {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "shard {} of {}", self.shard, self.of)
    }
}

/// Which shard a run is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Its number, and how many there are.
    pub share: Share,
    /// Where to put what it finds, for `merge`; always given for a search.
    pub out: Option<PathBuf>,
    /// The file with the subjects of each shard; `None` to balance them by the size of their code.
    pub plan: Option<PathBuf>,
}

/// Why a format is refused.
pub const UNSUITED: &str = "this command does not support this --format; use human or json";

/// Commands that several machines can share.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, clap::ValueEnum,
)]
#[serde(rename_all = "lowercase")]
pub enum Shared {
    /// Search for relations.
    #[default]
    Discover,
    /// Verify relations.
    Check,
    /// Measure adequacy.
    Adequacy,
    /// Search for bugs.
    Suspects,
}

impl Shared {
    /// The name of the command.
    pub fn name(self) -> &'static str {
        match self {
            Shared::Discover => "discover",
            Shared::Check => "check",
            Shared::Adequacy => "adequacy",
            Shared::Suspects => "suspects",
        }
    }

    /// Whether it prints its results in a format.
    pub fn prints(self, format: Format) -> bool {
        match self {
            Shared::Check => format != Format::Markdown,
            Shared::Suspects => format != Format::Junit,
            Shared::Discover | Shared::Adequacy => matches!(format, Format::Human | Format::Json),
        }
    }
}

/// Options of `plan`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// How many shards.
    pub shards: usize,
    /// Who is to run them.
    pub scheduler: Scheduler,
    /// Where to put the subjects of each shard.
    pub out: Option<PathBuf>,
    /// What they run.
    pub command: Shared,
    /// The options of a search.
    pub discover: super::Discover,
}

/// Options of `merge`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merge {
    /// The files of the shards.
    pub files: Vec<PathBuf>,
    /// The options of writing what a search found.
    pub discover: super::Discover,
    /// How adequacy is reported.
    pub report: super::AdequacyReport,
}

/// Programs that run the jobs of a plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Scheduler {
    /// One command per line, as GNU parallel and xargs take them.
    #[default]
    Lines,
    /// A matrix of GitHub Actions.
    Github,
    /// A job of GitLab CI with `parallel`.
    Gitlab,
    /// A Slurm job array.
    Slurm,
    /// A job file of HyperQueue.
    Hyperqueue,
}
