//! Files that are read and written, with errors that name them.

use std::fs;
use std::io;
use std::path::Path;

use anyhow::Result;

use crate::exit::{Code, fail};

/// Names the file that cannot be read: [`Code::Environment`].
pub fn unreadable(file: &Path) -> impl Fn(io::Error) -> anyhow::Error {
    move |error| fail(Code::Environment, format!("cannot read {}: {error}", file.display()))
}

/// Names the file or folder that cannot be written: [`Code::Environment`].
pub fn unwritable(file: &Path) -> impl Fn(io::Error) -> anyhow::Error {
    move |error| fail(Code::Environment, format!("cannot write {}: {error}", file.display()))
}

/// The same for what lies in the target folder.
pub fn unwritable_scratch(file: &Path) -> impl Fn(io::Error) -> anyhow::Error {
    move |error| {
        let why = format!("cannot write {}: {error}", file.display());
        fail(Code::Environment, format!("{why}; set CARGO_TARGET_DIR to a folder that can be written"))
    }
}

/// Whether there is no such file: nothing stands there, or a file where a folder would have to be.
pub fn is_missing(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

/// A file's text.
pub fn read(file: &Path) -> Result<String> {
    fs::read_to_string(file).map_err(unreadable(file))
}

/// A file's text, if it is there.
pub fn read_if_there(file: &Path) -> Result<Option<String>> {
    if_there(fs::read_to_string(file), file)
}

/// A file's bytes, if it is there.
pub fn bytes_if_there(file: &Path) -> Result<Option<Vec<u8>>> {
    if_there(fs::read(file), file)
}

/// Takes away the folders of a file that is gone, as far as they are empty.
pub fn remove_empty_folders(file: &Path) {
    let mut folder = file.parent();
    while let Some(empty) = folder {
        if fs::remove_dir(empty).is_err() {
            break;
        }
        folder = empty.parent();
    }
}

fn if_there<T>(read: io::Result<T>, file: &Path) -> Result<Option<T>> {
    match read {
        Ok(content) => Ok(Some(content)),
        Err(error) if is_missing(&error) => Ok(None),
        Err(error) => Err(unreadable(file)(error)),
    }
}
