//! Whether relations hold on inputs that their search never saw:
//! `cargo bench --bench soundness -- --manifest-path PATH [--seeds 0,1 --function REGEX --inputs 100000]`.
//!
//! For each seed: `cargo-morph discover --operators own` on a copy of the package, then every relation on fresh inputs
//! of another seed. Each that one of them refutes is printed with counterexamples; no relation should be.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Parser;

mod discovered;

use discovered::{Replay, copy, counterexamples, discover, replay};

/// Checks relations on inputs that their search never saw.
#[derive(Debug, Parser)]
struct Args {
    /// The package's Cargo.toml
    #[arg(long)]
    manifest_path: PathBuf,
    /// Seeds of the searches
    #[arg(long, value_delimiter = ',', default_values_t = [0])]
    seeds: Vec<u64>,
    /// Only functions whose path matches
    #[arg(long)]
    function: Option<String>,
    /// Relations as they are in the package, without looking for others
    #[arg(long)]
    as_committed: bool,
    /// Fresh inputs per function
    #[arg(long, default_value_t = 100_000)]
    inputs: usize,
    /// Print every relation
    #[arg(long)]
    details: bool,
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() -> Result<()> {
    let args = Args::parse();
    let manifest = args.manifest_path.canonicalize().context("--manifest-path")?;
    let package = manifest.parent().context("a manifest has a folder")?;
    let mut options = vec!["--operators", "own"];
    options.extend(args.function.iter().flat_map(|function| ["--function", function]));
    let mut rows = Vec::new();
    for seed in &args.seeds {
        let copy = copy(package)?;
        let score = match args.as_committed {
            true => None,
            false => discover(copy.path(), *seed, &options)?.totals.mutation_score,
        };
        let replayed =
            replay(copy.path(), None, &Replay { seed: *seed, inputs: args.inputs, judged: 0, own: false })?;
        let (mut relations, mut refuted) = (0, 0);
        for function in &replayed {
            relations += function.relations.len();
            for relation in &function.relations {
                let violated = relation.violated > 0;
                refuted += usize::from(violated);
                if violated {
                    println!("- REFUTED, seed {seed}, `{}`: `{}`", function.path, relation.readable);
                    println!(
                        "  - on {} of {} groups: {}",
                        relation.violated,
                        relation.held + relation.violated,
                        counterexamples(relation)
                    );
                } else if args.details {
                    println!("- `{}`: `{}` on {} groups", function.path, relation.readable, relation.held);
                }
            }
        }
        let share = (relations - refuted) as f64 / relations.max(1) as f64 * 100.0;
        let score = score.map_or("-".to_owned(), |score| format!("{:.1} %", score * 100.0));
        rows.push(format!(
            "| {seed} | {} | {relations} | {refuted} | {share:.1} % | {score} |",
            replayed.len()
        ));
    }
    println!("\n| seed | functions | relations | refuted | held on every fresh group | mutants killed |");
    println!("|---|---|---|---|---|---|\n{}", rows.join("\n"));
    Ok(())
}
