//! A population of relations on the executions of `pow`: those of a file, one relation a line, or a stand-in that is
//! bred here, by tournaments and crossover alone, from a few hundred random seeds.

use std::path::Path;

use cargo_morph::relation::columns::{Arena, Candidate, Counts, Engine, Isa, Order, Table};
use cargo_morph::relation::{Env, Expr, IntType, Op, Scope, Tolerance, Type, Value};
use engine_clock::{time, time_after};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

const SEEDS: usize = 300;
const CANDIDATES: usize = 1_000;
const GENERATIONS: usize = 20;
const MOST_NODES: usize = 16;
const ORDER: Order = Order::FalsePositives;

fn int() -> Type {
    Type::Int(IntType::I64)
}

/// `pow(a, b)`, followed up by `pow(a, b + 1)`.
fn scope() -> Scope {
    let params = ["a", "b"].map(|name| (name.to_owned(), int())).to_vec();
    Scope { params, outs: vec![int(), int()], item: None }
}

/// Groups of `pow`, and of five mutants of it.
fn table(correct: usize, incorrect: usize) -> Table {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let mut group = |mutant: usize| {
        let (a, b) = (rng.random_range(-12..=12_i128), rng.random_range(1..=8_u32));
        let mutated = |b: u32| match mutant {
            0 => a.pow(b),
            1 => a.pow(b - 1),
            2 => a * i128::from(b),
            3 => a.pow(b) + 1,
            4 => a.pow(b).abs(),
            _ => -a.pow(b),
        };
        let value = Value::Int;
        ([value(a), value(b.into())], [value(mutated(b)), value(mutated(b + 1))])
    };
    let correct: Vec<_> = (0..correct).map(|_| group(0)).collect();
    let incorrect: Vec<_> = (0..incorrect).map(|i| group(1 + i % 5)).collect();
    let leaves = [Expr::Param(0), Expr::Param(1), Expr::Out(0), Expr::Out(1)];
    Table::new(&scope(), &leaves, correct.iter().map(env), incorrect.iter().map(env), Tolerance::Exact)
}

fn env((params, outs): &([Value; 2], [Value; 2])) -> Env<'_> {
    Env { params, outs }
}

fn number(rng: &mut impl Rng, depth: usize) -> Expr {
    if depth == 0 || rng.random_bool(0.3) {
        return match rng.random_range(0..6) {
            0 | 1 => Expr::Param(rng.random_range(0..2)),
            2 | 3 => Expr::Out(0),
            4 => Expr::Out(1),
            _ => Expr::int(rng.random_range(-100..=100)),
        };
    }
    match [Op::Add, Op::Sub, Op::Mul, Op::Div, Op::Abs][rng.random_range(0..5)] {
        Op::Abs => Expr::unary(Op::Abs, number(rng, depth - 1)),
        op => Expr::binary(op, number(rng, depth - 1), number(rng, depth - 1)),
    }
}

fn condition(rng: &mut impl Rng, depth: usize) -> Expr {
    match rng.random_range(0..if depth > 1 { 9 } else { 6 }) {
        n @ 0..6 => {
            let op = [Op::Eq, Op::Ne, Op::Lt, Op::Gt, Op::Le, Op::Ge][n];
            Expr::binary(op, number(rng, depth), number(rng, depth))
        }
        6 => Expr::binary(Op::And, condition(rng, depth - 1), condition(rng, depth - 1)),
        7 => Expr::binary(Op::Or, condition(rng, depth - 1), condition(rng, depth - 1)),
        _ => Expr::unary(Op::Not, condition(rng, depth - 1)),
    }
}

/// The nodes of a tree, in a fixed order.
fn parts(expr: &Expr) -> Vec<&Expr> {
    let mut all = vec![expr];
    let mut next = 0;
    while next < all.len() {
        all.extend(all[next].children());
        next += 1;
    }
    all
}

/// One of `into`'s sub-expressions replaced by one of `from`'s of its type; `into` where that grows too large.
fn cross(rng: &mut impl Rng, into: &Expr, from: &Expr) -> Expr {
    let scope = scope();
    let all = parts(into);
    let place = all[rng.random_range(0..all.len())];
    let fitting: Vec<&Expr> =
        parts(from).into_iter().filter(|part| scope.type_of(part) == scope.type_of(place)).collect();
    if fitting.is_empty() {
        return into.clone();
    }
    let graft = fitting[rng.random_range(0..fitting.len())];
    let mut done = false;
    let child = replace(into, place, graft, &mut done);
    if child.size() <= MOST_NODES { child } else { into.clone() }
}

fn replace(expr: &Expr, place: &Expr, graft: &Expr, done: &mut bool) -> Expr {
    if !*done && expr == place {
        *done = true;
        return graft.clone();
    }
    expr.with_children(&mut |child| replace(child, place, graft, done))
}

