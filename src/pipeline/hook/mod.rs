//! `hook`: checks before every commit or push.

mod below;
mod export;
mod script;
mod verify;

use std::path::PathBuf;

use anyhow::Result;

use self::below::below_top;
use super::opened::selection;
use crate::options::{Hook, Options, When};
use morph_source::exit::Code;
use morph_source::progress::Progress;
use morph_source::workspace::{self, Repository};

/// Runs the command.
pub fn run(options: &Options, hook: Hook, progress: &dyn Progress) -> Result<Code> {
    let opened = workspace::open(&selection(options))?;
    let repository = Repository::around(opened.root())?;
    match hook {
        Hook::Install { when, fail_under } => {
            let manifest = below_top(&repository, opened.root())?.join("Cargo.toml");
            let file = hooks_folder(&repository)?.join(when.file_name());
            let text = script::text(when, &manifest, fail_under)?;
            let said = script::install(&file, &text)?;
            anstream::println!("{said} {}", file.display());
            Ok(Code::Done)
        }
        Hook::Uninstall(when) => {
            let folder = hooks_folder(&repository)?;
            let all = [When::PreCommit, When::PrePush];
            let mut any = false;
            for when in all.into_iter().filter(|one| when.is_none_or(|wanted| wanted == *one)) {
                let file = folder.join(when.file_name());
                if script::uninstall(&file)? {
                    anstream::println!("restored {}", file.display());
                    any = true;
                }
            }
            if !any {
                anstream::println!("no hook is installed");
            }
            Ok(Code::Done)
        }
        Hook::Run { when, fail_under } => {
            // Where the index is that git tells of is told from the root.
            let repository = Repository::around(&repository.top)?;
            verify::run(options, &opened, &repository, when, fail_under, progress)
        }
    }
}

/// Where git looks for hooks: `core.hooksPath`, or the folder that all work trees share.
fn hooks_folder(repository: &Repository) -> Result<PathBuf> {
    let path = repository.text(&["rev-parse", "--path-format=absolute", "--git-path", "hooks"])?;
    Ok(PathBuf::from(path.trim_end_matches('\n')))
}
