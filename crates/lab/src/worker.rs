//! A worker process as the parent sees it: it is given rows of arguments and a mutant, and answers with outcomes.

mod apart;
mod execution;
#[cfg(test)]
mod fuzz;
mod process;
mod run;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use anyhow::Context;

use super::mutant_id::MutantId;
use super::protocol::{DIFFERENCES, KNOWN, LIMIT, LOAD, VALUE};
use super::wire::encode;
use super::{Lab, Outcome};
use morph_relation::{Type, Value};
use morph_source::scan::Subject;
use process::Process;

pub use execution::{Baseline, Difference, Execution};
use execution::{Ended, Paths};

/// After this many hangs without burning fuel, a subject is assumed to hang on every row: each costs the watchdog's time.
const HANGS: u32 = 2;

/// A worker for one subject.
pub struct Session<'a> {
    lab: &'a Lab,
    executable: PathBuf,
    number: u32,
    subject: &'a Subject,
    /// The type of its outcomes.
    returns: Type,
    process: Option<Process>,
    /// Whether processes start with hardly any environment.
    bare: bool,
    rows: Vec<Vec<u8>>,
    /// Mutants that did not end, without burning fuel, or crashed often: they are not run on other rows, which would cost
    /// as much again.
    given_up: BTreeSet<MutantId>,
    /// How often mutants took a process down.
    fragile: BTreeMap<MutantId, usize>,
    /// How the original ended on each row, as far as it is known.
    known: Vec<Option<Arc<Baseline>>>,
    /// Whether the process has the same baselines.
    told: bool,
    /// What executions reached.
    paths: Paths,
    /// How often the original crashed.
    crashes: usize,
    /// The system call that the original tried.
    forbidden: Option<String>,
    /// What each row may burn, where this is such a process and holds one mutant only.
    limits: Option<Vec<u64>>,
}

impl Lab {
    /// A session with a worker for the subject with this path.
    pub fn session(&self, path: &str) -> anyhow::Result<Session<'_>> {
        if let Some(why) = self.refused.get(path) {
            anyhow::bail!("`{path}` {why}");
        }
        let found = (0_u32..).zip(&self.subjects).find(|(_, subject)| subject.path == path);
        let (number, subject) = found.ok_or_else(|| anyhow::anyhow!("`{path}` is not in the lab"))?;
        let executable = self
            .executables
            .get(&(subject.package.clone(), subject.target))
            .ok_or_else(|| anyhow::anyhow!("`{}` has no worker", subject.package))?;
        Ok(Session::new(self, executable.clone(), number, subject))
    }
}

