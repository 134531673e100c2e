//! cargo-mutants against the lab, for the same mutants: `cargo bench --bench against_cargo_mutants [-- strsim]`.
//!
//! For each package, back to back on one machine: `cargo mutants` as it is run by hand, with as many jobs as there are
//! cores; and, once before and once after it, our side: scan, its list of mutants, the lab's build, and the traces of
//! 1 000 inputs per function under every one of these mutants. Both begin without a target folder. The slower of our
//! two runs is compared. Times are wall and CPU (user and system, of all processes); memory is the largest process's.
//! The packages are `strsim` 0.11.1, fetched by cargo, and `fixtures/quickstart`.

#[path = "discovered/copy.rs"]
mod copy;

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs};

use anyhow::{Context, Result, ensure};
use cargo_morph::options::Verbosity;
use cargo_morph::progress;
use copy::copy;
use morph_lab::mutants;
use morph_lab::{self as lab, BuildOptions};
use morph_source::process;
use morph_source::scan::{self, Filter, Subject};
use morph_source::workspace;
use morph_traces::Oracle;
use morph_values::{Generator, sources, stream};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

const INPUTS: usize = 1_000;
/// What this program is called with in order to be our side on the package in a folder.
const OURS: &str = "--our-side";
const STRSIM: &str = "0.11.1";

fn main() -> Result<()> {
    let args: Vec<String> = env::args().skip(1).filter(|arg| arg != "--bench").collect();
    if let [side, folder] = &args[..]
        && side == OURS
    {
        println!("{}", serde_json::to_string(&our_side(Path::new(folder))?)?);
        return Ok(());
    }
    let wanted = |name: &str| args.is_empty() || args.iter().any(|arg| arg == name);
    header()?;
    if wanted("strsim") {
        compare("strsim 0.11.1", &strsim()?)?;
    }
    if wanted("quickstart") {
        let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/quickstart");
        compare("fixtures/quickstart", &fixture)?;
    }
    Ok(())
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

fn cargo() -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    process::clean_environment(&mut command);
    command
}

/// What the figures rest on; others at work on the machine show in its load.
fn header() -> Result<()> {
    let tool = mutants::provide(false, &*progress::new(Verbosity::Quiet))?;
    let rustc = Command::new("rustc").arg("--version").output().context("cannot run rustc")?;
    let rustc = String::from_utf8_lossy(&rustc.stdout);
    println!("{} cores, {}, cargo-mutants {}", cores(), rustc.trim(), tool.version());
    Ok(())
}

/// The load averages of the last 1, 5 and 15 minutes.
fn load() -> String {
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    load.split(' ').take(3).collect::<Vec<_>>().join(" ")
}

/// The folder of strsim's source, which cargo has fetched.
fn strsim() -> Result<PathBuf> {
    let scratch = tempfile::tempdir()?;
    fs::create_dir(scratch.path().join("src"))?;
    fs::write(scratch.path().join("src/lib.rs"), "")?;
    let manifest = format!(
        "[package]\nname = \"scratch\"\nedition = \"2021\"\n[dependencies]\nstrsim = \"={STRSIM}\"\n[workspace]\n"
    );
    fs::write(scratch.path().join("Cargo.toml"), manifest)?;
    let mut command = cargo();
    command.args(["metadata", "--format-version", "1"]).current_dir(scratch.path());
    let output = command.output().context("cannot run cargo")?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout)?;
    let packages = metadata["packages"].as_array().context("cargo names no packages")?;
    let found = packages.iter().find(|package| package["name"] == "strsim");
    let manifest = found.and_then(|p| p["manifest_path"].as_str()).context("strsim has no manifest")?;
    Ok(Path::new(manifest).parent().context("a manifest has a folder")?.to_owned())
}

/// What a process and all that it started took.
#[derive(Clone, Copy)]
struct Cost {
    wall: f64,
    cpu: f64,
    /// The largest process's, in MiB.
    memory: f64,
}

