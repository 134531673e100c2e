//! A search for inputs that take branches which no input takes yet, guided by how far executions are from taking them
//! (McMinn, "Search-based software test data generation", 2004): the alternating variable method over numbers and
//! characters ([`steps`]), edits of everything else ([`edits`]).
//!
//! Every execution counts for every branch: an input that comes nearer to another one is where the climb to that one
//! begins, and what newly covered branches lead to comes into reach.

mod edits;
mod places;
mod steps;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::rc::Rc;

use anyhow::Result;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use edits::edits;
use morph_lab::Execution;
use morph_relation::Value;
use morph_source::scan::Subject;
use morph_traces::Live;
use morph_values::Generator;
use places::{Place, places};
use steps::{Step, first_steps, pattern};

/// What a search for branches found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reached {
    /// By probe: the first input that passed it, if possible one on which the subject returns a value.
    pub covered: BTreeMap<u32, Vec<Value>>,
    /// By probe: how near the search came to it.
    pub missed: BTreeMap<u32, Miss>,
    /// Executions of the subject.
    pub executions: usize,
}

/// A branch that no input took.
#[derive(Clone, Debug, PartialEq)]
pub struct Miss {
    /// Executions for this branch.
    pub tries: usize,
    /// The smallest distance *d*, as *d* / (*d* + 1); 1 where no input came to its condition.
    pub distance: f64,
    /// The input that came so near; empty where none came to its condition.
    pub input: Vec<Value>,
}

/// Nearest inputs kept per branch.
const KEPT: usize = 6;
/// Unsuccessful climbs after which a branch is given up, counted since an input last came nearer to it.
const VISITS: usize = 8;
/// Number of parts into which the budget is divided; each part is shared by the remaining branches.
const PARTS: usize = 4;
/// Minimum number of executions per branch and part.
const LEAST: usize = 200;
/// Rounds of edits without progress after which a climb ends.
const STALLED: usize = 3;
/// Maximum rounds of repairing what a step breaks.
const REPAIRS: usize = 12;
/// Executions that one repair may spend.
const REPAIRED: usize = 600;
/// A smaller relative improvement is no progress: ever smaller steps approach the border of another condition.
const PROGRESS: f64 = 1e-3;
/// Random inputs with which a climb restarts after it made no progress.
const RESTART: usize = 60;

/// Looks for inputs that pass `targets`: branches that `original`, of a lab that reports branches, tells of. `seeds` are
/// inputs to begin at, which count as executions, too: a branch is climbed to once an input comes to its condition. Inputs
/// may hold what constructors are yet to make.
pub fn reach(
    subject: &Subject,
    original: &mut Live<'_>,
    generator: &Generator,
    seeds: &[Vec<Value>],
    targets: &BTreeSet<u32>,
    limit: usize,
    rng: &mut ChaCha8Rng,
) -> Result<Reached> {
    let open = targets.iter().map(|probe| (*probe, Target::default())).collect();
    let (covered, failing) = (BTreeMap::new(), BTreeSet::new());
    let seen = HashMap::new();
    let mut search = Search { subject, original, generator, limit, open, covered, failing, seen, spent: 0 };
    let seeds = seeds.iter().take(limit).cloned().collect();
    search.run(seeds)?;
    while !subject.params.is_empty() && search.left() > 0 {
        let next: Vec<u32> = search.worthwhile().collect();
        if next.is_empty() {
            break;
        }
        let share = (search.left() / next.len() / PARTS).max(LEAST);
        for probe in next {
            search.visit(probe, share.min(search.left()), rng)?;
        }
    }
    Ok(search.result())
}

/// A branch that no input takes yet.
#[derive(Default)]
struct Target {
    /// The nearest inputs, each distance once, in ascending order.
    nearest: Vec<(f64, Vec<Value>)>,
    tries: usize,
    /// Climbs in vain since an input came nearer.
    visits: usize,
}

/// How far an execution is from a branch; 0 where it takes it, `None` where it does not come to its condition.
fn distance_to(execution: &Execution, probe: u32) -> Option<f64> {
    if execution.probes.binary_search(&probe).is_ok() {
        return Some(0.0);
    }
    execution.distances.iter().find(|(other, _)| *other == probe).map(|(_, distance)| *distance)
}

struct Search<'a, 'l> {
    subject: &'a Subject,
    original: &'a mut Live<'l>,
    generator: &'a Generator,
    /// Executions that it may spend.
    limit: usize,
    open: BTreeMap<u32, Target>,
    covered: BTreeMap<u32, Vec<Value>>,
    /// Of these, the ones that were taken by inputs only on which the subject returns nothing.
    failing: BTreeSet<u32>,
    /// What was executed.
    seen: HashMap<Vec<Value>, Rc<Execution>>,
    spent: usize,
}

impl Search<'_, '_> {
    fn left(&self) -> usize {
        self.limit - self.spent
    }

