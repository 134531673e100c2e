//! Where the workspace stands in its repository.

use std::path::{Path, PathBuf};

use anyhow::Result;

use morph_source::exit::{Code, fail};
use morph_source::workspace::Repository;

/// The workspace's root, from that of the repository.
pub fn below_top(repository: &Repository, root: &Path) -> Result<PathBuf> {
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    real(root).strip_prefix(real(&repository.top)).map(Path::to_owned).map_err(|_| {
        let (root, top) = (root.display(), repository.top.display());
        fail(Code::Usage, format!("the workspace {root} is not below the repository's root {top}"))
    })
}
