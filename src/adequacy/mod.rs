//! k-MR adequacy (§III of the paper): how many different relations test each requirement of the code, by criterion.
//!
//! A suite associates sources with relations ([`Coop`]); a criterion says which requirements a function has and which
//! sources satisfy them ([`CRITERIA`]), from what inputs execute and from how they differ ([`Categories`]); [`measure`]
//! puts both together. A [`Measurement`] does so for all functions of a run.
//!
//! [`function_branches`] tries to take every branch of a function, for `scan --paths`.

mod branches;
mod categories;
mod choice;
mod criterion;
mod evidence;
mod frame;
mod goal;
mod k_mr;
mod measurement;
mod observe;
mod output;
mod required;
mod white_box;

pub use branches::{FunctionBranches, function_branches};
pub use categories::{
    Categories, Category, Choice, Configured, ConfiguredCategory, Located, Origin, refuse_unknown,
    told_outcome,
};
pub use criterion::{CRITERIA, Criterion};
pub use evidence::{Evidence, Observed, Reach, Requirement, What};
pub use goal::{ForAdequacy, Known};
pub use k_mr::{Coop, Measured, Source, measure};
pub use measurement::{MeasuredCriterion, MeasuredFunction, Measurement};
pub use observe::{K, TRIED, observe};
pub use output::OutputRelation;
pub use required::{Body, Required, required};