    /// Branches whose conditions are reached, and that were not tried too often; the nearest first.
    fn worthwhile(&self) -> impl Iterator<Item = u32> {
        let open = self.open.iter().filter(|(_, target)| target.visits < VISITS);
        let mut ranked: Vec<(f64, u32)> =
            open.filter_map(|(probe, target)| Some((target.nearest.first()?.0, *probe))).collect();
        ranked.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        ranked.into_iter().map(|(_, probe)| probe)
    }

    /// Executes inputs, and returns their distances from one branch: 0 where they take it, `None` where they do not come to
    /// its condition or are not executed any more.
    fn distances(&mut self, probe: u32, inputs: &[Vec<Value>]) -> Result<Vec<Option<f64>>> {
        self.run(inputs.to_vec())?;
        Ok(inputs.iter().map(|input| distance_to(self.seen.get(input)?, probe)).collect())
    }

    /// Executes inputs that are new.
    fn run(&mut self, mut inputs: Vec<Vec<Value>>) -> Result<()> {
        let mut asked = HashSet::new();
        inputs.retain(|input| !self.seen.contains_key(input) && asked.insert(input.clone()));
        inputs.truncate(self.left());
        if inputs.is_empty() {
            return Ok(());
        }
        self.spent += inputs.len();
        let executions = self.original.run(&inputs)?;
        for (input, execution) in inputs.into_iter().zip(executions) {
            let returns = execution.outcome.value().is_some();
            for probe in execution.probes.iter() {
                if self.open.remove(probe).is_some() || (returns && self.failing.contains(probe)) {
                    self.covered.insert(*probe, input.clone());
                    if returns {
                        self.failing.remove(probe)
                    } else {
                        self.failing.insert(*probe)
                    };
                }
            }
            for (probe, distance) in &execution.distances {
                let Some(target) = self.open.get_mut(probe) else { continue };
                let place = target.nearest.partition_point(|(other, _)| other < distance);
                if place < KEPT && target.nearest.get(place).is_none_or(|(other, _)| other != distance) {
                    let best = target.nearest.first().map_or(f64::INFINITY, |(best, _)| *best);
                    if *distance < best * (1.0 - PROGRESS) {
                        target.visits = 0;
                    }
                    target.nearest.insert(place, (*distance, input.clone()));
                    target.nearest.truncate(KEPT);
                }
            }
            self.seen.insert(input, execution);
        }
        Ok(())
    }

    /// Climbs to a branch, from one of the inputs that are nearest to it.
    fn visit(&mut self, probe: u32, share: usize, rng: &mut ChaCha8Rng) -> Result<()> {
        let before = self.spent;
        let Some(target) = self.open.get_mut(&probe) else { return Ok(()) };
        let visit = target.visits;
        target.visits += 1;
        if visit % 3 == 2 {
            let random = (0..RESTART).map(|_| self.generator.input(&self.subject.params, rng)).collect();
            self.run(random)?;
        }
        let nearest = self.open.get(&probe).map(|target| target.nearest.as_slice()).unwrap_or_default();
        let from = if visit == 0 { 0 } else { rng.random_range(0..nearest.len().max(1)) };
        if let Some((distance, input)) = nearest.get(from).cloned() {
            self.climb(probe, (distance, input), before + share, rng)?;
        }
        let spent = self.spent - before;
        if let Some(target) = self.open.get_mut(&probe) {
            target.tries += spent;
        }
        Ok(())
    }

    /// Goes on from an input to nearer ones, until the branch is taken, so much is spent, or nothing leads nearer.
    fn climb(
        &mut self,
        probe: u32,
        (mut distance, mut input): (f64, Vec<Value>),
        until: usize,
        rng: &mut ChaCha8Rng,
    ) -> Result<()> {
        let mut stalled = 0;
        while distance > 0.0 && self.spent < until.min(self.limit) && stalled < STALLED {
            let mut found = self.explore(probe, distance, &input, None)?;
            let nearer = |found: &Option<(f64, Vec<Value>)>| {
                found.as_ref().is_some_and(|(next, _)| distance - next > distance * PROGRESS)
            };
            if !nearer(&found) {
                found = self.repair(probe, distance, &input)?.or(found);
            }
            if !nearer(&found) {
                let changed = edits(&input, distance, &self.subject.params, self.generator, rng);
                let than = found.as_ref().map_or(f64::INFINITY, |(next, _)| *next);
                found = self.best(probe, changed, than)?.or(found);
            }
            stalled = if nearer(&found) { 0 } else { stalled + 1 };
            let Some((next, better)) = found else { break };
            // An input that is as near is another place to look around from.
            if next <= distance {
                (distance, input) = (next, better);
            }
        }
        Ok(())
    }

