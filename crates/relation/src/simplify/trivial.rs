//! Relations that tell nothing, or nothing of two executions.

use std::collections::BTreeSet;

use crate::expr::Expr;
use crate::relation::{Followup, Relation};

impl Relation {
    /// Whether something is told of at least two executions: two outcomes are compared, or one that comes of another
    /// is told by the inputs or is another function's, such as `y1 == x` of `decode(&y0)`.
    ///
    /// `y1 >= 0` tells of one; `y0 == y0` should be simplified first.
    pub fn relates_two_executions(&self) -> bool {
        let mentioned: BTreeSet<usize> = outcomes(&self.then);
        let [only] = mentioned.iter().copied().collect::<Vec<_>>()[..] else { return mentioned.len() > 1 };
        let followup = |n: usize| n.checked_sub(1).and_then(|n| self.followups.get(n));
        let Some(Followup { function, args }) = followup(only) else { return false };
        let fed = args.iter().any(Expr::mentions_outcome);
        fed && (function.is_some() || self.then.any(&mut |e| matches!(e, Expr::Param(_))))
    }
}

fn outcomes(expr: &Expr) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    expr.any(&mut |e| {
        found.extend(if let Expr::Out(n) = e { Some(*n) } else { None });
        false
    });
    found
}
