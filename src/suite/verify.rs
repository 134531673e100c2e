//! Compiles and runs the planned tests in a private copy, before the user's tree is touched.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use cargo_metadata::Message;
use cargo_metadata::diagnostic::{Diagnostic, DiagnosticLevel};
use syn::spanned::Spanned;

use super::declare::NAME;
use super::entry::WriteOptions;
use super::files::Changes;
use super::plan::PlannedTest;
use morph_source::exit::{Code, fail};
use morph_source::process;
use morph_source::workspace::{self, TargetKind, Workspace};

/// Tests that are not fit to be written, by their place in the plan, and why.
pub type Failures = BTreeMap<usize, String>;

/// Runs the planned tests on a copy with the changes in it.
pub fn verify(
    workspace: &Workspace,
    changes: &Changes,
    tests: &[PlannedTest],
    options: &WriteOptions,
) -> anyhow::Result<Failures> {
    let tree = workspace.copy_in(&workspace.scratch().join("verify"));
    workspace::copy_tree(workspace, &tree)?;
    for (file, text) in changes {
        let copy = copy_of(workspace, &tree, file)?;
        let written = match text {
            Some(text) => {
                fs::create_dir_all(copy.parent().unwrap_or(&tree)).and_then(|()| fs::write(&copy, text))
            }
            None => fs::remove_file(&copy),
        };
        written
            .map_err(|error| fail(Code::Environment, format!("cannot write {}: {error}", copy.display())))?;
    }
    let targets: BTreeSet<(usize, usize)> = tests.iter().map(|test| (test.package, test.target)).collect();
    let mut failures = Failures::new();
    for (package, target) in targets {
        let run = Run { workspace, tree: &tree, package, target, tests, options };
        failures.extend(run.failures()?);
    }
    Ok(failures)
}

fn copy_of(workspace: &Workspace, tree: &Path, file: &Path) -> anyhow::Result<PathBuf> {
    workspace
        .copy_of(tree, file)
        .ok_or_else(|| fail(Code::Usage, format!("{} lies outside the workspace", file.display())))
}

struct Run<'a> {
    workspace: &'a Workspace,
    tree: &'a Path,
    package: usize,
    target: usize,
    tests: &'a [PlannedTest],
    options: &'a WriteOptions,
}

