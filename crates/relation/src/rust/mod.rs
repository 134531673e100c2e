//! Relations as Rust: source tables and test functions.

mod code;
mod compare;
mod expr;
mod literal;
mod test;
mod tolerant;

pub use literal::{is_named, name_of, named_constant, named_constants, tuple};
pub use test::{Test, TestNames, render_test, source_table};
pub use tolerant::Helper;
