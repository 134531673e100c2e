//! The functions that a change touches.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Range, RangeInclusive};
use std::path::{Path, PathBuf};

use anyhow::Result;

use super::code::CodeGraph;
use super::subject::Function;
use crate::files::unreadable;
use crate::workspace::Changes;

/// The functions whose own text, attributes and comments included, is touched by a change, by path.
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

/// The hunks of a change that touch these functions, in the order of the functions.
pub fn hunks<'a>(changes: &Changes, functions: impl Iterator<Item = &'a Function>) -> Result<Vec<String>> {
    let mut lines = Lines::default();
    let mut found: Vec<String> = Vec::new();
    for function in functions {
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

/// The starts of lines, by file.
#[derive(Debug, Default)]
struct Lines(BTreeMap<PathBuf, Vec<usize>>);

impl Lines {
    /// The 1-based lines that hold these bytes of a file.
    fn of(&mut self, file: &Path, bytes: &Range<usize>) -> Result<RangeInclusive<usize>> {
        if !self.0.contains_key(file) {
            let text = std::fs::read(file).map_err(unreadable(file))?;
            let breaks = (1..).zip(&text).filter(|(_, byte)| **byte == b'\n').map(|(next, _)| next);
            self.0.insert(file.to_owned(), breaks.collect());
        }
        let breaks = &self.0[file];
        let line = |at: usize| 1 + breaks.partition_point(|next| *next <= at);
        Ok(line(bytes.start)..=line(bytes.end.saturating_sub(1).max(bytes.start)))
    }
}
