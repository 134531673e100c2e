//! Arguments that name a change.

use std::path::PathBuf;

use clap::Args;

use crate::options::Change;

/// The change to which `check`, `adequacy` and `suspects` are restricted.
#[derive(Debug, Default, Args)]
pub(super) struct ChangeArgs {
    /// Only functions affected by changes since this git revision
    #[arg(long, value_name = "REV", conflicts_with = "in_diff", help_heading = "Selection")]
    pub(super) since: Option<String>,
    /// Only functions affected by this unified diff; `-` reads standard input
    #[arg(long, value_name = "FILE", help_heading = "Selection")]
    pub(super) in_diff: Option<PathBuf>,
}

impl ChangeArgs {
    pub(super) fn resolve(&self) -> Option<Change> {
        let since = self.since.clone().map(Change::Since);
        since.or_else(|| self.in_diff.clone().map(Change::InDiff))
    }
}
