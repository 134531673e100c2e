//! Whether written laws hold on inputs of another author's generator:
//! `cargo bench --bench independent -- --manifest-path PATH [--inputs 100000 --seed 1 --function PART]`.
//!
//! Every relation of a package's catalogue is judged on all small inputs, on inputs that proptest's strategies draw by type
//! alone, and on relatives of its test's sources. Nothing of this is shared with the inputs that a search sees, but for
//! structs and enums, which only their constructors make. Each relation that falls is printed with a small counterexample.

use std::path::PathBuf;

use anyhow::{Context as _, Result};
use cargo_morph::cleanse::{Call, Finding, InputKind, Verifier};
use cargo_morph::inputs::input_sources::{self as made, fresh_generator};
use cargo_morph::inputs::{Examples, InputSources};
use cargo_morph::suite::{self, SuiteRelation};
use clap::Parser;
use morph_lab::{self as lab, BuildOptions, Lab};
use morph_relation::Value;
use morph_source::scan::{self, Filter, Subject};
use morph_source::workspace::{self, Selection};
use morph_traces::Oracle;
use morph_values::{cost_of, stream};
use rayon::prelude::*;

#[path = "../discovered/copy.rs"]
mod copy;
#[path = "../laws/small.rs"]
mod small;
mod strategies;

use strategies::Drawn;

/// Judges the relations of a package on inputs of another generator.
#[derive(Debug, Parser)]
struct Args {
    /// The package's Cargo.toml
    #[arg(long)]
    manifest_path: PathBuf,
    /// Only functions whose path contains this
    #[arg(long, default_value = "")]
    function: String,
    /// Drawn inputs per relation
    #[arg(long, default_value_t = 100_000)]
    inputs: usize,
    /// Small inputs per relation at most
    #[arg(long, default_value_t = 20_000)]
    small: usize,
    /// Seed of the inputs
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[arg(long, hide = true)]
    bench: bool,
}

/// Inputs that are executed together: memory stays small.
const TOGETHER: usize = 20_000;

fn main() -> Result<()> {
    let args = Args::parse();
    let manifest = args.manifest_path.canonicalize().context("--manifest-path")?;
    let copied = copy::copy(manifest.parent().context("a manifest has a folder")?)?;
    let selection = Selection { manifest_path: Some(copied.path().join("Cargo.toml")), ..Default::default() };
    let workspace = workspace::load(&selection)?;
    let functions = scan::scan(&workspace, &Filter::default())?;
    let mut relations = suite::load_of(&workspace, &functions)?.relations;
    relations.retain(|relation| relation.subject.contains(&args.function));
    let wanted: Vec<&str> = relations.iter().flat_map(SuiteRelation::functions).collect();
    let mut subjects = scan::callable(&functions);
    subjects.retain(|subject| wanted.contains(&subject.path.as_str()));
    let called = [subjects.clone(), scan::makers(&subjects)].concat();
    let lab = lab::build_original(&workspace, &called, &BuildOptions::default(), &|_| {})?;
    let subjects = lab.callable();
    let texts = Examples::of(&workspace.packages, suite::MODULE).texts(&subjects);
    let input_sources = InputSources::of(&subjects, &texts, &lab, args.seed)?;
    let bench = Bench { lab: &lab, subjects: &subjects, input_sources: &input_sources, args: &args };
    let judged: Vec<Judged> =
        relations.par_iter().map(|relation| bench.judge(relation)).collect::<Result<_>>()?;
    let fallen = relations.iter().zip(&judged).filter(|(_, judged)| judged.violated > 0);
    for (relation, judged) in fallen.clone() {
        println!("- FELL `{}`: `{}`", relation.subject, relation.test.as_deref().unwrap_or(&relation.id));
        let calls = judged.smallest.iter().map(Call::sentence).collect::<Vec<_>>().join("; ");
        println!("  - on {} of {} groups: {calls}", judged.violated, judged.held + judged.violated);
    }
    let groups: Vec<usize> = judged.iter().map(|judged| judged.held + judged.violated).collect();
    println!(
        "{} relations, {} fell; groups per relation at least {}, {} in all",
        relations.len(),
        fallen.count(),
        groups.iter().min().copied().unwrap_or(0),
        groups.iter().sum::<usize>()
    );
    Ok(())
}

/// What came of a relation.
#[derive(Default)]
struct Judged {
    held: usize,
    violated: usize,
    /// The executions of a small counterexample.
    smallest: Vec<Call>,
}

struct Bench<'a> {
    lab: &'a Lab,
    subjects: &'a [Subject],
    input_sources: &'a InputSources,
    args: &'a Args,
}

impl Bench<'_> {
    fn judge(&self, law: &SuiteRelation) -> Result<Judged> {
        let mut judged = Judged::default();
        let mut worst: Option<Vec<Value>> = None;
        let Some(index) = self.subjects.iter().position(|subject| subject.path == law.subject) else {
            return Ok(judged);
        };
        let relation = &law.relation;
        let subject = self.subjects[index].with_given(&relation.given);
        let types = subject.types();
        let generator = fresh_generator(&subject, index, self.input_sources);
        let mut rng = stream(self.args.seed, &format!("independent {}", law.id));
        let mut small = small::inputs(&types, &generator, self.args.small, &mut rng);
        let mut drawn = Drawn::new(&types, &law.sources, &generator, self.args.seed, &law.id);
        let mut left = self.args.inputs;
        while left > 0 {
            let oracle = Oracle::new(self.lab);
            let mut verifier = Verifier::new(&oracle, &subject, self.subjects, &[relation])?;
            let count = left.min(TOGETHER);
            left -= count;
            let fresh = (0..count).map(|_| drawn.next()).collect::<Vec<_>>();
            let inputs = made::settled(&[std::mem::take(&mut small), fresh].concat(), &types, &oracle)?;
            for (input, finding) in inputs.iter().zip(verifier.judge(relation, &inputs, InputKind::Fresh)?) {
                match finding {
                    Finding::Held(_) => judged.held += 1,
                    Finding::Inapplicable => {}
                    Finding::Violated(executions) => {
                        judged.violated += 1;
                        if worst.as_ref().is_none_or(|known| cost_of(input) < cost_of(known)) {
                            judged.smallest = verifier.calls(&executions);
                            worst = Some(input.clone());
                        }
                    }
                }
            }
        }
        Ok(judged)
    }
}
