//! Arguments of `hook`, and of the merge driver that it installs.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::parsers::parse_share;
use crate::options::{MergeFile, When};

#[derive(Debug, Subcommand)]
pub(super) enum HookArgs {
    /// Install a git hook; an existing hook runs first
    Install {
        #[command(flatten)]
        when: WhenArgs,
        /// Also fail if the adequacy of the changed functions is below this share, from 0 to 1
        #[arg(long, value_name = "SHARE", value_parser = parse_share)]
        fail_under: Option<f64>,
    },
    /// Remove the hooks and restore the previous ones
    Uninstall {
        #[command(flatten)]
        when: WhenArgs,
    },
    /// Run the checks of an installed hook
    #[command(hide = true)]
    Run {
        when: When,
        #[arg(long, value_parser = parse_share)]
        fail_under: Option<f64>,
        /// Arguments that git passes to the hook
        #[arg(trailing_var_arg = true)]
        git_args: Vec<String>,
    },
}

#[derive(Debug, Args)]
#[group(multiple = false)]
pub(super) struct WhenArgs {
    /// The pre-commit hook, which checks staged changes
    #[arg(long)]
    pre_commit: bool,
    /// The pre-push hook, which checks pushed commits [default for `install`]
    #[arg(long)]
    pre_push: bool,
}

impl WhenArgs {
    pub(super) fn resolve(&self) -> Option<When> {
        match (self.pre_commit, self.pre_push) {
            (true, _) => Some(When::PreCommit),
            (_, true) => Some(When::PrePush),
            _ => None,
        }
    }
}

#[derive(Debug, Args)]
pub(super) struct MergeFileArgs {
    /// The version of the common ancestor
    #[arg(value_name = "BASE")]
    base: PathBuf,
    /// Our version, which becomes the result
    #[arg(value_name = "OURS")]
    ours: PathBuf,
    /// Their version
    #[arg(value_name = "THEIRS")]
    theirs: PathBuf,
    /// Path of the file in the repository, if it differs from OURS
    #[arg(value_name = "PATH")]
    path: Option<PathBuf>,
}

impl MergeFileArgs {
    pub(super) fn resolve(self) -> MergeFile {
        let MergeFileArgs { base, ours, theirs, path } = self;
        MergeFile { base, ours, theirs, path }
    }
}
