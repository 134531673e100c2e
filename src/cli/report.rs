//! Arguments of reports of adequacy.

use std::path::PathBuf;

use clap::Args;

use crate::options::AdequacyReport;

#[derive(Debug, Default, Args)]
pub(super) struct ReportArgs {
    /// List the requirements that fall short, with their reasons
    #[arg(long, help_heading = "Report")]
    details: bool,
    /// Print the source with the number of different relations that test each line
    #[arg(long, help_heading = "Report")]
    lines: bool,
    /// Also write the report as a self-contained HTML page
    #[arg(long, value_name = "FILE", help_heading = "Report")]
    pub(super) html: Option<PathBuf>,
    /// Also write the adequacy of statements and branches as a badge (SVG)
    #[arg(long, value_name = "FILE", help_heading = "Report")]
    pub(super) badge: Option<PathBuf>,
}

impl ReportArgs {
    pub(super) fn resolve(self) -> AdequacyReport {
        let ReportArgs { details, lines, html, badge } = self;
        AdequacyReport { details, lines, html, badge }
    }
}
