//! Whether constraints can hold together, and by which values: what is cheap first, a solver for the rest.
//!
//! Bounds are propagated; the values that are there are repaired; only what is left is asked of a solver, whose reals are
//! starting points among the floats. Every solution is evaluated with Rust's own semantics; that there is none is concluded from what is
//! exact only, which floats never are.

mod enumerate;
pub(super) mod propagate;
mod repair;
pub(super) mod slice;

use std::collections::BTreeSet;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

pub use propagate::Domains;
pub use slice::{Decision, Slice};

use self::repair::Repair;
use super::encode::{Form, bit_vectors, encode, is_arithmetic, is_linear};
use super::term::{Assignment, FloatOp, Scalar, Term, TermId, Terms, VarId};
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

/// Steps of the search before a solver is asked.
const STEPS: usize = 2_000;
/// Terms that these steps evaluate in all, so that a question about many terms takes no longer than one about few.
const EVALUATIONS: usize = 100_000;

/// Steps from a solver's model. That of integers needs none; reals are only near.
const ROUNDING: usize = 20_000;
/// Terms that these steps evaluate in all.
const EVALUATIONS_OF_FLOATS: usize = 1_000_000;

/// Constraints, and values that satisfy some of them.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// What the constraints are made of.
    pub terms: &'a Terms,
    /// What shall hold together.
    pub constraints: &'a [Decision],
    /// By constraint: whether the hint satisfies it.
    pub met: &'a [bool],
    /// The values.
    pub hint: &'a Assignment,
}

/// Whether constraints can hold together. Those that the hint satisfies and that share no variable with the others are
/// left alone.
pub fn solve(question: Question<'_>, solver: &mut Solver, rng: &mut ChaCha8Rng) -> Solution {
    let Question { terms, hint, .. } = question;
    let connected = connected(question);
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
    match enumerate::all(&slice, &domains) {
        Some(Some(values)) => return Solution::Sat(slice.assignment(&values, hint)),
        Some(None) => {
            #[cfg(test)]
            tests::refuted(&slice);
            return Solution::Unsat;
        }
        None => {}
    }
    let near = match asked(&slice, &domains, solver) {
        Asked::Unsat => {
            #[cfg(test)]
            tests::refuted(&slice);
            return Solution::Unsat;
        }
        Asked::Sat(near) => near,
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
        Some(domains) => match enumerate::all(&slice, &domains) {
            Some(found) => found.is_none(),
            None => matches!(asked(&slice, &domains, solver), Asked::Unsat),
        },
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

/// More divisions, or products of what varies, are not asked about in arithmetic: hardly any of these questions are answered.
const DIVISIONS: usize = 2;
const PRODUCTS: usize = 4;
/// Nor are divisions beside more alternatives: the remainders multiply with the cases, and no such question is answered in time.
const CASES: usize = 16;
/// Nor about more terms beside divisions.
const TERMS: usize = 100;
/// The same of divisions in bit-vectors, where those by powers of two are shifts.
const DIVISIONS_OF_BITS: usize = 6;
/// A division of bit-vectors is as many subtractions as there are bits: so many bits in all, hardly any more are decided.
const DIVIDED_BITS: usize = 12_000;

/// The forms that are worth a question, the likelier one to be answered first. What is not worth it is told from the
/// question alone, so that it does not depend on the machine.
fn forms(slice: &Slice, domains: &Domains) -> Vec<Form> {
    let bits = bit_vectors(slice, domains);
    let vary = |id: &TermId| slice.vary[id.0 as usize];
    let count = |of: &dyn Fn(&Term) -> bool| slice.terms.iter().filter(|term| of(term)).count();
    let divisions = count(&|term| matches!(term, Term::Div(a, _) | Term::Rem(a, _) if vary(a)));
    let products = count(&|term| match term {
        Term::Mul(a, b) | Term::FloatOp(FloatOp::Mul, _, a, b) => vary(a) && vary(b),
        Term::FloatOp(FloatOp::Div, _, _, b) => vary(b),
        _ => false,
    });
    let is_shift =
        |id: &TermId| matches!(slice.get(*id), Term::Int(n) if n > 0 && n.unsigned_abs().is_power_of_two());
    let long = count(&|term| matches!(term, Term::Div(a, b) | Term::Rem(a, b) if vary(a) && !is_shift(b)));
    let is_short = |form: &Form| match form {
        Form::BitVectors(width) => long * (*width as usize).pow(2) <= DIVIDED_BITS,
        Form::Arithmetic => true,
    };
    let bits = bits.filter(|form| long <= DIVISIONS_OF_BITS && is_short(form));
    let most = if slice.has_floats() { 0 } else { PRODUCTS };
    let cases = count(&|term| matches!(term, Term::Or(..)));
    let is_easy = divisions <= DIVISIONS
        && products <= most
        && (divisions == 0 || cases <= CASES && slice.terms.len() <= TERMS);
    let arithmetic = (is_easy && is_arithmetic(slice)).then_some(Form::Arithmetic);
    match is_linear(slice) {
        true => arithmetic.or(bits).into_iter().collect(),
        false => [bits, arithmetic].into_iter().flatten().collect(),
    }
}

/// The constraints that the hint violates, and those that depend on the same variables as one of these, and so on.
fn connected(question: Question<'_>) -> Vec<Decision> {
    let Question { terms, constraints, met, .. } = question;
    let mut touched: BTreeSet<VarId> = BTreeSet::new();
    let mut taken = Vec::new();
    let mut left = Vec::new();
    for (decision, is_met) in constraints.iter().zip(met) {
        if *is_met {
            left.push(*decision);
        } else {
            touched.extend(terms.variables_of(decision.0));
            taken.push(*decision);
        }
    }
    loop {
        let before = left.len();
        left.retain(|decision| {
            let variables = terms.variables_of(decision.0);
            let shares = variables.iter().any(|variable| touched.contains(variable));
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
