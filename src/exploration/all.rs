//! Explores all subjects of a run.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Result;
use rayon::prelude::*;

use super::explored::Outcome;
use super::reach::Statements;
use super::setting::Setting;
use super::stored::Store;
use super::subject::explore;
use crate::adequacy::{ForAdequacy, Required};
use crate::cleanse::HandWritten;
use crate::cleanse::Wanted;
use crate::inputs::{InputSources, KnownTexts};
use crate::options::{Budget, Discover, Options, Part, Preset};
use crate::progress::Event;
use crate::search::{self, Settings, polynomial};
use morph_lab::{Lab, MutantId, Rows};
use morph_relation::Relation;
use morph_source::progress::Stage;
use morph_source::scan::{self, Subject};
use morph_symbolic::program::Program;
use morph_traces::Limit;

/// Observations that are kept per function beside its laws.
const OBSERVATIONS: usize = 6;

/// The work that a function gets where no budget is given: about 10 s of CPU.
const PER_FUNCTION: u64 = 10_000_000;

/// The least work that a function gets where a time is given.
const LEAST: u64 = PER_FUNCTION / 20;

/// What explorations start from, besides the build and its mutants.
pub struct Goals<'a> {
    /// What the tests of each function have to account for.
    pub required: BTreeMap<String, Required<'a>>,
    /// Hand-written relations, by function.
    pub written: BTreeMap<String, Vec<HandWritten>>,
    /// Laws that fail though everything speaks for them, by function.
    pub broken: BTreeMap<String, Vec<Relation>>,
    /// The laws that were rejected, as statements, by function.
    pub rejected: BTreeMap<String, BTreeSet<String>>,
    /// Texts that the packages' tests and documentation show.
    pub texts: KnownTexts,
    /// The arguments that the package's own tests pass to functions.
    pub recorded: Rows,
    /// The program for symbolic execution.
    pub program: Arc<Program>,
    /// The explorations of earlier runs.
    pub store: Store<'a>,
    /// The paths of the subjects that are explored here; `None` for all.
    pub here: Option<BTreeSet<String>>,
}

/// Explores every subject that a shard has, or all, `jobs` at a time; the results do not depend on that number.
pub fn explore_all(
    options: &Options,
    discover: &Discover,
    lab: &Lab,
    subjects: &[Subject],
    held_out: &BTreeSet<MutantId>,
    goals: &Goals<'_>,
    stage: &Stage,
) -> Result<Vec<Option<Outcome>>> {
    let here = goals.here.clone();
    let tested = scan::tested(subjects);
    options.pool()?.install(|| {
        let recorded = goals.recorded.clone();
        let input_sources = InputSources::with_recorded(subjects, &goals.texts, lab, recorded, options.seed)?;
        let setting = Setting {
            lab,
            subjects,
            input_sources: &input_sources,
            held_out,
            written: &goals.written,
            broken: &goals.broken,
            rejected: &goals.rejected,
            program: &goals.program,
            solver: options.solver,
            kinds: discover.inputs,
            inputs: discover.sources,
            wanted: Wanted {
                laws: discover.max_relations,
                observations: if discover.observations { OBSERVATIONS } else { 0 },
            },
            climbs: discover.parts.contains(Part::Climbing),
            directed: discover.parts.contains(Part::Directed),
            search: settings(options, discover, tested.len()),
            domain: &options.domain,
            statements: Statements::new(&goals.required),
            adequacy: discover
                .for_adequacy
                .then_some(ForAdequacy { required: &goals.required, configured: &options.configured }),
        };
        let is_here = |index: usize| here.as_ref().is_none_or(|here| here.contains(&subjects[index].path));
        stage.set_length((0..tested.len()).filter(|index| is_here(*index)).count() as u64);
        let one = |index| {
            if !is_here(index) {
                return Ok(None);
            }
            let explored = explore(&setting, &goals.store, index)?;
            stage.inc(1);
            tell(subjects, index, &explored, stage);
            Ok(Some(explored))
        };
        (0..tested.len()).into_par_iter().map(one).collect()
    })
}

/// Tells programs that follow the run what was found in a function.
fn tell(subjects: &[Subject], index: usize, outcome: &Outcome, stage: &Stage) {
    let subject = &subjects[index];
    let function = || subject.path.clone();
    let lookup = |path: &str| subjects.iter().find(|other| other.path == path).map(Subject::signature);
    for kept in outcome.iter().flat_map(|explored| &explored.relations) {
        stage.event(&|| {
            let law = kept.relation.readable(&subject.signature(), &lookup);
            Event::LawFound { function: function(), law, groups: kept.groups }.line()
        });
    }
    stage.event(&|| {
        let (stage, failure) = (stage.name().to_owned(), outcome.as_ref().err().cloned());
        Event::FunctionDone { stage, function: function(), failure }.line()
    });
}

/// The work that each of some functions gets of a time.
fn share(time: Duration, jobs: usize, subjects: usize) -> u64 {
    let share = time.as_micros() * jobs as u128 / subjects.max(1) as u128;
    u64::try_from(share).unwrap_or(u64::MAX).max(LEAST)
}

/// The settings of the search for each of `subjects` subjects.
fn settings(options: &Options, discover: &Discover, subjects: usize) -> Settings {
    let (mut evaluations, mut limit) = (None, Limit::default());
    match options.budget {
        Budget::PerFunction => limit.work = Some(PER_FUNCTION),
        Budget::Evaluations(n) => evaluations = Some(n / subjects.max(1) as u64),
        Budget::Time(time) => {
            limit.deadline = Some(Instant::now() + time);
            // The clock ends searches alone; what they rest on gets no more than its share, either.
            limit.work = Some(share(time, options.jobs.get(), subjects));
        }
        Budget::Unlimited => {}
    }
    let (evolution, polynomial) = match discover.preset {
        Preset::Default => (Some(&search::DEFAULT), &polynomial::DEFAULT),
        Preset::Paper => (Some(&search::PAPER), &polynomial::PAPER),
        Preset::Off => (None, &polynomial::CATALOGUE),
    };
    let runs = |part| discover.parts.contains(part);
    Settings {
        seed: options.seed,
        evaluations,
        limit,
        // Relations that evolve or are composed are observations.
        evolution: evolution.filter(|_| runs(Part::Evolution) && discover.observations),
        polynomial: runs(Part::Polynomial).then_some(polynomial),
        equations: !discover.observations && !discover.for_adequacy,
        composites: runs(Part::Composite) && discover.observations,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_share_a_time_and_none_gets_nothing() {
        let seconds = Duration::from_secs;
        assert_eq!(share(seconds(60), 2, 4), 30_000_000);
        assert_eq!(share(seconds(10), 2, 118), LEAST);
        assert_eq!(share(seconds(1), 1, 0), 1_000_000);
    }
}
