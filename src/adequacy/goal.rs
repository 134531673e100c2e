//! `discover --for-adequacy`: what a function's inputs reach of every criterion's requirements, and which relations apply
//! to them.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;

use super::{
    CRITERIA, Categories, Configured, Criterion, Evidence, K, OutputRelation, Required, Source, TRIED,
    observe,
};
use crate::cleanse::{Applied, Goal, top_up};
use crate::inputs::InputSources;
use crate::inputs::input_sources;
use crate::search::{Candidate, weight};
use morph_lab::Probe;
use morph_relation::{Relation, Transformation, Value};
use morph_source::exit::{Code, fail};
use morph_source::scan::Subject;
use morph_traces::{Executor, Executors, RowId, collect};
use morph_values::stream;

/// Candidates considered, those without a guard and the short ones first.
const POOL: usize = 120;

/// What all functions share.
pub struct ForAdequacy<'a> {
    /// By the path of a function.
    pub required: &'a BTreeMap<String, Required<'a>>,
    /// What `morph.toml` says of categories, by the path of a function.
    pub configured: &'a BTreeMap<String, Configured>,
}

/// What relations were seen to hold on, by their debug texts; and what they claim.
pub type Known = BTreeMap<String, (String, BTreeSet<usize>)>;

impl ForAdequacy<'_> {
    /// What the inputs reach. `relations` are those that are kept.
    pub fn goal(
        &self,
        subject: &Subject,
        executor: &Executor<'_>,
        rows: &[RowId],
        relations: &[&Relation],
    ) -> Result<Goal> {
        let signature = subject.signature();
        let claims = relations.iter().map(|r| OutputRelation::of(r, &signature).to_string()).collect();
        let mut goal = Goal { k: K, reaches: vec![Vec::new(); rows.len()], weights: Vec::new(), claims };
        for requirements in self.requirements(subject, executor, rows)? {
            let weight = 1.0 / requirements.len() as f64;
            for satisfied in requirements {
                satisfied.iter().for_each(|source| goal.reaches[source.0].push(goal.weights.len()));
                goal.weights.push(weight);
            }
        }
        Ok(goal)
    }

    /// Generated inputs that reach what `inputs` do not: those that `adequacy` tries, too.
    pub fn further_inputs(
        &self,
        subject: &Subject,
        index: usize,
        from: &InputSources,
        inputs: &[Vec<Value>],
        mut executor: Executor<'_>,
        seed: u64,
    ) -> Result<Vec<Vec<Value>>> {
        let mut rows = executor.run(inputs.to_vec())?;
        let known = rows.len();
        let mut rng = stream(seed, &format!("adequacy {}", subject.path));
        let generated = input_sources::inputs(subject, index, from, TRIED, &mut executor, &mut rng)?;
        rows.extend(executor.run(generated)?);
        let mut further: BTreeSet<Source> = BTreeSet::new();
        for satisfied in self.requirements(subject, &executor, &rows)?.into_iter().flatten() {
            let returns = |source: &&Source| executor.original(rows[source.0]).value().is_some();
            if satisfied.iter().all(|source| source.0 >= known && !further.contains(source)) {
                further.extend(satisfied.iter().find(returns));
            }
        }
        Ok(further.into_iter().map(|source| executor.input(rows[source.0]).to_vec()).collect())
    }

    /// By criterion: for each requirement that counts, the inputs that meet it.
    fn requirements(
        &self,
        subject: &Subject,
        executor: &Executor<'_>,
        rows: &[RowId],
    ) -> Result<Vec<Vec<BTreeSet<Source>>>> {
        let categories = Categories::of(subject, self.configured.get(&subject.path))
            .map_err(|why| fail(Code::Usage, why))?;
        let observed = observe(subject, executor, &categories, rows.iter().copied());
        let passed: BTreeSet<u32> = observed.iter().flat_map(|input| &input.probes).copied().collect();
        let bodies = self.required.get(&subject.path).map(|r| r.bodies(&passed)).unwrap_or_default();
        let probes: Vec<(u32, &Probe)> = bodies.iter().flat_map(|body| body.probes.iter().copied()).collect();
        let evidence = Evidence { probes: &probes, sources: &observed, tried: &[], categories: &categories };
        let counted = |criterion: &Criterion| {
            let requirements = (criterion.requirements)(&evidence).into_iter();
            requirements.filter(|requirement| requirement.counts).map(|r| r.satisfied).collect()
        };
        Ok(CRITERIA.iter().map(counted).collect())
    }

    /// The chosen candidates with those that test what too few of them test.
    pub fn more(
        &self,
        subject: &Subject,
        chosen: Vec<Candidate>,
        survivors: &[Candidate],
        rows: &[RowId],
        executors: &mut Executors<'_>,
        known: &mut Known,
    ) -> Result<Vec<Candidate>> {
        let mut pool: Vec<&Candidate> =
            survivors.iter().filter(|c| !chosen.iter().any(|other| other.relation == c.relation)).collect();
        pool.sort_by_key(|c| (!c.relation.when.is_yes(), weight(&c.relation)));
        pool.truncate(POOL);
        let signature = subject.signature();
        for Candidate { relation, .. } in chosen.iter().chain(pool.iter().copied()) {
            if let Entry::Vacant(unknown) = known.entry(format!("{relation:?}")) {
                let transformation = Transformation { followups: relation.followups.clone() };
                let groups = collect(&transformation, rows, executors)?;
                let claim = OutputRelation::of(relation, &signature).to_string();
                unknown.insert((claim, groups.held_by(relation)));
            }
        }
        let all: Vec<Applied<'_>> = chosen.iter().map(|candidate| applied(candidate, known)).collect();
        let pool: Vec<Applied<'_>> = pool.into_iter().map(|candidate| applied(candidate, known)).collect();
        let added: Vec<Candidate> = top_up(&all, &pool, rows.len(), K).into_iter().cloned().collect();
        Ok([chosen, added].concat())
    }
}

fn applied<'a>(candidate: &'a Candidate, known: &Known) -> Applied<'a> {
    let (claim, holds) = known[&format!("{:?}", candidate.relation)].clone();
    Applied { candidate, claim, holds }
}
