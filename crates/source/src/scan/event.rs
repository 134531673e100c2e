//! One thing that a body does.

use super::world::DefId;
use morph_relation::Value;

/// One thing that a body does.
#[derive(Clone, Debug)]
pub(super) enum Event {
    Literal(Value),
    /// Names a function, constant, static or macro of the workspace.
    Uses(DefId),
    /// "calls `std::fs::read` (uses the file system)".
    Impure {
        what: String,
        why: String,
    },
}
