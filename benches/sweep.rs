//! A day of use on registry packages: `cargo bench --bench sweep [-- --package fnv,slab --limit 180]`.
//!
//! In a copy of each package: `discover` with default options, the tests that it wrote, clippy on them, `check --all` with other
//! seeds, and `clean`. No run should end with an error, no written test should fail, clippy should find nothing in what was
//! written, no seed should violate a relation, and the tree should be the same bytes as before.
//!
//! A search that takes longer than the limit is interrupted, which must leave the tree as it was, and repeated with a budget.
//! `MORPH_BINARY` names another binary than that of this build.

use std::collections::BTreeMap;
use std::fs;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use cargo_metadata::Message;
use cargo_metadata::diagnostic::DiagnosticLevel;
use cargo_morph::report::{Check, Discovery};
use clap::Parser;
use morph_source::exit::Code;
use morph_source::process;

#[path = "discovered/chosen.rs"]
mod chosen;
#[path = "discovered/copy.rs"]
mod copy;
#[path = "discovered/registry.rs"]
mod registry;

/// The packages, each with its version; small ones come first.
const CRATES: &[(&str, &str)] = &[
    ("shell-escape", "0.1.5"),
    ("fnv", "1.0.7"),
    ("any_ascii", "0.3.3"),
    ("base58", "0.2.0"),
    ("hhmmss", "0.1.0"),
    ("computus", "2.0.0"),
    ("snailquote", "0.3.1"),
    ("varinteger", "1.0.6"),
    ("float-ord", "0.3.2"),
    ("metrohash", "1.0.7"),
    ("caseless", "0.2.2"),
    ("unindent", "0.2.4"),
    ("strip-ansi-escapes", "0.2.1"),
    ("deunicode", "1.6.2"),
    ("fenwick", "2.0.1"),
    ("btoi", "0.5.0"),
    ("human_format", "1.2.1"),
    ("flat_projection", "0.4.0"),
    ("base16ct", "1.0.0"),
    ("permutohedron", "0.2.4"),
    ("humansize", "2.1.3"),
    ("difflib", "0.4.0"),
    ("html-escape", "0.3.1"),
    ("delaunator", "1.1.0"),
    ("bit_field", "0.10.3"),
    ("pluralizer", "0.6.0"),
    ("atoi", "3.1.1"),
    ("roman-numerals-rs", "4.1.0"),
    ("unicode-truncate", "3.0.0"),
    ("robust", "1.2.0"),
    ("human-repr", "1.1.0"),
    ("sunrise", "3.0.0"),
    ("base-x", "0.3.0"),
    ("geo-hash", "0.1.0"),
    ("topological-sort", "0.3.1"),
    ("ansi_colours", "1.2.3"),
    ("smawk", "0.3.3"),
    ("ieee754", "0.2.6"),
    ("range-set", "0.1.1"),
    ("email_address", "0.2.10"),
    ("array2d", "0.3.2"),
    ("slab", "0.4.12"),
    ("eui48", "1.1.0"),
    ("crc32fast", "1.5.5"),
    ("approx", "0.5.1"),
    ("css-color", "0.2.8"),
    ("lab", "0.11.0"),
    ("float-cmp", "0.10.0"),
    ("disjoint-sets", "0.4.2"),
    ("rle", "0.2.0"),
    ("vec_map", "0.8.2"),
    ("bitmaps", "3.2.1"),
    ("siphasher", "1.0.4"),
    ("colors-transform", "0.2.11"),
    ("minimal-lexical", "0.2.1"),
    ("ipnetwork", "0.21.1"),
    ("micromath", "2.1.0"),
    ("colorsys", "0.7.3"),
    ("num-modular", "0.7.0"),
    ("cidr", "0.3.2"),
];

#[derive(Parser)]
struct Args {
    #[command(flatten)]
    chosen: chosen::Chosen,
    /// Seconds after which a search is interrupted
    #[arg(long, default_value_t = 180)]
    limit: u64,
    /// The budget of a search that was interrupted
    #[arg(long, default_value = "60s")]
    budget: String,
    /// Seeds of the checks
    #[arg(long, value_delimiter = ',', default_values_t = [1, 2, 3])]
    seeds: Vec<u64>,
    /// A folder for what the commands print, one file a package
    #[arg(long)]
    logs: Option<PathBuf>,
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() -> Result<()> {
    let args = Args::parse();
    let crates = args.chosen.of(CRATES);
    let registry = registry::Registry::fetch(crates.iter().copied())?;
    println!(
        "| package | exit code | seconds | tested functions | laws | failing tests | clippy warnings | violated by seed | tree restored |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    for (name, version) in &crates {
        let row = Swept::new(&registry.of(name)?, &args).and_then(|mut swept| swept.sweep());
        match row {
            Ok(row) => println!("| {name} {version} | {row} |"),
            Err(error) => println!("| {name} {version} | not swept: {error:#} | | | | | | | |"),
        }
    }
    Ok(())
}

/// How a command ended.
struct Ended {
    /// The exit code; `None` where it was killed by a signal.
    code: Option<i32>,
    /// Whether it was interrupted at the limit.
    is_cut: bool,
    seconds: f64,
    stdout: String,
}

/// A copy of a package.
struct Swept<'a> {
    folder: tempfile::TempDir,
    args: &'a Args,
    /// What the commands print.
    log: PathBuf,
}

