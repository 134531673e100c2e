//! The measure itself.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;

use super::output::OutputRelation;

/// The number of a source among a function's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Source(pub usize);

/// Which source is tested by which relations: the paper's `Coop`, its Definition 1.
///
/// A pair ⟨t, MR⟩ is in it when the suite makes the metamorphic group of t for MR and checks its outputs with MR. Of
/// MR only the output sub-relation is kept: that is what `S_RO(t)` consists of and what `k` counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coop {
    pairs: BTreeMap<Source, BTreeSet<OutputRelation>>,
}

impl Coop {
    /// Adds a pair; one that is there already adds nothing.
    pub fn add(&mut self, source: Source, relation: OutputRelation) {
        self.pairs.entry(source).or_default().insert(relation);
    }

    /// `|S_RO(t)|`: how many different output sub-relations check the groups of a source.
    pub fn relations_of(&self, source: Source) -> usize {
        self.pairs.get(&source).map_or(0, BTreeSet::len)
    }

    /// How many pairs of a source and an output sub-relation there are.
    pub fn len(&self) -> usize {
        self.pairs.values().map(BTreeSet::len).sum()
    }

    /// Whether no source is tested.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// Every output sub-relation that checks something.
    pub fn output_relations(&self) -> BTreeSet<&OutputRelation> {
        self.pairs.values().flatten().collect()
    }
}

/// How adequate a suite is for a criterion.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// `adequacy_k(C)`: 0 to 1; 1 where there are no requirements.
    pub adequacy: f64,
    /// By requirement: the most output sub-relations that one satisfying source has, at most k.
    pub covered: Vec<usize>,
}

/// `adequacy_k(C) = Σ K(sat(r)) / |E|` with `K(T') = max min(1, |S_RO(t)| / k)` over T', and 0 where T' is empty
/// (k-MR adequacy §III). `satisfied` holds `sat(r)` for every requirement r of E.
pub fn measure(satisfied: &[BTreeSet<Source>], coop: &Coop, k: NonZeroUsize) -> Measured {
    let most = |sources: &BTreeSet<Source>| {
        sources.iter().map(|source| coop.relations_of(*source).min(k.get())).max().unwrap_or(0)
    };
    let covered: Vec<usize> = satisfied.iter().map(most).collect();
    // One division, so that what is 1/2 on paper is 0.5 here.
    let adequacy = match covered.len() {
        0 => 1.0,
        requirements => covered.iter().sum::<usize>() as f64 / (requirements * k.get()) as f64,
    };
    Measured { adequacy, covered }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn k(k: usize) -> NonZeroUsize {
        NonZeroUsize::new(k).unwrap()
    }

    fn relation(n: usize) -> OutputRelation {
        OutputRelation::named(&format!("MR{n}"))
    }

    fn coop(pairs: &[(usize, usize)]) -> Coop {
        let mut coop = Coop::default();
        for (source, number) in pairs {
            coop.add(Source(*source), relation(*number));
        }
        coop
    }

    fn satisfied(requirements: &[&[usize]]) -> Vec<BTreeSet<Source>> {
        requirements.iter().map(|sources| sources.iter().copied().map(Source).collect()).collect()
    }

    #[test]
    fn worked_example_of_the_paper_is_a_half() {
        // Table II: t1 has MR1; t2 MR2; t3 MR3 and MR4; t4 MR4 and MR5.
        let coop = coop(&[(1, 1), (2, 2), (3, 3), (3, 4), (4, 4), (4, 5)]);
        let statements = satisfied(&[&[1, 2], &[1, 3], &[3, 4], &[2], &[1, 3, 4], &[4], &[2, 4], &[]]);
        let measured = measure(&statements, &coop, k(3));
        // Thirds per statement. The paper's table prints 1/3 for the seventh, though that row itself says max({1, 2}),
        // and so arrives at 11/24; by its definition the sum is 12/24, which is what we compute.
        assert_eq!(measured.covered, [1, 2, 2, 1, 2, 2, 2, 0]);
        assert_eq!(measured.adequacy, 12.0 / 24.0);
    }

    #[test]
    fn one_relation_counts_once_however_often_it_is_paired() {
        let coop = coop(&[(0, 1), (0, 1), (0, 2), (0, 1)]);
        assert_eq!((coop.relations_of(Source(0)), coop.len()), (2, 2));
        assert_eq!(measure(&satisfied(&[&[0]]), &coop, k(4)).adequacy, 0.5);
    }

    #[test]
    fn relations_of_different_sources_do_not_add_up() {
        // k asks for one source with k relations, not for k relations over all sources.
        let coop = coop(&[(0, 1), (1, 2), (2, 3)]);
        assert_eq!(measure(&satisfied(&[&[0, 1, 2]]), &coop, k(3)).covered, [1]);
    }

    #[test]
    fn nothing_required_is_fully_met_and_nothing_paired_is_not_met_at_all() {
        assert_eq!(measure(&[], &Coop::default(), k(3)).adequacy, 1.0);
        assert_eq!(measure(&satisfied(&[&[0], &[]]), &Coop::default(), k(3)).adequacy, 0.0);
    }

    fn pairs() -> impl Strategy<Value = Vec<(usize, usize)>> {
        proptest::collection::vec((0_usize..6, 0_usize..6), 0..20)
    }

    fn requirements() -> impl Strategy<Value = Vec<BTreeSet<Source>>> {
        let sources = proptest::collection::btree_set((0_usize..6).prop_map(Source), 0..5);
        proptest::collection::vec(sources, 1..10)
    }

    proptest! {
        #[test]
        fn adequacy_is_a_share(pairs in pairs(), required in requirements(), n in 1_usize..6) {
            let measured = measure(&required, &coop(&pairs), k(n));
            prop_assert!((0.0..=1.0).contains(&measured.adequacy));
            prop_assert_eq!(measured.covered.len(), required.len());
        }

        #[test]
        fn another_pair_never_lowers_it(
            pairs in pairs(), more in (0_usize..6, 0_usize..6), required in requirements(), n in 1_usize..6,
        ) {
            let before = measure(&required, &coop(&pairs), k(n)).adequacy;
            let all: Vec<_> = pairs.into_iter().chain([more]).collect();
            prop_assert!(measure(&required, &coop(&all), k(n)).adequacy >= before);
        }

        #[test]
        fn a_larger_k_never_raises_it(pairs in pairs(), required in requirements(), n in 1_usize..6) {
            let coop = coop(&pairs);
            let strict = measure(&required, &coop, k(n + 1)).adequacy;
            prop_assert!(strict <= measure(&required, &coop, k(n)).adequacy);
        }
    }
}
