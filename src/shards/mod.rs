//! Several machines share a search: which subject belongs to which shard, and the files that shards leave for `merge`.

mod assign;
mod file;
mod scheduler;

pub use assign::{Assignment, Item};
pub use file::{Origin, ShardFile, union};
pub use scheduler::jobs;
