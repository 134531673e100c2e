//! Recorded executions: of the original, and of each mutant where it ends differently; and the metamorphic groups
//! that transformations make of them.
//!
//! One [`Oracle`] per unit of work executes functions for search, falsification, judging, checks and adequacy: what the
//! original returned once is known to all, and what is executed and collected is counted as [`Work`]. An [`Executor`] is one
//! of its views, with rows and mutants of its own.

mod executor;
mod groups;
mod live;
mod oracle;
mod originals;
mod untestable;
mod work;

pub use executor::{Executor, RowId};
pub use groups::{Fault, Group, Groups, Variant, collect, collect_some, collect_under};
pub use live::Live;
pub use oracle::{Endless, Executors, Oracle};
pub use originals::{Input, Known, MUCH_FUEL, ORIGINAL_FUEL, magnitude};
pub use untestable::Untestable;
pub use work::{Limit, Step, Work};
