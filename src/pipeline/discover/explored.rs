//! Explores all subjects of a run.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, Result};
use rayon::prelude::*;

use crate::adequacy::{ForAdequacy, Required};
use crate::cleanse::HandWritten;
use crate::inputs::InputSources;
use crate::options::{Budget, Discover, Options, Part, Preset};
use crate::pipeline::explore::{Explored, Setting, explore};
use crate::search::{self, polynomial};
use morph_lab::{Lab, MutantId, Rows};
use morph_source::progress::Stage;
use morph_source::scan::Subject;
use morph_symbolic::program::Program;

/// What was found out about a subject, or why it cannot be tested.
pub type Outcome = std::result::Result<Explored, String>;

/// The explorations of a run.
pub struct Explorations<'a> {
    /// The subjects.
    pub subjects: &'a [Subject],
    /// The outcome of each.
    pub explored: Vec<Outcome>,
    /// The build.
    pub lab: &'a Lab,
    /// By function: the paths of all functions that it calls, directly or not, itself included.
    pub closures: &'a BTreeMap<String, BTreeSet<String>>,
    /// The mutants that the search did not see.
    pub held_out: &'a BTreeSet<MutantId>,
}

/// What a search is to come to beside kills.
pub struct Goals<'a> {
    /// What adequacy asks for, where it is the goal.
    pub required: Option<BTreeMap<String, Required<'a>>>,
    /// Relations that a person wrote, by function.
    pub written: BTreeMap<String, Vec<HandWritten>>,
    /// What the package's own tests call functions with.
    pub recorded: Rows,
    /// What is executed symbolically.
    pub program: Arc<Program>,
}

/// Explores every subject, `jobs` at a time; the results do not depend on how many.
pub fn explore_all(
    options: &Options,
    discover: &Discover,
    lab: &Lab,
    subjects: &[Subject],
    held_out: &BTreeSet<MutantId>,
    goals: &Goals<'_>,
    stage: &Stage,
) -> Result<Vec<Outcome>> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(options.jobs.get())
        .build()
        .context("cannot start threads")?;
    pool.install(|| {
        let input_sources = InputSources::with_recorded(subjects, lab, goals.recorded.clone(), options.seed)?;
        let (evaluations, deadline) = match options.budget {
            Budget::Evaluations(n) => (Some(n / subjects.len() as u64), None),
            Budget::Time(limit) => (None, Some(Instant::now() + limit)),
            Budget::Unlimited => (None, None),
        };
        let polynomial = match discover.preset {
            Preset::Default => &polynomial::DEFAULT,
            Preset::Paper => &polynomial::PAPER,
            Preset::Off => &polynomial::CATALOGUE,
        };
        let evolution = match discover.preset {
            Preset::Default => Some(&search::DEFAULT),
            Preset::Paper => Some(&search::PAPER),
            Preset::Off => None,
        };
        let runs = |part| discover.parts.contains(part);
        let search = search::Settings {
            seed: options.seed,
            evaluations,
            deadline,
            evolution: evolution.filter(|_| runs(Part::Evolution)),
            polynomial: runs(Part::Polynomial).then_some(polynomial),
            composites: runs(Part::Composite),
        };
        let setting = Setting {
            lab,
            subjects,
            input_sources: &input_sources,
            held_out,
            written: &goals.written,
            program: &goals.program,
            solver: options.solver,
            kinds: discover.inputs,
            inputs: discover.sources,
            most: discover.max_relations,
            climbs: runs(Part::Climbing),
            directed: runs(Part::Directed),
            search,
            domain: &options.domain,
            adequacy: goals
                .required
                .as_ref()
                .map(|required| ForAdequacy { required, configured: &options.configured }),
        };
        stage.set_length(subjects.len() as u64);
        (0..subjects.len())
            .into_par_iter()
            .map(|i| {
                let explored = explore(&setting, i);
                stage.inc(1);
                explored
            })
            .collect()
    })
}

/// Drops relations that call a function which turned out not to be pure.
pub fn drop_calls_of_failed(subjects: &[Subject], explored: &mut [Outcome]) {
    let failed: BTreeSet<&String> =
        subjects.iter().zip(&*explored).filter(|(_, result)| result.is_err()).map(|(s, _)| &s.path).collect();
    for explored in explored.iter_mut().flatten() {
        explored.relations.retain(|kept| {
            !kept.relation.followups.iter().any(|f| f.function.as_ref().is_some_and(|f| failed.contains(f)))
        });
    }
}
