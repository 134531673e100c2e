//! What runs that were killed while they wrote left beside the user's files.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::catalogue::file_of;
use super::temporary::writer;
use morph_source::files::remove_empty_folders;
use morph_source::process;
use morph_source::workspace::Workspace;

/// Removes the temporary files of processes that are gone, wherever our files may be.
pub fn remove_leftovers(workspace: &Workspace) {
    let mut folders = BTreeSet::new();
    for package in &workspace.packages {
        folders.extend(file_of(package).parent().map(Path::to_owned));
        for module in package.targets.iter().flat_map(|target| &target.modules) {
            folders.insert(module.child_dir.clone());
            folders.extend(module.file.parent().map(Path::to_owned));
        }
    }
    folders.iter().for_each(|folder| remove_in(folder));
}

/// Removes those in a folder.
pub fn remove_in(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_left = entry.file_name().to_str().and_then(writer).is_some_and(|id| !process::is_alive(id));
        // A file that cannot be removed disturbs nobody.
        if is_left && fs::remove_file(entry.path()).is_ok() {
            remove_empty_folders(&entry.path());
        }
    }
}
