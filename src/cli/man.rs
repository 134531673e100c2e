//! Manual pages.

use std::fs;
use std::path::Path;

use anyhow::Result;

use super::args::command;
use morph_source::files::unwritable;

/// Writes a page for cargo morph and one for each command into a folder, which is made if it is missing; says what was done.
pub(super) fn write(folder: &Path) -> Result<String> {
    fs::create_dir_all(folder)
        .and_then(|()| clap_mangen::generate_to(command(), folder))
        .map_err(unwritable(folder))?;
    Ok(format!("wrote cargo-morph.1 and the pages of all commands into {}\n", folder.display()))
}
