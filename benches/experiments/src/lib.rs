//! The published experiments, for the benchmarks and for tests: what inputs of each kind detect, what parts of a suite
//! detect, and what relations are worth on mutants and inputs that their search never saw.

mod compare;
mod detect;
mod replay;

pub use compare::{Compared, Comparison, Fault, Series, Tried, apfd, compare};
pub use detect::{Detections, Pool, PooledGroup, PooledRelation, detect};
pub use replay::{FunctionReplay, Plan, ROUNDING, RelationReplay, replay};
