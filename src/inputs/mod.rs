//! Source inputs: seeded random with magnitudes of every size, the special values of each type, the constants of the
//! function's body and their neighbours; parameters of one type resemble each other now and then.

mod generate;
mod special;
mod transformations;

use std::collections::HashSet;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

pub use generate::Generator;
pub use transformations::{Context, TEMPLATES, Template, Transformation, by_frequency, transformations};

use crate::relation::Value;
use crate::scan::Subject;

/// A random stream of its own for a unit of work: the same for the same seed and name, whatever runs beside it.
pub fn stream(seed: u64, name: &str) -> ChaCha8Rng {
    let hash = name
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64 ^ seed.wrapping_mul(0x9e37_79b9_7f4a_7c15), |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
    ChaCha8Rng::seed_from_u64(hash)
}

/// Up to `count` different inputs for a subject; fewer where its types have fewer.
pub fn sources(
    subject: &Subject,
    generator: &Generator,
    count: usize,
    rng: &mut ChaCha8Rng,
) -> Vec<Vec<Value>> {
    let mut seen = HashSet::new();
    let mut inputs = Vec::new();
    for _ in 0..count * 4 {
        if inputs.len() >= count {
            break;
        }
        let input = generator.input(&subject.params, rng);
        if seen.insert(input.clone()) {
            inputs.push(input);
        }
    }
    inputs
}

/// Inputs near those on which the subject returned a value: where it mostly fails, its useful domain is around them.
pub fn nearby(
    subject: &Subject,
    generator: &Generator,
    good: &[Vec<Value>],
    count: usize,
    rng: &mut ChaCha8Rng,
) -> Vec<Vec<Value>> {
    let mut inputs = Vec::new();
    for _ in 0..count {
        let mut input = if good.is_empty() || rng.random_bool(0.25) {
            generator.modest().input(&subject.params, rng)
        } else {
            good[rng.random_range(0..good.len())].clone()
        };
        let place = rng.random_range(0..input.len());
        input[place] = match rng.random_range(0..3) {
            0 if !good.is_empty() => good[rng.random_range(0..good.len())][place].clone(),
            1 => generator.modest().value(&subject.params[place].ty, rng),
            _ => generator.vary(&input[place], &subject.params[place].ty, rng),
        };
        inputs.push(input);
    }
    inputs
}
