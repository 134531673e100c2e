//! The engine against the scalar reference, `Expr::eval` row by row.

mod classify;
mod meaning;
mod rows;
