//! The parameters of the search, as named sets.

/// How polynomial relations are searched.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Preset {
    /// k: the most degree of a follow-up's inputs in the source's.
    pub input_degree: u32,
    /// l: the most degree of an output relation, with two executions and with three.
    pub output_degree: [u32; 2],
    /// Of so many follow-ups every two are combined to three executions.
    pub paired: usize,
    /// Of so many follow-ups bounds are sought.
    pub bounded: usize,
    /// Runs of the swarm.
    pub runs: usize,
    /// Particles of a run.
    pub particles: usize,
    /// Iterations of a run.
    pub iterations: usize,
    /// Test inputs of a run.
    pub inputs: usize,
    /// The swarm's inputs lie between these.
    pub range: (f64, f64),
    /// The most executions of a function.
    pub executions: u64,
}

/// The published parameters (AutoMR §IV.C) for the swarm, which runs 500 times.
pub const PAPER: Preset = Preset {
    input_degree: 1,
    output_degree: [3, 2],
    paired: 24,
    bounded: 24,
    runs: 500,
    particles: 20,
    iterations: 350,
    inputs: 100,
    range: (0.0, 20.0),
    executions: u64::MAX,
};

/// The catalogue of follow-ups alone: no swarm.
pub const CATALOGUE: Preset =
    Preset { input_degree: 3, output_degree: [4, 2], runs: 0, executions: 400_000, ..PAPER };

/// What is used where nothing else is said.
pub const DEFAULT: Preset = Preset { runs: 6, particles: 12, iterations: 24, inputs: 24, ..CATALOGUE };
