//! Calls per second through a worker, in batches of 10 000 rows: `cargo bench --bench worker`.
//!
//! `original` answers with every value and all that the call reached; `mutant` answers with differences only, which
//! is what nearly all of the calls of a run are.

use std::fs;
use std::time::{Duration, Instant};

use cargo_morph::options::Verbosity;
use cargo_morph::progress;
use morph_lab::mutants;
use morph_lab::{self as lab, BuildOptions, Lab, MutantId};
use morph_relation::Value;
use morph_source::scan::{self, Filter, Subject};
use morph_source::workspace;
use morph_values::stream;
use rand::RngExt;

/// Cheap ones; `steps` burns fuel in a loop, `text` allocates in the subject.
const SOURCE: &str = "\
pub fn distance(a: u64, b: u64) -> u64 {
    if a > b { a - b } else { b - a }
}

pub fn steps(a: u64, b: u64) -> u64 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

pub fn text(a: u64, b: u64) -> String {
    let mut text = a.to_string();
    if b > 500 {
        text.push('+');
    }
    text
}
";

const ROWS: usize = 10_000;
const FUEL: u64 = 500_000;
const TIME: Duration = Duration::from_millis(1500);

fn main() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    fs::create_dir(folder.path().join("src"))?;
    fs::write(folder.path().join("src/lib.rs"), SOURCE)?;
    let manifest = "[package]\nname = \"cheap\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\n[workspace]\n";
    fs::write(folder.path().join("Cargo.toml"), manifest)?;

    let progress = progress::new(Verbosity::Quiet);
    let selection = workspace::Selection {
        manifest_path: Some(folder.path().join("Cargo.toml")),
        offline: true,
        ..Default::default()
    };
    let workspace = workspace::load(&selection)?;
    let functions = scan::scan(&workspace, &Filter::default())?;
    let subjects: Vec<Subject> = functions.iter().filter_map(scan::Function::subject).cloned().collect();
    let tool = mutants::provide(true, &*progress)?;
    let listed = mutants::list(&tool, &workspace, &functions, &*progress)?;
    let options =
        BuildOptions { feature_flags: Vec::new(), offline: true, branches: false, distances: false };
    let lab = lab::build(&workspace, &subjects, &listed, &options, &|_| {})?;
    for subject in &subjects {
        measure(&lab, subject)?;
    }
    Ok(())
}

fn measure(lab: &Lab, subject: &Subject) -> anyhow::Result<()> {
    let mut rng = stream(0, "bench");
    let mut number = || Value::Int(rng.random_range(0..1000_i128));
    let rows: Vec<Vec<Value>> = (0..ROWS).map(|_| vec![number(), number()]).collect();
    let mut session = lab.session(&subject.path)?;
    session.load(&rows)?;
    let reached = session.original(FUEL)?;
    let original = rate(ROWS, &mut || session.original(FUEL).map(drop))?;
    // The mutant that differs least, so that it is calling that is measured.
    let own = lab.mutants.iter().filter(|m| m.runs() && m.mutant.function == subject.path);
    let mut least: Option<(usize, usize, MutantId, MutantId)> = None;
    for mutant in own {
        let differences = session.differences(mutant.id, mutant.leader, FUEL)?.len();
        let run = reached.iter().filter(|execution| execution.switches().contains(&mutant.leader)).count();
        if run > ROWS / 3 && least.is_none_or(|(n, ..)| differences < n) {
            least = Some((differences, run, mutant.id, mutant.leader));
        }
    }
    let Some((differences, run, id, leader)) = least else { anyhow::bail!("{} has no mutant", subject.path) };
    let mutant = rate(run, &mut || session.differences(id, leader, FUEL).map(drop))?;
    println!(
        "{:20} {:>6.2} million calls of the original per second, {:>6.2} million of a mutant ({differences} of {run} differ)",
        subject.path,
        original / 1e6,
        mutant / 1e6,
    );
    Ok(())
}

/// Rows per second.
fn rate(rows: usize, batch: &mut dyn FnMut() -> anyhow::Result<()>) -> anyhow::Result<f64> {
    let begin = Instant::now();
    let mut batches = 0;
    while begin.elapsed() < TIME {
        batch()?;
        batches += 1;
    }
    Ok((batches * rows) as f64 / begin.elapsed().as_secs_f64())
}
