//! Generational search (Godefroid, Levin, Molnar: "Automated whitebox fuzz testing", 2008): each branch of each path is
//! negated and solved for an input that goes the other way, until every place is reached or the budget is spent. What is
//! not reached then may be proved infeasible.

mod budget;
mod choosers;
mod explorable;
mod prove;
mod queue;
mod search;
mod symbolic_subject;
#[cfg(test)]
mod tests;
mod tree;

pub use budget::{Budget, Counts, Explored};
pub use explorable::{Explorable, Replay};
pub use queue::Order;
pub use search::explore;
pub use symbolic_subject::SymbolicSubject;
