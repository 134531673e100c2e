//! Options of `merge-file`.

use std::path::PathBuf;

/// Three versions of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MergeFile {
    /// That of the common ancestor.
    pub base: PathBuf,
    /// Ours, which becomes the result.
    pub ours: PathBuf,
    /// Theirs.
    pub theirs: PathBuf,
    /// Where the file lies in the repository; `None` where ours does.
    pub path: Option<PathBuf>,
}
