//! Has cargo-mutants build mutants of a tree, each in a tree of its own, and tells how that went.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io::{BufRead, BufReader};
use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result};
use serde::Deserialize;

use super::listing::{Entry, entries};
use super::mutant::Genre;
use super::position::Lines;
use super::tool::{Tool, last_error};
use morph_source::exit::{Code, fail};
use morph_source::files::unwritable;
use morph_source::process;

/// A limit in seconds that no build reaches.
const TIMEOUT: &str = "3600";

/// Keys of `.cargo/mutants.toml` that say which mutants there are; the others say how the user tests them.
const WHICH: [&str; 5] =
    ["error_values", "exclude_globs", "examine_globs", "skip_calls", "skip_calls_defaults"];

/// A tree whose mutants are built.
pub struct Each<'a> {
    /// The program.
    pub tool: &'a Tool,
    /// The tree, which is a workspace's root.
    pub tree: &'a Path,
    /// A folder for what comes up meanwhile.
    pub scratch: &'a Path,
    /// The packages whose code is changed.
    pub packages: Vec<&'a str>,
    /// Those that are built and tested.
    pub tested: Vec<&'a str>,
    /// `cargo test` as it is to build and to run: its arguments and its environment count.
    pub cargo: &'a Command,
    /// Features, as cargo's own flags.
    pub feature_flags: &'a [String],
    /// How many are built at once.
    pub jobs: NonZeroUsize,
}

/// A mutant of the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// cargo-mutants' name of it.
    pub name: String,
    /// The file, relative to the tree.
    pub file: PathBuf,
    /// What kind of change it is.
    pub genre: Genre,
    /// Bytes of the file that `replacement` replaces.
    pub span: Range<usize>,
    /// The text that replaces them.
    pub replacement: String,
}

/// What became of a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tested {
    /// It does not compile.
    Unviable,
    /// It was built, and its test passed: what cargo and the test said.
    Passed(String),
}

/// What became of a tree and its mutants.
#[derive(Debug, Default)]
pub struct Ran {
    /// What cargo and the test said without a mutant.
    pub baseline: String,
    /// By name.
    pub mutants: BTreeMap<String, Tested>,
}

/// What we read of `outcomes.json`.
#[derive(Deserialize)]
struct Outcomes {
    outcomes: Vec<OutcomeEntry>,
}

#[derive(Deserialize)]
struct OutcomeEntry {
    scenario: Scenario,
    summary: String,
    log_path: PathBuf,
}

#[derive(Deserialize)]
enum Scenario {
    Baseline,
    Mutant { name: String },
}

