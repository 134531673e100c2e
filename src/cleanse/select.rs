//! The fewest relations that keep every kill, the laws that a person would write first among them.

use std::collections::{BTreeMap, BTreeSet};

use super::dropped::{Dropped, Removal};
use crate::search::{COMPOSITE, Candidate, EVOLVED, weight};
use morph_relation::{Expr, Op, Relation};
use morph_traces::Fault;

/// Chooses at most `most` candidates.
///
/// Of candidates with the same kills the shortest stays. Well-known laws come first, up to half of the places; then,
/// again and again, the candidate with the most new kills for what there is to read, what evolved or was composed last. A relation that others have made
/// superfluous goes, unless it is a law or nearly as plain.
pub fn select(candidates: Vec<Candidate>, most: usize) -> Vec<Candidate> {
    let mut shortest: BTreeMap<Vec<Fault>, Candidate> = BTreeMap::new();
    let mut laws: Vec<Candidate> = Vec::new();
    for candidate in candidates {
        // A composite is never the first relation that a person would write.
        if is_law(&candidate.relation) && candidate.strategy != COMPOSITE {
            laws.push(candidate.clone());
        }
        let key: Vec<Fault> = candidate.kills.iter().copied().collect();
        let shorter = |old: &Candidate| rank(old) <= rank(&candidate);
        if !shortest.get(&key).is_some_and(shorter) {
            shortest.insert(key, candidate);
        }
    }
    laws.sort_by_cached_key(|law| {
        (!law.relation.when.is_yes(), std::cmp::Reverse(law.kills.len()), rank(law))
    });
    let mut pool: Vec<Candidate> = shortest.into_values().collect();
    pool.sort_by_cached_key(rank);
    let mut chosen: Vec<Candidate> = Vec::new();
    let mut killed: BTreeSet<Fault> = BTreeSet::new();
    for law in laws {
        // Two laws with the same kills say the same about the code.
        let new = chosen.is_empty() || law.kills.iter().any(|mutant| !killed.contains(mutant));
        if chosen.len() < most.div_ceil(2) && new {
            killed.extend(&law.kills);
            chosen.push(law);
        }
    }
    let kept_laws = chosen.len();
    // What a person would think of first; what evolved or was composed adds to it.
    let (evolved, plain): (Vec<Candidate>, Vec<Candidate>) = pool.into_iter().partition(is_evolved);
    for mut pool in [plain, evolved] {
        while chosen.len() < most {
            let gain = |candidate: &Candidate| candidate.kills.difference(&killed).count();
            let worth = |candidate: &Candidate| {
                let weight = weight(&candidate.relation);
                gain(candidate) * 100_000 / (weight * weight)
            };
            let best = pool.iter().enumerate().max_by_key(|(i, c)| (worth(c), std::cmp::Reverse(*i)));
            let Some((best, _)) = best.filter(|(_, best)| gain(best) > 0) else { break };
            let best = pool.remove(best);
            killed.extend(&best.kills);
            chosen.push(best);
        }
    }
    // The heaviest first; what is plain stays even where odd ones together kill the same.
    let mut order: Vec<(bool, Relation)> =
        chosen[kept_laws..].iter().map(|c| (is_evolved(c), c.relation.clone())).collect();
    order.sort_by_cached_key(|(_, relation)| std::cmp::Reverse(weight(relation)));
    for (evolved, relation) in
        order.iter().filter(|(_, relation)| weight(relation) > PLAIN || !relation.when.is_yes())
    {
        let others = || chosen.iter().filter(|c| c.relation != *relation && (*evolved || !is_evolved(c)));
        let kept: BTreeSet<Fault> = others().flat_map(|c| c.kills.iter().copied()).collect();
        let superfluous = chosen.iter().any(|c| c.relation == *relation && c.kills.is_subset(&kept));
        if superfluous {
            chosen.retain(|c| c.relation != *relation);
        }
    }
    chosen
}

/// The places of those among chosen candidates that the others make redundant, each with the step that finds it.
pub type Redundancy<'a> = &'a dyn Fn(&[&Candidate]) -> Vec<(usize, Removal)>;

