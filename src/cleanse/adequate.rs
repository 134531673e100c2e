//! Relations and sources for the sake of k-MR adequacy: where fewer than k different relations test a
//! source, more are kept; and sources that reach what no other reaches are added to the tests.

use std::collections::BTreeSet;

use crate::search::{Candidate, weight};

/// What there is to reach, and by which inputs.
#[derive(Clone, Debug, Default)]
pub struct Goal {
    /// How many different relations must test a source.
    pub k: usize,
    /// By input: the requirements that it reaches.
    pub reaches: Vec<Vec<usize>>,
    /// By requirement: how much it counts.
    pub weights: Vec<f64>,
    /// By relation that is kept: what it claims of outcomes. Those that claim the same count once.
    pub claims: Vec<String>,
}

/// A candidate as far as adequacy goes.
#[derive(Clone, Debug)]
pub struct Applied<'a> {
    /// The candidate.
    pub candidate: &'a Candidate,
    /// What it claims of outcomes.
    pub claim: String,
    /// The inputs on which it holds.
    pub holds: BTreeSet<usize>,
}

/// Adds candidates to the chosen ones until every one of `inputs` inputs has k that claim different things, or nothing
/// helps. The one that helps the most inputs comes first, then what is shorter.
///
/// What a chosen relation with the same follow-ups kills anyway is no claim of its own: `y1 <= y0` beside `y1 == y0`.
pub fn top_up<'a>(
    chosen: &[Applied<'a>],
    pool: &[Applied<'a>],
    inputs: usize,
    k: usize,
) -> Vec<&'a Candidate> {
    let mut all: Vec<&Applied<'a>> = chosen.iter().collect();
    let mut added = Vec::new();
    loop {
        let claims = |input: usize| -> BTreeSet<&str> {
            all.iter().filter(|a| a.holds.contains(&input)).map(|a| &*a.claim).collect()
        };
        let short: Vec<(usize, BTreeSet<&str>)> =
            (0..inputs).map(|input| (input, claims(input))).filter(|(_, claims)| claims.len() < k).collect();
        let gain = |applied: &Applied<'_>| {
            let helped = short
                .iter()
                .filter(|(input, claims)| applied.holds.contains(input) && !claims.contains(&*applied.claim));
            helped.count()
        };
        let says_more = |applied: &&Applied<'a>| {
            all.iter().all(|other| {
                other.candidate.relation.followups != applied.candidate.relation.followups
                    || !applied.candidate.kills.is_subset(&other.candidate.kills)
            })
        };
        let best = pool
            .iter()
            .filter(says_more)
            .map(|applied| (gain(applied), std::cmp::Reverse(weight(&applied.candidate.relation)), applied))
            .rev()
            .max_by_key(|(gain, weight, _)| (*gain, *weight));
        match best {
            Some((gain, _, applied)) if gain > 0 && added.len() < k => {
                added.push(applied.candidate);
                all.push(applied);
            }
            _ => return added,
        }
    }
}

