//! `merge`: what one machine would have written or reported, from the files of all shards.

mod callable;
mod reports;
mod search;

use std::collections::BTreeSet;
use std::time::Instant;

use anyhow::Result;

use super::adequacy::Files;
use super::discover::read_in;
use super::ground;
use super::opened::{load_alone, scan_all};
use super::sharing::selected;
use crate::options::{AdequacyReport, Merge, Options, Shared, UNSUITED};
use crate::shards::{Found, Origin, ShardFile};
use morph_source::exit::{Code, fail};
use morph_source::progress::Progress;
use morph_source::scan::{self, Subject};
use morph_source::workspace::Workspace;

/// Runs the command.
pub fn run(options: &Options, merge: &Merge, progress: &dyn Progress) -> Result<Code> {
    let begin = Instant::now();
    let shards = ShardFile::read_all(&merge.files)?;
    let (origin, seed) = (shards[0].origin.clone(), shards[0].seed);
    refuse_idle(options, merge, origin.command)?;
    let files = Files::of(&merge.report)?;
    let (workspace, _lock) = load_alone(options, progress)?;
    refuse_foreign(&workspace, &origin)?;
    let subjects: BTreeSet<String> = shards.iter().flat_map(|shard| shard.subjects.iter().cloned()).collect();
    let warnings: BTreeSet<String> = shards.iter().flat_map(|shard| shard.warnings.clone()).collect();
    let warn = || warnings.iter().for_each(|warning| progress.warn(warning));
    let options = &Options { seed, ..options.clone() };
    let found = shards.into_iter().map(|shard| shard.found);
    if origin.command == Shared::Discover {
        let of = |found| if let Found::Discover(found) = found { Some(*found) } else { None };
        let read = read_in(&workspace, begin, options, progress)?;
        refuse_other_functions(scan::tested(&read.subjects), subjects)?;
        warn();
        return search::write(options, merge, &workspace, (read, all(found.map(of))?), begin, progress);
    }
    let read = scan_all(&workspace, options)?;
    refuse_other_functions(&selected(options, &workspace, &read.functions), subjects)?;
    warn();
    match origin.command {
        Shared::Adequacy => {
            let of = |found| if let Found::Adequacy(found) = found { Some(*found) } else { None };
            reports::measured(options, (&merge.report, &files), all(found.map(of))?, progress)
        }
        Shared::Suspects => {
            let of = |found| if let Found::Suspects(found) = found { Some(found) } else { None };
            reports::suspected(options, &workspace, &read, all(found.map(of))?, progress)
        }
        // A search has ended above.
        Shared::Check | Shared::Discover => {
            let of = |found| if let Found::Check(found) = found { Some(found) } else { None };
            reports::checked(options, all(found.map(of))?, progress)
        }
    }
}

/// The results of all shards, where each is of the command that they were made by.
fn all<T>(found: impl Iterator<Item = Option<T>>) -> Result<Vec<T>> {
    let all: Option<Vec<T>> = found.collect();
    all.ok_or_else(|| fail(Code::Usage, "a shard has the results of another command; run it again"))
}

/// Refuses flags that mean nothing to the results of a command.
fn refuse_idle(options: &Options, merge: &Merge, command: Shared) -> Result<()> {
    if !command.prints(options.format) {
        return Err(fail(Code::Usage, UNSUITED));
    }
    let idle = if command != Shared::Adequacy && merge.report != AdequacyReport::default() {
        "--details, --lines, --html and --badge are for shards of `adequacy`"
    } else if command != Shared::Discover && (merge.discover.dry_run || merge.discover.force) {
        "--dry-run and --force are for shards of `discover`"
    } else {
        return Ok(());
    };
    Err(fail(Code::Usage, format!("{idle}; these are of `{}`", command.name())))
}

/// Refuses shards of another state of the workspace.
fn refuse_foreign(workspace: &Workspace, origin: &Origin) -> Result<()> {
    let differences = origin.ground.differences(&ground::of(workspace)?);
    match differences.iter().find(|(differs, _)| *differs) {
        None => Ok(()),
        Some((_, what)) => {
            let why = format!("the shards come from {what} than this run");
            Err(fail(Code::Usage, why))
        }
    }
}

/// Refuses shards that do not have exactly the subjects that are selected here.
fn refuse_other_functions(here: &[Subject], there: BTreeSet<String>) -> Result<()> {
    let here: BTreeSet<String> = here.iter().map(|subject| subject.path.clone()).collect();
    let what = if let Some(path) = here.difference(&there).next() {
        format!("no shard has `{path}`, which is selected here")
    } else if let Some(path) = there.difference(&here).next() {
        format!("the shards have `{path}`, which is not selected here")
    } else {
        return Ok(());
    };
    Err(fail(Code::Usage, format!("{what}: give `merge` the same -p, --file and --function")))
}
