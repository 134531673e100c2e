//! Which metamorphic group detects which mutant, over a pool of sources: what an experiment on suites is computed from.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;

use anyhow::{Context as _, Result};
use rayon::prelude::*;

use super::replay::{executors, known_texts, suite_and_lab};
use cargo_morph::adequacy::{
    CRITERIA, Categories, Evidence, Observed, OutputRelation, Required, Source, observe, required,
};
use cargo_morph::cleanse::detections;
use cargo_morph::inputs::{InputSources, input_sources as made};
use cargo_morph::laws::with_variables;
use cargo_morph::suite::SuiteRelation;
use morph_lab::mutants::Mutant;
use morph_lab::mutants::{ids, listed};
use morph_lab::{BuildOptions, Lab, MutantId};
use morph_relation::Transformation;
use morph_relation::{Value, Verdict};
use morph_source::progress::Progress;
use morph_source::scan::{Function, NotCompiled, Subject, closures};
use morph_source::workspace::Workspace;
use morph_traces::{Group, collect};
use morph_values::stream;

/// What detections are recorded of.
#[derive(Clone, Debug)]
pub struct Pool {
    /// The paths of the functions.
    pub functions: BTreeSet<String>,
    /// The seed of the sources.
    pub seed: u64,
    /// Sources per function.
    pub sources: usize,
    /// How many functions at once.
    pub jobs: NonZeroUsize,
    /// How the lab is built; with branches, if these are to be requirements.
    pub build: BuildOptions,
}

/// A function with what it calls, and what its metamorphic groups detect.
#[derive(Clone, Debug)]
pub struct Detections {
    /// The function's path.
    pub path: String,
    /// How many sources are in the pool.
    pub sources: usize,
    /// The relations of the suite, in the order of the catalogue.
    pub relations: Vec<PooledRelation>,
    /// The ids of the mutants that some execution tells apart; those that none does are taken for equivalent.
    pub mutants: Vec<String>,
    /// Every group of a source and a relation that holds on it. A relation that is violated anywhere has none.
    pub groups: Vec<PooledGroup>,
    /// By criterion: `sat(r)` of the requirements that some source in the pool satisfies.
    pub criteria: Vec<(&'static str, Vec<BTreeSet<Source>>)>,
}

/// A relation of the suite.
#[derive(Clone, Debug)]
pub struct PooledRelation {
    /// In the form that people read.
    pub readable: String,
    /// The number of its output sub-relation among the function's.
    pub output: usize,
    /// On how many sources in the pool it is violated.
    pub violated: usize,
    /// The first of these.
    pub counterexample: Option<Vec<Value>>,
}

/// A metamorphic group.
#[derive(Clone, Debug)]
pub struct PooledGroup {
    /// Of which source.
    pub source: Source,
    /// Of which relation, by its number.
    pub relation: usize,
    /// The mutants that it detects, by their numbers.
    pub detected: Vec<usize>,
}

/// Records detections, in the order of the functions' paths. `functions` are all of the workspace's; an entry of the
/// catalogue that tests nothing is an error.
///
/// A function stands for a whole program: the mutants and the requirements of all functions that it calls are its own.
pub fn detect(
    workspace: &Workspace,
    functions: &[Function],
    mutants: Vec<Mutant>,
    pool: &Pool,
    progress: &dyn Progress,
) -> Result<Vec<Detections>> {
    let (suite, lab) = suite_and_lab(workspace, functions, mutants, &pool.build, progress)?;

    let stage = progress.stage("detect");
    let subjects = lab.callable();
    let texts = known_texts(workspace, &subjects);
    let mut chosen: Vec<usize> =
        (0..subjects.len()).filter(|i| pool.functions.contains(&subjects[*i].path)).collect();
    chosen.sort_by_key(|i| &subjects[*i].path);
    stage.set_length(chosen.len() as u64);
    let required = required(functions, &lab.probes, &NotCompiled::of(workspace)?);
    let closures = closures(functions);
    let threads = rayon::ThreadPoolBuilder::new()
        .num_threads(pool.jobs.get())
        .build()
        .context("cannot start threads")?;
    threads.install(|| {
        let input_sources = InputSources::of(&subjects, &texts, &lab, pool.seed)?;
        let run = Run {
            lab: &lab,
            subjects: &subjects,
            input_sources,
            closures: &closures,
            required: &required,
            pool,
        };
        let one = |index: &usize| {
            let path = &subjects[*index].path;
            let relations = suite.relations.iter().filter(|relation| relation.subject == *path);
            let detected = run.function(*index, &relations.collect::<Vec<_>>());
            stage.inc(1);
            detected
        };
        chosen.par_iter().map(one).collect()
    })
}

struct Run<'a> {
    lab: &'a Lab,
    subjects: &'a [Subject],
    input_sources: InputSources,
    closures: &'a BTreeMap<String, BTreeSet<String>>,
    required: &'a BTreeMap<String, Required<'a>>,
    pool: &'a Pool,
}

