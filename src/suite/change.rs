//! Changes of the code, as far as they concern the suite.

use std::collections::BTreeSet;

use anyhow::Result;

use super::catalogue::{FILE, file_of};
use super::declare::NAME;
use morph_source::scan::{Read, resting_on};
use morph_source::workspace::{Changes, Repository, Workspace};

/// The functions that a change may have changed, by path: all that rest on code that it touches. `None` for all functions,
/// where it touches files that all of them rest on, or the suite.
pub fn changed_by(change: &Changes, workspace: &Workspace, read: &Read) -> Result<Option<BTreeSet<String>>> {
    let packages = workspace.packages.iter();
    let shared = packages
        .clone()
        .flat_map(|package| [package.dir.join("Cargo.toml"), package.dir.join("build.rs"), file_of(package)]);
    let modules = packages.flat_map(|package| &package.targets).flat_map(|target| &target.modules);
    let tests = modules.map(|module| module.child_dir.join(format!("{NAME}.rs")));
    let root = ["Cargo.toml", "Cargo.lock"].map(|file| workspace.root.join(file));
    if root.into_iter().chain(shared).chain(tests).any(|file| change.touch_file(&file)) {
        return Ok(None);
    }
    resting_on(change, &read.code).map(Some)
}

/// The change since the last commit of a catalogue. `None` where there is no git.
pub fn change_since_recorded(workspace: &Workspace) -> Option<Changes> {
    let repository = Repository::around(&workspace.root).ok()?;
    let catalogues = format!(":(glob)**/{FILE}");
    let newest = repository.text(&["log", "-1", "--format=%H", "--", &catalogues]).ok()?;
    let newest = newest.trim();
    let revision = if newest.is_empty() { "HEAD" } else { newest };
    Changes::since(&workspace.root, revision).ok()
}
