//! Sequences of relations that compose, by a genetic algorithm with the published operators (composite relations §3.3).

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::preset::Composition;

/// Numbers of relations, the first layer first.
pub type Sequence = Vec<usize>;

/// What a search of sequences found and spent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sequences {
    /// Those that hold on every input, in order.
    pub fit: BTreeSet<Sequence>,
    /// How many sequences were asked for, with repetitions.
    pub asked: usize,
}

/// The share of inputs on which a sequence's composite holds; 0 where it does not compose.
pub type Fitness<'a> = &'a mut dyn FnMut(&[usize]) -> Result<f64>;

/// Searches sequences of `layers` of so many relations: parents are drawn in proportion to their fitness, exchange what is
/// behind a point, and now and then a relation is replaced.
pub fn evolve(
    relations: usize,
    layers: usize,
    preset: &Composition,
    fitness: Fitness<'_>,
    rng: &mut ChaCha8Rng,
) -> Result<Sequences> {
    let mut found = Sequences::default();
    let mut known: BTreeMap<Sequence, f64> = BTreeMap::new();
    let size = preset.population[(layers - 2).min(preset.population.len() - 1)];
    let mut population: Vec<Sequence> = (0..size).map(|_| random(relations, layers, rng)).collect();
    for generation in 0..=preset.generations {
        let mut scores = Vec::with_capacity(size);
        for sequence in &population {
            found.asked += 1;
            let score = match known.get(sequence) {
                Some(score) => *score,
                None => *known.entry(sequence.clone()).or_insert(fitness(sequence)?),
            };
            if score >= 1.0 {
                found.fit.insert(sequence.clone());
            }
            scores.push(score);
        }
        if generation == preset.generations {
            break;
        }
        let mut next: Vec<Sequence> = Vec::with_capacity(size);
        while next.len() < size {
            let [mut a, mut b] = [0; 2].map(|_| population[roulette(&scores, rng)].clone());
            if rng.random_bool(preset.crossover) {
                let point = rng.random_range(1..layers);
                a[point..].swap_with_slice(&mut b[point..]);
            }
            for mut child in [a, b] {
                if rng.random_bool(preset.mutation) {
                    let place = rng.random_range(0..layers);
                    child[place] = rng.random_range(0..relations);
                }
                next.push(child);
            }
        }
        next.truncate(size);
        population = next;
    }
    Ok(found)
}

/// A random sequence.
pub fn random(relations: usize, layers: usize, rng: &mut ChaCha8Rng) -> Sequence {
    (0..layers).map(|_| rng.random_range(0..relations)).collect()
}

/// A place, in proportion to its score; any where all are zero.
fn roulette(scores: &[f64], rng: &mut ChaCha8Rng) -> usize {
    let sum: f64 = scores.iter().sum();
    if sum <= 0.0 {
        return rng.random_range(0..scores.len());
    }
    let mut left = rng.random_range(0.0..sum);
    for (i, score) in scores.iter().enumerate() {
        if left < *score {
            return i;
        }
        left -= score;
    }
    scores.len() - 1
}
