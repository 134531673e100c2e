//! A recorded population: generations 19 and 20 of the search's own evolution, under the published parameters, on
//! executions of `pow` and of mutants of it.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;
use std::path::Path;

use cargo_morph::search::{Evolve, PAPER, Preset, Task};
use engine_clock::{Time, time, time_after};
use morph_columns::{Arena, Candidate, Counts, Engine, Isa, Order, Table};
use morph_lab::MutantId;
use morph_relation::Transformation;
use morph_relation::{Expr, Followup, IntType, Op, Scope, Signature, Tolerance, Type, Value};
use morph_traces::{Group, Groups, Variant};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// What `record` wrote: a line for each relation, its generation and its text.
const RECORDED: &str = include_str!("../population.tsv");
const GENERATION: usize = 20;

/// The published parameters, for as long as it takes.
static UNTIL: Preset = Preset { generations: GENERATION, ..PAPER };

fn int() -> Type {
    Type::Int(IntType::I64)
}

/// `pow(a, b)`, followed up by `pow(a, b + 1)`.
fn scope() -> Scope {
    let params = ["a", "b"].map(|name| (name.to_owned(), int())).to_vec();
    Scope { params, outs: vec![int(), int()], item: None }
}

/// Groups of `pow`, and of five mutants of it.
fn groups(correct: usize, incorrect: usize) -> Groups {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let mut group = |source: usize, mutant: usize| {
        let (a, b) = (rng.random_range(-12..=12_i128), rng.random_range(1..=8_u32));
        let mutated = |b: u32| match mutant {
            0 => a.pow(b),
            1 => a.pow(b - 1),
            2 => a * i128::from(b),
            3 => a.pow(b) + 1,
            4 => a.pow(b).abs(),
            _ => -a.pow(b),
        };
        let variant = if mutant == 0 { Variant::Original } else { Variant::Mutant(MutantId(mutant as u32)) };
        let params = [a, b.into()].map(Value::Int).to_vec();
        Group { source, variant, params, outs: [mutated(b), mutated(b + 1)].map(Value::Int).to_vec() }
    };
    Groups {
        correct: (0..correct).map(|i| group(i, 0)).collect(),
        incorrect: (0..incorrect).map(|i| group(i, 1 + i % 5)).collect(),
        ..Groups::default()
    }
}

fn table(correct: usize, incorrect: usize) -> Table {
    let groups = groups(correct, incorrect);
    let leaves = [Expr::Param(0), Expr::Param(1), Expr::Out(0), Expr::Out(1)];
    let env = |group| Group::env(group);
    Table::new(
        &scope(),
        &leaves,
        groups.correct.iter().map(env),
        groups.incorrect.iter().map(env),
        Tolerance::Exact,
    )
}

/// Lets relations of `pow` evolve, and writes the last two generations.
pub fn record(file: &Path) {
    let scope = scope();
    let subject = Signature::new("bench::pow", scope.params.clone(), int());
    let next = Expr::binary(Op::Add, Expr::Param(1), Expr::int(1));
    let transformation = Transformation { followups: vec![Followup::of_subject(vec![Expr::Param(0), next])] };
    let groups = groups(9_000, 9_000);
    let task = Task {
        subject: &subject,
        scope: &scope,
        transformation: &transformation,
        groups: &groups,
        constants: &[Value::Int(0), Value::Int(1)],
        evaluations: u64::MAX,
        seed: 0,
        seeds: &[],
        open: &BTreeSet::new(),
        equations: false,
    };
    let mut text = String::new();
    Evolve { preset: &UNTIL }.watched(&task, &mut |generation, relations| {
        if generation + 1 >= GENERATION {
            relations.for_each(|relation| {
                let _ = writeln!(text, "{generation}\t{}", scope.show(&relation));
            });
        }
    });
    std::fs::write(file, text).expect("the file is written");
}

/// The relations of a recorded generation.
fn recorded(generation: usize) -> Vec<Expr> {
    let lines = RECORDED.lines().filter_map(|line| line.split_once('\t'));
    let of = lines.filter(|(number, _)| *number == generation.to_string());
    of.map(|(_, relation)| scope().parse(relation).expect("a relation")).collect()
}

fn candidates<'e>(arena: &mut Arena<'_>, relations: impl IntoIterator<Item = &'e Expr>) -> Vec<Candidate> {
    relations
        .into_iter()
        .map(|relation| Candidate {
            shape: None,
            relation: arena.add(relation).expect("a condition"),
            guard: None,
        })
        .collect()
}

fn counts(engine: &mut Engine<'_>, table: &Table, relations: &[Expr]) -> Vec<Counts> {
    let mut arena = Arena::new(table);
    let candidates = candidates(&mut arena, relations);
    engine.classify(&arena, &candidates, &|_, _| false).into_iter().flatten().collect()
}

