//! Which change is to blame for a violation.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;

use crate::pipeline::touched::Lines;
use morph_source::scan::Function;
use morph_source::workspace::{Changes, Repository, Workspace};

/// The change since the relations were recorded, or the one that was asked for.
pub struct Cause<'a> {
    changes: Option<Changes>,
    functions: BTreeMap<&'a str, &'a Function>,
    closures: &'a BTreeMap<String, BTreeSet<String>>,
}

impl<'a> Cause<'a> {
    /// Without a change that was asked for, git is asked what differs from the last commit of the catalogue. Where there
    /// is no git, or no such commit, no change is blamed.
    pub fn new(
        workspace: &Workspace,
        asked: Option<&Changes>,
        functions: &'a [Function],
        closures: &'a BTreeMap<String, BTreeSet<String>>,
    ) -> Cause<'a> {
        let changes = asked.cloned().or_else(|| since_recorded(workspace).ok().flatten());
        let functions = functions.iter().map(|function| (function.path.as_str(), function)).collect();
        Cause { changes, functions, closures }
    }

    /// The hunks that touch a function or what it calls, its own first.
    pub fn of(&self, path: &str) -> Result<Vec<String>> {
        let Some(changes) = &self.changes else { return Ok(Vec::new()) };
        let mut lines = Lines::default();
        let mut found: Vec<String> = Vec::new();
        let closure = self.closures.get(path).into_iter().flatten().map(String::as_str);
        let all = std::iter::once(path).chain(closure.filter(|callee| *callee != path));
        for function in all.filter_map(|path| self.functions.get(path)) {
            let span = lines.of(&function.file, &function.item)?;
            if changes.touch(&function.file, &span) {
                for hunk in changes.hunks(&function.file, &span) {
                    if !found.iter().any(|known| known == hunk) {
                        found.push(hunk.to_owned());
                    }
                }
            }
        }
        Ok(found)
    }
}

fn since_recorded(workspace: &Workspace) -> Result<Option<Changes>> {
    let repository = Repository::around(&workspace.root)?;
    let newest = repository.text(&["log", "-1", "--format=%H", "--", ":(glob)**/morph/relations.toml"])?;
    let newest = newest.trim();
    let revision = if newest.is_empty() { "HEAD" } else { newest };
    Changes::since(&workspace.root, revision).map(Some)
}
