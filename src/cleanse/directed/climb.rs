//! Inputs that are near a violation, or behave as none before, are varied.

use std::collections::HashSet;
use std::rc::Rc;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::probe::{Observed, Probe};
use morph_relation::Value;
use morph_values::Generator;

/// Inputs kept per relation, those nearest to a violation.
const NEAREST: usize = 6;
/// Inputs of the latest kinds that are kept.
const NOVEL: usize = 160;
/// Inputs kept on which a relation holds.
const HELD: usize = 40;
/// Neighbours per generation: of those that are nearest, per relation; of those on which it holds; and of the others.
const CLIMBING: usize = 10;
const HOLDING: usize = 10;
const WANDERING: usize = 60;

/// Maximum number of characters and elements of an input.
const LONGEST: usize = 200;

/// What is varied next.
struct Front {
    /// By relation: distances in ascending order, each once, with the input.
    nearest: Vec<Vec<(f64, Rc<Observed>)>>,
    /// Inputs that were the first of their kind.
    novel: Vec<Rc<Observed>>,
    known: [HashSet<u64>; 2],
    /// By relation: inputs on which it holds, the first of their kind among these.
    held: Vec<Pool>,
}

#[derive(Clone, Default)]
struct Pool {
    inputs: Vec<Rc<Observed>>,
    known: HashSet<[u64; 2]>,
}

impl Front {
    fn update(&mut self, seen: Vec<Rc<Observed>>) {
        for observed in seen {
            for (nearest, distance) in self.nearest.iter_mut().zip(&observed.distances) {
                let Some(distance) = distance.filter(|d| *d > 0.0) else { continue };
                let place = nearest.partition_point(|(other, _)| *other < distance);
                if place < NEAREST && nearest.get(place).is_none_or(|(other, _)| *other != distance) {
                    nearest.insert(place, (distance, Rc::clone(&observed)));
                    nearest.truncate(NEAREST);
                }
            }
            for (pool, distance) in self.held.iter_mut().zip(&observed.distances) {
                let holds = distance.is_some_and(|distance| 0.0 < distance && distance <= 1.0);
                if holds && pool.known.insert(observed.behaviour) {
                    pool.inputs.push(Rc::clone(&observed));
                }
            }
            let [way, kind] = observed.behaviour;
            let new = [self.known[0].insert(way), self.known[1].insert(kind)];
            if new.contains(&true) {
                self.novel.push(observed);
            }
        }
        let pools = self.held.iter_mut().map(|pool| (&mut pool.inputs, HELD));
        for (inputs, most) in pools.chain([(&mut self.novel, NOVEL)]) {
            inputs.drain(..inputs.len().saturating_sub(most));
        }
    }
}

/// Climbs until `limit` executions are spent.
pub fn climb(
    probe: &mut Probe<'_, '_, '_>,
    generator: &Generator,
    seeds: Vec<Rc<Observed>>,
    limit: usize,
    rng: &mut ChaCha8Rng,
) -> anyhow::Result<()> {
    let count = probe.count();
    let mut front = Front {
        nearest: vec![Vec::new(); count],
        novel: Vec::new(),
        known: Default::default(),
        held: vec![Pool::default(); count],
    };
    front.update(seeds);
    while probe.spent() < limit && !probe.is_done() {
        let mut inputs: Vec<Vec<Value>> = Vec::new();
        for nearest in front.nearest.iter().filter(|nearest| nearest.len() > 1) {
            for _ in 0..CLIMBING {
                let (_, from) = &nearest[rng.random_range(0..nearest.len())];
                inputs.push(neighbour(from, probe, generator, rng));
            }
        }
        for pool in front.held.iter().filter(|pool| !pool.inputs.is_empty()) {
            for _ in 0..HOLDING {
                let from = &pool.inputs[rng.random_range(0..pool.inputs.len())];
                inputs.push(neighbour(from, probe, generator, rng));
            }
        }
        for _ in 0..WANDERING {
            if !front.novel.is_empty() {
                let from = &front.novel[rng.random_range(0..front.novel.len())];
                inputs.push(neighbour(from, probe, generator, rng));
            }
        }
        let (before, asked) = (probe.spent(), inputs.len());
        let seen = probe.run(inputs)?;
        if (probe.spent() - before) * 20 <= asked {
            // Hardly anything is new around here: the types have few values.
            break;
        }
        front.update(seen);
    }
    Ok(())
}

/// An input near another one; now and then a parameter is what a relation mentions there, or a neighbour of that.
fn neighbour(
    from: &Observed,
    probe: &Probe<'_, '_, '_>,
    generator: &Generator,
    rng: &mut ChaCha8Rng,
) -> Vec<Value> {
    let mut input = from.input.clone();
    let place = rng.random_range(0..input.len());
    let ty = &probe.params[place].ty;
    let fitting: Vec<&Value> = from.mentioned.iter().filter(|value| value.is_writable(ty)).collect();
    let mentions = !fitting.is_empty() && rng.random_bool(0.4);
    if mentions {
        let value = fitting[rng.random_range(0..fitting.len())];
        input[place] = if rng.random_bool(0.3) { generator.vary(value, ty, rng) } else { value.clone() };
    }
    if !mentions || rng.random_bool(0.3) {
        input = generator.neighbour(&input, probe.params, rng);
    }
    // Errors add up in long sequences, so that climbing would go on to ever longer ones.
    if input.iter().map(size).sum::<usize>() > LONGEST { from.input.clone() } else { input }
}

/// How many characters and elements there are.
fn size(value: &Value) -> usize {
    match value {
        Value::Str(text) => text.len(),
        Value::Seq(items) | Value::Tuple(items) => items.iter().map(size).sum(),
        Value::Some(inner) | Value::Ok(inner) | Value::Err(inner) => size(inner),
        Value::Data(data) => data.fields.iter().map(size).sum(),
        _ => 1,
    }
}
