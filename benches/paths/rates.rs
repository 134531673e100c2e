//! Fault detection rates of sources in an order, and what they come to over all seeds.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use cargo_morph::inputs::{Kind, order};
use morph_experiments::{Compared, Fault, Tried, apfd};
use morph_lab::MutantId;
use morph_values::stream;
use rand::seq::SliceRandom;

use crate::programs::{FAULT, Faults, Program};

/// Sources of a kind, and how they are ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Technique {
    /// How they are made.
    pub kind: Kind,
    /// Whether they are ordered by path distance; at random otherwise.
    pub ordered: bool,
}

/// Those of the paper, in its order, and path-directed sources in random order: what the order is worth.
pub const TECHNIQUES: [Technique; 5] = [
    Technique { kind: Kind::Random, ordered: false },
    Technique { kind: Kind::Adaptive, ordered: false },
    Technique { kind: Kind::Concolic, ordered: false },
    Technique { kind: Kind::Path, ordered: true },
    Technique { kind: Kind::Path, ordered: false },
];

/// A program's figures.
pub struct Measured {
    /// The program.
    pub program: &'static Program,
    /// The ids of its faults.
    pub faults: BTreeMap<MutantId, String>,
    /// Those that some source of any kind and seed detects.
    pub detected: BTreeSet<MutantId>,
    /// How many branches some source of any kind and seed takes.
    pub branches: usize,
    /// The number of sources that every technique has, over all seeds.
    pub sources: (usize, usize),
    /// By technique: its figures by seed.
    pub rates: [Vec<Rates>; TECHNIQUES.len()],
}

/// A technique's figures for one seed, as shares.
#[derive(Clone, Debug)]
pub struct Rates {
    /// Of the faults, those that the first tenth of the sources detects, the first two tenths and so on.
    pub detection: [f64; 10],
    /// The average percentage of faults detected.
    pub apfd: f64,
    /// Of the branches that any source takes, those that its sources do.
    pub coverage: f64,
    /// How many sources there are.
    pub sources: usize,
    /// The seconds that it took to make them.
    pub seconds: f64,
}

/// The figures of a program.
pub fn measure(program: &'static Program, compared: &Compared, seeds: &Range<u64>) -> Measured {
    let of_program = |function: &str| program.functions.contains(&function);
    // A faulty version is a fault, whether a source shows it or not.
    let counts = |fault: &Fault| match program.faults {
        Faults::Mutants => !fault.id.contains(FAULT) && fault.is_told_apart,
        Faults::Versions => fault.id.contains(FAULT),
    };
    let faults: BTreeMap<MutantId, String> = compared
        .faults
        .iter()
        .filter(|(function, _)| of_program(function))
        .flat_map(|(_, faults)| faults.clone())
        .filter(|(_, fault)| counts(fault))
        .map(|(id, fault)| (id, fault.id))
        .collect();
    let series = || compared.series.iter().filter(|series| of_program(&series.function));
    let tried = || series().flat_map(|series| &series.sources);
    let branches: BTreeSet<u32> =
        tried().flat_map(|source| branches_of(source, &compared.branches)).collect();
    let detected = tried().flat_map(|source| source.detected.iter().copied());
    let detected = detected.filter(|fault| faults.contains_key(fault)).collect();
    let mut sources = (usize::MAX, 0);
    let mut rates = [const { Vec::new() }; TECHNIQUES.len()];
    for seed in seeds.clone() {
        let of_kind = |kind: Kind| series().filter(move |series| series.seed == seed && series.kind == kind);
        let paths: usize = of_kind(Kind::Path).map(|series| series.sources.len()).sum();
        let count = if paths == 0 { program.most } else { paths.min(program.most) };
        sources = (sources.0.min(count), sources.1.max(count));
        for (technique, rates) in TECHNIQUES.iter().zip(&mut rates) {
            let all: Vec<&Tried> = of_kind(technique.kind).flat_map(|series| &series.sources).collect();
            let order = if technique.ordered {
                let sets: Vec<&[u32]> = all.iter().map(|source| source.probes.as_slice()).collect();
                order(&sets, &[], &[])
            } else {
                let mut order: Vec<usize> = (0..all.len()).collect();
                let name = format!("{} {}", program.name, technique.kind.name());
                order.shuffle(&mut stream(seed, &name));
                order
            };
            let taken: Vec<&Tried> = order.into_iter().take(count).map(|at| all[at]).collect();
            let covered: BTreeSet<u32> =
                taken.iter().flat_map(|source| branches_of(source, &branches)).collect();
            let detects = |fault: &MutantId| taken.iter().position(|source| source.detected.contains(fault));
            let first: Vec<Option<usize>> =
                faults.keys().map(|fault| detects(fault).map(|place| place + 1)).collect();
            rates.push(Rates {
                detection: std::array::from_fn(|tenth| {
                    let executed = (count * (tenth + 1)).div_ceil(10);
                    let found = first.iter().flatten().filter(|place| **place <= executed).count();
                    share(found, faults.len())
                }),
                apfd: apfd(&first, count),
                coverage: share(covered.len(), branches.len()),
                sources: taken.len(),
                seconds: of_kind(technique.kind).map(|series| series.seconds).sum(),
            });
        }
    }
    Measured { program, faults, detected, branches: branches.len(), sources, rates }
}

fn branches_of<'a>(source: &'a Tried, branches: &'a BTreeSet<u32>) -> impl Iterator<Item = u32> + 'a {
    source.probes.iter().copied().filter(|probe| branches.contains(probe))
}

fn share(part: usize, whole: usize) -> f64 {
    part as f64 / whole.max(1) as f64
}
