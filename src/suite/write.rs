//! Writes the relations of a run into the user's tree.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use super::entry::{Entry, WriteOptions};
use super::files::Changes;
use super::plan::PlannedTest;
use super::{files, plan, regions, verify};
use morph_source::exit::{Code, fail};
use morph_source::scan::Subject;
use morph_source::workspace::Workspace;

/// The result of [`write()`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// The files that changed, or would.
    pub files: Vec<PathBuf>,
    /// Relations that were not written, by id, and why.
    pub dropped: Vec<(String, String)>,
    /// Functions whose regions a person edited; they stay as they are.
    pub kept_edited: Vec<String>,
    /// Errors of the package's own tests, without which the new ones were verified.
    pub left_out: BTreeSet<String>,
    /// The tests in files that would change, where nothing is written; by function and id.
    pub tests: BTreeMap<(String, String), NewTest>,
}

/// A test that would be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewTest {
    /// Its name.
    pub name: String,
    /// Its text, with its documentation.
    pub text: String,
}

/// Maximum rounds of removing relations whose tests fail.
const ROUNDS: usize = 12;

/// Writes the relations of a run into the user's tree, if their tests compile and pass in a copy of it.
///
/// `covered` holds every subject of the run: the regions of those without entries go away, and follow-ups find the
/// functions there that they call.
pub fn write(
    workspace: &Workspace,
    entries: Vec<Entry>,
    covered: &[Subject],
    options: &WriteOptions,
) -> anyhow::Result<Written> {
    let mut entries: BTreeMap<usize, Entry> = entries.into_iter().enumerate().collect();
    let mut dropped: BTreeMap<usize, (String, String)> = BTreeMap::new();
    let mut left_out = BTreeSet::new();
    for _ in 0..ROUNDS {
        let plan = plan::plan(workspace, &entries, covered, options)?;
        let mut failures = plan.refused;
        let changes = files::without_unchanged(plan.changes);
        if !options.dry_run {
            files::check(&changes)?;
        }
        if failures.is_empty() && !plan.tests.is_empty() {
            let verified = verify::verify(workspace, &changes, &plan.tests, options)?;
            left_out.extend(verified.left_out);
            let failed = verified.failures;
            failures.extend(failed.into_iter().map(|(test, why)| (plan.tests[test].entry, why)));
        }
        if failures.is_empty() {
            let mut tests = BTreeMap::new();
            if options.dry_run {
                tests = new_tests(&plan.tests, &entries, &changes);
            } else {
                files::commit(&changes, &workspace.scratch())?;
            }
            return Ok(Written {
                files: changes.into_keys().collect(),
                dropped: dropped.into_values().collect(),
                kept_edited: plan.kept_edited,
                left_out,
                tests,
            });
        }
        for (entry, why) in failures {
            if let Some(removed) = entries.remove(&entry) {
                dropped.insert(entry, (removed.id, why));
            }
        }
    }
    Err(fail(Code::Internal, "the generated tests do not compile, whichever relations are removed"))
}

/// The tests in files that would change.
fn new_tests(
    planned: &[PlannedTest],
    entries: &BTreeMap<usize, Entry>,
    changes: &Changes,
) -> BTreeMap<(String, String), NewTest> {
    let new = planned.iter().filter_map(|test| {
        let entry = entries.get(&test.entry)?;
        let text = regions::test(changes.get(&test.file)?.as_ref()?, &test.name)?.to_owned();
        Some(((entry.subject.path.clone(), entry.id.clone()), NewTest { name: test.name.clone(), text }))
    });
    new.collect()
}
