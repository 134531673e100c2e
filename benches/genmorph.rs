//! The published evaluation of GenMorph, repeated: `cargo bench --bench genmorph [-- --seeds 0,1,2 --function REGEX]`.
//!
//! For each seed: `cargo-morph discover --judge cargo-mutants` on a copy of `fixtures/genmorph`, so that the search sees
//! the mutants of our own operators only; then every relation in the copy is replayed on inputs of another seed, and
//! scored on what cargo-mutants lists. The published figures are Table II of the GenMorph paper: MS, the mutation score,
//! and PZ, the share of relations that no input refutes. With `--details`, every relation and what survives is printed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use cargo_morph::options::Verbosity;
use cargo_morph::progress;
use cargo_morph::report::MutantCounts;
use clap::Parser;
use morph_experiments::FunctionReplay;
use morph_lab::mutants;
use morph_lab::mutants::MutantStatus;
use regex::Regex;

mod discovered;

use discovered::{Replay, copy, cores, counterexamples, discover, replay};

/// Functions with the published MS and PZ, in the published order.
const PUBLISHED: [(&str, f64, f64); 23] = [
    ("genmorph::math::primes::next_prime", 0.78, 0.70),
    ("genmorph::math::primes::is_prime", 0.29, 0.32),
    ("genmorph::math::integers::gcd", 0.63, 0.90),
    ("genmorph::math::integers::pow", 0.69, 0.78),
    ("genmorph::math::integers::stirling", 0.31, 0.69),
    ("genmorph::math::trigonometry::acos", 0.09, 0.05),
    ("genmorph::math::exponential::log10", 0.06, 0.03),
    ("genmorph::math::trigonometry::sin", 0.60, 0.70),
    ("genmorph::math::exponential::sinh", 0.21, 0.25),
    ("genmorph::math::trigonometry::tan", 0.38, 0.56),
    ("genmorph::lang::abbreviate", 0.41, 0.53),
    ("genmorph::lang::capitalize", 0.28, 0.13),
    ("genmorph::lang::center", 0.53, 0.64),
    ("genmorph::lang::difference", 0.24, 0.19),
    ("genmorph::lang::is_sorted", 0.18, 0.11),
    ("genmorph::guava::slices::index_of", 0.14, 0.04),
    ("genmorph::guava::texts::join", 0.13, 0.06),
    ("genmorph::guava::slices::mean_of", 0.83, 0.88),
    ("genmorph::guava::slices::min", 0.55, 0.47),
    ("genmorph::guava::texts::pad_start", 0.64, 0.35),
    ("genmorph::guava::texts::repeat", 0.86, 0.67),
    ("genmorph::guava::slices::sort", 0.58, 0.51),
    ("genmorph::guava::texts::truncate", 0.28, 0.23),
];

/// Repeats the published evaluation of GenMorph.
#[derive(Debug, Parser)]
struct Args {
    /// Seeds of the searches
    #[arg(long, value_delimiter = ',', default_values_t = [0, 1, 2])]
    seeds: Vec<u64>,
    /// Only functions whose path matches; the others of the fixture are not searched either
    #[arg(long)]
    function: Option<Regex>,
    /// Fresh inputs per function that every relation is to hold on
    #[arg(long, default_value_t = 100_000)]
    inputs: usize,
    /// How many of these the mutants are executed on
    #[arg(long, default_value_t = 4_000)]
    judged: usize,
    /// Print every relation and every mutant that survives
    #[arg(long)]
    details: bool,
    #[arg(long, hide = true)]
    bench: bool,
}

/// What a seed gave for a function.
struct Run {
    replay: FunctionReplay,
    counts: MutantCounts,
    /// Of its own stages, and of those that all functions share.
    seconds: [f64; 2],
}

impl Run {
    fn score(&self) -> f64 {
        self.counts.score().unwrap_or(0.0)
    }

    fn valid(&self) -> usize {
        self.replay.relations.iter().filter(|relation| relation.violated == 0).count()
    }
}

fn main() -> Result<()> {
    let args = Args::parse();
    let wanted = |path: &str| args.function.as_ref().is_none_or(|function| function.is_match(path));
    let rows: Vec<_> = PUBLISHED.into_iter().filter(|(path, ..)| wanted(path)).collect();
    let paths: BTreeSet<String> = rows.iter().map(|(path, ..)| (*path).to_owned()).collect();
    ensure!(!paths.is_empty(), "--function matches none of the 23 functions");
    header(&args)?;
    let mut runs: BTreeMap<String, Vec<Run>> = BTreeMap::new();
    for seed in &args.seeds {
        for run in search_and_replay(&args, *seed, &paths)? {
            runs.entry(run.replay.path.clone()).or_default().push(run);
        }
    }
    if args.details {
        runs.values().flatten().for_each(details);
    }
    table(&rows, &runs);
    goals(&args, &rows, &runs);
    Ok(())
}

/// What the figures rest on; others at work on the machine show in its load.
fn header(args: &Args) -> Result<()> {
    let tool = mutants::provide(false, &*progress::new(Verbosity::Quiet))?;
    let rustc = Command::new("rustc").arg("--version").output().context("cannot run rustc")?;
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    println!(
        "{} cores, {}, cargo-mutants {}, load before: {}\n",
        cores(),
        String::from_utf8_lossy(&rustc.stdout).trim(),
        tool.version(),
        load.split(' ').take(3).collect::<Vec<_>>().join(" ")
    );
    println!(
        "Relations are checked on {} fresh inputs per function, {} of them with mutants. Mutants are those that \
         cargo-mutants lists in a function and in what it calls.\n",
        args.inputs, args.judged
    );
    Ok(())
}

