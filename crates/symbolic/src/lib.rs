//! Path-directed source inputs: the subject is executed symbolically, and each path's constraint is solved for an input
//! ("path-directed" §3.2.1).
//!
//! An execution follows one path: a [`Chooser`] says at each branch where it goes. Along an input, that is what the input
//! decides (concolic execution); along a prefix of decisions, what has not been tried.

pub mod concolic;
mod encode;
pub mod explore;
pub mod machine;
pub mod place;
pub mod program;
pub mod solve;
pub mod solver;
pub mod term;

use std::path::Path as FilePath;
use std::sync::Arc;

use self::term::{Scalar, TermId, Terms};
use morph_relation::Value;
use morph_source::probe::Event;

/// A place of a [`morph_source::probe::Probe`] and what happens there.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Site {
    /// The file.
    pub file: Arc<FilePath>,
    /// Bytes of the place: where it begins, and where it ends.
    pub span: (usize, usize),
    /// What happens.
    pub event: Event,
}

/// A branch of an execution: a condition that depends on the input, and how it came out.
#[derive(Clone, Debug)]
pub struct Branch {
    /// The condition.
    pub condition: TermId,
    /// How it came out.
    pub taken: bool,
    /// The sites that the two outcomes lead to at once, where the branch is one that the lab reports: if it came out
    /// true, and if false. Others are overflow, indices, the steps inside modelled functions, and which pattern matches.
    pub sites: [Option<Site>; 2],
    /// Whether the other outcome ends in a panic, as overflow does.
    pub panics: bool,
    /// Whether the path is only of inputs for which the condition holds: others need not be looked for, they are on other
    /// paths or do not exist.
    pub assumed: bool,
}

/// How a symbolic execution ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// It returned.
    Returned,
    /// It panicked.
    Panicked,
    /// A loop went round more often than allowed, or there were too many steps.
    Limit,
    /// Nothing is known of what comes next: why.
    Unmodelled(String),
    /// The chooser ended it.
    Stopped,
}

/// What was learnt from one execution.
#[derive(Clone, Debug)]
pub struct Path {
    /// Its branches in order.
    pub branches: Vec<Branch>,
    /// The sites that it passed, conditions that do not depend on the input included, each once, in order.
    pub passed: Vec<Site>,
    /// How it ended.
    pub end: End,
    /// Why it is not exact, where something on the way was not modelled or cut short: the first reason. An inexact path
    /// proves nothing.
    pub inexact: Option<String>,
    /// The outcome, where it returned and everything in it is constant or follows from the chooser's input.
    pub returned: Option<Value>,
}

/// Says where an execution goes.
pub trait Chooser {
    /// How a condition, which is no constant, comes out; `None` ends the execution. `sites` as in [`Branch`].
    fn choose(&mut self, terms: &Terms, condition: TermId, sites: &[Option<Site>; 2]) -> Option<bool>;

    /// The value of a term, for what can only be computed of values; the path is then of inputs that give it this value.
    fn concrete(&mut self, terms: &Terms, term: TermId) -> Option<Scalar> {
        let _ = (terms, term);
        None
    }
}

/// How executions treat loops and what they do not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Loops go round up to so many times; what is not modelled ends the path, or gives an unknown.
    Follow { unrolled: usize },
    /// What a loop changes is unknown before, in and after it, which is gone round at most once: every real execution is
    /// among these, so that what no such path reaches is infeasible.
    Cover,
}

/// What became of a branch.
#[derive(Clone, Debug, PartialEq)]
pub enum BranchStatus {
    /// An input takes it.
    Covered(Vec<Value>),
    /// No input can.
    Infeasible,
    /// So many were tried; the nearest of them and how far it is, where that is known.
    Open { tries: usize, nearest: Option<(Vec<Value>, f64)> },
}