fn candidates(arena: &mut Arena<'_>, relations: &[Expr]) -> Vec<Candidate> {
    relations
        .iter()
        .map(|relation| Candidate { relation: arena.add(relation).expect("a condition"), guard: None })
        .collect()
}

fn counts(engine: &mut Engine<'_>, table: &Table, relations: &[Expr]) -> Vec<Counts> {
    let mut arena = Arena::new(table);
    let candidates = candidates(&mut arena, relations);
    engine.classify(&arena, &candidates, &|_, _| false).into_iter().flatten().collect()
}

/// The last two generations of the stand-in.
fn breed(table: &Table) -> (Vec<Expr>, Vec<Expr>) {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    let mut before = Vec::new();
    let mut now: Vec<Expr> = std::iter::repeat_with(|| condition(&mut rng, 3))
        .filter(|relation| relation.size() <= MOST_NODES)
        .take(SEEDS)
        .collect();
    let mut engine = Engine::new(table);
    for _ in 0..GENERATIONS {
        let counts = counts(&mut engine, table, &now);
        let keys: Vec<_> = now.iter().zip(&counts).map(|(r, c)| ORDER.key(*c, r.size())).collect();
        let next = (0..CANDIDATES)
            .map(|_| {
                let [a, b] = [(); 2].map(|()| {
                    let rivals = [(); 2].map(|()| rng.random_range(0..now.len()));
                    if keys[rivals[0]] <= keys[rivals[1]] { rivals[0] } else { rivals[1] }
                });
                cross(&mut rng, &now[a], &now[b])
            })
            .collect();
        before = std::mem::replace(&mut now, next);
    }
    (before, now)
}

/// Prints candidates per second, of the population as it is and with each of what makes it faster.
pub fn print(file: Option<&Path>) {
    let full = table(9_000, 9_000);
    let (parents, relations, source) = match file {
        Some(file) => {
            let text = std::fs::read_to_string(file).expect("a population");
            let parse = |line| scope().parse(line).expect("a relation");
            let relations: Vec<Expr> = text.lines().map(parse).collect();
            (relations.clone(), relations, file.display().to_string())
        }
        None => {
            let (parents, relations) = breed(&full);
            (parents, relations, "stand-in, generation 20".to_owned())
        }
    };
    let nodes: usize = relations.iter().map(Expr::size).sum();
    println!("# population: {source}, {} candidates, {nodes} nodes", relations.len());
    // What survives where the better half of parents and offspring together does.
    let mut engine = Engine::new(&full);
    let both: Vec<Expr> = parents.iter().chain(&relations).cloned().collect();
    let mut keys: Vec<_> = both
        .iter()
        .zip(counts(&mut engine, &full, &both))
        .map(|(relation, counts)| ORDER.key(counts, relation.size()))
        .collect();
    keys.sort_unstable();
    let bound = keys[keys.len() / 2];
    let sizes: Vec<usize> = relations.iter().map(Expr::size).collect();
    let hopeless = |i: usize, counts: Counts| ORDER.key(counts, sizes[i]) > bound;
    let never = |_: usize, _: Counts| false;
    let run = |table: &Table, sharing: bool, hopeless: &dyn Fn(usize, Counts) -> bool| {
        let mut arena = if sharing { Arena::new(table) } else { Arena::without_sharing(table) };
        let candidates = candidates(&mut arena, &relations);
        Engine::with(table, Isa::best(), 0).classify(&arena, &candidates, hopeless).iter().flatten().count()
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
    let warm = || {
        let mut engine = Engine::new(&full);
        counts(&mut engine, &full, &parents);
        engine
    };
    let with_memory = one.install(|| {
        time_after(25, warm, |mut engine| {
            let mut arena = Arena::new(&full);
            let candidates = candidates(&mut arena, &relations);
            std::hint::black_box(engine.classify(&arena, &candidates, &hopeless));
        })
    });
    println!(
        "18 000 rows, sharing, early exit and memory of the parents\t{:.0}\t{:.3}\t",
        relations.len() as f64 / with_memory.best,
        with_memory.best * 1e3
    );
    line("9 000 rows, no sharing, no early exit", &mut || run(&half, false, &never));
    line("9 000 rows, sharing", &mut || run(&half, true, &never));
    let large = table(90_000, 90_000);
    for (rows, table, hopeless) in [
        ("18 000 rows, sharing", &full, &never as &(dyn Fn(usize, Counts) -> bool + Sync)),
        ("180 000 rows, sharing", &large, &never),
    ] {
        let wall = |pool: &rayon::ThreadPool| {
            pool.install(|| {
                time(15, || {
                    std::hint::black_box(run(table, true, hopeless));
                })
                .wall
            })
        };
        let (alone, both) = (wall(&one), wall(&two));
        println!("two threads, {rows}\t{:.2}\t{:.3}\t{:.3}", alone / both, alone * 1e3, both * 1e3);
    }
}
