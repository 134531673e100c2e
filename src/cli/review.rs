//! Arguments of the commands that are about single relations.

use clap::Args;

use crate::options::{Review, Which};

/// The relations that a verdict is about.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
struct WhichArgs {
    /// Ids of relations, such as gcd-6ba1c4, or names of their tests
    #[arg(value_name = "ID")]
    ids: Vec<String>,
    /// All relations that are pending
    #[arg(long)]
    all: bool,
}

impl WhichArgs {
    fn resolve(self) -> Which {
        if self.all { Which::All } else { Which::These(self.ids) }
    }
}

#[derive(Debug, Args)]
pub(super) struct AcceptArgs {
    #[command(flatten)]
    which: WhichArgs,
}

#[derive(Debug, Args)]
pub(super) struct RejectArgs {
    #[command(flatten)]
    which: WhichArgs,
    /// The reason, for `morph/verdicts.toml`
    #[arg(long, value_name = "TEXT")]
    because: Option<String>,
}

#[derive(Debug, Args)]
pub(super) struct ExplainArgs {
    /// Id of a relation, such as gcd-6ba1c4, or name of its test
    #[arg(value_name = "ID")]
    pub(super) id: String,
}

impl AcceptArgs {
    pub(super) fn resolve(self) -> Review {
        Review::Accept(self.which.resolve())
    }
}

impl RejectArgs {
    pub(super) fn resolve(self) -> Review {
        Review::Reject { which: self.which.resolve(), because: self.because }
    }
}