impl Run<'_> {
    fn function(&self, index: usize, relations: &[&SuiteRelation]) -> Result<Detections> {
        let subject = &self.subjects[index];
        let mut rng = stream(self.pool.seed, &format!("pool {}", subject.path));
        let mut executors = executors(self.lab, self.subjects, subject, relations, true)?;
        let executor = &mut executors.subject;
        let inputs =
            made::inputs(subject, index, &self.input_sources, self.pool.sources, executor, &mut rng)?;
        let rows = executor.run(inputs.clone())?;
        let categories = Categories::of(subject, None).map_err(anyhow::Error::msg)?;
        let observed = observe(subject, executor, &categories, rows.iter().copied());

        let signature = subject.signature();
        let mut outputs: BTreeMap<OutputRelation, usize> = BTreeMap::new();
        let mut pooled = Vec::new();
        let mut detected: Vec<BTreeMap<usize, BTreeSet<MutantId>>> = Vec::new();
        for relation in relations.iter().map(|relation| &relation.relation) {
            let transformation = Transformation { followups: relation.followups.clone() };
            let whole = with_variables(&inputs, relation, subject, index, &self.input_sources, &mut rng);
            let rows = executors.subject.run(whole)?;
            let groups = collect(&transformation, &rows, &mut executors)?;
            let is_violated = |group: &&Group| relation.verdict(group.env()) == Verdict::Violated;
            let violated = groups.correct.iter().filter(is_violated).count();
            let counterexample = groups.correct.iter().find(is_violated).map(|group| group.params.to_vec());
            let next = outputs.len();
            let output = *outputs.entry(OutputRelation::of(relation, &signature)).or_insert(next);
            let readable = relation.readable(&signature, &|_| None);
            pooled.push(PooledRelation { readable, output, violated, counterexample });
            detected.push(if violated == 0 { detections(relation, &groups) } else { BTreeMap::new() });
        }

        let different: BTreeSet<MutantId> =
            executors.all().flat_map(|executor| executor.different()).collect();
        let own = listed(subject, self.lab, self.closures).into_iter().map(|mutant| mutant.id);
        let mutants: BTreeSet<MutantId> = own.filter(|id| different.contains(id)).collect();
        let numbers: BTreeMap<MutantId, usize> = mutants.iter().copied().zip(0..).collect();
        let groups = detected.iter().enumerate().flat_map(|(relation, by_source)| {
            by_source.iter().map(move |(source, mutants)| (relation, *source, mutants))
        });
        let groups = groups.map(|(relation, source, mutants)| PooledGroup {
            source: Source(source),
            relation,
            detected: mutants.iter().filter_map(|mutant| numbers.get(mutant)).copied().collect(),
        });
        Ok(Detections {
            path: subject.path.clone(),
            sources: rows.len(),
            relations: pooled,
            groups: groups.collect(),
            mutants: ids(self.lab, &mutants),
            criteria: self.criteria(subject, &categories, &observed),
        })
    }

    /// The requirements of the program, as far as the pool satisfies them.
    fn criteria(
        &self,
        subject: &Subject,
        categories: &Categories,
        observed: &[Observed],
    ) -> Vec<(&'static str, Vec<BTreeSet<Source>>)> {
        let any: BTreeSet<u32> = observed.iter().flat_map(|observed| &observed.probes).copied().collect();
        let called = self.closures[&subject.path].iter().filter_map(|path| self.required.get(path));
        let bodies = called.flat_map(|required| required.bodies(&any));
        let probes: BTreeMap<u32, _> = bodies.flat_map(|body| body.probes.iter().copied()).collect();
        let probes: Vec<_> = probes.into_iter().collect();
        let evidence = Evidence { probes: &probes, sources: observed, tried: &[], categories };
        let satisfied = |requirements: Vec<cargo_morph::adequacy::Requirement>| {
            let satisfied = requirements.into_iter().map(|requirement| requirement.satisfied);
            satisfied.filter(|sources| !sources.is_empty()).collect()
        };
        CRITERIA
            .iter()
            .map(|criterion| (criterion.name, satisfied((criterion.requirements)(&evidence))))
            .collect()
    }
}
