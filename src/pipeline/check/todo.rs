//! What is to be checked.

use crate::suite::SuiteRelation;

/// A relation to check, and the hash of that check.
pub struct Todo<'a> {
    /// The relation.
    pub relation: &'a SuiteRelation,
    /// The hash of that check.
    pub state: String,
}
