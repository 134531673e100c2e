//! Files of reports, which are replaced atomically.

use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::suite::files::{self, Access, Changes};
use morph_source::exit::{Code, fail};

/// A file that can hold a report.
#[derive(Debug)]
pub struct ReportFile(PathBuf);

impl ReportFile {
    /// The file at the path of a flag, which must name a new file or one that may be replaced.
    pub fn at(flag: &str, file: &Path) -> Result<ReportFile> {
        let is = match std::fs::metadata(file) {
            Ok(there) if there.is_dir() => Some("a folder"),
            // Renaming a file over a device or a pipe would remove it.
            Ok(there) if !there.is_file() => Some("not a regular file"),
            _ => None,
        };
        if let Some(is) = is {
            return Err(fail(Code::Usage, format!("{flag} {}: this is {is}; name a file", file.display())));
        }
        let place = std::path::absolute(file)
            .map_err(|error| fail(Code::Usage, format!("{flag} {}: {error}", file.display())))?;
        if let Some(folder) = place.parent().filter(|folder| !folder.exists()) {
            let why = format!("{flag} {}: there is no folder {}", file.display(), folder.display());
            return Err(fail(Code::Usage, why));
        }
        files::check(&Changes::from([(place.clone(), None)]))?;
        Ok(ReportFile(place))
    }

    /// Writes its text.
    pub fn write(&self, text: String) -> Result<()> {
        files::replace(&self.0, Some(text), Access::AsBefore)
    }
}
