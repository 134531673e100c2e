//! The relation language: types, values, expressions, parsing, evaluation, rendering as Rust. A leaf: it knows no stage.

mod types;
mod value;

pub use types::{FloatType, IntType, Type};
pub use value::Value;
