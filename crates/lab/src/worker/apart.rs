//! Mutants with a build of their own: each is run in a process of its own, and compared with the original here.

use std::collections::BTreeSet;
use std::sync::Arc;

use anyhow::Context;

use super::Session;
use super::execution::{Baseline, Execution, outcome};
use crate::Outcome;
use crate::mutant_id::MutantId;
use crate::protocol::{EXTRA_FUEL, FUEL_FACTOR, OUT_OF_FUEL};

impl Session<'_> {
    /// Notes whose functions an execution reached, where mutants have builds of their own: nothing in the original says
    /// it of single mutants.
    pub(super) fn with_leaders(&self, mut execution: Execution) -> Execution {
        if let Some(apart) = &self.lab.apart
            && let Some(baseline) = Arc::get_mut(&mut execution.baseline)
        {
            let reached = execution.probes.iter().filter_map(|probe| apart.gates.get(probe));
            let leaders: BTreeSet<MutantId> = reached.chain(&apart.open).copied().collect();
            baseline.switches = leaders.into_iter().collect();
        }
        execution
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
        let known: Option<Vec<&Baseline>> = self.known.iter().map(Option::as_deref).collect();
        let known = known.context("the original has not run on these rows")?;
        if self.forbidden.is_some() || self.given_up.contains(&id) {
            return Ok(Vec::new());
        }
        let mut session = Session::new(self.lab, program.clone(), self.number, self.subject);
        session.rows = self.rows.clone();
        session.known = vec![None; self.rows.len()];
        let limit = |spent: u64| spent.saturating_mul(FUEL_FACTOR.into()) + u64::from(EXTRA_FUEL);
        session.limits = Some(known.iter().map(|baseline| limit(baseline.fuel)).collect());
        let failed = (0..).zip(&known).filter(|(_, baseline)| baseline.tag.is_none()).map(|(row, _)| row);
        let left_out = left_out.iter().copied().chain(failed).collect();
        session.fragile = std::mem::take(&mut self.fragile);
        let mut answers = session.run(id, id, fuel, 0, &left_out)?;
        self.fragile = session.fragile;
        self.given_up.extend(session.given_up);
        answers.retain(|answer| {
            let Baseline { tag: Some(tag), value, .. } = known[answer.row] else { return false };
            // Switched mutants are not run where the original has no end.
            *tag != OUT_OF_FUEL && !alike(&answer.outcome, &outcome(*tag, value, &self.returns))
        });
        Ok(answers.into_iter().map(|answer| (answer.row, answer.outcome)).collect())
    }
}

/// Failures of one kind are alike, whatever their message says.
fn alike(a: &Outcome, b: &Outcome) -> bool {
    matches!((a, b), (Outcome::Panic(_), Outcome::Panic(_))) || a == b
}