/// Runs a command to its end; whether its exit code is a good one is for the caller to say.
fn measured(mut command: Command, good: &[i32]) -> Result<(Cost, String)> {
    let begin = Instant::now();
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn()?;
    let mut text = String::new();
    child.stdout.take().context("standard output is piped")?.read_to_string(&mut text)?;
    let mut status = 0;
    // SAFETY: all zeros is a `rusage`, and the pointers are to places of our own; nobody else waits for this child.
    let usage = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        ensure!(libc::wait4(child.id() as i32, &mut status, 0, &mut usage) >= 0, "cannot wait for a process");
        usage
    };
    let code = libc::WIFEXITED(status).then(|| libc::WEXITSTATUS(status));
    ensure!(code.is_some_and(|code| good.contains(&code)), "{command:?} ended with {code:?}: {text}");
    let seconds = |time: libc::timeval| time.tv_sec as f64 + time.tv_usec as f64 / 1e6;
    let cost = Cost {
        wall: begin.elapsed().as_secs_f64(),
        cpu: seconds(usage.ru_utime) + seconds(usage.ru_stime),
        memory: usage.ru_maxrss as f64 / 1024.0,
    };
    Ok((cost, text))
}

/// What our side says of itself.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Ours {
    functions: usize,
    subjects: usize,
    listed: usize,
    not_called: usize,
    unviable: usize,
    left_out: usize,
    told_apart: usize,
    /// Seconds of wall time.
    list: f64,
    build: f64,
    trace: f64,
    /// The most memory that this process had, in MiB.
    memory: f64,
}

impl Ours {
    /// How many mutants were put into the build.
    fn built(&self) -> usize {
        self.listed - self.not_called - self.left_out
    }
}

/// Lists, builds and traces what is in a folder.
fn our_side(folder: &Path) -> Result<Ours> {
    let progress = progress::new(Verbosity::Quiet);
    let clock = Instant::now();
    let manifest_path = Some(folder.join("Cargo.toml"));
    let workspace =
        workspace::load(&workspace::Selection { manifest_path, offline: true, ..Default::default() })?;
    let functions = scan::scan(&workspace, &Filter::default())?;
    let subjects: Vec<Subject> = functions.iter().filter_map(scan::Function::subject).cloned().collect();
    let tool = mutants::provide(true, &*progress)?;
    let listed = mutants::list(&tool, &workspace, &functions, &*progress)?;
    let all = listed.len();
    let (listed, not_called) = mutants::reached(listed, &functions);
    let list = clock.elapsed();

    let clock = Instant::now();
    let options =
        BuildOptions { feature_flags: Vec::new(), offline: true, branches: false, distances: false };
    let lab = lab::build(&workspace, &subjects, &listed, &options, &|_| {})?;
    let subjects = lab.callable();
    let build = clock.elapsed();

    let clock = Instant::now();
    let told_apart: Vec<_> = subjects
        .par_iter()
        .map(|subject| {
            let generator = Generator::new(subject.constants.clone());
            let inputs = sources(subject, &generator, INPUTS, &mut stream(0, &subject.path));
            let mut executor = Oracle::new(&lab).executor(&subject.path, &|_| true)?;
            executor.run(inputs)?;
            Ok(executor.different())
        })
        .collect::<Result<_>>()?;
    let trace = clock.elapsed();

    let told_apart: std::collections::BTreeSet<_> = told_apart.into_iter().flatten().collect();
    let seconds = |time: Duration| time.as_secs_f64();
    Ok(Ours {
        functions: functions.len(),
        subjects: subjects.len(),
        listed: all,
        not_called: not_called.len(),
        unviable: lab.mutants.iter().filter(|m| !m.viable).count(),
        left_out: lab.mutants.iter().filter(|m| m.viable && m.unswitchable.is_some()).count(),
        told_apart: told_apart.len(),
        list: seconds(list),
        build: seconds(build),
        trace: seconds(trace),
        memory: peak()?,
    })
}

/// The most memory that this process had, in MiB.
fn peak() -> Result<f64> {
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).context("no VmHWM")?;
    Ok(line.trim().trim_end_matches(" kB").parse::<f64>()? / 1024.0)
}

/// What cargo-mutants writes about a run.
#[derive(Deserialize)]
struct Outcomes {
    total_mutants: usize,
    caught: usize,
    missed: usize,
    timeout: usize,
    unviable: usize,
}

