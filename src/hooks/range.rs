//! Private copies of the trees that are staged or pushed, and the changes in them.

use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::options::When;
use morph_source::exit::{Code, fail};
use morph_source::files::unwritable;
use morph_source::workspace::Repository;

/// A tree to check, and the one before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Range {
    /// A commit or a tree.
    from: String,
    /// A commit, or `None` for the index.
    to: Option<String>,
}

/// The ranges that git is about to commit or to push; `refs` is the text on the hook's standard input.
pub fn ranges(repository: &Repository, when: When, refs: &str) -> Result<Vec<Range>> {
    match when {
        When::PreCommit => {
            let head = repository.run(&["rev-parse", "--verify", "--quiet", "HEAD"])?;
            let from = match head.status.success() {
                true => String::from_utf8_lossy(&head.stdout).trim().to_owned(),
                // The first commit.
                false => empty_tree(repository)?,
            };
            Ok(vec![Range { from, to: None }])
        }
        When::PrePush => refs.lines().filter_map(|line| pushed(repository, line).transpose()).collect(),
    }
}

/// The range of one line of a push, `<local ref> <local commit> <remote ref> <remote commit>`; `None` if it deletes a
/// branch.
fn pushed(repository: &Repository, line: &str) -> Result<Option<Range>> {
    let fields: Vec<&str> = line.split(' ').collect();
    let &[_, local, _, remote] = fields.as_slice() else {
        return Err(fail(Code::Usage, format!("`{line}` is not a line that git passes to a pre-push hook")));
    };
    let none = |commit: &str| commit.bytes().all(|byte| byte == b'0');
    if none(local) {
        return Ok(None);
    }
    let to = Some(local.to_owned());
    let commit = format!("{remote}^{{commit}}");
    if !none(remote) && repository.run(&["rev-parse", "--verify", "--quiet", &commit])?.status.success() {
        return Ok(Some(Range { from: remote.to_owned(), to }));
    }
    // The branch is new, or its remote end is not known here: take the commits that no remote has.
    let new = repository.text(&["rev-list", "--topo-order", "--reverse", local, "--not", "--remotes"])?;
    let from = match new.lines().next() {
        None => local.to_owned(),
        Some(first) => {
            let parent = repository.run(&["rev-parse", "--verify", "--quiet", &format!("{first}^")])?;
            match parent.status.success() {
                true => String::from_utf8_lossy(&parent.stdout).trim().to_owned(),
                false => empty_tree(repository)?,
            }
        }
    };
    Ok(Some(Range { from, to }))
}

fn empty_tree(repository: &Repository) -> Result<String> {
    Ok(repository.text(&["hash-object", "-t", "tree", "--stdin"])?.trim().to_owned())
}

impl Range {
    /// The change as a unified diff.
    pub fn diff(&self, repository: &Repository) -> Result<String> {
        match &self.to {
            Some(to) => repository.diff(&[&self.from, to]),
            None => repository.diff(&["--cached", &self.from]),
        }
    }

    /// Writes every file of the tree below `folder`, which is emptied first.
    pub fn export(&self, repository: &Repository, folder: &Path) -> Result<()> {
        if folder.exists() {
            std::fs::remove_dir_all(folder).map_err(unwritable(folder))?;
        }
        std::fs::create_dir_all(folder).map_err(unwritable(folder))?;
        let prefix = format!("--prefix={}/", folder.display());
        let Some(commit) = &self.to else {
            // `GIT_INDEX_FILE` names the index: with `git commit <file>`, it is not the usual one.
            return repository.text(&["checkout-index", "--all", "--force", &prefix]).map(|_| ());
        };
        let index: PathBuf = folder.with_extension("index");
        let repository = repository.with_index(&index);
        repository.text(&["read-tree", commit])?;
        repository.text(&["checkout-index", "--all", "--force", &prefix])?;
        std::fs::remove_file(&index).map_err(unwritable(folder))
    }
}

/// Whether a diff changes files that a check may depend on.
pub fn concerns(diff: &str) -> bool {
    let names = diff.lines().filter_map(|line| {
        line.strip_prefix("--- ")
            .or_else(|| line.strip_prefix("+++ "))
            .or_else(|| line.strip_prefix("rename to "))
    });
    let ends = |name: &str| {
        let name = name.trim_end().trim_end_matches('"');
        [".rs", ".toml", "Cargo.lock"].iter().any(|end| name.ends_with(end))
    };
    names.into_iter().any(ends)
}
