//! Exit codes: documented API. Tool errors never share a code with findings.

use std::fmt;

/// Why the process ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Code {
    /// Done, and every gate held.
    Done = 0,
    /// Usage or configuration error.
    Usage = 1,
    /// A relation is violated; with `check --deny-stale`, also a relation that nothing verifies any more.
    Violated = 2,
    /// Adequacy or another threshold is not met.
    BelowThreshold = 3,
    /// The workspace does not build, or some of its packages do not, without which the command ran.
    DoesNotBuild = 4,
    /// The environment lacks something: cargo-mutants, the network …
    Environment = 5,
    /// A bug of ours.
    Internal = 70,
    /// Interrupted by a signal.
    Interrupted = 130,
}

impl Code {
    /// The code with which a process of ours ended.
    pub fn of_status(status: i32) -> Option<Code> {
        use Code::*;
        let all = [Done, Usage, Violated, BelowThreshold, DoesNotBuild, Environment, Internal, Interrupted];
        all.into_iter().find(|code| *code as i32 == status)
    }
}

/// An error that knows its exit code. Put it at the root of an `anyhow` chain with [`fail`];
/// an error without one is our bug ([`Code::Internal`]).
#[derive(Debug)]
pub struct Failure {
    /// The exit code.
    pub code: Code,
    /// A lower-case fragment that says what to do next.
    pub message: String,
    /// The packages at fault, by name, where it is known which do not build; the others may.
    pub broken: Vec<String>,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Failure {}

/// An error with an exit code.
pub fn fail(code: Code, message: impl Into<String>) -> anyhow::Error {
    anyhow::Error::new(Failure { code, message: message.into(), broken: Vec::new() })
}

/// An error of packages that do not build.
pub fn does_not_build(broken: Vec<String>, message: impl Into<String>) -> anyhow::Error {
    anyhow::Error::new(Failure { code: Code::DoesNotBuild, message: message.into(), broken })
}

/// The packages that an error names as not building.
pub fn broken_packages(error: &anyhow::Error) -> &[String] {
    let failure = error.chain().find_map(|cause| cause.downcast_ref::<Failure>());
    failure.map_or(&[], |failure| &failure.broken)
}

/// The exit code of an error chain.
pub fn code_of(error: &anyhow::Error) -> Code {
    error
        .chain()
        .find_map(|cause| cause.downcast_ref::<Failure>())
        .map_or(Code::Internal, |failure| failure.code)
}