fn compare(name: &str, package: &Path) -> Result<()> {
    println!("\n## {name}\n\nLoad before: {}\n", load());
    let own = copy(package)?;
    let mut command = cargo();
    command.args(["build", "--quiet"]).current_dir(own.path());
    let (own_build, _) = measured(command, &[0])?;

    let ours = || -> Result<(Cost, Ours)> {
        let folder = copy(package)?;
        let mut command = Command::new(env::current_exe()?);
        command.arg(OURS).arg(folder.path());
        let (cost, text) = measured(command, &[0])?;
        Ok((cost, serde_json::from_str(&text)?))
    };
    let before = ours()?;

    let (folder, out) = (copy(package)?, tempfile::tempdir()?);
    let tool = mutants::provide(true, &*progress::new(Verbosity::Quiet))?;
    let mut command = Command::new(tool.binary());
    process::clean_environment(&mut command);
    let jobs = cores().to_string();
    command.args(["mutants", "--colors", "never", "--jobs", &jobs, "--dir"]).arg(folder.path());
    command.arg("--output").arg(out.path()).stderr(Stdio::null());
    // Mutants that were missed, and time-outs, are no failures.
    let (theirs, _) = measured(command, &[0, 2, 3])?;
    let outcomes = fs::read_to_string(out.path().join("mutants.out/outcomes.json"))?;
    let outcomes: Outcomes = serde_json::from_str(&outcomes)?;

    let after = ours()?;
    let load = load();
    let (cost, said) = if before.0.wall > after.0.wall { before.clone() } else { after.clone() };

    println!("| | `cargo mutants -j {jobs}` | ours | other run of ours |");
    println!("|---|---|---|---|");
    let other = if before.0.wall > after.0.wall { after } else { before };
    let row = |what: &str, theirs: String, ours: &dyn Fn(&Cost, &Ours) -> String| {
        println!("| {what} | {theirs} | {} | {} |", ours(&cost, &said), ours(&other.0, &other.1));
    };
    row("wall, s", format!("{:.1}", theirs.wall), &|cost, _| format!("{:.2}", cost.wall));
    row("CPU, s", format!("{:.1}", theirs.cpu), &|cost, _| format!("{:.2}", cost.cpu));
    row("largest process, MiB", format!("{:.0}", theirs.memory), &|cost, _| format!("{:.0}", cost.memory));
    row("of these our own process, MiB", String::new(), &|_, said| format!("{:.0}", said.memory));
    row("mutants", outcomes.total_mutants.to_string(), &|_, said| said.listed.to_string());
    row("unviable", outcomes.unviable.to_string(), &|_, said| said.unviable.to_string());
    row("left out: no switch", String::new(), &|_, said| said.left_out.to_string());
    row("left out: not called by a tested function", String::new(), &|_, said| said.not_called.to_string());
    let theirs_found = format!("{} caught, {} time-outs", outcomes.caught, outcomes.timeout);
    row("found", theirs_found, &|_, said| format!("{} told apart", said.told_apart));
    row("missed", outcomes.missed.to_string(), &|_, said| {
        (said.built() - said.unviable - said.told_apart).to_string()
    });
    row("functions", String::new(), &|_, said| format!("{} of {}", said.subjects, said.functions));
    row("scan and list, s", String::new(), &|_, said| format!("{:.2}", said.list));
    row("build, s", String::new(), &|_, said| format!("{:.2}", said.build));
    row(&format!("traces of {INPUTS} inputs, s"), String::new(), &|_, said| format!("{:.2}", said.trace));

    // Ours may handle fewer of the mutants: time is compared by the mutant, too.
    let share = said.built() as f64 / outcomes.total_mutants as f64;
    println!("\nLoad after: {load}");
    println!(
        "Faster by wall time: {:.1}×, per mutant {:.1}×; by CPU time: {:.1}×, per mutant {:.1}×.",
        theirs.wall / cost.wall,
        theirs.wall * share / cost.wall,
        theirs.cpu / cost.cpu,
        theirs.cpu * share / cost.cpu
    );
    let viable = said.built() - said.unviable;
    println!(
        "The package's own build takes {:.2} s; the lab's takes {:.1} ms more per viable mutant.",
        own_build.wall,
        (said.build - own_build.wall) * 1e3 / viable as f64
    );
    Ok(())
}
