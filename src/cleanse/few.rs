//! How many relations a package gets: as many as one reads before one accepts them.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

use super::grade::Grade;
use super::test_sources::Kept;
use crate::laws::families;
use morph_lab::MutantId;

/// Relations per function, on average, up to so many functions. Packages of fewer get so many, whatever their number.
const PER_FUNCTION: usize = 4;
const FUNCTIONS: usize = 22;
const LEAST: usize = 12;
/// Of more functions one reads less of each: packages of so many get so many, larger ones in proportion.
const MANY: usize = 80;
const OF_MANY: usize = 60;
/// These are for the usual maximum per function; others go with it.
const USUAL: usize = 7;

/// How many relations a package of some functions gets, with at most so many per function.
fn most(functions: usize, per_function: usize) -> usize {
    let usual = match functions {
        ..=FUNCTIONS => (functions * PER_FUNCTION).max(LEAST),
        _ if functions < MANY => {
            let (first, last) = (FUNCTIONS * PER_FUNCTION, OF_MANY);
            first - (first - last) * (functions - FUNCTIONS) / (MANY - FUNCTIONS)
        }
        _ => functions * OF_MANY / MANY,
    };
    (usual * per_function).div_ceil(USUAL)
}

/// Which relations of a package's functions, which come with their names, are more than it gets, by function and place.
///
/// One that kills something by itself goes last. Of the others, what another function of the same name has as well goes first,
/// then the last one, function by function, of those that have most of them; but what everyone looks for stays longer.
pub fn surplus(functions: &[(&str, &[Kept])], per_function: usize) -> BTreeSet<(usize, usize)> {
    let textbook: BTreeSet<&str> =
        families().filter(|family| family.textbook).map(|family| family.name).collect();
    let is_textbook =
        |kept: &Kept| kept.family.as_ref().is_some_and(|family| textbook.contains(family.name.as_str()));
    let said = |(i, j): (usize, usize)| {
        let (name, relations) = functions[i];
        relations[j].family.as_ref().map(|family| (name, family.name.as_str()))
    };
    let killed = |(i, j): (usize, usize)| {
        let kept = &functions[i].1[j];
        kept.kills.union(&kept.failures)
    };
    let places: Vec<(usize, usize)> =
        (0..functions.len()).flat_map(|i| (0..functions[i].1.len()).map(move |j| (i, j))).collect();
    let mut left: Vec<usize> = functions.iter().map(|(_, relations)| relations.len()).collect();
    let (mut by, mut times) = (BTreeMap::<MutantId, usize>::new(), BTreeMap::<_, usize>::new());
    for at in &places {
        killed(*at).for_each(|mutant| *by.entry(*mutant).or_default() += 1);
        *times.entry(said(*at)).or_default() += 1;
    }
    let tested = left.iter().filter(|relations| **relations > 0).count();
    let too_many = places.len().saturating_sub(most(tested, per_function));
    let mut gone = BTreeSet::new();
    let worth = |at @ (i, j): (usize, usize), left: &[usize], by: &BTreeMap<_, _>, times: &BTreeMap<_, _>| {
        let alone = killed(at).filter(|mutant| by[*mutant] == 1).count();
        let kept = &functions[i].1[j];
        let is_law = kept.grade == Grade::Law;
        let is_once = times[&said(at)] == 1;
        Reverse((alone, is_law, is_once, is_textbook(kept), Reverse(left[i]), Reverse((j, i))))
    };
    let mut least: BinaryHeap<_> = places.iter().map(|at| (worth(*at, &left, &by, &times), *at)).collect();
    while gone.len() < too_many
        && let Some((known, at)) = least.pop()
    {
        // What others lose makes what stays worth more, never less.
        let now = worth(at, &left, &by, &times);
        if now != known {
            least.push((now, at));
            continue;
        }
        killed(at).for_each(|mutant| *by.entry(*mutant).or_default() -= 1);
        *times.entry(said(at)).or_default() -= 1;
        left[at.0] -= 1;
        gone.insert(at);
    }
    gone
}

#[cfg(test)]
mod tests {
    use super::*;
    use morph_relation::{Expr, Relation, Tolerance};

    fn kept(family: &str, kills: &[u32]) -> Kept {
        let relation = Relation {
            given: Vec::new(),
            when: Expr::yes(),
            followups: Vec::new(),
            then: Expr::yes(),
            tolerance: Tolerance::Exact,
        };
        let mut kept = Kept::of_family(relation, family);
        kept.kills = kills.iter().map(|n| MutantId(*n)).collect();
        kept
    }

