//! Changes of the user's files: all of them, or none.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::journal::{self, Journal};
use super::leftovers;
use super::temporary;
use morph_source::exit::{Code, fail};
use morph_source::files::{remove_empty_folders, unwritable};
use morph_source::process;

/// New contents by file; `None` takes the file away.
pub type Changes = BTreeMap<PathBuf, Option<String>>;

/// Leaves out what is on disk already.
pub fn without_unchanged(changes: Changes) -> Changes {
    let same = |file: &Path, text: &Option<String>| match (text, fs::read(file)) {
        (Some(text), Ok(bytes)) => bytes == text.as_bytes(),
        (None, Err(_)) => true,
        _ => false,
    };
    changes.into_iter().filter(|(file, text)| !same(file, text)).collect()
}

/// Whether the changes can be put into place, as far as can be told without writing.
pub fn check(changes: &Changes) -> anyhow::Result<()> {
    changes.keys().try_for_each(|file| check_writable(file))
}

/// Puts the changes into place: everything is written beside its place first, then renamed in one go. What a kill cuts
/// short is completed by the next run, from a record in the scratch folder.
pub fn commit(changes: &Changes, scratch: &Path) -> anyhow::Result<()> {
    put_in_place(changes, (changes.len() > 1).then_some(scratch), Access::AsBefore)
}

/// Replaces one file, makes it, or takes it away; a kill cuts nothing short here.
pub fn replace(file: &Path, text: Option<String>, access: Access) -> anyhow::Result<()> {
    put_in_place(&Changes::from([(file.to_owned(), text)]), None, access)
}

/// What may be done with a file that is put into place.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// The same as before; if it is new, what the process's mask says.
    AsBefore,
    /// It may be executed.
    Executable,
}

fn put_in_place(changes: &Changes, scratch: Option<&Path>, access: Access) -> anyhow::Result<()> {
    check(changes)?;
    if changes.is_empty() { Ok(()) } else { put(changes, scratch, access) }
}

/// Puts changes into place that nothing is known to prevent. Where a step fails, those before it are taken back.
fn put(changes: &Changes, scratch: Option<&Path>, access: Access) -> anyhow::Result<()> {
    // From here on an interrupt waits: temporary files in the user's tree would stay behind.
    let _commit = process::commit_lock();
    let mut staged = Staged::default();
    // A link stays one: what it leads to is replaced.
    let followed = |file: &PathBuf| fs::canonicalize(file).unwrap_or_else(|_| file.clone());
    let place = |(file, text): (&PathBuf, &Option<String>)| match text {
        Some(_) => (followed(file), text.clone()),
        None => (file.clone(), None),
    };
    let changes: Changes = changes.iter().map(place).collect();
    if let Some(scratch) = scratch {
        let folders = changes.iter().filter(|(_, text)| text.is_some()).flat_map(|(file, _)| missing(file));
        let folders: BTreeSet<&Path> = folders.collect();
        if !folders.is_empty() {
            Journal::of_folders(folders.into_iter().map(Path::to_owned).collect()).write(scratch);
        }
    }
    let staging = changes.iter().try_for_each(|(file, text)| match text {
        Some(text) => staged.stage(file, text, access).map_err(unwritable(file)),
        None => Ok(()),
    });
    if staging.is_err() {
        scratch.into_iter().for_each(journal::remove);
        return staging;
    }
    if let Some(scratch) = scratch {
        Journal::of(&changes, |file| staged.waiting(file)).write(scratch);
    }
    let mut files = std::mem::take(&mut staged.files);
    // A module is there before it is declared.
    files.sort_by_key(|(file, _)| file.exists());
    let gone: Vec<&PathBuf> =
        changes.iter().filter(|(_, text)| text.is_none()).map(|(file, _)| file).collect();
    let mut placed = Placed::default();
    let result = files
        .into_iter()
        .try_for_each(|(file, temporary)| placed.replace(file, temporary))
        .and_then(|()| gone.iter().try_for_each(|file| placed.remove(file)));
    match result {
        Ok(()) => {
            staged.folders.clear();
            gone.into_iter().for_each(|file| remove_empty_folders(file));
        }
        Err(_) => placed.take_back(),
    }
    scratch.into_iter().for_each(journal::remove);
    result
}

/// Files that have been changed, each with its content before, if it was there.
#[derive(Default)]
struct Placed(Vec<(PathBuf, Option<Vec<u8>>)>);

impl Placed {
    fn replace(&mut self, file: PathBuf, temporary: NamedTempFile) -> anyhow::Result<()> {
        let before = fs::read(&file).ok();
        temporary.persist(&file).map_err(|error| unwritable(&file)(error.error))?;
        self.0.push((file, before));
        Ok(())
    }

    fn remove(&mut self, file: &Path) -> anyhow::Result<()> {
        let before = fs::read(file).ok();
        fs::remove_file(file).map_err(unwritable(file))?;
        self.0.push((file.to_owned(), before));
        Ok(())
    }

