//! The sources that are written into the tests of the relations that are kept.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

use anyhow::Result;

use super::adequate::Goal;
use super::grade::{Grade, grade};
use super::pool::Pool;
use super::sources::kills;
use super::verifier::Call;
use crate::inputs::input_sources;
use crate::laws::Space;
use crate::search::{Candidate, Shape, WRITTEN};
use morph_lab::MutantId;
use morph_relation::{Relation, Transformation, Value, free_of_nan};
use morph_source::scan::Subject;
use morph_traces::{
    Executor, Executors, Fault, Groups, Oracle, RowId, Step, collect, collect_some, collect_under,
};
use morph_values::smaller;

/// A relation that is kept.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct Kept {
    /// Its id.
    pub id: String,
    /// The relation.
    pub relation: Relation,
    /// Its strategy.
    pub strategy: String,
    /// The family of laws that it is an instance of, where it is one.
    pub family: Option<Named>,
    /// Its grade.
    pub grade: Grade,
    /// The reason of its grade.
    pub grade_reason: String,
    /// On how many groups it held.
    pub groups: usize,
    /// The mutants that violate it.
    pub kills: BTreeSet<MutantId>,
    /// The mutants that fail where the original returns.
    pub failures: BTreeSet<MutantId>,
    /// The mutants that the search never saw, and that violate it or fail.
    pub held_out: BTreeSet<MutantId>,
    /// The inputs of its test.
    pub sources: Vec<Vec<Value>>,
    /// Executions on the last of these, as a person reads them.
    pub samples: Vec<Vec<Call>>,
}

impl Kept {
    /// A law of a family, without anything that was seen of it.
    #[cfg(test)]
    pub(super) fn of_family(relation: Relation, family: &str) -> Kept {
        Kept {
            id: String::new(),
            relation,
            strategy: crate::search::FAMILY.to_owned(),
            family: Some(Named { name: family.to_owned(), said: String::new() }),
            grade: Grade::Law,
            grade_reason: String::new(),
            groups: 0,
            kills: BTreeSet::new(),
            failures: BTreeSet::new(),
            held_out: BTreeSet::new(),
            sources: Vec::new(),
            samples: Vec::new(),
        }
    }

    /// Whether a person wrote it: nothing drops it then.
    pub fn is_written(&self) -> bool {
        self.strategy == WRITTEN
    }

    /// The mutants on which it fails, for whatever reason.
    pub fn killed(&self) -> impl Iterator<Item = &MutantId> {
        self.kills.iter().chain(&self.failures).chain(&self.held_out)
    }
}

/// The family of a relation that is kept.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Named {
    /// Its standard name.
    pub name: String,
    /// What a test is called after the function: `is_associative`.
    pub said: String,
}

impl Named {
    fn of(shape: &Shape) -> Named {
        Named { name: shape.family.to_owned(), said: shape.said.clone() }
    }
}

/// What more sources are to reach, for the relations that are kept.
pub type MoreSources<'a> = dyn Fn(&Executor<'_>, &[RowId], &[&Relation]) -> Result<Option<Goal>> + 'a;

/// Rounds of looking for smaller inputs.
const ROUNDS: usize = 12;
/// Smaller inputs executed per source and round, the largest reductions first.
const TRIED: usize = 40;

/// Sources on which a mutant's executions differ and are followed: what it violates shows on one of them.
pub const DIFFERING: usize = 200;
/// Fewer where there are many mutants, so that about so many are followed in all, but no fewer of each than these.
const DIFFERING_IN_ALL: usize = 6_000;
const LEAST_DIFFERING: usize = 40;

/// Whose tests need sources.
#[derive(Clone, Copy)]
pub struct Tested<'a, 'l> {
    /// What executes functions.
    pub oracle: &'a Oracle<'l>,
    /// The subject.
    pub subject: &'a Subject,
    /// The variables that rows have values for.
    pub space: &'a Space,
}

