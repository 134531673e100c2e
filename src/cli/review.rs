//! Arguments of the commands that are about single relations.

use std::path::PathBuf;

use clap::Args;

use crate::options::{Discover, Judge, Kill, Operators, Review, Which};

/// The relations that a verdict is about.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
struct WhichArgs {
    /// Ids of relations, such as gcd-6ba1c4, or names of their tests
    #[arg(value_name = "ID")]
    ids: Vec<String>,
    /// All pending relations
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
    /// The reason, recorded in `morph/verdicts.toml`
    #[arg(long, value_name = "TEXT")]
    because: Option<String>,
}

#[derive(Debug, Args)]
pub(super) struct ExplainArgs {
    /// Id of a relation, such as gcd-6ba1c4, or name of its test
    #[arg(value_name = "ID")]
    pub(super) id: String,
}

#[derive(Debug, Args)]
pub(super) struct KillArgs {
    /// Mutants as cargo-mutants names them, places such as src/num.rs:12, or ids of mutants
    #[arg(value_name = "MUTANT", required_unless_present = "from")]
    mutants: Vec<String>,
    /// Mutants that survived cargo-mutants: its folder mutants.out, or a file with one per line
    #[arg(long, value_name = "PATH")]
    from: Option<PathBuf>,
    /// Write the relations that kill them
    #[arg(long)]
    write: bool,
}

/// Laws that are found per function when mutants are to be killed.
const TO_KILL: usize = 20;

impl KillArgs {
    /// `discover` is how functions are searched otherwise.
    pub(super) fn resolve(self, discover: Discover) -> Kill {
        let KillArgs { mutants, from, write } = self;
        let discover = Discover {
            pending: true,
            max_relations: TO_KILL.max(discover.max_relations),
            observations: true,
            operators: Operators::All,
            judge: Judge::None,
            ..discover
        };
        Kill { mutants, from, write, discover }
    }
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
