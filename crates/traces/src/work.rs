//! What one unit of work has done, counted: the same on every machine, whatever else runs there.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::time::Instant;

use morph_lab::{FUEL_FACTOR, Outcome};

/// Where an exploration ends early. A unit of work is about a microsecond of CPU.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limit {
    /// The most work; `None` for no limit.
    pub work: Option<u64>,
    /// The latest time.
    pub deadline: Option<Instant>,
}

/// A step of an exploration that ends early where a limit is reached, in the order in which they run.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    serde::Serialize,
    serde::Deserialize,
    schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// Polynomial laws are searched.
    Polynomials,
    /// Sources are executed under mutants.
    Mutants,
    /// Laws of families are tried.
    Laws,
    /// Other relations are searched.
    Equations,
    /// All candidates are tried on fresh inputs.
    Fresh,
    /// Those that are chosen are tried on more of them, and counterexamples are searched for.
    Refutation,
    /// Smaller inputs are looked for.
    Sources,
}

impl Step {
    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Step::Polynomials => "polynomials",
            Step::Mutants => "mutants",
            Step::Laws => "laws",
            Step::Equations => "equations",
            Step::Fresh => "fresh",
            Step::Refutation => "refutation",
            Step::Sources => "sources",
        }
    }

    /// Its percentage of all work. What it leaves, the steps that follow may spend; each has its own share whatever those
    /// before it spent.
    const fn share(self) -> u64 {
        match self {
            Step::Polynomials => 15,
            Step::Mutants | Step::Laws | Step::Refutation => 20,
            Step::Equations | Step::Fresh => 10,
            Step::Sources => 5,
        }
    }

    /// Whether the clock may end it. What comes later is short, and needed for what was found.
    const fn is_timed(self) -> bool {
        matches!(self, Step::Polynomials | Step::Laws | Step::Equations)
    }
}

/// An execution, whatever it executes: most of the time is spent on telling the worker and reading its answer.
const EXECUTION: u64 = 3;
/// The same under a mutant, where only what ends differently is answered.
const UNDER_MUTANT: u64 = 1;
/// A process that is started anew.
const RESTART: u64 = 2_000;
/// Bytes that are written, read or hashed in one unit.
const BYTES: u64 = 100;
/// Fuel that an execution burns in one unit: rounds of loops that do little.
const FUEL: u64 = 100;
/// Less fuel than this is little beside telling the worker what to execute.
pub(super) const LITTLE_FUEL: u64 = 1_000;
/// Fuel beyond that in one unit: what burns much computes in its loops.
const FUEL_OF_MUCH: u64 = 25;
/// A metamorphic group: its values are copied, and some relations are evaluated on it.
const GROUP: u64 = 2;
/// Of all work, the part that the executions of one transformation may take.
const OF_TRANSFORMATION: u64 = 20;
/// Parts of values of a group that are copied or compared in one unit.
const PARTS: u64 = 30;

/// The units in which one execution burns so much fuel.
pub(super) fn burnt(fuel: u64) -> u64 {
    fuel.min(LITTLE_FUEL) / FUEL + fuel.saturating_sub(LITTLE_FUEL) / FUEL_OF_MUCH
}

/// The work of an execution under a mutant that burns so much fuel.
pub(super) fn of_mutant(fuel: u64) -> u64 {
    UNDER_MUTANT + burnt(fuel)
}

/// The work of a unit, such as the exploration of a subject.
#[derive(Debug, Default)]
pub struct Work {
    limit: Limit,
    spent: Cell<u64>,
    /// The step under way, and the work after which it ends.
    step: Cell<Option<(Step, u64)>>,
    /// The work after which those before it should have ended.
    due: Cell<u64>,
    cut: RefCell<BTreeSet<Step>>,
}

impl Work {
    /// None done yet.
    pub(super) fn new(limit: Limit) -> Work {
        Work { limit, ..Work::default() }
    }

    /// Begins a step, which ends the one before.
    pub fn begin(&self, step: Step) {
        let Some(most) = self.limit.work else { return };
        let share = most / 100 * step.share();
        self.step.set(Some((step, self.due.get().max(self.spent()) + share)));
        self.due.set(self.due.get() + share);
    }

