//! Whether one relation implies another, decided exactly: `I2 ⇒ I1` and `O1 ⇒ O2` (AutoMR §III.D).
//!
//! Over the rationals, without rounding: near misses, where coefficients differ in the twelfth digit, are told apart.
//! A guard and an output relation are conditions of any form; comparisons of polynomials are looked into. Where the
//! decision is open, a solver is asked, if there is one.

mod between;
mod cube;
mod formula;
mod linear;
mod redundant;
mod smt;
#[cfg(test)]
mod tests;

pub use redundant::{implied, says_all};
pub use smt::Query;

use cube::{Outcome, cubes, decide};
use formula::{Formula, Reader};

use morph_relation::exact::Rational;
use morph_relation::{Expr, Op, Scope};

/// Whether a condition follows from another.
#[derive(Clone, Debug, PartialEq)]
pub enum Implication {
    /// It does.
    Implied,
    /// It does not, as these values show: each parameter and outcome that is mentioned with its value.
    Refuted(Vec<(Expr, Rational)>),
    /// It was not found out.
    Unknown,
}

/// Answers whether what a query asks for cannot hold; `false` also where that is not known.
pub type Unsatisfiable<'a> = &'a dyn Fn(&Query) -> bool;

/// Whether `goal` holds wherever all of `given` do; `scope` has the types of the names.
pub fn implies(
    given: &[&Expr],
    goal: &Expr,
    scope: &Scope,
    solver: Option<Unsatisfiable<'_>>,
) -> Implication {
    if goal.is_yes() || given.contains(&goal) {
        return Implication::Implied;
    }
    let mut reader = Reader::new(scope);
    let mut parts: Vec<Formula> = given.iter().map(|condition| reader.read(condition, true)).collect();
    parts.push(reader.read(goal, false));
    parts.extend(reader.facts().collect::<Vec<_>>());
    // The implication fails where what is given holds and the goal does not.
    let fails = Formula::All(parts);
    match decided(&fails, &reader) {
        Implication::Unknown => {}
        known => return known,
    }
    match solver {
        Some(unsatisfiable) if unsatisfiable(&smt::query(&fails, &reader)) => Implication::Implied,
        _ => Implication::Unknown,
    }
}

fn decided(fails: &Formula, reader: &Reader<'_>) -> Implication {
    let Some(cubes) = cubes(fails) else { return Implication::Unknown };
    let whole: Vec<bool> = reader.variables.iter().map(|known| known.whole).collect();
    let mut open = false;
    for (cube, truths) in cubes {
        match decide(&cube, &whole) {
            Outcome::Impossible => {}
            // What is not looked into may have other values than these.
            Outcome::Possible(values)
                if truths.is_empty() && reader.variables.iter().all(|known| is_free(&known.expr)) =>
            {
                if fails.holds(&|variable| values.get(variable).cloned()) == Some(true) {
                    let names = reader.variables.iter().map(|known| known.expr.clone());
                    return Implication::Refuted(names.zip(values).collect());
                }
                open = true;
            }
            _ => open = true,
        }
    }
    if open { Implication::Unknown } else { Implication::Implied }
}

/// Whether an expression may have any value of its type, whatever others have: a parameter, an outcome, a part of one.
fn is_free(expr: &Expr) -> bool {
    match expr {
        Expr::Param(_) | Expr::Out(_) => true,
        Expr::Field(of, ..) => is_free(of),
        Expr::Apply(Op::Unwrap, of) => is_free(&of[0]),
        _ => false,
    }
}
