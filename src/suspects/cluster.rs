//! One report for each cause, the surest first.

use std::collections::{BTreeMap, BTreeSet};

use super::suspect::Suspect;
use crate::options::Level;

/// Suspects with one cause as one, ranked. `closures` are the functions that each function calls, itself included.
pub fn clustered(mut all: Vec<Suspect>, closures: &BTreeMap<String, BTreeSet<String>>) -> Vec<Suspect> {
    all.sort_by(|a, b| rank(a).partial_cmp(&rank(b)).unwrap_or(std::cmp::Ordering::Equal));
    let mut kept: Vec<Suspect> = Vec::new();
    for suspect in all {
        let cause = kept.iter_mut().find(|known| has_cause(&suspect, known, closures));
        match cause {
            Some(known) => known.further.push(suspect),
            None => kept.push(suspect),
        }
    }
    kept
}

/// The surest first; among these, those whose functions are public, and those of one function.
fn rank(suspect: &Suspect) -> (std::cmp::Reverse<Level>, bool, f64, usize, &str, &str) {
    (
        std::cmp::Reverse(suspect.level),
        !suspect.public,
        suspect.share(),
        suspect.law.len(),
        suspect.path.as_str(),
        suspect.law.as_str(),
    )
}

/// Whether a suspect has the cause of one that is known: both are about one function, or they are of one family, and it calls
/// a function of the other.
fn has_cause(suspect: &Suspect, known: &Suspect, closures: &BTreeMap<String, BTreeSet<String>>) -> bool {
    if suspect.path == known.path {
        return true;
    }
    let functions: BTreeSet<&str> = known.functions().collect();
    let calls = |function: &str| {
        functions.contains(function)
            || closures
                .get(function)
                .is_some_and(|called| functions.iter().any(|known| called.contains(*known)))
    };
    suspect.family == known.family && suspect.functions().any(calls)
}
