//! The relation language. A leaf: it executes nothing and reads no file.
//!
//! [`Type`]s and [`Value`]s are those of the functions under test. An [`Expr`] over parameters and outcomes has a text (a
//! subset of Rust), a type in a [`Scope`], and a meaning in an [`Env`]; [`OPERATORS`] lists what it is made of. A
//! [`Relation`] is a guard, follow-ups and a statement that hold on a group of executions within a [`Tolerance`]; its form
//! in files is a [`RelationText`]. [`simplify`] writes it as a person would, [`exact`] decides what implies what over the
//! rationals, and [`render_test`] makes a Rust test of it.
//!
//! [`hash`] is the one hash that stored names and random streams rest on.

mod adt;
mod distance;
mod eval;
pub mod exact;
mod expr;
pub mod hash;
mod law;
mod operators;
mod rust;
mod shown;
mod simplify;
mod text;
mod tolerance;
mod transformation;
mod types;
mod value;

pub use adt::{Adt, Constructor, Definition, Field, Home, Traits, Variant};
pub use distance::apart;
pub use eval::Env;
pub use expr::{Expr, Scope};
pub use law::{Followup, Lookup, Member, Relation, RelationText, Signature, Verdict, outcome};
pub use operators::{OPERATORS, Op, Operator, Syntax};
pub use rust::{
    Helper, Test, TestNames, is_named, named_constant, named_constants, render_test, source_table,
};
pub use shown::show_value;
pub use simplify::{Simplifier, follows, simplify, snapped};
pub use text::show_literal;
pub use tolerance::Tolerance;
pub use transformation::Transformation;
pub use types::{FloatType, IntType, Type};
pub use value::{Data, Recipe, Value};
