//! Measures one function: what its sources and generated inputs do, which relations test which source, and how much
//! of each criterion that is.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;

use anyhow::{Context, Result};
use rayon::prelude::*;

use super::listing::{Texts, list};
use crate::adequacy::{
    CRITERIA, Categories, Category, Coop, Evidence, OutputRelation, Reach, Required, Requirement, Source,
    TRIED, What, measure, observe,
};
use crate::inputs::InputSources;
use crate::inputs::input_sources as made;
use crate::options::{Adequacy, Options};
use crate::report::{CriterionAdequacy, FunctionAdequacy, ListedCategory, Reason, ShortRequirement};
use crate::suite::SuiteRelation;
use crate::traces::{Executors, Oracle, RowId, collect};
use morph_lab::{Lab, Probe};
use morph_relation::Transformation;
use morph_relation::{Value, Verdict, show_literal};
use morph_source::progress::Stage;
use morph_source::scan::Subject;
use morph_source::workspace::Workspace;
use morph_values::stream;

/// What all measurements share.
pub struct Run<'a> {
    pub options: &'a Options,
    pub adequacy: &'a Adequacy,
    pub workspace: &'a Workspace,
    pub lab: &'a Lab,
    pub subjects: &'a [Subject],
    pub required: &'a BTreeMap<String, Required<'a>>,
    /// By subject.
    pub categories: &'a [Categories],
}

/// A function's report, and what came up beside it.
pub struct Measured {
    pub report: FunctionAdequacy,
    pub violations: Vec<String>,
    /// Whether the lab reports its statements.
    pub watched: bool,
}

fn listed(category: &Category) -> ListedCategory {
    let choices = category.choices.iter().map(|choice| choice.name.clone()).collect();
    ListedCategory { name: category.name.clone(), choices }
}

