//! The order of inputs by path distance (METHODS §4, after Definitions 1–4 and Algorithm 1 of the paper): each next one
//! executes the most that none before it did.

use std::cmp::Reverse;

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

/// Every input once, by its number in `sets`, the most different first.
///
/// `sets` are what each executes: the numbers of statements, and of branches where these are watched. `kills` are the
/// mutants that each tells apart, where that is known, and `costs` how much there is to read of each
/// ([`super::cost_of`]); either may be empty.
///
/// The next input is the one with
/// 1. the greatest path distance to those before it, which is how much it executes that none of them does: the longest
///    path for the first of all;
/// 2. the most mutants that none of them tells apart;
/// 3. the least cost;
/// 4. the first place in `sets`, as in the paper.
///
/// Once no input adds to either, those that are left are ordered among themselves in the same way, as if nothing had
/// been executed: the rounds of Rothermel's "additional" prioritisation. The paper's algorithm leaves that open.
/// Mutants come after statements, since what no input executes no mutant can be killed in.
pub fn order(sets: &[&[u32]], kills: &[&[u32]], costs: &[u128]) -> Vec<usize> {
    let (sets, kills) = (Cover::of(sets), Cover::of(kills));
    let mut rest: Vec<usize> = (0..sets.parts.len()).collect();
    let mut order = Vec::with_capacity(rest.len());
    while !rest.is_empty() {
        let mut covered = [sets.nothing(), kills.nothing()];
        let mut begun = false;
        while let Some(best) = rest
            .iter()
            .enumerate()
            .map(|(at, input)| {
                let gain = (sets.distance(*input, &covered[0]), kills.distance(*input, &covered[1]));
                (gain, Reverse((costs.get(*input), *input)), at)
            })
            .max()
        {
            let ((distance, killed), Reverse((_, input)), at) = best;
            // An input that executes nothing has a place, too.
            if begun && distance == 0 && killed == 0 {
                break;
            }
            begun = true;
            sets.add(input, &mut covered[0]);
            kills.add(input, &mut covered[1]);
            rest.remove(at);
            order.push(input);
        }
    }
    order
}

/// What inputs cover, as sets of bits.
struct Cover {
    /// By input.
    parts: Vec<FixedBitSet>,
    /// How many different elements there are.
    size: usize,
}

impl Cover {
    fn of(sets: &[&[u32]]) -> Cover {
        let mut numbers: FxHashMap<u32, usize> = FxHashMap::default();
        for element in sets.iter().copied().flatten() {
            let next = numbers.len();
            numbers.entry(*element).or_insert(next);
        }
        let size = numbers.len();
        let part = |set: &&[u32]| {
            let mut part = FixedBitSet::with_capacity(size);
            set.iter().for_each(|element| part.insert(numbers[element]));
            part
        };
        Cover { parts: sets.iter().map(part).collect(), size }
    }

    fn nothing(&self) -> FixedBitSet {
        FixedBitSet::with_capacity(self.size)
    }

    /// How much an input covers beside what is covered.
    fn distance(&self, input: usize, covered: &FixedBitSet) -> usize {
        self.parts.get(input).map_or(0, |part| part.difference_count(covered))
    }

