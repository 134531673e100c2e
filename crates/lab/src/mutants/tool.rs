//! Finds cargo-mutants, or installs the version that we know into a folder of ours.

use std::env;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime};

use anyhow::{Context, Result};

use morph_source::exit::{Code, fail};
use morph_source::process;
use morph_source::progress::Progress;

/// The version that is installed where there is none.
const PINNED: &str = "27.1.0";
/// Major versions whose list has the format that we read.
const KNOWN_MAJORS: [&str; 1] = ["27"];
const INSTALL_COMMAND: &str = "cargo install cargo-mutants --version 27.1.0 --locked";

/// A cargo-mutants that can be run.
#[derive(Clone, Debug)]
pub struct Tool {
    binary: PathBuf,
    version: String,
}

impl Tool {
    /// Its version, such as `27.1.0`.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// The program.
    pub fn binary(&self) -> &Path {
        &self.binary
    }

    /// A command that runs it, up to its own arguments.
    pub(super) fn command(&self) -> Command {
        command(&self.binary)
    }
}

/// cargo-mutants from PATH if its list format is known, else from our cache folder, else installed there once.
pub fn provide(offline: bool, progress: &dyn Progress) -> Result<Tool> {
    let on_path: Vec<PathBuf> =
        env::var_os("PATH").map(|path| env::split_paths(&path).collect()).unwrap_or_default();
    let cargo_home = env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| Some(home()?.join(".cargo")));
    // Like cargo, which looks for its subcommands there too.
    let folders = on_path.into_iter().chain(cargo_home.map(|home| home.join("bin")));
    provide_from(folders, cache_dir(), offline, progress)
}

fn provide_from(
    mut folders: impl Iterator<Item = PathBuf>,
    cache: Option<PathBuf>,
    offline: bool,
    progress: &dyn Progress,
) -> Result<Tool> {
    if let Some(tool) = folders.find_map(|folder| probe(&folder).filter(|tool| known(&tool.version))) {
        return Ok(tool);
    }
    let cache = cache.ok_or_else(|| {
        fail(Code::Environment, "no folder for caches: set CARGO_MORPH_CACHE, or HOME, to an existing folder")
    })?;
    let installed = cache.join(format!("cargo-mutants-{PINNED}"));
    match probe(&installed.join("bin")) {
        Some(tool) => Ok(tool),
        None if offline => Err(fail(
            Code::Environment,
            format!(
                "cargo-mutants is not installed and the network may not be used; run `{INSTALL_COMMAND}`"
            ),
        )),
        None => install(&cache, &installed, progress),
    }
}

fn known(version: &str) -> bool {
    version.split('.').next().is_some_and(|major| KNOWN_MAJORS.contains(&major))
}

/// The tool in a folder, if it is there and says its version.
fn probe(folder: &Path) -> Option<Tool> {
    let binary = folder.join(format!("cargo-mutants{}", env::consts::EXE_SUFFIX));
    if !binary.is_file() {
        return None;
    }
    let mut asking = command(&binary);
    asking.arg("--version");
    let output = process::output(asking).ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let version = text.trim().strip_prefix("cargo-mutants ")?.to_owned();
    Some(Tool { binary, version })
}

fn command(binary: &Path) -> Command {
    let mut command = Command::new(binary);
    command.arg("mutants");
    process::clean_environment(&mut command);
    for (name, _) in env::vars_os() {
        if name.to_str().is_some_and(|name| name.starts_with("CARGO_MUTANTS_")) {
            command.env_remove(name);
        }
    }
    command
}

fn home() -> Option<PathBuf> {
    env::var_os(if cfg!(windows) { "USERPROFILE" } else { "HOME" })
        .map(PathBuf::from)
        .filter(|path| path.is_absolute())
}

