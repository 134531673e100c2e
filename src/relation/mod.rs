//! The relation language: types, values, expressions, parsing, evaluation, rendering as Rust. A leaf: it knows no stage.

mod adt;
pub mod columns;
mod distance;
mod eval;
pub mod exact;
mod expr;
mod law;
mod operators;
mod rust;
mod shown;
mod simplify;
mod text;
mod tolerance;
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
pub use types::{FloatType, IntType, Type};
pub use value::{Data, Recipe, Value};
