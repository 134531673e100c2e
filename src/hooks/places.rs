//! The places of the workspace and of hooks in a repository.

use std::path::{Path, PathBuf};

use anyhow::Result;

use morph_source::exit::{Code, fail};
use morph_source::workspace::Repository;

/// The path of the workspace's root below that of the repository.
pub fn below_top(repository: &Repository, root: &Path) -> Result<PathBuf> {
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    real(root).strip_prefix(real(&repository.top)).map(Path::to_owned).map_err(|_| {
        let (root, top) = (root.display(), repository.top.display());
        fail(Code::Usage, format!("the workspace {root} is not below the repository's root {top}"))
    })
}

/// The folder in which git looks for hooks: `core.hooksPath`, or the folder that all work trees share.
pub fn hooks_folder(repository: &Repository) -> Result<PathBuf> {
    let path = repository.text(&["rev-parse", "--path-format=absolute", "--git-path", "hooks"])?;
    Ok(PathBuf::from(path.trim_end_matches('\n')))
}
