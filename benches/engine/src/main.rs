//! Figures of the evaluation engine beside its peers: `python3 benches/engine/run.py`, which builds this as ordinary
//! builds are, and `peer` for the machine, runs pyoperon on the same trees and rows, and prints one table.
//! Rates are tree nodes times rows per second of CPU time on one thread, leaves and the making of the arena included;
//! roots are checked by the sum of every 64th row.

mod limit;
mod population;
mod trees;

use std::path::Path;

use engine_clock::{line, time};
use morph_columns::{Arena, BLOCK, Engine, Isa, NodeId, Table};
use morph_relation::Expr;

const REPETITIONS: usize = 25;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["write", dir] => trees::write(Path::new(dir)).expect("the files are written"),
        ["trees"] => ours(),
        ["limit"] => limit::print(),
        ["population"] => population::print(),
        // Writes the file that `population` reads, anew.
        ["record", file] => population::record(Path::new(file)),
        // For a profiler.
        ["spin", set] => spin(*set == "division"),
        _ => panic!("write DIR | trees | limit | population | record FILE | spin SET"),
    }
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
                let time = time(REPETITIONS, || sums = evaluate(&table, isa, &exprs, sharing));
                line(&format!("{isa:?}{name}"), set, nodes * trees::ROWS, &time, &sums);
            }
        }
        let compile = time(REPETITIONS, || {
            let mut arena = Arena::new(&table);
            std::hint::black_box(exprs.iter().filter_map(|expr| arena.add(expr)).count());
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
