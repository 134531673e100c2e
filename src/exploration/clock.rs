//! The seconds that the stages of one exploration take.

use std::time::Instant;

/// A stage of an exploration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Executing functions.
    Trace,
    /// Searching relations.
    Search,
    /// Refuting and choosing them.
    Cleanse,
}

/// Measures the stages one after the other.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    last: Instant,
    /// By stage.
    pub seconds: [f64; 3],
}

impl Clock {
    /// Starts with the first stage.
    pub fn start() -> Clock {
        Clock { last: Instant::now(), seconds: [0.0; 3] }
    }

    /// Adds the time since the last lap to a stage.
    pub fn lap(&mut self, stage: Stage) {
        self.seconds[stage as usize] += self.last.elapsed().as_secs_f64();
        self.last = Instant::now();
    }

    /// Adds what a step measured itself since the last lap: its time for tracing and for searching.
    pub fn measured(&mut self, [trace, search]: [f64; 2]) {
        self.seconds[Stage::Trace as usize] += trace;
        self.seconds[Stage::Search as usize] += search;
        self.last = Instant::now();
    }
}