/// Chooses the sources of the tests of relations over the variables of `space`, makes them smaller where that keeps all that
/// they are there for, and counts the kills on these.
pub fn with_sources(
    tested: &Tested<'_, '_>,
    chosen: &[Candidate],
    ids: &[(Relation, String)],
    sources: &[RowId],
    executors: &mut Executors<'_>,
    more: &MoreSources<'_>,
) -> Result<Vec<Kept>> {
    let Tested { subject, space, .. } = *tested;
    let relations: Vec<&Relation> = chosen.iter().map(|candidate| &candidate.relation).collect();
    // No test sees a NaN in a field that is private elsewhere.
    let is_hidden =
        |relation: &&Relation| relation.when.conditions().into_iter().any(|it| free_of_nan(it).is_some());
    let hides_none = |row: &&RowId| !executors.subject.input(**row).iter().any(Value::hides_nan);
    let without: Vec<RowId>;
    let sources = if relations.iter().any(is_hidden) {
        without = sources.iter().filter(hides_none).copied().collect();
        &without[..]
    } else {
        sources
    };
    let mut pool = Pool::new(relations.clone());
    let mut rows = sources.to_vec();
    let mutants = executors.subject.different().len().max(1);
    let differing = (DIFFERING_IN_ALL / mutants).clamp(LEAST_DIFFERING, DIFFERING);
    add(&mut pool, &rows, executors, |transformation, executors| {
        collect_some(transformation, sources, executors, differing)
    })?;
    let mut taken = pool.choose();
    for _ in 0..ROUNDS {
        if executors.work.ends(Step::Sources) {
            break;
        }
        let near = near(tested, &pool, &taken, &rows, &mut executors.subject)?;
        let (near, under): (Vec<RowId>, Vec<BTreeSet<MutantId>>) = near.into_iter().unzip();
        add(&mut pool, &near, executors, |transformation, executors| {
            collect_under(transformation, &near, executors, &under)
        })?;
        rows.extend(near);
        if !pool.shrink(&mut taken) {
            break;
        }
    }
    pool.exercise(subject.params.len(), &mut taken);
    if let Some(goal) = more(&executors.subject, &rows, &relations)? {
        pool.add_for(&goal, &mut taken);
    }
    let numbers = pool.of_tests(taken);
    let mut kept = Vec::new();
    for (i, candidate) in chosen.iter().enumerate() {
        let tells_stuck = candidate.kills.iter().any(|fault| matches!(fault, Fault::Stuck(_)));
        let is_written = candidate.strategy == WRITTEN;
        // Not every mutant was run on every input of the pool.
        let on: Vec<RowId> = numbers[i].iter().map(|n| rows[*n]).collect();
        executors.subject.under_all(&on)?;
        let transformation = Transformation { followups: candidate.relation.followups.clone() };
        let groups = collect(&transformation, &on, executors)?;
        let [kills, failures] = kills(&candidate.relation, &groups);
        if on.is_empty() || (kills.is_empty() && !tells_stuck && !is_written && candidate.shape.is_none()) {
            continue;
        }
        let all: Vec<Vec<Value>> = numbers[i].iter().map(|n| pool.inputs()[*n].clone()).collect();
        let (relation, sources) = space.project(&candidate.relation, &all);
        let id = ids.iter().find(|(known, _)| is_written && *known == relation);
        let (grade, reason) = grade(candidate, &subject.signature());
        kept.push(Kept {
            id: id.map_or_else(|| relation.id(&subject.signature()), |(_, id)| id.clone()),
            strategy: candidate.strategy.to_owned(),
            family: candidate.shape.as_ref().map(Named::of),
            grade,
            grade_reason: reason.to_owned(),
            groups: candidate.groups,
            kills,
            failures,
            held_out: BTreeSet::new(),
            relation,
            sources,
            samples: Vec::new(),
        });
    }
    Ok(kept)
}

/// Smaller inputs than those that are taken, executed under the mutants that what is put in their place has to tell. None
/// is among `rows`.
fn near(
    tested: &Tested<'_, '_>,
    pool: &Pool<'_>,
    taken: &[usize],
    rows: &[RowId],
    executor: &mut Executor<'_>,
) -> Result<BTreeMap<RowId, BTreeSet<MutantId>>> {
    let types = tested.subject.with_given(&tested.space.given).types();
    let known: HashSet<&[Value]> = pool.inputs().iter().map(Vec::as_slice).collect();
    let rows: BTreeSet<RowId> = rows.iter().copied().collect();
    let mut all: BTreeMap<RowId, BTreeSet<MutantId>> = BTreeMap::new();
    for at in 0..taken.len() {
        let mutants = pool.wanted(taken, at);
        let mut near = smaller(&pool.inputs()[taken[at]], &types);
        near.truncate(TRIED);
        near.retain(|input| !known.contains(&**input));
        let near = input_sources::settled(&near, &types, tested.oracle)?;
        let under = |place| mutants.iter().map(move |mutant| (place, Some(*mutant)));
        let wanted: Vec<(usize, Option<MutantId>)> = (0..near.len()).flat_map(under).collect();
        for row in executor.run_under(near, &wanted, Arc::default())? {
            if !rows.contains(&row) {
                all.entry(row).or_default().extend(&mutants);
            }
        }
    }
    Ok(all)
}

/// Adds rows to the pool, with the groups of each relation's follow-ups.
fn add<'l>(
    pool: &mut Pool<'_>,
    rows: &[RowId],
    executors: &mut Executors<'l>,
    mut collect: impl FnMut(&Transformation, &mut Executors<'l>) -> Result<Groups>,
) -> Result<()> {
    let executor = &executors.subject;
    let inputs = executor.inputs_of(rows);
    let statements = rows.iter().map(|row| executor.probes(*row).to_vec()).collect();
    pool.add(inputs, statements, |relation| {
        let mut groups = collect(&Transformation { followups: relation.followups.clone() }, executors)?;
        // The test compares them as its types do.
        groups.correct.retain(|group| !group.outs.iter().any(Value::hides_nan));
        Ok(groups)
    })
}
