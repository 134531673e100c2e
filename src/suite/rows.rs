//! The rows of the tables that tests go over.

use super::entry::Entry;
use morph_relation::{Type, Value};

/// The rows of a table, and the types of the variables in its last columns.
#[derive(PartialEq)]
pub struct Rows<'a> {
    /// The inputs.
    pub sources: &'a [Vec<Value>],
    /// The variables' types.
    pub given: Vec<&'a Type>,
}

impl<'a> Rows<'a> {
    /// Those of a relation's test.
    pub fn of(entry: &'a Entry) -> Rows<'a> {
        let given = entry.relation.given.iter().map(|(_, ty)| ty).collect();
        Rows { sources: &entry.sources, given }
    }
}

/// The rows, without variables, that the most tests go over; the first of several.
pub fn shared_rows<'a>(entries: &[(usize, &'a Entry)]) -> Option<Rows<'a>> {
    let using = |rows: &Rows<'_>| entries.iter().filter(|(_, entry)| Rows::of(entry) == *rows).count();
    let all = entries.iter().rev().map(|(_, entry)| Rows::of(entry));
    all.filter(|rows| rows.given.is_empty()).max_by_key(|rows| using(rows))
}
