//! What is built below the target folder may be damaged: by a full disk, a killed compiler, or a copy of the folder. It is
//! then thrown away once, and the command runs again.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::Result;

use super::opened::{lock, selection};
use crate::options::Options;
use morph_source::exit::{Code, code_of};
use morph_source::progress::Progress;
use morph_source::workspace;

/// What holds no build.
const KEPT: [&str; 6] = ["lock", "CACHEDIR.TAG", "checked", "suspects.json", "hook", "cache"];

/// Runs a command, and a second time with new builds if it fails for a reason that old ones may have.
pub fn with_sound_builds(
    options: &Options,
    progress: &dyn Progress,
    run: &dyn Fn() -> Result<Code>,
) -> Result<Code> {
    let begin = SystemTime::now();
    let error = match run() {
        Ok(code) => return Ok(code),
        Err(error) if code_of(&error) == Code::Usage => return Err(error),
        Err(error) => error,
    };
    let Ok(opened) = workspace::open(&selection(options)) else { return Err(error) };
    let scratch = opened.scratch();
    let made = std::fs::metadata(scratch.join(KEPT[0])).and_then(|lock| lock.modified());
    let is_old = made.is_ok_and(|made| made < begin);
    if !is_old || !may_be_damage(&error, &scratch) {
        return Err(error);
    }
    let held = lock(&opened, progress)?;
    if builds(&scratch).iter().any(|build| remove(build).is_err()) {
        return Err(error);
    }
    drop(held);
    progress.note(&format!("{} may be damaged and is rebuilt: {error:#}", scratch.display()));
    run()
}

/// Whether an error may come from a damaged build: an internal one, one about a file of ours, or one of a compiler that
/// cannot read what it wrote.
fn may_be_damage(error: &anyhow::Error, scratch: &Path) -> bool {
    let text = format!("{error:#}");
    let is_of_script = text.contains("the build script of");
    if workspace::is_full(&text) {
        return false;
    }
    code_of(error) == Code::Internal
        || text.contains("found invalid metadata files")
        || text.contains("the compiler unexpectedly panicked")
        || (text.contains(&*scratch.to_string_lossy()) && !is_of_script)
}

/// The builds and copies in the scratch folder.
fn builds(scratch: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(scratch).into_iter().flatten().flatten();
    let is_build =
        |path: &PathBuf| path.file_name().is_some_and(|name| !KEPT.iter().any(|kept| name == *kept));
    entries.map(|entry| entry.path()).filter(is_build).collect()
}

fn remove(path: &Path) -> std::io::Result<()> {
    if path.is_dir() { std::fs::remove_dir_all(path) } else { std::fs::remove_file(path) }
}