    #[test]
    fn a_package_gets_as_many_as_one_reads() {
        assert_eq!([1, 3, 10, 22, 51, 80, 160].map(|n| most(n, USUAL)), [12, 12, 40, 88, 74, 60, 120]);
        assert_eq!([most(10, 14), most(10, 1)], [80, 6]);
    }

    #[test]
    fn what_kills_nothing_else_goes_first_and_last_what_everyone_looks_for() {
        let first: Vec<Kept> = (0..8).map(|_| kept("odd", &[1])).chain([kept("commutative", &[])]).collect();
        let second = [kept("even", &[]), kept("odd", &[]), kept("even", &[2]), kept("odd", &[])];
        let third = [kept("even", &[])];
        let of = |relations: &[&[Kept]], per_function: usize| {
            let named: Vec<(&str, &[Kept])> =
                ["f", "g", "h"].into_iter().zip(relations.iter().copied()).collect();
            surplus(&named, per_function)
        };
        assert_eq!(of(&[&first, &second], USUAL), BTreeSet::from([(0, 7)]));
        let gone = of(&[&first, &second, &third], USUAL / 3);
        assert_eq!(most(3, USUAL / 3), 4);
        // One of eight that kill the same, what everyone looks for, and what kills by itself.
        let stays = |at: (usize, usize)| !gone.contains(&at);
        assert!(stays((0, 0)) && stays((0, 8)) && stays((1, 2)), "{gone:?}");
    }

    #[test]
    fn what_a_function_of_the_same_name_has_goes_first() {
        let family = |n: usize| ["odd", "even", "periodic", "monotone", "idempotent", "sorted", "length"][n];
        let all: Vec<Kept> = (0..7).map(|n| kept(family(n), &[])).collect();
        let gone = surplus(&[("f", &all), ("f", &all[..3]), ("g", &all[..4])], USUAL);
        assert_eq!(gone.iter().filter(|(i, j)| *i < 2 && *j < 3).count(), 2, "{gone:?}");
    }

    #[test]
    fn what_goes_is_the_least_each_time() {
        let families = ["odd", "even", "commutative", "periodic", "sorted"];
        let mut n = 7_usize;
        let mut next = |below: usize| {
            n = n * 1_103_515_245 % 2_147_483_647 + 12_345;
            n / 64 % below
        };
        let mut one = |_: usize| kept(families[next(5)], &[next(40) as u32, next(40) as u32][..next(3)]);
        let all: Vec<Vec<Kept>> = (0..20).map(|i| (0..4 + i % 6).map(&mut one).collect()).collect();
        let named: Vec<(&str, &[Kept])> =
            all.iter().enumerate().map(|(i, of)| (["f", "g", "h"][i % 3], of.as_slice())).collect();
        let places: Vec<(usize, usize)> =
            (0..all.len()).flat_map(|i| (0..all[i].len()).map(move |j| (i, j))).collect();
        let mut stay: BTreeSet<(usize, usize)> = places.iter().copied().collect();
        while stay.len() > most(all.len(), USUAL) {
            let family =
                |at: (usize, usize)| all[at.0][at.1].family.as_ref().map(|family| family.name.as_str());
            let worth = |at: &(usize, usize)| {
                let others: Vec<(usize, usize)> = stay.iter().copied().filter(|other| other != at).collect();
                let is_killed =
                    |mutant: &&MutantId| others.iter().any(|(i, j)| all[*i][*j].kills.contains(mutant));
                let alone = all[at.0][at.1].kills.iter().filter(|mutant| !is_killed(mutant)).count();
                let is_once =
                    !others.iter().any(|it| named[it.0].0 == named[at.0].0 && family(*it) == family(*at));
                let of_function = others.iter().filter(|(i, _)| *i == at.0).count();
                let is_textbook = family(*at) == Some("commutative");
                (alone, is_once, is_textbook, Reverse(of_function), Reverse((at.1, at.0)))
            };
            let least = stay.iter().copied().min_by_key(worth).expect("there are too many");
            stay.remove(&least);
        }
        let gone: BTreeSet<_> = places.into_iter().filter(|at| !stay.contains(at)).collect();
        assert!(gone.len() > 20, "{}", gone.len());
        assert_eq!(surplus(&named, USUAL), gone);
    }
}
