//! `merge-file`: merges a file that cargo morph writes, for git.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::Result;

use crate::options::MergeFile;
use crate::suite;
use crate::verdicts;
use morph_source::exit::{Code, fail};
use morph_source::files::unwritable;
use morph_source::workspace::run_git;

/// Merges three versions of a file into the one of ours.
pub fn run(files: &MergeFile) -> Result<()> {
    let MergeFile { base, ours, theirs, path } = files;
    let path = path.as_deref().unwrap_or(ours);
    let read = |file: &Path| {
        fs::read_to_string(file)
            .map_err(|error| fail(Code::Usage, format!("cannot read {}: {error}", file.display())))
    };
    let texts = [read(base)?, read(ours)?, read(theirs)?];
    let sides = [texts[0].as_str(), &texts[1], &texts[2]];
    let merged = match verdicts::merge_texts(sides, path)? {
        Some(text) => Some(suite::MergedFile { text, conflicts: Vec::new() }),
        None => suite::merge_texts(sides, path)?,
    };
    let Some(merged) = merged else { return by_lines(files, path) };
    fs::write(ours, merged.text).map_err(unwritable(ours))?;
    if merged.conflicts.is_empty() {
        return Ok(());
    }
    let functions: Vec<String> = merged.conflicts.iter().map(|name| format!("`{name}`")).collect();
    Err(fail(
        Code::Violated,
        format!(
            "{}: both branches changed the relations of {}; keep the same side there and in {}",
            path.display(),
            functions.join(", "),
            if path.extension().is_some_and(|ends| ends == "rs") { "the catalogue" } else { "the tests" },
        ),
    ))
}

/// Leaves it to git, which marks conflicts by lines.
fn by_lines(MergeFile { base, ours, theirs, .. }: &MergeFile, path: &Path) -> Result<()> {
    let mut command = Command::new("git");
    command.args(["merge-file", "-L", "ours", "-L", "base", "-L", "theirs"]).args([ours, base, theirs]);
    let output = run_git(command)?;
    match output.status.code() {
        Some(0) => Ok(()),
        Some(1..=127) => {
            let why = "both branches changed the same lines; edit the marked conflicts";
            Err(fail(Code::Violated, format!("{}: {why}", path.display())))
        }
        _ => {
            let why = String::from_utf8_lossy(&output.stderr).trim().replace('\n', " ");
            Err(fail(Code::Environment, format!("git merge-file {}: {why}", path.display())))
        }
    }
}