/// Adds inputs to those that are taken, at most `most` in all: the one with which requirements gain the most relations
/// for what there is to read comes first.
pub(super) fn add_sources(
    goal: &Goal,
    taken: &mut Vec<usize>,
    order: &[usize],
    holds: &[BTreeSet<usize>],
    reading: &dyn Fn(usize) -> usize,
    most: usize,
) {
    let tested = |source: usize| {
        let claims: BTreeSet<&str> = holds
            .iter()
            .zip(&goal.claims)
            .filter(|(held, _)| held.contains(&source))
            .map(|(_, claim)| &**claim)
            .collect();
        claims.len().min(goal.k)
    };
    let mut met = vec![0; goal.weights.len()];
    let meet = |met: &mut [usize], source: usize| {
        let tested = tested(source);
        goal.reaches[source].iter().for_each(|requirement| met[*requirement] = tested.max(met[*requirement]));
    };
    taken.iter().for_each(|source| meet(&mut met, *source));
    let tests: Vec<usize> = order.iter().map(|source| tested(*source)).collect();
    while taken.len() < most {
        let gain = |source: usize, tested: usize| -> f64 {
            let more = |requirement: &usize| tested.saturating_sub(met[*requirement]) as f64;
            goal.reaches[source].iter().map(|r| more(r) * goal.weights[*r]).sum()
        };
        let rest = order.iter().zip(&tests).filter(|(source, _)| !taken.contains(source));
        let worth =
            rest.map(|(source, tested)| (gain(*source, *tested) / (10 + reading(*source)) as f64, *source));
        // The first of the best, so that nothing depends on more than the order.
        let Some((worth, best)) = worth.rev().max_by(|a, b| a.0.total_cmp(&b.0)) else { return };
        if worth <= 0.0 {
            return;
        }
        meet(&mut met, best);
        taken.push(best);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use morph_lab::MutantId;
    use morph_relation::{Expr, Followup, Relation, Tolerance};
    use morph_traces::Fault;

    fn candidate(followup: i128, kills: &[u32]) -> Candidate {
        let relation = Relation {
            given: Vec::new(),
            when: Expr::yes(),
            followups: vec![Followup { function: None, args: vec![Expr::int(followup)] }],
            then: Expr::yes(),
            tolerance: Tolerance::Exact,
        };
        let kills = kills.iter().copied().map(|n| Fault::Mutant(MutantId(n))).collect();
        Candidate { shape: None, relation, strategy: "enumerate", kills, groups: 1 }
    }

    #[test]
    fn relations_are_added_where_inputs_have_too_few_different_ones() {
        let candidates = [
            candidate(0, &[1]),
            candidate(0, &[1]),
            candidate(1, &[1]),
            candidate(2, &[3]),
            candidate(3, &[1]),
        ];
        let applied = |n: usize, claim: &str, holds: &[usize]| Applied {
            candidate: &candidates[n],
            claim: claim.to_owned(),
            holds: holds.iter().copied().collect(),
        };
        let chosen = [applied(0, "same", &[0, 1, 2, 3])];
        let pool = [
            // Says nothing that the chosen one does not say.
            applied(1, "less", &[0, 1, 2, 3]),
            applied(2, "bound", &[2, 3]),
            applied(3, "scaled", &[0, 1, 2]),
            // One claim counts once.
            applied(4, "same", &[0, 1, 2, 3]),
        ];
        let added = top_up(&chosen, &pool, 4, 2);
        let followups: Vec<&Expr> = added.iter().map(|c| &c.relation.followups[0].args[0]).collect();
        assert_eq!(followups, [&Expr::int(2), &Expr::int(1)]);
        assert!(top_up(&chosen, &pool, 4, 1).is_empty(), "one is enough");
    }

    #[test]
    fn sources_are_added_for_what_is_not_reached_and_short_ones_first() {
        let goal = Goal {
            k: 2,
            reaches: vec![vec![0], vec![0, 1], vec![1, 2], vec![2], vec![2]],
            weights: vec![1.0; 3],
            claims: vec!["a".to_owned(), "b".to_owned(), "b".to_owned()],
        };
        let holds = [BTreeSet::from([0, 1, 2, 3, 4]), BTreeSet::from([0, 1, 3, 4]), BTreeSet::from([0, 1])];
        let mut taken = vec![0];
        add_sources(&goal, &mut taken, &[0, 1, 2, 3, 4], &holds, &|source| [1, 1, 1, 30, 20][source], 9);
        // 1 brings two relations for requirement 1; 2 brings one for 2, and 4 the second, with less to read than 3.
        assert_eq!(taken, [0, 1, 2, 4]);
        let mut few = vec![0];
        add_sources(&goal, &mut few, &[0, 1, 2, 3, 4], &holds, &|_| 1, 2);
        assert_eq!(few.len(), 2);
    }
}
