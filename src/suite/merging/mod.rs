//! Merges the files that we write, as a merge driver of git: what two branches found in different functions is no conflict.

mod catalogue;
mod module;
mod sides;

use std::path::Path;

use super::catalogue::{FILE as CATALOGUE, read_text};
use super::declare::NAME;

pub use sides::merged_map;

/// A merged file.
#[derive(Debug, PartialEq, Eq)]
pub struct MergedFile {
    /// Its text, with marks around conflicts.
    pub text: String,
    /// What both branches changed.
    pub conflicts: Vec<String>,
}

/// Merges three versions of the file that lies at `path`: that of the common ancestor, ours and theirs. `None` where it is
/// none of our files, or has to be merged by its lines.
pub fn merge_texts(sides: [&str; 3], path: &Path) -> anyhow::Result<Option<MergedFile>> {
    let merged = if path.ends_with(CATALOGUE) {
        let [base, ours, theirs] = sides.map(|text| read_text(text, path));
        Some(catalogue::catalogue([base?, ours?, theirs?]))
    } else if path.file_stem().is_some_and(|stem| stem == NAME) {
        module::module(sides, path)?
    } else {
        None
    };
    Ok(merged.map(|(text, conflicts)| MergedFile { text, conflicts }))
}
