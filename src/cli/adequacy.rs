//! Arguments of `adequacy`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use super::change::ChangeArgs;
use super::parsers::{parse_count, parse_share};
use super::report::ReportArgs;
use super::shards::ShardArgs;
use crate::adequacy::CRITERIA;
use crate::config::{Config, criterion};
use crate::options::Adequacy;
use morph_source::exit::{Code, fail};

#[derive(Debug, Args)]
pub(super) struct AdequacyArgs {
    /// Number of different relations that must cover each requirement [default: 3; for frames: 2]
    #[arg(long, value_name = "N", value_parser = parse_count)]
    pub(super) k: Option<NonZeroUsize>,
    /// Measure only this criterion: statement, branch, choice, choice-pair or frame; repeatable [default: all]
    #[arg(long, value_name = "NAME", value_parser = criterion)]
    pub(super) criterion: Vec<&'static str>,
    /// Exit with 3 if the adequacy of statements or branches, or of the chosen criteria, is below this share, from 0 to 1;
    /// `choice=0.5` sets it for one criterion; repeatable
    #[arg(long, value_name = "[NAME=]SHARE", value_parser = parse_threshold)]
    pub(super) fail_under: Vec<(Option<&'static str>, f64)>,
    /// Exit with 3 if the adequacy of a criterion is lower than in this file, the output of an earlier `--format json`
    #[arg(long, value_name = "FILE")]
    pub(super) no_worse: Option<PathBuf>,
    #[command(flatten)]
    pub(super) shard: ShardArgs,
    #[command(flatten)]
    pub(super) report: ReportArgs,
    #[command(flatten)]
    pub(super) change: ChangeArgs,
}

pub(super) fn adequacy(args: AdequacyArgs, config: &Config) -> Result<Adequacy> {
    let written = config.adequacy.criterion.iter().map(|name| name.0).collect();
    let names = if args.criterion.is_empty() { written } else { args.criterion };
    let are_chosen = !names.is_empty();
    let wanted = |name: &&str| !are_chosen || names.contains(name);
    let criteria: Vec<&str> = CRITERIA.iter().map(|c| c.name).filter(wanted).collect();
    let given = !args.fail_under.is_empty();
    let fail_under = if given { args.fail_under } else { config.adequacy.fail_under.0.clone() };
    let idle = fail_under.iter().find_map(|(name, _)| name.filter(|n| !criteria.contains(n)));
    if let (Some(name), true) = (idle, given) {
        let why = format!("--fail-under {name}=… names a criterion that --criterion excludes");
        return Err(fail(Code::Usage, why));
    }
    // A share without a name is for what was chosen, and otherwise for what every suite can reach.
    let is_meant = |name: &str| are_chosen || CRITERIA.iter().any(|c| c.name == name && c.white_box);
    let of = |name: &str| {
        let own = fail_under.iter().rev().find(|(criterion, _)| criterion.is_some_and(|c| c == name));
        let of_all = fail_under.iter().rev().find(|(criterion, _)| criterion.is_none() && is_meant(name));
        own.or(of_all).map(|(_, share)| *share)
    };
    let fail_under = criteria.iter().filter_map(|name| Some((*name, of(name)?))).collect();
    let k = args.k.or(config.adequacy.k);
    Ok(Adequacy { k, criteria, fail_under, no_worse: args.no_worse, report: args.report.resolve() })
}

fn parse_threshold(text: &str) -> Result<(Option<&'static str>, f64), String> {
    match text.split_once('=') {
        Some((name, share)) => Ok((Some(criterion(name)?), parse_share(share)?)),
        None => Ok((None, parse_share(text)?)),
    }
}
