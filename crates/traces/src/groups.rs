//! Metamorphic groups: sources with their follow-ups, under the original and under mutants.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::executor::{Executor, RowId};
use super::oracle::Executors;
use super::originals::Input;
use morph_lab::{MutantId, Outcome};
use morph_relation::Transformation;
use morph_relation::{Env, Expr, FloatType, Followup, Op, Relation, Value, Verdict};

/// Whose execution it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Variant {
    /// The original's.
    Original,
    /// A mutant's.
    Mutant(MutantId),
    /// That of the subject stuck at a value, as in [`Fault::Stuck`].
    Stuck(Reverse<u32>),
}

impl Variant {
    /// What is wrong, where it is not the original.
    pub fn fault(self) -> Option<Fault> {
        match self {
            Variant::Original => None,
            Variant::Mutant(mutant) => Some(Fault::Mutant(mutant)),
            Variant::Stuck(value) => Some(Fault::Stuck(value)),
        }
    }
}

/// What a relation can tell from the original.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fault {
    /// A mutant.
    Mutant(MutantId),
    /// No mutant of the code: the subject always returns the value with this number. The first value comes last.
    Stuck(Reverse<u32>),
}

/// A metamorphic group whose executions all returned values.
#[derive(Clone, Debug)]
pub struct Group {
    /// The number of the source.
    pub source: usize,
    /// Under what.
    pub variant: Variant,
    /// The source's inputs.
    pub params: Input,
    /// `y0`, `y1`, …
    pub outs: Vec<Value>,
}

impl Group {
    /// The names' values, for evaluation.
    pub fn env(&self) -> Env<'_> {
        Env { params: &self.params, outs: &self.outs }
    }
}

/// The groups of one transformation.
#[derive(Clone, Debug, Default)]
pub struct Groups {
    /// Groups of the original.
    pub correct: Vec<Group>,
    /// Groups of mutants that differ from the original's on some execution, where the original's is in `correct`.
    pub incorrect: Vec<Group>,
    /// Mutants that failed (panicked, ran out of fuel, crashed) where the original returned values, with the sources.
    pub failures: BTreeMap<MutantId, Vec<usize>>,
}

impl Groups {
    /// The narrowest floats in what the original returned, where there are floats.
    pub fn narrowest_float(&self) -> Option<FloatType> {
        self.correct.iter().flat_map(|group| &group.outs).filter_map(Value::narrowest_float).min()
    }

    /// Whether a relation falls on some group of the original.
    pub fn refute(&self, relation: &Relation) -> bool {
        self.correct.iter().any(|group| relation.verdict(group.env()) == Verdict::Violated)
    }

    /// The sources on which a relation holds.
    pub fn held_by(&self, relation: &Relation) -> BTreeSet<usize> {
        let held = self.correct.iter().filter(|group| relation.verdict(group.env()) == Verdict::Held);
        held.map(|group| group.source).collect()
    }

    /// The faults that break a relation on sources on which it holds, with these sources.
    pub fn broken<'a>(
        &'a self,
        relation: &'a Relation,
        held: &'a BTreeSet<usize>,
    ) -> impl Iterator<Item = (usize, Fault)> + 'a {
        let broken = |group: &&Group| held.contains(&group.source) && relation.broken_on(group.env());
        let broken = self.incorrect.iter().filter(broken);
        broken.filter_map(|group| Some((group.source, group.variant.fault()?)))
    }
}

/// Sources per mutant whose own outcome becomes the input of a follow-up.
const FED_BACK: usize = 60;
/// Sources tried first if not all groups of a mutant are wanted, and the factor by which later batches grow.
const FIRST: usize = 64;
const GROWTH: usize = 4;

/// Executes a transformation's follow-ups for every source and collects the groups.
pub fn collect(
    transformation: &Transformation,
    sources: &[RowId],
    executors: &mut Executors<'_>,
) -> anyhow::Result<Groups> {
    collect_some(transformation, sources, executors, usize::MAX)
}

/// The same, but no more sources than `most`, the first ones, are followed under a mutant that differs on these; and of all
/// sources the first alone where the functions burn much under many mutants.
pub fn collect_some(
    transformation: &Transformation,
    sources: &[RowId],
    executors: &mut Executors<'_>,
    most: usize,
) -> anyhow::Result<Groups> {
    let sources = if most == usize::MAX { sources } else { executors.subject.followed(sources) };
    collect_begun(transformation, sources, executors, Begun { most, ..Begun::default() })
}

/// The same, but each source is followed under the mutants alone that stand for it in `under`.
pub fn collect_under(
    transformation: &Transformation,
    sources: &[RowId],
    executors: &mut Executors<'_>,
    under: &[BTreeSet<MutantId>],
) -> anyhow::Result<Groups> {
    let begun = Begun { most: usize::MAX, under: Some(under), ..Begun::default() };
    collect_begun(transformation, sources, executors, begun)
}

