//! Private working copies of a workspace, kept up to date file by file.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use walkdir::{DirEntry, WalkDir};

use super::Workspace;
use super::manifest::for_copy;
use crate::exit::{Code, fail};
use crate::files::{unreadable, unwritable_scratch};

/// Makes `to`, a place of [`Workspace::copy_in`], a mirror of the workspace's root, and puts copies of the files outside
/// where they lie to it as they do to the root.
///
/// Left out are `.git`, build folders and `to` itself. A file that is already there with the same content
/// is not touched, so that cargo sees it as unchanged; one that changed gets the time of the copy, since
/// with its own, which may lie before the last build, cargo would miss the change. Links to files
/// and folders become copies, so that nothing written to the copy can reach the original. Folders
/// that hold a `CACHEDIR.TAG` survive in the copy, and so does a `Cargo.lock` of its own.
pub fn copy_tree(workspace: &Workspace, to: &Path) -> anyhow::Result<()> {
    let root = &workspace.root;
    if root.starts_with(to) {
        return Err(fail(Code::Environment, format!("cannot copy {} into itself", root.display())));
    }
    fs::create_dir_all(to).map_err(unwritable_scratch(to))?;
    let mut kept = BTreeSet::new();
    let walk = WalkDir::new(root).follow_links(true).sort_by_file_name().into_iter();
    for entry in walk.filter_entry(|entry| wanted(entry, workspace, to)) {
        // A link that dangles or leads back to where it came from has nothing to copy.
        let Ok(entry) = entry else { continue };
        let relative = entry.path().strip_prefix(root).context("a folder's entries lie below it")?;
        kept.insert(relative.to_owned());
        let copy = to.join(relative);
        if entry.file_type().is_dir() {
            if copy.symlink_metadata().is_ok_and(|there| !there.is_dir()) {
                fs::remove_file(&copy).map_err(unwritable_scratch(&copy))?;
            }
            fs::create_dir_all(&copy).map_err(unwritable_scratch(&copy))?;
        } else if entry.file_type().is_file() {
            copy_file(entry.path(), &copy, root)?;
        }
    }
    for file in &workspace.outside {
        let copy = workspace.copy_of(to, file).context("the copy has room for what lies outside")?;
        if let Some(folder) = copy.parent() {
            fs::create_dir_all(folder).map_err(unwritable_scratch(folder))?;
        }
        copy_file(file, &copy, root)?;
    }
    remove_vanished(to, &kept)
}

/// The files that a copy has, those outside of the root included, in the order of their names.
pub fn copied_files(workspace: &Workspace) -> Vec<PathBuf> {
    let walk = WalkDir::new(&workspace.root).follow_links(true).sort_by_file_name().into_iter();
    let entries = walk.filter_entry(|entry| wanted(entry, workspace, &workspace.target_dir)).flatten();
    let files = entries.filter(|entry| entry.file_type().is_file()).map(DirEntry::into_path);
    files.chain(workspace.outside.iter().cloned()).collect()
}

/// The file that marks a folder as one that can be made again.
pub(super) const TAG: &str = "CACHEDIR.TAG";

/// The names of folders that are left out where they are marked: those of cargo and, in target folders that cargo did not
/// make, our own.
const BUILT: [&str; 2] = ["target", "morph"];

/// Whether an entry belongs in a copy.
fn wanted(entry: &DirEntry, workspace: &Workspace, to: &Path) -> bool {
    if entry.depth() == 0 {
        return true;
    }
    let path = entry.path();
    if entry.path_is_symlink()
        && entry.file_type().is_dir()
        && path.canonicalize().is_ok_and(|there| workspace.root.starts_with(there))
    {
        return false;
    }
    entry.file_name() != ".git"
        && path != to
        && !(entry.file_type().is_dir()
            && (path == workspace.target_dir
                || (BUILT.iter().any(|name| entry.file_name() == *name) && path.join(TAG).is_file())))
}

fn copy_file(from: &Path, to: &Path, root: &Path) -> anyhow::Result<()> {
    let source = fs::metadata(from).map_err(unreadable(from))?;
    let there = fs::symlink_metadata(to).ok();
    let is_manifest = from.file_name().is_some_and(|name| name == "Cargo.toml");
    if let Some(there) = there.as_ref().filter(|there| there.is_file() && !is_manifest)
        && there.len() == source.len()
        && matches!((there.modified(), source.modified()), (Ok(a), Ok(b)) if a == b)
    {
        return Ok(());
    }
    let mut content = fs::read(from).map_err(unreadable(from))?;
    if is_manifest && let Ok(text) = std::str::from_utf8(&content) {
        let dir = from.parent().context("a file lies in a folder")?;
        content = for_copy(text, dir, root).into_bytes();
    }
    let same =
        there.as_ref().is_some_and(|there| there.is_file()) && fs::read(to).is_ok_and(|old| old == content);
    if same {
        return Ok(());
    }
    if there.as_ref().is_some_and(|there| there.is_dir()) {
        fs::remove_dir_all(to).map_err(unwritable_scratch(to))?;
    }
    if there.is_some() {
        // A new file rather than the old one overwritten: it may be read-only or a link.
        let _ = fs::remove_file(to);
    }
    fs::write(to, content).map_err(unwritable_scratch(to))?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = source.permissions().mode() | 0o200;
        fs::set_permissions(to, fs::Permissions::from_mode(mode)).map_err(unwritable_scratch(to))?;
    }
    if there.is_none()
        && let Ok(modified) = source.modified()
        && let Ok(file) = fs::File::options().append(true).open(to)
    {
        let _ = file.set_modified(modified);
    }
    Ok(())
}

