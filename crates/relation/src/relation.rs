//! A metamorphic relation: a guard, follow-ups and an output relation.

mod calls;
mod domain;
mod given;
mod readable;
mod text;
mod unwrapped;

use std::collections::BTreeSet;

use super::eval::Env;
use super::expr::Expr;
use super::operators::Op;
use super::tolerance::Tolerance;
use super::types::{FloatType, Type};
use super::value::Value;

pub use calls::Calls;
pub use domain::{free_of_nan, is_not_nan};
pub use text::{Lookup, RelationText, scope_of};

/// One more execution, of the subject itself or of another function.
#[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Followup {
    /// The path of the other function; `None` for the subject itself.
    pub function: Option<String>,
    /// Its arguments, over the parameters and the outcomes so far.
    pub args: Vec<Expr>,
}

/// Whether a relation holds on a metamorphic group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The guard and the output relation hold.
    Held,
    /// The guard holds, the output relation does not.
    Violated,
    /// The guard does not hold, or something has no value. Never counted as one of the others.
    Inapplicable,
}

/// A relation of one function (its subject): a metamorphic one of several executions, or, without a follow-up, a property of one.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Relation {
    /// Its variables beside the parameters, by name and type: [`Expr::Param`] counts on from the parameters to these.
    pub given: Vec<(String, Type)>,
    /// The guard over the parameters.
    pub when: Expr,
    /// Executions 1, 2, …
    pub followups: Vec<Followup>,
    /// The output relation over `y0`, `y1`, … and the parameters.
    pub then: Expr,
    /// How floats compare in `then`.
    pub tolerance: Tolerance,
}

impl Relation {
    /// The verdict on a group whose executions all returned values.
    pub fn verdict(&self, env: Env<'_>) -> Verdict {
        match self.when.test(env, Tolerance::Exact) {
            Some(true) => match self.then.test(env, self.tolerance) {
                Some(true) => Verdict::Held,
                Some(false) => Verdict::Violated,
                None => Verdict::Inapplicable,
            },
            _ => Verdict::Inapplicable,
        }
    }

    /// Whether every follow-up is the source once more: the subject with the same inputs.
    pub fn repeats(&self, env: Env<'_>) -> bool {
        let same = |(arg, param): (&Expr, &Value)| arg.eval(env, Tolerance::Exact).as_ref() == Some(param);
        let again = |f: &Followup| f.function.is_none() && f.args.iter().zip(env.params).all(same);
        !self.followups.is_empty() && self.followups.iter().all(again)
    }

    /// Whether the relation's test fails on a mutant's group, where it holds on the original's group of the same source:
    /// an outcome that the test unwraps and that is missing is a failure there, while a group of the original without
    /// it says nothing.
    pub fn broken_on(&self, env: Env<'_>) -> bool {
        match self.verdict(env) {
            Verdict::Violated => true,
            Verdict::Inapplicable => self.unwraps(),
            Verdict::Held => false,
        }
    }

    /// Whether an outcome is unwrapped anywhere.
    pub fn unwraps(&self) -> bool {
        let mut exprs = self.followups.iter().flat_map(|f| &f.args).chain([&self.then]);
        exprs.any(|expr| expr.any(&mut |e| matches!(e, Expr::Apply(Op::Unwrap, _))))
    }

    /// The executions whose outcomes the relation speaks of, in its statement or in arguments of such executions.
    pub fn needed(&self) -> BTreeSet<usize> {
        let mentioned = |exprs: &[&Expr], i: usize| exprs.iter().any(|expr| expr.mentions_out(i));
        let mut needed: BTreeSet<usize> =
            (0..=self.followups.len()).filter(|i| mentioned(&[&self.then], *i)).collect();
        for k in (1..=self.followups.len()).rev() {
            if !needed.contains(&k) {
                continue;
            }
            let args: Vec<&Expr> = self.followups[k - 1].args.iter().collect();
            needed.extend((0..k).filter(|i| mentioned(&args, *i)));
        }
        needed
    }

