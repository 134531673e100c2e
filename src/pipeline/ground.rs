//! Checksums of what a run rests on. None of them depends on where the workspace is.

use anyhow::{Context, Result};

use crate::cache::{Digest, is_sealed};
use crate::shards::Ground;
use morph_source::workspace::{Workspace, copied_files};

/// All of them.
pub fn of(workspace: &Workspace) -> Result<Ground> {
    Ok(Ground { tool: tool()?, toolchain: toolchain(workspace), sources: state(workspace) })
}

/// Of this program.
pub fn tool() -> Result<String> {
    let program = std::env::current_exe().and_then(std::fs::read).context("cannot read this program")?;
    Ok(Digest::of([program]))
}

/// Of the toolchain, its configuration and the manifests.
pub fn toolchain(workspace: &Workspace) -> String {
    Digest::of(workspace.ground())
}

/// Of every file.
pub fn state(workspace: &Workspace) -> String {
    let mut digest = Digest::default();
    for file in copied_files(workspace) {
        // What cannot be read is as if it were empty to the run, too.
        let content = std::fs::read(&file).unwrap_or_default();
        // Files of shards may lie anywhere, and are no part of what is searched; nor is the file that a shell has just
        // made for the output of this run.
        if !content.is_empty() && !is_sealed(&content) {
            digest.add(workspace.relative(&file).to_string_lossy().as_bytes());
            digest.add(content);
        }
    }
    digest.text()
}
