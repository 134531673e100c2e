//! Recorded executions: of the original, and of each mutant where it ends differently; and the metamorphic groups
//! that transformations make of them.

mod executor;
mod groups;
mod live;
mod untestable;

pub use executor::{Executor, ORIGINAL_FUEL, RowId};
pub use groups::{Executors, Group, Groups, Variant, collect, collect_some};
pub use live::Live;
pub use untestable::Untestable;
