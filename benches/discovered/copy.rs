//! Benches work on copies.

use std::fs;
use std::path::Path;

use anyhow::Result;

/// A copy of a package that can be written to, without what was built in it, and as a workspace of its own.
pub fn copy(package: &Path) -> Result<tempfile::TempDir> {
    let folder = tempfile::tempdir()?;
    let wanted = |name: &std::ffi::OsStr| name != "target" && name != "Cargo.toml.orig";
    for entry in walkdir::WalkDir::new(package).into_iter().filter_entry(|entry| wanted(entry.file_name())) {
        let entry = entry?;
        let to = folder.path().join(entry.path().strip_prefix(package)?);
        if entry.file_type().is_dir() {
            fs::create_dir_all(to)?;
        } else {
            fs::write(to, fs::read(entry.path())?)?;
        }
    }
    Ok(folder)
}
