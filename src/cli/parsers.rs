//! Values of flags, read.

use std::num::NonZeroUsize;

use crate::options::Share;

pub(super) fn parse_count(text: &str) -> Result<NonZeroUsize, String> {
    match text.parse::<usize>() {
        Ok(number) => NonZeroUsize::new(number).ok_or_else(|| "must be at least 1".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// A share, from 0 to 1.
pub(super) fn parse_share(text: &str) -> Result<f64, String> {
    let number: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    if (0.0..=1.0).contains(&number) { Ok(number) } else { Err("must be between 0 and 1".to_owned()) }
}

/// A shard and how many there are.
pub(super) fn parse_shard(text: &str) -> Result<Share, String> {
    let numbers =
        text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
    match numbers {
        Some((shard, of)) if (1..=of).contains(&shard) => Ok(Share { shard, of }),
        Some((_, of)) => Err(format!("shards are numbered from 1 to {of}")),
        None => Err("must be like 2/5".to_owned()),
    }
}
