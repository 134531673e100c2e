//! What an installed hook does: `check`, and `adequacy`, of what is staged or pushed.

use std::io::Read as _;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result};

use super::below::below_top;
use super::export::ranges;
use crate::options::{Options, Verbosity, When};
use morph_source::exit::{Code, fail};
use morph_source::process;
use morph_source::progress::Progress;
use morph_source::workspace::{Opened, Repository};

/// Checks what is about to be committed or pushed, in a copy of it; its build folder is kept for the next time.
pub fn run(
    options: &Options,
    opened: &Opened,
    repository: &Repository,
    when: When,
    fail_under: Option<f64>,
    progress: &dyn Progress,
) -> Result<Code> {
    let mut told = String::new();
    if when == When::PrePush {
        std::io::stdin()
            .read_to_string(&mut told)
            .context("cannot read the refs that git passes to the hook")?;
    }
    let below = below_top(repository, opened.root())?;
    let folder = opened.scratch().join("hook");
    for range in ranges(repository, when, &told)? {
        let diff = range.diff(repository)?;
        if !concerns(&diff) {
            continue;
        }
        let _lock = crate::pipeline::opened::lock(opened, progress)?;
        let tree = folder.join("tree");
        range.export(repository, &tree)?;
        let manifest = tree.join(&below).join("Cargo.toml");
        if !manifest.is_file() {
            progress.note("nothing to check: the staged or pushed tree has no Cargo.toml");
            continue;
        }
        // What git is told to ignore decides which versions are built all the same.
        let lock = tree.join(&below).join("Cargo.lock");
        if !lock.exists() {
            let _ = std::fs::copy(opened.root().join("Cargo.lock"), &lock);
        }
        let change = folder.join("change.diff");
        std::fs::write(&change, diff).map_err(|error| {
            fail(Code::Environment, format!("cannot write {}: {error}", change.display()))
        })?;
        let call = |subcommand: &str, more: &[String]| {
            ourselves(options, &folder, &manifest, &change, subcommand, more)
        };
        let mut code = call("check", &[])?;
        if let (Some(Code::Done), Some(share)) = (code, fail_under) {
            code = call("adequacy", &["--fail-under".to_owned(), share.to_string()])?;
        }
        match code {
            Some(Code::Done) => {}
            Some(code) => {
                let what = if when == When::PreCommit { "commit" } else { "push" };
                progress.note(&format!(
                    "cargo morph rejected this {what}; `git {what} --no-verify` skips the check"
                ));
                return Ok(code);
            }
            None => return Ok(Code::Internal),
        }
    }
    Ok(Code::Done)
}

/// Whether a diff changes what a check may be about.
fn concerns(diff: &str) -> bool {
    let names = diff.lines().filter_map(|line| {
        line.strip_prefix("--- ")
            .or_else(|| line.strip_prefix("+++ "))
            .or_else(|| line.strip_prefix("rename to "))
    });
    let ends = |name: &str| {
        let name = name.trim_end().trim_end_matches('"');
        [".rs", ".toml", "Cargo.lock"].iter().any(|end| name.ends_with(end))
    };
    names.into_iter().any(ends)
}

/// Runs this program on the copy, in an environment without what git tells its hooks.
fn ourselves(
    options: &Options,
    folder: &Path,
    manifest: &Path,
    change: &Path,
    subcommand: &str,
    more: &[String],
) -> Result<Option<Code>> {
    let program = std::env::current_exe().context("cannot find this program's file")?;
    let mut command = Command::new(program);
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("GIT_") {
            command.env_remove(&name);
        }
    }
    command.env("CARGO_TARGET_DIR", folder.join("target"));
    let tree = manifest.parent().unwrap_or(folder);
    command.current_dir(tree).arg(subcommand).arg("--in-diff").arg(change).args(more);
    command.arg("--manifest-path").arg(manifest);
    command.args(options.features.to_args()).args(["--jobs", &options.jobs.to_string()]);
    for package in &options.selection.packages {
        command.args(["-p", package]);
    }
    for (flag, is_set) in [
        ("--workspace", options.selection.workspace),
        ("--offline", options.offline),
        ("--quiet", options.verbosity == Verbosity::Quiet),
    ] {
        if is_set {
            command.arg(flag);
        }
    }
    command.stdin(std::process::Stdio::null());
    let mut running = process::spawn_parent(command).context("cannot start this program")?;
    let status = running.wait().context("cannot wait for this program")?;
    process::park_if_interrupted();
    Ok(status.code().and_then(Code::of_status))
}