/// `$CARGO_MORPH_CACHE`, or `cargo-morph` in the platform's folder for caches.
fn cache_dir() -> Option<PathBuf> {
    if let Some(dir) = env::var_os("CARGO_MORPH_CACHE").filter(|dir| !dir.is_empty()) {
        return std::path::absolute(dir).ok();
    }
    let absolute = |name| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let caches = absolute("XDG_CACHE_HOME").or_else(|| {
        if cfg!(windows) {
            absolute("LOCALAPPDATA")
        } else if cfg!(target_os = "macos") {
            Some(home()?.join("Library/Caches"))
        } else {
            Some(home()?.join(".cache"))
        }
    })?;
    Some(caches.join("cargo-morph"))
}

/// Installs beside the final place and moves the result there whole, so that two runs at once do not clash and one
/// that is cut short leaves nothing that looks complete.
fn install(cache: &Path, installed: &Path, progress: &dyn Progress) -> Result<Tool> {
    let unwritable = |error| fail(Code::Environment, format!("cannot write to {}: {error}", cache.display()));
    fs::create_dir_all(cache).map_err(unwritable)?;
    remove_leftovers(cache);
    let temporary = tempfile::Builder::new().prefix(LEFTOVER).tempdir_in(cache).map_err(unwritable)?;

    let stage = progress.stage("install");
    stage.set_message(format!("cargo-mutants {PINNED}, once; this takes a minute or two"));
    run_install(temporary.path(), |compiled, name| {
        stage.set_message(format!(
            "cargo-mutants {PINNED}, once: compiling {name} ({compiled} crates so far)"
        ));
    })?;

    if fs::rename(temporary.path(), installed).is_err() && probe(&installed.join("bin")).is_none() {
        // Something broken is in the way.
        fs::remove_dir_all(installed).map_err(unwritable)?;
        fs::rename(temporary.path(), installed).map_err(unwritable)?;
    }
    let tool = probe(&installed.join("bin")).ok_or_else(|| {
        fail(
            Code::Environment,
            format!("the cargo-mutants just installed in {} does not run", installed.display()),
        )
    })?;
    stage.finish(format!("cargo-mutants {PINNED} in {}", installed.display()));
    Ok(tool)
}

/// Runs `cargo install` into `root`, telling how many crates it has begun to compile and the last one's name.
fn run_install(root: &Path, mut compiling: impl FnMut(usize, &str)) -> Result<()> {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command
        .args(["install", "cargo-mutants", "--version", PINNED, "--locked", "--color", "never", "--root"])
        .arg(root)
        // Away from the user's package, whose configuration and toolchain are not meant for this.
        .current_dir(root)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    process::clean_environment(&mut command);
    command.env_remove("CARGO_BUILD_TARGET");
    command.env("CARGO_TARGET_DIR", root.join("target")).env("CARGO_TERM_PROGRESS_WHEN", "never");
    // It lists mutants in a fraction of a second: to optimise it takes longer than it ever runs.
    for (key, value) in [("OPT_LEVEL", "0"), ("LTO", "off"), ("CODEGEN_UNITS", "16"), ("DEBUG", "0")] {
        command.env(format!("CARGO_PROFILE_RELEASE_{key}"), value);
    }

    let mut running = process::spawn(command).map_err(|error| {
        fail(Code::Environment, format!("cannot run cargo to install cargo-mutants: {error}"))
    })?;
    let stderr = running.stderr().expect("standard error is piped");
    let mut said = String::new();
    let mut compiled = 0;
    for line in BufReader::new(stderr).lines() {
        let line = line.context("reading what cargo install says")?;
        if let Some(krate) = line.trim_start().strip_prefix("Compiling ") {
            compiled += 1;
            compiling(compiled, krate.split(' ').next().unwrap_or(krate));
        }
        said.push_str(&line);
        said.push('\n');
    }
    if running.wait().context("waiting for cargo install")?.success() {
        // Only the program is kept.
        let _ = fs::remove_dir_all(root.join("target"));
        return Ok(());
    }
    let reason = last_error(&said);
    Err(fail(
        Code::Environment,
        format!("cargo-mutants could not be installed: {reason}; try `{INSTALL_COMMAND}`"),
    ))
}

