//! Which mutant an execution runs.

/// A mutant's switch number in the lab; 0 is the original.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub struct MutantId(pub u32);
