//! `review`, `accept` and `reject`: what a person says of the relations that `discover --pending` found.

mod answers;
mod asked;
mod deleted;
mod pending;
mod waiting;

use std::io::IsTerminal as _;

use anyhow::Result;

use super::opened::load_alone;
use crate::options::{Format, Options, Review, Which};
use crate::report::{self, Document};
use morph_source::exit::Code;
use morph_source::progress::Progress;

use answers::{accept, reject};
use asked::{Answers, ask};
use pending::listed;

pub use answers::accept_in;
pub use deleted::ask_about_deleted;
pub use pending::{add, leave};
pub use waiting::{Waiting, waiting};

/// Runs the command.
pub fn run(options: &Options, review: &Review, progress: &dyn Progress) -> Result<Code> {
    match review {
        Review::Ask => {
            // A person may take long: others may use the workspace meanwhile.
            let all = listed(options, &load_alone(options, progress)?.0)?;
            let can_ask = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
            if options.format == Format::Human && can_ask && !all.is_empty() {
                return answer(options, ask(&all)?, progress);
            }
            let all = all.into_iter().map(|waiting| waiting.report).collect();
            report::print(&Document::Review(report::Review::new(all)), options.format)?;
            Ok(Code::Done)
        }
        Review::Accept(which) => accept(options, which, progress),
        Review::Reject { which, because } => reject(options, which, because.as_deref(), progress),
    }
}

/// Does what a person answered.
fn answer(options: &Options, answers: Answers, progress: &dyn Progress) -> Result<Code> {
    let Answers { accepted, rejected } = answers;
    if !rejected.is_empty() {
        reject(options, &Which::These(rejected), None, progress)?;
    }
    match accepted.is_empty() {
        true => Ok(Code::Done),
        false => accept(options, &Which::These(accepted), progress),
    }
}
