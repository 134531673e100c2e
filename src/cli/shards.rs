//! Arguments of runs that several machines share.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;

use super::parsers::{parse_count, parse_shard};
use super::report::ReportArgs;
use crate::options::{Scheduler, Shard, Share, Shared};

#[derive(Debug, Default, Args)]
pub(super) struct ShardArgs {
    /// Only the functions of one of N shards, such as 2/5
    #[arg(long, value_name = "K/N", value_parser = parse_shard, help_heading = "Shards")]
    pub(super) shard: Option<Share>,
    /// With --shard: where to write the results, for `merge`
    #[arg(long, value_name = "FILE", requires = "shard", help_heading = "Shards")]
    out: Option<PathBuf>,
    /// With --shard: the file that `plan --out` wrote, the same for all shards
    #[arg(long, value_name = "FILE", requires = "shard", help_heading = "Shards")]
    plan: Option<PathBuf>,
}

impl ShardArgs {
    pub(super) fn resolve(&self) -> Option<Shard> {
        Some(Shard { share: self.shard?, out: self.out.clone(), plan: self.plan.clone() })
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
    /// The command that the jobs run
    #[arg(long, value_name = "COMMAND", value_enum, default_value_t)]
    pub(super) command: Shared,
    /// Where to write the functions of each shard; without it, every shard balances them by code size
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
    /// Of `discover`: build the lab, and write it to this file, which the jobs read
    #[arg(long, value_name = "FILE")]
    pub(super) lab_archive: Option<PathBuf>,
    /// Cache of earlier runs, with the times that they took [default: <target>/morph/cache]
    #[arg(long, value_name = "DIR", help_heading = "Cache")]
    pub(super) cache_dir: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(super) struct MergeArgs {
    /// The files that runs with --shard and --out wrote, one for each shard
    #[arg(value_name = "FILE", required = true)]
    pub(super) files: Vec<PathBuf>,
    /// Of `discover`: report what would be written without writing it
    #[arg(long)]
    pub(super) dry_run: bool,
    /// Of `discover`: overwrite generated regions that were edited by hand
    #[arg(long)]
    pub(super) force: bool,
    #[command(flatten)]
    pub(super) report: ReportArgs,
}