impl Each<'_> {
    /// The mutants that cargo-mutants makes of the tree.
    pub fn list(&self) -> Result<Vec<Change>> {
        let config = self.write_config(&[])?;
        let arguments = ["--config".into(), config.into_os_string()];
        let found = entries(self.tool, self.tree, &self.packages, &arguments)?;
        let mut texts: BTreeMap<String, Lines> = BTreeMap::new();
        let mut changes = Vec::new();
        for (genre, Entry { name, file, span, replacement, .. }) in found.entries {
            if !texts.contains_key(&file) {
                let path = self.tree.join(&file);
                let text =
                    fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
                texts.insert(file.clone(), Lines::new(text));
            }
            let span = texts[&file].bytes(span).with_context(|| format!("`{name}` is not in {file}"))?;
            changes.push(Change { name, file: file.into(), genre, span, replacement });
        }
        Ok(changes)
    }

    /// Builds and tests the mutants with these names, and the tree itself. `progress` receives the number of finished mutants.
    pub fn run(&self, names: &[&str], progress: &dyn Fn(usize)) -> Result<Ran> {
        if names.is_empty() {
            return Ok(Ran::default());
        }
        let (output, trees) = (self.scratch.join("output"), self.scratch.join("trees"));
        for folder in [&output, &trees] {
            let _ = fs::remove_dir_all(folder);
            fs::create_dir_all(folder).map_err(unwritable(folder))?;
        }
        let mut command = self.tool.command();
        self.arguments(&mut command, &self.write_config(names)?, &output);
        command.envs(self.cargo.get_envs().filter_map(|(name, value)| Some((name, value?))));
        // Files of an interrupted run lie in a folder that is cleaned up.
        command.envs(["TMPDIR", "TMP", "TEMP"].map(|name| (name, &trees)));
        let failed = |why: &dyn std::fmt::Display| {
            fail(Code::Environment, format!("cannot run {}: {why}", self.tool.binary().display()))
        };
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut running = process::spawn_parent(command).map_err(|error| failed(&error))?;
        let stdout = running.stdout().expect("standard output is piped");
        let mut stderr = running.stderr().expect("standard error is piped");
        let mut said = String::new();
        std::thread::scope(|scope| {
            let errors = scope.spawn(|| std::io::read_to_string(&mut stderr));
            // Each line tells of one mutant.
            for (n, line) in BufReader::new(stdout).lines().enumerate() {
                said.push_str(&line?);
                said.push('\n');
                progress(n);
            }
            said.push_str(&errors.join().expect("reading does not panic")?);
            std::io::Result::Ok(())
        })
        .context("reading what cargo-mutants says")?;
        let status = running.wait().context("waiting for cargo-mutants")?;
        process::park_if_interrupted();
        // 2: tests passed under some mutants, which is what ours do.
        if !matches!(status.code(), Some(0 | 2)) {
            let why = format!("cargo-mutants could not test mutants: {}", last_error(&said));
            return Err(fail(Code::Environment, why));
        }
        let tested = read(self.tool.version(), &output.join("mutants.out"));
        let _ = fs::remove_dir_all(&trees);
        tested
    }

    fn arguments(&self, command: &mut Command, config: &Path, output: &Path) {
        command.arg("--dir").arg(self.tree).arg("--config").arg(config).arg("--output").arg(output);
        // Where the tree itself does not build, every mutant would seem not to compile.
        command.args(["--baseline=run", "--timeout", TIMEOUT, "--build-timeout", TIMEOUT]);
        command.args(["--gitignore=false", "--cap-lints=false", "--colors=never", "--annotations=none"]);
        command.args(["--unviable", "--caught", "--no-times", "--level=warn", "--test-tool=cargo"]);
        command.args(["--jobs", &self.jobs.to_string()]);
        for package in &self.packages {
            command.args(["--package", package]);
        }
        for package in &self.tested {
            command.args(["--test-package", package]);
        }
        // The first is `test`.
        for argument in self.cargo.get_args().skip(1) {
            let mut cargo_arg = OsString::from("--cargo-arg=");
            cargo_arg.push(argument);
            command.arg(cargo_arg);
        }
        command.args(self.feature_flags);
    }

    /// The user's configuration as far as it says which mutants there are, and the names that are wanted.
    fn write_config(&self, names: &[&str]) -> Result<PathBuf> {
        let theirs = self.tree.join(".cargo/mutants.toml");
        let mut config: toml::Table = match fs::read_to_string(&theirs) {
            Ok(text) => text
                .parse()
                .map_err(|error| fail(Code::Usage, format!("cannot read {}: {error}", theirs.display())))?,
            Err(_) => toml::Table::new(),
        };
        config.retain(|key, _| WHICH.contains(&key));
        if !names.is_empty() {
            let exactly = names.iter().map(|name| toml::Value::from(format!("^{}$", regex::escape(name))));
            config.insert("examine_re".to_owned(), toml::Value::Array(exactly.collect()));
        }
        let file = self.scratch.join("mutants.toml");
        fs::create_dir_all(self.scratch)
            .and_then(|()| fs::write(&file, config.to_string()))
            .map_err(unwritable(&file))?;
        Ok(file)
    }
}

