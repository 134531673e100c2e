//! Source inputs of four kinds, ordered by path distance, and the transformations that make follow-ups of them.
//!
//! [`InputSources`] is what inputs are made of beside chance: values that constructors and other subjects return, what the
//! package's own tests call, and the texts that its [`Examples`] show. [`mixed`] merges the kinds: random and adaptive inputs, which move towards the domain where
//! the subject returns values, and [`directed`] ones, which symbolic execution and branch-distance search find.

mod accepted;
mod climb;
pub mod directed;
mod domain;
mod examples;
pub mod input_sources;
mod kind;
pub mod mixed;
mod offers;
mod order;
mod returned;
mod transformations;
mod vanishing;

pub use accepted::{accepted, distinct, elements, joined};
pub use climb::{Miss, Reached, reach};
pub use examples::{Examples, KnownTexts, plain, some_texts};
pub use input_sources::InputSources;
pub use kind::{Kind, Kinds, merge};
pub use order::order;
pub use transformations::{Context, TEMPLATES, Template, by_frequency, parts, transformations};
