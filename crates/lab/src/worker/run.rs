//! Runs of the original or a mutant on all rows, through whatever takes the worker down.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::Ordering;

use super::Session;
use super::execution::{Ended, Reached, is_large, outcome};
use super::process::{Broken, Order, batch};
use crate::mutant_id::MutantId;
use crate::protocol::{BEAT, CAREFUL, DIFFERENCES, REACHED, STARTING, VALUE};
use crate::syscalls::describe;

/// After this many crashes, or the first hang, a mutant is not run any further; on later rows, after the first crash.
const CRASHES: usize = 3;
/// After this many crashes on all rows, it is not run on others.
const MOST_CRASHES: usize = 20;
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

impl Session<'_> {
    /// Runs rows but for those left out, restarting the worker where one of them takes it down.
    pub(super) fn run(
        &mut self,
        id: MutantId,
        leader: MutantId,
        fuel: u64,
        flags: u32,
        unwanted: &BTreeSet<u32>,
    ) -> anyhow::Result<Vec<Ended>> {
        let mut results = Vec::new();
        let original = id.0 == 0;
        let mut rows = 0..self.rows.len();
        let mut careful = 0;
        let mut failed = BTreeMap::new();
        let mut enough =
            self.hung() || self.given_up.contains(&id) || (original && self.crashes >= ORIGINAL_CRASHES);
        while !(enough && failed.is_empty()) && self.forbidden.is_none() && !rows.is_empty() {
            self.ready()?;
            let left_out: BTreeSet<u32> = failed.keys().chain(unwanted).copied().collect();
            let flags = flags | careful;
            let order = Order { id, leader, fuel, rows: rows.clone(), flags, left_out: &left_out };
            let (ended, started) = self.attempt(order, &mut results)?;
            let Err(broken) = ended else {
                // Rows that an earlier process ran are unknown to this one.
                self.told &= !original || rows.start == 0;
                break;
            };
            self.process = None;
            // Answers stand; rows whose answers were not sent are run again.
            if let Some(last) = results.last() {
                rows.start = rows.start.max(last.row + 1);
            }
            // What a call did to the memory may end the process after it: that row is the last that was started.
            let Some(row) = broken.row().filter(|row| *row < self.rows.len()).or(started) else {
                anyhow::ensure!(careful == 0, "the worker cannot be started");
                // Once more, row by row, in order to know which one it is.
                careful = CAREFUL;
                continue;
            };
            failed.insert(row as u32, broken.outcome());
            if started.is_some() {
                rows.start = row + 1;
            }
            enough |= self.note_failure(id, broken, failed.len());
            if self.forbidden.is_some() && started.is_none() {
                results.clear();
            }
            if enough {
                rows.end = rows.end.min(row);
            }
        }
        let failed = failed.into_iter();
        let ended = |(row, outcome)| Ended { row: row as usize, outcome, value: None, reached: None };
        results.extend(failed.map(ended));
        Ok(results)
    }

    /// Runs a batch and adds what it answers to the results. Returns how it ended, and the row that it had begun last,
    /// where the worker says so.
    fn attempt(
        &mut self,
        mut order: Order<'_>,
        results: &mut Vec<Ended>,
    ) -> anyhow::Result<(Result<(), Broken>, Option<usize>)> {
        if self.limits.is_some() {
            // What this process holds is its original.
            (order.id, order.leader) = (MutantId(0), MutantId(0));
        }
        let mut started = None;
        let mut latest = (0, Box::default());
        let all_reach = order.flags & DIFFERENCES == 0;
        let ret = &self.returns;
        let known = self.rows.len();
        let ended = batch(self.process.as_mut(), order, &mut |answer| match answer.tag {
            _ if answer.row >= known => {}
            STARTING => started = Some(answer.row),
            REACHED => {
                if let Some(last) = results.last_mut() {
                    let (tag, value) = std::mem::take(&mut latest);
                    last.reached = Some(Reached { tag, value, bytes: answer.bytes.into() });
                }
            }
            BEAT => {}
            tag => {
                if all_reach && tag == VALUE {
                    latest = (tag, answer.bytes.into());
                } else {
                    // Failures of one kind are alike, whatever their message says.
                    latest = (tag, Box::default());
                }
                let outcome = outcome(tag, answer.bytes, ret);
                let value = (!all_reach && is_large(&outcome)).then(|| answer.bytes.into());
                results.push(Ended { row: answer.row, outcome, value, reached: None });
            }
        })?;
        if ended.is_err() && all_reach && results.last().is_some_and(|last| last.reached.is_none()) {
            // The answer is cut short.
            results.pop();
        }
        // Threads and processes are started with all signals blocked, so the handler cannot report the call.
        let ended = match (ended, started) {
            (Err(Broken::Crashed(SIGSYS)), Some(row)) => Err(Broken::Forbidden(row, describe(CLONE))),
            (ended, _) => ended,
        };
        Ok((ended, started))
    }

    /// Notes that a row took the worker down, the last of `failures` rows. Returns whether no more rows are run.
    fn note_failure(&mut self, id: MutantId, broken: Broken, failures: usize) -> bool {
        if id.0 == 0 {
            match broken {
                Broken::Forbidden(_, call) => self.forbidden = Some(call),
                Broken::Crashed(_) | Broken::Refused => self.crashes += 1,
                Broken::Hung(_) | Broken::Lost => {
                    self.lab.hangs[self.number as usize].fetch_add(1, Ordering::SeqCst);
                }
            }
            return self.hung() || self.crashes >= ORIGINAL_CRASHES;
        }
        if matches!(broken, Broken::Hung(_) | Broken::Lost) {
            self.given_up.insert(id);
            return true;
        }
        let before = self.fragile.entry(id).or_default();
        *before += 1;
        if *before >= MOST_CRASHES {
            self.given_up.insert(id);
        }
        // That it crashes on some rows is known from earlier ones.
        failures >= CRASHES || *before > CRASHES
    }
}
