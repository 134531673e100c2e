//! Composite relations of sine and cosine, next to the published figures (METHODS §3):
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
use cargo_morph::cleanse::kills;
use cargo_morph::cli::Verbosity;
use cargo_morph::inputs::{Transformation, stream};
use cargo_morph::lab::{self, BuildOptions, Lab, Switch};
use cargo_morph::relation::{Expr, Relation, Signature, Tolerance, Verdict};
use cargo_morph::scan::{self, Filter, Subject};
use cargo_morph::search::composite::{
    COOLING, Composite, DEFAULT, Link, PAPER, Sequence, anneal, compose, every, evolve, holds,
};
use cargo_morph::search::{Candidate, Compose, TraceSource};
use cargo_morph::traces::Groups;
use cargo_morph::{mutants, progress, workspace};
use clap::Parser;

mod basic;
#[path = "../discovered/copy.rs"]
mod copy;
mod implications;
mod live;

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
    let options = BuildOptions { feature_flags: Vec::new(), offline: false, branches: false };
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
    failures: BTreeSet<Switch>,
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

    /// Runs of the genetic algorithm and of annealing: what they find, and how long it takes.
    fn searches(&self, layers: usize, links: &[Link]) -> Result<()> {
        let population = PAPER.population[layers - 2];
        // As many sequences at each temperature as make up for the genetic algorithm's.
        let steps = ((COOLING.to / COOLING.from).ln() / COOLING.factor.ln()).ceil() as usize;
        let chain = (population * (PAPER.generations + 1)).div_ceil(steps);
        for (name, chain) in [("genetic", None), ("annealing", Some(1)), ("annealing, as long", Some(chain))]
        {
            let mut counts = Vec::new();
            let (mut different, mut asked, begin) = (Vec::new(), 0, Instant::now());
            for run in 0..self.args.runs {
                let mut live = self.live()?;
                let mut rng = stream(self.args.seed + run, name);
                let mut fitness = |sequence: &[usize]| self.fitness(sequence, links, &mut live);
                let found = match chain {
                    None => evolve(links.len(), layers, &PAPER, &mut fitness, &mut rng)?,
                    Some(chain) => anneal(links.len(), layers, &COOLING, chain, &mut fitness, &mut rng)?,
                };
                asked += found.asked;
                counts.push(found.fit.len());
                different.push(self.different(found.fit.iter(), links));
            }
            let runs = self.args.runs as f64;
            let (published, seconds) = self.program.published[layers - 2];
            println!(
                "| {layers} | {name} | {:.1} ({}, {}) | {:.1} | {published} | {:.0} | {:.2} | {seconds} |",
                counts.iter().sum::<usize>() as f64 / runs,
                counts.iter().min().unwrap_or(&0),
                counts.iter().max().unwrap_or(&0),
                different.iter().sum::<usize>() as f64 / runs,
                asked as f64 / runs,
                begin.elapsed().as_secs_f64() / runs,
            );
        }
        Ok(())
    }

    /// How many different relations sequences make.
    fn different<'s>(&self, sequences: impl Iterator<Item = &'s Sequence>, links: &[Link]) -> usize {
        let relations = sequences.filter_map(|sequence| self.composite(sequence, links));
        relations.map(|composite| format!("{:?}", composite.relation)).collect::<BTreeSet<_>>().len()
    }

    /// Every sequence that holds on every input.
    fn exhaustive(&self, layers: usize, links: &[Link]) -> Result<BTreeMap<Sequence, Composite>> {
        let begin = Instant::now();
        let mut live = self.live()?;
        let mut fit = BTreeMap::new();
        for sequence in every(links.len(), layers) {
            if self.fitness(&sequence, links, &mut live)? >= 1.0 {
                let composite = self.composite(&sequence, links).context("it held")?;
                fit.insert(sequence, composite);
            }
        }
        let all = links.len().pow(layers as u32);
        let (published, seconds) = self.program.published[layers - 2];
        println!(
            "| {layers} | all | {} | {} | {published} | {all} | {:.2} | {seconds} |",
            fit.len(),
            self.different(fit.keys(), links),
            begin.elapsed().as_secs_f64(),
        );
        Ok(fit)
    }

    /// A relation within the strictest tolerance in which it holds, and what it kills; `None` where it holds in none.
    fn scored(&self, relation: &Relation, live: &mut Live<'_>) -> Result<Option<Scored>> {
        let transformation = Transformation { followups: relation.followups.clone() };
        let groups: Groups = live.groups(&transformation, true)?;
        let within = |tolerance| Relation { tolerance, ..relation.clone() };
        let holds = |tolerance: Tolerance| {
            groups.correct.iter().all(|group| within(tolerance).verdict(group.env()) != Verdict::Violated)
        };
        Ok(Tolerance::least(holds).map(|tolerance| {
            let relation = within(tolerance);
            let [kills, failures] = kills(&relation, &groups);
            let candidate =
                Candidate { relation, strategy: "composite", kills, groups: groups.correct.len() };
            Scored { candidate, failures }
        }))
    }

    /// The mean mutation scores of basic relations and of composites.
    fn scores(
        &self,
        basic: &[Scored],
        all: &[BTreeMap<Sequence, Composite>],
        live: &mut Live<'_>,
    ) -> Result<()> {
        let mut rows: Vec<(String, usize, Vec<Scored>)> = Vec::new();
        for (layers, composites) in (2..).zip(all) {
            let mut seen: BTreeSet<String> = BTreeSet::new();
            let mut scored = Vec::new();
            for composite in composites.values() {
                let relation = Relation { when: Expr::yes(), ..composite.relation.clone() };
                if seen.insert(format!("{relation:?}")) {
                    scored.extend(self.scored(&relation, live)?);
                }
            }
            rows.push((format!("{layers} layers"), layers - 1, scored));
        }
        let apart = live.told_apart();
        let score = |scored: &Scored, failures: bool| {
            let failed = scored.failures.iter().filter(|_| failures);
            let killed: BTreeSet<&Switch> = scored.candidate.kills.iter().chain(failed).collect();
            killed.into_iter().filter(|mutant| apart.contains(mutant)).count() as f64 / apart.len() as f64
        };
        let mean = |scored: &[&Scored], failures| {
            scored.iter().map(|scored| score(scored, failures)).sum::<f64>() / scored.len().max(1) as f64
        };
        let of_basic: Vec<&Scored> = basic.iter().collect();
        let base = [mean(&of_basic, false), mean(&of_basic, true)];
        println!("{} mutants are told apart from {}.\n", apart.len(), self.program.path);
        println!(
            "| relations | how many | mean MS | to basic | with failures | to basic | best MS | published MS | to basic |"
        );
        println!("|---|---|---|---|---|---|---|---|---|");
        let known: BTreeSet<Switch> =
            basic.iter().flat_map(|scored| scored.candidate.kills.clone()).collect();
        let row = |name: &str, place: usize, scored: &[&Scored]| {
            let (ms, with) = (mean(scored, false), mean(scored, true));
            let best = scored.iter().map(|scored| score(scored, false)).fold(0.0, f64::max);
            let published = self.program.scores;
            println!(
                "| {name} | {} | {ms:.3} | {:+.0} % | {with:.3} | {:+.0} % | {best:.3} | {:.3} | {:+.0} % |",
                scored.len(),
                (ms / base[0] - 1.0) * 100.0,
                (with / base[1] - 1.0) * 100.0,
                published[place],
                (published[place] / published[0] - 1.0) * 100.0,
            );
        };
        row("basic", 0, &of_basic);
        for (name, place, scored) in &rows {
            row(name, *place, &scored.iter().collect::<Vec<_>>());
            let more: Vec<&Scored> =
                scored.iter().filter(|scored| !scored.candidate.kills.is_subset(&known)).collect();
            row(&format!("{name}, killing what no basic one kills"), *place, &more);
        }
        let total = |scored: &[&Scored]| {
            let killed: BTreeSet<&Switch> =
                scored.iter().flat_map(|scored| &scored.candidate.kills).collect();
            killed.into_iter().filter(|mutant| apart.contains(mutant)).count()
        };
        println!(
            "\nTogether, basic relations kill {} of {}; with composites, {}.\n",
            total(&of_basic),
            apart.len(),
            total(&of_basic.iter().copied().chain(rows.iter().flat_map(|row| &row.2)).collect::<Vec<_>>()),
        );
        Ok(())
    }

    /// What the default setting keeps.
    fn kept(&self, basic: &[Scored]) -> Result<()> {
        let known: Vec<Candidate> = basic.iter().map(|scored| scored.candidate.clone()).collect();
        let (subject, others) = (&self.subject, &self.others[..]);
        let compose =
            Compose { subject, others, known: &known, preset: &DEFAULT, seed: self.args.seed, heaviest: 18 };
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
                println!("- `{}`: {} kills", candidate.relation.readable(subject), candidate.kills.len());
            }
            println!();
        }
        Ok(())
    }
}
