//! Compiles and runs the planned tests in a private copy, before the user's tree is touched.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use cargo_metadata::Message;
use cargo_metadata::diagnostic::{Diagnostic, DiagnosticLevel, DiagnosticSpan};
use syn::spanned::Spanned;

use super::declare::NAME;
use super::entry::WriteOptions;
use super::files::Changes;
use super::plan::PlannedTest;
use morph_lab::{confine, manifest};
use morph_source::exit::{Code, fail};
use morph_source::files::unwritable;
use morph_source::process;
use morph_source::scan::attributes::item_attributes;
use morph_source::workspace::{self, TargetKind, Workspace};

/// Tests that are not fit to be written, by their place in the plan, and why.
pub type Failures = BTreeMap<usize, String>;

/// What verifying showed.
#[derive(Debug, Default)]
pub struct Verified {
    /// The tests that are not fit to be written.
    pub failures: Failures,
    /// Errors of the package's own tests, without which the new ones were verified: place and message.
    pub left_out: BTreeSet<String>,
}

/// Runs the planned tests on a copy with the changes in it.
pub fn verify(
    workspace: &Workspace,
    changes: &Changes,
    tests: &[PlannedTest],
    options: &WriteOptions,
) -> anyhow::Result<Verified> {
    let tree = copy_with(workspace, changes)?;
    let targets: BTreeSet<(usize, usize)> = tests.iter().map(|test| (test.package, test.target)).collect();
    let mut verified = Verified::default();
    for (package, target) in targets {
        let mut run = Run {
            workspace,
            tree: &tree,
            package,
            target,
            tests,
            options,
            lints: true,
            left_out: &mut verified.left_out,
        };
        verified.failures.extend(run.failures()?);
    }
    Ok(verified)
}

/// Compiles the tests of a target with the changes in a copy; `test` is what they add. Errors of the package's own tests do
/// not count.
pub fn compile(
    workspace: &Workspace,
    changes: &Changes,
    test: &PlannedTest,
    offline: bool,
) -> anyhow::Result<()> {
    let tree = &copy_with(workspace, changes)?;
    let tests = std::slice::from_ref(test);
    let options = &WriteOptions { offline, ..WriteOptions::default() };
    let (package, target, left_out) = (test.package, test.target, &mut BTreeSet::new());
    let mut run = Run { workspace, tree, package, target, tests, options, lints: true, left_out };
    match run.build()?.into_values().next() {
        Some(why) => Err(fail(Code::DoesNotBuild, why)),
        None => Ok(()),
    }
}

/// A copy of the workspace with the changes in it.
fn copy_with(workspace: &Workspace, changes: &Changes) -> anyhow::Result<PathBuf> {
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
        written.map_err(unwritable(&copy))?;
    }
    Ok(tree)
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
    /// Whether lints that the package denies count.
    lints: bool,
    left_out: &'a mut BTreeSet<String>,
}

/// Whom the compiler complains about.
enum Blame {
    Ours(Failures),
    /// What the package's own tests, or its lints, are to blame for.
    Others(Vec<Diagnostic>),
}

/// Rounds of leaving out what does not compile: each may uncover further errors.
const ROUNDS: usize = 6;

