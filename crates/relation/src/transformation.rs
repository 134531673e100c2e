//! How the follow-ups of a group are made from its source.

use crate::Followup;

/// The follow-ups of a relation, before its output relation is known.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Transformation {
    /// Executions 1, 2, …
    pub followups: Vec<Followup>,
}
