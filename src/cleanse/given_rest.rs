//! Candidates that the rest make redundant.

use crate::search::Candidate;

/// Indices of candidates that the rest make redundant. The last candidate is tested first: of two that make each other
/// redundant, the later one is removed.
pub fn redundant_given_rest(
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
