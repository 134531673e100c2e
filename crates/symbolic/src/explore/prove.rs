//! Proofs that no input reaches a place: every path that may lead to it is refuted, loops gone round at most once from
//! whatever state they may have made ([`Mode::Cover`]).

use std::collections::BTreeSet;

use super::super::solve::{Decision, is_refuted};
use super::super::term::{Sort, Terms};
use super::super::{End, Mode, Site};
use super::choosers::Enumerating;
use super::explorable::Explorable;
use crate::solver::Solver;

/// Whether there are inputs that no values of the variables stand for: of a `u128`, terms know the lower half.
pub fn leaves_out(terms: &Terms) -> bool {
    terms.variables().iter().any(|variable| variable.sort == Sort::Int(0, i128::MAX))
}

/// What was proved.
#[derive(Clone, Debug, Default)]
pub struct Proof {
    /// What no input reaches.
    pub sites: BTreeSet<Site>,
    /// Paths that were looked at.
    pub paths: usize,
}

/// Paths that the solver is asked about; of further ones, bounds alone decide. A sixth of the questions of a search, so
/// that a proof costs less than the search before it.
const QUESTIONS: usize = 100;

/// Which of these sites no input reaches, as far as so many paths tell.
pub fn infeasible(
    subject: &dyn Explorable,
    sites: BTreeSet<Site>,
    most: usize,
    solver: &mut Solver,
) -> Proof {
    let mut proof = Proof::default();
    let mut left = sites;
    let mut terms = Terms::default();
    let mut open = vec![Vec::new()];
    let mut questions = 0;
    while let Some(decisions) = open.pop() {
        if left.is_empty() {
            return proof;
        }
        proof.paths += 1;
        if proof.paths > most {
            return proof;
        }
        let mut chooser = Enumerating::new(decisions);
        let path = subject.execute(&mut terms, Mode::Cover, &mut chooser);
        open.append(&mut chooser.left);
        // What lies behind something that is not known may be anything.
        if path.inexact.is_some() || matches!(path.end, End::Limit | End::Unmodelled(_)) {
            return proof;
        }
        let reached: Vec<&Site> = path.passed.iter().filter(|site| left.contains(site)).collect();
        if reached.is_empty() {
            continue;
        }
        questions += 1;
        let decisions: Vec<Decision> =
            path.branches.iter().map(|step| (step.condition, step.taken)).collect();
        if questions > QUESTIONS || !is_refuted(&terms, &decisions, solver) {
            left.retain(|site| !path.passed.contains(site));
        }
    }
    if !leaves_out(&terms) {
        proof.sites = left;
    }
    proof
}