fn collect_begun(
    transformation: &Transformation,
    sources: &[RowId],
    executors: &mut Executors<'_>,
    mut begun: Begun<'_>,
) -> anyhow::Result<Groups> {
    if executors.all().all(Executor::has_no_mutants) {
        return collect_originals(transformation, sources, executors);
    }
    let subject = &executors.subject;
    // Every variant starts with the source's outcome under it.
    let mut open: Vec<Group> = Vec::new();
    let mut groups = Groups::default();
    let mut correct = BTreeSet::new();
    for (source, row) in sources.iter().enumerate() {
        if let Outcome::Value(y0) = subject.original(*row) {
            correct.insert(source);
            let params = subject.shared_input(*row);
            open.push(Group { source, variant: Variant::Original, params, outs: vec![y0.clone()] });
        }
    }
    let fed = transformation.followups.iter().any(|f| f.args.iter().any(|arg| arg.mentions_outcome()));
    let followed = if fed { begun.most.min(FED_BACK) } else { begun.most };
    for (source, row) in sources.iter().enumerate().filter(|(source, _)| correct.contains(source)) {
        for mutant in subject.differing(*row) {
            if !begun.begins(*mutant, source) || begun.times[mutant] > followed {
                continue;
            }
            match &*subject.outcome(*mutant, *row) {
                Outcome::Value(y0) => {
                    let params = subject.shared_input(*row);
                    open.push(Group {
                        source,
                        variant: Variant::Mutant(*mutant),
                        params,
                        outs: vec![y0.clone()],
                    });
                }
                _ => groups.failures.entry(*mutant).or_default().push(source),
            }
        }
    }
    let mut stuck = Vec::new();
    for followup in &transformation.followups {
        open = extend(followup, open, executors, &mut groups, &mut begun, &mut stuck)?;
    }
    let (original, mut mutated): (Vec<_>, Vec<_>) =
        open.into_iter().partition(|g| g.variant == Variant::Original);
    mutated.extend(stuck);
    let by_source: FxHashMap<usize, &Group> = original.iter().map(|g| (g.source, g)).collect();
    groups.incorrect =
        mutated.into_iter().filter(|g| by_source.get(&g.source).is_some_and(|o| o.outs != g.outs)).collect();
    groups.failures.retain(|_, sources| {
        sources.retain(|source| by_source.contains_key(source));
        sources.sort_unstable();
        sources.dedup();
        !sources.is_empty()
    });
    groups.correct = original;
    note(&groups, executors);
    Ok(groups)
}

/// The same where there is no mutant.
fn collect_originals(
    transformation: &Transformation,
    sources: &[RowId],
    executors: &mut Executors<'_>,
) -> anyhow::Result<Groups> {
    let subject = &executors.subject;
    let begin = |(source, row): (usize, &RowId)| {
        let mut outs = Vec::with_capacity(1 + transformation.followups.len());
        outs.push(subject.original(*row).value()?.clone());
        Some(Group { source, variant: Variant::Original, params: subject.shared_input(*row), outs })
    };
    let mut correct: Vec<Group> = sources.iter().enumerate().filter_map(begin).collect();
    for followup in &transformation.followups {
        let executor = executors.called(followup.function.as_deref())?;
        let mut inputs = Vec::with_capacity(correct.len());
        correct.retain(|group| {
            let input = followup.inputs(group.env(), executor.types());
            let is_made = input.is_some();
            inputs.extend(input);
            is_made
        });
        let mut rows = executor.rows(inputs)?.into_iter();
        correct.retain_mut(|group| {
            let value = rows.next().and_then(|row| executor.original(row).value());
            group.outs.extend(value.cloned());
            value.is_some()
        });
    }
    let groups = Groups { correct, ..Groups::default() };
    note(&groups, executors);
    Ok(groups)
}

/// Counts what was collected.
fn note(groups: &Groups, executors: &Executors<'_>) {
    let all = || groups.correct.iter().chain(&groups.incorrect);
    let parts = all().flat_map(|group| group.params.iter().chain(&group.outs)).map(Value::size).sum();
    executors.work.collected(all().count(), parts);
}

/// Mutants that went their own way on a source, whether the way is followed or not.
#[derive(Default)]
struct Begun<'u> {
    pairs: FxHashSet<(MutantId, usize)>,
    /// On how many sources each did.
    times: FxHashMap<MutantId, usize>,
    /// On more sources than this it is of no interest.
    most: usize,
    /// By source: the mutants that are of interest there, where not all are.
    under: Option<&'u [BTreeSet<MutantId>]>,
}

impl Begun<'_> {
    /// Notes that a mutant does; whether it had not yet, and is of interest.
    fn begins(&mut self, mutant: MutantId, source: usize) -> bool {
        let wanted = self.under.is_none_or(|under| under[source].contains(&mutant));
        let new = wanted && self.pairs.insert((mutant, source));
        if new {
            *self.times.entry(mutant).or_default() += 1;
        }
        new
    }

    /// Under which mutants the executions at these places are made, by the sources that they follow.
    fn wanted(&self, sources: &[usize]) -> Vec<(usize, Option<MutantId>)> {
        let places = sources.iter().enumerate();
        match self.under {
            None => places.map(|(place, _)| (place, None)).collect(),
            Some(under) => places
                .flat_map(|(place, source)| under[*source].iter().map(move |mutant| (place, Some(*mutant))))
                .collect(),
        }
    }

    /// The mutants of which no more sources are of interest.
    fn known_enough(&self) -> FxHashSet<MutantId> {
        self.times.iter().filter(|(_, times)| **times >= self.most).map(|(mutant, _)| *mutant).collect()
    }
}

