//! Metamorphic groups: sources with their follow-ups, under the original and under mutants.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::{FxHashMap, FxHashSet};

use super::executor::{Executor, RowId};
use crate::inputs::Transformation;
use crate::lab::{Outcome, Switch};
use crate::relation::{Env, Expr, FloatType, Followup, Op, Type, Value};

/// Whose execution it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Variant {
    /// The original's.
    Original,
    /// A mutant's.
    Mutant(Switch),
}

/// A metamorphic group whose executions all returned values.
#[derive(Clone, Debug)]
pub struct Group {
    /// The number of the source.
    pub source: usize,
    /// Under what.
    pub variant: Variant,
    /// The source's inputs.
    pub params: Vec<Value>,
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
    pub failures: BTreeMap<Switch, Vec<usize>>,
}

impl Groups {
    /// The narrowest floats in what the original returned, where there are floats.
    pub fn narrowest_float(&self) -> Option<FloatType> {
        self.correct.iter().flat_map(|group| &group.outs).filter_map(Value::narrowest_float).min()
    }
}

/// At most so many sources on which a mutant's own outcome becomes a follow-up's input.
const FED_BACK: usize = 60;

/// Executes a transformation's follow-ups for every source and collects the groups.
///
/// `executors` holds one for the subject (`""`) and one for each other function that is called, with the types of
/// their parameters.
pub fn collect(
    transformation: &Transformation,
    sources: &[RowId],
    executors: &mut BTreeMap<String, (Executor<'_>, Vec<Type>)>,
) -> anyhow::Result<Groups> {
    let subject = &executors[""].0;
    // Every variant starts with the source's outcome under it.
    let mut open: Vec<Group> = Vec::new();
    let mut groups = Groups::default();
    let mut correct = BTreeSet::new();
    for (source, row) in sources.iter().enumerate() {
        if let Outcome::Value(y0) = subject.original(*row) {
            correct.insert(source);
            let params = subject.input(*row).to_vec();
            open.push(Group { source, variant: Variant::Original, params, outs: vec![y0.clone()] });
        }
    }
    // Mutants that went their own way on a source, whether the way is followed or not.
    let mut begun: FxHashSet<(Switch, usize)> = FxHashSet::default();
    let fed = transformation.followups.iter().any(|f| f.args.iter().any(|arg| arg.mentions_outcome()));
    let mut taken: BTreeMap<Switch, usize> = BTreeMap::new();
    for (source, row) in sources.iter().enumerate().filter(|(source, _)| correct.contains(source)) {
        for mutant in subject.differing(*row) {
            begun.insert((*mutant, source));
            let taken = taken.entry(*mutant).or_default();
            if fed && *taken >= FED_BACK {
                continue;
            }
            match subject.outcome(*mutant, *row) {
                Outcome::Value(y0) => {
                    *taken += 1;
                    let params = subject.input(*row).to_vec();
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
    Ok(groups)
}

/// Adds one execution to every group; groups whose follow-up cannot be made, or fails for the original, end here.
fn extend(
    followup: &Followup,
    open: Vec<Group>,
    executors: &mut BTreeMap<String, (Executor<'_>, Vec<Type>)>,
    groups: &mut Groups,
    begun: &mut FxHashSet<(Switch, usize)>,
    stuck: &mut Vec<Group>,
) -> anyhow::Result<Vec<Group>> {
    let name = followup.function.as_deref().unwrap_or("");
    let (executor, types) =
        executors.get_mut(name).ok_or_else(|| anyhow::anyhow!("no executor for `{name}`"))?;
    // A mutant whose outcome has nothing to unwrap breaks the test; its group ends here.
    let unwraps = followup.args.iter().any(|arg| arg.any(&mut |e| matches!(e, Expr::Apply(Op::Unwrap, _))));
    // Without outcomes in them, inputs are the same under every mutant.
    let fed = followup.args.iter().any(Expr::mentions_outcome);
    let mut of_source: FxHashMap<usize, Option<usize>> = FxHashMap::default();
    let mut waiting: Vec<(Group, usize)> = Vec::new();
    let mut inputs = Vec::new();
    for group in open {
        let mut make = || {
            let input = followup.inputs(group.env(), types)?;
            inputs.push(input);
            Some(inputs.len() - 1)
        };
        let place = if fed { make() } else { *of_source.entry(group.source).or_insert_with(make) };
        match place {
            Some(place) => waiting.push((group, place)),
            None if group.variant != Variant::Original && unwraps => stuck.push(group),
            None => {}
        }
    }
    let rows = executor.run(inputs)?;
    // Mutants that behaved as the original so far and differ in this execution.
    let mut at_row: BTreeMap<RowId, Vec<&Group>> = BTreeMap::new();
    for (group, place) in &waiting {
        let row = rows[*place];
        if group.variant == Variant::Original && executor.original(row).value().is_some() {
            at_row.entry(row).or_default().push(group);
        }
    }
    let mut diverged = Vec::new();
    for (row, sources) in at_row {
        for (group, mutant) in
            sources.iter().flat_map(|g| executor.differing(row).iter().map(move |m| (g, *m)))
        {
            if !begun.insert((mutant, group.source)) {
                continue;
            }
            match executor.outcome(mutant, row) {
                Outcome::Value(value) => {
                    let mut outs = group.outs.clone();
                    outs.push(value.clone());
                    let variant = Variant::Mutant(mutant);
                    diverged.push(Group {
                        source: group.source,
                        variant,
                        params: group.params.clone(),
                        outs,
                    });
                }
                _ => groups.failures.entry(mutant).or_default().push(group.source),
            }
        }
    }
    let mut next = Vec::new();
    for (mut group, place) in waiting {
        let row = rows[place];
        let outcome = match group.variant {
            Variant::Mutant(mutant) => executor.outcome(mutant, row),
            Variant::Original => executor.original(row),
        };
        match (outcome, group.variant) {
            (Outcome::Value(value), _) => {
                group.outs.push(value.clone());
                next.push(group);
            }
            (_, Variant::Mutant(mutant)) => groups.failures.entry(mutant).or_default().push(group.source),
            (_, Variant::Original) => {}
        }
    }
    next.extend(diverged);
    Ok(next)
}
