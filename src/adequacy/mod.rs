//! k-MR adequacy (METHODS §5): how many different relations test each requirement of the code, by criterion.
//!
//! A suite associates sources with relations ([`Coop`]); a criterion says which requirements a function has and which
//! sources satisfy them ([`CRITERIA`]); [`measure`] puts both together.

mod criterion;
mod k_mr;
mod output;
mod statement;

pub use criterion::{CRITERIA, Criterion, Evidence, Requirement};
pub use k_mr::{Coop, Measured, Source, measure};
pub use output::OutputRelation;
pub use statement::{Required, required_statements};
