//! The documents of `--format json`: documented API, where fields may be added and none goes.

mod adequacy;
mod branches;
mod check;
mod discovery;
mod kill;
mod list;
mod review;
mod scan;
mod suspects;

pub use adequacy::{
    Adequacy, CriterionAdequacy, FunctionAdequacy, ListedCategory, ListedLine, Listing, Reason,
    ShortRequirement,
};
pub use branches::{Branch, BranchCounts, BranchFate, Branches};
pub use check::{
    Call, Check, CheckSeconds, CheckTotals, CheckVerdict, CheckedFunction, CheckedRelation, Counterexample,
    StaleEntry,
};
pub use discovery::{
    Discovery, DroppedLaw, ExecutionCounts, FunctionReport, FunctionSeconds, MutantCounts, PolynomialReport,
    RelationReport, Seconds, Suspicious, Totals, Verdict,
};
pub use kill::{KillFate, KilledBy, Kills, SoughtMutant};
pub use list::{Explanation, Kill, List, ListedRelation, RelationSearch};
pub use review::{PendingRelation, Review};
pub use scan::{Scan, ScanTotals, ScanVerdict, ScannedFunction};
pub use suspects::{FurtherLaw, SuspectReport, SuspectSeconds, SuspectTotals, SuspectVerdict, Suspects};

/// The version of the documents.
pub const SCHEMA: u32 = 1;
