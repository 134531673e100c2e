//! Candidates that are redundant beside the others.

use crate::search::Candidate;

/// The places of candidates that are redundant beside those that are kept, the last one asked first: of two that make
/// each other redundant the later one goes.
pub fn beside_others(
    candidates: &[&Candidate],
    is_redundant: impl Fn(&Candidate, &[&Candidate]) -> bool,
) -> Vec<usize> {
    let mut kept: Vec<usize> = (0..candidates.len()).collect();
    for i in (0..candidates.len()).rev() {
        let others: Vec<&Candidate> = kept.iter().filter(|j| **j != i).map(|j| candidates[*j]).collect();
        if is_redundant(candidates[i], &others) {
            kept.retain(|j| *j != i);
        }
    }
    (0..candidates.len()).filter(|i| !kept.contains(i)).collect()
}
