//! The merge driver for the files that cargo morph writes.

use std::path::PathBuf;

use anyhow::Result;

use crate::suite::{Access, replace};
use morph_source::files::read_if_there;
use morph_source::workspace::Repository;

/// What git's attributes say of our files, in a file that belongs to this repository alone.
const LINES: [&str; 3] = [
    "morph_tests.rs merge=cargo-morph",
    "**/morph/relations.toml merge=cargo-morph",
    "**/morph/verdicts.toml merge=cargo-morph",
];

const SECTION: &str = "merge.cargo-morph";
const DRIVER: &str = "cargo morph merge-file %O %A %B %P";

/// Has git merge our files with `merge-file`.
pub fn install_driver(repository: &Repository) -> Result<()> {
    // The key by which it is found comes first and goes last.
    repository.text(&["config", &format!("{SECTION}.driver"), DRIVER])?;
    repository.text(&["config", &format!("{SECTION}.name"), "relations of cargo morph and their tests"])?;
    let (file, mut text) = attributes(repository)?;
    for line in LINES.iter().filter(|line| !text.lines().any(|known| known == **line)).collect::<Vec<_>>() {
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        text += &format!("{line}\n");
    }
    replace(&file, Some(text), Access::AsBefore)
}

/// Takes the driver back; whether it was installed.
pub fn uninstall_driver(repository: &Repository) -> Result<bool> {
    let key = format!("{SECTION}.driver");
    if !repository.run(&["config", "--get", &key])?.status.success() {
        return Ok(false);
    }
    let (file, text) = attributes(repository)?;
    let kept: String = text.split_inclusive('\n').filter(|line| !LINES.contains(&line.trim_end())).collect();
    if file.exists() {
        replace(&file, (!kept.is_empty()).then_some(kept), Access::AsBefore)?;
    }
    repository.text(&["config", "--remove-section", SECTION])?;
    Ok(true)
}

fn attributes(repository: &Repository) -> Result<(PathBuf, String)> {
    let path = repository.text(&["rev-parse", "--path-format=absolute", "--git-path", "info/attributes"])?;
    let file = PathBuf::from(path.trim_end_matches('\n'));
    let text = read_if_there(&file)?.unwrap_or_default();
    Ok((file, text))
}
