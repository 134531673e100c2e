//! The task of a search and its state.

use std::collections::BTreeMap;

use rand_chacha::ChaCha8Rng;

use super::law::Law;
use super::preset::Preset;
use super::space::Space;
use morph_relation::{Signature, Value};

/// By parameter: the ends of the range in which a number is drawn, as `morph.toml` says.
pub type Ranges = BTreeMap<String, (f64, f64)>;

/// What laws are searched of.
pub struct Search<'a> {
    /// The subject.
    pub subject: &'a Signature,
    /// Constants of the subject, the most frequent first.
    pub constants: &'a [Value],
    /// Ranges from which parameters are drawn, by name, where `morph.toml` sets them.
    pub ranges: &'a Ranges,
    /// Inputs on which the subject returned a value.
    pub recorded: &'a [Vec<Value>],
    /// The parameters of the search.
    pub preset: &'a Preset,
    /// The most executions that it may spend.
    pub executions: u64,
    /// Whether it ends, whatever it has found.
    pub ends: &'a dyn Fn() -> bool,
    /// Of the random stream.
    pub seed: u64,
}

/// A search under way.
pub struct Run<'a> {
    pub of: &'a Search<'a>,
    pub space: Space,
    pub rng: ChaCha8Rng,
    pub found: Vec<Law>,
    pub spent: u64,
}

impl Run<'_> {
    /// Whether all that may be spent is spent.
    pub fn is_over(&self) -> bool {
        self.spent >= self.of.executions || (self.of.ends)()
    }
}
