//! Laws that a person would write first: instances of well-known families, tried on the original.

mod families;
mod holes;
mod instances;
mod placements;
mod syntax;

pub use families::{FAMILIES, Family};
pub use instances::{Context, Instance, instances};
