//! The published evaluation of AutoMR, repeated: `cargo bench --bench automr [-- --seed 0 --function REGEX]`.
//!
//! `cargo-morph discover` on a copy of `fixtures/automr`; then every relation in the copy is replayed on inputs of another
//! seed, and scored on the mutants of both lists. At last the eight programs of Apache Commons Math are replaced by the
//! functions of `std`, and the same relations are replayed once more. The published figures are Tables III, IV and V of the
//! paper. With `--details`, every relation, every law that was dropped with the reason, and what survives is printed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use cargo_morph::report::{Discovery, FunctionReport};
use clap::Parser;
use morph_experiments::FunctionReplay;
use morph_lab::mutants::MutantStatus;
use regex::Regex;

mod discovered;

use discovered::{Replay, copy, cores, counterexamples, discover, replay};

/// The programs of Apache Commons Math with the published kill rate, and the share of laws that was redundant: of
/// equations, of inequalities.
const PUBLISHED: [(&str, f64, f64, f64); 8] = [
    ("automr::commons::abs", 0.714, 0.682, 0.102),
    ("automr::commons::logarithm::asinh", 0.236, 0.586, 0.139),
    ("automr::commons::trigonometry::atan", 0.511, 0.734, 0.291),
    ("automr::commons::trigonometry::cos", 0.421, 0.756, 0.097),
    ("automr::commons::logarithm::log1p", 0.400, 0.857, 0.218),
    ("automr::commons::logarithm::log10", 0.345, 0.824, 0.237),
    ("automr::commons::trigonometry::sin", 0.529, 0.741, 0.079),
    ("automr::commons::trigonometry::tan", 0.889, 0.825, 0.414),
];
/// The published mean numbers of laws of each type, for these.
const TYPES: [(&str, usize); 8] =
    [("I", 6), ("II", 11), ("III", 7), ("IV", 80), ("V", 61), ("VI", 4), ("VII", 349), ("VIII", 395)];

/// What stands in place of the bodies of the eight programs: the file, what is defined there, and what `std` has.
const STD: [(&str, &str, &str); 8] = [
    ("mod.rs", "abs", "x.abs()"),
    ("logarithm.rs", "asinh", "x.asinh()"),
    ("logarithm.rs", "log1p", "x.ln_1p()"),
    ("logarithm.rs", "log10", "x.log10()"),
    ("trigonometry.rs", "atan", "x.atan()"),
    ("trigonometry.rs", "cos", "x.cos()"),
    ("trigonometry.rs", "sin", "x.sin()"),
    ("trigonometry.rs", "tan", "x.tan()"),
];

/// Repeats the published evaluation of AutoMR.
#[derive(Debug, Parser)]
struct Args {
    /// Seed of the search
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Only functions whose path matches
    #[arg(
        long,
        default_value = "^automr::commons::(abs|(logarithm|trigonometry)::(asinh|log1p|log10|atan|cos|sin|tan))$"
    )]
    function: Regex,
    /// Fresh inputs per function that every relation is to hold on
    #[arg(long, default_value_t = 1_000_000)]
    inputs: usize,
    /// How many of these the mutants are executed on
    #[arg(long, default_value_t = 4_000)]
    judged: usize,
    /// Further options of `discover`
    #[arg(long, value_delimiter = ' ')]
    options: Vec<String>,
    /// Print every relation, every law that was dropped, and every mutant that survives
    #[arg(long)]
    details: bool,
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() -> Result<()> {
    let args = Args::parse();
    header(&args)?;
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/automr");
    let copy = copy(&fixture)?;
    // Helpers stay: their mutants are those of what calls them. What is judged is chosen later.
    let mut options: Vec<&str> =
        vec!["--file", "src/commons/**", "--file", "src/*.rs", "--file", "src/numpy/rounding.rs"];
    if args.function.is_match("automr::numpy::arrays::dot") {
        options.clear();
    }
    options.extend(args.options.iter().map(String::as_str));
    let found = discover(copy.path(), args.seed, &options)?;
    let wanted = |function: &&FunctionReport| args.function.is_match(&function.path);
    let reports: Vec<&FunctionReport> = found.functions.iter().filter(wanted).collect();
    let paths: BTreeSet<String> = reports.iter().map(|report| report.path.clone()).collect();
    ensure!(!paths.is_empty(), "--function matches nothing");
    println!(
        "Seed {}: {:.0} s for {} functions, of which the build took {:.1} s.\n",
        args.seed, found.totals.seconds.all, found.totals.tested, found.totals.seconds.build
    );

    let fresh = replayed(copy.path(), &paths, &args, args.judged)?;
    programs(&reports, &fresh, &found);
    types(&reports);
    if args.details {
        reports.iter().for_each(|report| details(report, fresh.get(&report.path)));
    }

    for (file, name, expression) in STD {
        let path = copy.path().join("src/commons").join(file);
        let text = fs::read_to_string(&path)?;
        let head = format!("pub fn {name}(x: f64) -> f64 {{");
        ensure!(text.contains(&head), "{file} does not define `{name}`");
        fs::write(&path, text.replace(&head, &format!("{head}\n    return {expression};\n")))?;
    }
    let eight: BTreeSet<String> =
        PUBLISHED.iter().map(|(path, ..)| (*path).to_owned()).filter(|path| paths.contains(path)).collect();
    if !eight.is_empty() {
        differential(&replayed(copy.path(), &eight, &args, 0)?);
    }
    Ok(())
}

