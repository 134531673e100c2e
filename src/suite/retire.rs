//! Removes relations from the suite.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;

use super::codes::Codes;
use super::entry::{Entry, Naming, WriteOptions};
use super::load::Suite;
use super::write::{Written, write};
use morph_source::scan::{Function, Read, Subject};
use morph_source::workspace::Workspace;

/// Writes the tests and the catalogue of the subjects without their violated relations, given by function and id.
pub fn retire(
    workspace: &Workspace,
    read: &Read,
    suite: &Suite,
    violated: &BTreeSet<(&str, &str)>,
    subjects: &[Subject],
    options: &WriteOptions,
) -> Result<Written> {
    let codes = Codes::of(workspace, &read.code);
    let by_path = with_called(read, suite, subjects);
    let mut entries = Vec::new();
    for relation in &suite.relations {
        let Some(subject) = by_path.get(relation.subject.as_str()) else { continue };
        // Hand-written tests are left alone.
        if relation.has_own_test || violated.contains(&(relation.subject.as_str(), relation.id.as_str())) {
            continue;
        }
        entries.push(Entry {
            subject: (*subject).clone(),
            relation: relation.relation.clone(),
            strategy: relation.strategy.clone(),
            naming: relation.test.clone().map_or(Naming::Form, Naming::Kept),
            observed: relation.observed,
            sources: relation.sources.clone(),
            groups: relation.sources.len() as u64,
            kills: Vec::new(),
            mutants: 0,
            id: relation.id.clone(),
            code: codes.of_relation(&relation.subject, &relation.relation),
        });
    }
    let covered: Vec<Subject> = by_path.values().map(|subject| (*subject).clone()).collect();
    write(workspace, entries, &covered, options)
}

/// The subjects, and the functions that their relations call, directly or through others: these are written, too.
fn with_called<'a>(
    read: &'a Read,
    suite: &'a Suite,
    subjects: &'a [Subject],
) -> BTreeMap<&'a str, &'a Subject> {
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
            return by_path;
        }
    }
}
