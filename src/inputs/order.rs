//! The order of inputs by path distance (path-directed source inputs §3.2.2, Definitions 1–4 and Algorithm 1): each next
//! one executes the most that none before it did.

use std::cmp::Reverse;

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

/// Every input once, by its number in `sets`, the most different first.
///
/// `sets` are what each executes: the numbers of statements, and of branches where these are watched. `kills` are the
/// mutants that each tells apart, where that is known, and `costs` how much there is to read of each; either
/// may be empty.
///
/// The next input is the one with
/// 1. the greatest path distance to those before it, which is how much it executes that none of them does: the longest
///    path for the first of all;
/// 2. the most mutants that none of them tells apart;
/// 3. the greatest distance to the nearest one of them, where the first two rules look at all of them together;
/// 4. the least cost;
/// 5. the first place in `sets`, as in the paper.
///
/// The paper's algorithm says no more once no input adds to either. Here those that are left are then ordered among
/// themselves in the same way, as if nothing had been executed: the rounds of Rothermel's "additional" prioritisation.
/// But no path is taken a second time before every path was taken once: most faults show on some path whatever its input,
/// and the few paths that execute most would have all the rounds for themselves. A path is what its inputs have in common,
/// that is, the same statements and mutants.
///
/// Mutants come after statements, since what no input executes no mutant can be killed in.
pub fn order(sets: &[&[u32]], kills: &[&[u32]], costs: &[u128]) -> Vec<usize> {
    let mut paths = paths(sets, kills, costs);
    let mut order = Vec::with_capacity(sets.len());
    while order.len() < sets.len() {
        for path in in_rounds(&paths, costs) {
            order.extend(paths[path].inputs.pop());
        }
    }
    order
}

/// The paths that have inputs left, each once, in rounds.
fn in_rounds(paths: &[Path], costs: &[u128]) -> Vec<usize> {
    let candidate = |(at, path): (usize, &Path)| {
        let input = *path.inputs.last()?;
        Some(Candidate { path: at, cost: (costs.get(input).copied(), input), nearest: usize::MAX })
    };
    let mut left: Vec<Candidate> = paths.iter().enumerate().filter_map(candidate).collect();
    let mut taken = Vec::with_capacity(left.len());
    let mut covered = nothing(paths);
    let mut is_begun = false;
    loop {
        let open = left.iter().enumerate().map(|(place, candidate)| {
            let distance = paths[candidate.path].distance(&covered);
            (distance, candidate.nearest, Reverse(candidate.cost), place)
        });
        let Some((distance, .., place)) = open.max() else { return taken };
        // An input that executes nothing has a place, too.
        if is_begun && distance == [0, 0] {
            (covered, is_begun) = (nothing(paths), false);
            continue;
        }
        let next = left.remove(place).path;
        let Path { covers, .. } = &paths[next];
        covered.iter_mut().zip(covers).for_each(|(covered, covers)| covered.union_with(covers));
        for candidate in &mut left {
            let [statements, _] = paths[candidate.path].distance(covers);
            candidate.nearest = candidate.nearest.min(statements);
        }
        is_begun = true;
        taken.push(next);
    }
}

/// A path that is not taken yet.
struct Candidate {
    path: usize,
    /// What the input costs that goes next, and its place.
    cost: (Option<u128>, usize),
    /// Its distance to that one of the paths before it to which it is least.
    nearest: usize,
}

/// Statements that are executed, and mutants that are told apart.
type Covered = [FixedBitSet; 2];

/// As large as what the paths cover: bits that a set has no room for would not count.
fn nothing(paths: &[Path]) -> Covered {
    [0, 1].map(|i| FixedBitSet::with_capacity(paths.first().map_or(0, |path| path.covers[i].len())))
}

/// Inputs that execute the same and tell apart the same mutants.
struct Path {
    /// What they execute, and what they tell apart.
    covers: Covered,
    /// Those that are left; the last goes first.
    inputs: Vec<usize>,
}

impl Path {
    /// How much of either is not covered yet.
    fn distance(&self, covered: &Covered) -> [usize; 2] {
        [0, 1].map(|i| self.covers[i].difference_count(&covered[i]))
    }
}

/// There are far fewer of them than inputs, which is why this is fast.
fn paths(sets: &[&[u32]], kills: &[&[u32]], costs: &[u128]) -> Vec<Path> {
    let numbers = [sets, kills].map(numbers);
    let mut of_covers: FxHashMap<Covered, usize> = FxHashMap::default();
    let mut paths: Vec<Path> = Vec::new();
    let mut inputs: Vec<usize> = (0..sets.len()).collect();
    inputs.sort_by_key(|input| Reverse((costs.get(*input), *input)));
    for input in inputs {
        let bits = |i: usize, parts: &[&[u32]]| {
            let mut bits = FixedBitSet::with_capacity(numbers[i].len());
            parts.get(input).into_iter().copied().flatten().for_each(|n| bits.insert(numbers[i][n]));
            bits
        };
        let path = *of_covers.entry([bits(0, sets), bits(1, kills)]).or_insert_with_key(|covers| {
            paths.push(Path { covers: covers.clone(), inputs: Vec::new() });
            paths.len() - 1
        });
        paths[path].inputs.push(input);
    }
    paths
}

/// Places of elements in sets of bits.
fn numbers(parts: &[&[u32]]) -> FxHashMap<u32, usize> {
    let mut numbers = FxHashMap::default();
    for element in parts.iter().copied().flatten() {
        let next = numbers.len();
        numbers.entry(*element).or_insert(next);
    }
    numbers
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

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
        let paths = paths(&[&[1, 3, 5, 3, 7], &[1, 2, 6, 7, 8]], &[], &[]);
        let lengths: Vec<usize> = paths.iter().map(|path| path.covers[0].count_ones(..)).collect();
        assert_eq!(lengths, [5, 4], "each statement counts once");
        assert_eq!(paths[1].distance(&paths[0].covers), [2, 0]);
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
        assert_eq!(order(&sets, &[], &[]), [1, 3, 0, 4, 2]);
        assert!(order(&[], &[], &[]).is_empty());
    }

    #[test]
    fn no_path_is_taken_twice_before_every_path_was_taken_once() {
        // The first path executes everything; the others would wait until all of its inputs were taken.
        let sets: [&[u32]; 6] = [&[1, 2, 3], &[1, 2, 3], &[1, 2, 3], &[1, 2], &[1], &[1, 2]];
        assert_eq!(order(&sets, &[], &[]), [0, 3, 4, 1, 5, 2]);
        assert_eq!(
            order(&sets, &[], &[3, 2, 1, 9, 9, 8]),
            [2, 5, 4, 1, 3, 0],
            "of one path, the least first"
        );
    }

    #[test]
    fn equal_distances_to_all_go_by_the_distance_to_the_nearest() {
        // After the first two nothing is new: the third differs by one from the first, the fourth by two from either.
        let sets: [&[u32]; 4] = [&[1, 2, 3, 4], &[5, 6, 7, 8], &[1, 2, 3, 5], &[1, 2, 5, 6]];
        assert_eq!(order(&sets, &[], &[]), [0, 1, 3, 2]);
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
    fn of_a_thousand_inputs_none_is_lost() {
        let sets = many(1_000, 500);
        let sets: Vec<&[u32]> = sets.iter().map(Vec::as_slice).collect();
        let order = order(&sets, &[], &[]);
        assert_eq!(order.len(), 1_000);
        assert_eq!(order.iter().collect::<BTreeSet<_>>().len(), 1_000);
    }
}