    /// Whether a step has to end, which is noted then.
    pub fn ends(&self, step: Step) -> bool {
        let is_spent = self.step.get().is_some_and(|(now, end)| now == step && self.spent() >= end);
        let ends = is_spent || step.is_timed() && self.is_late();
        if ends {
            self.cut.borrow_mut().insert(step);
        }
        ends
    }

    /// What is left for a step that may be under way.
    pub(super) fn left(&self, step: Step) -> u64 {
        let under_way = self.step.get().filter(|(now, _)| *now == step);
        under_way.map_or(u64::MAX, |(_, end)| end.saturating_sub(self.spent()))
    }

    /// The most work for one transformation.
    pub(super) fn of_transformation(&self) -> u64 {
        self.limit.work.map_or(u64::MAX, |most| most / OF_TRANSFORMATION)
    }

    /// Whether the time is over.
    pub fn is_late(&self) -> bool {
        self.limit.deadline.is_some_and(|deadline| Instant::now() > deadline)
    }

    /// The steps that had to end.
    pub fn cut(&self) -> BTreeSet<Step> {
        self.cut.borrow().clone()
    }

    /// The work so far.
    pub fn spent(&self) -> u64 {
        self.spent.get()
    }

    /// Adds an execution of an original that was passed so many bytes and burnt so much fuel.
    pub(super) fn executed(&self, bytes: usize, fuel: u64) {
        self.add(EXECUTION + bytes as u64 / BYTES + burnt(fuel));
    }

    /// Adds executions under a mutant that burnt so much fuel each.
    pub(super) fn under_mutant(&self, fuel: &[u64]) {
        self.add(fuel.iter().map(|fuel| of_mutant(*fuel)).sum());
    }

    /// Adds how an execution under a mutant ended that burns so much fuel under the original.
    pub(super) fn ended(&self, outcome: &Outcome, fuel: u64) {
        self.add(match outcome {
            Outcome::OutOfFuel => burnt(fuel * u64::from(FUEL_FACTOR)),
            Outcome::Crash(_) => RESTART,
            Outcome::Value(value) => value.size() as u64 / PARTS,
            _ => 0,
        });
    }

    /// Adds groups that were collected, whose values have so many parts in all.
    pub(super) fn collected(&self, groups: usize, parts: usize) {
        self.add(groups as u64 * GROUP + parts as u64 / PARTS);
    }

    /// Adds evaluations of candidates on groups, so many of which are one unit.
    pub fn evaluated(&self, evaluations: u64, rate: u64) {
        self.add(evaluations / rate);
    }

    fn add(&self, units: u64) {
        self.spent.set(self.spent.get().saturating_add(units));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn step_may_spend_its_share_and_what_those_before_it_left() {
        let work = Work::new(Limit { work: Some(1_000), deadline: None });
        work.begin(Step::Polynomials);
        work.add(100);
        assert!(!work.ends(Step::Polynomials));
        work.begin(Step::Mutants);
        work.add(240);
        assert!(!work.ends(Step::Mutants), "50 were left");
        work.add(10);
        assert!(work.ends(Step::Mutants));
        work.add(1_000);
        work.begin(Step::Laws);
        assert!(!work.ends(Step::Laws), "others spent more than their shares");
        work.add(200);
        assert!(work.ends(Step::Laws) && !work.ends(Step::Mutants), "another step is under way");
        assert_eq!(work.cut(), BTreeSet::from([Step::Mutants, Step::Laws]));
    }

    #[test]
    fn without_a_limit_no_step_ends() {
        let work = Work::default();
        work.begin(Step::Sources);
        work.evaluated(u64::MAX, 1);
        assert!(!work.ends(Step::Sources) && work.cut().is_empty() && work.spent() > 0);
    }

    #[test]
    fn clock_ends_searches_alone() {
        let work = Work::new(Limit { work: None, deadline: Some(Instant::now()) });
        std::thread::sleep(std::time::Duration::from_millis(1));
        let ended = [Step::Mutants, Step::Laws, Step::Equations, Step::Fresh, Step::Refutation].map(|step| {
            work.begin(step);
            work.ends(step)
        });
        assert_eq!(ended, [false, true, true, false, false]);
    }
}
