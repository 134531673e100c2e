//! Executes a program on symbolic values, along one path.
//!
//! Where control flow depends on the input, a [`Chooser`](crate::Chooser) decides; everything else is computed. What lies in
//! the input is named by its place (see [`super::place`]) and looked at when it is first needed.

mod adaptors;
mod arithmetic;
mod branches;
mod bytes;
mod call;
mod calls;
mod casts;
mod changes;
mod collections;
mod compare;
mod control;
mod cover;
mod defaults;
mod durations;
mod effects;
mod eval;
mod format;
mod hints;
mod inference;
mod input;
mod iterables;
mod iterators;
mod known;
mod maps;
mod methods;
mod orders;
mod outside;
mod parse;
mod patterns;
mod places;
mod predicates;
mod ranges;
mod rounds;
mod run;
mod sequences;
mod sorting;
mod state;
mod std_model;
mod strings;
mod syntax;
#[cfg(test)]
mod tests;
mod text_patterns;
mod value;

pub use run::run;
pub use state::Limits;
