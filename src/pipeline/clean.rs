//! `clean`: removes everything that the tool wrote, or its caches alone.

use anyhow::Result;

use super::opened::{lock, recover, selection};
use crate::options::{Clean, Options};
use crate::suite;
use morph_source::exit::Code;
use morph_source::progress::Progress;
use morph_source::workspace;

/// Runs the command.
pub fn run(options: &Options, clean: Clean, progress: &dyn Progress) -> Result<Code> {
    let opened = workspace::open(&selection(options))?;
    // Another run can be active only where the folder exists.
    let lock = if opened.scratch().exists() { lock(&opened, progress)? } else { None };
    recover(&opened, lock.as_ref(), progress);
    if clean.cache {
        match suite::remove_scratch(&opened.scratch())? {
            Some(scratch) => anstream::println!("removed {}", scratch.display()),
            None => anstream::println!("nothing to clean"),
        }
        return Ok(Code::Done);
    }
    let workspace = &opened.load(lock.as_ref())?;
    suite::remove_leftovers(workspace);
    let cleaned = suite::clean(workspace)?;
    let relative = |file: &std::path::Path| workspace.relative(file).display().to_string();
    for file in &cleaned.changed {
        anstream::println!("restored {}", relative(file));
    }
    for file in &cleaned.kept {
        progress.warn(&format!("{} contains hand-written text and is kept", relative(file)));
    }
    if cleaned.changed.is_empty() && cleaned.kept.is_empty() {
        anstream::println!("nothing to clean");
    }
    Ok(Code::Done)
}
