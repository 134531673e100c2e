//! A copy of a package with the relations that `cargo-morph discover` writes there, and these on fresh inputs.

mod copy;

pub use copy::copy;

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use cargo_morph::options::Verbosity;
use cargo_morph::report::Discovery;
use cargo_morph::{progress, suite};
use morph_experiments::{FunctionReplay, Plan, RelationReplay};
use morph_lab::BuildOptions;
use morph_lab::mutants;
use morph_relation::show_literal;
use morph_source::process;
use morph_source::scan::{self, Filter};
use morph_source::workspace;

/// Discovers in a copy of a package, with further options.
pub fn discover(copy: &Path, seed: u64, options: &[&str]) -> Result<Discovery> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-morph"));
    process::clean_environment(&mut command);
    command.args(["discover", "--format", "json", "--seed"]).arg(seed.to_string()).args(options);
    command.arg("--manifest-path").arg(copy.join("Cargo.toml"));
    let output =
        command.stdin(Stdio::null()).stderr(Stdio::inherit()).output().context("cannot run cargo-morph")?;
    ensure!(output.status.success(), "cargo-morph ended with {}", output.status);
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// What is replayed of each function.
pub struct Replay {
    /// The seed of the searches; inputs are of another one.
    pub seed: u64,
    /// Inputs.
    pub inputs: usize,
    /// How many of these are executed with the mutants that cargo-mutants lists.
    pub judged: usize,
    /// Whether those of our own operators are among the mutants.
    pub own: bool,
}

/// Replays the relations of functions, or of all that have some, in a copy of a package.
pub fn replay(
    copy: &Path,
    functions: Option<&BTreeSet<String>>,
    what: &Replay,
) -> Result<Vec<FunctionReplay>> {
    let progress = progress::new(Verbosity::Normal);
    let selection =
        workspace::Selection { manifest_path: Some(copy.join("Cargo.toml")), ..Default::default() };
    let workspace = workspace::load(&selection)?;
    let scanned = scan::scan(&workspace, &Filter::default())?;
    let listed = match what.judged {
        0 => Vec::new(),
        _ => {
            let tool = mutants::provide(false, &*progress)?;
            let mut listed = mutants::list(&tool, &workspace, &scanned, &*progress)?;
            if what.own {
                let own = mutants::without_listed(mutants::list_own(&scanned)?, &listed);
                listed.extend(own);
            }
            listed
        }
    };
    let functions = match functions {
        Some(functions) => functions.clone(),
        None => suite::load_of(&workspace, &scanned)?.relations.into_iter().map(|r| r.subject).collect(),
    };
    let plan = Plan {
        functions,
        seed: !what.seed,
        inputs: what.inputs,
        judged: what.judged,
        jobs: cores(),
        build: BuildOptions { feature_flags: Vec::new(), offline: false, branches: false, distances: false },
    };
    morph_experiments::replay(&workspace, &scanned, listed, &plan, &*progress)
}

/// How many cores there are.
pub fn cores() -> NonZeroUsize {
    std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// The inputs on which a relation does not hold, as far as they were kept.
pub fn counterexamples(relation: &RelationReplay) -> String {
    let shown = |input: &Vec<_>| input.iter().map(show_literal).collect::<Vec<_>>().join(", ");
    let all: Vec<String> =
        relation.counterexamples.iter().map(|input| format!("({})", shown(input))).collect();
    all.join(", ")
}
