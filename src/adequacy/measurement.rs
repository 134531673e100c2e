//! Measures how adequately a suite tests functions: what its sources and generated inputs do, which relations test which
//! source, and how much of each criterion that is.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::Path;

use anyhow::Result;
use rayon::prelude::*;

use super::categories::Categories;
use super::criterion::{CRITERIA, Criterion};
use super::evidence::{Evidence, Observed, Requirement};
use super::k_mr::{Coop, Measured, Source, measure};
use super::observe::{TRIED, observe};
use super::output::OutputRelation;
use super::required::{Body, Required};
use crate::inputs::input_sources as made;
use crate::inputs::{InputSources, KnownTexts};
use crate::suite::SuiteRelation;
use morph_lab::{Lab, Probe};
use morph_relation::Transformation;
use morph_relation::{Value, Verdict, show_literal};
use morph_source::progress::Stage;
use morph_source::scan::Subject;
use morph_traces::{Executors, Oracle, RowId, collect};
use morph_values::stream;

/// What the measurements of all functions share.
pub struct Measurement<'a> {
    /// The build.
    pub lab: &'a Lab,
    /// Every subject of the lab.
    pub subjects: &'a [Subject],
    /// Texts that the packages' tests and documentation show.
    pub texts: &'a KnownTexts,
    /// By subject.
    pub categories: &'a [Categories],
    /// By the path of a subject.
    pub required: &'a BTreeMap<String, Required<'a>>,
    /// The names of the criteria to measure.
    pub criteria: &'a [&'static str],
    /// How many relations must cover a requirement; `None` for the default of each criterion.
    pub k: Option<NonZeroUsize>,
    /// The run's seed.
    pub seed: u64,
}

/// The measurement of one function.
pub struct MeasuredFunction<'a> {
    /// The function.
    pub subject: &'a Subject,
    /// The categories of its inputs.
    pub categories: &'a Categories,
    /// How many relations it has.
    pub relations: usize,
    /// These as people read them.
    pub readable: Vec<String>,
    /// How many different sources these have.
    pub sources: usize,
    /// How many inputs were executed, sources included.
    pub tried: usize,
    /// What each source does, by source.
    pub observed: Vec<Observed>,
    /// Which relations test which source.
    pub coop: Coop,
    /// The bodies that its tests must account for.
    pub bodies: Vec<&'a Body<'a>>,
    /// The statements and branches that some input passes.
    pub passed: BTreeSet<u32>,
    /// The criteria that could be measured, in the order of [`CRITERIA`].
    pub criteria: Vec<MeasuredCriterion>,
    /// A sentence for each relation that does not hold.
    pub violations: Vec<String>,
    /// Whether the lab reports its statements.
    pub watched: bool,
}

impl MeasuredFunction<'_> {
    /// Whether a place lies in one of its bodies.
    pub fn holds(&self, file: &Path, span: &Range<usize>) -> bool {
        self.bodies.iter().any(|body| body.holds(file, span))
    }
}

/// The measurement of one criterion.
pub struct MeasuredCriterion {
    /// The criterion.
    pub criterion: &'static Criterion,
    /// How many relations a requirement asks for.
    pub k: NonZeroUsize,
    /// Its requirements, those that do not count included.
    pub requirements: Vec<Requirement>,
    /// The measure over those that count.
    pub measured: Measured,
}

