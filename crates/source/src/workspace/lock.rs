//! One run at a time in a workspace's scratch folder.

use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;

use super::copy::TAG;
use crate::files::unwritable_scratch;

/// The right to use the scratch folder, until this is dropped or the process ends, however it ends.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

/// Waits until no other run uses the scratch folder; `waiting` is called if there is one. `None` where the file system
/// knows no locks.
pub(super) fn lock(scratch: &Path, waiting: &dyn Fn()) -> anyhow::Result<Option<Lock>> {
    let file = scratch.join("lock");
    let mut waited = false;
    loop {
        std::fs::create_dir_all(scratch).map_err(unwritable_scratch(scratch))?;
        mark(scratch).map_err(unwritable_scratch(scratch))?;
        let opened = File::options().create(true).truncate(false).write(true).open(&file);
        let opened = opened.map_err(unwritable_scratch(&file))?;
        let locked = match opened.try_lock() {
            Err(TryLockError::WouldBlock) => {
                if !waited {
                    waiting();
                }
                waited = true;
                opened.lock()
            }
            Err(TryLockError::Error(error)) => Err(error),
            Ok(()) => Ok(()),
        };
        match locked {
            // `clean` removes the file while it holds it: a waiting process then has a lock on a deleted file.
            Ok(()) if !is(&opened, &file) => {}
            Ok(()) => return Ok(Some(Lock { _file: opened })),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) if error.kind() == io::ErrorKind::Unsupported => return Ok(None),
            Err(error) => return Err(unwritable_scratch(&file)(error)),
        }
    }
}

/// Marks a folder as one that can be made again, which backups and runs with other target folders leave out.
fn mark(folder: &Path) -> io::Result<()> {
    let tag = folder.join(TAG);
    if tag.exists() { Ok(()) } else { std::fs::write(tag, "Signature: 8a477f597d28d172789f06886806bc55\n") }
}

/// Whether `path` still names the file.
#[cfg(unix)]
fn is(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    match (file.metadata(), std::fs::metadata(path)) {
        (Ok(ours), Ok(there)) => (ours.dev(), ours.ino()) == (there.dev(), there.ino()),
        _ => false,
    }
}

#[cfg(not(unix))]
fn is(_: &File, path: &Path) -> bool {
    path.exists()
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::sync::mpsc::channel;
    use std::time::Duration;

    use super::*;

    #[test]
    fn second_run_waits_for_the_first_even_if_that_takes_the_folder_away() {
        let folder = tempfile::tempdir().unwrap();
        let scratch = folder.path().join("target/morph");
        let first = lock(&scratch, &|| panic!("nobody else is here")).unwrap().unwrap();
        let (send, waits) = channel();
        std::thread::scope(|scope| {
            let second = scope.spawn(|| {
                let told = Cell::new(0);
                let second = lock(&scratch, &|| {
                    told.set(told.get() + 1);
                    send.send(()).unwrap();
                });
                (second.unwrap().unwrap(), told.get())
            });
            waits.recv_timeout(Duration::from_secs(20)).expect("it says that it waits");
            std::fs::remove_dir_all(&scratch).unwrap();
            drop(first);
            let (_second, told) = second.join().unwrap();
            assert_eq!(told, 1);
            assert!(scratch.join("lock").is_file());
        });
    }
}
