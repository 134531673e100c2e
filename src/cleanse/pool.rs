//! The sources of a function's tests: the first in the order of path distance, the fewest that keep every kill and
//! whatever is executed, small ones in the place of large ones.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use super::adequate::{Goal, add_sources};
use super::exercise::{Open, WANTED, columns, missing, plainness};
use super::sources::{failures_on, violations};
use crate::inputs::order;
use morph_lab::MutantId;
use morph_relation::{Env, Relation, Tolerance, Value};
use morph_traces::Groups;
use morph_values::cost_of;

/// Maximum number of sources per function.
const MOST: usize = 32;
/// Longer inputs, in characters, are not added to exercise a law.
const READABLE: usize = 40;
/// Longer inputs, in characters, are not added for kills by failure alone.
const SHORT: usize = 16;

/// So many others among the sources may tell a mutant, too, before it is left to them.
const SPARE: usize = 1;

/// What a source is kept for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Need {
    /// It executes a statement, or takes a branch.
    Executed(u32),
    /// A relation, by number, is violated on it by a mutant.
    Violated(usize, MutantId),
    /// A mutant fails on it, which is worth a short input on which every relation holds, and no other.
    Failed(MutantId),
}

/// Inputs that may become sources, with what each is good for.
#[derive(Debug)]
pub struct Pool<'a> {
    relations: Vec<&'a Relation>,
    inputs: Vec<Vec<Value>>,
    costs: Vec<u128>,
    /// By relation: the inputs on which it holds.
    holds: Vec<BTreeSet<usize>>,
    /// By relation: those on which its guard lets its test pass by.
    passes: Vec<BTreeSet<usize>>,
    /// By relation, and by the input on which it holds: the mutants that violate it, and those that fail.
    kills: Vec<BTreeMap<usize, [BTreeSet<MutantId>; 2]>>,
    /// By relation, and by the input on which it holds: a hash of the outcomes.
    outcomes: Vec<BTreeMap<usize, u64>>,
    /// By input.
    statements: Vec<Vec<u32>>,
    /// By input: what it is good for; nothing where no relation holds.
    needs: Vec<BTreeSet<Need>>,
}

