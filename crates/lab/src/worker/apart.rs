//! Mutants with a build of their own: each is run in a process of its own, and compared with the original here.

use std::collections::BTreeSet;

use anyhow::Context;

use super::Session;
use super::execution::Execution;
use crate::Outcome;
use crate::mutant_id::MutantId;
use crate::protocol::{EXTRA_FUEL, FUEL_FACTOR};

impl Session<'_> {
    /// Keeps what mutants with builds of their own are compared with, and notes whose functions were reached: nothing
    /// in the original says it of single mutants.
    pub(super) fn record(&mut self, executions: &mut [Execution]) {
        let Some(apart) = &self.lab.apart else { return };
        for execution in &mut *executions {
            let reached = execution.probes.iter().filter_map(|probe| apart.gates.get(probe));
            let leaders: BTreeSet<MutantId> = reached.chain(&apart.open).copied().collect();
            execution.switches = leaders.into_iter().collect();
        }
        self.recorded =
            executions.iter().map(|execution| (execution.outcome.clone(), execution.fuel)).collect();
    }

    /// Runs a mutant on every row that the original came through, but for those that are left out, and reports those
    /// that end differently.
    pub(super) fn differences_apart(
        &mut self,
        id: MutantId,
        fuel: u64,
        left_out: &BTreeSet<u32>,
    ) -> anyhow::Result<Vec<(usize, Outcome)>> {
        let key = (self.subject.package.clone(), self.subject.target);
        let programs = self.lab.apart.as_ref().and_then(|apart| apart.programs.get(&id));
        let program = programs.and_then(|programs| programs.get(&key)).context("the mutant has no worker")?;
        anyhow::ensure!(self.recorded.len() == self.rows.len(), "the original has not run on these rows");
        if self.forbidden.is_some() || self.endless.contains(&id) {
            return Ok(Vec::new());
        }
        let mut session = Session::new(self.lab, program.clone(), self.number, self.subject);
        session.rows = self.rows.clone();
        session.broken = self.broken.clone();
        let limit = |spent: u64| spent.saturating_mul(FUEL_FACTOR.into()) + u64::from(EXTRA_FUEL);
        session.limits = Some(self.recorded.iter().map(|(_, spent)| limit(*spent)).collect());
        let mut answers = session.run(id, id, fuel, 0, left_out)?;
        self.endless.extend(session.endless);
        // Switched mutants are not run where the original has no end.
        let ends = |row: usize| self.recorded[row].0 != Outcome::OutOfFuel;
        answers.retain(|(row, outcome, _)| ends(*row) && !alike(outcome, &self.recorded[*row].0));
        Ok(answers.into_iter().map(|(row, outcome, _)| (row, outcome)).collect())
    }
}

/// Failures of one kind are alike, whatever their message says.
fn alike(a: &Outcome, b: &Outcome) -> bool {
    matches!((a, b), (Outcome::Panic(_), Outcome::Panic(_))) || a == b
}
