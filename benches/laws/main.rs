//! Gold laws: what a textbook, or a good author of property tests, would write for functions of the fixtures and of
//! registry crates; `cargo bench --bench laws [-- --package quickstart,natord --truth]`.
//!
//! The laws stand in `gold/`, one file a package. They were written from sources and documentation before any search saw
//! these packages. With `--truth` each is judged on all small inputs and on fresh ones, and those that are refuted or never
//! apply are printed. Without it, `cargo-morph discover` runs on a copy of each package, and the tables show recall: how
//! many gold laws are written, follow from what is written, or are absent, by family and by package.

use std::collections::BTreeMap;
use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use cargo_morph::options::DEFAULT_MAX_RELATIONS;
use cargo_morph::report::{Discovery, Verdict};
use clap::Parser;
use morph_relation::Relation;
use morph_source::process;

#[path = "../discovered/copy.rs"]
mod copy;
mod entailed;
mod gold;
mod opened;
mod recall;
#[path = "../discovered/registry.rs"]
mod registry;
mod small;
mod tables;
mod truth;

use copy::copy;
use gold::Gold;
use opened::Package;
use recall::Fate;
use registry::Registry;
use truth::{Judged, Truth};

/// Room for every law that is found.
const ALL: usize = 100;

/// Measures how many gold laws are found.
#[derive(Debug, Parser)]
struct Args {
    /// Only these packages
    #[arg(long, value_delimiter = ',')]
    package: Vec<String>,
    /// Judge the gold laws themselves, and look for none
    #[arg(long)]
    truth: bool,
    /// A folder of catalogues that were discovered before, `<package>.toml` and `<package>.all.toml`
    #[arg(long)]
    discovered: Option<PathBuf>,
    /// A folder for the catalogues that are discovered
    #[arg(long)]
    keep: Option<PathBuf>,
    /// Laws per function
    #[arg(long, default_value_t = DEFAULT_MAX_RELATIONS)]
    most: usize,
    /// Seed of the searches, and of the inputs that laws are judged on
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Fresh inputs per law with --truth
    #[arg(long, default_value_t = 3_000)]
    inputs: usize,
    /// Small inputs per law with --truth
    #[arg(long, default_value_t = 5_000)]
    small: usize,
    /// Parallel jobs
    #[arg(long, default_value_t = NonZeroUsize::MIN)]
    jobs: NonZeroUsize,
    /// Print every law
    #[arg(long)]
    details: bool,
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() -> Result<()> {
    let args = Args::parse();
    let mut all = Gold::all()?;
    all.retain(|gold| args.package.is_empty() || args.package.iter().any(|name| name == gold.name()));
    ensure!(!all.is_empty(), "--package names none of the packages");
    let crates = all.iter().filter_map(|gold| Some((gold.package.as_deref()?, gold.version.as_deref()?)));
    let registry = Registry::fetch(crates)?;
    let mut fates = Vec::new();
    let mut totals = Totals::default();
    for gold in &all {
        let folder = match &gold.fixture {
            Some(name) => Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(name),
            None => registry.of(gold.name())?,
        };
        let copied = copy(&folder)?;
        let package = Package::open(copied.path(), gold)?;
        if args.truth {
            totals.add(&package, &args)?;
            continue;
        }
        let catalogue = copied.path().join("morph/relations.toml");
        let discovered = |suffix: &str, most: usize| -> Result<_> {
            let name = format!("{}{suffix}.toml", gold.name());
            let left_out = match &args.discovered {
                Some(folder) => {
                    fs::create_dir_all(copied.path().join("morph"))?;
                    fs::copy(folder.join(&name), &catalogue)?;
                    BTreeMap::new()
                }
                None => discover(copied.path(), &package, &args, most)?,
            };
            if let Some(folder) = &args.keep
                && catalogue.exists()
            {
                fs::copy(&catalogue, folder.join(&name))?;
            }
            recall::recall(&package, &left_out)
        };
        let mut recalled = discovered("", args.most)?;
        // What is found where there is room for everything was displaced.
        for ((_, fate), (_, with_room)) in recalled.iter_mut().zip(discovered(".all", ALL)?) {
            if *fate == Fate::NotFound && matches!(with_room, Fate::Written | Fate::Implied) {
                *fate = Fate::Displaced;
            }
        }
        if args.details {
            for (law, fate) in &recalled {
                println!("- {fate}: `{}`: `{}`", law.about, law.law);
            }
        }
        let is_one = |place: usize| package.laws[place].1.as_ref().is_ok_and(Relation::is_about_itself);
        let about_one: Vec<bool> = (0..recalled.len()).map(is_one).collect();
        for ((law, fate), is_about_one) in recalled.into_iter().zip(about_one) {
            fates.push(tables::Row {
                package: package.name.to_owned(),
                family: law.family.clone(),
                is_about_one,
                fate,
            });
        }
    }
    match args.truth {
        true => totals.print(),
        false => tables::print(&fates),
    }
    Ok(())
}

/// Discovers relations of the functions that gold laws mention, in a copy of a package; returns those that could not be
/// run, and why.
fn discover(
    copy: &Path,
    package: &Package<'_>,
    args: &Args,
    most: usize,
) -> Result<BTreeMap<String, String>> {
    let paths: Vec<String> = package.mentioned().into_iter().map(regex::escape).collect();
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-morph"));
    process::clean_environment(&mut command);
    command.args(["discover", "--format", "json", "--seed"]).arg(args.seed.to_string());
    command.args(["--function", &format!("^({})$", paths.join("|"))]);
    command.arg("--max-relations").arg(most.to_string());
    command.arg("--jobs").arg(args.jobs.to_string());
    command.arg("--manifest-path").arg(copy.join("Cargo.toml"));
    let output = command.stdin(Stdio::null()).stderr(Stdio::inherit()).output();
    let output = output.context("cannot run cargo-morph")?;
    ensure!(output.status.success(), "cargo-morph ended with {}", output.status);
    let discovery: Discovery = serde_json::from_slice(&output.stdout)?;
    let left_out = discovery.functions.into_iter().filter(|function| function.verdict != Verdict::Tested);
    Ok(left_out.map(|function| (function.path, function.reason.unwrap_or_default())).collect())
}

/// How many laws were judged, and how they ended.
#[derive(Default)]
struct Totals {
    /// By package: laws, not expressible, held, refuted, never applicable, not run.
    packages: BTreeMap<String, [usize; 6]>,
}

impl Totals {
    /// Judges the laws of a package, and prints those that are not true or say nothing.
    fn add(&mut self, package: &Package<'_>, args: &Args) -> Result<()> {
        let Args { seed, inputs, small, jobs, .. } = *args;
        println!("\n## {}\n", package.name);
        let counts = self.packages.entry(package.name.to_owned()).or_default();
        counts[0] = package.laws.len();
        for (law, relation) in &package.laws {
            if let Err(why) = relation {
                counts[1] += 1;
                let marked =
                    law.missing.as_ref().map_or_else(String::new, |what| format!(" (missing: {what})"));
                println!("- NOT EXPRESSIBLE{marked} `{}`: `{}`: {why}", law.about, law.law);
            }
        }
        for (law, truth) in truth::truth(package, &Judged { seed, inputs, small, jobs })? {
            let (place, note) = match truth {
                Truth::Held(groups) => (2, args.details.then(|| format!("held on {groups} groups"))),
                Truth::Refuted(calls) => {
                    let calls: Vec<String> = calls.iter().map(|call| call.sentence()).collect();
                    (3, Some(format!("REFUTED: {}", calls.join("; "))))
                }
                Truth::Inapplicable => (4, Some("NEVER APPLICABLE".to_owned())),
                Truth::NotRun(why) => (5, Some(format!("NOT RUN: {why}"))),
            };
            counts[place] += 1;
            if let Some(note) = note {
                println!("- `{}`: `{}`: {note}", law.about, law.law);
            }
        }
        Ok(())
    }

    fn print(&self) {
        println!("\n| package | laws | not expressible | held | refuted | never applicable | not run |");
        println!("|---|---|---|---|---|---|---|");
        let mut sum = [0; 6];
        let row = |name: &str, counts: &[usize; 6]| {
            println!("| {name} | {} |", counts.map(|count| count.to_string()).join(" | "));
        };
        for (name, counts) in &self.packages {
            row(name, counts);
            for (total, count) in sum.iter_mut().zip(counts) {
                *total += count;
            }
        }
        row("all", &sum);
    }
}
