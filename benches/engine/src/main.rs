//! Figures of the evaluation engine beside its peers: `python3 benches/engine/run.py`, which builds this twice (as
//! ordinary builds are, and for this machine, which only `peer` needs), runs pyoperon on the same trees and rows, and
//! prints one table. Rates are tree nodes times rows per second of CPU time, leaves included, what the compilation of
//! the trees takes included; roots are checked by the sum of every 64th row.

mod clock;
mod limit;
mod peer;
mod population;
mod trees;

use std::path::Path;

use cargo_morph::relation::Expr;
use cargo_morph::relation::columns::{Arena, BLOCK, Engine, Isa, NodeId, Table};

const REPETITIONS: usize = 25;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["write", dir] => trees::write(Path::new(dir)).expect("the files are written"),
        ["trees"] => ours(),
        ["peer"] => peers(),
        ["limit"] => limit::print(),
        ["population", rest @ ..] => population::print(rest.first().map(Path::new)),
        // For a profiler.
        ["spin", set] => spin(*set == "division"),
        _ => panic!("write DIR | trees | peer | limit | population [FILE] | spin SET"),
    }
}

fn line(name: &str, set: &str, nodes: usize, time: &clock::Time, check: f64) {
    let rate = |seconds: f64| (nodes * trees::ROWS) as f64 / seconds / 1e9;
    println!("{name}\t{set}\t{:.2}\t{:.2}\t{check:e}", rate(time.best), rate(time.median));
}

/// Of finite sums, those that are not being where a division by next to nothing or an overflow was.
fn check(sums: &[f64]) -> f64 {
    sums.iter().filter(|x| x.abs() < 1e9).sum()
}

fn evaluate(table: &Table, isa: Isa, exprs: &[Expr], sharing: bool) -> Vec<f64> {
    let mut arena = if sharing { Arena::new(table) } else { Arena::without_sharing(table) };
    let roots: Vec<NodeId> = exprs.iter().map(|expr| arena.add(expr).expect("it has a type")).collect();
    let mut sums = vec![0.0; exprs.len()];
    Engine::with(table, isa, 0).visit(&arena, &roots, |root, first, numbers, _| {
        let rows = (trees::ROWS - first).min(BLOCK);
        // Blocks are a multiple of 64 rows.
        sums[root] += numbers[..rows].iter().step_by(64).sum::<f64>();
    });
    sums
}

fn ours() {
    let table = trees::table(&trees::columns());
    for (set, with_division) in [("plain", false), ("division", true)] {
        let trees = trees::random(with_division);
        let (nodes, exprs) = (trees::nodes(&trees), trees::exprs(&trees));
        for isa in Isa::available() {
            for (name, sharing) in [("", true), (" without sharing", false)] {
                let mut sums = Vec::new();
                let time = clock::time(REPETITIONS, || sums = evaluate(&table, isa, &exprs, sharing));
                line(&format!("{isa:?}{name}"), set, nodes, &time, check(&sums));
            }
        }
        let compile = clock::time(REPETITIONS, || {
            let mut arena = Arena::new(&table);
            exprs.iter().for_each(|expr| drop(arena.add(expr)));
        });
        println!("arena, µs per tree\t{set}\t{:.3}\t{:.3}", compile.best * 1e3, compile.median * 1e3);
    }
}

fn spin(with_division: bool) {
    let table = trees::table(&trees::columns());
    let exprs = trees::exprs(&trees::random(with_division));
    for _ in 0..400 {
        std::hint::black_box(evaluate(&table, Isa::best(), &exprs, true));
    }
}

fn peers() {
    let matrix = peer::matrix(&trees::columns());
    for (set, with_division) in [("plain", false), ("division", true)] {
        let trees = trees::random(with_division);
        let exprs: Vec<_> = trees.iter().map(peer::expr).collect();
        let mut sums = Vec::new();
        let time = clock::time(REPETITIONS, || sums = peer::evaluate(&exprs, &matrix));
        line("dynamic_expressions 0.10 (f64)", set, trees::nodes(&trees), &time, check(&sums));
    }
}
