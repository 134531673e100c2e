//! `plan`: which shard searches which functions, as schedulers take it.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

use anyhow::Result;

use super::discover::{archive_lab, read_in};
use super::memory::Memory;
use super::opened::{load_alone, selection};
use super::sharing::items;
use crate::exploration::recorded_seconds;
use crate::options::{Options, Plan};
use crate::shards::{Assignment, jobs};
use crate::suite::{Access, replace};
use morph_source::exit::Code;
use morph_source::progress::Progress;
use morph_source::scan;
use morph_source::workspace;

/// Runs the command.
pub fn run(options: &Options, plan: &Plan, progress: &dyn Progress) -> Result<Code> {
    // Only what is built has to be alone.
    let (workspace, _lock) = match &options.lab_archive {
        Some(_) => load_alone(options, progress)?,
        None => (workspace::load(&selection(options))?, None),
    };
    let memory = Memory::of(&workspace, options, plan.discover)?;
    let read = read_in(&workspace, Instant::now(), options, progress)?;
    let seconds = |path: &str| recorded_seconds(&memory.cache, &memory.ground, path);
    let recorded: BTreeMap<String, u64> = scan::tested(&read.subjects)
        .iter()
        .filter_map(|subject| Some((subject.path.clone(), (seconds(&subject.path)? * 1e9) as u64 + 1)))
        .collect();
    let assignment = Assignment::balanced(
        &items(&read.read.functions, &read.closures, &read.subjects, &recorded),
        plan.shards,
    );
    if let Some(file) = &plan.out {
        write(file, &assignment)?;
    }
    if options.lab_archive.is_some() {
        archive_lab(&workspace, &read, options, plan.discover, progress)?;
    }
    let files = [("plan", &plan.out), ("lab-archive", &options.lab_archive)];
    let files = files.into_iter().filter_map(|(flag, file)| Some((flag, file.as_ref()?)));
    let with: String = files.map(|(flag, file)| format!(" --{flag} {}", file.display())).collect();
    let Plan { shards, command, .. } = plan;
    let command =
        format!("cargo morph {} --shard {{}}/{shards}{with} --out shards/{{}}.json", command.name());
    anstream::print!("{}", jobs(plan.scheduler, *shards, &command));
    progress.note(&format!(
        "{} functions, {} with recorded times; when all jobs are done, run: cargo morph merge shards/*.json",
        assignment.of.len(),
        recorded.len()
    ));
    Ok(Code::Done)
}

fn write(file: &Path, assignment: &Assignment) -> Result<()> {
    replace(file, Some(assignment.text()?), Access::AsBefore)
}
