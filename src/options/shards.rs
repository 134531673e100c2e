//! Options of searches that several machines share.

use std::path::PathBuf;

/// Which shard a run is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Its number, from 1.
    pub number: usize,
    /// How many there are.
    pub of: usize,
    /// Where to put what it finds.
    pub out: PathBuf,
    /// The file with the subjects of each shard; `None` to balance them by the size of their code.
    pub plan: Option<PathBuf>,
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
    /// The options of the search.
    pub discover: super::Discover,
}

/// Options of `merge`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merge {
    /// The files of the shards.
    pub files: Vec<PathBuf>,
    /// The options of writing.
    pub discover: super::Discover,
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