impl Run<'_> {
    /// Measures the selected functions, in parallel.
    pub fn measure_all(
        &self,
        selected: &[usize],
        relations: &[SuiteRelation],
        stage: &Stage,
    ) -> Result<Vec<Measured>> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(self.options.jobs.get())
            .build()
            .context("cannot start threads")?;
        stage.set_length(selected.len() as u64);
        pool.install(|| {
            let input_sources = InputSources::of(self.subjects, self.lab, self.options.seed)?;
            selected
                .par_iter()
                .map(|i| {
                    let own = relations.iter().filter(|r| r.subject == self.subjects[*i].path);
                    let measured = self.measure(*i, &own.collect::<Vec<_>>(), &input_sources);
                    stage.inc(1);
                    measured
                })
                .collect()
        })
    }

    fn measure(
        &self,
        index: usize,
        relations: &[&SuiteRelation],
        input_sources: &InputSources,
    ) -> Result<Measured> {
        let subject = &self.subjects[index];
        let oracle = Oracle::new(self.lab);
        let mut executor = oracle.original(&subject.path)?;
        // Rows are numbered as they come, so these are those of the sources, and their numbers too.
        let settled = |r: &&SuiteRelation| made::settled(&r.sources, &subject.types(), &oracle);
        let rows: Vec<Vec<RowId>> =
            relations.iter().map(|r| executor.run(settled(r)?)).collect::<Result<_>>()?;
        let sources: BTreeSet<RowId> = rows.iter().flatten().copied().collect();
        let mut rng = stream(self.options.seed, &format!("adequacy {}", subject.path));
        let inputs = made::inputs(subject, index, input_sources, TRIED, &mut executor, &mut rng)?;
        let generated: BTreeSet<RowId> = executor.run(inputs)?.into_iter().collect();
        let categories = &self.categories[index];
        let observed = observe(subject, &executor, categories, sources.iter().copied());
        let tried = observe(subject, &executor, categories, generated.difference(&sources).copied());

        let mut executors = Executors::alone(executor);
        let (coop, violations) = self.pair(subject, relations, &rows, &oracle, &mut executors)?;

        let any = observed.iter().chain(&tried).flat_map(|observed| &observed.probes).copied().collect();
        let bodies = self.required.get(&subject.path).map(|r| r.bodies(&any)).unwrap_or_default();
        let probes: Vec<(u32, &Probe)> = bodies.iter().flat_map(|body| body.probes.iter().copied()).collect();
        let evidence = Evidence { probes: &probes, sources: &observed, tried: &tried, categories };
        let watched = probes.iter().any(|(_, probe)| probe.is_statement());
        let texts = Texts::read(&bodies, &self.workspace.root);
        let mut criteria = BTreeMap::new();
        for criterion in CRITERIA.iter().filter(|c| self.adequacy.criteria.contains(&c.name)) {
            if criterion.white_box && !watched {
                continue;
            }
            let k = self.adequacy.k.unwrap_or(criterion.k);
            let requirements = (criterion.requirements)(&evidence);
            let mut measured = self.criterion(&requirements, &coop, k, &texts);
            if criterion.name == "branch" {
                let unprobed = self.lab.unprobed.iter();
                let here = unprobed.filter(|(file, span)| bodies.iter().any(|body| body.holds(file, span)));
                measured.unwatched = here.count();
            }
            criteria.insert(criterion.name.to_owned(), measured);
        }
        let report = FunctionAdequacy {
            path: subject.path.clone(),
            relations: relations.len(),
            output_relations: coop.output_relations().len(),
            sources: sources.len(),
            tried: observed.len() + tried.len(),
            criteria,
            categories: categories.all.iter().map(listed).collect(),
            source: list(&bodies, &texts, &observed, &any, &coop),
        };
        Ok(Measured { report, violations, watched })
    }

    /// Which sources are tested by which relations: the guard holds, every follow-up can be made and returns a value,
    /// and the output relation has a verdict. One that is violated is checked all the same; it is reported.
    fn pair<'a>(
        &'a self,
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

    fn criterion(
        &self,
        requirements: &[Requirement],
        coop: &Coop,
        k: NonZeroUsize,
        texts: &Texts,
    ) -> CriterionAdequacy {
        let counted: Vec<&Requirement> = requirements.iter().filter(|r| r.counts).collect();
        let satisfied: Vec<BTreeSet<Source>> = counted.iter().map(|r| r.satisfied.clone()).collect();
        let measured = measure(&satisfied, coop, k);
        let different = coop.output_relations().len();
        let told = |requirement: &Requirement, covered: usize| {
            let (place, text) = match &requirement.what {
                What::Probe(number) => texts.told(&self.lab.probes[*number as usize]),
                What::Choices(text) => (String::new(), text.clone()),
            };
            let reason = match requirement.reach {
                Reach::Impossible => Reason::Impossible,
                Reach::Never => Reason::NeverReached,
                Reach::Failing => Reason::NoValue,
                Reach::Reached if requirement.satisfied.is_empty() => Reason::NoSource,
                Reach::Reached if covered >= different => Reason::FewRelations,
                Reach::Reached => Reason::FewApply,
            };
            let reached = matches!(requirement.reach, Reach::Reached | Reach::Failing);
            ShortRequirement { requirement: place, text, covered, reached, reason }
        };
        let short = counted.iter().zip(&measured.covered).filter(|(_, covered)| **covered < k.get());
        let left = requirements.iter().filter(|requirement| !requirement.counts);
        let is = |reach: Reach| move |requirement: &&Requirement| requirement.reach == reach;
        CriterionAdequacy {
            adequacy: measured.adequacy,
            k: k.get(),
            requirements: counted.len(),
            unreachable: requirements.iter().filter(is(Reach::Never)).count(),
            failing: requirements.iter().filter(is(Reach::Failing)).count(),
            impossible: requirements.iter().filter(is(Reach::Impossible)).count(),
            unwatched: 0,
            short: short.map(|(r, covered)| told(r, *covered)).chain(left.map(|r| told(r, 0))).collect(),
        }
    }
}
