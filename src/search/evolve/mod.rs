//! Output relations by co-evolution (GenMorph §6): one population ranks by false positives first, the other by false
//! negatives first, and now and then they exchange their best. Guards evolve with the relations.

mod archive;
mod grammar;
mod population;
mod preset;
#[cfg(test)]
mod tests;
mod tree;
mod vary;

pub use preset::{DEFAULT, NAME, PAPER, Preset};

use std::collections::BTreeMap;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use self::archive::Archive;
use self::grammar::Grammar;
use self::population::{Scored, elites, next, rank};
use self::vary::{Individual, Variation};
use super::guards::{LEAST, LEAST_SHARE, guards};
use super::{Found, StopReason, Strategy, Task};
use morph_columns::{Arena, Candidate, Counts, Engine, NodeId, Order, SMALL, Table};
use morph_relation::{Expr, Tolerance, Type};
use morph_traces::{Group, Variant};
use morph_values::stream;

/// The strategy, under a preset.
pub struct Evolve {
    /// Its parameters.
    pub preset: &'static Preset,
}

/// The two populations.
const ORDERS: [Order; 2] = [Order::FalsePositives, Order::FalseNegatives];

/// Cost of visiting a nested value, in evaluations of an operator on numbers.
const BULKY: u64 = 20;

/// Maximum number of nested values in the groups of a search, not counting small ones. Of each mutant, [`FEWEST`]
/// groups are kept in any case.
const BULK: usize = 50_000;
const FEWEST: usize = 8;

/// At most one individual in this many of the first generation is a seed.
const SEEDED: usize = 5;

impl Strategy for Evolve {
    fn name(&self) -> &'static str {
        NAME
    }

    fn search(&self, task: &Task<'_>) -> Found {
        self.watched(task, &mut |_, _| {})
    }
}

impl Evolve {
    /// Searches, and shows each generation's number and output relations, of both populations, before they are
    /// evaluated.
    pub fn watched(
        &self,
        task: &Task<'_>,
        watch: &mut dyn FnMut(usize, &mut dyn Iterator<Item = Expr>),
    ) -> Found {
        let preset = self.preset;
        let grammar = Grammar::of(task, preset);
        let wanted = |group: &&Group| {
            let fault = group.variant.fault();
            fault.is_some_and(|fault| !preset.open_only || task.open.contains(&fault))
        };
        let incorrect: Vec<&Group> = task.groups.incorrect.iter().filter(wanted).collect();
        let incorrect = thinned(incorrect, &task.groups.correct);
        let nothing = Found { candidates: Vec::new(), stop: StopReason::Exhausted, evaluations: 0 };
        if incorrect.is_empty() || task.groups.correct.is_empty() {
            return nothing;
        }
        let floats = task.scope.outs.iter().filter_map(Type::narrowest_float).min();
        let tolerance = floats.map_or(Tolerance::Exact, Tolerance::laxest);
        let correct = task.groups.correct.iter().map(Group::env);
        let table =
            Table::new(task.scope, &grammar.leaves, correct, incorrect.iter().map(|g| g.env()), tolerance);
        let conditions: Vec<Expr> = match preset.conditions {
            0 => Vec::new(),
            _ => guards(task.subject, task.constants, task.groups)
                .into_iter()
                .skip(1)
                .map(|g| g.when)
                .collect(),
        };
        let faults = incorrect.iter().filter_map(|group| group.variant.fault()).collect();
        let evolution = Evolution {
            task,
            preset,
            grammar: &grammar,
            table: &table,
            conditions: &conditions,
            archive: Archive::new(task, &grammar, &conditions, faults),
            engine: Engine::new(&table),
            spent: 0,
        };
        evolution.run(watch)
    }
}

struct Evolution<'a> {
    task: &'a Task<'a>,
    preset: &'a Preset,
    grammar: &'a Grammar,
    table: &'a Table,
    conditions: &'a [Expr],
    archive: Archive<'a>,
    engine: Engine<'a>,
    spent: u64,
}