impl<'a> Pool<'a> {
    /// A pool without inputs.
    pub fn new(relations: Vec<&'a Relation>) -> Pool<'a> {
        let count = relations.len();
        Pool {
            relations,
            inputs: Vec::new(),
            costs: Vec::new(),
            holds: vec![BTreeSet::new(); count],
            passes: vec![BTreeSet::new(); count],
            kills: vec![BTreeMap::new(); count],
            outcomes: vec![BTreeMap::new(); count],
            statements: Vec::new(),
            needs: Vec::new(),
        }
    }

    /// Adds inputs, with what each executes and a relation's groups, whose sources count from the first of them; no two
    /// relations' are there at a time.
    pub fn add<E>(
        &mut self,
        inputs: Vec<Vec<Value>>,
        statements: Vec<Vec<u32>>,
        mut groups_of: impl FnMut(&Relation) -> Result<Groups, E>,
    ) -> Result<(), E> {
        let first = self.inputs.len();
        for (i, relation) in self.relations.iter().enumerate() {
            let groups = &groups_of(relation)?;
            let held = groups.held_by(relation);
            let passed = |input: &[Value]| {
                let env = Env { params: input, outs: &[] };
                relation.when.test(env, Tolerance::Exact) == Some(false)
            };
            let passes = inputs.iter().enumerate().filter(|(_, input)| passed(input));
            self.passes[i].extend(passes.map(|(source, _)| first + source));
            for (source, mutant) in violations(relation, groups, &held) {
                self.kills[i].entry(first + source).or_default()[0].insert(mutant);
            }
            for (source, mutant) in failures_on(groups, &held) {
                self.kills[i].entry(first + source).or_default()[1].insert(mutant);
            }
            let correct = groups.correct.iter().filter(|group| held.contains(&group.source));
            self.outcomes[i].extend(correct.map(|group| (first + group.source, hash_of(&group.outs))));
            self.holds[i].extend(held.into_iter().map(|source| first + source));
        }
        self.costs.extend(inputs.iter().map(|input| cost_of(input)));
        self.inputs.extend(inputs);
        self.statements.extend(statements);
        let needs: Vec<BTreeSet<Need>> =
            (first..self.inputs.len()).map(|source| self.needs_of(source)).collect();
        self.needs.extend(needs);
        Ok(())
    }

    /// The inputs, by number.
    pub fn inputs(&self) -> &[Vec<Value>] {
        &self.inputs
    }

    /// The fewest inputs, as far as one after the other tells, that keep every kill and execute whatever any input does
    /// on which a relation holds.
    ///
    /// They are taken in the order of path distance, those on which every relation holds first: one table serves all
    /// tests. Then each that the others make superfluous goes, the largest first.
    pub fn choose(&self) -> Vec<usize> {
        let candidates: BTreeSet<usize> = self.holds.iter().flatten().copied().collect();
        let (shared, partial): (Vec<usize>, Vec<usize>) =
            candidates.into_iter().partition(|source| self.is_shared(*source));
        let mut numbers: BTreeMap<Need, u32> = BTreeMap::new();
        let mut taken = Vec::new();
        let mut met: BTreeSet<Need> = BTreeSet::new();
        for candidates in [shared, partial] {
            let kills: Vec<Vec<u32>> = candidates
                .iter()
                .map(|source| {
                    let mut number = |need: Need| {
                        let next = numbers.len() as u32;
                        *numbers.entry(need).or_insert(next)
                    };
                    self.killed(*source).map(&mut number).collect()
                })
                .collect();
            let kills: Vec<&[u32]> = kills.iter().map(Vec::as_slice).collect();
            let sets: Vec<&[u32]> = candidates.iter().map(|source| &*self.statements[*source]).collect();
            let costs: Vec<u128> = candidates.iter().map(|source| self.costs[*source]).collect();
            for at in order(&sets, &kills, &costs) {
                let needs = &self.needs[candidates[at]];
                if taken.len() < MOST && !needs.is_subset(&met) {
                    met.extend(needs);
                    taken.push(candidates[at]);
                }
            }
        }
        taken.sort_by_key(|source| (self.is_shared(*source), std::cmp::Reverse(self.costs[*source])));
        let mut at = 0;
        while at < taken.len() {
            if self.only(&taken, at).is_empty() {
                taken.remove(at);
            } else {
                at += 1;
            }
        }
        self.sorted(taken)
    }

    /// Puts smaller inputs in the place of those that are taken, where they keep every kill and whatever is executed;
    /// whether it could.
    pub fn shrink(&self, taken: &mut [usize]) -> bool {
        let mut smallest: Vec<usize> = (0..self.inputs.len()).collect();
        smallest.sort_by_key(|source| self.costs[*source]);
        let mut has = false;
        for at in (0..taken.len()).rev() {
            let only = self.only(taken, at);
            let serves = |source: &&usize| {
                !taken.contains(source)
                    && (self.is_shared(**source) || !self.is_shared(taken[at]))
                    && only.iter().all(|need| self.needs[**source].contains(need))
            };
            let smaller = smallest.iter().take_while(|source| self.costs[**source] < self.costs[taken[at]]);
            if let Some(source) = smaller.into_iter().find(serves) {
                taken[at] = *source;
                has = true;
            }
        }
        has
    }

    /// Adds inputs that exercise each relation, the small ones first, where those that are taken do not; then each goes
    /// that these make superfluous. `arity` is how many of the columns are arguments.
    pub fn exercise(&self, arity: usize, taken: &mut Vec<usize>) {
        let mut kept: BTreeSet<usize> = BTreeSet::new();
        for (i, relation) in self.relations.iter().enumerate() {
            let columns = columns(relation, arity, self.inputs.first().map_or(0, Vec::len));
            let mut open: Vec<((usize, usize), usize)> = self.holds[i]
                .iter()
                .filter(|source| reading(&self.inputs[**source]) <= READABLE)
                .filter_map(|source| Some((plainness(&self.inputs[*source], &columns)?, *source)))
                .collect();
            // Where there are enough inputs without an empty or zero column, others do not count.
            let whole = |((blank, _), _): &((usize, usize), usize)| *blank == 0;
            if open.iter().filter(|input| whole(input)).count() >= WANTED {
                open.retain(whole);
            }
            // One table serves all tests, where it can.
            open.sort_by_cached_key(|(plainness, source)| {
                let input = &self.inputs[*source];
                (!self.is_shared(*source), *plainness, self.costs[*source], format!("{input:?}"))
            });
            let open: Vec<Open<'_>> = open
                .into_iter()
                .map(|(_, source)| Open {
                    source,
                    used: columns.iter().map(|place| &self.inputs[source][*place]).collect(),
                    outcome: self.outcomes[i].get(&source).copied().unwrap_or_default(),
                })
                .collect();
            let (known, open): (Vec<Open<'_>>, Vec<Open<'_>>) =
                open.into_iter().partition(|open| taken.contains(&open.source));
            kept.extend(known.iter().map(|known| known.source));
            let room = MOST.saturating_sub(taken.len());
            let added: Vec<usize> = missing(&known, &open).into_iter().take(room).collect();
            kept.extend(&added);
            taken.extend(added);
        }
        taken.sort_by_key(|source| std::cmp::Reverse(self.costs[*source]));
        let mut at = 0;
        while at < taken.len() {
            if !kept.contains(&taken[at]) && self.only(taken, at).is_empty() {
                taken.remove(at);
            } else {
                at += 1;
            }
        }
    }

    /// Adds what reaches more of a goal, which is that of the pool's inputs.
    pub fn add_for(&self, goal: &Goal, taken: &mut Vec<usize>) {
        let mut order: Vec<usize> = self.holds.iter().flatten().copied().collect();
        order.sort_unstable();
        order.dedup();
        let order = self.sorted(order);
        add_sources(goal, taken, &order, &self.holds, &|source| reading(&self.inputs[source]), MOST);
    }

    /// By relation: the sources of its test among those that are taken. It holds on them, or does not apply by its guard;
    /// small ones come first.
    pub fn of_tests(&self, taken: Vec<usize>) -> Vec<Vec<usize>> {
        let taken = self.sorted(taken);
        let of_relation = |(held, passed): (&BTreeSet<usize>, &BTreeSet<usize>)| match taken
            .iter()
            .any(|source| held.contains(source))
        {
            true => taken.iter().copied().filter(|s| held.contains(s) || passed.contains(s)).collect(),
            // Where the guard lets the test pass by, nothing is called.
            false => Vec::new(),
        };
        self.holds.iter().zip(&self.passes).map(of_relation).collect()
    }

    /// Small ones first.
    fn sorted(&self, mut sources: Vec<usize>) -> Vec<usize> {
        sources.sort_by_cached_key(|source| (self.costs[*source], format!("{:?}", self.inputs[*source])));
        sources
    }

    /// Whether every relation holds on it, or passes by.
    fn is_shared(&self, source: usize) -> bool {
        let serves = |(held, passed): (&BTreeSet<usize>, &BTreeSet<usize>)| {
            held.contains(&source) || passed.contains(&source)
        };
        self.holds.iter().zip(&self.passes).all(serves)
    }

    fn killed(&self, source: usize) -> impl Iterator<Item = Need> {
        let failures_count = self.is_shared(source) && reading(&self.inputs[source]) <= SHORT;
        let kills = self.kills.iter().enumerate();
        let of_relation = kills.filter_map(move |(i, kills)| Some((i, kills.get(&source)?)));
        of_relation.flat_map(move |(i, [violating, failing])| {
            let violated = violating.iter().map(move |mutant| Need::Violated(i, *mutant));
            violated.chain(failing.iter().filter(move |_| failures_count).map(|mutant| Need::Failed(*mutant)))
        })
    }

    fn needs_of(&self, source: usize) -> BTreeSet<Need> {
        if !self.holds.iter().any(|held| held.contains(&source)) {
            return BTreeSet::new();
        }
        let executed = self.statements[source].iter().map(|statement| Need::Executed(*statement));
        executed.chain(self.killed(source)).collect()
    }

    /// The mutants that what is put in the place of one of those that are taken has to tell: those that hardly any other
    /// one tells. With two spare ones they are left to these.
    pub fn wanted(&self, taken: &[usize], at: usize) -> BTreeSet<MutantId> {
        let others = taken.iter().enumerate().filter(|(n, _)| *n != at).map(|(_, other)| *other);
        let is_rare = |need: &&Need| {
            others.clone().filter(|other| self.needs[*other].contains(*need)).nth(SPARE).is_none()
        };
        let rare = self.needs[taken[at]].iter().filter(is_rare);
        rare.filter_map(|need| match need {
            Need::Executed(_) => None,
            Need::Violated(_, mutant) | Need::Failed(mutant) => Some(*mutant),
        })
        .collect()
    }

    /// What one of those that are taken is good for, and none of the others is.
    fn only(&self, taken: &[usize], at: usize) -> Vec<Need> {
        let others: Vec<usize> =
            taken.iter().enumerate().filter(|(n, _)| *n != at).map(|(_, s)| *s).collect();
        let is_met = |need: &Need| others.iter().any(|other| self.needs[*other].contains(need));
        self.needs[taken[at]].iter().copied().filter(|need| !is_met(need)).collect()
    }
}

fn hash_of(values: &[Value]) -> u64 {
    let mut hasher = DefaultHasher::new();
    values.hash(&mut hasher);
    hasher.finish()
}

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

#[cfg(test)]
mod tests;
