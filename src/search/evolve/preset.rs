//! The parameters of the evolution, as named sets.

/// The strategy's name in the catalogue.
pub const NAME: &str = "evolve";

/// How relations evolve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Preset {
    /// Its name on the command line.
    pub name: &'static str,
    /// Individuals in each of the two populations.
    pub population: usize,
    /// The best that enter the next generation as they are.
    pub elites: usize,
    /// The most nodes of an output relation; larger ones are dropped unevaluated.
    pub size: usize,
    /// How likely two parents exchange subtrees.
    pub crossover: f64,
    /// How likely a child is varied.
    pub variation: f64,
    /// By how much a constant of a float is changed.
    pub step: f64,
    /// How likely parents are chosen by best match rather than by tournament.
    pub best_match: f64,
    /// Every so many generations the populations exchange their best.
    pub migration: usize,
    /// How many of them.
    pub migrants: usize,
    /// The most generations.
    pub generations: usize,
    /// Ends after so many generations without a new kill.
    pub plateau: usize,
    /// Of a function's transformations, so many are searched, those of most use first.
    pub transformations: usize,
    /// The most conditions of a guard.
    pub conditions: usize,
    /// The share of a generation that becomes parents; the others are dropped as soon as that is known.
    pub survivors: f64,
    /// Whether constants are those of the code and a few simple ones, or any in [−100, 100].
    pub known_constants: bool,
    /// Whether the search sees only mutants that no relation kills yet.
    pub open_only: bool,
}

/// The published parameters (GenMorph §8.1): no guards, no end but the budget's.
pub const PAPER: Preset = Preset {
    name: "paper",
    population: 1_000,
    elites: 10,
    size: 16,
    crossover: 0.9,
    variation: 0.3,
    step: 0.1,
    best_match: 0.5,
    migration: 10,
    migrants: 160,
    generations: 1_000,
    plateau: usize::MAX,
    transformations: 4,
    conditions: 0,
    survivors: 1.0,
    known_constants: false,
    open_only: false,
};

/// What is used where nothing else is said.
pub const DEFAULT: Preset = Preset {
    name: "default",
    population: 300,
    size: 12,
    generations: 60,
    plateau: 12,
    transformations: 12,
    conditions: 2,
    survivors: 0.5,
    migrants: 48,
    variation: 0.5,
    known_constants: true,
    open_only: true,
    ..PAPER
};
