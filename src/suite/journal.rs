//! A record of changes that are being put into place, so that those of a killed run can be completed.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::cache::{Digest, put, sealed, unsealed};
use morph_source::files::remove_empty_folders;
use morph_source::process;

/// Changes that are being put into place; the new contents wait in files beside them.
#[derive(Debug, Serialize, Deserialize)]
pub struct Journal {
    /// Folders that were not there before, outer ones first; older versions did not record them.
    #[serde(default)]
    folders: Vec<PathBuf>,
    steps: Vec<Step>,
}

/// A change of one file.
#[derive(Debug, Serialize, Deserialize)]
struct Step {
    file: PathBuf,
    /// The checksum of its content before, if it was there.
    before: Option<String>,
    /// The checksum of its content after, if it is there then.
    after: Option<String>,
    /// Where the new content waits.
    waiting: Option<PathBuf>,
}

/// How a file is found.
#[derive(PartialEq, Eq)]
enum State {
    Before,
    After,
    Other,
}

impl Journal {
    /// A record of folders that are about to be made for files.
    pub fn of_folders(folders: Vec<PathBuf>) -> Journal {
        Journal { folders, steps: Vec::new() }
    }

    /// A record of new contents by file, `None` for files that go; the others wait.
    pub fn of(
        changes: &BTreeMap<PathBuf, Option<String>>,
        waiting: impl Fn(&Path) -> Option<PathBuf>,
    ) -> Journal {
        let step = |(file, text): (&PathBuf, &Option<String>)| Step {
            file: file.clone(),
            before: sum_of(file),
            after: text.as_ref().map(|text| Digest::of([text])),
            waiting: waiting(file),
        };
        Journal { folders: Vec::new(), steps: changes.iter().map(step).collect() }
    }

    /// Writes it into the scratch folder. Without it, a run that is killed is not completed, and no harm is done otherwise.
    pub fn write(&self, scratch: &Path) {
        if let Ok(text) = serde_json::to_string(self) {
            let _ = put(&place(scratch), sealed(&text));
        }
    }

    /// Completes the changes if they had begun and nobody has changed the files since; otherwise nothing is changed.
    /// Returns whether it did.
    fn complete(&self) -> bool {
        let states: Vec<State> = self.steps.iter().map(Step::state).collect();
        let begun = states.contains(&State::After) && !states.contains(&State::Other);
        for (step, state) in self.steps.iter().zip(&states) {
            match &step.waiting {
                Some(waiting) if begun && *state == State::Before => _ = fs::rename(waiting, &step.file),
                Some(waiting) => _ = fs::remove_file(waiting),
                None if begun => _ = fs::remove_file(&step.file),
                None => {}
            }
            remove_empty_folders(&step.file);
        }
        for folder in self.folders.iter().rev() {
            // What is in it by now keeps it.
            let _ = fs::remove_dir(folder);
        }
        begun && states.contains(&State::Before)
    }
}

impl Step {
    fn state(&self) -> State {
        match sum_of(&self.file) {
            sum if sum == self.after => State::After,
            sum if sum == self.before => State::Before,
            _ => State::Other,
        }
    }
}

/// Removes the record: its changes are in place.
pub fn remove(scratch: &Path) {
    let _ = fs::remove_file(place(scratch));
}

/// Completes the changes of a run that was killed while it put them into place; whether there were some. Nobody else may be
/// using the scratch folder.
pub fn recover(scratch: &Path) -> bool {
    let text = fs::read_to_string(place(scratch)).ok();
    let journal =
        text.as_deref().and_then(unsealed).and_then(|text| serde_json::from_str::<Journal>(text).ok());
    let Some(journal) = journal else {
        remove(scratch);
        return false;
    };
    let _commit = process::commit_lock();
    let completed = journal.complete();
    remove(scratch);
    completed
}

fn place(scratch: &Path) -> PathBuf {
    scratch.join("journal")
}

fn sum_of(file: &Path) -> Option<String> {
    fs::read(file).ok().map(|bytes| Digest::of([bytes]))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tree whose changes have been interrupted after so many steps; the journal, and the trees before and after.
    fn interrupted(folder: &Path, steps: usize) -> (Journal, [BTreeMap<PathBuf, String>; 2]) {
        let file = |name: &str| folder.join(name);
        for name in ["changed", "removed/file", "other"] {
            fs::create_dir_all(file(name).parent().unwrap()).unwrap();
            fs::write(file(name), "before").unwrap();
        }
        let changes = BTreeMap::from([
            (file("changed"), Some("after".to_owned())),
            (file("new"), Some("after".to_owned())),
            (file("removed/file"), None),
        ]);
        let before = tree(folder);
        let waiting = |path: &Path| {
            let waiting = path.with_extension("waiting");
            changes[path].as_ref().map(|text| fs::write(&waiting, text).map(|()| waiting).unwrap())
        };
        let journal = Journal::of(&changes, waiting);
        for step in journal.steps.iter().take(steps) {
            match &step.waiting {
                Some(waiting) => fs::rename(waiting, &step.file).unwrap(),
                None => fs::remove_file(&step.file).unwrap(),
            }
        }
        let mut after = before.clone();
        after.remove(&file("removed/file"));
        after.extend(["changed", "new"].map(|name| (file(name), "after".to_owned())));
        (journal, [before, after])
    }

    fn tree(folder: &Path) -> BTreeMap<PathBuf, String> {
        let files = walkdir::WalkDir::new(folder).into_iter().map(|entry| entry.unwrap().into_path());
        files
            .filter(|path| path.is_file())
            .map(|path| (path.clone(), fs::read_to_string(path).unwrap()))
            .collect()
    }

    #[test]
    fn interrupted_changes_are_completed_wherever_they_stopped() {
        for steps in 0..=3 {
            let folder = tempfile::tempdir().unwrap();
            let (journal, [before, after]) = interrupted(folder.path(), steps);
            let scratch = tempfile::tempdir().unwrap();
            journal.write(scratch.path());
            assert_eq!(recover(scratch.path()), (1..3).contains(&steps), "{steps} steps");
            assert_eq!(tree(folder.path()), if steps == 0 { before } else { after }, "{steps} steps");
            assert_eq!(folder.path().join("removed").exists(), steps == 0, "{steps} steps");
            assert_eq!(fs::read_dir(scratch.path()).unwrap().count(), 0);
        }
    }

    #[test]
    fn folders_for_files_that_never_came_go_unless_something_is_in_them() {
        for is_used in [false, true] {
            let folder = tempfile::tempdir().unwrap();
            let scratch = tempfile::tempdir().unwrap();
            let inner = folder.path().join("outer/inner");
            Journal::of_folders(vec![folder.path().join("outer"), inner.clone()]).write(scratch.path());
            fs::create_dir_all(&inner).unwrap();
            if is_used {
                fs::write(inner.join("mine"), "").unwrap();
            }
            assert!(!recover(scratch.path()));
            assert_eq!(folder.path().join("outer").exists(), is_used);
        }
    }

    #[test]
    fn files_that_a_person_changed_since_stay() {
        let folder = tempfile::tempdir().unwrap();
        let (journal, _) = interrupted(folder.path(), 1);
        fs::write(folder.path().join("removed/file"), "mine").unwrap();
        let mut wanted = tree(folder.path());
        wanted.remove(&folder.path().join("new.waiting"));
        assert!(!journal.complete());
        assert_eq!(tree(folder.path()), wanted);
    }
}
