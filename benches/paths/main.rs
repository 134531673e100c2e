//! The published experiment on path-directed source inputs, repeated: `cargo bench --bench paths [-- --seeds 30]`.
//!
//! Programs are those of `fixtures/business` that the experiment is about; faults are the mutants of all operators that some
//! source, or a follow-up of one, tells apart, and for NUMBER the faulty versions of `faults/number.toml`; relations are
//! those that are written by hand. Random, adaptive and concolic sources come in random order, path-directed ones in the
//! order of path distance, as in the paper, and in random order, too. Every kind has the same number of sources: as many as
//! the path-directed method makes, but no more than it made in the paper.

#[path = "../discovered/copy.rs"]
mod copy;
mod programs;
mod rates;
mod report;

use std::collections::BTreeSet;
use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, ensure};
use cargo_morph::options::Verbosity;
use cargo_morph::progress;
use clap::Parser;
use morph_experiments::Comparison;
use morph_lab::BuildOptions;
use morph_lab::mutants::{self, Genre, Mutant};
use morph_source::scan::{self, Filter, Function};
use morph_source::workspace;
use morph_symbolic::solver;
use regex::Regex;
use serde::Deserialize;

use programs::PROGRAMS;

/// Repeats the published experiment on path-directed source inputs.
#[derive(Debug, Parser)]
struct Args {
    /// The first seed
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// How many seeds, one after the other
    #[arg(long, default_value_t = 30)]
    seeds: u64,
    /// No function gets more sources of a kind, before they are ordered
    #[arg(long, default_value_t = 150)]
    most: usize,
    /// Only programs whose name matches
    #[arg(long)]
    program: Option<Regex>,
    /// List the faults that no source of any kind detects
    #[arg(long)]
    missed: bool,
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() -> Result<()> {
    let args = Args::parse();
    let wanted = |name: &str| args.program.as_ref().is_none_or(|wanted| wanted.is_match(name));
    let programs: Vec<_> = PROGRAMS.iter().filter(|program| wanted(program.name)).collect();
    ensure!(!programs.is_empty(), "no program has such a name");
    let folder = copy::copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/business"))?;
    let progress = progress::new(Verbosity::Normal);
    let manifest = folder.path().join("Cargo.toml");
    let selection = workspace::Selection { manifest_path: Some(manifest), ..Default::default() };
    let workspace = workspace::load(&selection)?;
    let read = scan::read(&workspace, &Filter::default())?;
    let functions = read.functions;
    let tool = mutants::provide(false, &*progress)?;
    let mut all = mutants::list(&tool, &workspace, &functions, &*progress)?;
    all.extend(mutants::without_listed(mutants::list_own(&functions)?, &all));
    let not_compiled = scan::NotCompiled::of(&workspace)?;
    all.retain(|mutant| !not_compiled.holds(&mutant.file, &mutant.span));
    all.extend(faults(&functions, &folder.path().join("faults/number.toml"))?);
    let subjects: BTreeSet<String> =
        programs.iter().flat_map(|program| program.functions).map(|path| (*path).to_owned()).collect();
    let comparison = Comparison {
        functions: subjects,
        seeds: args.seed..args.seed + args.seeds,
        most: args.most,
        program: Arc::new(morph_symbolic::program::lower(&workspace, &read.world)),
        solver: solver::Choice::Auto,
        jobs: std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
        build: BuildOptions { feature_flags: Vec::new(), offline: false, branches: true, distances: true },
    };
    let compared = morph_experiments::compare(&workspace, &functions, all, &comparison, &*progress)?;
    let results: Vec<_> =
        programs.into_iter().map(|program| rates::measure(program, &compared, &comparison.seeds)).collect();
    report::print(&results, &comparison, args.missed);
    Ok(())
}

/// A faulty version, as the fixture keeps it.
#[derive(Deserialize)]
struct Fault {
    name: String,
    original: String,
    faulty: String,
}

#[derive(Deserialize)]
struct Faults {
    fault: Vec<Fault>,
}

/// The faulty versions as mutants that replace the whole body of a function.
fn faults(functions: &[Function], list: &Path) -> Result<Vec<Mutant>> {
    let faults: Faults = toml::from_str(&fs::read_to_string(list)?)?;
    let mutant = |fault: Fault| {
        let of_program = functions.iter().filter(|function| function.path.starts_with(programs::FAULTY));
        for function in of_program {
            let text = fs::read_to_string(&function.file)?;
            let Some(body) =
                function.body.clone().filter(|body| text[body.clone()].contains(&fault.original))
            else {
                continue;
            };
            let span = body.start + 1..body.end - 1;
            let original = text[span.clone()].to_owned();
            return Ok(Mutant {
                id: format!("{}{}{}", function.path, programs::FAULT, fault.name),
                function: function.path.clone(),
                file: function.file.clone(),
                genre: Genre::FnValue,
                replacement: format!("{{ {} }}", original.replace(&fault.original, &fault.faulty)),
                original,
                line: function.line,
                span,
            });
        }
        None.with_context(|| format!("no function has the text of the fault `{}`", fault.name))
    };
    faults.fault.into_iter().map(mutant).collect()
}
