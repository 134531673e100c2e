//! Runs a function on inputs, once each, under the original and under every mutant that can make a difference.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use crate::lab::{Lab, Outcome, Session, Switch};
use crate::relation::Value;

/// Fuel for one call of the original: rounds of loops and calls.
pub const ORIGINAL_FUEL: u64 = 500_000;
/// Fuel for one call of a mutant; the worker gives less where the original needed little.
pub const MUTANT_FUEL: u64 = 1_000_000;

/// So many inputs tell most mutants apart.
const FIRST_CHUNK: usize = 40;

/// A row of an [`Executor`]: an input that was executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RowId(pub u32);

/// One function's executions, each input once.
pub struct Executor<'a> {
    session: Session<'a>,
    /// Mutants to run, by the switch that is noted where their place is reached.
    mutants: BTreeMap<Switch, Vec<Switch>>,
    index: FxHashMap<Vec<Value>, RowId>,
    inputs: Vec<Vec<Value>>,
    original: Vec<Outcome>,
    probes: Vec<Vec<u32>>,
    distances: Vec<Vec<(u32, f64)>>,
    differences: FxHashMap<(Switch, RowId), Outcome>,
    /// By row: the mutants that end differently on it, in the order of their switches.
    differing: Vec<Vec<Switch>>,
}

impl<'a> Executor<'a> {
    /// An executor of the function with this path for the lab's viable mutants that `keep` lets through.
    pub fn new(lab: &'a Lab, path: &str, keep: &dyn Fn(Switch) -> bool) -> anyhow::Result<Executor<'a>> {
        let mut mutants: BTreeMap<Switch, Vec<Switch>> = BTreeMap::new();
        for mutant in lab.mutants.iter().filter(|m| m.runs() && keep(m.switch)) {
            mutants.entry(mutant.leader).or_default().push(mutant.switch);
        }
        Ok(Executor {
            session: lab.session(path)?,
            mutants,
            index: FxHashMap::default(),
            inputs: Vec::new(),
            original: Vec::new(),
            probes: Vec::new(),
            distances: Vec::new(),
            differences: FxHashMap::default(),
            differing: Vec::new(),
        })
    }

    /// Executes the inputs that are new and returns the rows of all, in order.
    pub fn run(&mut self, inputs: Vec<Vec<Value>>) -> anyhow::Result<Vec<RowId>> {
        let first = self.inputs.len();
        let rows = inputs
            .into_iter()
            .map(|input| {
                let next = RowId(self.inputs.len() as u32);
                let row = *self.index.entry(input.clone()).or_insert(next);
                if row == next {
                    self.inputs.push(input);
                }
                row
            })
            .collect();
        if self.inputs.len() == first {
            return Ok(rows);
        }
        self.session.load(&self.inputs[first..])?;
        let mut leaders = BTreeSet::new();
        for execution in self.session.original(ORIGINAL_FUEL)? {
            leaders.extend(execution.switches);
            self.probes.push(execution.probes);
            self.distances.push(execution.distances);
            self.original.push(execution.outcome);
        }
        self.differing.resize(self.inputs.len(), Vec::new());
        for leader in leaders {
            for switch in self.mutants.get(&leader).into_iter().flatten() {
                for (row, outcome) in self.session.differences(*switch, leader, MUTANT_FUEL)? {
                    let row = RowId((first + row) as u32);
                    self.differences.insert((*switch, row), outcome);
                    self.differing[row.0 as usize].push(*switch);
                }
            }
        }
        for row in &mut self.differing[first..] {
            row.sort_unstable();
        }
        Ok(rows)
    }

    /// Which mutants some of these inputs tell apart. Those that one does are not run on the others.
    pub fn distinguished_by(mut self, inputs: &[Vec<Value>]) -> anyhow::Result<BTreeSet<Switch>> {
        let mut rest = inputs;
        let mut size = FIRST_CHUNK;
        while !rest.is_empty() && !self.mutants.is_empty() {
            let (chunk, behind) = rest.split_at(size.min(rest.len()));
            self.run(chunk.to_vec())?;
            let known = self.different();
            self.mutants.values_mut().for_each(|mutants| mutants.retain(|mutant| !known.contains(mutant)));
            self.mutants.retain(|_, mutants| !mutants.is_empty());
            (rest, size) = (behind, size * 8);
        }
        Ok(self.different())
    }

    /// The inputs of all rows.
    pub fn inputs(&self) -> &[Vec<Value>] {
        &self.inputs
    }

    /// The inputs of a row.
    pub fn input(&self, row: RowId) -> &[Value] {
        &self.inputs[row.0 as usize]
    }

    /// How the original ended.
    pub fn original(&self, row: RowId) -> &Outcome {
        &self.original[row.0 as usize]
    }

    /// The probes that the original passed, by number.
    pub fn probes(&self, row: RowId) -> &[u32] {
        &self.probes[row.0 as usize]
    }

    /// The branches that the original came to and did not take, by number, and how far it was from taking them.
    pub fn distances(&self, row: RowId) -> &[(u32, f64)] {
        &self.distances[row.0 as usize]
    }

    /// How a mutant ended.
    pub fn outcome(&self, mutant: Switch, row: RowId) -> &Outcome {
        self.differences.get(&(mutant, row)).unwrap_or_else(|| self.original(row))
    }

    /// The mutants that end differently from the original on a row.
    pub fn differing(&self, row: RowId) -> &[Switch] {
        &self.differing[row.0 as usize]
    }

    /// The mutants that end differently from the original on some row.
    pub fn different(&self) -> BTreeSet<Switch> {
        self.differing.iter().flatten().copied().collect()
    }

    /// The system call that the original tried, if it did; no row of it counts.
    pub fn forbidden(&self) -> Option<&str> {
        self.session.forbidden()
    }

    /// Whether the original does not end on some inputs, without burning fuel; it is not run any more.
    pub fn hung(&self) -> bool {
        self.session.hung()
    }
}
