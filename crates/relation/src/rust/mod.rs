//! Relations as Rust: source tables and test functions.

mod code;
mod compare;
mod expr;
mod literal;
mod test;
mod tolerant;

pub use test::{Test, TestNames, render_test, source_table};
pub use tolerant::Helper;
