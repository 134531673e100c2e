//! The cargo commands that build our private copies of a workspace.

use std::path::Path;
use std::process::Command;

use anyhow::Context as _;

use super::clock::discard_later_build;
use super::passed::Passed;
use super::{Package, Workspace};
use crate::process;

/// Lints that are errors unless somebody asks for less: a mutant like `n ^ 256` of a `u8` does not compile. The lab has
/// them reported as warnings, whatever the cap, and wherever they stand: that of a mutant is never one of the user's.
pub const DENIED: [&str; 3] = ["arithmetic_overflow", "overflowing_literals", "unconditional_panic"];

/// Cargo, as it was called, with the environment of an outer cargo removed.
pub(super) fn plain(subcommand: &str, folder: &Path) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    process::clean_environment(&mut command);
    command.arg(subcommand).current_dir(folder);
    command
}

/// A cargo command that compiles, with what the user passes on.
pub(super) fn compiling(subcommand: &str, folder: &Path, passed: &Passed) -> Command {
    let mut command = plain(subcommand, folder);
    // A profile that aborts would end a worker at the first panic; tests unwind, whatever the profile says.
    command.env(passed.variable("PANIC"), "unwind");
    passed.apply(&mut command);
    command
}

impl Workspace {
    /// Adds what makes a cargo command about the selected packages in the copy of the root.
    pub fn choose_packages(&self, command: &mut Command, tree: &Path) {
        self.packages.iter().for_each(|package| _ = command.arg("-p").arg(package.spec()));
        // Older resolvers take features to be those of the package whose manifest it is.
        if let [package] = self.packages.as_slice()
            && let Ok(below) = package.dir.strip_prefix(&self.root)
        {
            command.arg("--manifest-path").arg(tree.join(below).join("Cargo.toml"));
        }
    }

    /// A cargo command that builds tests of a package in the copy in `tree`, alone, with the features that it had among
    /// the others. All of them share what they compile.
    pub fn test_cargo(&self, tree: &Path, package: &Package, offline: bool) -> anyhow::Result<Command> {
        let outside = || format!("{} lies outside the workspace", package.dir.display());
        let folder = self.copy_of(tree, &package.dir).with_context(outside)?;
        let mut command = plain("test", tree);
        command.arg("--manifest-path").arg(folder.join("Cargo.toml"));
        let target_dir = self.scratch().join("verify-target");
        discard_later_build(&target_dir);
        command.arg("--target-dir").arg(target_dir).args(package.feature_flags());
        self.passed.apply(&mut command);
        if offline {
            command.arg("--offline");
        }
        Ok(command)
    }

    /// A cargo command that compiles the copy in `tree` for the lab: warnings are kept quiet, for mutants warn and a
    /// crate may deny that, and code is fast enough to run and to build, whatever the profile. All of them share what they
    /// compile.
    pub fn lab_cargo(&self, subcommand: &str, tree: &Path, target_dir: &Path) -> Command {
        let mut command = compiling(subcommand, tree, &self.passed);
        discard_later_build(target_dir);
        command.arg("--target-dir").arg(target_dir);
        for (key, value) in [("OPT_LEVEL", "1"), ("DEBUG", "0"), ("LTO", "off")] {
            command.env(self.passed.variable(key), value);
        }
        let forced = DENIED.map(|lint| format!("--force-warn={lint}"));
        let ours = [&["--cap-lints=allow".to_owned()], &forced[..]].concat();
        match (std::env::var("CARGO_ENCODED_RUSTFLAGS"), std::env::var("RUSTFLAGS")) {
            (Ok(flags), _) => {
                command.env("CARGO_ENCODED_RUSTFLAGS", format!("{flags}\u{1f}{}", ours.join("\u{1f}")))
            }
            (_, Ok(flags)) => command.env("RUSTFLAGS", format!("{flags} {}", ours.join(" "))),
            _ => {
                let key = if self.flags_by_target { "target.'cfg(all())'" } else { "build" };
                command.args(["--config", &format!("{key}.rustflags={ours:?}")])
            }
        };
        command
    }
}