impl<'a> Swept<'a> {
    fn new(package: &Path, args: &'a Args) -> Result<Swept<'a>> {
        let folder = copy::copy(package)?;
        let name = package.file_name().context("a package has a folder")?;
        let log = match &args.logs {
            Some(logs) => {
                fs::create_dir_all(logs)?;
                logs.join(format!("{}.log", name.display()))
            }
            None => folder.path().join("target/sweep.log"),
        };
        fs::create_dir_all(folder.path().join("target"))?;
        Ok(Swept { folder, args, log })
    }

    /// Everything that is done with a package; the cells of its row.
    fn sweep(&mut self) -> Result<String> {
        // Cargo writes a lock file where there is none, whoever calls it.
        self.cargo(&["generate-lockfile"])?;
        let before = self.tree()?;
        let mut discovered = self.morph(&["discover", "--format", "json"], true)?;
        let mut code = shown(discovered.code);
        if discovered.is_cut {
            let was_kept = discovered.code == Some(Code::Interrupted as i32) && self.tree()? == before;
            let note = if was_kept { "cut" } else { "cut, and not as it was" };
            discovered =
                self.morph(&["discover", "--format", "json", "--budget", &self.args.budget], false)?;
            code = format!("{} ({note})", shown(discovered.code));
        }
        let seconds = discovered.seconds;
        let Ok(discovery) = serde_json::from_str::<Discovery>(&discovered.stdout) else {
            let restored = if self.tree()? == before { "as it was" } else { "**no**" };
            return Ok(format!("{code} | {seconds:.0} | | | | | | {restored}"));
        };
        let generated: Vec<&str> =
            discovery.files.iter().map(String::as_str).filter(|file| file.ends_with(".rs")).collect();
        let (failing, warnings, violated) = if discovery.totals.relations == 0 {
            ("-".to_owned(), "-".to_owned(), "-".to_owned())
        } else {
            (self.failing()?, self.warnings(&generated)?, self.violated()?)
        };
        let cleaned = self.morph(&["clean"], false)?;
        let restored = match (cleaned.code, self.tree()? == before) {
            (Some(0), true) => "yes",
            (_, true) => "yes, but `clean` failed",
            (_, false) => "**no**",
        };
        let totals = &discovery.totals;
        Ok(format!(
            "{code} | {seconds:.0} | {} of {} | {} | {failing} | {warnings} | {violated} | {restored}",
            totals.tested, totals.functions, totals.relations
        ))
    }

    /// How many generated tests fail, or why none of them ran. Lints that a package denies, and that this toolchain finds in its
    /// own code, do not count.
    fn failing(&self) -> Result<String> {
        let mut command = Command::new("cargo");
        command.args(["test", "--lib", "--no-fail-fast", "--", "morph_tests"]);
        command.env("RUSTFLAGS", "--cap-lints=warn");
        let tested = self.run(command, None)?;
        let count = |end: &str| {
            let lines = tested.stdout.lines().filter(|line| line.starts_with("test ") && line.ends_with(end));
            lines.filter(|line| line.contains("morph_tests::")).count()
        };
        let (passed, failed) = (count("... ok"), count("FAILED"));
        Ok(match (tested.code, passed + failed) {
            (Some(0), 1..) => failed.to_string(),
            (_, 1..) => format!("**{failed}**"),
            (code, 0) => format!("none ran ({})", shown(code)),
        })
    }

    /// How many warnings and errors of clippy are about generated files.
    fn warnings(&self, generated: &[&str]) -> Result<String> {
        let linted = self.cargo(&["clippy", "--lib", "--tests", "--message-format", "json"])?;
        let mut texts = Vec::new();
        for message in Message::parse_stream(BufReader::new(linted.stdout.as_bytes())) {
            let Message::CompilerMessage(message) = message? else { continue };
            let said = message.message;
            let is_serious = matches!(said.level, DiagnosticLevel::Warning | DiagnosticLevel::Error);
            let is_ours = |name: &str| generated.contains(&name) && name.ends_with("morph_tests.rs");
            if is_serious && said.spans.iter().any(|span| span.is_primary && is_ours(&span.file_name)) {
                texts.push(said.rendered.unwrap_or(said.message));
            }
        }
        texts.sort();
        // A file of a library may belong to another target as well.
        texts.dedup();
        self.write_log(&texts.join("\n"))?;
        Ok(if texts.is_empty() { "0".to_owned() } else { format!("**{}**", texts.len()) })
    }

    /// How many relations each seed violates.
    fn violated(&self) -> Result<String> {
        let mut counts = Vec::new();
        for seed in &self.args.seeds {
            let checked =
                self.morph(&["check", "--all", "--format", "json", "--seed", &seed.to_string()], false)?;
            counts.push(match serde_json::from_str::<Check>(&checked.stdout) {
                Ok(Check { totals, .. }) if totals.violated + totals.failed + totals.stale == 0 => {
                    "0".to_owned()
                }
                Ok(Check { totals, .. }) => {
                    format!("**{}**, {} not checked, {} stale", totals.violated, totals.failed, totals.stale)
                }
                Err(_) => format!("exit code {}", shown(checked.code)),
            });
        }
        Ok(counts.join(" / "))
    }

    /// Runs the binary in the copy, for as long as it may where that is limited.
    fn morph(&self, args: &[&str], is_limited: bool) -> Result<Ended> {
        let own = env!("CARGO_BIN_EXE_cargo-morph").into();
        let mut command = Command::new(std::env::var_os("MORPH_BINARY").unwrap_or(own));
        command.args(args);
        self.run(command, is_limited.then_some(Duration::from_secs(self.args.limit)))
    }

    /// Runs cargo in the copy.
    fn cargo(&self, args: &[&str]) -> Result<Ended> {
        let mut command = Command::new("cargo");
        command.args(args);
        self.run(command, None)
    }

    fn run(&self, mut command: Command, limit: Option<Duration>) -> Result<Ended> {
        process::clean_environment(&mut command);
        let stdout = tempfile::NamedTempFile::new()?;
        let stderr = tempfile::NamedTempFile::new()?;
        command.current_dir(self.folder.path()).stdin(Stdio::null());
        command.stdout(stdout.reopen()?).stderr(stderr.reopen()?);
        let clock = Instant::now();
        let mut child = command.spawn()?;
        let mut is_cut = false;
        let status = loop {
            if let Some(status) = child.try_wait()? {
                break status;
            }
            if !is_cut && limit.is_some_and(|limit| clock.elapsed() > limit) {
                is_cut = true;
                let id = libc::pid_t::try_from(child.id())?;
                // SAFETY: kill touches no memory, and the child has not been reaped.
                unsafe { libc::kill(id, libc::SIGINT) };
            }
            std::thread::sleep(Duration::from_millis(50));
        };
        let seconds = clock.elapsed().as_secs_f64();
        let text =
            |file: &Path| Ok::<_, std::io::Error>(String::from_utf8_lossy(&fs::read(file)?).into_owned());
        let (stdout, stderr) = (text(stdout.path())?, text(stderr.path())?);
        // Messages for programs say the same again at length.
        let shown = if stdout.starts_with("{\"reason\"") { "" } else { &stdout };
        let args: Vec<String> = command.get_args().map(|arg| arg.to_string_lossy().into_owned()).collect();
        self.write_log(&format!("## {} ({status}, {seconds:.1} s)\n{stderr}\n{shown}\n", args.join(" ")))?;
        Ok(Ended { code: status.code(), is_cut, seconds, stdout })
    }

    fn write_log(&self, text: &str) -> Result<()> {
        use std::io::Write as _;
        fs::create_dir_all(self.log.parent().context("a file has a folder")?)?;
        let mut log = fs::OpenOptions::new().create(true).append(true).open(&self.log)?;
        Ok(log.write_all(text.as_bytes())?)
    }

    /// Every file and folder but the target folder.
    fn tree(&self) -> Result<BTreeMap<PathBuf, Option<Vec<u8>>>> {
        let target = self.folder.path().join("target");
        let walk = walkdir::WalkDir::new(self.folder.path()).min_depth(1).into_iter();
        let mut tree = BTreeMap::new();
        for entry in walk.filter_entry(|entry| entry.path() != target) {
            let entry = entry?;
            let content = entry.file_type().is_file().then(|| fs::read(entry.path())).transpose()?;
            tree.insert(entry.into_path(), content);
        }
        Ok(tree)
    }
}

fn shown(code: Option<i32>) -> String {
    code.map_or_else(|| "killed".to_owned(), |code| code.to_string())
}