impl Evolution<'_> {
    fn run(mut self, watch: &mut dyn FnMut(usize, &mut dyn Iterator<Item = Expr>)) -> Found {
        let preset = self.preset;
        let mut rng = stream(self.task.seed, "evolve");
        let variation = Variation { grammar: self.grammar, preset, conditions: self.conditions.len() };
        let mut generations = ORDERS.map(|_| self.first(&mut rng));
        let mut bounds = [None; 2];
        let mut since = 0;
        let mut stop = StopReason::Exhausted;
        for number in 1..=preset.generations {
            let leaves = &self.grammar.leaves;
            watch(number, &mut generations.iter().flatten().map(|one| one.tree.to_expr(leaves)));
            let mut ranked = self.evaluate(&generations, &mut bounds);
            let mut new = false;
            for scored in ranked.iter().flatten() {
                new |= self.archive.keep(scored);
            }
            since = if new { 0 } else { since + 1 };
            if since >= preset.plateau {
                stop = StopReason::Plateau;
                break;
            }
            if self.spent >= self.task.evaluations {
                stop = StopReason::Budget;
                break;
            }
            if number % preset.migration == 0 {
                migrate(&mut ranked, preset.migrants);
            }
            generations = ranked.map(|ranked| match ranked.as_slice() {
                [] => self.first(&mut rng),
                ranked => next(ranked, preset, &variation, &mut rng),
            });
        }
        Found { candidates: self.archive.finish(), stop, evaluations: self.spent }
    }

    /// Seeds, then random trees of every size.
    fn first(&self, rng: &mut ChaCha8Rng) -> Vec<Individual> {
        let seeds = self.task.seeds.iter().filter_map(|relation| {
            let tree = self.grammar.tree_of(&relation.then, self.task.scope)?;
            let guard = if relation.when.is_yes() {
                Vec::new()
            } else {
                vec![self.conditions.iter().position(|condition| *condition == relation.when)?]
            };
            (tree.size() <= self.preset.size).then_some(Individual { tree, guard })
        });
        let mut all: Vec<Individual> = seeds.take(self.preset.population / SEEDED).collect();
        while all.len() < self.preset.population {
            let size = rng.random_range(3..=self.preset.size.max(3));
            let tree = self.grammar.condition(size, rng);
            if tree.size() <= self.preset.size {
                all.push(Individual { tree, guard: Vec::new() });
            }
        }
        all
    }

    /// Evaluates the populations and ranks what survives of each. Those behind the `bounds`, the keys of the last
    /// generation's survivors, are dropped as soon as that is known.
    fn evaluate(
        &mut self,
        generations: &[Vec<Individual>; 2],
        bounds: &mut [Option<(u32, u32, usize)>; 2],
    ) -> [Vec<Scored>; 2] {
        let mut arena = Arena::new(self.table);
        let guards: Vec<Option<NodeId>> = self.conditions.iter().map(|when| arena.add(when)).collect();
        let mut candidates = Vec::new();
        let mut owners: Vec<(usize, &Individual)> = Vec::new();
        for (population, generation) in generations.iter().enumerate() {
            for individual in generation {
                let parts = individual.guard.iter().map(|i| guards[*i]);
                let guard = match parts.collect::<Option<Vec<NodeId>>>() {
                    Some(parts) => parts.into_iter().reduce(|a, b| {
                        arena.apply(morph_relation::Op::And, &[a, b]).expect("conditions are of type bool")
                    }),
                    None => continue,
                };
                if let Some(relation) = individual.tree.add_to(&mut arena) {
                    candidates.push(Candidate { relation, guard });
                    owners.push((population, individual));
                    self.spent +=
                        (individual.tree.size() * (self.table.correct() + self.table.incorrect())) as u64;
                }
            }
        }
        let key = |i: usize, counts: Counts| {
            let (population, individual) = owners[i];
            ORDERS[population].key(counts, individual.tree.size() + 3 * individual.guard.len())
        };
        let bulk = self.engine.bulk();
        let known = *bounds;
        let hopeless =
            |i: usize, counts: Counts| known[owners[i].0].is_some_and(|bound| key(i, counts) > bound);
        let counts = self.engine.classify(&arena, &candidates, &hopeless);
        let alive: Vec<usize> = (0..candidates.len()).filter(|i| counts[*i].is_some()).collect();
        let chosen: Vec<Candidate> = alive.iter().map(|i| candidates[*i]).collect();
        let sets = self.engine.sets(&arena, &chosen);
        self.spent += (self.engine.bulk() - bulk) * BULKY;
        let mut ranked = [Vec::new(), Vec::new()];
        let correct = self.table.correct();
        let least = LEAST.min(correct).max((correct as f64 * LEAST_SHARE) as usize);
        for (i, sets) in alive.into_iter().zip(sets) {
            let (population, individual) = owners[i];
            let Some(counts) = counts[i] else { continue };
            let eligible = counts.applicable as usize >= least && self.grammar.relates(&individual.tree);
            ranked[population].push(Scored { individual: individual.clone(), counts, sets, eligible });
        }
        for ((ranked, order), bound) in ranked.iter_mut().zip(ORDERS).zip(bounds) {
            rank(ranked, order);
            let survivors = (self.preset.population as f64 * self.preset.survivors) as usize;
            // The elites survive in any case.
            let last = elites(ranked, self.preset.elites).last().copied().unwrap_or(0);
            ranked.truncate(survivors.max(last + 1));
            *bound =
                (self.preset.survivors < 1.0).then(|| ranked.last().map(|last| last.key(order))).flatten();
        }
        ranked
    }
}

/// The first groups of each mutant, fewer where all together hold more than [`BULK`] values inside others.
fn thinned<'g>(mut incorrect: Vec<&'g Group>, correct: &[Group]) -> Vec<&'g Group> {
    let bulk = |group: &Group| {
        group.params.iter().chain(&group.outs).map(|value| value.size().saturating_sub(SMALL)).sum::<usize>()
    };
    let fixed: usize = correct.iter().map(bulk).sum();
    let all: usize = incorrect.iter().map(|group| bulk(group)).sum();
    let share = BULK.saturating_sub(fixed) as f64 / all.max(1) as f64;
    if share >= 1.0 {
        return incorrect;
    }
    let mut count: BTreeMap<Variant, usize> = BTreeMap::new();
    incorrect.iter().for_each(|group| *count.entry(group.variant).or_default() += 1);
    let most = |count: usize| ((count as f64 * share) as usize).max(FEWEST);
    let mut taken: BTreeMap<Variant, usize> = BTreeMap::new();
    incorrect.retain(|group| {
        let taken = taken.entry(group.variant).or_default();
        *taken += 1;
        *taken <= most(count[&group.variant])
    });
    incorrect
}

/// Each population gets the other's best in place of its worst.
fn migrate(ranked: &mut [Vec<Scored>; 2], migrants: usize) {
    let best: Vec<Vec<Scored>> =
        ranked.iter().map(|ranked| ranked.iter().take(migrants).cloned().collect()).collect();
    for (population, order) in ORDERS.iter().enumerate() {
        let ranked = &mut ranked[population];
        ranked.truncate(ranked.len().saturating_sub(migrants).max(1));
        ranked.extend(best[1 - population].iter().cloned());
        rank(ranked, *order);
    }
}
