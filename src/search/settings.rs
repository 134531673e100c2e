//! What all searches of a run share.

use std::time::Instant;

use super::evolve::Preset;
use super::polynomial;

/// Limits and parameters of searches.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The run's seed.
    pub seed: u64,
    /// Evaluations per function; `None` for no limit.
    pub evaluations: Option<u64>,
    /// When searching ends.
    pub deadline: Option<Instant>,
    /// How relations evolve, if they do.
    pub evolution: Option<&'static Preset>,
    /// How polynomial relations are searched, if they are.
    pub polynomial: Option<&'static polynomial::Preset>,
    /// Whether plain equations alone are looked for: what else holds would not be written.
    pub equations: bool,
    /// Whether relations are composed.
    pub composites: bool,
}

impl Settings {
    /// Whether the time is over.
    pub fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() > deadline)
    }
}
