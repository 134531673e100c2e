//! Kinds of source inputs side by side: what the sources of each execute and detect, for one seed after the other.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context as _, Result};
use rayon::prelude::*;

use super::replay::{executors, known_texts, suite_and_lab};
use cargo_morph::cleanse::detections;
use cargo_morph::inputs::directed::Wanted;
use cargo_morph::inputs::{InputSources, Kind, Kinds, mixed};
use cargo_morph::suite::SuiteRelation;
use morph_lab::mutants::Mutant;
use morph_lab::mutants::listed;
use morph_lab::{BuildOptions, Lab, MutantId};
use morph_relation::Transformation;
use morph_relation::{Value, Verdict};
use morph_source::progress::Progress;
use morph_source::scan::{Function, Subject, closures};
use morph_source::workspace::Workspace;
use morph_symbolic::program::Program;
use morph_symbolic::solver;
use morph_traces::{Oracle, collect};

/// What is compared.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The paths of the functions.
    pub functions: BTreeSet<String>,
    /// The seeds of the inputs; every kind makes some for each.
    pub seeds: Range<u64>,
    /// No function has more sources of a kind. Path-directed ones come first, and the other kinds make as many as these.
    pub most: usize,
    /// How many seeds at once.
    pub jobs: NonZeroUsize,
    /// The bodies of functions, which are executed symbolically.
    pub program: Arc<Program>,
    /// Who solves for inputs.
    pub solver: solver::Choice,
    /// How the lab is built.
    pub build: BuildOptions,
}

/// What came out.
#[derive(Clone, Debug)]
pub struct Compared {
    /// By a function's path: the viable mutants of it and of what it calls.
    pub faults: BTreeMap<String, BTreeMap<MutantId, Fault>>,
    /// Of the probes that some source passed: those that are branches.
    pub branches: BTreeSet<u32>,
    /// By function, seed and kind, in this order.
    pub series: Vec<Series>,
}

/// A mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Its id.
    pub id: String,
    /// Whether some source of any kind and seed, or a follow-up of one, tells it apart from the original. Others are taken
    /// for equivalent, unless they are known not to be.
    pub is_told_apart: bool,
}

/// The sources of one kind that were made of one seed for one function.
#[derive(Clone, Debug)]
pub struct Series {
    /// The function's path.
    pub function: String,
    /// The seed.
    pub seed: u64,
    /// The kind.
    pub kind: Kind,
    /// The sources, in the order in which they were made.
    pub sources: Vec<Tried>,
    /// How long it took to make them, in seconds.
    pub seconds: f64,
}

/// What a source came to.
#[derive(Clone, Debug)]
pub struct Tried {
    /// The probes that it passes.
    pub probes: Vec<u32>,
    /// The mutants on which it violates a relation that holds for the original, or on which such a group fails.
    pub detected: BTreeSet<MutantId>,
}

/// Compares kinds of inputs under the relations of the catalogue; a relation that does not hold for the original is an
/// error, as is an entry of the catalogue that tests nothing.
///
/// A function stands for a whole program: the mutants of all functions that it calls are its own.
pub fn compare(
    workspace: &Workspace,
    functions: &[Function],
    mutants: Vec<Mutant>,
    comparison: &Comparison,
    progress: &dyn Progress,
) -> Result<Compared> {
    let (suite, lab) = suite_and_lab(workspace, functions, mutants, &comparison.build, progress)?;
    let stage = progress.stage("compare");
    let subjects = lab.callable();
    let texts = known_texts(workspace, &subjects);
    let mut chosen: Vec<usize> =
        (0..subjects.len()).filter(|i| comparison.functions.contains(&subjects[*i].path)).collect();
    chosen.sort_by_key(|i| &subjects[*i].path);
    let work: Vec<(usize, u64)> =
        chosen.iter().flat_map(|index| comparison.seeds.clone().map(|seed| (*index, seed))).collect();
    stage.set_length(work.len() as u64);
    let closures = closures(functions);
    let threads = rayon::ThreadPoolBuilder::new()
        .num_threads(comparison.jobs.get())
        .build()
        .context("cannot start threads")?;
    let done: Vec<(Vec<Series>, BTreeSet<MutantId>)> = threads.install(|| {
        let input_sources = InputSources::of(&subjects, &texts, &lab, comparison.seeds.start)?;
        let run = Run {
            lab: &lab,
            subjects: &subjects,
            input_sources: &input_sources,
            closures: &closures,
            relations: &suite.relations,
            most: comparison.most,
            program: &comparison.program,
            solver: comparison.solver,
        };
        let one = |(index, seed): &(usize, u64)| {
            let series = run.series(*index, *seed);
            stage.inc(1);
            series
        };
        work.par_iter().map(one).collect::<Result<_>>()
    })?;
    let mut faults: BTreeMap<String, BTreeMap<MutantId, Fault>> = BTreeMap::new();
    for ((index, _), (_, different)) in work.iter().zip(&done) {
        let subject = &subjects[*index];
        let of_subject = faults.entry(subject.path.clone()).or_default();
        for mutant in listed(subject, &lab, &closures).into_iter().filter(|mutant| mutant.runs()) {
            let unseen = || Fault { id: mutant.mutant.id.clone(), is_told_apart: false };
            of_subject.entry(mutant.id).or_insert_with(unseen).is_told_apart |=
                different.contains(&mutant.id);
        }
    }
    let series: Vec<Series> = done.into_iter().flat_map(|(series, _)| series).collect();
    let passed = series.iter().flat_map(|series| &series.sources).flat_map(|source| &source.probes);
    let branches = passed.copied().filter(|probe| !lab.probes[*probe as usize].is_statement()).collect();
    Ok(Compared { faults, branches, series })
}

