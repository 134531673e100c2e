//! What cargo is asked about a workspace, and how.

use std::path::{Path, PathBuf};
use std::process::Output;

use cargo_metadata::{Metadata, MetadataCommand};

use crate::exit::{Code, fail};
use crate::process;

/// How cargo is asked about a workspace.
#[derive(Clone, Debug, Default)]
pub(super) struct Asked {
    pub(super) manifest: PathBuf,
    /// The choice of features, as cargo's own flags.
    pub(super) flags: Vec<String>,
    pub(super) offline: bool,
    pub(super) locked: bool,
    /// Further arguments.
    pub(super) passed: Vec<String>,
}

impl Asked {
    /// Asks about the packages of the workspace alone, which neither needs the network nor writes `Cargo.lock`.
    pub(super) fn without_dependencies(&self) -> anyhow::Result<Metadata> {
        self.ask(MetadataCommand::new().no_deps(), &[])
    }

    /// Asks about dependencies, too; cargo may use the network and, unless it is `locked`, write `Cargo.lock`.
    pub(super) fn metadata(&self, locked: bool) -> anyhow::Result<Metadata> {
        let flags = self.flags.iter().map(String::as_str).chain(locked.then_some("--locked"));
        self.ask(&mut MetadataCommand::new(), &flags.collect::<Vec<_>>())
    }

    /// Under `--locked`, refuses a `Cargo.lock` that cargo would have to write. Whatever else is wrong is reported where
    /// dependencies are needed.
    pub(super) fn check_lock(&self, root: &Path, triple: &str) -> anyhow::Result<()> {
        if !self.locked {
            return Ok(());
        }
        let platform = if triple.is_empty() { &[][..] } else { &["--filter-platform", triple] };
        let output = self.run(&mut MetadataCommand::new(), &[&["--locked"], platform].concat())?;
        if output.status.success() || !needs_lock(&String::from_utf8_lossy(&output.stderr)) {
            return Ok(());
        }
        let why = match root.join("Cargo.lock").exists() {
            true => "Cargo.lock is out of date, and --locked and --frozen do not allow an update",
            false => "there is no Cargo.lock, which --locked and --frozen require",
        };
        Err(fail(Code::Usage, format!("{why}; run `cargo update --workspace`")))
    }

    fn run(&self, command: &mut MetadataCommand, options: &[&str]) -> anyhow::Result<Output> {
        let offline = self.offline.then_some("--offline");
        let options = options.iter().copied().chain(offline).map(str::to_owned);
        let options = options.chain(self.passed.iter().cloned());
        command.manifest_path(&self.manifest).other_options(options.collect::<Vec<_>>());
        // Started as every child process is, so that an interrupt ends it, too.
        let output = process::output(command.cargo_command()).map_err(|error| {
            fail(Code::Environment, format!("cannot run cargo: {error}; install Rust or add cargo to PATH"))
        })?;
        process::park_if_interrupted();
        Ok(output)
    }

    fn ask(&self, command: &mut MetadataCommand, options: &[&str]) -> anyhow::Result<Metadata> {
        let output = self.run(command, options)?;
        if !output.status.success() {
            let why = one_line(&String::from_utf8_lossy(&output.stderr));
            // rustup's own words: the workspace asks for another toolchain.
            let code = if why.contains("is not installed") { Code::Environment } else { Code::Usage };
            return Err(fail(code, why));
        }
        // Cargo may print lines of its own before the document.
        let printed = String::from_utf8_lossy(&output.stdout);
        let document = printed.lines().find(|line| line.starts_with('{')).unwrap_or_default();
        MetadataCommand::parse(document).map_err(|error| {
            fail(Code::Environment, format!("cannot read `cargo metadata`: {error}").replace('\n', " "))
        })
    }
}

/// Whether cargo's error is that `--locked` forbids it to write the lock file.
fn needs_lock(stderr: &str) -> bool {
    let error = stderr.lines().find(|line| line.contains("error: "));
    error.is_some_and(|line| line.contains("lock file") && line.contains("--locked was passed"))
}

/// Cargo's error as one line: the messages of its chain, and the position where it shows an excerpt.
fn one_line(stderr: &str) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut position = None;
    // What `RUST_BACKTRACE` adds says nothing to who reads the message.
    let lines =
        stderr.lines().map(str::trim).take_while(|line| !line.eq_ignore_ascii_case("stack backtrace:"));
    for line in lines {
        let excerpt = line.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start();
        if let Some(at) = line.strip_prefix("-->") {
            position = position.or(Some(at.trim().to_owned()));
        } else if line.is_empty()
            || excerpt.starts_with('|')
            || line == "Caused by:"
            || line.starts_with("warning:")
        {
        } else {
            parts.push(line.strip_prefix("error: ").unwrap_or(line).to_owned());
        }
    }
    let message = parts.join(": ").replace(":: ", ": ");
    match position {
        Some(position) => format!("{position}: {message}"),
        None => message,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lock_file_that_may_not_be_written_is_told_from_other_errors() {
        for (stderr, expected) in [
            (
                "error: cannot update the lock file /x/Cargo.lock because --locked was passed to prevent this\n",
                true,
            ),
            (
                "warning: x\nerror: the lock file /x/Cargo.lock needs to be updated but --locked was passed to prevent this\n",
                true,
            ),
            ("error: no matching package named `x` found\nhelp: --locked was passed, lock file\n", false),
            ("", false),
        ] {
            assert_eq!(needs_lock(stderr), expected, "{stderr}");
        }
    }

    #[test]
    fn cargos_errors_become_one_line() {
        let stderr = "error: invalid table header\n --> Cargo.toml:3:9\n  |\n3 | [package\n  |         ^\n";
        assert_eq!(one_line(stderr), "Cargo.toml:3:9: invalid table header");
        let stderr =
            "error: failed to parse manifest at `/x/Cargo.toml`\n\nCaused by:\n  no targets specified\n";
        assert_eq!(one_line(stderr), "failed to parse manifest at `/x/Cargo.toml`: no targets specified");
        let stderr = "error: toolchain 'x' is not installed\nhelp: run `rustup toolchain install`\n\nStack backtrace:\n   0: a::b\n";
        assert_eq!(one_line(stderr), "toolchain 'x' is not installed: help: run `rustup toolchain install`");
    }
}