    /// Restores what was there before, as far as the file system permits it.
    fn take_back(self) {
        for (file, before) in self.0.into_iter().rev() {
            let _ = match before {
                Some(bytes) => fs::write(&file, bytes),
                None => fs::remove_file(&file),
            };
        }
    }
}

/// The folders that a file lacks, inner ones first.
fn missing(file: &Path) -> impl Iterator<Item = &Path> {
    file.ancestors().skip(1).take_while(|folder| !folder.as_os_str().is_empty() && !folder.exists())
}

/// Files that wait beside their places; dropped, they leave nothing behind.
#[derive(Default)]
struct Staged {
    files: Vec<(PathBuf, NamedTempFile)>,
    folders: Vec<PathBuf>,
}

impl Staged {
    /// Where the new content of a file waits.
    fn waiting(&self, file: &Path) -> Option<PathBuf> {
        let (_, temporary) = self.files.iter().find(|(place, _)| place == file)?;
        Some(temporary.path().to_owned())
    }

    fn stage(&mut self, file: &Path, text: &str, access: Access) -> std::io::Result<()> {
        let folder = file.parent().unwrap_or(Path::new("."));
        leftovers::remove_in(folder);
        for new in missing(file).collect::<Vec<_>>().into_iter().rev() {
            fs::create_dir(new)?;
            self.folders.push(new.to_owned());
        }
        let mut temporary = tempfile::Builder::new().prefix(&temporary::prefix()).tempfile_in(folder)?;
        temporary.write_all(text.as_bytes())?;
        match fs::metadata(file) {
            Ok(there) => fs::set_permissions(temporary.path(), there.permissions())?,
            Err(_) => new_file_permissions(temporary.path())?,
        }
        if access == Access::Executable {
            make_executable(temporary.path())?;
        }
        self.files.push((file.to_owned(), temporary));
        Ok(())
    }
}

impl Drop for Staged {
    fn drop(&mut self) {
        self.files.clear();
        for folder in self.folders.iter().rev() {
            // It may hold files that are in place by now.
            let _ = fs::remove_dir(folder);
        }
    }
}

/// What any new file may be, as the process's mask says; temporary files are private.
#[cfg(unix)]
fn new_file_permissions(file: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let probe = file.with_extension("mode");
    let mode = fs::File::create_new(&probe)?.metadata()?.permissions().mode();
    fs::remove_file(&probe)?;
    fs::set_permissions(file, fs::Permissions::from_mode(mode))
}

#[cfg(unix)]
fn make_executable(file: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(file, fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn make_executable(_: &Path) -> std::io::Result<()> {
    Ok(())
}

#[cfg(not(unix))]
fn new_file_permissions(_: &Path) -> std::io::Result<()> {
    Ok(())
}

/// A file or folder that its owner has protected is not replaced, though renaming would; nor is something else that
/// stands where a file or folder must go.
fn check_writable(file: &Path) -> anyhow::Result<()> {
    let nearest = file.ancestors().skip(1).find(|folder| folder.exists());
    let in_the_way = nearest.filter(|there| !there.is_dir()).or(file.is_dir().then_some(file));
    if let Some(there) = in_the_way {
        return Err(fail(
            Code::Environment,
            format!("cannot write {}: {} is in the way", file.display(), there.display()),
        ));
    }
    for path in [Some(file), nearest].into_iter().flatten() {
        match fs::metadata(path) {
            Ok(there) if there.permissions().readonly() => {
                return Err(fail(
                    Code::Environment,
                    format!("{} is read-only; nothing was written", path.display()),
                ));
            }
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rename_that_fails_leaves_every_file_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str| folder.path().join(name);
        fs::write(file("changed"), "before").unwrap();
        fs::write(file("removed"), "before").unwrap();
        // A folder that holds something cannot be replaced by a file.
        fs::create_dir_all(file("zzz/held")).unwrap();
        let text = |text: &str| Some(text.to_owned());
        let changes = Changes::from([
            (file("changed"), text("after")),
            (file("new/file"), text("after")),
            (file("removed"), None),
            (file("zzz"), text("after")),
        ]);
        let scratch = file("scratch");
        fs::create_dir(&scratch).unwrap();
        let error = put(&changes, Some(&scratch), Access::AsBefore).unwrap_err();
        assert!(error.to_string().contains("zzz"), "{error}");
        let names = |folder: &Path| {
            let mut names: Vec<_> = fs::read_dir(folder).unwrap().map(|e| e.unwrap().file_name()).collect();
            names.sort();
            names
        };
        assert_eq!(names(folder.path()), ["changed", "removed", "scratch", "zzz"]);
        assert!(names(&scratch).is_empty());
        for name in ["changed", "removed"] {
            assert_eq!(fs::read_to_string(file(name)).unwrap(), "before", "{name}");
        }
        assert!(file("zzz/held").is_dir());
    }
}