/// Removes what is no longer in the workspace.
fn remove_vanished(to: &Path, kept: &BTreeSet<PathBuf>) -> anyhow::Result<()> {
    let mut walk = WalkDir::new(to).min_depth(1).into_iter();
    while let Some(entry) = walk.next() {
        let Ok(entry) = entry else { continue };
        let relative = entry.path().strip_prefix(to).context("a folder's entries lie below it")?;
        let is_dir = entry.file_type().is_dir();
        if is_dir && entry.path().join(TAG).is_file() {
            walk.skip_current_dir();
        } else if kept.contains(relative) || relative == Path::new("Cargo.lock") {
        } else if is_dir {
            if holds_cache(entry.path()) {
                continue;
            }
            walk.skip_current_dir();
            fs::remove_dir_all(entry.path()).map_err(unwritable_scratch(entry.path()))?;
        } else {
            fs::remove_file(entry.path()).map_err(unwritable_scratch(entry.path()))?;
        }
    }
    Ok(())
}

/// Whether a folder further down is tagged as a cache.
fn holds_cache(dir: &Path) -> bool {
    WalkDir::new(dir).into_iter().flatten().any(|entry| entry.file_name() == TAG)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exit::code_of;

    fn workspace(root: &Path) -> Workspace {
        Workspace {
            root: root.to_owned(),
            target_dir: root.join("target"),
            packages: Vec::new(),
            outside: Default::default(),
            unrunnable: None,
            passed: Default::default(),
            flags_by_target: false,
            dependencies: Default::default(),
        }
    }

    fn write(root: &Path, name: &str, text: &str) {
        let file = root.join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }

    fn names(root: &Path) -> Vec<String> {
        let mut names: Vec<String> = WalkDir::new(root)
            .into_iter()
            .flatten()
            .filter(|entry| !entry.file_type().is_dir())
            .map(|entry| entry.path().strip_prefix(root).unwrap().display().to_string())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_second_copy_touches_changed_files_only() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("w");
        for (name, text) in [
            ("Cargo.toml", "[package]\nname = \"a\"\n"),
            ("src/lib.rs", "// lib"),
            ("src/old.rs", "// old"),
            (".git/HEAD", "ref"),
            ("target/x", "x"),
            ("sub/target/CACHEDIR.TAG", "tag"),
            ("sub/target/y", "y"),
            ("data/target/kept.txt", "kept"),
            ("other/morph/CACHEDIR.TAG", "tag"),
            ("other/morph/lab", "lab"),
        ] {
            write(&root, name, text);
        }
        let to = root.join("target/morph/copy");
        copy_tree(&workspace(&root), &to).unwrap();
        assert_eq!(names(&to), ["Cargo.toml", "data/target/kept.txt", "src/lib.rs", "src/old.rs"]);
        let stamp = |name: &str| fs::metadata(to.join(name)).unwrap().modified().unwrap();
        let (manifest, lib) = (stamp("Cargo.toml"), stamp("src/lib.rs"));
        assert_eq!(lib, fs::metadata(root.join("src/lib.rs")).unwrap().modified().unwrap());

        fs::remove_file(root.join("src/old.rs")).unwrap();
        write(&to, "Cargo.lock", "lock");
        write(&to, "target/CACHEDIR.TAG", "tag");
        write(&to, "stray/file.rs", "stray");
        write(&root, "data/target/kept.txt", "KEPT");
        write(&to, "src/lib.rs", "// instrumented");
        copy_tree(&workspace(&root), &to).unwrap();
        assert_eq!(
            names(&to),
            ["Cargo.lock", "Cargo.toml", "data/target/kept.txt", "src/lib.rs", "target/CACHEDIR.TAG"]
        );
        assert_eq!(fs::read_to_string(to.join("data/target/kept.txt")).unwrap(), "KEPT");
        assert_eq!(fs::read_to_string(to.join("src/lib.rs")).unwrap(), "// lib");
        assert_eq!(stamp("Cargo.toml"), manifest);
    }

    #[cfg(unix)]
    #[test]
    fn links_become_files_of_the_copy() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("w");
        write(&root, "src/lib.rs", "// lib");
        write(folder.path(), "shared/a.rs", "// a");
        std::os::unix::fs::symlink("lib.rs", root.join("src/link.rs")).unwrap();
        std::os::unix::fs::symlink("nowhere", root.join("src/dangling.rs")).unwrap();
        std::os::unix::fs::symlink("../../shared", root.join("src/shared")).unwrap();
        std::os::unix::fs::symlink("..", root.join("src/up")).unwrap();
        let to = folder.path().join("copy");
        copy_tree(&workspace(&root), &to).unwrap();
        assert_eq!(names(&to), ["src/lib.rs", "src/link.rs", "src/shared/a.rs"]);
        assert!(fs::symlink_metadata(to.join("src/link.rs")).unwrap().is_file());
    }

    #[test]
    fn a_scratch_that_cannot_be_made_is_the_environments_fault() {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), "w/src/lib.rs", "");
        write(folder.path(), "file", "");
        let error =
            copy_tree(&workspace(&folder.path().join("w")), &folder.path().join("file/copy")).unwrap_err();
        assert_eq!(code_of(&error), Code::Environment);
        assert!(error.to_string().contains("file/copy"), "{error}");
    }
}
