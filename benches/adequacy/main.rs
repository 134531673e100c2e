//! The published experiment on k-MR adequacy, repeated: `cargo bench --bench adequacy [-- --seed 0 --plots PREFIX]`.
//!
//! Programs are the functions of `fixtures/business` and `fixtures/quickstart` that no other function calls, with all that
//! they call; relations are those of the catalogue, after `cargo-morph discover` has added to it on a copy of the package.
//! Which group of a source and a relation detects which mutant is recorded once; suites are then sets of groups. For each
//! criterion and k: suites of sources that just satisfy the criterion, and suites at each of ten levels of adequacy. FDE is
//! the share of the mutants that a suite detects, FDR the share of the suites that detect a mutant.

mod box_plot;
#[path = "../discovered/copy.rs"]
mod copy;
mod report;
mod suites;

use std::collections::BTreeSet;
use std::env;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use cargo_morph::options::Verbosity;
use cargo_morph::progress;
use clap::Parser;
use copy::copy;
use morph_experiments::{Detections, Pool};
use morph_lab::BuildOptions;
use morph_lab::mutants;
use morph_source::process;
use morph_source::scan::{self, Filter, Function};
use morph_source::workspace;
use morph_values::stream;
use rayon::prelude::*;
use regex::Regex;

use report::Results;
use suites::{LEVELS, Program, Suite};

/// Packages with programs.
const FIXTURES: [&str; 2] = ["business", "quickstart"];
/// Programs with fewer different output sub-relations say nothing about k.
const FEWEST: usize = 3;
/// The values of k; after these comes "all", which is as many as there are.
const KS: [usize; 4] = [1, 2, 3, 4];

/// Repeats the published experiment on k-MR adequacy.
#[derive(Debug, Parser)]
struct Args {
    /// Of the sources, the suites and the search for relations
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Sources in the pool of each program
    #[arg(long, default_value_t = 500)]
    sources: usize,
    /// Suites for each program, criterion, k and level
    #[arg(long, default_value_t = 100)]
    suites: usize,
    /// Only programs whose path matches
    #[arg(long)]
    function: Option<Regex>,
    /// Take the relations that are committed, and search for none
    #[arg(long)]
    as_committed: bool,
    /// Box plots are written to files whose names begin so
    #[arg(long, default_value = "target/adequacy")]
    plots: PathBuf,
    #[arg(long, hide = true)]
    bench: bool,
}

/// What suites of one kind came to.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// By suite: the share of the mutants that it detects.
    pub fde: Vec<f64>,
    /// By suite: how many groups it has.
    pub groups: Vec<f64>,
    /// By mutant: the share of the suites that detect it.
    pub fdr: Vec<f64>,
}

impl Outcome {
    fn of(program: &Program, suites: &[Suite]) -> Outcome {
        let mut by = vec![0_usize; program.mutants];
        let mut outcome = Outcome::default();
        for suite in suites {
            let detected = program.detects(suite);
            detected.ones().for_each(|mutant| by[mutant] += 1);
            outcome.fde.push(detected.count_ones(..) as f64 / program.mutants as f64);
            outcome.groups.push(suite.len() as f64);
        }
        if !suites.is_empty() {
            outcome.fdr = by.into_iter().map(|count| count as f64 / suites.len() as f64).collect();
        }
        outcome
    }
}

fn main() -> Result<()> {
    let args = Args::parse();
    let mut recorded = Vec::new();
    for fixture in FIXTURES {
        recorded.extend(record(&args, fixture)?);
    }
    report::header(&args.describe(), &recorded);
    let (programs, left_out): (Vec<Detections>, Vec<Detections>) =
        recorded.into_iter().partition(|program| !program.mutants.is_empty() && outputs(program) >= FEWEST);
    report::programs(&programs, &left_out);
    ensure!(!programs.is_empty(), "no program has {FEWEST} different relations");
    let results: Vec<Results> = programs.par_iter().map(|program| experiment(&args, program)).collect();
    report::tables(&results);
    report::trends(&results);
    report::plots(&results, &args.plots)
}

