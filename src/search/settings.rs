//! What all searches of a run share.

use super::evolve::Preset;
use super::polynomial;
use morph_traces::Limit;

/// Limits and parameters of searches.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The run's seed.
    pub seed: u64,
    /// Evaluations per function; `None` for no limit.
    pub evaluations: Option<u64>,
    /// Where each exploration ends early.
    pub limit: Limit,
    /// How relations evolve, if they do.
    pub evolution: Option<&'static Preset>,
    /// How polynomial relations are searched, if they are.
    pub polynomial: Option<&'static polynomial::Preset>,
    /// Whether plain equations alone are looked for: what else holds would not be written.
    pub equations: bool,
    /// Whether relations are composed.
    pub composites: bool,
}
