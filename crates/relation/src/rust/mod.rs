//! Relations as Rust: source tables and test functions.

mod code;
mod compare;
mod complex;
mod discarded;
mod equal;
mod expr;
mod literal;
mod message;
mod telling;
mod test;
mod tolerant;
mod usage;

pub use test::{Test, TestNames, render_test, source_table};
pub use tolerant::Helper;
