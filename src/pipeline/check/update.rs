//! `check --update`: what is violated or stale goes, and its functions are searched anew.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use anyhow::Result;
use regex::Regex;

use crate::options::{Check, Command, Discover, Engine, Judge, Options, Parts, Preset};
use crate::pipeline::discover;
use crate::report::{self, CheckVerdict};
use crate::suite::{self, Codes, Entry, Suite, WRITTEN, WriteOptions};
use morph_lab::mutants;
use morph_source::exit::{Code, fail};
use morph_source::progress::Progress;
use morph_source::scan::{Function, Read, Subject};
use morph_source::workspace::Workspace;

/// Retires the relations of the report that are violated, and those that have lost what they test; what a person wrote
/// is named and stays. Where mutants can be made, the functions concerned are searched for others.
pub fn run(
    options: &Options,
    check: Check,
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
    let concerned: BTreeSet<&str> = violated
        .iter()
        .map(|(path, _)| *path)
        .chain(report.stale.iter().filter(|stale| !stale.written).map(|stale| stale.function.as_str()))
        .collect();
    let code = if written > 0 { Code::Violated } else { Code::Done };
    if concerned.is_empty() {
        return Ok(code);
    }
    let subjects: Vec<Subject> = read
        .functions
        .iter()
        .filter_map(Function::subject)
        .filter(|subject| concerned.contains(subject.path.as_str()))
        .cloned()
        .collect();
    let can_search = !check.operators.listed() || mutants::provide(true, progress).is_ok();
    if !can_search || subjects.is_empty() {
        retire(options, workspace, read, suite, &violated, &subjects, progress)?;
        if !subjects.is_empty() {
            progress.warn(
                "cargo-mutants is not available, so no functions were searched again; `--operators own` does not need it",
            );
        }
        return Ok(code);
    }
    let paths: Vec<String> = subjects.iter().map(|subject| regex::escape(&subject.path)).collect();
    let function = Regex::new(&format!("^(?:{})$", paths.join("|")))
        .map_err(|error| fail(Code::Internal, format!("a pattern of paths: {error}")))?;
    let discover = Discover {
        dry_run: false,
        force: false,
        max_relations: crate::options::DEFAULT_MAX_RELATIONS,
        parts: Parts::DEFAULT,
        inputs: Parts::DEFAULT.kinds(),
        sources: crate::options::DEFAULT_SOURCES,
        operators: check.operators,
        judge: Judge::HeldOut,
        preset: Preset::Default,
        for_adequacy: false,
    };
    let mut again = options.clone();
    again.command = Command::Discover(discover);
    again.engine = Engine::Switch;
    again.filter.files = None;
    again.filter.function = Some(function);
    // The document on standard output is that of the check.
    let found = discover::discover_in(workspace, Instant::now(), &again, discover, progress)?;
    progress.note(&format!(
        "searched {} again: {} in {}",
        subjects.iter().map(|subject| format!("`{}`", subject.path)).collect::<Vec<_>>().join(", "),
        format_args!("{} relations", found.totals.relations),
        if found.files.is_empty() { "no file".to_owned() } else { found.files.join(", ") },
    ));
    Ok(code)
}

/// Writes the tests and the catalogue without what is violated; what is left of the same functions stays.
fn retire(
    options: &Options,
    workspace: &Workspace,
    read: &Read,
    suite: &Suite,
    violated: &BTreeSet<(&str, &str)>,
    subjects: &[Subject],
    progress: &dyn Progress,
) -> Result<()> {
    let codes = Codes::of(workspace, &read.code);
    // What is written is written whole: the functions that these relations call, too.
    let every: BTreeMap<&str, &Subject> =
        read.functions.iter().filter_map(Function::subject).map(|s| (s.path.as_str(), s)).collect();
    let mut by_path: BTreeMap<&str, &Subject> = subjects.iter().map(|s| (s.path.as_str(), s)).collect();
    loop {
        let of_these = suite.relations.iter().filter(|r| by_path.contains_key(r.subject.as_str()));
        let called = of_these.flat_map(|r| &r.relation.followups).filter_map(|f| f.function.as_deref());
        let called: Vec<&str> = called.filter(|path| !by_path.contains_key(path)).collect();
        let before = by_path.len();
        by_path
            .extend(called.into_iter().filter_map(|path| every.get_key_value(path)).map(|(p, s)| (*p, *s)));
        if by_path.len() == before {
            break;
        }
    }
    let mut entries = Vec::new();
    for relation in &suite.relations {
        let Some(subject) = by_path.get(relation.subject.as_str()) else { continue };
        // A person's test is no business of ours.
        if relation.has_own_test || violated.contains(&(relation.subject.as_str(), relation.id.as_str())) {
            continue;
        }
        entries.push(Entry {
            subject: (*subject).clone(),
            relation: relation.relation.clone(),
            strategy: relation.strategy.clone(),
            sources: relation.sources.clone(),
            groups: relation.sources.len() as u64,
            kills: Vec::new(),
            mutants: 0,
            id: relation.id.clone(),
            code: codes.of_relation(&relation.subject, &relation.relation),
        });
    }
    let write = WriteOptions { dry_run: false, force: false, offline: options.offline };
    let covered: Vec<Subject> = by_path.values().map(|subject| (*subject).clone()).collect();
    let written = suite::write(workspace, entries, &covered, &write)?;
    if !written.files.is_empty() {
        let file = |file: &std::path::PathBuf| {
            file.strip_prefix(&workspace.root).unwrap_or(file).display().to_string()
        };
        let files: Vec<String> = written.files.iter().map(file).collect();
        progress.note(&format!("took what is violated or stale out of {}", files.join(", ")));
    }
    for region in &written.kept_edited {
        progress.warn(&format!("{region} was edited by hand and is kept"));
    }
    for (id, why) in &written.dropped {
        progress.warn(&format!("{id} was dropped: {why}"));
    }
    Ok(())
}
