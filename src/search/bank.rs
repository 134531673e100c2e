//! Terms bottom-up by size, each with its values on every group; terms that no group tells apart are kept once.

use std::collections::{BTreeMap, HashSet};

use crate::relation::{Expr, Op, Scope, Tolerance, Type, Value};
use crate::traces::Groups;

/// A term and its values.
pub struct Term {
    /// The term.
    pub expr: Expr,
    /// Its size, for ordering; outcomes and parameters first.
    pub size: usize,
    /// Which outcomes it mentions, as bits.
    pub outcomes: u32,
    /// Its values: correct groups first, then incorrect ones.
    pub values: Vec<Option<Value>>,
    /// Their fingerprints; 0 where there is no value.
    pub prints: Vec<u64>,
}

/// The terms of a search, by erased type.
pub struct Bank<'a> {
    scope: &'a Scope,
    groups: &'a Groups,
    /// The terms, in the order in which they were made.
    pub terms: BTreeMap<Type, Vec<Term>>,
    seen: HashSet<(Type, u64)>,
    /// Evaluations that are left.
    pub left: u64,
}

impl<'a> Bank<'a> {
    /// An empty bank.
    pub fn new(scope: &'a Scope, groups: &'a Groups, evaluations: u64) -> Bank<'a> {
        Bank { scope, groups, terms: BTreeMap::new(), seen: HashSet::new(), left: evaluations }
    }

    /// Adds a leaf: an outcome, a parameter, a literal.
    pub fn leaf(&mut self, expr: Expr) {
        let groups = self.groups.correct.iter().chain(&self.groups.incorrect);
        let values: Vec<Option<Value>> =
            groups.map(|group| expr.eval(group.env(), Tolerance::Exact)).collect();
        self.add(expr, values);
    }

    /// Applies an operator to terms that are in the bank, where its type and the budget allow.
    pub fn apply(&mut self, op: Op, operands: &[(&Type, usize)]) {
        let types: Vec<Type> = operands.iter().map(|(ty, _)| (*ty).clone()).collect();
        let operator = op.operator();
        let rows = (self.groups.correct.len() + self.groups.incorrect.len()) as u64;
        if operator.arity() != types.len() || (operator.result)(&types).is_none() || self.left < rows {
            return;
        }
        self.left -= rows;
        let terms: Vec<&Term> = operands.iter().map(|(ty, i)| &self.terms[*ty][*i]).collect();
        let values = (0..rows as usize)
            .map(|row| match terms.as_slice() {
                [a] => (operator.apply)(&[a.values[row].clone()?], Tolerance::Exact),
                [a, b] => {
                    (operator.apply)(&[a.values[row].clone()?, b.values[row].clone()?], Tolerance::Exact)
                }
                _ => None,
            })
            .collect();
        let expr = Expr::Apply(op, terms.iter().map(|term| term.expr.clone()).collect());
        self.add(expr, values);
    }

    fn add(&mut self, expr: Expr, values: Vec<Option<Value>>) {
        let Some(ty) = self.scope.type_of(&expr) else { return };
        let correct = self.groups.correct.len();
        // A term that mostly has no value says nothing.
        if values[..correct].iter().filter(|v| v.is_some()).count() * 2 < correct {
            return;
        }
        let prints: Vec<u64> =
            values.iter().map(|value| value.as_ref().map_or(0, |value| value.fingerprint() | 1)).collect();
        if !self.seen.insert((ty.clone(), combine(prints.iter().copied()))) {
            return;
        }
        let mut outcomes = 0;
        expr.any(&mut |e| {
            if let Expr::Out(n) = e {
                outcomes |= 1 << n;
            }
            false
        });
        let size = expr.size();
        self.terms.entry(ty).or_default().push(Term { expr, size, outcomes, values, prints });
    }
}

/// One hash of many.
pub fn combine(prints: impl Iterator<Item = u64>) -> u64 {
    prints.fold(0xcbf2_9ce4_8422_2325, |hash, print| {
        (hash.rotate_left(5) ^ print).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    })
}