/// What the figures rest on; others at work on the machine show in its load.
fn header(args: &Args) -> Result<()> {
    let rustc = Command::new("rustc").arg("--version").output().context("cannot run rustc")?;
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    println!(
        "{} cores, {}, load before: {}\n",
        cores(),
        String::from_utf8_lossy(&rustc.stdout).trim(),
        load.split(' ').take(3).collect::<Vec<_>>().join(" ")
    );
    println!(
        "Relations are checked on {} fresh inputs per function, {} of them with mutants: those of cargo-mutants and of our \
         own operators, in a function and in what it calls.\n",
        args.inputs, args.judged
    );
    Ok(())
}

/// The relations in the copy on fresh inputs, by function.
fn replayed(
    copy: &Path,
    functions: &BTreeSet<String>,
    args: &Args,
    judged: usize,
) -> Result<BTreeMap<String, FunctionReplay>> {
    let what = Replay { seed: args.seed, inputs: args.inputs, judged, own: true };
    let replayed = replay(copy, Some(functions), &what)?;
    Ok(replayed.into_iter().map(|replay| (replay.path.clone(), replay)).collect())
}

fn programs(reports: &[&FunctionReport], replayed: &BTreeMap<String, FunctionReplay>, found: &Discovery) {
    println!(
        "| program | mutants | equivalent | killed | kill rate | published | held out | relations, of them polynomial | \
         laws found | after cleansing | refuted on fresh inputs | least groups | s |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|---|");
    let mut rates = Vec::new();
    let mut published = Vec::new();
    for report in reports {
        let Some(replay) = replayed.get(&report.path) else { continue };
        let counts = morph_lab::mutants::count(&replay.fates);
        let rate = counts.score().unwrap_or(0.0);
        let known = PUBLISHED.iter().find(|(path, ..)| *path == report.path);
        rates.push(rate);
        published.extend(known.map(|(_, rate, ..)| *rate));
        let held_out = report.held_out_mutants.and_then(|counts| counts.score());
        let polynomial = report.relations.iter().filter(|relation| relation.strategy == "polynomial").count();
        let laws = |of: fn(&cargo_morph::report::PolynomialReport) -> [usize; 8]| {
            report.polynomial.as_ref().map_or(0, |laws| of(laws).iter().sum::<usize>())
        };
        let refuted = replay.relations.iter().filter(|relation| relation.violated > 0).count();
        let groups = replay.relations.iter().map(|relation| relation.held + relation.violated).min();
        println!(
            "| {} | {} | {} | {} | {:.1} % | {} | {} | {}, {polynomial} | {} | {} | {refuted} | {} | {:.1} |",
            report.path.trim_start_matches("automr::"),
            counts.listed - counts.unviable,
            counts.equivalent,
            counts.killed,
            100.0 * rate,
            known.map_or("–".to_owned(), |(_, rate, ..)| format!("{:.1} %", 100.0 * rate)),
            held_out.map_or("–".to_owned(), |score| format!("{:.1} %", 100.0 * score)),
            replay.relations.len(),
            laws(|laws| laws.found),
            laws(|laws| laws.cleansed),
            groups.unwrap_or_default(),
            report.seconds.all(),
        );
    }
    let mean = |rates: &[f64]| 100.0 * rates.iter().sum::<f64>() / rates.len().max(1) as f64;
    let most = reports.iter().map(|report| report.seconds.all()).fold(0.0, f64::max);
    let shared = &found.totals.seconds;
    let shared = shared.scan + shared.mutants + shared.build + shared.suite;
    println!("\n- mean kill rate: {:.1} %, published {:.1} % (goal: 80 %)", mean(&rates), mean(&published));
    println!(
        "- most time for a program: {most:.1} s (goal: 60 s on 2 cores), and {:.1} s as its share of what is common to \
         all\n",
        shared / found.totals.tested.max(1) as f64
    );
}

