//! `hook`: checks before every commit or push.

use std::io::Read as _;
use std::path::Path;

use anyhow::{Context as _, Result};

use super::opened::{lock, selection};
use crate::hooks::{self, Tree, below_top, hooks_folder, own_hooks_folder, ranges};
use crate::options::{Hook, Options, When};
use morph_source::exit::Code;
use morph_source::progress::Progress;
use morph_source::workspace::{self, Opened, Repository};

/// Runs the command.
pub fn run(options: &Options, hook: Hook, progress: &dyn Progress) -> Result<Code> {
    let opened = workspace::open(&selection(options))?;
    let repository = Repository::around(opened.root())?;
    match hook {
        Hook::Install { when, fail_under } => {
            let manifest = below_top(&repository, opened.root())?.join("Cargo.toml");
            let file = own_hooks_folder(&repository)?.join(when.file_name());
            let text = hooks::text(when, &manifest, fail_under)?;
            let said = hooks::install(&file, &text)?;
            anstream::println!("{said} {}", from_here(&file).display());
            hooks::install_driver(&repository)?;
            Ok(Code::Done)
        }
        Hook::Uninstall(when) => uninstall(&repository, when),
        Hook::Run { when, fail_under } => {
            // Git gives the place of the index relative to the root.
            let repository = Repository::around(&repository.top)?;
            verify(options, &opened, &repository, when, fail_under, progress)
        }
    }
}

/// Removes one hook, or both.
fn uninstall(repository: &Repository, when: Option<When>) -> Result<Code> {
    let folder = hooks_folder(repository)?;
    let all = [When::PreCommit, When::PrePush];
    let mut any = false;
    for when in all.into_iter().filter(|one| when.is_none_or(|wanted| wanted == *one)) {
        let file = folder.join(when.file_name());
        if hooks::uninstall(&file)? {
            anstream::println!("restored {}", from_here(&file).display());
            any = true;
        }
    }
    // The driver serves both hooks' users.
    if when.is_none() && hooks::uninstall_driver(repository)? {
        any = true;
    }
    if !any {
        anstream::println!("no hook is installed");
    }
    Ok(Code::Done)
}

/// A file as it is named in the current folder.
fn from_here(file: &Path) -> &Path {
    let here = std::env::current_dir().ok();
    here.and_then(|here| file.strip_prefix(here).ok()).unwrap_or(file)
}

/// The body of an installed hook: `check`, and `adequacy` where a share is given, of what is staged or pushed.
fn verify(
    options: &Options,
    opened: &Opened,
    repository: &Repository,
    when: When,
    fail_under: Option<f64>,
    progress: &dyn Progress,
) -> Result<Code> {
    let mut refs = String::new();
    if when == When::PrePush {
        std::io::stdin()
            .read_to_string(&mut refs)
            .context("cannot read the refs that git passes to the hook")?;
    }
    let below = below_top(repository, opened.root())?;
    let folder = opened.scratch().join("hook");
    for range in ranges(repository, when, &refs)? {
        let diff = range.diff(repository)?;
        if !hooks::concerns(&diff) {
            continue;
        }
        let _lock = lock(opened, progress)?;
        let Some(tree) = Tree::export(repository, &range, &diff, &folder, &below, opened.root())? else {
            progress.note("nothing to check: the staged or pushed tree has no Cargo.toml");
            continue;
        };
        let mut code = tree.run(options, "check", &["--deny-stale".to_owned()])?;
        if let (Some(Code::Done), Some(share)) = (code, fail_under) {
            code = tree.run(options, "adequacy", &["--fail-under".to_owned(), share.to_string()])?;
        }
        match code {
            Some(Code::Done) => {}
            Some(code) => {
                let what = if when == When::PreCommit { "commit" } else { "push" };
                progress.note(&format!(
                    "cargo morph rejected this {what}; `git {what} --no-verify` skips the check"
                ));
                return Ok(code);
            }
            None => return Ok(Code::Internal),
        }
    }
    Ok(Code::Done)
}
