//! The HTML page's file, which is replaced all at once or not at all.

use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::report;
use crate::suite::files::{self, Changes};
use morph_source::exit::{Code, fail};

/// A file in which a page can be put.
#[derive(Debug)]
pub struct Page(PathBuf);

impl Page {
    /// The page at a path, as far as can be told now: a new file, or one that may be replaced.
    pub fn at(file: &Path) -> Result<Page> {
        let is = match std::fs::metadata(file) {
            Ok(there) if there.is_dir() => Some("a folder"),
            // Devices and pipes: renaming a file over one takes it away.
            Ok(there) if !there.is_file() => Some("no regular file"),
            _ => None,
        };
        if let Some(is) = is {
            return Err(fail(Code::Usage, format!("--html {}: this is {is}; name a file", file.display())));
        }
        let place = std::path::absolute(file)
            .map_err(|error| fail(Code::Usage, format!("--html {}: {error}", file.display())))?;
        files::check(&Changes::from([(place.clone(), None)]))?;
        Ok(Page(place))
    }

    /// Puts the page of a measurement there.
    pub fn write(&self, adequacy: &report::Adequacy) -> Result<()> {
        files::commit(&Changes::from([(self.0.clone(), Some(adequacy.to_html()))]))
    }
}
