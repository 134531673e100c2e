//! The fewest relations that keep every kill, the laws that a person would write first among them.

use std::collections::{BTreeMap, BTreeSet};

use crate::lab::Switch;
use crate::relation::{Expr, Op, Relation};
use crate::search::{Candidate, weight};

/// Chooses at most `most` candidates.
///
/// Of candidates with the same kills the shortest stays. Well-known laws come first; then, again and again, the
/// candidate with the most new kills for what there is to read; a law that others have made superfluous stays, any
/// other relation goes.
pub fn select(candidates: Vec<Candidate>, params: usize, most: usize) -> Vec<Candidate> {
    let mut shortest: BTreeMap<Vec<Switch>, Candidate> = BTreeMap::new();
    let mut laws: Vec<Candidate> = Vec::new();
    for candidate in candidates {
        if is_law(&candidate.relation, params) {
            laws.push(candidate.clone());
        }
        let key: Vec<Switch> = candidate.kills.iter().copied().collect();
        let shorter = |old: &Candidate| rank(old) <= rank(&candidate);
        if !shortest.get(&key).is_some_and(shorter) {
            shortest.insert(key, candidate);
        }
    }
    laws.sort_by_key(|law| (std::cmp::Reverse(law.kills.len()), rank(law)));
    let mut pool: Vec<Candidate> = shortest.into_values().collect();
    pool.sort_by_key(rank);
    let mut chosen: Vec<Candidate> = Vec::new();
    let mut killed: BTreeSet<Switch> = BTreeSet::new();
    for law in laws {
        // Two laws with the same kills say the same about the code.
        if chosen.len() < most.div_ceil(2) && chosen.iter().all(|other| other.kills != law.kills) {
            killed.extend(&law.kills);
            chosen.push(law);
        }
    }
    let kept_laws = chosen.len();
    while chosen.len() < most {
        let gain = |candidate: &Candidate| candidate.kills.difference(&killed).count();
        let worth = |candidate: &Candidate| gain(candidate) * 1000 / (6 + weight(&candidate.relation));
        let Some(best) = pool.iter().enumerate().max_by_key(|(i, c)| (worth(c), std::cmp::Reverse(*i)))
        else {
            break;
        };
        if gain(best.1) == 0 {
            break;
        }
        let best = pool.remove(best.0);
        killed.extend(&best.kills);
        chosen.push(best);
    }
    let mut i = chosen.len();
    while i > kept_laws {
        i -= 1;
        let others: BTreeSet<Switch> = chosen
            .iter()
            .enumerate()
            .filter(|(j, _)| *j != i)
            .flat_map(|(_, c)| c.kills.iter().copied())
            .collect();
        if chosen[i].kills.is_subset(&others) {
            chosen.remove(i);
        }
    }
    chosen
}

/// What is shorter, then what comes first in the alphabet of its debug text: a total order.
fn rank(candidate: &Candidate) -> (usize, String) {
    (weight(&candidate.relation), format!("{:?}", candidate.relation))
}

/// Relations that a person would write first: the outcomes alone are compared, or the outcome of a round trip with
/// what went in.
fn is_law(relation: &Relation, params: usize) -> bool {
    let [followup] = relation.followups.as_slice() else { return false };
    if !relation.when.is_yes() {
        return false;
    }
    let Expr::Apply(Op::Eq, sides) = &relation.then else { return false };
    let unchanged = sides[0] == Expr::Out(1) && sides[1] == Expr::Out(0);
    let simple = |arg: &Expr| arg.size() <= 2;
    match &followup.function {
        // f(b, a) == f(a, b), f(reversed) == f(xs), f(f(x)) == f(x)
        None => unchanged && followup.args.iter().all(simple) && distinct(&followup.args, params),
        // decode(encode(x)) == x
        Some(_) => {
            followup.args.first() == Some(&Expr::Out(0)) && !sides[0].mentions_out(0) && sides[1].size() <= 2
        }
    }
}

/// Whether every parameter is still there: a follow-up that forgets one says less.
fn distinct(args: &[Expr], params: usize) -> bool {
    (0..params).filter(|i| args.iter().any(|arg| arg.any(&mut |e| *e == Expr::Param(*i)))).count() + 1
        > params
        || args.iter().any(Expr::mentions_outcome)
}
