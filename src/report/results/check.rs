//! Parts of the document of `check`: functions before they are checked, and stale entries.

use crate::report::json::{CheckVerdict, CheckedFunction, StaleEntry};
use crate::suite::{Lost, Mismatch, MismatchKind, Suite};
use morph_source::scan::Function;
use morph_source::workspace::Workspace;

/// A function of which nothing was checked.
pub fn unchecked(workspace: &Workspace, function: &Function) -> CheckedFunction {
    let file = workspace.relative(&function.file);
    CheckedFunction {
        path: function.path.clone(),
        verdict: CheckVerdict::Unchanged,
        reason: None,
        file: file.display().to_string(),
        line: function.line,
        relations: Vec::new(),
        unchanged: 0,
        inputs: 0,
        diff: Vec::new(),
    }
}

/// The entries of selected functions that have lost the function or the test, sorted.
pub fn stale(suite: &Suite, mismatches: &[Mismatch], selected: &dyn Fn(&str) -> bool) -> Vec<StaleEntry> {
    // A relation that never had a test is checked all the same.
    let problems =
        suite.problems.iter().filter(|problem| problem.lost != Lost::Untested).map(|problem| StaleEntry {
            function: problem.function.clone(),
            id: Some(problem.id.clone()).filter(|id| !id.is_empty()),
            written: problem.is_written,
            unverified: true,
            message: problem.message.clone(),
        });
    let followed = suite.followed.iter().map(|(before, now)| StaleEntry {
        function: now.to_owned(),
        id: None,
        written: false,
        unverified: false,
        message: format!(
            "`{before}` is now `{now}`, and its relations follow it; `cargo morph check --update` moves their tests"
        ),
    });
    // Tests that have to follow their functions are told of once.
    let own = |out: &&Mismatch| {
        suite.followed.now(&out.function).is_none() && suite.followed.before(&out.function).is_none()
    };
    let regions = mismatches.iter().filter(own).map(|out| StaleEntry {
        function: out.function.clone(),
        id: None,
        written: false,
        unverified: out.kind != MismatchKind::Edited,
        message: format!("`{}`: {}", out.function, out.kind.advice()),
    });
    let mut all: Vec<StaleEntry> =
        problems.chain(followed).chain(regions).filter(|entry| selected(&entry.function)).collect();
    all.sort();
    all
}
