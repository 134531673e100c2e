//! The functions that a change touches.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Range, RangeInclusive};
use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::options::{Change, Options};
use morph_source::exit::{Code, fail};
use morph_source::scan::{CodeGraph, Function};
use morph_source::workspace::{Changes, Workspace};

/// The change that the options name.
pub fn change(root: &Path, options: &Options) -> Result<Option<Changes>> {
    options
        .filter
        .change
        .as_ref()
        .map(|change| match change {
            Change::Since(revision) => Changes::since(root, revision),
            Change::InDiff(file) => Changes::in_diff(root, file),
        })
        .transpose()
}

/// The functions whose own text, attributes and comments included, is touched by the change that the options name, by
/// path; `None` where they name none.
pub fn touched(
    workspace: &Workspace,
    options: &Options,
    functions: &[Function],
) -> Result<Option<BTreeSet<String>>> {
    change(&workspace.root, options)?.map(|changes| touched_by(&changes, functions)).transpose()
}

/// The functions whose own text is touched by a change, by path.
pub fn touched_by(changes: &Changes, functions: &[Function]) -> Result<BTreeSet<String>> {
    let mut lines = Lines::default();
    let mut found = BTreeSet::new();
    for function in functions.iter().filter(|function| changes.touch_file(&function.file)) {
        if changes.touch(&function.file, &lines.of(&function.file, &function.item)?) {
            found.insert(function.path.clone());
        }
    }
    Ok(found)
}

/// The functions that rest on code that a change touches, by path: callers included, and users of types and constants.
pub fn resting_on(changes: &Changes, code: &CodeGraph) -> Result<BTreeSet<String>> {
    let mut lines = Lines::default();
    let mut unreadable = None;
    let found = code.resting_on(&mut |file, bytes| {
        changes.touch_file(file)
            && match lines.of(file, bytes) {
                Ok(lines) => changes.touch(file, &lines),
                Err(error) => unreadable.replace(error).is_some(),
            }
    });
    unreadable.map_or(Ok(found), Err)
}

/// Where lines begin, by file.
#[derive(Debug, Default)]
pub struct Lines(BTreeMap<PathBuf, Vec<usize>>);

impl Lines {
    /// The 1-based lines that hold these bytes of a file.
    pub fn of(&mut self, file: &Path, bytes: &Range<usize>) -> Result<RangeInclusive<usize>> {
        if !self.0.contains_key(file) {
            let text = std::fs::read(file).map_err(|error| {
                fail(Code::Environment, format!("cannot read {}: {error}", file.display()))
            })?;
            let breaks = (1..).zip(&text).filter(|(_, byte)| **byte == b'\n').map(|(next, _)| next);
            self.0.insert(file.to_owned(), breaks.collect());
        }
        let breaks = &self.0[file];
        let line = |at: usize| 1 + breaks.partition_point(|next| *next <= at);
        Ok(line(bytes.start)..=line(bytes.end.saturating_sub(1).max(bytes.start)))
    }
}