    /// The values of everything that the relation mentions on a group: literals, arguments, parts of its conditions.
    pub fn values(&self, env: Env<'_>) -> Vec<Value> {
        fn go(expr: &Expr, env: Env<'_>, values: &mut Vec<Value>) {
            if let Some(value) = expr.eval(env, Tolerance::Exact)
                && !values.contains(&value)
            {
                values.push(value);
            }
            expr.children().into_iter().for_each(|child| go(child, env, values));
        }
        let mut values = Vec::new();
        self.exprs().for_each(|expr| go(expr, env, &mut values));
        values
    }

    /// Its expressions: arguments of follow-ups, the guard, the statement.
    pub fn exprs(&self) -> impl Iterator<Item = &Expr> {
        self.followups.iter().flat_map(|followup| &followup.args).chain([&self.when, &self.then])
    }

    /// The same relation with each of its expressions replaced.
    #[must_use]
    pub fn with_exprs(&self, change: &mut dyn FnMut(&Expr) -> Expr) -> Relation {
        let mut changed = self.clone();
        let args = changed.followups.iter_mut().flat_map(|followup| &mut followup.args);
        args.chain([&mut changed.when, &mut changed.then]).for_each(|expr| *expr = change(expr));
        changed
    }

    /// Whether an expression mentions a parameter or a variable; the source has every parameter, mentioned or not.
    pub fn mentions_param(&self, place: usize) -> bool {
        self.exprs().any(|expr| expr.any(&mut |part| *part == Expr::Param(place)))
    }

    /// Whether it says what its function returns, wherever that is called, but for NaN: the others about this function follow.
    pub fn is_definition(&self) -> bool {
        let defines = |sides: &[Expr]| {
            sides.contains(&Expr::Out(0)) && sides.iter().any(|side| !side.mentions_outcome())
        };
        (self.when.is_yes() || is_not_nan(&self.when))
            && self.followups.is_empty()
            && matches!(&self.then, Expr::Apply(Op::Eq, sides) if defines(sides))
    }

    /// Whether it says that the subject returns one of its parameters: whatever else holds is about other functions.
    pub fn is_identity(&self) -> bool {
        let is_param = |sides: &[Expr]| sides.iter().any(|side| matches!(side, Expr::Param(_)));
        self.is_definition() && matches!(&self.then, Expr::Apply(_, sides) if is_param(sides))
    }

    /// The paths of the functions that its follow-ups call instead of its subject.
    pub fn called(&self) -> impl Iterator<Item = &str> {
        self.followups.iter().filter_map(|followup| followup.function.as_deref())
    }

    /// The same within the laxest of all tolerances, if it holds only within one: how far rounding goes is not what it says.
    #[must_use]
    pub fn loosened(&self) -> Relation {
        let laxest = Tolerance::laxest(FloatType::F32);
        Relation { tolerance: if self.tolerance.is_lax() { laxest } else { self.tolerance }, ..self.clone() }
    }

    /// Whether it calls its subject alone.
    pub fn is_about_itself(&self) -> bool {
        self.called().next().is_none()
    }

    /// Whether it calls other functions, these alone, and passes them nothing that its subject returned.
    pub fn asks_others(&self) -> bool {
        let asks = |followup: &Followup| {
            followup.function.is_some() && !followup.args.iter().any(|arg| arg.mentions_out(0))
        };
        !self.followups.is_empty() && self.followups.iter().all(asks)
    }

    /// How many nodes the whole relation has.
    pub fn size(&self) -> usize {
        let args = self.followups.iter().flat_map(|f| &f.args).map(Expr::size).sum::<usize>();
        args + self.then.size() + if self.when.is_yes() { 0 } else { self.when.size() }
    }
}

impl Followup {
    /// An execution of the subject itself.
    pub fn of_subject(args: Vec<Expr>) -> Followup {
        Followup { function: None, args }
    }

    /// The arguments on a group, or `None` where one has no value or does not fit its parameter's type.
    pub fn inputs(&self, env: Env<'_>, types: &[Type]) -> Option<Vec<Value>> {
        self.args
            .iter()
            .zip(types)
            .map(|(arg, ty)| arg.eval(env, Tolerance::Exact).filter(|value| value.fits(ty)))
            .collect()
    }
}
