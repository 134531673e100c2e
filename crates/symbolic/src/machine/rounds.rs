//! Counts of rounds: of the program's loops, and of those that models of methods are.

use super::state::{Eval, Flow, Machine, unsupported};
use super::value::Val;
use crate::{End, Mode};

/// Rounds that no input decides on end after so many: a tenth of the expressions that an execution may evaluate.
const LONGEST: usize = 20_000;

/// How often a loop has gone round.
#[derive(Default)]
pub(super) struct Rounds {
    rounds: usize,
    decided: usize,
    steps: Option<usize>,
}

/// What goes round again, or not.
pub(super) enum Went<'p> {
    On,
    Out(Val<'p>),
}

/// Which round of a loop it is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Round {
    First,
    Any,
}

impl<'p> Machine<'p, '_> {
    /// Counts a round of a loop that is modelled.
    pub fn go_round(&mut self, rounds: &mut Rounds) -> Eval<'p, ()> {
        let before = rounds.steps.unwrap_or(self.path.branches.len());
        if self.is_cover() && self.path.branches.len() > before {
            // One round for all: the functions that it calls are run for anything.
            return unsupported("a loop over something of any length");
        }
        self.count_round(before, &mut rounds.decided)?;
        rounds.steps = Some(self.path.branches.len());
        rounds.rounds += 1;
        if rounds.rounds > LONGEST {
            self.inexact("a loop goes round too often");
            return Err(Flow::End(End::Limit));
        }
        Ok(())
    }

    /// Counts a round that the input decided on.
    pub fn count_round(&mut self, steps_before: usize, rounds: &mut usize) -> Eval<'p, ()> {
        if let Mode::Follow { unrolled } = self.mode
            && self.path.branches[steps_before.min(self.path.branches.len())..]
                .iter()
                .any(|step| !step.assumed)
        {
            *rounds += 1;
            if *rounds > unrolled {
                self.inexact("a loop goes round too often");
                return Err(Flow::End(End::Limit));
            }
        }
        Ok(())
    }
}