impl<'a> Measurement<'a> {
    /// Measures the selected functions in parallel, in the current pool of threads.
    pub fn measure_all(
        &self,
        selected: &[usize],
        relations: &[SuiteRelation],
        stage: &Stage,
    ) -> Result<Vec<MeasuredFunction<'a>>> {
        stage.set_length(selected.len() as u64);
        let input_sources = InputSources::of(self.subjects, self.texts, self.lab, self.seed)?;
        let one = |index: &usize| {
            let own = relations.iter().filter(|r| r.subject == self.subjects[*index].path);
            let measured = self.measure(*index, &own.collect::<Vec<_>>(), &input_sources);
            stage.inc(1);
            measured
        };
        selected.par_iter().map(one).collect()
    }

    fn measure(
        &self,
        index: usize,
        relations: &[&SuiteRelation],
        input_sources: &InputSources,
    ) -> Result<MeasuredFunction<'a>> {
        let (subject, categories) = (&self.subjects[index], &self.categories[index]);
        let oracle = Oracle::new(self.lab).foreseeing(&input_sources.endless);
        let mut executor = oracle.original(&subject.path)?;
        // Rows are numbered as they come: the rows of the sources come first, and their numbers are those of the sources.
        let settled = |r: &&SuiteRelation| {
            made::settled(&r.sources, &subject.with_given(&r.relation.given).types(), &oracle)
        };
        let rows: Vec<Vec<RowId>> =
            relations.iter().map(|r| executor.run(settled(r)?)).collect::<Result<_>>()?;
        let sources: BTreeSet<RowId> = rows.iter().flatten().copied().collect();
        let mut rng = stream(self.seed, &format!("adequacy {}", subject.path));
        let inputs = made::inputs(subject, index, input_sources, TRIED, &mut executor, &mut rng)?;
        let generated: BTreeSet<RowId> = executor.run(inputs)?.into_iter().collect();
        let observed = observe(subject, &executor, categories, sources.iter().copied());
        let tried = observe(subject, &executor, categories, generated.difference(&sources).copied());

        let mut executors = Executors::alone(executor);
        let (coop, violations) = self.pair(subject, relations, &rows, &oracle, &mut executors)?;

        let passed = observed.iter().chain(&tried).flat_map(|observed| &observed.probes).copied().collect();
        let required = self.required;
        let bodies = required.get(&subject.path).map(|r| r.bodies(&passed)).unwrap_or_default();
        let probes: Vec<(u32, &Probe)> = bodies.iter().flat_map(|body| body.probes.iter().copied()).collect();
        let watched = probes.iter().any(|(_, probe)| probe.is_statement());
        let evidence = Evidence { probes: &probes, sources: &observed, tried: &tried, categories };
        let wanted = |c: &&Criterion| self.criteria.contains(&c.name) && (watched || !c.white_box);
        let criteria = CRITERIA.iter().filter(wanted).map(|c| self.criterion(c, &evidence, &coop)).collect();
        let lookup = |path: &str| self.subjects.iter().find(|s| s.path == path).map(Subject::signature);
        let readable = |r: &&SuiteRelation| r.relation.readable(&subject.signature(), &lookup);
        Ok(MeasuredFunction {
            subject,
            categories,
            relations: relations.len(),
            readable: relations.iter().map(readable).collect(),
            sources: sources.len(),
            tried: observed.len() + tried.len(),
            observed,
            coop,
            bodies,
            passed,
            criteria,
            violations,
            watched,
        })
    }

    fn criterion(
        &self,
        criterion: &'static Criterion,
        evidence: &Evidence<'_>,
        coop: &Coop,
    ) -> MeasuredCriterion {
        let k = self.k.unwrap_or(criterion.k);
        let requirements = (criterion.requirements)(evidence);
        let counted = requirements.iter().filter(|requirement| requirement.counts);
        let satisfied: Vec<BTreeSet<Source>> = counted.map(|r| r.satisfied.clone()).collect();
        let measured = measure(&satisfied, coop, k);
        MeasuredCriterion { criterion, k, requirements, measured }
    }

    /// Which sources are tested by which relations: the guard holds, every follow-up can be made and returns a value,
    /// and the output relation has a verdict. A violated relation counts, too, and is reported.
    fn pair(
        &self,
        subject: &Subject,
        relations: &[&SuiteRelation],
        rows: &[Vec<RowId>],
        oracle: &Oracle<'a>,
        executors: &mut Executors<'a>,
    ) -> Result<(Coop, Vec<String>)> {
        let (mut coop, mut violations) = (Coop::default(), Vec::new());
        for (relation, rows) in relations.iter().zip(rows) {
            for followup in &relation.relation.followups {
                if let Some(path) = &followup.function
                    && !executors.others.contains_key(path)
                    && self.subjects.iter().any(|other| other.path == *path)
                {
                    executors.others.insert(path.clone(), oracle.original(path)?);
                }
            }
            let transformation = Transformation { followups: relation.relation.followups.clone() };
            let groups = collect(&transformation, rows, executors)?;
            let output = OutputRelation::of(&relation.relation, &subject.signature());
            let mut violated: Option<&[Value]> = None;
            for group in &groups.correct {
                match relation.relation.verdict(group.env()) {
                    Verdict::Inapplicable => continue,
                    Verdict::Held => {}
                    Verdict::Violated => violated = violated.or(Some(&group.params)),
                }
                coop.add(Source(rows[group.source].0 as usize), output.clone());
            }
            if let Some(params) = violated {
                let args: Vec<String> = params.iter().map(show_literal).collect();
                violations.push(format!(
                    "`{}` does not hold on {}({}); `cargo test` shows it",
                    relation.id,
                    subject.name,
                    args.join(", ")
                ));
            }
        }
        Ok((coop, violations))
    }
}
