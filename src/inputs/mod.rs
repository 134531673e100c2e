//! Source inputs of four kinds, ordered by path distance, and the transformations that make follow-ups of them.

mod climb;
mod kind;
mod order;
mod transformations;

pub use climb::{Limit, Miss, Reached, reach};
pub use kind::{Kind, Kinds, merge};
pub use order::order;
pub use transformations::{
    Context, TEMPLATES, Template, Transformation, by_frequency, parts, transformations,
};