/// Prints candidates per second, of the population as it is and with each of what makes it faster.
pub fn print() {
    let full = table(9_000, 9_000);
    let [parents, relations] = [GENERATION - 1, GENERATION].map(recorded);
    let nodes: usize = relations.iter().map(Expr::size).sum();
    println!("# population: generation {GENERATION}, {} candidates, {nodes} nodes", relations.len());
    // Each population has an order of its own. What survives where the better half of parents and offspring does:
    let middle = relations.len() / 2;
    let order = |i: usize| [Order::FalsePositives, Order::FalseNegatives][usize::from(i >= middle)];
    let keys = |relations: &[Expr]| {
        let counts = counts(&mut Engine::new(&full), &full, relations);
        let keys = relations.iter().zip(counts).enumerate();
        keys.map(|(i, (relation, counts))| order(i).key(counts, relation.size())).collect::<Vec<_>>()
    };
    let (old, new) = (keys(&parents), keys(&relations));
    let bounds = [0..middle, middle..relations.len()].map(|population| {
        let mut both = [&old[population.clone()], &new[population]].concat();
        both.sort_unstable();
        both[both.len() / 2]
    });
    let sizes: Vec<usize> = relations.iter().map(Expr::size).collect();
    let hopeless =
        |i: usize, counts: Counts| order(i).key(counts, sizes[i]) > bounds[usize::from(i >= middle)];
    let never = |_: usize, _: Counts| false;
    let layers = layers(&relations);
    let run = |table: &Table, sharing: bool, hopeless: &dyn Fn(usize, Counts) -> bool| {
        let all: Vec<usize> = (0..relations.len()).collect();
        let layers = if sharing { std::slice::from_ref(&all) } else { &layers[..] };
        let mut left = 0;
        for layer in layers {
            let mut arena = if sharing { Arena::new(table) } else { Arena::without_sharing(table) };
            let candidates = candidates(&mut arena, layer.iter().map(|i| &relations[*i]));
            let counts = Engine::with(table, Isa::best(), 0)
                .classify(&arena, &candidates, &|i, counts| hopeless(layer[i], counts));
            left += counts.iter().flatten().count();
        }
        left
    };
    let half = table(4_500, 4_500);
    let on = |threads: usize| rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
    let (one, two) = (on(1), on(2));
    let line = |name: &str, work: &mut (dyn FnMut() -> usize + Send)| {
        let mut left = 0;
        let time = one.install(|| time(25, || left = work()));
        let rate = relations.len() as f64 / time.best;
        println!("{name}\t{:.0}\t{:.3}\t{left}", rate, time.best * 1e3);
    };
    line("18 000 rows, no sharing, no early exit", &mut || run(&full, false, &never));
    line("18 000 rows, sharing", &mut || run(&full, true, &never));
    line("18 000 rows, early exit", &mut || run(&full, false, &hopeless));
    line("18 000 rows, sharing and early exit", &mut || run(&full, true, &hopeless));
    let with_memory = one.install(|| remembering(&full, &parents, &relations, &hopeless));
    println!(
        "18 000 rows, sharing, early exit and memory of the parents\t{:.0}\t{:.3}\t",
        relations.len() as f64 / with_memory.best,
        with_memory.best * 1e3
    );
    line("9 000 rows, no sharing, no early exit", &mut || run(&half, false, &never));
    line("9 000 rows, sharing", &mut || run(&half, true, &never));
    let wall = |pool: &rayon::ThreadPool, table: &Table| {
        pool.install(|| {
            time(15, || {
                std::hint::black_box(run(table, true, &never));
            })
            .wall
        })
    };
    for (rows, table) in [("18 000 rows, sharing", &full), ("180 000 rows, sharing", &table(90_000, 90_000))]
    {
        let (alone, both) = (wall(&one, table), wall(&two, table));
        println!("two threads, {rows}\t{:.2}\t{:.3}\t{:.3}", alone / both, alone * 1e3, both * 1e3);
    }
}

/// Classifies a generation with an engine that knows its parents.
fn remembering(
    table: &Table,
    parents: &[Expr],
    relations: &[Expr],
    hopeless: &(dyn Fn(usize, Counts) -> bool + Sync),
) -> Time {
    let warm = || {
        let mut engine = Engine::new(table);
        counts(&mut engine, table, parents);
        engine
    };
    time_after(25, warm, |mut engine| {
        let mut arena = Arena::new(table);
        let candidates = candidates(&mut arena, relations);
        std::hint::black_box(engine.classify(&arena, &candidates, &hopeless));
    })
}

/// Layers in which no relation stands twice: without sharing, what is in the population more than once is evaluated as
/// often.
fn layers(relations: &[Expr]) -> Vec<Vec<usize>> {
    let mut layers: Vec<Vec<usize>> = Vec::new();
    let mut seen: HashMap<&Expr, usize> = HashMap::new();
    for (i, relation) in relations.iter().enumerate() {
        let times = seen.entry(relation).or_default();
        if layers.len() == *times {
            layers.push(Vec::new());
        }
        layers[*times].push(i);
        *times += 1;
    }
    layers
}