    /// Steps after which an input does not come to the branch's condition any more, since one on the way there has
    /// another outcome, with steps elsewhere after which it has the same again: where one number has to equal another,
    /// both have to change.
    fn repair(&mut self, probe: u32, distance: f64, input: &[Value]) -> Result<Option<(f64, Vec<Value>)>> {
        let params = &self.subject.params;
        let mut broken = Vec::new();
        // The farthest first: what they lead to is nearest.
        for times in [distance, 2.0 * distance, 16.0, 1.0] {
            for place in places(input, params) {
                let Some(value) = place.value(input).filter(|value| !matches!(value, Value::Char(_))) else {
                    continue;
                };
                for step in first_steps(&value, &place.ty).into_iter().take(2) {
                    let moved = step.from(&value, times).and_then(|new| place.replaced(input, new, params));
                    broken.extend(moved.map(|moved| (place.clone(), moved)));
                }
            }
        }
        let moved: Vec<Vec<Value>> = broken.iter().map(|(_, moved)| moved.clone()).collect();
        self.run(moved)?;
        let until = self.spent + REPAIRED;
        for (place, mut moved) in broken {
            if self.spent >= until {
                break;
            }
            // One condition after the other, where several are on the way.
            for _ in 0..REPAIRS {
                let Some(lost) = self.lost(input, &moved, probe) else { break };
                let Some(before) = self.seen.get(&moved).and_then(|passed| distance_to(passed, lost)) else {
                    break;
                };
                let Some((_, next)) = self.explore(lost, before, &moved, Some(&place))? else { break };
                moved = next;
                let reached = self.seen.get(&moved).and_then(|passed| distance_to(passed, probe));
                if let Some(reached) = reached.filter(|reached| *reached < distance) {
                    return Ok(Some((reached, moved)));
                }
            }
        }
        Ok(None)
    }

    /// The branch on the way to another one that an input takes and a changed one does not, so that it does not come to
    /// that one.
    fn lost(&self, input: &[Value], changed: &[Value], probe: u32) -> Option<u32> {
        let (before, after) = (self.seen.get(input)?, self.seen.get(changed)?);
        let missed = || after.distances.iter().map(|(missed, _)| *missed);
        match distance_to(after, probe) {
            None => missed().find(|missed| before.probes.binary_search(missed).is_ok()),
            Some(_) => None,
        }
    }

    /// Small steps from every number and character but at one place, and longer ones in the direction of the best.
    fn explore(
        &mut self,
        probe: u32,
        distance: f64,
        input: &[Value],
        but: Option<&Place>,
    ) -> Result<Option<(f64, Vec<Value>)>> {
        let params = &self.subject.params;
        let mut tried: Vec<(Place, Value, Step)> = Vec::new();
        let mut inputs = Vec::new();
        for place in places(input, params).into_iter().filter(|place| Some(place) != but) {
            let Some(value) = place.value(input) else { continue };
            for step in first_steps(&value, &place.ty) {
                let next = step.from(&value, 1.0).and_then(|new| place.replaced(input, new, params));
                if let Some(next) = next {
                    tried.push((place.clone(), value.clone(), step));
                    inputs.push(next);
                }
            }
        }
        let distances = self.distances(probe, &inputs)?;
        let found = distances.iter().enumerate().filter_map(|(i, after)| Some(((*after)?, i)));
        let Some((after, i)) =
            found.filter(|(after, _)| *after < distance).min_by(|a, b| a.0.total_cmp(&b.0))
        else {
            return Ok(None);
        };
        if after == 0.0 {
            return Ok(Some((after, inputs.swap_remove(i))));
        }
        let (place, value, step) = &tried[i];
        let far = pattern(distance, after).into_iter().filter_map(|times| step.from(value, times));
        let far = far.filter_map(|new| place.replaced(input, new, params)).collect();
        let farther = self.best(probe, far, after)?;
        Ok(Some(farther.unwrap_or_else(|| (after, inputs.swap_remove(i)))))
    }

    /// The nearest of some inputs, where it is nearer than `than`.
    fn best(&mut self, probe: u32, inputs: Vec<Vec<Value>>, than: f64) -> Result<Option<(f64, Vec<Value>)>> {
        let distances = self.distances(probe, &inputs)?;
        let found =
            distances.into_iter().zip(inputs).filter_map(|(distance, input)| Some((distance?, input)));
        Ok(found.filter(|(distance, _)| *distance < than).min_by(|a, b| a.0.total_cmp(&b.0)))
    }

    fn result(self) -> Reached {
        let miss = |target: Target| {
            let nearest = target.nearest.into_iter().next();
            let (distance, input) = nearest.map_or((1.0, Vec::new()), |(d, input)| (d / (d + 1.0), input));
            Miss { tries: target.tries, distance, input }
        };
        let missed = self.open.into_iter().map(|(probe, target)| (probe, miss(target))).collect();
        Reached { covered: self.covered, missed, executions: self.spent }
    }
}
