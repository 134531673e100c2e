//! From traces to candidate relations. Each way to search is a [`Strategy`].

mod agreement;
mod bank;
pub mod composite;
mod enumerate;
mod evolve;
mod guards;
mod near_zero;
pub mod polynomial;
mod settings;
mod simplify;
mod subject;
#[cfg(test)]
mod tests;
mod weight;

pub use composite::{Compose, NAME as COMPOSITE, TraceSource};
pub use enumerate::Enumerate;
pub use evolve::{DEFAULT, Evolve, NAME as EVOLVED, PAPER, Preset};
pub use guards::{between, numbers, sized, tame, tame_limit, within};
pub use near_zero::near_zero;
pub use settings::Settings;
pub use simplify::{simplify, telling};
pub use subject::{FOLLOWED, SubjectSearch, can_be_written};
pub use weight::{HEAVIEST, weight};

/// The strategy that finds instances of well-known families.
pub const FAMILY: &str = "family";
/// The strategy of relations that a person wrote.
pub const WRITTEN: &str = "written";

use std::collections::BTreeSet;

use morph_relation::Transformation;
use morph_relation::{Relation, Scope, Signature, Value};
use morph_traces::Fault;
use morph_traces::Groups;

/// What a strategy searches relations for.
pub struct Task<'a> {
    /// The subject.
    pub subject: &'a Signature,
    /// The names of the output relation.
    pub scope: &'a Scope,
    /// The follow-ups.
    pub transformation: &'a Transformation,
    /// The recorded groups.
    pub groups: &'a Groups,
    /// Constants of the subject, the most frequent first.
    pub constants: &'a [Value],
    /// The most evaluations of an operator on a group that the search may spend.
    pub evaluations: u64,
    /// Of the random stream, where the strategy uses one.
    pub seed: u64,
    /// Relations of this transformation that are known already.
    pub seeds: &'a [Relation],
    /// Whether plain equations alone are looked for.
    pub equations: bool,
    /// Faults that no known relation kills.
    pub open: &'a BTreeSet<Fault>,
}

/// The family of laws that a relation is an instance of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The family's standard name.
    pub family: &'static str,
    /// The families of which it says more.
    pub implies: &'static [&'static str],
    /// The number of its form: the first says most.
    pub form: usize,
    /// Its place among all families: the better known come first.
    pub rank: usize,
    /// What a test is called after the function: `is_associative`.
    pub said: String,
    /// The places of the parameters that it is about.
    pub places: Vec<usize>,
    /// The paths of the siblings that it calls.
    pub siblings: Vec<String>,
    /// Whether it holds under a condition that its family does not have, other than that floats are near zero.
    pub guarded: bool,
    /// Whether its family says little.
    pub minor: bool,
}

/// A relation that holds on every recorded group; unless it has a shape, it fails on a mutant.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// Its well-known shape, where it has one.
    pub shape: Option<Shape>,
    /// The relation.
    pub relation: Relation,
    /// The strategy that found it.
    pub strategy: &'static str,
    /// The faults that it kills by their values.
    pub kills: BTreeSet<Fault>,
    /// On how many recorded groups it held.
    pub groups: usize,
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// Its space is exhausted.
    Exhausted,
    /// Its evaluations are spent.
    Budget,
    /// Nothing new was found for long.
    Plateau,
}

/// What a search found and spent.
#[derive(Clone, Debug)]
pub struct Found {
    /// The candidates, simplest first.
    pub candidates: Vec<Candidate>,
    /// Why it ended.
    pub stop: StopReason,
    /// Evaluations spent.
    pub evaluations: u64,
}

/// A way to search.
pub trait Strategy: Sync {
    /// Its name in the catalogue.
    fn name(&self) -> &'static str;
    /// Searches; the same task has the same result.
    fn search(&self, task: &Task<'_>) -> Found;
}
