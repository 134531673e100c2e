//! What each part of a discovery is worth: `cargo bench --bench ablation [-- --target strsim --seeds 0,1]`.
//!
//! For each target and configuration: `cargo-morph discover` on a copy of the package with every part, with one part
//! switched off, and with all of them switched off. Then the relations that were written are replayed on inputs of
//! another seed. A table per target and one over all of them show the mutants that fall, those that the search never saw
//! apart, the relations, how many of these a fresh input refutes, and the CPU seconds of the discovery with everything
//! that it starts: compilers, workers, cargo-mutants.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use cargo_morph::options::Part;
use cargo_morph::report::{Discovery, MutantCounts};
use clap::Parser;

mod cpu;
#[path = "../discovered/mod.rs"]
mod discovered;
#[path = "../discovered/registry.rs"]
mod registry;
mod targets;

use discovered::{Replay, copy, cores, counterexamples, discover, replay};
use targets::{Sources, TARGETS, Target};

/// Switches the parts of a discovery off, one after the other.
#[derive(Debug, Parser)]
struct Args {
    /// Only these targets, by their names
    #[arg(long, value_delimiter = ',')]
    target: Vec<String>,
    /// Only these parts are switched off, beside none and all
    #[arg(long, value_delimiter = ',', value_enum)]
    part: Vec<Part>,
    /// Seeds of the searches
    #[arg(long, value_delimiter = ',', default_values_t = [0])]
    seeds: Vec<u64>,
    /// Fresh inputs per function that every relation is to hold on
    #[arg(long, default_value_t = 20_000)]
    inputs: usize,
    /// Jobs of each discovery
    #[arg(long, default_value_t = 1)]
    jobs: usize,
    #[arg(long, hide = true)]
    bench: bool,
}

/// Which parts run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Configuration {
    Everything,
    Without(usize),
    Nothing,
}

impl Configuration {
    fn all(args: &Args) -> Vec<Configuration> {
        let wanted = |part: &Part| args.part.is_empty() || args.part.contains(part);
        let places = Part::ALL.iter().enumerate().filter(|(_, part)| wanted(part)).map(|(place, _)| place);
        let parts = places.map(Configuration::Without);
        [Configuration::Everything].into_iter().chain(parts).chain([Configuration::Nothing]).collect()
    }

    fn name(self) -> String {
        match self {
            Configuration::Everything => "every part".to_owned(),
            Configuration::Without(place) => format!("without {}", Part::ALL[place].name()),
            Configuration::Nothing => "without all of them".to_owned(),
        }
    }

    /// The same as options of `discover`.
    fn options(self) -> [String; 2] {
        let is_on = |place: usize| match self {
            Configuration::Everything => true,
            Configuration::Without(other) => place != other,
            Configuration::Nothing => false,
        };
        let names = |on: bool| {
            let chosen = Part::ALL.iter().enumerate().filter(|(place, _)| is_on(*place) == on);
            chosen.map(|(_, part)| part.name()).collect::<Vec<_>>().join(",")
        };
        [("--with", true), ("--without", false)].map(|(flag, on)| format!("{flag}={}", names(on)))
    }
}

/// What came of a configuration.
#[derive(Clone, Copy, Default)]
struct Outcome {
    searched: MutantCounts,
    held_out: MutantCounts,
    relations: usize,
    /// Candidates that fell before they were written.
    fallen: usize,
    /// Relations that were written and that a fresh input refutes.
    refuted: usize,
    /// CPU seconds of the discovery.
    seconds: f64,
}

impl Outcome {
    fn add(&mut self, other: &Outcome) {
        for (own, other) in [(&mut self.searched, &other.searched), (&mut self.held_out, &other.held_out)] {
            own.listed += other.listed;
            own.unviable += other.unviable;
            own.equivalent += other.equivalent;
            own.killed += other.killed;
        }
        self.relations += other.relations;
        self.fallen += other.fallen;
        self.refuted += other.refuted;
        self.seconds += other.seconds;
    }
}

type Outcomes = BTreeMap<Configuration, Outcome>;

fn main() -> Result<()> {
    let args = Args::parse();
    let wanted = |target: &&Target| args.target.is_empty() || args.target.iter().any(|n| n == target.name);
    let targets: Vec<&Target> = TARGETS.iter().filter(wanted).collect();
    ensure!(!targets.is_empty(), "--target names none of the targets");
    header(&args)?;
    let sources = Sources::fetch()?;
    let mut all = Outcomes::new();
    for target in targets {
        let package = sources.of(target)?;
        let mut of_target = Outcomes::new();
        for seed in &args.seeds {
            // By catalogue: how many of its relations fall.
            let mut replayed: BTreeMap<Vec<u8>, usize> = BTreeMap::new();
            for configuration in Configuration::all(&args) {
                let outcome = run(&args, target, &package, *seed, configuration, &mut replayed)?;
                of_target.entry(configuration).or_default().add(&outcome);
                all.entry(configuration).or_default().add(&outcome);
            }
        }
        println!("\n## {}: `{}`\n", target.name, target.functions);
        table(&of_target);
    }
    println!("\n## All targets\n");
    table(&all);
    Ok(())
}

