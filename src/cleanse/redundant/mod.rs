//! Laws that say what others say (AutoMR §III.D), before any of them is executed on mutants. Each step reports how many it
//! takes away.
//!
//! Inequalities whose inputs and outcomes imply those of others are decided exactly, which is a step of its own.

mod implied;
mod independent;
mod similar;
mod singular;

pub use implied::implied;
pub use independent::independent;
pub use similar::similar;

use crate::search::polynomial::{Law, Space};
use crate::search::weight;
use morph_relation::{Signature, Value};

/// What a step took away.
#[derive(Clone, Debug, PartialEq)]
pub struct RemovedLaws {
    /// Its name.
    pub name: &'static str,
    /// The laws, with the reason.
    pub removed: Vec<(Law, &'static str)>,
}

/// Laws that are left, the simplest first, and what follows from them.
#[derive(Clone, Debug, Default)]
pub struct Cleansed {
    /// Laws that nothing else implies, as far as is known.
    pub laws: Vec<Law>,
    /// Laws that follow from these on the samples: worth a test only where they kill more.
    pub implied: Vec<Law>,
    /// The steps, in order.
    pub steps: Vec<RemovedLaws>,
}

/// Takes redundant laws away; `sources` are samples of the subject's inputs.
pub fn cleanse(laws: Vec<Law>, subject: &Signature, sources: &[Vec<Value>]) -> Cleansed {
    let Some(space) = Space::of(subject) else { return Cleansed { laws, ..Cleansed::default() } };
    let mut written: Vec<(usize, Law)> = laws
        .into_iter()
        .filter_map(|law| Some((law.relation(&space).map(|relation| weight(&relation))?, law)))
        .collect();
    written.sort_by_key(|(weight, _)| *weight);
    let laws: Vec<Law> = written.into_iter().map(|(_, law)| law).collect();
    let (laws, alike) = similar(laws);
    let (laws, dependent) = independent(laws);
    let (laws, implied) = implied(laws, &space, subject, sources);
    let step = |name, removed: Vec<Law>, why| RemovedLaws {
        name,
        removed: removed.into_iter().map(|law| (law, why)).collect(),
    };
    let steps = vec![
        step("similarity", alike, "nearly the same as another"),
        step("singular values", dependent, "depends linearly on others with the same inputs"),
    ];
    Cleansed { laws, implied, steps }
}