impl Run<'_> {
    fn command(&self, offline: bool) -> anyhow::Result<Command> {
        let package = &self.workspace.packages[self.package];
        let target = &package.targets[self.target];
        let mut command = self.workspace.test_cargo(self.tree, package, offline)?;
        match target.kind {
            TargetKind::Lib => command.arg("--lib"),
            TargetKind::Bin => command.args(["--bin", &target.cargo_name]),
        };
        if !self.lints {
            let flags = std::env::var("RUSTFLAGS").unwrap_or_default();
            command.env("RUSTFLAGS", format!("{flags} --cap-lints=warn").trim());
        }
        Ok(command)
    }

    fn planned(&self) -> impl Iterator<Item = (usize, &PlannedTest)> {
        let here = |test: &PlannedTest| test.package == self.package && test.target == self.target;
        self.tests.iter().enumerate().filter(move |(_, test)| here(test))
    }

    /// Compiles the tests; what does not compile of those that are planned.
    fn build(&mut self) -> anyhow::Result<Failures> {
        for round in 0.. {
            let mut build = self.command(self.options.offline)?;
            build.args(["--no-run", "--message-format=json"]);
            let output = cargo(build)?;
            if output.status.success() {
                break;
            }
            match self.blame(&output) {
                Blame::Ours(failures) => return Ok(failures),
                Blame::Others(errors) => {
                    if round == ROUNDS
                        || !(self.leave_out(&errors)? || self.leave_out_dependencies(&errors)?)
                    {
                        return Err(complain(&errors, &output));
                    }
                }
            }
        }
        Ok(Failures::new())
    }

    fn failures(&mut self) -> anyhow::Result<Failures> {
        let failures = self.build()?;
        if !failures.is_empty() {
            return Ok(failures);
        }
        // What it needs has just been built.
        let mut run = self.command(true)?;
        run.args(["--", NAME, "--test-threads=1"]);
        confine(&mut run, &[&self.workspace.scratch()]);
        let output = cargo(run)?;
        let verdicts = String::from_utf8_lossy(&output.stdout).into_owned();
        let passed: BTreeSet<&str> = verdicts.lines().filter_map(passed).collect();
        Ok(self
            .planned()
            .filter(|(_, test)| !passed.contains(test.path.as_str()))
            .map(|(i, test)| (i, complaint(&verdicts, &test.path)))
            .collect())
    }

    /// Whom the compiler complains about.
    fn blame(&self, output: &Output) -> Blame {
        let mut failures = Failures::new();
        let mut others = Vec::new();
        for message in Message::parse_stream(&output.stdout[..]) {
            let Ok(Message::CompilerMessage(message)) = message else { continue };
            let error = message.message;
            if !matches!(error.level, DiagnosticLevel::Error | DiagnosticLevel::Ice) || error.spans.is_empty()
            {
                continue;
            }
            let blamed = self.blamed(&error);
            for i in &blamed {
                let why = || format!("its test does not compile: {}", error.message);
                failures.entry(*i).or_insert_with(why);
            }
            if blamed.is_empty() {
                others.push(error);
            }
        }
        if failures.is_empty() { Blame::Others(others) } else { Blame::Ours(failures) }
    }

    /// Takes the package's own tests that do not compile out of the copy, and lints with them; whether that may help.
    fn leave_out(&mut self, errors: &[Diagnostic]) -> anyhow::Result<bool> {
        let mut helps = false;
        for error in errors {
            let Some(span) = places(error).next() else { continue };
            let file = self.workspace.root.join(&span.file_name);
            // Names in the workspace are relative.
            let elsewhere = Path::new(&span.file_name).is_absolute();
            if elsewhere || self.planned().any(|(_, test)| test.file == file) {
                continue;
            }
            let copy = self.tree.join(&span.file_name);
            let Ok(text) = fs::read_to_string(&copy) else { continue };
            let modules = &self.workspace.packages[self.package].targets[self.target].modules;
            let for_tests = modules.iter().all(|module| module.file != file);
            if let Some(without) = without_test_at(&text, span.line_start, for_tests) {
                fs::write(&copy, without).map_err(unwritable(&copy))?;
            } else if self.lints && is_lint(error) {
                self.lints = false;
            } else {
                continue;
            }
            helps = true;
            let message = error.message.replace('\n', " ");
            self.left_out.insert(format!("{}:{}: {message}", span.file_name, span.line_start));
        }
        Ok(helps)
    }

    /// Takes what only the package's own tests depend on out of the copy, where some of that does not build; whether that may
    /// help.
    fn leave_out_dependencies(&mut self, errors: &[Diagnostic]) -> anyhow::Result<bool> {
        let package = &self.workspace.packages[self.package];
        let manifest = copy_of(self.workspace, self.tree, &package.dir.join("Cargo.toml"))?;
        let dropped = manifest::without_test_dependencies(&manifest)?;
        if dropped {
            let why = errors.first().map_or_else(String::new, |error| format!(": {}", error.message));
            let why = why.replace('\n', " ");
            self.left_out
                .insert(format!("Cargo.toml: a dependency of the package's own tests does not build{why}"));
        }
        Ok(dropped)
    }

    fn blamed(&self, error: &Diagnostic) -> BTreeSet<usize> {
        let mut blamed = BTreeSet::new();
        for span in places(error) {
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

/// Why the tests cannot be verified.
fn complain(errors: &[Diagnostic], output: &Output) -> anyhow::Error {
    let Some(error) = errors.first() else {
        let stderr = String::from_utf8_lossy(&output.stderr);
        if let Some(error) = workspace::lacking(&stderr) {
            return error;
        }
        let why = stderr.lines().find_map(|line| line.strip_prefix("error: "));
        let why = why.unwrap_or("cargo test --no-run fails");
        return fail(Code::DoesNotBuild, format!("the tests of the package do not build: {why}"));
    };
    let place = places(error)
        .next()
        .map(|span| format!(" ({}:{}:{})", span.file_name, span.line_start, span.column_start));
    let what = error.message.replace('\n', " ");
    let place = place.unwrap_or_default();
    fail(Code::DoesNotBuild, format!("the tests of the package do not compile: {what}{place}"))
}

/// Where the code is that an error is about.
fn places(error: &Diagnostic) -> impl Iterator<Item = &DiagnosticSpan> {
    error.spans.iter().filter(|span| span.is_primary).map(written_at)
}

/// Where the code that a macro expands to was called for.
fn written_at(mut span: &DiagnosticSpan) -> &DiagnosticSpan {
    while let Some(expansion) = &span.expansion {
        span = &expansion.span;
    }
    span
}

/// Whether a lint that is denied is the error: errors of the language have numbers.
fn is_lint(error: &Diagnostic) -> bool {
    error.code.as_ref().is_some_and(|code| !code.code.starts_with('E'))
}

/// The text without the item for tests around a line, its other lines where they were. In a file `for_tests` every item is
/// one.
fn without_test_at(text: &str, line: usize, for_tests: bool) -> Option<String> {
    let file = syn::parse_file(text).ok()?;
    let is_test = |attribute: &syn::Attribute| match &attribute.meta {
        syn::Meta::List(list) => list.path.is_ident("cfg") && list.tokens.to_string().contains("test"),
        meta => meta.path().is_ident("test"),
    };
    // What the crate asks of the compiler for its tests alone: `#![cfg_attr(test, feature(test))]`.
    let asks = |attribute: &&syn::Attribute| match &attribute.meta {
        syn::Meta::List(list) => {
            list.path.is_ident("cfg_attr") && list.tokens.to_string().starts_with("test ,")
        }
        _ => false,
    };
    let asked = file.attrs.iter().filter(asks).map(Spanned::span).find(|span| holds(*span, line));
    let span = match asked {
        Some(span) => span,
        None => {
            let item = file.items.iter().find(|item| holds(item.span(), line))?;
            if !for_tests && !item_attributes(item).iter().any(is_test) {
                return None;
            }
            item.span()
        }
    };
    let lines = span.start().line..=span.end().line;
    let kept = text.lines().enumerate().map(|(i, text)| if lines.contains(&(i + 1)) { "" } else { text });
    Some(kept.collect::<Vec<_>>().join("\n") + "\n")
}

fn cargo(command: Command) -> anyhow::Result<Output> {
    let output = process::output(command)
        .map_err(|error| fail(Code::Environment, format!("cannot run cargo: {error}")))?;
    process::park_if_interrupted();
    Ok(output)
}

/// The function, constant or module around a line of a test module.
fn item_at(text: &str, line: usize) -> Option<String> {
    let file = syn::parse_file(text).ok()?;
    file.items.iter().find_map(|item| {
        let name = match item {
            syn::Item::Fn(function) => function.sig.ident.to_string(),
            syn::Item::Const(constant) => constant.ident.to_string(),
            syn::Item::Mod(module) => module.ident.to_string(),
            _ => return None,
        };
        holds(item.span(), line).then_some(name)
    })
}

/// Whether a line is among those of a span.
fn holds(span: proc_macro2::Span, line: usize) -> bool {
    (span.start().line..=span.end().line).contains(&line)
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
    fn tests_around_a_line_go_and_the_others_stay_where_they_are() {
        let text = "fn f() {}\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn t() {}\n}\nfn g() {}\n";
        let without = without_test_at(text, 5, false).unwrap();
        assert_eq!(without, "fn f() {}\n\n\n\n\n\nfn g() {}\n");
        assert_eq!(without_test_at(text, 1, false), None);
        assert!(without_test_at(text, 1, true).is_some());
        let text = "#![cfg_attr(test, feature(test))]\n#![cfg_attr(docs, feature(docs))]\nfn f() {}\n";
        let without = without_test_at(text, 1, false).unwrap();
        assert_eq!(without, "\n#![cfg_attr(docs, feature(docs))]\nfn f() {}\n");
        assert_eq!(without_test_at(text, 2, false), None);
    }

    #[test]
    fn complaint_is_what_the_panic_says_and_no_backtrace() {
        let output = "test t ... FAILED\n\n---- t stdout ----\n\nthread 't' panicked at src/lib.rs:1:1:\n\
                      called `Option::unwrap()` on a `None` value\nstack backtrace:\n   0: rust_begin_unwind\n\
                      note: Some details are omitted\n";
        assert_eq!(complaint(output, "t"), "its test fails: called `Option::unwrap()` on a `None` value");
        assert_eq!(complaint(output, "other"), "its test did not run");
    }
}
