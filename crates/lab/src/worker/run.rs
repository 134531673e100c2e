//! Runs of the original or a mutant on all rows, through whatever takes the worker down.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::Ordering;

use super::Session;
use super::execution::outcome;
use super::process::{Broken, Order, batch};
use crate::Outcome;
use crate::mutant_id::MutantId;
use crate::protocol::{BEAT, CAREFUL, DIFFERENCES, REACHED, STARTING};
use crate::syscalls::describe;

/// After this many crashes, or the first hang, a mutant is not run any further.
const CRASHES: usize = 3;
/// After this many crashes of the original the remaining rows are not run: each crash costs the start of a process.
const ORIGINAL_CRASHES: usize = 100;

#[cfg(target_os = "linux")]
const SIGSYS: i32 = libc::SIGSYS;
#[cfg(target_os = "linux")]
const CLONE: u32 = libc::SYS_clone as u32;
#[cfg(not(target_os = "linux"))]
const SIGSYS: i32 = i32::MIN;
#[cfg(not(target_os = "linux"))]
const CLONE: u32 = u32::MAX;

/// How rows ended, with what the original reached.
type Results = Vec<(usize, Outcome, Option<Vec<u8>>)>;

impl Session<'_> {
    /// Runs rows but for those left out, restarting the worker where one of them takes it down.
    pub(super) fn run(
        &mut self,
        id: MutantId,
        leader: MutantId,
        fuel: u64,
        flags: u32,
        unwanted: &BTreeSet<u32>,
    ) -> anyhow::Result<Results> {
        let mut results = Results::new();
        let original = id.0 == 0;
        let mut rows = 0..self.rows.len();
        let mut careful = 0;
        let mut failed = BTreeMap::new();
        let mut enough =
            self.hung() || self.endless.contains(&id) || (original && self.crashes >= ORIGINAL_CRASHES);
        while !(enough && failed.is_empty()) && self.forbidden.is_none() && !rows.is_empty() {
            self.ready(flags & DIFFERENCES != 0)?;
            let kept = results.len();
            let left_out: BTreeSet<u32> = failed.keys().chain(unwanted).copied().collect();
            let flags = flags | careful;
            let order = Order { id, leader, fuel, rows: rows.clone(), flags, left_out: &left_out };
            let (ended, started) = self.attempt(order, &mut results)?;
            let Err(broken) = ended else {
                self.has_original |= original && rows == (0..self.rows.len());
                break;
            };
            self.process = None;
            self.has_original = false;
            let Some(row) = broken.row().or(started) else {
                anyhow::ensure!(careful == 0, "the worker cannot be started");
                // Once more, row by row, in order to know which one it is.
                results.truncate(kept);
                careful = CAREFUL;
                continue;
            };
            anyhow::ensure!(row < self.rows.len(), "a worker was stopped between two calls: {broken:?}");
            failed.insert(row as u32, broken.outcome());
            if started.is_some() {
                rows.start = row + 1;
            } else {
                // Some answers were not sent: all of the batch are asked for again.
                results.truncate(kept);
            }
            enough |= self.note_failure(id, row, broken, failed.len());
            if enough {
                rows.end = rows.end.min(row);
            }
        }
        results.extend(failed.into_iter().map(|(row, outcome)| (row as usize, outcome, None)));
        Ok(results)
    }

    /// Runs a batch and adds what it answers to the results. Returns how it ended, and the row that it had begun last,
    /// where the worker says so.
    fn attempt(
        &mut self,
        mut order: Order<'_>,
        results: &mut Results,
    ) -> anyhow::Result<(Result<(), Broken>, Option<usize>)> {
        let mut left_out = order.left_out.clone();
        if self.limits.is_some() {
            // What this process holds is its original.
            (order.id, order.leader) = (MutantId(0), MutantId(0));
            left_out.extend(&self.broken);
        }
        let mut started = None;
        let ret = &self.subject.outcome();
        let known = self.rows.len();
        let order = Order { left_out: &left_out, ..order };
        let ended = batch(self.process.as_mut(), order, &mut |answer| match answer.tag {
            _ if answer.row >= known => {}
            STARTING => started = Some(answer.row),
            REACHED => {
                if let Some(last) = results.last_mut() {
                    last.2 = Some(answer.bytes.to_vec());
                }
            }
            BEAT => {}
            tag => results.push((answer.row, outcome(tag, answer.bytes, ret), None)),
        })?;
        // Threads and processes are started with all signals blocked, so the handler cannot report the call.
        let ended = match (ended, started) {
            (Err(Broken::Crashed(SIGSYS)), Some(row)) => Err(Broken::Forbidden(row, describe(CLONE))),
            (ended, _) => ended,
        };
        Ok((ended, started))
    }

    /// Notes that a row took the worker down, the last of `failures` rows. Returns whether no more rows are run.
    fn note_failure(&mut self, id: MutantId, row: usize, broken: Broken, failures: usize) -> bool {
        if id.0 == 0 {
            self.broken.insert(row as u32);
            match broken {
                Broken::Forbidden(_, call) => self.forbidden = Some(call),
                Broken::Crashed(_) => self.crashes += 1,
                Broken::Hung(_) | Broken::Lost => {
                    self.lab.hangs[self.number as usize].fetch_add(1, Ordering::SeqCst);
                }
            }
            let enough = self.hung() || self.crashes >= ORIGINAL_CRASHES;
            if enough {
                self.broken.extend(row as u32..self.rows.len() as u32);
            }
            return enough;
        }
        if matches!(broken, Broken::Hung(_) | Broken::Lost) {
            self.endless.insert(id);
            return true;
        }
        failures >= CRASHES
    }

    /// Sees to it that there is a process with the rows and, where asked for, the original's outcomes.
    pub(super) fn ready(&mut self, original: bool) -> anyhow::Result<()> {
        self.start()?;
        let mut careful = 0;
        while original && !self.has_original {
            let fuel = self.original_fuel;
            let (id, leader) = (MutantId(0), MutantId(0));
            let mut started = None;
            let rows = 0..self.rows.len();
            let order = Order { id, leader, fuel, rows, flags: careful, left_out: &self.broken };
            let ended = batch(self.process.as_mut(), order, &mut |answer| {
                if answer.tag == STARTING {
                    started = Some(answer.row);
                }
            })?;
            match ended {
                Ok(()) => self.has_original = true,
                // A row that goes down now was good before; it is left out, too.
                Err(broken) => {
                    let row = broken.row().or(started);
                    anyhow::ensure!(row.is_some() || careful == 0, "the worker cannot be started");
                    self.broken.extend(row.map(|row| row as u32));
                    careful = CAREFUL;
                    self.process = None;
                    self.start()?;
                }
            }
        }
        Ok(())
    }
}
