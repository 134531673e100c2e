//! What a function returns besides what it changes, where a relation looks at the change alone.

use std::collections::BTreeSet;

use crate::expr::Expr;
use crate::relation::Relation;
use crate::signature::{Signature, Taken, outcome};
use crate::types::Type;

/// Whether a function changes one argument and returns something besides.
pub fn returns_beside_one(called: &Signature) -> bool {
    called.returned != Type::Unit && called.changes_one()
}

/// A function as if it returned nothing.
pub fn changing_alone(called: &Signature) -> Signature {
    let ret = outcome(called.params.iter().map(|(_, ty)| ty), &Type::Unit);
    Signature { returned: Type::Unit, ret, taken: Taken::Whole, ..called.clone() }
}

/// The relation with what executions change in the place of their outcomes, where it looks at nothing else of these; and
/// which executions they are.
pub fn without_returned(
    relation: &Relation,
    changes_alone: &dyn Fn(Option<&str>) -> bool,
) -> (Relation, BTreeSet<usize>) {
    let path = |i: usize| match i {
        0 => None,
        i => relation.followups[i - 1].function.as_deref(),
    };
    let discarded: BTreeSet<usize> = (0..=relation.followups.len())
        .filter(|i| changes_alone(path(*i)))
        .filter(|i| !relation.exprs().any(|expr| mentions_more(expr, *i)))
        .collect();
    (relation.with_exprs(&mut |expr| replaced(expr, &discarded)), discarded)
}

/// Whether an expression is what execution `i` changes.
fn is_changed(expr: &Expr, i: usize) -> bool {
    matches!(expr, Expr::Field(of, 1, _) if **of == Expr::Out(i))
}

/// Whether an expression looks at more of the outcome of execution `i` than what this changes.
fn mentions_more(expr: &Expr, i: usize) -> bool {
    let parts = || expr.children().into_iter();
    !is_changed(expr, i) && (*expr == Expr::Out(i) || parts().any(|part| mentions_more(part, i)))
}

fn replaced(expr: &Expr, discarded: &BTreeSet<usize>) -> Expr {
    match discarded.iter().find(|i| is_changed(expr, **i)) {
        Some(i) => Expr::Out(*i),
        None => expr.with_children(&mut |part| replaced(part, discarded)),
    }
}
