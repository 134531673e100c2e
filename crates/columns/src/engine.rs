//! Classifying candidates in stages, on several threads.

use std::sync::Mutex;

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::arena::{Arena, NodeId};
use super::block::{BLOCK, Bits, Numbers};
use super::by_row::Columns;
use super::kernels::{Ballot, Isa};
use super::mix::mix;
use super::plan::Planner;
use super::recent::Recent;
use super::steps::{At, BitsAt, Program, Run, Scratch, Spot};
use super::table::Table;

/// A relation with its guard: conditions in one arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The relation.
    pub relation: NodeId,
    /// Only rows on which this has the value `true` count, where it is given.
    pub guard: Option<NodeId>,
}

/// How a candidate classifies the rows. Rows count where relation and guard have values and the guard's is `true`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Correct rows that count and on which the relation is false.
    pub false_positives: u32,
    /// Incorrect rows on which it is not, or that do not count.
    pub false_negatives: u32,
    /// Correct rows that count.
    pub applicable: u32,
}

/// The order in which a population ranks: lexicographic, less is better (GenMorph's two populations).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// False positives, then false negatives, then size.
    FalsePositives,
    /// False negatives, then false positives, then size.
    FalseNegatives,
}

impl Order {
    /// What candidates are ranked by.
    pub fn key(self, counts: Counts, size: usize) -> (u32, u32, usize) {
        match self {
            Order::FalsePositives => (counts.false_positives, counts.false_negatives, size),
            Order::FalseNegatives => (counts.false_negatives, counts.false_positives, size),
        }
    }
}

/// A set of rows, the first row's bit lowest in the first word.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rows(pub Vec<u64>);

impl Rows {
    /// Whether the row is in.
    pub fn contains(&self, row: usize) -> bool {
        self.0.get(row / 64).is_some_and(|word| word >> (row % 64) & 1 == 1)
    }

    /// How many rows are in.
    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
}

/// The rows behind [`Counts`], by their numbers among the correct, or the incorrect, ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sets {
    /// Correct rows that count and on which the relation is false.
    pub false_positives: Rows,
    /// Incorrect rows on which it is not, or that do not count.
    pub false_negatives: Rows,
    /// Correct rows that count.
    pub applicable: Rows,
}

/// What is known of a candidate from earlier.
#[derive(Clone, Copy)]
struct Known {
    counts: Counts,
    /// Otherwise the counts are those of a part of the rows: no less than these.
    complete: bool,
}

/// Evaluates arenas of one table, and remembers what it evaluated. Results are the same whatever the number of
/// threads (those of the rayon pool that it is called in) and whatever is remembered.
pub struct Engine<'t> {
    table: &'t Table,
    isa: Isa,
    columns: Columns,
    memo: Recent<u128, Known>,
    scratch: Mutex<Vec<Scratch>>,
}

/// Candidates remembered: a few tens of generations.
const REMEMBERED: usize = 1 << 16;
/// Columns of what is evaluated row by row that are kept.
const KEPT_COLUMNS: usize = 512;
/// The share of the blocks, in eighteenths, after which hopeless candidates are dropped. Most are after the first.
const STAGES: [usize; 4] = [1, 4, 13, 18];
/// A program is made anew when less than this share of its candidates is left, in percent.
const WORTH_PLANNING: usize = 80;

