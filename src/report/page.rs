//! The file of the HTML page, which is replaced atomically.

use std::path::{Path, PathBuf};

use anyhow::Result;

use super::json::Adequacy;
use crate::suite::files::{self, Changes};
use morph_source::exit::{Code, fail};

/// A file that can hold the page.
#[derive(Debug)]
pub struct Page(PathBuf);

impl Page {
    /// The page at a path, which must name a new file or one that may be replaced.
    pub fn at(file: &Path) -> Result<Page> {
        let is = match std::fs::metadata(file) {
            Ok(there) if there.is_dir() => Some("a folder"),
            // Renaming a file over a device or a pipe would remove it.
            Ok(there) if !there.is_file() => Some("no regular file"),
            _ => None,
        };
        if let Some(is) = is {
            return Err(fail(Code::Usage, format!("--html {}: this is {is}; name a file", file.display())));
        }
        let place = std::path::absolute(file)
            .map_err(|error| fail(Code::Usage, format!("--html {}: {error}", file.display())))?;
        if let Some(folder) = place.parent().filter(|folder| !folder.exists()) {
            let why = format!("--html {}: there is no folder {}", file.display(), folder.display());
            return Err(fail(Code::Usage, why));
        }
        files::check(&Changes::from([(place.clone(), None)]))?;
        Ok(Page(place))
    }

    /// Writes the page of a measurement.
    pub fn write(&self, adequacy: &Adequacy) -> Result<()> {
        files::commit(&Changes::from([(self.0.clone(), Some(adequacy.to_html()))]))
    }
}