impl Run<'_> {
    fn command(&self) -> anyhow::Result<Command> {
        let package = &self.workspace.packages[self.package];
        let target = &package.targets[self.target];
        let mut command = self.workspace.test_cargo(self.tree, package, self.options.offline)?;
        match target.kind {
            TargetKind::Lib => command.arg("--lib"),
            TargetKind::Bin => command.args(["--bin", &target.cargo_name]),
        };
        Ok(command)
    }

    fn planned(&self) -> impl Iterator<Item = (usize, &PlannedTest)> {
        let here = |test: &PlannedTest| test.package == self.package && test.target == self.target;
        self.tests.iter().enumerate().filter(move |(_, test)| here(test))
    }

    fn failures(&self) -> anyhow::Result<Failures> {
        let mut build = self.command()?;
        build.args(["--no-run", "--message-format=json"]);
        let output = cargo(build)?;
        if !output.status.success() {
            return self.blame(&output);
        }
        let mut run = self.command()?;
        run.args(["--", NAME, "--test-threads=1"]);
        let output = cargo(run)?;
        let verdicts = String::from_utf8_lossy(&output.stdout).into_owned();
        let passed: BTreeSet<&str> = verdicts.lines().filter_map(passed).collect();
        Ok(self
            .planned()
            .filter(|(_, test)| !passed.contains(test.path.as_str()))
            .map(|(i, test)| (i, complaint(&verdicts, &test.path)))
            .collect())
    }

    /// Which tests the compiler complains about.
    fn blame(&self, output: &Output) -> anyhow::Result<Failures> {
        let mut failures = Failures::new();
        let mut stranger = None;
        for message in Message::parse_stream(&output.stdout[..]) {
            let Ok(Message::CompilerMessage(message)) = message else { continue };
            let error = message.message;
            if !matches!(error.level, DiagnosticLevel::Error | DiagnosticLevel::Ice) || error.spans.is_empty()
            {
                continue;
            }
            let blamed = self.blamed(&error);
            for i in blamed {
                let why = || format!("its test does not compile: {}", error.message);
                failures.entry(i).or_insert_with(why);
            }
            if failures.is_empty() {
                stranger.get_or_insert(error);
            }
        }
        match (failures.is_empty(), stranger) {
            (false, _) => Ok(failures),
            (true, Some(error)) => {
                let place = error.spans.iter().find(|span| span.is_primary);
                let place = place
                    .map(|span| format!(" ({}:{}:{})", span.file_name, span.line_start, span.column_start));
                let what = error.message.replace('\n', " ");
                Err(fail(
                    Code::DoesNotBuild,
                    format!("the tests of the package do not compile: {what}{}", place.unwrap_or_default()),
                ))
            }
            (true, None) => {
                let stderr = String::from_utf8_lossy(&output.stderr);
                let why = stderr.lines().find_map(|line| line.strip_prefix("error: "));
                let why = why.unwrap_or("cargo test --no-run fails");
                Err(fail(Code::DoesNotBuild, format!("the tests of the package do not build: {why}")))
            }
        }
    }

    fn blamed(&self, error: &Diagnostic) -> BTreeSet<usize> {
        let mut blamed = BTreeSet::new();
        for span in error.spans.iter().filter(|span| span.is_primary) {
            let file = self.workspace.root.join(&span.file_name);
            let Ok(text) = fs::read_to_string(self.tree.join(&span.file_name)) else { continue };
            let Some(name) = item_at(&text, span.line_start) else { continue };
            let here = self.planned().filter(|(_, test)| test.file == file);
            blamed.extend(
                here.filter(|(_, test)| {
                    test.name == name || test.table == name || test.table.to_lowercase() == name
                })
                .map(|(i, _)| i),
            );
        }
        blamed
    }
}

fn cargo(command: Command) -> anyhow::Result<Output> {
    let output = process::output(command)
        .map_err(|error| fail(Code::Environment, format!("cannot run cargo: {error}")))?;
    process::park_if_interrupted();
    Ok(output)
}

/// The function or constant around a line of a test module.
fn item_at(text: &str, line: usize) -> Option<String> {
    let file = syn::parse_file(text).ok()?;
    file.items.iter().find_map(|item| {
        let name = match item {
            syn::Item::Fn(function) => function.sig.ident.to_string(),
            syn::Item::Const(constant) => constant.ident.to_string(),
            _ => return None,
        };
        let span = item.span();
        (span.start().line..=span.end().line).contains(&line).then_some(name)
    })
}

/// The test that a line of libtest's output says has passed.
fn passed(line: &str) -> Option<&str> {
    line.strip_prefix("test ")?.strip_suffix(" ... ok")
}

/// What a test that did not pass said.
fn complaint(output: &str, test: &str) -> String {
    let Some((_, said)) = output.split_once(&format!("---- {test} stdout ----")) else {
        return match output.contains(&format!("test {test} ...")) {
            true => "its test terminated the process".to_owned(),
            false => "its test did not run".to_owned(),
        };
    };
    let said: Vec<&str> = said
        .lines()
        .skip_while(|line| !line.contains("panicked at"))
        .skip(1)
        .take_while(|line| {
            !line.is_empty() && !line.starts_with("note:") && !line.starts_with("stack backtrace:")
        })
        .collect();
    format!("its test fails: {}", said.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn complaint_is_what_the_panic_says_and_no_backtrace() {
        let output = "test t ... FAILED\n\n---- t stdout ----\n\nthread 't' panicked at src/lib.rs:1:1:\n\
                      called `Option::unwrap()` on a `None` value\nstack backtrace:\n   0: rust_begin_unwind\n\
                      note: Some details are omitted\n";
        assert_eq!(complaint(output, "t"), "its test fails: called `Option::unwrap()` on a `None` value");
        assert_eq!(complaint(output, "other"), "its test did not run");
    }
}
