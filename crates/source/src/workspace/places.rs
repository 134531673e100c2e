//! Places for test modules: each module has one of its own.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::{Module, Package};

/// Folders in which cargo takes every file for a target.
const TARGETS: [&str; 4] = ["src/bin", "examples", "tests", "benches"];

/// Moves places that several modules have, or that cargo would take for a program, to a folder named for the module's
/// file.
pub(super) fn separate(packages: &mut [Package]) {
    let mut taken: BTreeMap<PathBuf, PathBuf> = BTreeMap::new();
    for package in packages {
        let targets: Vec<PathBuf> = TARGETS.iter().map(|folder| package.dir.join(folder)).collect();
        for module in package.targets.iter_mut().flat_map(|target| &mut target.modules) {
            // An inline module has no file to be named for, and hardly ever a place of others.
            let Some(name) = stem(module).filter(|_| module.inline.is_none()) else { continue };
            let owner = taken.entry(module.child_dir.clone()).or_insert_with(|| module.file.clone());
            if *owner != module.file || targets.contains(&module.child_dir) {
                module.child_dir.push(&name);
                module.child_path = Some(name);
            }
        }
    }
}

fn stem(module: &Module) -> Option<String> {
    Path::new(module.file.file_name()?).file_stem()?.to_str().map(str::to_owned)
}
