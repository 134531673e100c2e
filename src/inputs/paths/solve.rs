//! Whether constraints can hold together, and by which values: what is cheap first, a solver for the rest.
//!
//! Bounds are propagated; the values that are there are repaired; only what is left is asked of a solver, whose reals are
//! starting points among the floats. Every solution is evaluated with Rust's own semantics; that there is none is concluded from what is
//! exact only, which floats never are.

mod propagate;
mod repair;
mod slice;

use std::collections::BTreeSet;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

pub use propagate::Domains;
pub use slice::{Decision, Slice};

use self::repair::Repair;
use super::encode::{Form, bit_vectors, encode, is_arithmetic, is_linear};
use super::term::{Assignment, Evaluation, Scalar, Terms, VarId};
use crate::solver::{Answer, Solver};

/// What is known of constraints.
#[derive(Clone, Debug, PartialEq)]
pub enum Solution {
    /// Values that satisfy them; of variables that they do not depend on, those of the hint.
    Sat(Assignment),
    /// There are none.
    Unsat,
    /// Neither is known.
    Unknown,
}

/// Steps of the search before a solver is asked; fewer where there are many terms to evaluate in each.
const STEPS: usize = 2_000;
const EVALUATIONS: usize = 100_000;

/// Steps from a solver's model. That of integers needs none; reals are only near.
const ROUNDING: usize = 20_000;
const EVALUATIONS_OF_FLOATS: usize = 1_000_000;

/// Whether constraints can hold together. Those that the hint satisfies and that share no variable with the others are
/// left alone.
pub fn solve(
    terms: &Terms,
    constraints: &[Decision],
    hint: &Assignment,
    solver: &mut Solver,
    rng: &mut ChaCha8Rng,
) -> Solution {
    let connected = connected(terms, constraints, hint);
    if connected.is_empty() {
        return Solution::Sat(hint.clone());
    }
    let slice = Slice::new(terms, connected);
    let Some(domains) = Domains::new(&slice) else {
        #[cfg(test)]
        tests::refuted(&slice);
        return Solution::Unsat;
    };
    let given = |index: usize| hint.get(slice.variables[index].1.0 as usize).copied().flatten();
    // A stream of its own: what is found later does not depend on whether the solver is in time now.
    let mut rng = ChaCha8Rng::seed_from_u64(rng.random());
    let steps = STEPS.min(EVALUATIONS / slice.terms.len());
    if let Some(values) = Repair::new(&slice, &domains, given, &mut rng).run(steps) {
        return Solution::Sat(slice.assignment(&values, hint));
    }
    let near = match asked(&slice, &domains, solver) {
        Asked::Unsat => {
            #[cfg(test)]
            tests::refuted(&slice);
            return Solution::Unsat;
        }
        Asked::Sat(near) => near,
        Asked::Unknown if slice.has_floats() => Vec::new(),
        Asked::Unknown => return Solution::Unknown,
    };
    let start = |index: usize| near.get(index).copied().flatten().or_else(|| given(index));
    let steps = ROUNDING.min(EVALUATIONS_OF_FLOATS / slice.terms.len());
    match Repair::new(&slice, &domains, start, &mut rng).run(steps) {
        Some(values) => Solution::Sat(slice.assignment(&values, hint)),
        None => Solution::Unknown,
    }
}

/// Whether it is certain that constraints cannot hold together.
pub fn is_refuted(terms: &Terms, constraints: &[Decision], solver: &mut Solver) -> bool {
    let slice = Slice::new(terms, constraints.iter().copied());
    match Domains::new(&slice) {
        Some(domains) => matches!(asked(&slice, &domains, solver), Asked::Unsat),
        None => true,
    }
}

/// Whether bounds alone make it certain that constraints cannot hold together.
pub fn is_refuted_by_bounds(terms: &Terms, constraints: impl IntoIterator<Item = Decision>) -> bool {
    Domains::new(&Slice::new(terms, constraints)).is_none()
}

/// What a solver knows of a slice.
enum Asked {
    /// Values near those that satisfy it; these, where there are no floats.
    Sat(Vec<Option<Scalar>>),
    Unsat,
    Unknown,
}

fn asked(slice: &Slice, domains: &Domains, solver: &mut Solver) -> Asked {
    let free = domains.of_variables(slice);
    for form in forms(slice, &free) {
        let encoded = encode(slice, &free, form);
        if encoded.script.is_empty() {
            continue;
        }
        match solver.check(&encoded.script) {
            Answer::Unsat if encoded.is_exact => return Asked::Unsat,
            Answer::Sat(model) => return Asked::Sat(encoded.decode(slice, &model)),
            Answer::Unsat | Answer::Unknown(_) => {}
        }
    }
    Asked::Unknown
}

/// The forms that are worth a question, the likelier one to be answered first.
fn forms(slice: &Slice, domains: &Domains) -> Vec<Form> {
    let bits = bit_vectors(slice, domains);
    let arithmetic = is_arithmetic(slice).then_some(Form::Arithmetic);
    match is_linear(slice) {
        true => arithmetic.or(bits).into_iter().collect(),
        false => [bits, arithmetic].into_iter().flatten().collect(),
    }
}

/// The constraints that the hint violates, and those that depend on the same variables as one of these, and so on.
fn connected(terms: &Terms, constraints: &[Decision], hint: &Assignment) -> Vec<Decision> {
    let mut values = Evaluation::new(hint.clone());
    let mut touched: BTreeSet<VarId> = BTreeSet::new();
    let mut taken = Vec::new();
    let mut left = Vec::new();
    for (id, truth) in constraints.iter().copied() {
        let variables = terms.variables_of(id);
        if values.value(terms, id) == Some(Scalar::Bool(truth)) {
            left.push(((id, truth), variables));
        } else {
            touched.extend(&variables);
            taken.push((id, truth));
        }
    }
    loop {
        let before = left.len();
        left.retain(|(decision, variables)| {
            let shares = !variables.is_disjoint(&touched);
            if shares {
                touched.extend(variables);
                taken.push(*decision);
            }
            !shares
        });
        if left.len() == before {
            return taken;
        }
    }
}

#[cfg(test)]
pub(super) mod tests;
