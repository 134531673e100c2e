//! The script of a hook: it runs before the previous hook, and uninstalling it restores that one.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::options::When;
use crate::suite::{Access, replace};
use morph_source::exit::{Code, fail};
use morph_source::files::{bytes_if_there, unwritable};

/// The mark that distinguishes our scripts from others.
const MARK: &str = "# morph:hook";

const SCRIPT: &str = include_str!("../../templates/hook.sh");

/// The script; `manifest` is relative to the repository's root.
pub fn text(when: When, manifest: &Path, fail_under: Option<f64>) -> Result<String> {
    let manifest = manifest.to_string_lossy().replace('\\', "/");
    if manifest.contains('\'') {
        return Err(fail(Code::Usage, format!("the path {manifest} contains a quotation mark")));
    }
    let mut args = format!("{} --manifest-path '{manifest}'", when.file_name());
    if let Some(share) = fail_under {
        args += &format!(" --fail-under {share}");
    }
    Ok(SCRIPT.replace("{args}", &args))
}

/// Installs a script and keeps the previous hook beside it. Returns what was done, for the message.
pub fn install(file: &Path, text: &str) -> Result<&'static str> {
    let before = kept(file);
    let there = bytes_if_there(file)?;
    let ours = there.as_deref().is_some_and(is_ours);
    if there.as_deref() == Some(text.as_bytes()) {
        return Ok("already installed:");
    }
    let said = match (&there, ours) {
        (None, _) => "installed",
        (Some(_), true) => "updated",
        (Some(_), false) => "installed; the previous hook runs first:",
    };
    if !ours && there.is_some() {
        keep_before(file, &before)?;
    }
    replace(file, Some(text.to_owned()), Access::Executable)?;
    Ok(said)
}

/// Gives the previous hook a second name, which it keeps when ours takes the first. At no moment is there no hook.
fn keep_before(file: &Path, before: &Path) -> Result<()> {
    // An earlier installation may have been killed here.
    if is_same(file, before) {
        return Ok(());
    }
    if before.exists() {
        let why = format!("{} is in the way; move it elsewhere", before.display());
        return Err(fail(Code::Environment, why));
    }
    // Either keeps permissions: a hook that is not executable is still not run.
    fs::hard_link(file, before).or_else(|_| fs::rename(file, before)).map_err(unwritable(file))
}

/// Removes the script and restores the previous hook byte for byte. Returns whether the script was installed.
pub fn uninstall(file: &Path) -> Result<bool> {
    match bytes_if_there(file)? {
        Some(text) if is_ours(&text) => {}
        _ => return Ok(false),
    }
    let before = kept(file);
    let restored = if before.exists() { fs::rename(&before, file) } else { fs::remove_file(file) };
    restored.map(|()| true).map_err(unwritable(file))
}

/// The place of the previous hook.
fn kept(file: &Path) -> PathBuf {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    file.with_file_name(format!("{name}.before-cargo-morph"))
}

fn is_ours(text: &[u8]) -> bool {
    String::from_utf8_lossy(text).lines().any(|line| line.starts_with(MARK))
}

/// Whether two names are those of one file.
#[cfg(unix)]
fn is_same(file: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let id = |path| fs::symlink_metadata(path).map(|about| (about.dev(), about.ino())).ok();
    id(file).is_some_and(|id_of_file| id(other) == Some(id_of_file))
}

#[cfg(not(unix))]
fn is_same(_: &Path, _: &Path) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn script(fail_under: Option<f64>) -> String {
        text(When::PreCommit, Path::new("sub/Cargo.toml"), fail_under).unwrap()
    }

    #[test]
    fn previous_hook_is_restored_after_any_number_of_installations() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("hooks/pre-commit");
        for before in [None, Some(&b"#!/bin/sh\n\xff exit 0 # no line end"[..]), Some(b"")] {
            if let Some(text) = before {
                fs::create_dir_all(file.parent().unwrap()).unwrap();
                fs::write(&file, text).unwrap();
            }
            install(&file, &script(None)).unwrap();
            assert_eq!(install(&file, &script(None)).unwrap(), "already installed:");
            assert_eq!(install(&file, &script(Some(0.5))).unwrap(), "updated");
            assert_eq!(fs::read_to_string(&file).unwrap(), script(Some(0.5)));
            assert!(uninstall(&file).unwrap());
            assert_eq!(bytes_if_there(&file).unwrap().as_deref(), before);
            assert!(!uninstall(&file).unwrap());
            assert!(!kept(&file).exists());
        }
    }

    #[cfg(unix)]
    #[test]
    fn installation_that_was_killed_half_way_is_completed() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("pre-commit");
        fs::write(&file, "#!/bin/sh\n").unwrap();
        keep_before(&file, &kept(&file)).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "#!/bin/sh\n", "it is still run");
        assert_eq!(install(&file, &script(None)).unwrap(), "installed; the previous hook runs first:");
        assert!(uninstall(&file).unwrap());
        assert_eq!(fs::read_to_string(&file).unwrap(), "#!/bin/sh\n");
        assert!(!kept(&file).exists());
    }

    #[test]
    fn hook_of_others_is_not_uninstalled() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("pre-push");
        fs::write(&file, "#!/bin/sh\n").unwrap();
        assert!(!uninstall(&file).unwrap());
        assert_eq!(fs::read_to_string(&file).unwrap(), "#!/bin/sh\n");
    }
}
