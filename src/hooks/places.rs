//! The places of the workspace and of hooks in a repository.

use std::path::{Path, PathBuf};

use anyhow::Result;

use morph_source::exit::{Code, fail};
use morph_source::workspace::Repository;

/// The path of the workspace's root below that of the repository.
pub fn below_top(repository: &Repository, root: &Path) -> Result<PathBuf> {
    real(root).strip_prefix(real(&repository.top)).map(Path::to_owned).map_err(|_| {
        let (root, top) = (root.display(), repository.top.display());
        fail(Code::Usage, format!("the workspace {root} is not below the repository's root {top}"))
    })
}

/// The folder in which git looks for hooks, if it belongs to this repository alone: one elsewhere runs its hooks in all
/// repositories of a user.
pub fn own_hooks_folder(repository: &Repository) -> Result<PathBuf> {
    let folder = hooks_folder(repository)?;
    let common = repository.text(&["rev-parse", "--path-format=absolute", "--git-common-dir"])?;
    let common = PathBuf::from(common.trim_end_matches('\n'));
    let place = real(&folder);
    if [&repository.top, &common].iter().any(|own| place.starts_with(real(own))) {
        return Ok(folder);
    }
    let why = format!(
        "core.hooksPath leads to {}, outside this repository, where a hook would run in others, too; unset it for this \
         repository: `git config core.hooksPath .git/hooks`",
        folder.display()
    );
    Err(fail(Code::Usage, why))
}

/// A path without links, as far as it exists.
fn real(path: &Path) -> PathBuf {
    let existing = path.ancestors().find_map(|there| Some((there, there.canonicalize().ok()?)));
    match existing {
        Some((there, real)) => real.join(path.strip_prefix(there).unwrap_or(Path::new(""))),
        None => path.to_owned(),
    }
}

/// The folder in which git looks for hooks: `core.hooksPath`, or the folder that all work trees share.
pub fn hooks_folder(repository: &Repository) -> Result<PathBuf> {
    let path = repository.text(&["rev-parse", "--path-format=absolute", "--git-path", "hooks"])?;
    Ok(PathBuf::from(path.trim_end_matches('\n')))
}