/// Adds one execution to every group; groups whose follow-up cannot be made, or fails for the original, end here.
fn extend(
    followup: &Followup,
    open: Vec<Group>,
    executors: &mut Executors<'_>,
    groups: &mut Groups,
    begun: &mut Begun<'_>,
    stuck: &mut Vec<Group>,
) -> anyhow::Result<Vec<Group>> {
    let executor = executors.called(followup.function.as_deref())?;
    // A mutant whose outcome has nothing to unwrap breaks the test; its group ends here.
    let unwraps = followup.args.iter().any(|arg| arg.any(&mut |e| matches!(e, Expr::Apply(Op::Unwrap, _))));
    // Without outcomes in them, inputs are the same under every mutant.
    let fed = followup.args.iter().any(Expr::mentions_outcome);
    let mut of_source: FxHashMap<usize, Option<Vec<Value>>> = FxHashMap::default();
    let mut waiting: Vec<(Group, Vec<Value>)> = Vec::new();
    for group in open {
        let make = || followup.inputs(group.env(), executor.types());
        let input = if fed { make() } else { of_source.entry(group.source).or_insert_with(make).clone() };
        match input {
            Some(input) => waiting.push((group, input)),
            None if group.variant != Variant::Original && unwraps => stuck.push(group),
            None => {}
        }
    }
    let (original, mutated): (Vec<_>, Vec<_>) =
        waiting.into_iter().partition(|(group, _)| group.variant == Variant::Original);

    // Under mutants that behaved as the original so far and may differ in this execution.
    let mut next = Vec::new();
    let mut diverged = Vec::new();
    let mut left = original.as_slice();
    let mut size = if begun.most == usize::MAX { usize::MAX } else { FIRST };
    while !left.is_empty() {
        let (some, behind) = left.split_at(size.min(left.len()));
        (left, size) = (behind, size.saturating_mul(GROWTH));
        let inputs = some.iter().map(|(_, input)| input.clone()).collect();
        let sources: Vec<usize> = some.iter().map(|(group, _)| group.source).collect();
        let rows = executor.run_under(inputs, &begun.wanted(&sources), Arc::new(begun.known_enough()))?;
        let mut at_row: BTreeMap<RowId, Vec<&Group>> = BTreeMap::new();
        for ((group, _), row) in some.iter().zip(&rows) {
            if let Outcome::Value(value) = executor.original(*row) {
                at_row.entry(*row).or_default().push(group);
                next.push(with(group, value, Variant::Original));
            }
        }
        for (row, sources) in at_row {
            for (group, mutant) in
                sources.iter().flat_map(|g| executor.differing(row).iter().map(move |m| (g, *m)))
            {
                if !begun.begins(mutant, group.source) || begun.times[&mutant] > begun.most {
                    continue;
                }
                match &*executor.outcome(mutant, row) {
                    Outcome::Value(value) => diverged.push(with(group, value, Variant::Mutant(mutant))),
                    _ => groups.failures.entry(mutant).or_default().push(group.source),
                }
            }
        }
    }

    let under = |(place, (group, _)): (usize, &(Group, Vec<Value>))| match group.variant {
        Variant::Mutant(mutant) => (place, Some(mutant)),
        Variant::Original | Variant::Stuck(_) => (place, None),
    };
    let wanted: Vec<(usize, Option<MutantId>)> = mutated.iter().enumerate().map(under).collect();
    let inputs = mutated.iter().map(|(_, input)| input.clone()).collect();
    let rows = executor.run_under(inputs, &wanted, Arc::default())?;
    for ((mut group, _), row) in mutated.into_iter().zip(rows) {
        let Variant::Mutant(mutant) = group.variant else { continue };
        match &*executor.outcome(mutant, row) {
            Outcome::Value(value) => {
                group.outs.push(value.clone());
                next.push(group);
            }
            _ => groups.failures.entry(mutant).or_default().push(group.source),
        }
    }
    next.extend(diverged);
    Ok(next)
}

/// A group with one execution more.
fn with(group: &Group, value: &Value, variant: Variant) -> Group {
    let outs = group.outs.iter().chain([value]).cloned().collect();
    Group { source: group.source, variant, params: Rc::clone(&group.params), outs }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mutants_come_before_values_at_which_the_subject_is_stuck_and_the_first_of_these_is_last() {
        let mutant = |n| Variant::Mutant(MutantId(n));
        let ordered = [
            Variant::Original,
            mutant(1),
            mutant(u32::MAX),
            Variant::Stuck(Reverse(2)),
            Variant::Stuck(Reverse(0)),
        ];
        assert!(ordered.is_sorted_by(|a, b| a < b));
        assert!(ordered.map(Variant::fault).is_sorted_by(|a, b| a < b));
    }
}