/// Reads what cargo-mutants left in its folder.
fn read(version: &str, output: &Path) -> Result<Ran> {
    let unexpected = |what: String| {
        fail(
            Code::Environment,
            format!("the outcomes of cargo-mutants {version} are not as expected: {what}"),
        )
    };
    let text = fs::read_to_string(output.join("outcomes.json")).map_err(|e| unexpected(e.to_string()))?;
    let log = |path: &Path| {
        let bytes = fs::read(output.join(path)).map_err(|e| unexpected(e.to_string()))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    };
    outcomes(&text, &log, &unexpected)
}

/// Reads the text of `outcomes.json`; `log` reads a file of what was said.
fn outcomes(
    text: &str,
    log: &dyn Fn(&Path) -> Result<String>,
    unexpected: &dyn Fn(String) -> anyhow::Error,
) -> Result<Ran> {
    let outcomes: Outcomes = serde_json::from_str(text).map_err(|e| unexpected(e.to_string()))?;
    let mut ran = Ran::default();
    for OutcomeEntry { scenario, summary, log_path } in outcomes.outcomes {
        let log = || log(&log_path);
        let Scenario::Mutant { name } = scenario else {
            ran.baseline = log()?;
            continue;
        };
        let outcome = match &*summary {
            "Unviable" => Tested::Unviable,
            "MissedMutant" => Tested::Passed(log()?),
            other => {
                let said = last_error(&log()?);
                return Err(unexpected(format!("`{name}` ended as {other}: {said}")));
            }
        };
        ran.mutants.insert(name, outcome);
    }
    Ok(ran)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What cargo-mutants says of a mutant, with what we do not read.
    fn text(mutant: &str) -> String {
        let scenario = r#"{"Mutant": {"name": "src/lib.rs:1:9: replace f with ()", "package": "demo"}}"#;
        format!(
            r#"{{"outcomes": [
                {{"scenario": "Baseline", "summary": "Success", "log_path": "a.log", "diff_path": null}},
                {{"scenario": {scenario}, "summary": "{mutant}", "log_path": "b.log", "phase_results": []}}
            ], "total_mutants": 1}}"#
        )
    }

    /// Reads what cargo-mutants leaves in its folder.
    fn read(mutant: &str) -> Result<Ran> {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("outcomes.json"), text(mutant)).expect("a file");
        fs::write(folder.path().join("a.log"), "fine").expect("a file");
        fs::write(folder.path().join("b.log"), "warning: x\nerror: no space\n").expect("a file");
        super::read("27.1.0", folder.path())
    }

    #[test]
    fn outcomes_are_read_with_what_was_said() {
        let name = "src/lib.rs:1:9: replace f with ()";
        let ran = read("MissedMutant").expect("a known format");
        assert_eq!(ran.baseline, "fine");
        assert_eq!(ran.mutants[name], Tested::Passed("warning: x\nerror: no space\n".to_owned()));
        assert_eq!(read("Unviable").expect("a known format").mutants[name], Tested::Unviable);
    }

    #[test]
    fn outcomes_of_any_text_are_read_or_refused() {
        let examples = ["MissedMutant", "Unviable"].map(text);
        morph_fuzz::fuzz("outcomes of mutants", &examples, |input| {
            let log = |path: &Path| Ok(path.display().to_string());
            outcomes(&String::from_utf8_lossy(input), &log, &anyhow::Error::msg::<String>).is_ok()
        });
    }

    #[test]
    fn test_that_fails_is_no_outcome_of_a_mutant() {
        let error = read("CaughtMutant").expect_err("the test keeps programs");
        assert_eq!(morph_source::exit::code_of(&error), Code::Environment);
        let said = error.to_string();
        assert!(
            said.ends_with("`src/lib.rs:1:9: replace f with ()` ended as CaughtMutant: no space"),
            "{said}"
        );
    }
}
