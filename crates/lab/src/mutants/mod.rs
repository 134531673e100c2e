//! From functions to [`Mutant`]s: cargo-mutants' list and those of our own operators, each attributed to a function
//! and named so that the name survives moving code. The only reader of cargo-mutants' formats.

mod each;
mod held_out;
mod id;
mod listing;
mod mutant;
mod own;
mod position;
mod reached;
mod status;
mod tool;

pub use each::{Change, Each, Ran, Tested};
pub use held_out::is_held_out;
pub use listing::list;
pub use mutant::{Genre, Mutant};
pub use own::{OPERATORS, Operator, list as list_own, without_listed};
pub use reached::reached;
pub use status::{MutantCounts, MutantStatus, count, ids, listed};
pub use tool::{Tool, provide};
