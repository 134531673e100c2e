//! The merge driver for the files that cargo morph writes.

use std::fs;
use std::path::PathBuf;

use anyhow::Result;

use morph_source::files::{is_missing, read_if_there, unwritable};
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
    repository.text(&["config", &format!("{SECTION}.name"), "relations of cargo morph and their tests"])?;
    repository.text(&["config", &format!("{SECTION}.driver"), DRIVER])?;
    let (file, mut text) = attributes(repository)?;
    for line in LINES.iter().filter(|line| !text.lines().any(|known| known == **line)).collect::<Vec<_>>() {
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        text += &format!("{line}\n");
    }
    let folder = file.parent().map_or(Ok(()), fs::create_dir_all);
    folder.and_then(|()| fs::write(&file, text)).map_err(unwritable(&file))
}

/// Takes the driver back; whether it was installed.
pub fn uninstall_driver(repository: &Repository) -> Result<bool> {
    let key = format!("{SECTION}.driver");
    if !repository.run(&["config", "--get", &key])?.status.success() {
        return Ok(false);
    }
    repository.text(&["config", "--remove-section", SECTION])?;
    let (file, text) = attributes(repository)?;
    let kept: String = text.split_inclusive('\n').filter(|line| !LINES.contains(&line.trim_end())).collect();
    let changed = if kept.is_empty() { fs::remove_file(&file) } else { fs::write(&file, kept) };
    match changed {
        Err(error) if !is_missing(&error) => Err(unwritable(&file)(error)),
        _ => Ok(true),
    }
}

fn attributes(repository: &Repository) -> Result<(PathBuf, String)> {
    let path = repository.text(&["rev-parse", "--path-format=absolute", "--git-path", "info/attributes"])?;
    let file = PathBuf::from(path.trim_end_matches('\n'));
    let text = read_if_there(&file)?.unwrap_or_default();
    Ok((file, text))
}
