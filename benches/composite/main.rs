//! Composite relations of sine and cosine, next to the published figures (composite relations, its evaluation):
//! `cargo bench --bench composite [-- --runs 100 --seed 0 --details]`.
//!
//! From the eight basic relations of each, composites of two, three and four layers on 100 inputs in [0, 20]: those that
//! the genetic algorithm at the published setting finds in a run, those that simulated annealing finds, and all there
//! are. A composite counts where it holds on *every* input (published: on 95 of 100). Sequences that say the same, as
//! `x + π + π` and `x + 2π` do, count once beside, as *different*; one that leads back to the source is none.
//!
//! Mutation scores are killed / (listed − equivalent) over the mutants in the subject and in what it calls, cargo-mutants'
//! and our own; a mutant is equivalent where no execution of the bench tells it apart.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result};
use cargo_morph::options::Verbosity;
use cargo_morph::progress;
use cargo_morph::search::composite::{Composite, DEFAULT, Link, Sequence, compose, holds};
use cargo_morph::search::{Candidate, Compose, HEAVIEST, TraceSource};
use clap::Parser;
use morph_lab::mutants;
use morph_lab::{self as lab, BuildOptions, Lab};
use morph_relation::Transformation;
use morph_relation::{Relation, Signature};
use morph_source::scan::{self, Filter, Subject};
use morph_source::workspace;
use morph_traces::Fault;

mod basic;
#[path = "../discovered/copy.rs"]
mod copy;
mod implications;
mod live;
mod scores;
mod searches;

use basic::{PROGRAMS, Program, signature};
use live::Live;

/// Composite relations of sine and cosine, next to the published figures.
#[derive(Debug, Parser)]
struct Args {
    /// Runs of each search
    #[arg(long, default_value_t = 10)]
    runs: u64,
    /// Of the inputs and the first run
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Source inputs
    #[arg(long, default_value_t = 100)]
    inputs: usize,
    /// Print every composite that is kept
    #[arg(long)]
    details: bool,
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() -> Result<()> {
    let args = Args::parse();
    let rustc = Command::new("rustc").arg("--version").output().context("cannot run rustc")?;
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    println!(
        "{} cores, {}, load before: {}\n",
        std::thread::available_parallelism().map_or(1, usize::from),
        String::from_utf8_lossy(&rustc.stdout).trim(),
        load.split(' ').take(3).collect::<Vec<_>>().join(" ")
    );
    implications::measure();
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/automr");
    let copy = copy::copy(&fixture)?;
    let lab = build(copy.path())?;
    PROGRAMS.iter().try_for_each(|program| Bench::new(&args, &lab, program)?.run())
}

/// The lab of sine and cosine.
fn build(folder: &Path) -> Result<Lab> {
    let progress = progress::new(Verbosity::Quiet);
    let manifest_path = Some(folder.join("Cargo.toml"));
    let workspace = workspace::load(&workspace::Selection { manifest_path, ..Default::default() })?;
    let functions = scan::scan(&workspace, &Filter::default())?;
    let tool = mutants::provide(false, &*progress)?;
    let mut listed = mutants::list(&tool, &workspace, &functions, &*progress)?;
    listed.extend(mutants::without_listed(mutants::list_own(&functions)?, &listed));
    let files: BTreeSet<_> = functions
        .iter()
        .filter(|f| {
            PROGRAMS.iter().any(|program| program.path == f.path) || f.path.starts_with("automr::angle")
        })
        .map(|function| function.file.clone())
        .collect();
    listed.retain(|mutant| files.contains(&mutant.file));
    let subjects: Vec<Subject> = functions.iter().filter_map(scan::Function::subject).cloned().collect();
    let subjects: Vec<Subject> =
        subjects.into_iter().filter(|s| PROGRAMS.iter().any(|program| program.path == s.path)).collect();
    let options =
        BuildOptions { feature_flags: Vec::new(), offline: false, branches: false, distances: false };
    lab::build(&workspace, &subjects, &listed, &options, &|_| {})
}

struct Bench<'a> {
    args: &'a Args,
    lab: &'a Lab,
    program: &'a Program,
    subject: Signature,
    others: [Signature; 1],
    basic: Vec<Relation>,
}

/// A relation with what its groups of the original and of mutants say.
struct Scored {
    candidate: Candidate,
    failures: BTreeSet<Fault>,
}

impl<'a> Bench<'a> {
    fn new(args: &'a Args, lab: &'a Lab, program: &'a Program) -> Result<Bench<'a>> {
        let (subject, others) = (signature(program.path), [signature(program.other)]);
        Ok(Bench { args, lab, program, subject, others, basic: program.basic()? })
    }

    fn live(&self) -> Result<Live<'a>> {
        Live::new(self.lab, &self.subject, &self.others, self.args.inputs, self.args.seed)
    }

    fn run(&self) -> Result<()> {
        println!("## {}\n", self.program.path);
        let links: Vec<Link> =
            self.basic.iter().filter_map(|r| Link::of(r, &self.subject, &self.others)).collect();
        let mut live = self.live()?;
        let basic: Vec<Scored> = self
            .basic
            .iter()
            .map(|relation| self.scored(relation, &mut live))
            .collect::<Result<Vec<_>>>()?
            .into_iter()
            .flatten()
            .collect();
        println!("{} of {} basic relations hold and can be layers.\n", basic.len(), links.len());
        println!(
            "| layers | search | composites per run: mean (least, most) | different | published mean | \
             sequences asked for | s per run | published s |"
        );
        println!("|---|---|---|---|---|---|---|---|");
        let mut all: Vec<BTreeMap<Sequence, Composite>> = Vec::new();
        for layers in 2..=4 {
            self.searches(layers, &links)?;
            all.push(self.exhaustive(layers, &links)?);
        }
        println!();
        self.scores(&basic, &all, &mut live)?;
        self.kept(&basic)
    }

    fn composite(&self, sequence: &[usize], links: &[Link]) -> Option<Composite> {
        let layers: Vec<&Link> = sequence.iter().map(|i| &links[*i]).collect();
        compose(&layers, &self.subject, &self.others)
    }

    fn fitness(&self, sequence: &[usize], links: &[Link], live: &mut Live<'_>) -> Result<f64> {
        let Some(composite) = self.composite(sequence, links) else { return Ok(0.0) };
        let transformation = Transformation { followups: composite.relation.followups.clone() };
        Ok(holds(&composite.relation, &live.groups(&transformation, false)?))
    }

    /// What the default setting keeps.
    fn kept(&self, basic: &[Scored]) -> Result<()> {
        let known: Vec<Candidate> = basic.iter().map(|scored| scored.candidate.clone()).collect();
        let (subject, others) = (&self.subject, &self.others[..]);
        let compose = Compose {
            subject,
            others,
            known: &known,
            preset: &DEFAULT,
            seed: self.args.seed,
            heaviest: HEAVIEST,
            evaluations: u64::MAX,
        };
        let begin = Instant::now();
        let mut live = self.live()?;
        let found = compose.search(&mut live)?;
        println!(
            "The default setting keeps {} of the {} that it executes under mutants ({:?}), in {:.2} s.\n",
            found.candidates.len(),
            DEFAULT.executed,
            found.stop,
            begin.elapsed().as_secs_f64(),
        );
        if self.args.details {
            for candidate in &found.candidates {
                println!(
                    "- `{}`: {} kills",
                    candidate.relation.readable(subject, &|_| None),
                    candidate.kills.len()
                );
            }
            println!();
        }
        Ok(())
    }
}
