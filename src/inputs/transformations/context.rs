//! What transformations are made for, and how a change of one value becomes changes of arguments.

use std::collections::BTreeMap;

use morph_relation::{Expr, Op, Signature, Type, Value};

/// What transformations are made for.
pub struct Context<'a> {
    /// The subject.
    pub subject: &'a Signature,
    /// Other functions that can be called.
    pub others: &'a [Signature],
    /// Constants of the subject, the most frequent first.
    pub constants: &'a [Value],
}

/// The subject's own arguments, unchanged.
pub fn identity(context: &Context<'_>) -> Vec<Expr> {
    (0..context.subject.params.len()).map(Expr::Param).collect()
}

/// The parameters' types but for how they are passed: `u8` and `u64` are two.
pub fn owned(context: &Context<'_>) -> Vec<Type> {
    context.subject.params.iter().map(|(_, ty)| ty.owned()).collect()
}

/// The parameters' types without references and widths.
pub fn erased(context: &Context<'_>) -> Vec<Type> {
    context.subject.params.iter().map(|(_, ty)| ty.erased()).collect()
}

/// Applies a change of one value to each parameter alone, and to all parameters of a type together.
pub fn each(context: &Context<'_>, change: fn(&Type, &[Value], Expr) -> Vec<Expr>) -> Vec<Vec<Expr>> {
    let types = erased(context);
    let owned = owned(context);
    let mut groups: BTreeMap<&Type, Vec<usize>> = BTreeMap::new();
    for (i, ty) in owned.iter().enumerate() {
        groups.entry(ty).or_default().push(i);
    }
    let alone = (0..types.len()).map(|i| vec![i]);
    let mut together: Vec<Vec<usize>> = Vec::new();
    for group in groups.into_values().filter(|group| group.len() > 1) {
        // Two points have four coordinates: pairs of them move together.
        if (3..=4).contains(&group.len()) {
            let pairs =
                group.iter().enumerate().flat_map(|(n, a)| group[n + 1..].iter().map(|b| vec![*a, *b]));
            together.extend(pairs);
        }
        together.push(group);
    }
    let mut all = Vec::new();
    for group in alone.chain(together) {
        let variants = change(&types[group[0]], context.constants, Expr::Param(group[0])).len();
        for variant in 0..variants {
            let mut args = identity(context);
            for i in &group {
                args[*i] = change(&types[*i], context.constants, Expr::Param(*i)).swap_remove(variant);
            }
            all.push(args);
        }
    }
    all
}

/// Applies a change to each parameter alone.
pub fn each_alone(context: &Context<'_>, change: fn(&Type, &[Value], Expr) -> Vec<Expr>) -> Vec<Vec<Expr>> {
    let types = erased(context);
    let mut all = Vec::new();
    for (i, ty) in types.iter().enumerate() {
        for changed in change(ty, context.constants, Expr::Param(i)) {
            let mut args = identity(context);
            args[i] = changed;
            all.push(args);
        }
    }
    all
}

/// The expression, if it applies.
pub fn only(applies: bool, expr: Expr) -> Vec<Expr> {
    if applies { vec![expr] } else { Vec::new() }
}

/// An operator applied to an operand and an integer.
pub fn op_int(op: Op, operand: Expr, n: i128) -> Expr {
    Expr::binary(op, operand, Expr::int(n))
}