/// The last line that tells of an error, or the last line.
pub(super) fn last_error(said: &str) -> String {
    let lines = || said.lines().map(str::trim).filter(|line| !line.is_empty());
    let error = lines().rfind(|line| line.starts_with("error") || line.starts_with("Error"));
    let line = error.or_else(|| lines().next_back()).unwrap_or("it does not say why");
    line.trim_start_matches("error: ").trim_start_matches("Error: ").to_owned()
}

const LEFTOVER: &str = ".installing-";

/// Removes what installations left that were cut short long ago.
fn remove_leftovers(cache: &Path) {
    let Ok(entries) = fs::read_dir(cache) else { return };
    for entry in entries.flatten() {
        let is_old = || {
            let modified = entry.metadata().and_then(|metadata| metadata.modified()).ok()?;
            let age = SystemTime::now().duration_since(modified).ok()?;
            Some(age > Duration::from_secs(24 * 3_600))
        };
        if entry.file_name().to_string_lossy().starts_with(LEFTOVER) && is_old() == Some(true) {
            // Best effort: it is only space.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_versions_with_the_known_format_are_used() {
        assert!(known(PINNED));
        assert!(INSTALL_COMMAND.contains(PINNED));
        for version in ["26.2.0", "28.0.0", "270.1.0", ""] {
            assert!(!known(version), "{version}");
        }
    }

    #[test]
    fn reason_of_a_failure_is_its_last_error_line() {
        let said = "    Updating index\nerror: no network\nerror: could not fetch\n\nCaused by:\n  timeout\n";
        assert_eq!(last_error(said), "could not fetch");
        assert_eq!(last_error("killed\n"), "killed");
        assert_eq!(last_error(""), "it does not say why");
    }

    #[test]
    fn offline_without_the_tool_names_the_command_to_run() {
        let dir = tempfile::tempdir().expect("a folder");
        let progress = morph_source::progress::Silent;
        let folders = std::iter::once(dir.path().join("bin"));
        let error = provide_from(folders, Some(dir.path().join("cache")), true, &progress)
            .expect_err("nothing is there");
        assert_eq!(morph_source::exit::code_of(&error), Code::Environment);
        assert_eq!(
            error.to_string(),
            "cargo-mutants is not installed and the network may not be used; \
             run `cargo install cargo-mutants --version 27.1.0 --locked`"
        );
        assert!(!dir.path().join("cache").exists());
    }

    /// Written by another process: a file that a thread of the tests has open for writing cannot be run.
    #[cfg(unix)]
    fn write_tool(folder: &Path, script: &str) {
        let write = format!("printf '#!/bin/sh\\n{script}\\n' > new && chmod +x new && mv new cargo-mutants");
        fs::create_dir_all(folder).expect("a folder");
        let status = Command::new("sh").args(["-c", &write]).current_dir(folder).status();
        assert!(status.expect("sh runs").success());
    }

    #[cfg(unix)]
    #[test]
    fn tool_of_an_unknown_version_is_passed_over_for_the_one_in_the_cache() {
        let dir = tempfile::tempdir().expect("a folder");
        let cached = dir.path().join("cache/cargo-mutants-27.1.0/bin");
        write_tool(&dir.path().join("old"), "echo cargo-$1 25.0.0");
        write_tool(&cached, "echo cargo-$1 27.1.0");
        let progress = morph_source::progress::Silent;
        let folders = std::iter::once(dir.path().join("old"));
        let tool =
            provide_from(folders, Some(dir.path().join("cache")), true, &progress).expect("it is cached");
        assert_eq!((tool.version(), tool.binary()), ("27.1.0", &*cached.join("cargo-mutants")));
    }

    #[cfg(unix)]
    #[test]
    fn program_that_says_no_version_is_passed_over() {
        let dir = tempfile::tempdir().expect("a folder");
        assert!(probe(dir.path()).is_none());
        for (script, version) in [("exit 1", None), ("echo cargo-$1 27.3.0", Some("27.3.0"))] {
            write_tool(dir.path(), script);
            assert_eq!(probe(dir.path()).map(|tool| tool.version).as_deref(), version);
        }
    }
}