impl Args {
    fn describe(&self) -> String {
        let relations = if self.as_committed { "as committed" } else { "written and found" };
        format!(
            "Seed {}; {} sources in each pool; {} suites of each kind; relations {relations}.",
            self.seed, self.sources, self.suites
        )
    }
}

/// How many different output sub-relations hold on something.
fn outputs(program: &Detections) -> usize {
    let used: BTreeSet<usize> =
        program.groups.iter().map(|group| program.relations[group.relation].output).collect();
    used.len()
}

/// The detections in a copy of a fixture.
fn record(args: &Args, fixture: &str) -> Result<Vec<Detections>> {
    let folder = copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(fixture))?;
    let manifest = folder.path().join("Cargo.toml");
    if !args.as_committed {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-morph"));
        process::clean_environment(&mut command);
        command.args(["discover", "--quiet", "--seed"]).arg(args.seed.to_string());
        command.arg("--manifest-path").arg(&manifest);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::inherit());
        let status = command.status().context("cannot run cargo-morph")?;
        ensure!(status.success(), "cargo-morph ended with {status}");
    }
    let progress = progress::new(Verbosity::Normal);
    let selection = workspace::Selection { manifest_path: Some(manifest), ..Default::default() };
    let workspace = workspace::load(&selection)?;
    let functions = scan::scan(&workspace, &Filter::default())?;
    let tool = mutants::provide(false, &*progress)?;
    let mut all = mutants::list(&tool, &workspace, &functions, &*progress)?;
    all.extend(mutants::without_listed(mutants::list_own(&functions)?, &all));
    let not_compiled = scan::NotCompiled::of(&workspace)?;
    all.retain(|mutant| !not_compiled.holds(&mutant.file, &mutant.span));
    let pool = Pool {
        functions: programs(&functions, args.function.as_ref()),
        // The search has seen the sources of its own seed.
        seed: !args.seed,
        sources: args.sources,
        jobs: std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
        build: BuildOptions { feature_flags: Vec::new(), offline: false, branches: true, distances: true },
    };
    morph_experiments::detect(&workspace, &functions, all, &pool, &*progress)
}

/// The functions that no other calls.
fn programs(functions: &[Function], wanted: Option<&Regex>) -> BTreeSet<String> {
    let called: BTreeSet<&String> = functions
        .iter()
        .flat_map(|function| function.callees.iter().filter(|callee| **callee != function.path))
        .collect();
    let subjects = functions.iter().filter_map(Function::subject).map(|subject| subject.path.clone());
    let kept = |path: &String| !called.contains(path) && wanted.is_none_or(|wanted| wanted.is_match(path));
    subjects.filter(kept).collect()
}

/// Builds the suites of a program and counts what they detect.
fn experiment(args: &Args, recorded: &Detections) -> Results {
    let program = Program::new(recorded);
    let most = program.most_relations();
    let ks = || KS.into_iter().chain([most]);
    let criterion = |(name, satisfied): &(&'static str, Vec<BTreeSet<_>>)| {
        let required = program.requirements(satisfied);
        // A function of one parameter has no pairs of choices.
        let count = if required.count == 0 { 0 } else { args.suites };
        let rng = |kind: &str| stream(args.seed, &format!("suites {} {name} {kind}", program.name));
        let covering = (0..KS.len() + 1).zip(ks()).map(|(i, k)| {
            // The same sources for every k.
            let suites = (0..count).map(|n| {
                program.covering(
                    &required,
                    k,
                    &mut rng(&format!("sources {n}")),
                    &mut rng(&format!("{i} {n}")),
                )
            });
            Outcome::of(&program, &suites.collect::<Vec<_>>())
        });
        let at_levels = (0..KS.len() + 1).zip(ks()).map(|(i, k)| {
            let at_level = |level: usize| {
                let mut rng = rng(&format!("{i} level {level}"));
                let suites = (0..count).filter_map(|_| program.at_level(&required, k, level, &mut rng));
                Outcome::of(&program, &suites.collect::<Vec<_>>())
            };
            (0..LEVELS).map(at_level).collect()
        });
        report::Criterion {
            name,
            requirements: required.count,
            covering: covering.collect(),
            at_levels: at_levels.collect(),
        }
    };
    Results { program: program.name.clone(), criteria: recorded.criteria.iter().map(criterion).collect() }
}