fn types(reports: &[&FunctionReport]) {
    println!("| type | laws per program | after cleansing | published (after cleansing) |");
    println!("|---|---|---|---|");
    let count = reports.len().max(1) as f64;
    let laws = || reports.iter().filter_map(|report| report.polynomial.as_ref());
    for (i, (name, published)) in TYPES.iter().enumerate() {
        let found: usize = laws().map(|laws| laws.found[i]).sum();
        let cleansed: usize = laws().map(|laws| laws.cleansed[i]).sum();
        println!("| {name} | {:.1} | {:.1} | {published} |", found as f64 / count, cleansed as f64 / count);
    }
    let mut steps: BTreeMap<&str, usize> = BTreeMap::new();
    laws().flat_map(|laws| &laws.steps).for_each(|(step, count)| *steps.entry(step).or_default() += count);
    for (what, types, published) in [("equations", 0..6, 0.750), ("inequalities", 6..8, 0.197)] {
        let sum = |of: fn(&cargo_morph::report::PolynomialReport) -> [usize; 8]| {
            laws().map(|laws| of(laws)[types.clone()].iter().sum::<usize>()).sum::<usize>() as f64
        };
        let (found, left) = (sum(|laws| laws.found), sum(|laws| laws.cleansed));
        println!(
            "\n- redundant {what}: {:.1} %, published {:.1} %",
            100.0 * (1.0 - left / found.max(1.0)),
            100.0 * published
        );
    }
    let steps: Vec<String> = steps.into_iter().map(|(step, count)| format!("{step} {count}")).collect();
    println!("- taken away by: {}\n", steps.join(", "));
}

fn details(report: &FunctionReport, replay: Option<&FunctionReplay>) {
    println!("### {}\n", report.path);
    for relation in replay.iter().flat_map(|replay| &replay.relations) {
        let (kills, failures) = (relation.kills.len(), relation.failures.difference(&relation.kills).count());
        println!(
            "- `{}`: held on {} groups, kills {kills} + {failures} by failure",
            relation.readable, relation.held
        );
        if relation.violated > 0 {
            println!("  - VIOLATED on {}: {}", relation.violated, counterexamples(relation));
        }
    }
    for law in report.polynomial.iter().flat_map(|laws| &laws.dropped) {
        println!("- dropped, type {}: `{}`, {}", law.class, law.readable, law.reason);
    }
    let survivors =
        replay.iter().flat_map(|replay| &replay.fates).filter(|(_, fate)| **fate == MutantStatus::Missed);
    survivors.for_each(|(id, _)| println!("- survives: `{id}`"));
    println!();
}

fn differential(replayed: &BTreeMap<String, FunctionReplay>) {
    let relations = || replayed.values().flat_map(|replay| &replay.relations);
    let violated: Vec<_> = relations().filter(|relation| relation.violated > 0).collect();
    let beyond = violated.iter().filter(|relation| relation.violated > relation.rounded).count();
    println!(
        "Differential: of {} relations, {beyond} do not hold of `std`'s functions (goal: none), on at least {} groups \
         each; {} more are bounds that are passed by rounding alone (within {}).\n",
        relations().count(),
        relations().map(|relation| relation.held + relation.violated).min().unwrap_or_default(),
        violated.len() - beyond,
        morph_experiments::ROUNDING,
    );
    for relation in violated {
        println!(
            "- `{}`: violated on {} of {}, {} of these by rounding: {}",
            relation.readable,
            relation.violated,
            relation.held + relation.violated,
            relation.rounded,
            counterexamples(relation)
        );
    }
}
