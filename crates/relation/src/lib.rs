//! The relation language. A leaf: it executes nothing and reads no file.
//!
//! [`Type`]s and [`Value`]s are those of the functions under test. An [`Expr`] over parameters and outcomes has a text (a
//! subset of Rust), a type in a [`Scope`], and a meaning in an [`Env`]; [`OPERATORS`] lists what it is made of. A
//! [`Relation`] is a guard, follow-ups and a statement that hold on a group of executions within a [`Tolerance`]; its form
//! in files is a [`RelationText`]. [`simplify`] writes it as a person would, [`exact`] decides what implies what over the
//! rationals, and [`render_test`] makes a Rust test of it.
//!
//! [`hash`] is the one hash that stored names and random streams rest on.

mod constants;
mod distance;
mod eval;
pub mod exact;
mod expr;
#[cfg(test)]
mod fuzz;
pub mod hash;
mod infix;
mod literal;
mod meant;
mod operators;
mod relation;
mod rust;
mod shown;
mod signature;
mod simplify;
mod stored;
mod syntax;
mod text;
mod tolerance;
mod transformation;
mod types;
mod value;

pub use constants::{is_named, named_constant, named_constants};
pub use distance::{apart, uncommon};
pub use eval::Env;
pub use expr::{Expr, Scope};
pub use literal::show_literal;
pub use meant::meant;
pub use operators::{OPERATORS, Op, Operator, Syntax, plain_decimal};
pub use relation::{Calls, Followup, Lookup, Relation, RelationText, Verdict, free_of_nan, is_not_nan};
pub use rust::{Helper, Test, TestNames, render_test, source_table};
pub use shown::show_value;
pub use signature::{Member, Signature, Taken, outcome};
pub use simplify::{Simplifier, Stated, follows, follows_from, simplify, snapped};
pub use syntax::{lexical, named, parse_syntax};
pub use tolerance::Tolerance;
pub use transformation::Transformation;
pub use types::{
    Adt, Constructor, Definition, Field, FloatType, Home, How, IntType, Seen, Traits, Type, Variant, filled,
    folded,
};
pub use value::{Data, Recipe, Value};
