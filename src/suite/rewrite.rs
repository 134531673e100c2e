//! Takes relations out of the suite, or adds some to it, and leaves all others as they are.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;

use super::codes::Codes;
use super::entry::{Entry, Naming, WriteOptions};
use super::load::{Suite, SuiteRelation};
use super::write::{Written, write};
use morph_source::scan::{Function, Read, Subject};
use morph_source::workspace::Workspace;

/// A change of the suite.
#[derive(Default)]
pub struct Rewrite<'a> {
    /// The relations that go, by function and id.
    pub removed: BTreeSet<(&'a str, &'a str)>,
    /// The relations that come, or take the place of those with their ids.
    pub added: Vec<Entry>,
    /// Whether the others have just held for the code as it is.
    pub verified: bool,
}

/// Writes the tests and the catalogue of the subjects with a change. Relations that are stale go, too.
pub fn rewrite(
    workspace: &Workspace,
    read: &Read,
    suite: &Suite,
    change: Rewrite<'_>,
    subjects: &[Subject],
    options: &WriteOptions,
) -> Result<Written> {
    let codes = Codes::of(workspace, &read.code);
    let Rewrite { removed, added, verified } = change;
    let by_path = with_called(read, suite, subjects, &added);
    let is_new = |relation: &SuiteRelation| {
        added.iter().any(|entry| entry.subject.path == relation.subject && entry.id == relation.id)
    };
    let followed = &suite.followed;
    let mut entries = Vec::new();
    let mut relations: Vec<&SuiteRelation> = suite.relations.iter().collect();
    // Tests stay in their order.
    relations.sort_by_key(|relation| (&relation.subject, relation.place));
    for relation in relations {
        let Some(subject) = by_path.get(relation.subject.as_str()) else { continue };
        // Hand-written tests are left alone.
        if relation.has_own_test
            || removed.contains(&(relation.subject.as_str(), relation.id.as_str()))
            || is_new(relation)
        {
            continue;
        }
        entries.push(Entry {
            subject: subject.clone(),
            relation: relation.relation.clone(),
            strategy: relation.strategy.clone(),
            naming: relation
                .test
                .as_ref()
                .map_or(Naming::Form, |test| Naming::Kept(followed.test_name(test))),
            observed: relation.observed,
            sources: relation.sources.clone(),
            evidence: relation.evidence,
            id: relation.id.clone(),
            code: match verified {
                true => codes.of_relation(&relation.subject, &relation.relation),
                false => relation.code.clone(),
            },
        });
    }
    let covered: Vec<Subject> = by_path.into_values().collect();
    entries.extend(added);
    let options = WriteOptions { followed: followed.clone(), ..options.clone() };
    write(workspace, entries, &covered, &options)
}

/// The subjects, and the functions that their relations call, directly or through others: these are written, too.
fn with_called(
    read: &Read,
    suite: &Suite,
    subjects: &[Subject],
    added: &[Entry],
) -> BTreeMap<String, Subject> {
    let every: BTreeMap<&str, &Subject> =
        read.functions.iter().filter_map(Function::callable).map(|s| (s.path.as_str(), s)).collect();
    let all = subjects.iter().chain(added.iter().map(|entry| &entry.subject));
    let mut by_path: BTreeMap<String, Subject> = all.map(|s| (s.path.clone(), s.clone())).collect();
    loop {
        let of_these = suite.relations.iter().filter(|r| by_path.contains_key(&r.subject));
        let relations = of_these.map(|r| &r.relation).chain(added.iter().map(|entry| &entry.relation));
        let called = relations.flat_map(|relation| &relation.followups);
        let called = called.filter_map(|followup| every.get(followup.function.as_deref()?).copied());
        let new: Vec<Subject> = called.filter(|other| !by_path.contains_key(&other.path)).cloned().collect();
        if new.is_empty() {
            return by_path;
        }
        by_path.extend(new.into_iter().map(|other| (other.path.clone(), other)));
    }
}
