//! Relations about the values that outcomes wrap.

use std::collections::BTreeSet;

use super::Relation;
use crate::expr::Expr;
use crate::operators::Op;

impl Relation {
    /// The same relation with `y1.unwrap()` written as `y1`, and which outcomes are meant so: those without whose value it
    /// cannot hold. Where the outcome as a whole is mentioned, too, it is that value wrapped again. `results` are the
    /// outcomes that are wrapped by `Ok`.
    ///
    /// Where `||` or an element of a sequence decides whether an outcome is unwrapped, it stays as it is.
    pub fn with_values(&self, results: &dyn Fn(usize) -> bool) -> (Relation, BTreeSet<usize>) {
        let mut unwrapped = BTreeSet::new();
        needed(&self.then, true, &mut unwrapped);
        self.followups.iter().flat_map(|f| &f.args).for_each(|arg| needed(arg, false, &mut unwrapped));
        fn rewrite(expr: &Expr, unwrapped: &BTreeSet<usize>, results: &dyn Fn(usize) -> bool) -> Expr {
            match expr {
                Expr::Apply(Op::Unwrap, args) if matches!(args[0], Expr::Out(i) if unwrapped.contains(&i)) => {
                    args[0].clone()
                }
                Expr::Out(i) if unwrapped.contains(i) => {
                    Expr::unary(if results(*i) { Op::Ok } else { Op::Some }, expr.clone())
                }
                _ => match expr.with_children(&mut |child| rewrite(child, unwrapped, results)) {
                    // Both are wrapped: so are what they wrap.
                    Expr::Apply(op @ (Op::Eq | Op::Ne), args) => match args.as_slice() {
                        [Expr::Apply(f @ (Op::Some | Op::Ok), a), Expr::Apply(g, b)] if f == g => {
                            Expr::binary(op, a[0].clone(), b[0].clone())
                        }
                        _ => Expr::Apply(op, args),
                    },
                    Expr::Apply(Op::IsSome | Op::IsOk, args)
                        if matches!(args[0], Expr::Apply(Op::Some | Op::Ok, _)) =>
                    {
                        Expr::yes()
                    }
                    other => other,
                },
            }
        }
        let mut plain = self.clone();
        for arg in plain.followups.iter_mut().flat_map(|f| &mut f.args).chain([&mut plain.then]) {
            *arg = rewrite(arg, &unwrapped, results);
        }
        (plain, unwrapped)
    }
}

/// Adds the outcomes that are unwrapped wherever the expression has a value; of a condition that has to hold (`wanted`),
/// wherever it is true.
fn needed(expr: &Expr, wanted: bool, outcomes: &mut BTreeSet<usize>) {
    match expr {
        Expr::Apply(Op::And, args) if wanted => args.iter().for_each(|arg| needed(arg, true, outcomes)),
        // Whether what is on the right is reached, what is on the left decides.
        Expr::Apply(Op::And | Op::Or, args) => needed(&args[0], false, outcomes),
        // Where there is no element, the closure is not called.
        Expr::Map(seq, _) | Expr::All(seq, _) => needed(seq, false, outcomes),
        Expr::Apply(Op::Unwrap, args) => match &args[0] {
            Expr::Out(i) => {
                outcomes.insert(*i);
            }
            of => needed(of, false, outcomes),
        },
        other => other.children().into_iter().for_each(|child| needed(child, false, outcomes)),
    }
}
