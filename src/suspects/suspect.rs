//! A law that a function is expected to obey and does not.

use crate::cleanse::Call;
use crate::options::Level;
use morph_relation::{Relation, Value};

/// A law that a function is expected to obey and does not.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct Suspect {
    /// The path of the function.
    pub path: String,
    /// How sure it is that this is a bug.
    pub level: Level,
    /// The family's standard name: "round trip".
    pub family: String,
    /// What a test of it is called.
    pub test: String,
    /// The law as a person reads it: `slugify(slugify(title)) == slugify(title)`.
    pub law: String,
    /// The law; one without follow-ups and with nothing to compare says that the function does not panic.
    pub relation: Relation,
    /// What speaks for it, the strongest first, as sentences without their ends.
    pub evidence: Vec<String>,
    /// The smallest input found on which it fails, with the variables of the law behind the parameters.
    pub input: Vec<Value>,
    /// Whether nobody meets such an input.
    pub remote: bool,
    /// What was called on it.
    pub executions: Vec<Call>,
    /// Ordinary inputs on which it holds and speaks.
    pub held: usize,
    /// Ordinary inputs on which it fails.
    pub failed: usize,
    /// The other functions that it calls.
    pub siblings: Vec<String>,
    /// Whether the function can be called from outside of its module.
    pub public: bool,
    /// Further laws that fail, probably for the same cause.
    pub further: Vec<Suspect>,
}

impl Suspect {
    /// The share of ordinary inputs on which it fails.
    pub fn share(&self) -> f64 {
        self.failed as f64 / (self.held + self.failed).max(1) as f64
    }

    /// Itself and those of the same cause.
    pub fn alike(&self) -> impl Iterator<Item = &Suspect> {
        std::iter::once(self).chain(&self.further)
    }

    /// Its functions, the one that it is about first.
    pub fn functions(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.path.as_str()).chain(self.siblings.iter().map(String::as_str))
    }
}