/// What the figures rest on.
fn header(args: &Args) -> Result<()> {
    let rustc = Command::new("rustc").arg("--version").output().context("cannot run rustc")?;
    println!(
        "{} cores, {}, seeds {:?}, {} jobs per discovery, {} fresh inputs per function.\n",
        cores(),
        String::from_utf8_lossy(&rustc.stdout).trim(),
        args.seeds,
        args.jobs,
        args.inputs
    );
    Ok(())
}

fn run(
    args: &Args,
    target: &Target,
    package: &Path,
    seed: u64,
    configuration: Configuration,
    replayed: &mut BTreeMap<Vec<u8>, usize>,
) -> Result<Outcome> {
    let copy = copy(package)?;
    forget(copy.path())?;
    let jobs = args.jobs.to_string();
    let choice = configuration.options();
    let choice = choice.iter().filter(|option| !option.ends_with('=')).map(String::as_str);
    let options: Vec<&str> =
        ["--function", target.functions, "--jobs", &jobs].into_iter().chain(choice).collect();
    let before = cpu::spent();
    let found = discover(copy.path(), seed, &options)?;
    let seconds = cpu::spent() - before;

    let catalogue = fs::read(copy.path().join("morph/relations.toml")).unwrap_or_default();
    let refuted = match replayed.get(&catalogue) {
        Some(refuted) => *refuted,
        None => {
            let name = configuration.name();
            let refuted = refuted(args, copy.path(), &found, &name)?;
            replayed.insert(catalogue, refuted);
            refuted
        }
    };
    let outcome = outcome(&found, refuted, seconds);
    eprintln!("{}, seed {seed}, {}: {}", target.name, configuration.name(), row(&outcome));
    Ok(outcome)
}

/// Removes relations that are committed with a package: only those of the run count.
fn forget(copy: &Path) -> Result<()> {
    let mut clean = Command::new(env!("CARGO_BIN_EXE_cargo-morph"));
    clean.args(["clean", "--manifest-path"]).arg(copy.join("Cargo.toml"));
    let cleaned = clean.output().context("cannot run cargo-morph")?;
    ensure!(cleaned.status.success(), "cargo-morph clean ended with {}", cleaned.status);
    let catalogue = copy.join("morph");
    if catalogue.exists() {
        fs::remove_dir_all(catalogue)?;
    }
    Ok(())
}

/// How many relations that were written to a copy fall on inputs of another seed.
fn refuted(args: &Args, copy: &Path, found: &Discovery, configuration: &str) -> Result<usize> {
    let seed = found.seed;
    let what = Replay { seed, inputs: args.inputs, judged: 0, own: false };
    let tested = found.functions.iter().filter(|function| !function.relations.is_empty());
    let tested: BTreeSet<String> = tested.map(|function| function.path.clone()).collect();
    let mut refuted = 0;
    if tested.is_empty() {
        return Ok(refuted);
    }
    for function in replay(copy, Some(&tested), &what)? {
        for relation in function.relations.iter().filter(|relation| relation.violated > 0) {
            refuted += 1;
            println!(
                "- {configuration}, seed {seed}: `{}` falls on {} of {} groups: {}",
                relation.readable,
                relation.violated,
                relation.held + relation.violated,
                counterexamples(relation)
            );
        }
    }
    Ok(refuted)
}

fn outcome(found: &Discovery, refuted: usize, seconds: f64) -> Outcome {
    let fallen = found.functions.iter().filter_map(|function| function.dropped.get("refuted")).sum();
    let totals = &found.totals;
    Outcome {
        searched: totals.mutants,
        held_out: totals.held_out_mutants.unwrap_or_default(),
        relations: totals.relations,
        fallen,
        refuted,
        seconds,
    }
}

fn table(outcomes: &Outcomes) {
    println!(
        "| parts | held-out mutants killed | of the searched | relations | candidates that fell | \
         relations refuted | CPU s | of every part |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    let whole = outcomes.get(&Configuration::Everything).map_or(f64::NAN, |outcome| outcome.seconds);
    for (configuration, outcome) in outcomes {
        let share = outcome.seconds / whole * 100.0;
        println!("| {} | {} | {share:.0} % |", configuration.name(), row(outcome));
    }
}

fn row(outcome: &Outcome) -> String {
    let killed = |counts: &MutantCounts| {
        let score = counts.score().unwrap_or(0.0) * 100.0;
        format!("{} of {} ({score:.1} %)", counts.killed, counts.killable())
    };
    format!(
        "{} | {} | {} | {} | {} | {:.1}",
        killed(&outcome.held_out),
        killed(&outcome.searched),
        outcome.relations,
        outcome.fallen,
        outcome.refuted,
        outcome.seconds
    )
}
