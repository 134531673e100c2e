//! The sources of a function's tests: the first in the order of path distance, the fewest that keep every kill and
//! whatever is executed, small ones in the place of large ones.

use std::collections::{BTreeMap, BTreeSet};

use super::adequate::{Goal, add_sources};
use super::sources::{failures_on, held_by, violations};
use crate::inputs::{cost_of, order};
use crate::lab::Switch;
use crate::relation::{Env, Relation, Tolerance, Value};
use crate::traces::Groups;

/// At most so many sources for one function.
const MOST: usize = 32;

/// The sources of a function's tests.
#[derive(Clone, Debug, Default)]
pub struct Chosen {
    /// By relation: numbers of sources on which it holds, or does not apply by its guard, small ones first.
    pub sources: Vec<Vec<usize>>,
    /// By relation: the mutants that violate it on these sources.
    pub kills: Vec<BTreeSet<Switch>>,
    /// By relation: the mutants that fail on these sources.
    pub failures: Vec<BTreeSet<Switch>>,
}

/// What a source is kept for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Need {
    /// It executes a statement, or takes a branch.
    Executed(u32),
    /// A relation, by number, is violated on it by a mutant.
    Violated(usize, Switch),
    /// A mutant fails on it.
    Failed(Switch),
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
    kills: Vec<BTreeMap<usize, [BTreeSet<Switch>; 2]>>,
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
            statements: Vec::new(),
            needs: Vec::new(),
        }
    }

    /// Adds inputs, with what each executes and, by relation, their groups, whose sources count from the first of them.
    pub fn add(&mut self, inputs: Vec<Vec<Value>>, statements: Vec<Vec<u32>>, groups: &[Groups]) {
        let first = self.inputs.len();
        for (i, (relation, groups)) in self.relations.iter().zip(groups).enumerate() {
            let held = held_by(relation, groups);
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
            self.holds[i].extend(held.into_iter().map(|source| first + source));
        }
        self.costs.extend(inputs.iter().map(|input| cost_of(input)));
        self.inputs.extend(inputs);
        self.statements.extend(statements);
        let needs: Vec<BTreeSet<Need>> =
            (first..self.inputs.len()).map(|source| self.needs_of(source)).collect();
        self.needs.extend(needs);
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

    /// Adds what reaches more of a goal, which is that of the pool's inputs.
    pub fn add_for(&self, goal: &Goal, taken: &mut Vec<usize>) {
        let mut order: Vec<usize> = self.holds.iter().flatten().copied().collect();
        order.sort_unstable();
        order.dedup();
        let order = self.sorted(order);
        add_sources(goal, taken, &order, &self.holds, &|source| reading(&self.inputs[source]), MOST);
    }

    /// The sources of each relation's test among those that are taken, and what they kill.
    pub fn chosen(&self, taken: Vec<usize>) -> Chosen {
        let taken = self.sorted(taken);
        let mut chosen = Chosen::default();
        for i in 0..self.relations.len() {
            let holds = |source: &&usize| self.holds[i].contains(source);
            let serves = |source: &&usize| holds(source) || self.passes[i].contains(source);
            // Where the guard lets the test pass by, nothing is called.
            let sources: Vec<usize> = match taken.iter().any(|source| holds(&source)) {
                true => taken.iter().filter(serves).copied().collect(),
                false => Vec::new(),
            };
            let [mut kills, mut failures] = [BTreeSet::new(), BTreeSet::new()];
            for [violating, failing] in sources.iter().filter_map(|source| self.kills[i].get(source)) {
                kills.extend(violating);
                failures.extend(failing);
            }
            chosen.kills.push(kills);
            chosen.failures.push(failures);
            chosen.sources.push(sources);
        }
        chosen
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
        let by_relation =
            self.kills.iter().enumerate().filter_map(move |(i, kills)| Some((i, kills.get(&source)?)));
        by_relation.flat_map(|(i, [violating, failing])| {
            let violated = violating.iter().map(move |mutant| Need::Violated(i, *mutant));
            violated.chain(failing.iter().map(|mutant| Need::Failed(*mutant)))
        })
    }

    fn needs_of(&self, source: usize) -> BTreeSet<Need> {
        if !self.holds.iter().any(|held| held.contains(&source)) {
            return BTreeSet::new();
        }
        let executed = self.statements[source].iter().map(|statement| Need::Executed(*statement));
        executed.chain(self.killed(source)).collect()
    }

    /// What one of those that are taken is good for, and none of the others is.
    fn only(&self, taken: &[usize], at: usize) -> Vec<Need> {
        let others: Vec<usize> =
            taken.iter().enumerate().filter(|(n, _)| *n != at).map(|(_, s)| *s).collect();
        let is_met = |need: &Need| others.iter().any(|other| self.needs[*other].contains(need));
        self.needs[taken[at]].iter().copied().filter(|need| !is_met(need)).collect()
    }
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
mod tests {
    use super::*;
    use crate::relation::{Expr, Followup};
    use crate::traces::{Group, Variant};

    fn relation(then: Expr) -> Relation {
        let followup = Followup { function: None, args: vec![Expr::Param(0)] };
        Relation { when: Expr::yes(), followups: vec![followup], then, tolerance: Tolerance::Exact }
    }

    /// `y1 == y0`.
    fn same() -> Relation {
        relation(Expr::Apply(crate::relation::Op::Eq, vec![Expr::Out(1), Expr::Out(0)]))
    }

    /// An input, what it executes, and the mutants that violate `y1 == y0` on it and those that fail.
    type Row<'a> = (i128, &'a [u32], &'a [u32], &'a [u32]);

    fn pool<'a>(relation: &'a Relation, inputs: &[Row<'_>]) -> Pool<'a> {
        let mut pool = Pool::new(vec![relation]);
        add(&mut pool, inputs);
        pool
    }

    fn add(pool: &mut Pool<'_>, inputs: &[Row<'_>]) {
        let mut groups = Groups::default();
        let group = |source, n: i128, variant, last: i128| Group {
            source,
            variant,
            params: vec![Value::Int(n)],
            outs: vec![Value::Int(0), Value::Int(last)],
        };
        for (source, (n, _, killed, failed)) in inputs.iter().enumerate() {
            groups.correct.push(group(source, *n, Variant::Original, 0));
            for mutant in *killed {
                groups.incorrect.push(group(source, *n, Variant::Mutant(Switch(*mutant)), 1));
            }
            for mutant in *failed {
                groups.failures.entry(Switch(*mutant)).or_default().push(source);
            }
        }
        let values = inputs.iter().map(|(n, ..)| vec![Value::Int(*n)]).collect();
        pool.add(values, inputs.iter().map(|(_, statements, ..)| statements.to_vec()).collect(), &[groups]);
    }

    #[test]
    fn fewest_inputs_keep_every_kill_every_failure_and_every_statement() {
        let same = same();
        let pool = pool(
            &same,
            &[
                (50, &[1, 2], &[7], &[]),
                (40, &[1, 2], &[7, 8], &[]),
                (3, &[1, 3], &[], &[]),
                (2, &[1, 3], &[], &[9]),
                (1, &[1], &[], &[]),
            ],
        );
        assert_eq!(pool.choose(), [3, 1]);
        let chosen = pool.chosen(pool.choose());
        assert_eq!(chosen.sources, [[3, 1]]);
        assert_eq!(chosen.kills, [BTreeSet::from([7, 8].map(Switch))]);
        assert_eq!(chosen.failures, [BTreeSet::from([Switch(9)])]);
    }

    #[test]
    fn input_that_others_make_superfluous_later_goes() {
        let same = same();
        // The first executes most, but the two after it execute all that it does.
        let pool =
            pool(&same, &[(90, &[1, 2, 3], &[], &[]), (5, &[1, 2, 4], &[], &[]), (6, &[3, 5], &[], &[])]);
        assert_eq!(pool.choose(), [1, 2]);
    }

    #[test]
    fn smaller_inputs_take_the_place_of_those_that_they_can_stand_for() {
        let same = same();
        let mut pool = pool(&same, &[(500, &[1, 2], &[7], &[]), (900, &[1, 3], &[8], &[])]);
        let mut taken = pool.choose();
        assert_eq!(taken, [0, 1]);
        assert!(!pool.shrink(&mut taken), "there is nothing smaller yet");
        // The first lacks a kill, the second is larger than what it could stand for, the last is as good.
        add(&mut pool, &[(4, &[1, 3], &[], &[]), (700, &[1, 2], &[7], &[]), (5, &[1, 3], &[8], &[])]);
        assert!(pool.shrink(&mut taken));
        assert_eq!(pool.inputs()[taken[1]], [Value::Int(5)]);
        assert_eq!(taken, [0, 4]);
        assert!(!pool.shrink(&mut taken));
    }

    #[test]
    fn inputs_on_which_every_relation_holds_come_first_so_that_one_table_serves_all() {
        let (same, more) = (same(), relation(Expr::yes()));
        let mut pool = Pool::new(vec![&same, &more]);
        let group = |source, n: i128, outs: [i128; 2]| Group {
            source,
            variant: Variant::Original,
            params: vec![Value::Int(n)],
            outs: outs.map(Value::Int).to_vec(),
        };
        // The first relation does not hold on the first input, which is the smallest and executes most.
        let groups = Groups { correct: vec![group(0, 1, [0, 1]), group(1, 70, [0, 0])], ..Groups::default() };
        pool.add(
            vec![vec![Value::Int(1)], vec![Value::Int(70)]],
            vec![vec![1, 2], vec![1, 2]],
            &[groups.clone(), groups],
        );
        let taken = pool.choose();
        assert_eq!(taken, [1]);
        assert_eq!(pool.chosen(taken).sources, [[1], [1]]);
        assert_eq!(pool.chosen(vec![0, 1]).sources, [vec![1], vec![0, 1]]);
    }

    #[test]
    fn function_has_no_more_sources_than_a_person_reads() {
        let same = same();
        let statements: Vec<[u32; 1]> = (0..90).map(|n| [n]).collect();
        let inputs: Vec<Row<'_>> =
            (0..90).map(|n| (n as i128, &statements[n][..], &[][..], &[][..])).collect();
        assert_eq!(pool(&same, &inputs).choose(), (0..MOST).collect::<Vec<_>>());
    }
}
