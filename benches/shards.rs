//! A workspace of very many functions through `plan`, 64 shards and `merge`: `cargo bench --bench shards [-- --functions 20000]`.
//!
//! The functions are generated, and so is what the shards found: one function is searched, and the others have what it has.
//! Times are those of whole processes. The first memory is that of cargo morph, the second the largest of all processes so
//! far, rustc among them.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use cargo_morph::cache::unsealed;
use cargo_morph::exploration::Told;
use cargo_morph::shards::{Assignment, Found, Origin, Search, ShardFile};
use clap::Parser;
use morph_lab::MutantId;

const MODULES: usize = 200;
const SHARDS: usize = 64;
/// Mutants of each function.
const MUTANTS: u32 = 8;

#[derive(Parser)]
struct Args {
    /// How many functions
    #[arg(long, default_value_t = 20_000)]
    functions: usize,
    /// Handed over by cargo
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() -> Result<()> {
    let args = Args::parse();
    let folder = tempfile::tempdir()?;
    let root = folder.path();
    package(root, args.functions)?;
    let plan = root.join("target/plan.json");
    let plan_text = plan.to_str().context("text")?;
    let shards = SHARDS.to_string();
    println!("| step | seconds | peak, MB | of any process, MB |\n|---|---|---|---|");
    row("plan", run(root, &["plan", "--shards", &shards, "--out", plan_text])?);
    let one = root.join("target/one.json");
    let alone = ["discover", "--operators", "own", "--budget", "50k", "--function", "::f0$"];
    let share = ["--shard", "1/1", "--out", one.to_str().context("text")?];
    row("one function, as a shard", run(root, &[&alone[..], &share].concat())?);
    let files = simulated(root, &one, &Assignment::read(&plan)?)?;
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    row("merge", run(root, &[&["merge"], &files[..]].concat())?);
    let written: usize = (0..MODULES)
        .filter_map(|number| fs::read_to_string(root.join(format!("src/m{number}/morph_tests.rs"))).ok())
        .map(|text| text.matches("#[test]").count())
        .sum();
    println!("\n{written} tests of {} functions", args.functions);
    Ok(())
}

fn row(step: &str, (time, own): (Duration, u64)) {
    println!("| {step} | {:.1} | {} | {} |", time.as_secs_f64(), own >> 10, peak() >> 10);
}

/// The largest resident memory of a child so far, in kilobytes.
fn peak() -> i64 {
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    unsafe { libc::getrusage(libc::RUSAGE_CHILDREN, &mut usage) };
    usage.ru_maxrss
}

/// Runs the binary; how long it takes, and its peak in kilobytes, as far as it is seen in time.
fn run(root: &Path, args: &[&str]) -> Result<(Duration, u64)> {
    let clock = Instant::now();
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-morph"));
    let said = tempfile::NamedTempFile::new()?;
    command.args(args).current_dir(root).stdout(said.reopen()?).stderr(said.reopen()?);
    let mut child = command.spawn()?;
    let mut own = 0;
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        let text = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        own = line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(own);
        std::thread::sleep(Duration::from_millis(50));
    };
    let time = clock.elapsed();
    ensure!(status.success(), "{}: {}", args[0], fs::read_to_string(said.path())?);
    Ok((time, own))
}

fn package(root: &Path, functions: usize) -> Result<()> {
    fs::create_dir_all(root.join("src"))?;
    let manifest = "[package]\nname = \"many\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[workspace]\n";
    fs::write(root.join("Cargo.toml"), manifest)?;
    let mut library = String::new();
    for module in 0..MODULES {
        writeln!(library, "pub mod m{module};")?;
        let mut text = String::new();
        for number in (module..functions).step_by(MODULES) {
            writeln!(
                text,
                "/// Number {number}.\npub fn f{number}(a: i64, b: i64) -> i64 {{\n    if a > b {{ a.wrapping_sub(b) }} else {{ b.wrapping_sub(a) }}\n}}\n"
            )?;
        }
        fs::write(root.join(format!("src/m{module}.rs")), text)?;
    }
    fs::write(root.join("src/lib.rs"), library)?;
    Ok(())
}

/// Files of shards in which every function has what one has.
fn simulated(root: &Path, one: &Path, plan: &Assignment) -> Result<Vec<String>> {
    let text = fs::read_to_string(one)?;
    let content = unsealed(&text).context("it was just written")?;
    let template: ShardFile = serde_json::from_str(content)?;
    let Found::Discover(searched) = &template.found else { bail!("it was a search") };
    let (_, outcome) = searched.explored.first_key_value().context("one function")?;
    let mut explored = outcome.clone().map_err(anyhow::Error::msg)?;
    explored.relations.truncate(1);
    let numbers: BTreeMap<&String, usize> = plan.of.keys().enumerate().map(|(at, path)| (path, at)).collect();
    let mut files = Vec::new();
    for number in 1..=plan.shards {
        let (mut explored_here, mut mutants) = (BTreeMap::new(), BTreeMap::new());
        for path in plan.of_shard(number) {
            let first = numbers[path] as u32 * MUTANTS + 1;
            for id in first..first + MUTANTS {
                let name = format!("{path}#own:a→b@{id}");
                let told = Told {
                    name,
                    function: path.clone(),
                    viable: true,
                    unswitchable: None,
                    held_out: id % 3 == 0,
                };
                mutants.insert(id, told);
            }
            let mut own = explored.clone();
            own.distinguished = (first..first + MUTANTS).map(MutantId).collect();
            for kept in &mut own.relations {
                kept.id = format!("{}-{first:06}", path.rsplit("::").next().unwrap_or(path));
                kept.kills = (first..first + 4).map(MutantId).collect();
                (kept.failures, kept.held_out) = Default::default();
            }
            explored_here.insert(path.clone(), Ok(own));
        }
        let search = Search {
            explored: explored_here,
            callable: searched.callable.clone(),
            all_mutants: plan.of.len() * MUTANTS as usize,
            mutants,
            suspects: searched.suspects.clone(),
            ..**searched
        };
        let origin = Origin { shards: plan.shards, plan: plan.digest(), ..template.origin.clone() };
        let shard = ShardFile {
            origin,
            number,
            subjects: plan.of_shard(number).cloned().collect(),
            seed: template.seed,
            warnings: Vec::new(),
            found: Found::Discover(Box::new(search)),
        };
        let file = root.join(format!("target/shards/{number}.json"));
        shard.write(&file)?;
        files.push(file.to_str().context("text")?.to_owned());
    }
    Ok(files)
}
