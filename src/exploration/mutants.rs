//! The mutants of a run: those that are held out, and the status of each.

use std::collections::{BTreeMap, BTreeSet};

use super::explored::{Exploration, Told};
use crate::cleanse::Kept;
use crate::options::Judge;
use morph_lab::mutants::{self, Mutant, MutantStatus};
use morph_lab::{Lab, MutantId};

/// Functions with fewer mutants hold none out: the search would find nothing with less.
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
        Judge::None => false,
    };
    lab.mutants.iter().filter(|m| held(&m.mutant)).map(|m| m.id).collect()
}

/// The reason why mutants of functions that no subject calls are left out.
const NOT_CALLED: &str = "in functions that no tested function is seen to call";

/// The status of every mutant of a run.
#[derive(Default)]
pub struct Statuses {
    /// Of mutants that the search saw, and of those that were held out.
    pub of: [BTreeMap<MutantId, MutantStatus>; 2],
}

impl Statuses {
    /// The mutants that the relations of a run kill, whichever functions they are in: a law that two functions obey stands
    /// with one of them. `stands` says which relations are written.
    pub fn killed(run: &Exploration<'_>, stands: &dyn Fn(&str) -> bool) -> BTreeSet<MutantId> {
        let relations = run.explored.iter().flatten().flat_map(|explored| &explored.relations);
        relations.filter(|kept| stands(&kept.id)).flat_map(Kept::killed).copied().collect()
    }

    /// The status of one function's mutants, of which these are killed.
    pub fn of_function(
        run: &Exploration<'_>,
        at: usize,
        killed: &BTreeSet<MutantId>,
    ) -> [BTreeMap<MutantId, MutantStatus>; 2] {
        let mut statuses = [BTreeMap::new(), BTreeMap::new()];
        let Ok(explored) = &run.explored[at] else { return statuses };
        let own = &run.closures[&run.subjects[at].path];
        for (id, mutant) in run.mutants.of(own) {
            let status = if !mutant.viable {
                MutantStatus::Unviable
            } else if killed.contains(&id) {
                MutantStatus::Killed
            } else if explored.distinguished.contains(&id) {
                MutantStatus::Missed
            } else {
                MutantStatus::Equivalent
            };
            statuses[usize::from(mutant.held_out)].insert(id, status);
        }
        statuses
    }

    /// Adds those of a function: a mutant that several functions reach counts once, with its best status.
    pub fn add(&mut self, of_function: &[BTreeMap<MutantId, MutantStatus>; 2]) {
        for (all, own) in self.of.iter_mut().zip(of_function) {
            for (id, status) in own {
                let known = all.entry(*id).or_insert(*status);
                *known = (*known).max(*status);
            }
        }
    }

    /// The number of mutants in none of the other counts, by reason.
    pub fn left_out(&self, run: &Exploration<'_>, not_called: usize) -> BTreeMap<String, usize> {
        let reason = |(id, mutant): (MutantId, &Told)| match mutant.unswitchable {
            Some(why) => Some(why.reason()),
            None => self.of.iter().all(|of| !of.contains_key(&id)).then_some(NOT_CALLED),
        };
        let mut counts = BTreeMap::from([(NOT_CALLED.to_owned(), not_called)]);
        for reason in run.mutants.numbered().filter_map(reason) {
            *counts.entry(reason.to_owned()).or_default() += 1;
        }
        counts.retain(|_, count| *count > 0);
        counts
    }
}
