//! Arguments of searches that several machines share.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;

use super::parsers::{parse_count, parse_shard};
use crate::options::{Scheduler, Shard};

#[derive(Debug, Default, Args)]
pub(super) struct ShardArgs {
    /// Search only one of N shards, and write only the file --out
    #[arg(long, value_name = "K/N", value_parser = parse_shard, requires = "out", help_heading = "Shards")]
    shard: Option<(usize, usize)>,
    /// With --shard: where to write the results, for `merge`
    #[arg(long, value_name = "FILE", requires = "shard", help_heading = "Shards")]
    out: Option<PathBuf>,
    /// With --shard: the file that `plan --out` wrote, the same for all shards
    #[arg(long, value_name = "FILE", requires = "shard", help_heading = "Shards")]
    plan: Option<PathBuf>,
}

impl ShardArgs {
    pub(super) fn resolve(&self) -> Option<Shard> {
        let ((number, of), out) = self.shard.zip(self.out.clone())?;
        Some(Shard { number, of, out, plan: self.plan.clone() })
    }
}

#[derive(Debug, Args)]
pub(super) struct PlanArgs {
    /// Number of shards
    #[arg(long, value_name = "N", value_parser = parse_count)]
    pub(super) shards: NonZeroUsize,
    /// The scheduler that runs the jobs
    #[arg(long = "for", value_name = "SCHEDULER", value_enum, default_value_t)]
    pub(super) scheduler: Scheduler,
    /// Where to write the functions of each shard; without it, every shard balances them by code size
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
    /// Cache of earlier runs, with the times that they took [default: <target>/morph/cache]
    #[arg(long, value_name = "DIR", help_heading = "Cache")]
    pub(super) cache_dir: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(super) struct MergeArgs {
    /// The files that `discover --shard` wrote, one for each shard
    #[arg(value_name = "FILE", required = true)]
    pub(super) files: Vec<PathBuf>,
    /// Report what would be written without writing it
    #[arg(long)]
    pub(super) dry_run: bool,
    /// Overwrite generated regions that were edited by hand
    #[arg(long)]
    pub(super) force: bool,
}
