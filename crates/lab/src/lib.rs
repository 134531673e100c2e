//! From subjects and mutants to something that executes.
//!
//! [`mutants`] takes the changed programs that cargo-mutants lists, adds those of our own operators, and names them so that
//! the names survive moving code. [`build()`] folds all of them into one instrumented build of a private copy, each behind a
//! run-time switch; [`build_apart`] has cargo-mutants build each apart, as the reference. [`Lab::session`] starts a worker:
//! loops and calls burn fuel, and a panic or a crash is an [`Outcome`] like any other. [`recorded()`] is another build, which
//! records what the package's own tests call the subjects with.

mod archive;
mod branches;
mod build;
mod calls;
mod compile;
mod distances;
mod executions;
mod instrument;
pub mod manifest;
mod mutant_id;
pub mod mutants;
#[path = "../templates/shim/protocol.rs"]
mod protocol;
mod recorded;
mod reference;
mod results;
mod splice;
mod syscalls;
mod wire;
mod worker;

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

pub use archive::Archive;
pub use build::{BuildOptions, build, build_original};
pub use executions::Executions;
pub use morph_source::probe::{Event, Probe};
pub use mutant_id::MutantId;
pub use protocol::FUEL_FACTOR;
pub use recorded::sandbox::confine;
pub use recorded::{Recording, Rows, recorded};
pub use reference::build_apart;
pub use worker::{Baseline, Difference, Execution, Session};

use crate::mutants::Mutant;
use morph_relation::Value;
use morph_source::scan::{Role, Subject};

/// How an execution ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// It returned a value.
    Value(Value),
    /// It panicked, with this message.
    Panic(String),
    /// It used up its fuel, recursed too deeply, returned more than 4 KiB, or hung.
    OutOfFuel,
    /// It took the process down: the signal, or the exit code.
    Crash(i32),
    /// It was not run: the function had hung or crashed too often before.
    NotRun,
    /// It tried a system call that no pure function makes, as in "openat (opens a file)", and was stopped.
    Forbidden(String),
}

impl Outcome {
    /// The value, where it returned one.
    pub fn value(&self) -> Option<&Value> {
        match self {
            Outcome::Value(value) => Some(value),
            _ => None,
        }
    }

    /// Whether a constructor panicked or refused while it made an argument: the function was not called.
    pub fn is_unmade(&self) -> bool {
        matches!(self, Outcome::Panic(message) if message.starts_with(protocol::UNMADE))
    }
}

/// A mutant and its place in the lab.
#[derive(Clone, Debug)]
pub struct LabMutant {
    /// Which.
    pub mutant: Mutant,
    /// Its switch.
    pub id: MutantId,
    /// The switch that is reported when its place is reached: with builds apart, when its function is.
    pub leader: MutantId,
    /// Whether it compiles.
    pub viable: bool,
    /// Why it could not be put behind a switch, although it may compile.
    pub unswitchable: Option<Unswitchable>,
}

impl LabMutant {
    /// Whether it can be run.
    pub fn runs(&self) -> bool {
        self.viable && self.unswitchable.is_none()
    }
}

/// Why a listed mutant cannot be switched on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub enum Unswitchable {
    /// The changed code is evaluated at compile time.
    Constant,
    /// It returns another type than the original, inside a type made of an `impl Trait`.
    ImplTrait,
    /// No expression around it can stand in both branches of an `if`.
    Place,
    /// Its function does not compile when instrumented.
    Uninstrumented,
    /// cargo-mutants, which should build it, does not generate it in the instrumented copy.
    NotMade,
}

impl Unswitchable {
    /// The reason as reports give it, behind a number.
    pub fn reason(self) -> &'static str {
        match self {
            Unswitchable::Constant => "in constants",
            Unswitchable::ImplTrait => "with a different type behind `impl Trait`",
            Unswitchable::Place => "with no place for a switch",
            Unswitchable::Uninstrumented => "in functions that cannot be instrumented",
            Unswitchable::NotMade => "that cargo-mutants does not generate in the instrumented copy",
        }
    }
}

/// Executables by package and number of the target.
type Programs = BTreeMap<(String, usize), PathBuf>;

/// Builds of one mutant each.
#[derive(Debug)]
struct Apart {
    programs: BTreeMap<MutantId, Programs>,
    /// The leader of the mutants in the function of a statement, by the statement's number.
    gates: BTreeMap<u32, MutantId>,
    /// Leaders of mutants in functions that have no statements to watch.
    open: Vec<MutantId>,
}

/// The instrumented build.
#[derive(Debug)]
pub struct Lab {
    subjects: Vec<Subject>,
    /// Subjects that cannot be called, by path, and why.
    refused: BTreeMap<String, String>,
    /// Every listed mutant.
    pub mutants: Vec<LabMutant>,
    /// The probes, by the numbers in [`Execution::probes`].
    pub probes: Vec<Probe>,
    /// Branches that are not reported, since their probes do not compile: the file, and the bytes of the place.
    pub unprobed: Vec<(PathBuf, Range<usize>)>,
    executables: Programs,
    /// The mutants' builds, where each has one of its own.
    apart: Option<Apart>,
    /// How often each subject hung without burning fuel.
    hangs: Vec<AtomicU32>,
    /// Whether a worker could not be confined.
    unconfined: AtomicBool,
    /// Counts executions of originals.
    pub executions: Executions,
}

impl Lab {
    /// The functions that can be called, each at the types at which it compiles.
    pub fn callable(&self) -> Vec<Subject> {
        let all = self.subjects.iter().filter(|subject| subject.role != Role::Maker);
        let called = all.filter(|subject| !self.refused.contains_key(&subject.path));
        called.map(|subject| Subject { alternatives: Vec::new(), ..subject.clone() }).collect()
    }

    /// A function that it was built to call, by its path.
    pub fn subject(&self, path: &str) -> Option<&Subject> {
        self.subjects.iter().find(|subject| subject.path == path)
    }

    /// The functions that cannot be called, by path, and why.
    pub fn refused(&self) -> &BTreeMap<String, String> {
        &self.refused
    }

    /// Whether some worker ran without being kept from the file system, the network and other processes: this system
    /// cannot do it.
    pub fn unconfined(&self) -> bool {
        self.unconfined.load(Ordering::SeqCst)
    }
}
