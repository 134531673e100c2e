//! Several machines share a run: which subject belongs to which shard, and the files that shards leave for `merge`.

mod assign;
mod file;
mod found;
mod ground;
mod scheduler;

pub use assign::{Assignment, Item};
pub use file::{Origin, ShardFile};
pub use found::{Callable, Checked, Found, Measured, Search, Suspected, union};
pub use ground::Ground;
pub use scheduler::jobs;