/// As [`select`], but none that others of them make redundant; and how many were.
pub fn select_different(
    mut candidates: Vec<Candidate>,
    most: usize,
    redundant: Redundancy<'_>,
) -> (Vec<Candidate>, Dropped) {
    let mut dropped = Dropped::default();
    loop {
        let chosen = select(candidates.clone(), most);
        let redundant = redundant(&chosen.iter().collect::<Vec<_>>());
        if redundant.is_empty() {
            return (chosen, dropped);
        }
        // Others may take their places.
        for (place, step) in redundant {
            let before = candidates.len();
            candidates.retain(|candidate| candidate.relation != chosen[place].relation);
            dropped.note(step, before, candidates.len());
        }
    }
}

/// Whether a candidate evolved or was composed of others: a person would not think of it first.
fn is_evolved(candidate: &Candidate) -> bool {
    [EVOLVED, COMPOSITE].contains(&candidate.strategy)
}

/// Up to this weight a relation is one that a person would write.
const PLAIN: usize = 10;

/// What is shorter, then what comes first in the alphabet of its debug text: a total order.
fn rank(candidate: &Candidate) -> (usize, String) {
    (weight(&candidate.relation), format!("{:?}", candidate.relation))
}

/// Relations that a person would write first: nothing changes when parameters trade places, or
/// an ordering turns round; twice is as good as once,
/// or undoes it; another function undoes it.
pub fn is_law(relation: &Relation) -> bool {
    let [followup] = relation.followups.as_slice() else { return false };
    let Expr::Apply(Op::Eq, sides) = &relation.then else { return false };
    if sides[0] != Expr::Out(1) {
        return false;
    }
    let fed = followup.args.iter().any(Expr::mentions_outcome);
    let permuted = || {
        let mut params: Vec<&Expr> = followup.args.iter().collect();
        params.sort_by_key(|arg| if let Expr::Param(i) = arg { *i } else { usize::MAX });
        params.dedup();
        params.len() == followup.args.len() && params.iter().all(|arg| matches!(arg, Expr::Param(_)))
    };
    match &followup.function {
        None if fed => matches!(sides[1], Expr::Out(0) | Expr::Param(_)),
        None => {
            (sides[1] == Expr::Out(0) || sides[1] == Expr::unary(Op::Reverse, Expr::Out(0))) && permuted()
        }
        Some(_) => fed && !sides[1].mentions_outcome() && sides[1].size() <= 2,
    }
}

