//! The commands: each is a walk through the stages.

mod adequacy;
mod building;
mod check;
mod clean;
mod damaged;
mod discover;
mod explain;
mod ground;
mod hook;
mod kill;
mod lab_archive;
mod list;
mod matching;
mod memory;
mod merge;
pub mod merge_file;
mod opened;
mod paths;
mod plan;
mod ratchet;
mod review;
mod scan;
mod searched;
mod shard;
mod sharing;
mod suspects;
mod thresholds;
mod writing;

use anyhow::Result;

use crate::options::{Command, Options};
use crate::progress::{self, Event};
use building::on_what_builds;
use damaged::with_sound_builds;
use morph_source::exit::{Code, code_of};
use morph_source::progress::Progress;
use morph_symbolic::solver::{Limits, Solver};

/// Runs a command and says how it ended.
pub fn run(options: &Options) -> Result<Code> {
    let progress = &*progress::of(options.message_format, options.verbosity);
    let ended = run_telling(options, progress);
    if let Err(error) = &ended {
        progress.event(&|| Event::Error { message: format!("{error:#}") }.line());
    }
    let code = ended.as_ref().map_or_else(code_of, |code| *code);
    progress.event(&|| Event::Finished { code: code as u8 }.line());
    ended
}

fn run_telling(options: &Options, progress: &dyn Progress) -> Result<Code> {
    if matches!(options.command, Command::Scan { .. } | Command::Discover(_)) {
        // A solver that is asked for and missing is reported before anything is built.
        Solver::new(options.solver, Limits::default())?;
    }
    on_what_builds(options, progress, &|options| {
        with_sound_builds(options, progress, &|| run_once(options, progress))
    })
}

fn run_once(options: &Options, progress: &dyn Progress) -> Result<Code> {
    match &options.command {
        Command::Scan(scan) if scan.paths => paths::run(options, *scan, progress),
        Command::Scan(_) => scan::run(options),
        Command::Discover(discover) => match &options.shard {
            Some(shard) => shard::run(options, *discover, shard, progress),
            None => discover::run(options, *discover, progress),
        },
        Command::Plan(plan) => plan::run(options, plan, progress),
        Command::Merge(merge) => merge::run(options, merge, progress),
        Command::Review(review) => review::run(options, review, progress),
        Command::Kill(kill) => kill::run(options, kill, progress),
        Command::List => list::run(options, progress),
        Command::Explain(explain) => explain::run(options, explain, progress),
        Command::Suspects(suspects) => suspects::run(options, suspects, progress),
        Command::Check(check) => check::run(options, *check, progress),
        Command::Adequacy(adequacy) => adequacy::run(options, adequacy, progress),
        Command::Hook(hook) => hook::run(options, *hook, progress),
        Command::Clean(clean) => clean::run(options, *clean, progress),
    }
}
