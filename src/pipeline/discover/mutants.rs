//! The mutants of a run: made, held out, and counted.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;

use super::explored::Explorations;
use crate::options::{Discover, Judge, Options};
use morph_lab::mutants::{self, Mutant, MutantStatus, Tool, listed};
use morph_lab::{Lab, LabMutant, MutantId};
use morph_source::progress::Progress;
use morph_source::scan::{Function, NotCompiled};
use morph_source::workspace::Workspace;

/// The mutants of the functions: those of cargo-mutants first, then ours that it does not list; and cargo-mutants.
pub fn make_mutants(
    options: &Options,
    discover: &Discover,
    workspace: &Workspace,
    functions: &[Function],
    progress: &dyn Progress,
) -> Result<(Vec<Mutant>, Option<Tool>)> {
    let operators = discover.operators;
    let tool = operators.listed().then(|| mutants::provide(options.offline, progress)).transpose()?;
    let stage = progress.stage("mutants");
    let mut all = Vec::new();
    let mut parts = Vec::new();
    if let Some(tool) = &tool {
        all = mutants::list(tool, workspace, functions, progress)?;
        parts.push(format!("{} from cargo-mutants {}", all.len(), tool.version()));
    }
    if operators.own() {
        let own = mutants::without_listed(mutants::list_own(functions)?, &all);
        parts.push(format!("{} of our own operators", own.len()));
        all.extend(own);
    }
    let not_compiled = NotCompiled::of(workspace)?;
    all.retain(|mutant| !not_compiled.holds(&mutant.file, &mutant.span));
    stage.finish(parts.join(", "));
    Ok((all, tool))
}

/// Functions with fewer mutants keep all for the search, which would find nothing with less.
const ENOUGH: usize = 6;

/// The mutants that the search does not see.
pub fn held_out(seed: u64, judge: Judge, lab: &Lab) -> BTreeSet<MutantId> {
    let mut viable: BTreeMap<&str, usize> = BTreeMap::new();
    for mutant in lab.mutants.iter().filter(|m| m.runs()) {
        *viable.entry(&mutant.mutant.function).or_default() += 1;
    }
    let enough = |mutant: &Mutant| viable.get(&*mutant.function).is_some_and(|count| *count >= ENOUGH);
    let held = |mutant: &Mutant| match judge {
        Judge::HeldOut => enough(mutant) && mutants::is_held_out(seed, &mutant.id),
        Judge::CargoMutants => !mutant.genre.is_own(),
    };
    lab.mutants.iter().filter(|m| held(&m.mutant)).map(|m| m.id).collect()
}

/// Why mutants are left out of functions that are not tested themselves.
const NOT_CALLED: &str = "in functions that no tested function is seen to call";

/// What becomes of the mutants of a run.
#[derive(Default)]
pub struct Statuses {
    /// Of those that the search saw, and of those that were held out.
    pub of: [BTreeMap<MutantId, MutantStatus>; 2],
}

impl Statuses {
    /// Those of one function's mutants. `stands` says which relations are written.
    pub fn of_function(
        run: &Explorations<'_>,
        at: usize,
        stands: &dyn Fn(&str) -> bool,
    ) -> [BTreeMap<MutantId, MutantStatus>; 2] {
        let mut statuses = [BTreeMap::new(), BTreeMap::new()];
        let Ok(explored) = &run.explored[at] else { return statuses };
        let killed: BTreeSet<MutantId> = explored
            .relations
            .iter()
            .filter(|kept| stands(&kept.id))
            .flat_map(|kept| kept.kills.iter().chain(&kept.failures).chain(&kept.held_out))
            .copied()
            .collect();
        for mutant in listed(&run.subjects[at], run.lab, run.closures) {
            let status = if !mutant.viable {
                MutantStatus::Unviable
            } else if killed.contains(&mutant.id) {
                MutantStatus::Killed
            } else if explored.distinguished.contains(&mutant.id) {
                MutantStatus::Missed
            } else {
                MutantStatus::Equivalent
            };
            statuses[usize::from(run.held_out.contains(&mutant.id))].insert(mutant.id, status);
        }
        statuses
    }

    /// Adds those of a function: a mutant that several functions reach counts once, by the best that becomes of it.
    pub fn add(&mut self, of_function: &[BTreeMap<MutantId, MutantStatus>; 2]) {
        for (all, own) in self.of.iter_mut().zip(of_function) {
            for (id, status) in own {
                let known = all.entry(*id).or_insert(*status);
                *known = (*known).max(*status);
            }
        }
    }

    /// Counts by reason the mutants that are in none of the other numbers.
    pub fn left_out(&self, lab: &Lab, not_called: usize) -> BTreeMap<String, usize> {
        let reason = |mutant: &LabMutant| match mutant.unswitchable {
            Some(why) => Some(why.reason()),
            None => self.of.iter().all(|of| !of.contains_key(&mutant.id)).then_some(NOT_CALLED),
        };
        let mut counts = BTreeMap::from([(NOT_CALLED.to_owned(), not_called)]);
        for reason in lab.mutants.iter().filter_map(reason) {
            *counts.entry(reason.to_owned()).or_default() += 1;
        }
        counts.retain(|_, count| *count > 0);
        counts
    }
}
