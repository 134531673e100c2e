//! Why a function cannot be tested after all.

use std::fmt;

/// An execution showed that the function is not one that can be tested; the reason is a fragment for reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Untestable(pub String);

impl Untestable {
    /// The function tried a system call, as in "openat (opens a file)".
    pub fn impure(call: &str) -> Untestable {
        Untestable(format!("tries a system call: {call}"))
    }

    /// The function hung, and not in a loop of its own.
    pub fn endless() -> Untestable {
        Untestable("does not terminate on some inputs, and its steps cannot be counted".to_owned())
    }
}

impl fmt::Display for Untestable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Untestable {}
