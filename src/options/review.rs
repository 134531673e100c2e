//! Options of the commands that are about single relations.

/// What to do about relations that wait for a verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Review {
    /// Show one after the other, and ask; or list them where nobody can be asked.
    Ask,
    /// Write these.
    Accept(Which),
    /// Never write these.
    Reject {
        /// Which.
        which: Which,
        /// Why.
        because: Option<String>,
    },
}

/// Some relations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Which {
    /// All that wait.
    All,
    /// Those with these ids or names of tests.
    These(Vec<String>),
}
