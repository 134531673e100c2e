//! Arguments of `hook`.

use clap::{Args, Subcommand};

use super::parsers::parse_share;
use crate::options::When;

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
