//! The state with which expressions are written.

use std::collections::BTreeSet;

use crate::expr::Scope;
use crate::rust::code::Code;
use crate::rust::tolerant::Helper;
use crate::tolerance::Tolerance;

/// Writes the expressions of one test.
pub struct Writer {
    /// The subject's parameters as the test holds them, and the outcomes so far.
    pub params: Vec<Code>,
    /// `y0`, `y1`, …
    pub outs: Vec<Code>,
    /// The erased types of the same.
    pub scope: Scope,
    /// The tolerance of the comparisons that are being written.
    pub tolerance: Tolerance,
    /// Statements to put before what is being written; `None` where none can be (guards, closures).
    pub before: Option<Vec<String>>,
    /// What the argument that is being written is called, if that needs statements before it.
    pub wanted: Option<String>,
    /// Names that are in use.
    pub taken: BTreeSet<String>,
    /// The helpers that the test calls.
    pub helpers: BTreeSet<Helper>,
    /// Whether one operation may be done in the integers' own type: follow-ups are made only where it fits.
    pub native: bool,
    /// The element inside a map.
    pub item: Option<Code>,
}
