//! The families of laws: one row each, in lists by what they are about.

mod collections;
mod functions;
mod known;
mod outcomes;
mod pairs;
mod sequences;
mod siblings;
mod streams;

use super::family::Family;

/// All families, the best known first.
pub fn families() -> impl Iterator<Item = &'static Family> {
    [
        known::FAMILIES,
        collections::FAMILIES,
        streams::FAMILIES,
        pairs::FAMILIES,
        functions::FAMILIES,
        sequences::FAMILIES,
        siblings::FAMILIES,
        outcomes::FAMILIES,
    ]
    .into_iter()
    .flatten()
}
