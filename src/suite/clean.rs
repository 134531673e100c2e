//! Takes back what [`super::write`] wrote.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::catalogue::{Catalogue, WRITTEN, file_of, load_catalogue};
use super::declare::{self, NAME};
use super::files::{Changes, commit, without_unchanged};
use super::header::is_blank;
use super::plan::HELPERS;
use super::regions::{Pieces, checksum};
use morph_source::exit::{Code, fail};
use morph_source::files::read_if_there;
use morph_source::workspace::{self, Workspace};

/// What [`clean`] did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cleaned {
    /// Files that were changed or removed, and our folder below the target folder if it was there.
    pub changed: Vec<PathBuf>,
    /// Test modules and catalogues that stay because they hold what a person wrote.
    pub kept: Vec<PathBuf>,
}

/// Removes the generated regions, modules, declarations and catalogues, and our scratch folder.
/// Text of a person stays, and so does a region that a person edited.
pub fn clean(workspace: &Workspace) -> anyhow::Result<Cleaned> {
    let mut changes = Changes::new();
    let mut cleaned = Cleaned::default();
    for package in &workspace.packages {
        let catalogue = load_catalogue(package)?;
        let mut edits: BTreeMap<PathBuf, Vec<declare::Edit>> = BTreeMap::new();
        for target in &package.targets {
            for module in &target.modules {
                let file = module.child_dir.join(format!("{NAME}.rs"));
                // A file that belongs to several targets is the first one's.
                if changes.contains_key(&file) {
                    continue;
                }
                let Some(text) = read_if_there(&file)? else { continue };
                let prefix = module.path_in(&target.name);
                let mut pieces = Pieces::read(&text, &file)?;
                let names = pieces.names();
                if names.is_empty() && !is_blank(&pieces.outside(), &prefix) {
                    continue;
                }
                for name in names {
                    let path = if name == HELPERS {
                        format!("{prefix}::{NAME}")
                    } else {
                        format!("{prefix}::{name}")
                    };
                    let edited = match (catalogue.checksum(&path), pieces.region(&name)) {
                        (Some(written), Some(text)) => written != checksum(text),
                        _ => false,
                    };
                    if !edited {
                        pieces.remove(&name);
                    }
                }
                if pieces.names().is_empty() && is_blank(&pieces.outside(), &prefix) {
                    let source = workspace::parse(&module.file)?;
                    let text = read_if_there(&module.file)?.unwrap_or_default();
                    let removal = declare::removal(module, &source, &text)?;
                    edits.entry(module.file.clone()).or_default().extend(removal);
                    changes.insert(file, None);
                } else {
                    changes.insert(file.clone(), Some(pieces.text()));
                    cleaned.kept.push(file);
                }
            }
        }
        for (file, edits) in edits {
            let text = read_if_there(&file)?.unwrap_or_default();
            changes.insert(file, Some(declare::apply(&text, edits)));
        }
        let written = catalogue.relations.iter().filter(|record| record.strategy == WRITTEN);
        let kept = Catalogue::new(written.cloned().collect(), Vec::new(), &catalogue);
        if !kept.is_empty() {
            cleaned.kept.push(file_of(package));
        }
        changes.insert(file_of(package), (!kept.is_empty()).then(|| kept.text()));
    }
    let changes = without_unchanged(changes);
    commit(&changes, &workspace.scratch())?;
    cleaned.changed.extend(changes.into_keys());
    cleaned.changed.extend(remove_scratch(&workspace.scratch())?);
    Ok(cleaned)
}

/// Removes our scratch folder; returns it if it was there.
pub fn remove_scratch(scratch: &Path) -> anyhow::Result<Option<PathBuf>> {
    match fs::remove_dir_all(scratch) {
        Ok(()) => {
            // The folder around it may be ours alone; it goes if it is empty.
            if let Some(parent) = scratch.parent() {
                let _ = fs::remove_dir(parent);
            }
            Ok(Some(scratch.to_owned()))
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(fail(Code::Environment, format!("cannot remove {}: {error}", scratch.display()))),
    }
}
