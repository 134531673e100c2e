//! The parameters of composition, as named sets.

/// How relations are composed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Composition {
    /// Its name.
    pub name: &'static str,
    /// Composites have from two up to so many layers.
    pub layers: usize,
    /// Number of relations that are composed, the simplest first.
    pub links: usize,
    /// Where there are at most so many sequences of a length, all are tried; else the genetic algorithm searches them.
    pub exhaustive: usize,
    /// Individuals of the genetic algorithm, for two, three and four layers.
    pub population: [usize; 3],
    /// How likely two parents exchange their ends.
    pub crossover: f64,
    /// How likely one relation of a sequence is replaced.
    pub mutation: f64,
    /// Generations.
    pub generations: usize,
    /// At most so many composites are executed under mutants.
    pub executed: usize,
}

/// The published parameters (composite relations §4.1).
pub const PAPER: Composition = Composition {
    name: "paper",
    layers: 4,
    links: 8,
    exhaustive: 0,
    population: [12, 20, 30],
    crossover: 0.8,
    mutation: 0.15,
    generations: 100,
    executed: usize::MAX,
};

/// What is used where nothing else is said: three layers are enough, and of so few relations all sequences are tried.
pub const DEFAULT: Composition =
    Composition { name: "default", layers: 3, exhaustive: 1_000, executed: 24, ..PAPER };
