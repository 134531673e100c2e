//! The few sources that stand in a function's tests: small inputs that keep the kills and the statements.

use std::collections::{BTreeMap, BTreeSet};

use super::adequate::{Goal, add_sources};
use crate::lab::Switch;
use crate::relation::{Env, Relation, Tolerance, Value, Verdict};
use crate::traces::{Groups, Variant};

/// The sources of a function's tests.
#[derive(Clone, Debug, Default)]
pub struct Chosen {
    /// By relation: numbers of sources on which it holds, or does not apply by its guard, in ascending order of how much there is to read.
    pub sources: Vec<Vec<usize>>,
    /// By relation: the mutants that violate it on these sources.
    pub kills: Vec<BTreeSet<Switch>>,
    /// By relation: the mutants that fail on these sources.
    pub failures: Vec<BTreeSet<Switch>>,
}

/// At most so many sources for one function.
const MOST: usize = 12;
/// At least so many, where there are, for the sake of those who read the test.
const LEAST: usize = 4;

/// At most so many where adequacy is the goal.
const MOST_FOR_ADEQUACY: usize = 24;

/// Chooses sources. `inputs` are all of them, `statements` what each executes; a goal is what else to reach.
pub fn choose_sources(
    relations: &[(&Relation, &Groups)],
    inputs: &[Vec<Value>],
    statements: &dyn Fn(usize) -> Vec<u32>,
    goal: Option<&Goal>,
) -> Chosen {
    // By relation: the sources on which it holds, those on which its guard lets its test pass by, and what each kills.
    let mut holds: Vec<BTreeSet<usize>> = Vec::new();
    let mut passes: Vec<BTreeSet<usize>> = Vec::new();
    let mut kills: Vec<BTreeMap<usize, BTreeSet<Switch>>> = Vec::new();
    for (relation, groups) in relations {
        let held = held_by(relation, groups);
        let unguarded = |input: &[Value]| {
            let env = Env { params: input, outs: &[] };
            relation.when.test(env, Tolerance::Exact) == Some(false)
        };
        passes.push((0..inputs.len()).filter(|source| unguarded(&inputs[*source])).collect());
        let mut killed: BTreeMap<usize, BTreeSet<Switch>> = BTreeMap::new();
        for (source, mutant) in violations(relation, groups, &held) {
            killed.entry(source).or_default().insert(mutant);
        }
        holds.push(held);
        kills.push(killed);
    }
    // Sources on which every relation holds come first: one table serves all tests.
    let candidates: BTreeSet<usize> = holds.iter().flatten().copied().collect();
    let everywhere = |source: usize| {
        holds.iter().zip(&passes).all(|(held, passed)| held.contains(&source) || passed.contains(&source))
    };
    let mut order: Vec<usize> = candidates.into_iter().collect();
    order.sort_by_cached_key(|source| (reading(&inputs[*source]), format!("{:?}", inputs[*source])));
    let mut open: BTreeSet<(usize, Switch)> = BTreeSet::new();
    for (i, killed) in kills.iter().enumerate() {
        open.extend(killed.values().flatten().map(|mutant| (i, *mutant)));
    }
    let mut taken: Vec<usize> = Vec::new();
    let mut executed: BTreeSet<u32> = BTreeSet::new();
    while taken.len() < MOST && !open.is_empty() {
        let gain = |source: usize| {
            open.iter()
                .filter(|(i, mutant)| kills[*i].get(&source).is_some_and(|m| m.contains(mutant)))
                .count()
        };
        let worth = |source: &usize| {
            let gain = gain(*source) * if everywhere(*source) { 4000 } else { 1000 };
            gain / (10 + reading(&inputs[*source]))
        };
        let rest = order.iter().enumerate().filter(|(_, source)| !taken.contains(source));
        let Some((_, best)) = rest.max_by_key(|(n, source)| (worth(source), std::cmp::Reverse(*n))) else {
            break;
        };
        let before = open.len();
        open.retain(|(i, mutant)| !kills[*i].get(best).is_some_and(|m| m.contains(mutant)));
        if open.len() == before {
            break;
        }
        executed.extend(statements(*best));
        taken.push(*best);
    }
    if let Some(goal) = goal {
        let reading = |source: usize| reading(&inputs[source]);
        add_sources(goal, &mut taken, &order, &holds, &reading, MOST_FOR_ADEQUACY);
        executed.extend(taken.iter().flat_map(|source| statements(*source)));
    }
    // Statements that no source executes yet; then a few more to read, neither trivial nor long.
    let mut telling = order.clone();
    telling.sort_by_cached_key(|source| reading(&inputs[*source]).abs_diff(TELLING));
    for source in &telling {
        if taken.len() >= MOST || taken.contains(source) {
            continue;
        }
        let new = statements(*source).into_iter().any(|statement| !executed.contains(&statement));
        if new || (taken.len() < LEAST && everywhere(*source)) {
            executed.extend(statements(*source));
            taken.push(*source);
        }
    }
    taken.sort_by_cached_key(|source| order.iter().position(|s| s == source));
    let mut chosen = Chosen::default();
    for (i, (_, groups)) in relations.iter().enumerate() {
        let tested: Vec<usize> = taken.iter().copied().filter(|source| holds[i].contains(source)).collect();
        let sources = if tested.is_empty() {
            tested
        } else {
            taken.iter().copied().filter(|s| holds[i].contains(s) || passes[i].contains(s)).collect()
        };
        chosen
            .kills
            .push(sources.iter().filter_map(|source| kills[i].get(source)).flatten().copied().collect());
        // Where the guard lets the test pass by, nothing is called.
        let tested = |source: &usize| holds[i].contains(source) && sources.contains(source);
        let failed = groups.failures.iter().filter(|(_, on)| on.iter().any(tested));
        chosen.failures.push(failed.map(|(mutant, _)| *mutant).collect());
        chosen.sources.push(sources);
    }
    chosen
}