struct Run<'a> {
    lab: &'a Lab,
    subjects: &'a [Subject],
    input_sources: &'a InputSources,
    closures: &'a BTreeMap<String, BTreeSet<String>>,
    relations: &'a [SuiteRelation],
    most: usize,
    program: &'a Program,
    solver: solver::Choice,
}

impl Run<'_> {
    /// The series of a function for one seed, and the mutants that are told apart there.
    fn series(&self, index: usize, seed: u64) -> Result<(Vec<Series>, BTreeSet<MutantId>)> {
        let subject = &self.subjects[index];
        let relations: Vec<&SuiteRelation> =
            self.relations.iter().filter(|relation| relation.subject == subject.path).collect();
        let mut executors = executors(self.lab, self.subjects, subject, &relations, true)?;
        let (mut made, mut count) = (Vec::new(), self.most);
        for kind in [Kind::Path, Kind::Concolic, Kind::Adaptive, Kind::Random] {
            let (inputs, seconds) = self.make(index, seed, kind, count)?;
            // Where no path leads anywhere, chance has its full number.
            if kind == Kind::Path && !inputs.is_empty() {
                count = inputs.len();
            }
            made.push((kind, inputs, seconds));
        }
        let executor = &mut executors.subject;
        let all = executor.run(made.iter().flat_map(|(_, inputs, _)| inputs.clone()).collect())?;
        let mut rows = all.clone();
        rows.sort_unstable();
        rows.dedup();
        let mut detected: BTreeMap<usize, BTreeSet<MutantId>> = BTreeMap::new();
        for SuiteRelation { relation, .. } in relations {
            let transformation = Transformation { followups: relation.followups.clone() };
            let groups = collect(&transformation, &rows, &mut executors)?;
            let wrong =
                groups.correct.iter().find(|group| relation.verdict(group.env()) == Verdict::Violated);
            anyhow::ensure!(
                wrong.is_none(),
                "`{}` does not hold on {:?}",
                relation.readable(&subject.signature(), &|_| None),
                wrong.map(|group| &group.params)
            );
            for (source, mutants) in detections(relation, &groups) {
                detected.entry(source).or_default().extend(mutants);
            }
        }
        let own: BTreeSet<MutantId> =
            listed(subject, self.lab, self.closures).into_iter().map(|mutant| mutant.id).collect();
        let executor = &executors.subject;
        let mut tried = all.iter().map(|row| {
            let place = rows.binary_search(row).expect("every row is among all rows");
            let detected = detected.get(&place).into_iter().flatten();
            let detected = detected.copied().filter(|id| own.contains(id)).collect();
            Tried { probes: executor.probes(*row).to_vec(), detected }
        });
        let series = made.into_iter().map(|(kind, inputs, seconds)| Series {
            function: subject.path.clone(),
            seed,
            kind,
            sources: tried.by_ref().take(inputs.len()).collect(),
            seconds,
        });
        let series = series.collect();
        let different = executors.all().flat_map(|executor| executor.different());
        Ok((series, different.filter(|id| own.contains(id)).collect()))
    }

    /// Up to `count` inputs of one kind, and how long that took.
    fn make(&self, index: usize, seed: u64, kind: Kind, count: usize) -> Result<(Vec<Vec<Value>>, f64)> {
        let subject = &self.subjects[index];
        let begun = Instant::now();
        // No mutant is run for inputs.
        let oracle = &Oracle::new(self.lab);
        let mut executor = oracle.original(&subject.path)?;
        let Run { input_sources, program, solver, .. } = *self;
        let task = Wanted { oracle, subject, index, input_sources, seed, program, solver, climbs: true };
        let kinds: Kinds = [kind].into_iter().collect();
        let mixed = mixed::inputs(&task, kinds, count, "compare", &mut executor)?;
        Ok((mixed.inputs, begun.elapsed().as_secs_f64()))
    }
}

/// The average percentage of faults detected, as a share: 1 − ΣTF / (n·m) + 1 / 2n, where TF is the 1-based place of the
/// first of n sources that detects one of m faults (path-directed, its evaluation).
///
/// The paper does not say what TF is of a fault that no source detects (`None`). It is n + 1 here, as is usual: such a fault
/// adds as much as if one source more had detected it, and n sources that detect nothing come to −1 / 2n.
pub fn apfd(first: &[Option<usize>], sources: usize) -> f64 {
    let (n, m) = (sources as f64, first.len() as f64);
    let sum: usize = first.iter().map(|place| place.unwrap_or(sources + 1)).sum();
    1.0 - sum as f64 / (n * m) + 0.5 / n
}

#[cfg(test)]
mod tests {
    use super::apfd;

    #[test]
    fn faults_that_are_detected_early_raise_the_average_percentage() {
        // The area below the curve of detected faults over executed sources, by hand.
        assert_eq!(apfd(&[Some(1)], 1), 0.5);
        assert_eq!(apfd(&[Some(1), Some(1)], 4), 0.875);
        assert_eq!(apfd(&[Some(1), Some(4)], 4), 0.5);
        assert_eq!(apfd(&[Some(1), None], 4), 0.375);
        assert_eq!(apfd(&[None, None], 4), -0.125);
    }
}
