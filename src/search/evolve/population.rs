//! One of the two populations: its order, its best, and the parents of the next generation (GenMorph Algorithm 1).

use std::collections::HashSet;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::preset::Preset;
use super::vary::{Individual, Variation};
use morph_columns::{Counts, Order, Rows, Sets};

/// An evaluated individual.
#[derive(Clone, Debug)]
pub struct Scored {
    /// The individual.
    pub individual: Individual,
    /// How it classifies the groups.
    pub counts: Counts,
    /// Which it classifies wrongly.
    pub sets: Sets,
    /// Whether it may be an elite: it relates all executions, and its guard keeps enough groups.
    pub eligible: bool,
}

impl Scored {
    /// What a population is ordered by.
    pub fn key(&self, order: Order) -> (u32, u32, usize) {
        order.key(self.counts, self.individual.tree.size() + 3 * self.individual.guard.len())
    }

    /// How many executions one or the other of two classifies rightly.
    fn covered_with(&self, other: &Scored) -> u32 {
        let right =
            |a: &Rows, b: &Rows| a.0.iter().zip(&b.0).map(|(a, b)| (!(a & b)).count_ones()).sum::<u32>();
        right(&self.sets.false_positives, &other.sets.false_positives)
            + right(&self.sets.false_negatives, &other.sets.false_negatives)
    }
}

/// Orders a generation; equals keep the order in which they were made.
pub fn rank(generation: &mut [Scored], order: Order) {
    generation.sort_by_key(|scored| scored.key(order));
}

/// The places of the best of a ranked generation: of the same text, or with the same false negatives, only the first
/// (GenMorph §6.2).
pub fn elites(ranked: &[Scored], count: usize) -> Vec<usize> {
    let (mut texts, mut negatives) = (HashSet::new(), HashSet::new());
    let mut chosen = Vec::new();
    for (place, scored) in ranked.iter().enumerate() {
        if chosen.len() == count {
            break;
        }
        if scored.eligible
            && !texts.contains(&scored.individual)
            && negatives.insert(&scored.sets.false_negatives)
        {
            texts.insert(&scored.individual);
            chosen.push(place);
        }
    }
    chosen
}

/// Of so many the second parent of a best match is the one that classifies the most rightly together with the first.
const MATCHED: usize = 8;

/// The next generation: the elites, then children of chosen parents.
pub fn next(
    ranked: &[Scored],
    preset: &Preset,
    variation: &Variation<'_>,
    rng: &mut ChaCha8Rng,
) -> Vec<Individual> {
    let mut next: Vec<Individual> =
        elites(ranked, preset.elites).into_iter().map(|place| ranked[place].individual.clone()).collect();
    while next.len() < preset.population {
        let any = |rng: &mut ChaCha8Rng| rng.random_range(0..ranked.len());
        // Ranked: the better of two is the one in front.
        let winner = |rng: &mut ChaCha8Rng| any(rng).min(any(rng));
        let (a, b) = if rng.random_bool(preset.best_match) {
            let first = any(rng);
            let others: Vec<usize> = (0..MATCHED).map(|_| any(rng)).collect();
            let second = others
                .iter()
                .copied()
                .max_by_key(|other| (ranked[first].covered_with(&ranked[*other]), std::cmp::Reverse(*other)));
            (first, second.unwrap_or(first))
        } else {
            (winner(rng), winner(rng))
        };
        let children = variation.children(&ranked[a].individual, &ranked[b].individual, rng);
        next.extend(children.into_iter().filter(|child| child.tree.size() <= preset.size));
    }
    next.truncate(preset.population);
    next
}
