//! Exact arithmetic: rational numbers of any size, polynomials over them, and terms of the language as such.

mod polynomial;
mod rational;
mod term;

pub use polynomial::{Monomial, Polynomial, Variable, degree, product};
pub use rational::{Rational, float, int, nearest_float, number};
pub use term::Terms;