    fn add(&self, input: usize, covered: &mut FixedBitSet) {
        if let Some(part) = self.parts.get(input) {
            covered.union_with(part);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::time::{Duration, Instant};

    use super::*;

    /// Table 2 of the paper: the lines that its four sources execute.
    const WORKED: [&[u32]; 4] = [
        &[1, 2, 3, 4, 5, 16],
        &[1, 2, 3, 4, 6, 7, 16],
        &[1, 2, 3, 9, 10, 11, 16],
        &[1, 2, 3, 9, 10, 12, 13, 16],
    ];

    fn distance(t: &[u32], to: &[&[u32]]) -> usize {
        let covered: BTreeSet<&u32> = to.iter().copied().flatten().collect();
        t.iter().filter(|statement| !covered.contains(statement)).count()
    }

    #[test]
    fn worked_example_of_the_paper_is_ordered_as_there() {
        assert_eq!(order(&WORKED, &[], &[]), [3, 1, 0, 2]);
        // Table 3: the distances of those that are left in each round.
        let [t1, t2, t3, t4] = WORKED;
        assert_eq!([t1, t2, t3, t4].map(|t| distance(t, &[])), [6, 7, 7, 8]);
        assert_eq!([t1, t2, t3].map(|t| distance(t, &[t4])), [2, 3, 1]);
        assert_eq!([t1, t3].map(|t| distance(t, &[t4, t2])), [1, 1]);
        assert_eq!(distance(t3, &[t4, t2, t1]), 1);
    }

    #[test]
    fn example_of_the_definitions_has_the_distance_that_they_give() {
        assert_eq!(distance(&[1, 3, 5, 7], &[&[1, 2, 6, 7, 8]]), 2);
        let cover = Cover::of(&[&[1, 3, 5, 3, 7], &[1, 2, 6, 7, 8]]);
        assert_eq!(cover.parts[0].count_ones(..), 4, "the length of a path counts statements once");
        assert_eq!(cover.distance(0, &cover.parts[1]), 2);
    }

    #[test]
    fn equal_distances_go_by_mutants_then_by_cost_then_by_place() {
        let sets: [&[u32]; 4] = [&[1, 2], &[1, 3], &[1, 4], &[1, 5]];
        assert_eq!(order(&sets, &[], &[]), [0, 1, 2, 3]);
        assert_eq!(order(&sets, &[], &[9, 7, 7, 8]), [1, 2, 3, 0]);
        // The last kills most; then what the second kills is known, and the third is the smallest of the others.
        let kills: [&[u32]; 4] = [&[], &[7], &[], &[7, 8]];
        assert_eq!(order(&sets, &kills, &[9, 7, 6, 8]), [3, 2, 1, 0]);
    }

    #[test]
    fn mutants_that_nothing_kills_yet_count_where_every_statement_is_executed() {
        let sets: [&[u32]; 4] = [&[1, 2, 3], &[1, 2], &[2, 3], &[3]];
        assert_eq!(order(&sets, &[&[7], &[7], &[7], &[8]], &[]), [0, 3, 1, 2]);
    }

    #[test]
    fn rounds_begin_anew_until_every_input_has_its_place() {
        let sets: [&[u32]; 5] = [&[1], &[1, 2], &[1, 2], &[3], &[]];
        assert_eq!(order(&sets, &[], &[]), [1, 3, 2, 0, 4]);
        assert!(order(&[], &[], &[]).is_empty());
    }

    #[test]
    fn every_prefix_covers_at_least_what_any_next_input_would_have_added() {
        let sets = many(60, 40);
        let sets: Vec<&[u32]> = sets.iter().map(Vec::as_slice).collect();
        let order = order(&sets, &[], &[]);
        let mut sorted = order.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, (0..60).collect::<Vec<_>>());
        let mut before: Vec<&[u32]> = Vec::new();
        for (at, input) in order.iter().enumerate() {
            let gains = order[at..].iter().map(|other| distance(sets[*other], &before));
            let most = gains.max().expect("one is left");
            if most == 0 {
                return;
            }
            assert_eq!(distance(sets[*input], &before), most);
            before.push(sets[*input]);
        }
    }

    /// Sets of up to `statements` numbers, alike and unalike.
    fn many(inputs: u32, statements: u32) -> Vec<Vec<u32>> {
        let taken = |input: u32, statement: u32| {
            (input.wrapping_mul(2_654_435_761) >> (statement % 29)) % 7 < 2 || statement < 3
        };
        (0..inputs).map(|i| (0..statements).filter(|s| taken(i % (1 + inputs / 2), *s)).collect()).collect()
    }

    #[test]
    fn thousand_inputs_of_five_hundred_statements_take_no_time_to_speak_of() {
        let sets = many(1_000, 500);
        let sets: Vec<&[u32]> = sets.iter().map(Vec::as_slice).collect();
        let begin = Instant::now();
        assert_eq!(order(&sets, &[], &[]).len(), 1_000);
        let spent = begin.elapsed();
        // A few milliseconds where the compiler optimises; without it and on a busy machine, far less than this.
        assert!(spent < Duration::from_secs(3), "{spent:?}");
    }
}
