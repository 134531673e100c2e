//! What all explorations of a run share.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::reach::Statements;
use crate::adequacy::ForAdequacy;
use crate::cleanse::{HandWritten, Wanted};
use crate::inputs::{InputSources, Kinds};
use crate::search::Settings;
use crate::search::polynomial::Ranges;
use morph_lab::{Lab, MutantId};
use morph_relation::Relation;
use morph_source::scan::{self, Subject};
use morph_symbolic::program::Program;
use morph_symbolic::solver;
use morph_traces::Fault;

/// What all explorations of a run share.
pub struct Setting<'a> {
    /// The build.
    pub lab: &'a Lab,
    /// Every subject of the run, then the constants.
    pub subjects: &'a [Subject],
    /// Values that constructors and subjects return.
    pub input_sources: &'a InputSources,
    /// The mutants that the search does not see.
    pub held_out: &'a BTreeSet<MutantId>,
    /// The program for symbolic execution.
    pub program: &'a Program,
    /// The SMT solver for path constraints.
    pub solver: solver::Choice,
    /// Kinds of source inputs.
    pub kinds: Kinds,
    /// Source inputs per function.
    pub inputs: usize,
    /// Maximum numbers of relations per function.
    pub wanted: Wanted,
    /// Whether branches that solving leaves open are approached by branch distance.
    pub climbs: bool,
    /// Whether a directed search tries to refute selected relations.
    pub directed: bool,
    /// The settings of the search.
    pub search: Settings,
    /// Ranges of numbers, by the path of a function.
    pub domain: &'a BTreeMap<String, Ranges>,
    /// Hand-written relations, by function.
    pub written: &'a BTreeMap<String, Vec<HandWritten>>,
    /// Laws that fail though everything speaks for them, by function: what is weaker than these is none.
    pub broken: &'a BTreeMap<String, Vec<Relation>>,
    /// Laws that nobody wants, as statements, by function.
    pub rejected: &'a BTreeMap<String, BTreeSet<String>>,
    /// The statements of every function.
    pub statements: Statements<'a>,
    /// The requirements of adequacy, where it is the goal.
    pub adequacy: Option<ForAdequacy<'a>>,
}

impl Setting<'_> {
    /// The mutants of a subject, and of functions that are no subjects: others have laws of their own.
    pub fn mutants_of(&self, subject: &Subject) -> HashSet<Fault> {
        let others: HashSet<&str> =
            scan::tested(self.subjects).iter().map(|other| other.path.as_str()).collect();
        let is_own = |function: &str| function == subject.path || !others.contains(function);
        let own = self.lab.mutants.iter().filter(|known| is_own(&known.mutant.function));
        own.map(|known| Fault::Mutant(known.id)).collect()
    }
}
