//! The published baseline: sequences of relations by simulated annealing (composite relations §4.2). Only a bench calls it.

use anyhow::Result;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::genetic::{Fitness, Sequences, random};

/// How it cools: from here to there by this factor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cooling {
    /// The first temperature.
    pub from: f64,
    /// The last one.
    pub to: f64,
    /// What each is multiplied with.
    pub factor: f64,
}

/// The published setting.
pub const COOLING: Cooling = Cooling { from: 200.0, to: 0.005, factor: 0.95 };

/// Searches sequences of `layers` of so many relations: a neighbour has one relation replaced, and is taken where it is no
/// worse, or by chance, the less likely the colder. `chain` sequences are tried at each temperature.
pub fn anneal(
    relations: usize,
    layers: usize,
    cooling: &Cooling,
    chain: usize,
    fitness: Fitness<'_>,
    rng: &mut ChaCha8Rng,
) -> Result<Sequences> {
    let mut found = Sequences::default();
    let mut here = random(relations, layers, rng);
    let mut score = fitness(&here)?;
    let mut temperature = cooling.from;
    while temperature > cooling.to {
        for _ in 0..chain {
            let mut next = here.clone();
            next[rng.random_range(0..layers)] = rng.random_range(0..relations);
            let new = fitness(&next)?;
            found.asked += 1;
            if new >= 1.0 {
                found.fit.insert(next.clone());
            }
            // In percent, as the published temperatures are.
            let worse = (score - new).max(0.0) * 100.0;
            if rng.random_bool((-worse / temperature).exp()) {
                (here, score) = (next, new);
            }
        }
        temperature *= cooling.factor;
    }
    Ok(found)
}