impl<'t> Engine<'t> {
    /// An engine with the widest instructions that the machine has.
    pub fn new(table: &'t Table) -> Engine<'t> {
        Engine::with(table, Isa::best(), REMEMBERED)
    }

    /// An engine with these instructions, which the machine must have, that remembers at most twice so many candidates.
    ///
    /// # Panics
    /// Where the machine lacks the instructions.
    pub fn with(table: &'t Table, isa: Isa, remembered: usize) -> Engine<'t> {
        assert!(Isa::available().contains(&isa), "{isa:?} is not available");
        Engine {
            table,
            isa,
            columns: Columns::new(KEPT_COLUMNS, table.blocks()),
            memo: Recent::new(remembered),
            scratch: Mutex::default(),
        }
    }

    /// Classifies candidates. One is dropped, and its place is `None`, exactly where `hopeless` says of its number and
    /// its counts that it cannot survive; since it is asked about counts of a part of the rows as well, it must not
    /// change its mind when counts grow.
    pub fn classify(
        &mut self,
        arena: &Arena<'_>,
        candidates: &[Candidate],
        hopeless: &dyn Fn(usize, Counts) -> bool,
    ) -> Vec<Option<Counts>> {
        // The same candidate twice is evaluated once.
        let mut distinct: Vec<(u128, Candidate, Vec<usize>)> = Vec::new();
        let mut places: FxHashMap<u128, usize> = FxHashMap::default();
        for (number, candidate) in candidates.iter().enumerate() {
            let hash = |id: NodeId| arena.nodes[id.index()].hash;
            let key = mix(hash(candidate.relation), candidate.guard.map_or(0, hash));
            let place = *places.entry(key).or_insert(distinct.len());
            match distinct.get_mut(place) {
                Some((.., numbers)) => numbers.push(number),
                None => distinct.push((key, *candidate, vec![number])),
            }
        }
        let all_hopeless = |numbers: &[usize], counts| numbers.iter().all(|number| hopeless(*number, counts));
        let mut known: Vec<Known> = distinct
            .iter()
            .map(|(key, ..)| {
                self.memo.get(*key).unwrap_or(Known { counts: Counts::default(), complete: false })
            })
            .collect();
        let mut alive: Vec<usize> = (0..distinct.len())
            .filter(|i| !known[*i].complete && !all_hopeless(&distinct[*i].2, known[*i].counts))
            .collect();
        alive.iter().for_each(|i| known[*i].counts = Counts::default());
        let evaluated = alive.clone();
        self.stages(
            arena,
            &mut alive,
            &mut |i, block: Counts| {
                let counts = &mut known[i].counts;
                counts.false_positives += block.false_positives;
                counts.false_negatives += block.false_negatives;
                counts.applicable += block.applicable;
                !all_hopeless(&distinct[i].2, *counts)
            },
            &|i| distinct[i].1,
        );
        alive.iter().for_each(|i| known[*i].complete = true);
        evaluated.iter().for_each(|i| self.memo.insert(distinct[*i].0, known[*i]));
        let mut results = vec![None; candidates.len()];
        for ((.., numbers), known) in distinct.iter().zip(&known) {
            for number in numbers {
                results[*number] =
                    (known.complete && !hopeless(*number, known.counts)).then_some(known.counts);
            }
        }
        results
    }

    /// Runs the stages; `add` takes a stage's counts of a candidate and says whether it goes on.
    fn stages(
        &mut self,
        arena: &Arena<'_>,
        alive: &mut Vec<usize>,
        add: &mut dyn FnMut(usize, Counts) -> bool,
        candidate: &dyn Fn(usize) -> Candidate,
    ) {
        let order = stages(self.table.correct_blocks(), self.table.blocks());
        let mut ready: Option<(Program, Vec<usize>)> = None;
        for (stage, blocks) in order.iter().enumerate() {
            if alive.is_empty() {
                return;
            }
            let stale = |planned: &Vec<usize>| alive.len() * 100 < planned.len() * WORTH_PLANNING;
            let (program, planned) = match ready.take() {
                Some((program, planned)) if !stale(&planned) => (program, planned),
                _ => {
                    let rest = order[stage..].concat();
                    let chosen: Vec<Candidate> = alive.iter().map(|i| candidate(*i)).collect();
                    (self.plan(arena, &chosen, &rest), alive.clone())
                }
            };
            let tallies =
                self.on_blocks(arena, &program, blocks, |run, block| self.tally(run, block, planned.len()));
            let mut kept = alive.iter().copied().peekable();
            let mut next = Vec::new();
            for (place, i) in planned.iter().enumerate() {
                if kept.next_if_eq(i).is_none() {
                    continue;
                }
                let sum = tallies.iter().fold(Counts::default(), |sum, block| Counts {
                    false_positives: sum.false_positives + block[place].false_positives,
                    false_negatives: sum.false_negatives + block[place].false_negatives,
                    applicable: sum.applicable + block[place].applicable,
                });
                if add(*i, sum) {
                    next.push(*i);
                }
            }
            *alive = next;
            ready = Some((program, planned));
        }
    }

    /// The rows that candidates classify wrongly.
    pub fn sets(&mut self, arena: &Arena<'_>, candidates: &[Candidate]) -> Vec<Sets> {
        let blocks: Vec<usize> = (0..self.table.blocks()).collect();
        let program = self.plan(arena, candidates, &blocks);
        let parts = self.on_blocks(arena, &program, &blocks, |run, block| {
            let outputs = run.outputs().chunks_exact(2);
            outputs.map(|pair| self.block_sets(run, pair, block)).collect::<Vec<_>>()
        });
        let correct = self.table.correct_blocks();
        let mut sets = vec![Sets::default(); candidates.len()];
        for (block, parts) in parts.iter().enumerate() {
            for (set, [counted, wrong]) in sets.iter_mut().zip(parts) {
                if block < correct {
                    set.false_positives.0.extend(wrong.0);
                    set.applicable.0.extend(counted.0);
                } else {
                    set.false_negatives.0.extend(wrong.0);
                }
            }
        }
        sets
    }

    /// Shows numbers: `visit` gets the place among `roots`, the number of the block's first row, its values, and the
    /// rows that have one. Rows are those of the correct groups and, from the next multiple of [`BLOCK`] on, of the
    /// incorrect ones; the rest of a block is padding. Roots that are no numbers are not shown.
    pub fn visit(
        &mut self,
        arena: &Arena<'_>,
        roots: &[NodeId],
        mut visit: impl FnMut(usize, usize, &[f64; BLOCK], &Bits),
    ) {
        let blocks: Vec<usize> = (0..self.table.blocks()).collect();
        let program = Planner::plan(arena, self.isa, roots, true, &blocks, &mut self.columns);
        let mut scratch = self.take_scratch();
        for block in blocks {
            let rows = self.table.rows(block);
            Run::new(&program, arena, block, &mut scratch).steps(
                &mut |root, numbers: &Numbers, valid: &Bits| {
                    visit(root, block * BLOCK, &numbers.0, &valid.and(rows));
                },
            );
        }
        self.give_back(scratch);
    }

    /// The columns of numeric nodes, correct rows first; `None` where a row has no value.
    pub fn values(&mut self, arena: &Arena<'_>, roots: &[NodeId]) -> Vec<Vec<Option<f64>>> {
        let rows: Vec<Bits> = (0..self.table.blocks()).map(|block| *self.table.rows(block)).collect();
        let mut columns = vec![Vec::new(); roots.len()];
        self.visit(arena, roots, |root, first, numbers, valid| {
            let is_row = |row: &usize| rows[first / BLOCK].get(*row);
            columns[root].extend((0..BLOCK).filter(is_row).map(|row| valid.get(row).then_some(numbers[row])));
        });
        columns
    }

    /// How large the values were, beyond small ones, that what was evaluated row by row so far read or made
    /// ([`Value::size`](morph_relation::Value::size)): the same whatever the number of threads.
    pub fn bulk(&self) -> u64 {
        self.scratch.lock().map_or(0, |pool| pool.iter().map(|scratch| scratch.bulk).sum())
    }

    /// How many columns of what is evaluated row by row are kept.
    pub fn kept_columns(&self) -> usize {
        self.columns.len()
    }

    fn plan(&mut self, arena: &Arena<'_>, candidates: &[Candidate], blocks: &[usize]) -> Program {
        let roots: Vec<NodeId> =
            candidates.iter().flat_map(|c| [c.relation, c.guard.unwrap_or(arena.truth(true))]).collect();
        Planner::plan(arena, self.isa, &roots, false, blocks, &mut self.columns)
    }

    /// Runs a program on blocks side by side; the results are in the order of the blocks.
    fn on_blocks<T: Send>(
        &self,
        arena: &Arena<'_>,
        program: &Program,
        blocks: &[usize],
        result: impl Fn(&Run<'_>, usize) -> T + Sync,
    ) -> Vec<T> {
        let on_block = |block: &usize| {
            let mut scratch = self.take_scratch();
            let mut run = Run::new(program, arena, *block, &mut scratch);
            run.steps(&mut |_, _, _| {});
            let result = result(&run, *block);
            self.give_back(scratch);
            result
        };
        if rayon::current_num_threads() == 1 {
            blocks.iter().map(on_block).collect()
        } else {
            blocks.par_iter().map(on_block).collect()
        }
    }

    fn tally(&self, run: &Run<'_>, block: usize, candidates: usize) -> Vec<Counts> {
        let count = self.isa.count();
        let rows = self.table.rows(block);
        let total = rows.count();
        let correct = block < self.table.correct_blocks();
        let mut tally = Vec::with_capacity(candidates);
        for pair in run.outputs().chunks_exact(2) {
            let ballot = ballot(run, pair, rows);
            // SAFETY: the engine was made with instructions that the machine has.
            let (counted, violated) = unsafe { count(&ballot) };
            tally.push(if correct {
                Counts { false_positives: violated, false_negatives: 0, applicable: counted }
            } else {
                Counts { false_positives: 0, false_negatives: total - violated, applicable: 0 }
            });
        }
        tally
    }

    /// The rows of a block that count, and those that the candidate classifies wrongly.
    fn block_sets(&self, run: &Run<'_>, pair: &[Spot], block: usize) -> [Bits; 2] {
        let rows = self.table.rows(block);
        let Ballot { truth, valid, guard, guard_valid, .. } = ballot(run, pair, rows);
        let counted = rows.and(valid).and(guard).and(guard_valid);
        let violated = counted.and(&truth.not());
        [counted, if block < self.table.correct_blocks() { violated } else { rows.and(&violated.not()) }]
    }

    fn take_scratch(&self) -> Scratch {
        self.scratch.lock().map(|mut pool| pool.pop()).ok().flatten().unwrap_or_default()
    }

    fn give_back(&self, scratch: Scratch) {
        if let Ok(mut pool) = self.scratch.lock() {
            pool.push(scratch);
        }
    }
}

fn ballot<'r>(run: &'r Run<'_>, pair: &[Spot], rows: &'r Bits) -> Ballot<'r> {
    let bits = |spot: Spot| match spot.at {
        At::Bits(at) => (run.bits(at), run.bits(spot.valid)),
        _ => (run.bits(BitsAt::None), run.bits(BitsAt::None)),
    };
    let ((truth, valid), (guard, guard_valid)) = (bits(pair[0]), bits(pair[1]));
    Ballot { truth, valid, guard, guard_valid, rows }
}

/// The blocks of each stage: the same share of correct and of incorrect ones.
fn stages(correct: usize, blocks: usize) -> Vec<Vec<usize>> {
    let last = STAGES[STAGES.len() - 1];
    let mut done = (0, correct);
    let mut stages = Vec::new();
    for stage in STAGES {
        let upto = ((correct * stage).div_ceil(last), correct + ((blocks - correct) * stage).div_ceil(last));
        stages.push((done.0..upto.0).chain(done.1..upto.1).collect());
        done = upto;
    }
    stages
}
