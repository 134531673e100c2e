//! Clocks that are set back: cargo compares times, and takes a file that was changed after that for unchanged.

use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};

use walkdir::WalkDir;

/// How deep below a target folder the fingerprints of packages are, with a target's own folder: `<triple>/debug/.fingerprint`.
const DEPTH: usize = 3;
const FINGERPRINTS: &str = ".fingerprint";

/// The times of files are up to a tick of the clock behind.
const TICK: Duration = Duration::from_secs(1);

/// Removes a build that is dated later than a file would be that is written now.
pub(super) fn discard_later_build(target_dir: &Path) {
    if let Some(now) = now_in(target_dir)
        && is_later(target_dir, now)
    {
        // What stays of it is as if the clock had not been noticed.
        let _ = fs::remove_dir_all(target_dir);
    }
}

/// The time that the file system gives to a new file.
fn now_in(folder: &Path) -> Option<SystemTime> {
    let probe = tempfile::tempfile_in(folder).ok()?;
    probe.metadata().and_then(|file| file.modified()).ok()
}

/// Whether something was compiled later than `now`.
fn is_later(target_dir: &Path, now: SystemTime) -> bool {
    let folders = WalkDir::new(target_dir).max_depth(DEPTH).into_iter().flatten();
    let fingerprints = folders.filter(|entry| entry.file_name() == FINGERPRINTS);
    let files = fingerprints.flat_map(|folder| WalkDir::new(folder.path()).into_iter().flatten());
    let times = files.filter_map(|file| file.metadata().ok()?.modified().ok());
    times.max().is_some_and(|last| last > now + TICK)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn builds_of_the_future_are_discarded_and_others_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        for (below, ahead, kept) in [("debug", 0, true), ("debug", 60, false), ("triple/debug", 60, false)] {
            let target = folder.path().join("target");
            let package = target.join(below).join(".fingerprint/demo-1");
            fs::create_dir_all(&package).unwrap();
            let file = fs::File::create(package.join("dep-lib-demo")).unwrap();
            file.set_modified(SystemTime::now() + Duration::from_secs(ahead)).unwrap();
            discard_later_build(&target);
            assert_eq!(target.exists(), kept, "{below}, {ahead} s ahead");
            let _ = fs::remove_dir_all(&target);
        }
        discard_later_build(&folder.path().join("missing"));
    }
}
