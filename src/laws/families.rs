//! The families of laws: one row each, in lists by what they are about.

mod bits;
mod codes;
mod collections;
mod definitions;
mod elementary;
mod functions;
mod known;
mod measures;
mod modes;
mod operations;
mod outcomes;
mod pairs;
mod parts;
mod points;
mod records;
mod sequences;
mod siblings;
mod streams;

use super::family::Family;

/// All families, the best known first.
pub fn families() -> impl Iterator<Item = &'static Family> {
    [
        known::FAMILIES,
        elementary::FAMILIES,
        parts::FAMILIES,
        collections::FAMILIES,
        streams::FAMILIES,
        points::FAMILIES,
        pairs::FAMILIES,
        modes::FAMILIES,
        functions::FAMILIES,
        bits::FAMILIES,
        sequences::FAMILIES,
        siblings::FAMILIES,
        operations::FAMILIES,
        measures::FAMILIES,
        codes::FAMILIES,
        definitions::FAMILIES,
        outcomes::FAMILIES,
        records::FAMILIES,
    ]
    .into_iter()
    .flatten()
}
