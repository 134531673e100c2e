//! The events of an execution that the lab reports: statements and, in builds that request them, branches.

use std::ops::Range;
use std::path::PathBuf;

/// A place whose execution the lab reports.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Probe {
    /// The file.
    pub file: PathBuf,
    /// Bytes in the file: the statement, the condition, the pattern.
    pub span: Range<usize>,
    /// 1-based line where it starts.
    pub line: usize,
    /// What is reported of it.
    pub event: Event,
}

impl Probe {
    /// Whether it is a statement, not a branch.
    pub fn is_statement(&self) -> bool {
        self.event == Event::Executed
    }
}

/// The probe of what does not happen where a probe is passed: the other outcome of a condition, the other way of a `?`.
/// Arms and statements have none.
pub fn other(probes: &[Probe], number: u32) -> Option<u32> {
    let probe = probes.get(number as usize)?;
    let (event, number) = match probe.event {
        Event::True => (Event::False, number + 1),
        Event::False => (Event::True, number.checked_sub(1)?),
        Event::Matched => (Event::Unmatched, number + 1),
        Event::Unmatched => (Event::Matched, number.checked_sub(1)?),
        Event::Continued => (Event::Returned, number + 1),
        Event::Returned => (Event::Continued, number.checked_sub(1)?),
        Event::Entered => (Event::Skipped, number + 1),
        Event::Skipped => (Event::Entered, number.checked_sub(1)?),
        Event::Executed => return None,
    };
    let there = probes.get(number as usize)?;
    (there.event == event && there.span == probe.span && there.file == probe.file).then_some(number)
}

/// What happens at the place of a [`Probe`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub enum Event {
    /// A statement is executed.
    Executed,
    /// A condition is true.
    True,
    /// A condition is false.
    False,
    /// The pattern of an `if let`, a `let … else` or an arm matches, and the arm's guard holds.
    Matched,
    /// The pattern of an `if let` or a `let … else` does not match.
    Unmatched,
    /// The operand of a `?` has a value.
    Continued,
    /// The operand of a `?` makes the function return.
    Returned,
    /// A loop's body is run.
    Entered,
    /// A loop ends without a run of its body.
    Skipped,
}

impl Event {
    /// As reports say it behind the code: "`n < 0` is true".
    pub fn told(self) -> &'static str {
        match self {
            Event::Executed => "",
            Event::True => "is true",
            Event::False => "is false",
            Event::Matched => "matches",
            Event::Unmatched => "does not match",
            Event::Continued => "goes on",
            Event::Returned => "returns",
            Event::Entered => "is entered",
            Event::Skipped => "is not entered",
        }
    }
}
