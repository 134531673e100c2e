//! Evaluates many expressions over many metamorphic groups at the speed of the machine.
//!
//! A [`Table`] holds the groups as columns, one per leaf. An [`Arena`] holds the expressions of a generation as one
//! graph in which each distinct sub-expression is one node. An [`Engine`] evaluates the graph block by block of
//! [`BLOCK`] rows: numbers and Booleans by kernels for the instructions that the machine has, anything else row by row,
//! kept from generation to generation. It counts what each candidate relation classifies wrongly, and drops candidates
//! that cannot survive as soon as a part of the rows says so.
//!
//! Meanings are those of [`Expr::eval`](morph_relation::Expr::eval), but that integers are held as `f64`: those beyond 2^53 are
//! rounded, and nothing overflows. What is kept of a search has to be evaluated exactly.

mod arena;
mod block;
mod by_row;
mod engine;
mod form;
mod formula;
mod kernels;
mod mix;
mod pack;
mod plan;
mod recent;
mod steps;
mod table;
#[cfg(test)]
mod tests;

pub use arena::{Arena, NodeId};
pub use block::{BLOCK, Bits};
pub use engine::{Candidate, Counts, Engine, Order, Rows, Sets};
pub use kernels::Isa;
pub use table::{SMALL, Table};
