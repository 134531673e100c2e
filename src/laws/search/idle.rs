//! Parameters on which nothing depends of what a law is about.

use std::collections::BTreeSet;

use anyhow::Result;

use super::about::About;
use super::{LawSearch, only_part};
use crate::laws::holding::LEAST;
use crate::laws::hollow::{bounded, only_change, unified};
use crate::laws::instance::Instance;
use crate::laws::varied::with;
use morph_relation::{Env, FloatType, Relation, Tolerance, Value};
use morph_traces::{Executors, Group, Groups};

/// Inputs in which a parameter is exchanged for another input's.
const EXCHANGED: usize = 60;

impl LawSearch<'_, '_> {
    /// The parameters on which nothing depends that the subject returns, or no such part of it, nor whether it does: a law that
    /// names one is about something else.
    pub(super) fn idle(&self, about: About<'_>, executors: &mut Executors<'_>) -> Result<BTreeSet<usize>> {
        let some: Vec<&[Value]> = self.useful.iter().map(Vec::as_slice).collect();
        let mut idle = BTreeSet::new();
        for place in 0..self.subject.types().len() {
            if self.is_idle((place, about), &some, &|_| true, executors)? {
                idle.insert(place);
            }
        }
        Ok(idle)
    }

    /// Whether nothing depends on a parameter where it is exchanged between some inputs, as far as a condition admits that.
    fn is_idle(
        &self,
        (place, about): (usize, About<'_>),
        some: &[&[Value]],
        admits: &dyn Fn(&[Value]) -> bool,
        executors: &mut Executors<'_>,
    ) -> Result<bool> {
        let arity = self.subject.types().len();
        let others = |i: usize| some[(i * 7 + 1) % some.len()][place].clone();
        let pairs =
            some.iter().take(EXCHANGED).enumerate().map(|(i, input)| (*input, with(input, place, others(i))));
        let pairs: Vec<_> = pairs.filter(|(input, changed)| input != changed && admits(changed)).collect();
        let own = |input: &[Value]| input[..arity].to_vec();
        let before = about.outcomes(pairs.iter().map(|(input, _)| own(input)).collect(), executors)?;
        let after = about.outcomes(pairs.iter().map(|(_, changed)| own(changed)).collect(), executors)?;
        let both: Vec<_> = before.iter().zip(&after).collect();
        let is_answered = |(a, b): &(&Option<Value>, &Option<Value>)| a.is_some() && b.is_some();
        let answered = both.iter().filter(|pair| is_answered(pair)).count();
        // Whether anything is returned is no matter of one part.
        // A length of what is turned round differs in its last digits.
        let lax = Tolerance::laxest(FloatType::F64);
        let is_same = |pair: &(&Option<Value>, &Option<Value>)| match pair {
            (Some(a), Some(b)) => a.same(b, lax),
            (a, b) => a == b || about.part.is_some(),
        };
        Ok(answered >= LEAST && both.iter().all(is_same))
    }

    /// Whether nothing depends on what a law changes wherever it changes something: `f(n + r * k, r)` of what ignores `n` unless
    /// `r` is zero.
    pub(super) fn changes_in_vain(
        &self,
        relation: &Relation,
        groups: &Groups,
        executors: &mut Executors<'_>,
    ) -> Result<bool> {
        let about = About::of(relation, only_part(relation));
        for call in relation.followups.iter().filter(|call| call.function.is_none()) {
            let Some((place, arg)) = only_change(call).filter(|(_, arg)| !arg.mentions_outcome()) else {
                continue;
            };
            let is_changed = |group: &&Group| {
                arg.eval(group.env(), Tolerance::Exact).is_some_and(|value| value != group.params[place])
            };
            let some = groups.correct.iter().filter(is_changed).map(|group| group.params.as_slice());
            let some: Vec<&[Value]> = some.collect();
            if some.len() < groups.correct.len()
                && self.is_idle((place, about), &some, &|_| true, executors)?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether a law says that a change makes no difference under a guard under which nothing depends on what is changed, or
    /// relates calls under a guard on a parameter on which nothing depends there.
    pub(super) fn ignores_idle(
        &self,
        relation: &Relation,
        instance: &Instance,
        groups: &Groups,
        executors: &mut Executors<'_>,
    ) -> Result<bool> {
        let arity = self.subject.types().len();
        if relation.when.is_yes() {
            return Ok(false);
        }
        let mut changed: BTreeSet<usize> = unified(relation, arity).into_iter().flatten().collect();
        // Where a number is what clamps to zero, nothing depends on it.
        changed.extend(bounded(relation).filter(|place| *place < arity));
        let admits =
            |params: &[Value]| relation.when.test(Env { params, outs: &[] }, Tolerance::Exact) == Some(true);
        let params = groups.correct.iter().map(|group| group.params.as_slice());
        let some: Vec<&[Value]> = params.filter(|params| admits(params)).collect();
        let about = About::of(relation, None);
        // Nor is it about what the method does not show that alone shows anything.
        changed.extend(instance.places.iter().filter(|_| about.seen_by.is_some()));
        for place in changed {
            if self.is_idle((place, about), &some, &admits, executors)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
