//! What the values of a symbolic execution are made of: terms over variables, shared and simplified as they are made.
//!
//! Integers are mathematical: machine arithmetic is a term and the branch that it stays in range, or a
//! [`Term::Wrap`]. Floats are IEEE.

mod congruence;
pub(super) mod evaluate;
pub(super) mod interval;
mod language;
pub(super) mod numbers;
mod residue;
mod simplify;
mod terms;
#[cfg(test)]
mod tests;

pub use evaluate::Evaluation;
pub use language::{Assignment, Bits, FloatFn, FloatOp, Scalar, Sort, Term, TermId, VarId, Variable};
pub use terms::Terms;
