//! Documents from the results of stages.

mod discovery;

pub use discovery::{discovery, skipped, violations};
