//! A private copy of what is staged or pushed, and the commands that run there.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result};

use super::range::Range;
use crate::options::{Options, Verbosity};
use morph_source::exit::Code;
use morph_source::files::unwritable;
use morph_source::process;
use morph_source::workspace::Repository;

/// A private copy of a tree that is staged or pushed.
#[derive(Clone, Debug)]
pub struct Tree {
    /// The folder of the copy and of its build, which is kept for the next time.
    folder: PathBuf,
    /// The manifest of the workspace in the copy.
    manifest: PathBuf,
    /// The change that leads to the tree, as a unified diff.
    change: PathBuf,
}

impl Tree {
    /// Copies the tree of a range into `folder`. The workspace is `below` the top of the repository, and its root in the
    /// user's tree is `root`. `None` where the tree holds no workspace.
    pub fn export(
        repository: &Repository,
        range: &Range,
        diff: &str,
        folder: &Path,
        below: &Path,
        root: &Path,
    ) -> Result<Option<Tree>> {
        let tree = folder.join("tree");
        range.export(repository, &tree)?;
        let workspace = tree.join(below);
        let manifest = workspace.join("Cargo.toml");
        if !manifest.is_file() {
            return Ok(None);
        }
        // A lock file that git ignores decides all the same which versions are built.
        let lock = workspace.join("Cargo.lock");
        if !lock.exists() {
            let _ = std::fs::copy(root.join("Cargo.lock"), &lock);
        }
        let change = folder.join("change.diff");
        std::fs::write(&change, diff).map_err(unwritable(&change))?;
        Ok(Some(Tree { folder: folder.to_owned(), manifest, change }))
    }

    /// Runs a command of this program on the copy and the change, without the environment that git sets for hooks. `None`
    /// where it ended without a known exit code.
    pub fn run(&self, options: &Options, subcommand: &str, more: &[String]) -> Result<Option<Code>> {
        let program = std::env::current_exe().context("cannot find this program's file")?;
        let mut command = Command::new(program);
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("GIT_") {
                command.env_remove(&name);
            }
        }
        command.env("CARGO_TARGET_DIR", self.folder.join("target"));
        let workspace = self.manifest.parent().unwrap_or(&self.folder);
        command.current_dir(workspace).arg(subcommand).arg("--in-diff").arg(&self.change).args(more);
        command.arg("--manifest-path").arg(&self.manifest);
        command.args(options.features.to_args()).args(["--jobs", &options.jobs.to_string()]);
        command.args(options.passed.flags());
        command.args(options.passed.args.iter().map(|arg| format!("--cargo-arg={arg}")));
        for package in &options.selection.packages {
            command.args(["-p", package]);
        }
        for package in &options.selection.exclude {
            command.args(["--exclude", package]);
        }
        for (flag, is_set) in [
            ("--workspace", options.selection.workspace),
            ("--offline", options.offline),
            ("--locked", options.locked),
            ("--quiet", options.verbosity == Verbosity::Quiet),
        ] {
            if is_set {
                command.arg(flag);
            }
        }
        command.stdin(Stdio::null());
        let mut running = process::spawn_parent(command).context("cannot start this program")?;
        let status = running.wait().context("cannot wait for this program")?;
        process::park_if_interrupted();
        Ok(status.code().and_then(Code::of_status))
    }
}
