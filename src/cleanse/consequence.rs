//! Relations that follow from several others.

use std::collections::BTreeSet;

use super::given_rest::redundant_given_rest;
use crate::search::Candidate;
use morph_relation::{Relation, Signature, follows};
use morph_traces::Fault;

/// The places of candidates that follow from the others, and that kill nothing that those do not kill; of two that follow
/// from each other the later one.
pub fn consequences(candidates: &[&Candidate], subject: &Signature, others: &[Signature]) -> Vec<usize> {
    redundant_given_rest(candidates, |candidate, rest| {
        let killed: BTreeSet<Fault> = rest.iter().flat_map(|other| &other.kills).copied().collect();
        let laws: Vec<&Relation> = rest.iter().map(|other| &other.relation).collect();
        candidate.kills.is_subset(&killed) && follows(&candidate.relation, &laws, subject, others)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use morph_lab::MutantId;
    use morph_relation::{IntType, RelationText, Type};

    #[test]
    fn what_follows_goes_unless_it_kills_more() {
        let int = Type::Int(IntType::U32);
        let params = vec![("a".to_owned(), int.clone()), ("b".to_owned(), int.clone())];
        let gcd = Signature::new("demo::gcd", params, int);
        let candidate = |followup: &str, kills: &[u32]| {
            let text = RelationText {
                given: Vec::new(),
                when: "true".to_owned(),
                followups: vec![followup.to_owned()],
                then: "y1 == y0".to_owned(),
                tolerance: "exact".to_owned(),
            };
            Candidate {
                shape: None,
                relation: Relation::parse(&text, &gcd, &|_| None).unwrap(),
                strategy: "enumerate",
                kills: kills.iter().map(|n| Fault::Mutant(MutantId(*n))).collect(),
                groups: 9,
            }
        };
        let swap = candidate("(b, a)", &[1, 2]);
        let add = candidate("(a + b, b)", &[2, 3]);
        let other = candidate("(a, a + b)", &[1, 3]);
        assert_eq!(consequences(&[&swap, &add, &other], &gcd, &[]), [2]);
        let more = candidate("(a, a + b)", &[1, 4]);
        assert!(consequences(&[&swap, &add, &more], &gcd, &[]).is_empty());
    }
}
