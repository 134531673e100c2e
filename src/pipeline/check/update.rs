//! `check --update`: tests follow functions that have moved; violated and stale relations are removed, and their functions
//! are searched again.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::Result;

use crate::options::patterns::these_functions;
use crate::options::{Command, Discover, Engine, Options};
use crate::pipeline::discover::discover_in;
use crate::report::{self, CheckVerdict};
use crate::suite::{self, Rewrite, Suite, WRITTEN, WriteOptions, Written};
use morph_lab::mutants;
use morph_source::exit::Code;
use morph_source::progress::Progress;
use morph_source::scan::{Function, Read, Subject};
use morph_source::workspace::Workspace;

/// Moves the tests of functions that have moved. Removes the violated relations of the report and those that have lost their
/// function; hand-written ones are named and kept. The functions are searched again where mutants are available.
pub fn run(
    options: &Options,
    discover: Discover,
    workspace: &Workspace,
    read: &Read,
    suite: &Suite,
    report: &report::Check,
    progress: &dyn Progress,
) -> Result<Code> {
    let mut violated: BTreeSet<(&str, &str)> = BTreeSet::new();
    let mut written = 0;
    for function in &report.functions {
        for relation in function.relations.iter().filter(|r| r.verdict == CheckVerdict::Violated) {
            if relation.strategy == WRITTEN {
                written += 1;
                progress.warn(&format!(
                    "`{}` is hand-written and is kept; fix the relation or the code",
                    relation.id
                ));
            } else {
                violated.insert((&function.path, &relation.id));
            }
        }
    }
    let stale = report.stale.iter().filter(|stale| !stale.written).map(|stale| stale.function.as_str());
    let stale = stale.filter(|path| suite.followed.before(path).is_none());
    let concerned: BTreeSet<&str> = violated.iter().map(|(path, _)| *path).chain(stale).collect();
    let code = if written > 0 { Code::Violated } else { Code::Done };
    let subjects = |wanted: &dyn Fn(&str) -> bool| -> Vec<Subject> {
        let all = read.functions.iter().filter_map(Function::subject);
        all.filter(|subject| wanted(&subject.path)).cloned().collect()
    };
    let moved = subjects(&|path| suite.followed.before(path).is_some());
    let subjects = subjects(&|path| concerned.contains(path));
    let can_search = || !discover.operators.listed() || mutants::provide(true, progress).is_ok();
    let searching = !subjects.is_empty() && can_search();
    if !concerned.is_empty() && !searching || !moved.is_empty() {
        let write = WriteOptions { offline: options.offline, ..WriteOptions::default() };
        let change = Rewrite { removed: violated, verified: true, ..Rewrite::default() };
        let all = [subjects.as_slice(), &moved].concat();
        let written = suite::rewrite(workspace, read, suite, change, &all, &write)?;
        warn(workspace, &written, progress);
    }
    if !searching {
        if !subjects.is_empty() {
            progress.warn(
                "cargo-mutants is not available, so no functions were searched again; `--operators own` does not need it",
            );
        }
        return Ok(code);
    }
    search_again(options, discover, workspace, &subjects, progress)?;
    Ok(code)
}

/// Searches the subjects again, with the options that `morph.toml` has for discovery.
fn search_again(
    options: &Options,
    discover: Discover,
    workspace: &Workspace,
    subjects: &[Subject],
    progress: &dyn Progress,
) -> Result<()> {
    let function = these_functions(subjects.iter().map(|subject| subject.path.as_str()))?;
    let mut again = options.clone();
    again.command = Command::Discover(discover);
    again.engine = Engine::Switch;
    again.filter.patterns = function;
    // Standard output holds the document of the check alone.
    let found = discover_in(workspace, Instant::now(), &again, discover, progress)?;
    progress.note(&format!(
        "searched {} again: {} relations in {}",
        subjects.iter().map(|subject| format!("`{}`", subject.path)).collect::<Vec<_>>().join(", "),
        found.totals.relations,
        if found.files.is_empty() { "no file".to_owned() } else { found.files.join(", ") },
    ));
    Ok(())
}

/// Says which relations were removed, and which regions were kept.
fn warn(workspace: &Workspace, written: &Written, progress: &dyn Progress) {
    if !written.files.is_empty() {
        let file = |file: &PathBuf| workspace.relative(file).display().to_string();
        let files: Vec<String> = written.files.iter().map(file).collect();
        progress.note(&format!("updated {}", files.join(", ")));
    }
    for region in &written.kept_edited {
        progress.warn(&format!("{region} was edited by hand and is kept"));
    }
    for (id, why) in &written.dropped {
        progress.warn(&format!("{id} was dropped: {why}"));
    }
}