/// The mutants that a relation's test kills, by a violation or by a failure; the groups are those of its sources.
pub fn killed(relation: &Relation, groups: &Groups) -> BTreeSet<Switch> {
    kills(relation, groups).into_iter().flatten().collect()
}

/// The mutants that violate a relation on groups on which it holds, and those that fail there.
pub fn kills(relation: &Relation, groups: &Groups) -> [BTreeSet<Switch>; 2] {
    let held = held_by(relation, groups);
    let failing = groups.failures.iter().filter(|(_, on)| on.iter().any(|source| held.contains(source)));
    [
        violations(relation, groups, &held).map(|(_, mutant)| mutant).collect(),
        failing.map(|(mutant, _)| *mutant).collect(),
    ]
}

/// By source on which a relation holds: the mutants that its group detects, by a violation or by a failure.
pub fn detections(relation: &Relation, groups: &Groups) -> BTreeMap<usize, BTreeSet<Switch>> {
    let held = held_by(relation, groups);
    let mut detected: BTreeMap<usize, BTreeSet<Switch>> =
        held.iter().map(|source| (*source, BTreeSet::new())).collect();
    let failing = groups.failures.iter().flat_map(|(mutant, on)| on.iter().map(move |s| (*s, *mutant)));
    for (source, mutant) in violations(relation, groups, &held).chain(failing) {
        if let Some(mutants) = detected.get_mut(&source) {
            mutants.insert(mutant);
        }
    }
    detected
}

/// The sources on which a relation holds.
pub fn held_by(relation: &Relation, groups: &Groups) -> BTreeSet<usize> {
    let held = groups.correct.iter().filter(|g| relation.verdict(g.env()) == Verdict::Held);
    held.map(|g| g.source).collect()
}

/// The mutants that violate a relation where it holds, with the sources.
fn violations<'a>(
    relation: &'a Relation,
    groups: &'a Groups,
    held: &'a BTreeSet<usize>,
) -> impl Iterator<Item = (usize, Switch)> + 'a {
    groups.incorrect.iter().filter_map(move |group| match group.variant {
        Variant::Mutant(mutant) if held.contains(&group.source) && relation.broken_on(group.env()) => {
            Some((group.source, mutant))
        }
        _ => None,
    })
}

/// An input with so much to read is neither trivial nor long.
const TELLING: usize = 9;

/// How much there is to read: characters of digits, letters and elements.
fn reading(input: &[Value]) -> usize {
    fn of(value: &Value) -> usize {
        match value {
            Value::Int(n) => n.to_string().len(),
            Value::Big(n) => n.to_string().len(),
            Value::F32(x) => format!("{x:?}").len(),
            Value::F64(x) => format!("{x:?}").len(),
            Value::Str(text) => {
                2 + text.chars().map(|c| if c.is_ascii_graphic() || c == ' ' { 1 } else { 6 }).sum::<usize>()
            }
            Value::Seq(items) | Value::Tuple(items) => {
                2 + items.iter().map(|item| 2 + of(item)).sum::<usize>()
            }
            Value::Some(v) | Value::Ok(v) | Value::Err(v) => 4 + of(v),
            _ => 3,
        }
    }
    input.iter().map(of).sum()
}