/// Whether a relation is so plain that isolated inputs on which it fails are worth a look: the outcomes are equal.
pub fn is_plain(relation: &Relation) -> bool {
    let Expr::Apply(Op::Eq, sides) = &relation.then else { return false };
    is_law(relation) || (sides[0] == Expr::Out(1) && sides[1] == Expr::Out(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use morph_lab::MutantId;
    use morph_relation::{Followup, Tolerance};

    fn candidate(args: Vec<Expr>, then: Expr, kills: &[u32]) -> Candidate {
        Candidate {
            shape: None,
            relation: Relation {
                given: Vec::new(),
                when: Expr::yes(),
                followups: vec![Followup::of_subject(args)],
                then,
                tolerance: Tolerance::Exact,
            },
            strategy: "enumerate",
            kills: kills.iter().map(|n| Fault::Mutant(MutantId(*n))).collect(),
            groups: 100,
        }
    }

    fn swap() -> Vec<Expr> {
        vec![Expr::Param(1), Expr::Param(0)]
    }

    fn shift(n: i128) -> Vec<Expr> {
        vec![Expr::binary(Op::Add, Expr::Param(0), Expr::int(n)), Expr::Param(1)]
    }

    fn compare(op: Op, right: Expr) -> Expr {
        Expr::binary(op, Expr::Out(1), right)
    }

    #[test]
    fn symmetry_stays_even_where_another_relation_kills_more() {
        let law = candidate(swap(), compare(Op::Eq, Expr::Out(0)), &[1]);
        let other = candidate(shift(1), compare(Op::Gt, Expr::Out(0)), &[1, 2, 3]);
        let chosen = select(vec![other.clone(), law.clone()], 6);
        assert_eq!(chosen.len(), 2);
        assert!(is_law(&chosen[0].relation) && chosen[0].relation == law.relation);
        assert_eq!(chosen[1].relation, other.relation);
    }

    #[test]
    fn symmetry_stays_even_where_a_composite_looks_like_a_law_and_kills_more() {
        let law = candidate(swap(), compare(Op::Eq, Expr::Out(0)), &[1]);
        let fed = candidate(vec![Expr::Param(1), Expr::Out(0)], compare(Op::Eq, Expr::Out(0)), &[1, 2]);
        let composite = Candidate { strategy: COMPOSITE, ..fed };
        let chosen = select(vec![composite, law.clone()], 6);
        assert_eq!(chosen[0].relation, law.relation);
        assert_eq!(chosen.len(), 2);
    }

    #[test]
    fn of_relations_with_the_same_kills_the_shorter_stays() {
        let long =
            candidate(shift(1), compare(Op::Le, Expr::binary(Op::Add, Expr::Out(0), Expr::int(1))), &[1, 2]);
        let short = candidate(shift(1), compare(Op::Le, Expr::Out(0)), &[1, 2]);
        let chosen = select(vec![long, short.clone()], 6);
        assert_eq!(chosen.iter().map(|c| &c.relation).collect::<Vec<_>>(), [&short.relation]);
    }

    #[test]
    fn no_kill_is_lost_and_none_is_kept_for_nothing() {
        let heavy = |n, kills: &[u32]| {
            let bound = Expr::binary(Op::Mul, Expr::Out(0), Expr::int(n));
            candidate(shift(n), compare(Op::Lt, bound), kills)
        };
        let all = vec![heavy(3, &[1, 2, 3]), heavy(4, &[3, 4]), heavy(5, &[4, 5, 6]), heavy(7, &[2])];
        let chosen = select(all, 6);
        let killed: BTreeSet<Fault> = chosen.iter().flat_map(|c| c.kills.iter().copied()).collect();
        assert_eq!(killed, (1..=6).map(|n| Fault::Mutant(MutantId(n))).collect());
        assert_eq!(chosen.len(), 2);
    }

    #[test]
    fn there_are_never_more_than_asked_for() {
        let all: Vec<Candidate> =
            (1..20).map(|n| candidate(shift(n), compare(Op::Gt, Expr::Out(0)), &[n as u32])).collect();
        assert_eq!(select(all.clone(), 3).len(), 3);
        assert!(select(all, 0).is_empty());
    }

    #[test]
    fn what_another_one_implies_leaves_its_place_to_others() {
        let strong = candidate(swap(), compare(Op::Eq, Expr::Out(0)), &[1, 2, 3]);
        let weak = candidate(swap(), compare(Op::Le, Expr::Out(0)), &[4, 5]);
        let other = candidate(shift(1), compare(Op::Gt, Expr::Out(0)), &[4]);
        let is_weak = |chosen: &[&Candidate]| {
            let weak = (0..chosen.len()).filter(|i| chosen[*i].relation == weak.relation);
            weak.map(|i| (i, Removal::Implied)).collect::<Vec<_>>()
        };
        let all = vec![strong.clone(), weak.clone(), other.clone()];
        let (chosen, dropped) = select_different(all, 2, &is_weak);
        let relations: Vec<Relation> = chosen.into_iter().map(|c| c.relation).collect();
        assert_eq!(relations, [strong.relation, other.relation]);
        assert_eq!(dropped.named(), [("implied".to_owned(), 1)].into());
    }

    #[test]
    fn selection_does_not_depend_on_the_order_of_the_candidates() {
        let mut all: Vec<Candidate> = (1..12)
            .map(|n| candidate(shift(n), compare(Op::Gt, Expr::Out(0)), &[n as u32, n as u32 % 5, 20]))
            .collect();
        let relations = |chosen: Vec<Candidate>| chosen.into_iter().map(|c| c.relation).collect::<Vec<_>>();
        let first = relations(select(all.clone(), 4));
        all.reverse();
        assert_eq!(relations(select(all, 4)), first);
    }
}