/// One search on a copy of the fixture, and the replay of what it wrote.
fn search_and_replay(args: &Args, seed: u64, paths: &BTreeSet<String>) -> Result<Vec<Run>> {
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/genmorph");
    let mut options = vec!["--judge", "cargo-mutants"];
    options.extend(args.function.iter().flat_map(|function| ["--function", function.as_str()]));
    let copy = copy(&fixture)?;
    let found = discover(copy.path(), seed, &options)?;
    let totals = &found.totals;
    println!(
        "Seed {seed}: {:.0} s for {} functions, {} relations; the build took {:.1} s.\n",
        totals.seconds.all, totals.tested, totals.relations, totals.seconds.build
    );

    let what = Replay { seed, inputs: args.inputs, judged: args.judged, own: false };
    let replayed = replay(copy.path(), Some(paths), &what)?;

    let shared = totals.seconds.scan + totals.seconds.mutants + totals.seconds.build + totals.seconds.suite;
    let run = |replay: FunctionReplay| {
        let report = found.functions.iter().find(|function| function.path == replay.path);
        let own = report.with_context(|| format!("nothing is reported of `{}`", replay.path))?.seconds.all();
        let counts = morph_lab::mutants::count(&replay.fates);
        Ok(Run { replay, counts, seconds: [own, shared / totals.tested as f64] })
    };
    replayed.into_iter().map(run).collect()
}

fn details(run: &Run) {
    println!("### {}: {} of {} killed\n", run.replay.path, run.counts.killed, run.counts.killable());
    for relation in &run.replay.relations {
        let (kills, failures) = (relation.kills.len(), relation.failures.difference(&relation.kills).count());
        println!(
            "- `{}`: held on {} groups, kills {kills} + {failures} by failure",
            relation.readable, relation.held
        );
        if relation.violated > 0 {
            println!("  - VIOLATED on {}: {}", relation.violated, counterexamples(relation));
        }
    }
    let survivors = run.replay.fates.iter().filter(|(_, fate)| **fate == MutantStatus::Missed);
    survivors.for_each(|(id, _)| println!("- survives: `{id}`"));
    println!();
}

fn table(rows: &[(&str, f64, f64)], runs: &BTreeMap<String, Vec<Run>>) {
    println!(
        "| function | mutants | unviable | equivalent | MS by seed | mean MS | published MS | valid relations | \
         published PZ | s |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    for (path, ms, pz) in rows {
        let Some(runs) = runs.get(*path) else { continue };
        let first = &runs[0].counts;
        let equivalent = runs.iter().map(|run| run.counts.equivalent.to_string()).collect::<Vec<_>>();
        let scores = runs.iter().map(|run| format!("{:.2}", run.score())).collect::<Vec<_>>();
        let written: usize = runs.iter().map(|run| run.replay.relations.len()).sum();
        let valid: usize = runs.iter().map(Run::valid).sum();
        println!(
            "| {} | {} | {} | {} | {} | {:.2} | {ms:.2} | {valid} of {written} | {pz:.2} | {:.1} |",
            path.rsplit("::").next().unwrap_or(path),
            first.listed,
            first.unviable,
            equivalent.join(" "),
            scores.join(" "),
            mean_score(runs),
            median(runs.iter().map(|run| run.seconds.iter().sum()).collect()),
        );
    }
}

fn goals(args: &Args, rows: &[(&str, f64, f64)], runs: &BTreeMap<String, Vec<Run>>) {
    let scores: Vec<(f64, f64)> =
        rows.iter().filter_map(|(path, ms, _)| Some((mean_score(runs.get(*path)?), *ms))).collect();
    let all = || runs.values().flatten();
    let written: usize = all().map(|run| run.replay.relations.len()).sum();
    let valid: usize = all().map(Run::valid).sum();
    let inputs = all().map(|run| run.replay.inputs).min().unwrap_or_default();
    let groups = all().flat_map(|run| &run.replay.relations).map(|r| r.held + r.violated).min();
    let functions = scores.len();
    let above = |bound: &dyn Fn(&(f64, f64)) -> bool| scores.iter().filter(|score| bound(score)).count();
    println!("\nOver {} seeds:\n", args.seeds.len());
    println!("- above 20 %: {} of {functions} functions (goal: all)", above(&|(own, _)| *own > 0.2));
    println!(
        "- above their published row: {} of {functions} functions (goal: 20 of 23)",
        above(&|(own, ms)| own > ms)
    );
    println!(
        "- held on every fresh group: {valid} of {written} relations (goal: all), each on at least {inputs} fresh \
         inputs, of which at least {} made a group",
        groups.unwrap_or_default()
    );
    println!(
        "- median time per function: {:.1} s (goal: 60 s on 2 cores), of which {:.1} s are its share of the build and \
         of the other stages that are common to all; most: {:.1} s",
        median(all().map(|run| run.seconds.iter().sum()).collect()),
        median(all().map(|run| run.seconds[1]).collect()),
        all().map(|run| run.seconds.iter().sum::<f64>()).fold(0.0, f64::max),
    );
}

fn mean_score(runs: &[Run]) -> f64 {
    runs.iter().map(Run::score).sum::<f64>() / runs.len() as f64
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    match values.len() {
        0 => 0.0,
        n if n % 2 == 1 => values[n / 2],
        n => (values[n / 2 - 1] + values[n / 2]) / 2.0,
    }
}