impl<'a> Session<'a> {
    /// A session; the process is started when it is first needed.
    pub(super) fn new(lab: &'a Lab, executable: PathBuf, number: u32, subject: &'a Subject) -> Session<'a> {
        let returns = subject.outcome();
        Session {
            lab,
            executable,
            number,
            subject,
            returns,
            process: None,
            bare: false,
            rows: Vec::new(),
            given_up: BTreeSet::new(),
            fragile: BTreeMap::new(),
            known: Vec::new(),
            told: false,
            paths: Paths::default(),
            crashes: 0,
            forbidden: None,
            limits: None,
        }
    }

    /// The types of the subject's parameters.
    pub fn types(&self) -> Vec<morph_relation::Type> {
        self.subject.types()
    }

    /// Starts processes with a nearly empty environment: a function that reads it ends differently.
    pub fn with_bare_environment(self) -> Session<'a> {
        Session { bare: true, ..self }
    }

    /// The system call that the original tried, as in "openat (opens a file)". It is not called again, and every row
    /// ends with this.
    pub fn forbidden(&self) -> Option<&str> {
        self.forbidden.as_deref()
    }

    /// Whether the original does not end on some inputs, without burning fuel, so that it is not run any more.
    pub fn hung(&self) -> bool {
        self.lab.hangs[self.number as usize].load(Ordering::SeqCst) >= HANGS
    }

    /// Forgets that the original did not end on some inputs, for others are to come. Returns whether there were any.
    pub fn forgive(&self) -> bool {
        self.lab.hangs[self.number as usize].swap(0, Ordering::SeqCst) > 0
    }

    /// A row as the worker reads it: two rows are the same to it where their bytes are. Of floats, every bit counts.
    pub fn bytes(&self, row: &[Value]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let params = row.iter().zip(&self.subject.params);
        params.for_each(|(value, param)| encode(value, &param.ty, &mut bytes));
        bytes
    }

    /// Sets the rows that the next runs are about. Every value must fit its parameter's type.
    pub fn load<R: AsRef<[Value]>>(&mut self, rows: &[R]) -> anyhow::Result<()> {
        self.load_bytes(rows.iter().map(|row| self.bytes(row.as_ref())).collect())
    }

    /// The same of rows as the worker reads them ([`Session::bytes`]).
    pub fn load_bytes(&mut self, rows: Vec<Vec<u8>>) -> anyhow::Result<()> {
        self.known = vec![None; rows.len()];
        self.rows = rows;
        self.told = false;
        // What a call did to the memory may end the process after it: then the next run starts another.
        if self.process.is_some() && self.send_rows().is_err() {
            self.process = None;
        }
        Ok(())
    }

    /// Runs the original on every row.
    pub fn original(&mut self, fuel: u64) -> anyhow::Result<Vec<Execution>> {
        let executed = self.original_but(fuel, vec![None; self.rows.len()])?;
        Ok(executed.into_iter().map(|(_, execution)| execution).collect())
    }

    /// Runs the original on the rows without an entry in `known`, which holds the baselines of earlier runs with the same
    /// fuel. Returns what it ran, in the order of the rows. Mutants can be run on all rows then.
    pub fn original_but(
        &mut self,
        fuel: u64,
        known: Vec<Option<Arc<Baseline>>>,
    ) -> anyhow::Result<Vec<(usize, Execution)>> {
        anyhow::ensure!(known.len() == self.rows.len(), "there is one baseline per row");
        (self.known, self.told) = (known, false);
        let left_out = (0..).zip(&self.known).filter(|(_, known)| known.is_some());
        let left_out: BTreeSet<u32> = left_out.map(|(row, _)| row).collect();
        if left_out.len() == self.rows.len() {
            return Ok(Vec::new());
        }
        let mut answers = self.run(MutantId(0), MutantId(0), fuel, 0, &left_out)?;
        if !self.bare {
            let executed = answers.iter().map(|answer| self.rows[answer.row].as_slice());
            self.lab.executions.note(self.number, executed);
        }
        let missing = match &self.forbidden {
            Some(call) => Outcome::Forbidden(call.clone()),
            None => Outcome::NotRun,
        };
        answers.sort_by_key(|answer| answer.row);
        let mut answers = answers.into_iter().peekable();
        let mut executed = Vec::new();
        for row in 0..self.rows.len() {
            if self.known[row].is_some() {
                continue;
            }
            let execution = match answers.next_if(|answer| answer.row == row) {
                Some(answer) => answer.execution(fuel, &self.lab.probes),
                None => Some(Execution::failed(missing.clone(), fuel)),
            };
            let mut execution = self.with_leaders(execution.context("the worker's answer is cut short")?);
            self.paths.share(&mut execution);
            self.known[row] = Some(Arc::clone(&execution.baseline));
            executed.push((row, execution));
        }
        Ok(executed)
    }

    /// Runs a mutant on the rows on which the original reached it, and reports those that end differently.
    pub fn differences(
        &mut self,
        id: MutantId,
        leader: MutantId,
        fuel: u64,
    ) -> anyhow::Result<Vec<(usize, Outcome)>> {
        let differences = self.differences_but(id, leader, fuel, &BTreeSet::new())?;
        Ok(differences.into_iter().map(|difference| (difference.row, difference.outcome)).collect())
    }

    /// The same but for rows that are left out.
    pub fn differences_but(
        &mut self,
        id: MutantId,
        leader: MutantId,
        fuel: u64,
        left_out: &BTreeSet<u32>,
    ) -> anyhow::Result<Vec<Difference>> {
        if self.lab.apart.is_some() {
            let apart = self.differences_apart(id, fuel, left_out)?.into_iter();
            return Ok(apart.map(|(row, outcome)| Difference { row, outcome, value: None }).collect());
        }
        let answers = self.run(id, leader, fuel, DIFFERENCES, left_out)?.into_iter();
        Ok(answers.map(|Ended { row, outcome, value, .. }| Difference { row, outcome, value }).collect())
    }

    /// Reads a value that a mutant returned, as [`Difference`] has it.
    pub fn read(&self, value: &[u8]) -> Outcome {
        execution::outcome(VALUE, value, &self.returns)
    }

    fn start(&mut self) -> anyhow::Result<()> {
        if self.process.is_none() {
            let (process, confined) = Process::start(&self.executable, self.bare)?;
            if !confined {
                self.lab.unconfined.store(true, Ordering::SeqCst);
            }
            self.process = Some(process);
            self.told = false;
            self.send_rows()?;
        }
        Ok(())
    }

    /// Makes sure that there is a process, and that it has the rows and their baselines.
    fn ready(&mut self) -> anyhow::Result<()> {
        self.start()?;
        if !self.told && self.tell().is_err() {
            self.process = None;
            self.start()?;
            self.tell()?;
        }
        self.told = true;
        Ok(())
    }

    fn tell(&mut self) -> anyhow::Result<()> {
        let mut told = Vec::new();
        let mut count = 0_u32;
        for (row, baseline) in (0..).zip(&self.known) {
            if baseline.as_ref().is_some_and(|baseline| baseline.tell(row, &mut told)) {
                count += 1;
            }
        }
        let message = [&[KNOWN], &count.to_le_bytes()[..], &told].concat();
        self.process.as_mut().context("there is no worker")?.send(&message)
    }

    fn send_rows(&mut self) -> anyhow::Result<()> {
        let mut message = vec![LOAD];
        message.extend_from_slice(&self.number.to_le_bytes());
        message.extend_from_slice(&(self.rows.len() as u32).to_le_bytes());
        for row in &self.rows {
            message.extend_from_slice(&(row.len() as u32).to_le_bytes());
            message.extend_from_slice(row);
        }
        if let Some(limits) = &self.limits {
            message.push(LIMIT);
            message.extend_from_slice(&(limits.len() as u32).to_le_bytes());
            limits.iter().for_each(|limit| message.extend_from_slice(&limit.to_le_bytes()));
        }
        self.process.as_mut().context("there is no worker")?.send(&message)
    }
}
