//! Options of `adequacy`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

/// Options of `adequacy`.
#[derive(Clone, Debug, PartialEq)]
pub struct Adequacy {
    /// Number of different relations that must cover each requirement; `None` for the default of each criterion.
    pub k: Option<NonZeroUsize>,
    /// Names of the criteria, in the order of reports.
    pub criteria: Vec<&'static str>,
    /// Minimum adequacy (0 to 1) of some criteria, in the order of reports.
    pub fail_under: Vec<(&'static str, f64)>,
    /// Path of an earlier document, of which no criterion may fall.
    pub no_worse: Option<PathBuf>,
    /// How it is reported.
    pub report: AdequacyReport,
}

/// How adequacy is reported.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AdequacyReport {
    /// List what falls short.
    pub details: bool,
    /// Print the source with the number of relations per line.
    pub lines: bool,
    /// Path of the HTML page, if one is written.
    pub html: Option<PathBuf>,
    /// Path of the badge, if one is written.
    pub badge: Option<PathBuf>,
}
