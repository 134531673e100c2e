//! What a search hands on to what writes it.

use std::collections::{BTreeMap, BTreeSet};

use crate::exploration::{Outcome, Told};
use crate::report::{Seconds, SuspectReport};
use crate::shards::Callable;
use morph_source::scan::{Read, Subject};

/// What a search found, with everything that is needed to write and to report it.
pub struct Searched {
    /// The functions, with all code.
    pub read: Read,
    /// By function: the paths of all functions that it calls, directly or not, itself included.
    pub closures: BTreeMap<String, BTreeSet<String>>,
    /// The subjects that could be called, then the constants.
    pub subjects: Vec<Subject>,
    /// The outcome of each subject; of a shard, of those that it has.
    pub explored: Vec<Option<Outcome>>,
    /// What could be called.
    pub callable: Callable,
    /// The mutants, in the order of their numbers.
    pub mutants: Vec<Told>,
    /// How many mutants are in functions that no subject calls.
    pub not_called: usize,
    /// How often originals were executed, and how often again.
    pub executions: [u64; 2],
    /// Laws that everything speaks for and that fail.
    pub suspects: Vec<SuspectReport>,
    /// Seconds of the stages so far.
    pub seconds: Seconds,
}
