//! Documents from the results of stages.

mod adequacy;
mod branches;
mod check;
mod discovery;
mod scan;
mod suspects;
mod texts;

pub use adequacy::function_adequacy;
pub use branches::branches;
pub use check::{stale, unchecked};
pub use discovery::{discovery, skipped, violations};
pub use scan::scanned;
pub use suspects::suspect_report;
