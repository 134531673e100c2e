//! What conditions and patterns are made of.

use crate::program::{Expr, Kind, Pattern, PatternKind};

/// Whether a `let` is among a condition's operands.
pub(super) fn has_let(condition: &Expr) -> bool {
    match &*condition.kind {
        Kind::Let(..) => true,
        Kind::Lazy(_, a, b) => has_let(a) || has_let(b),
        _ => false,
    }
}

/// Whether a pattern binds by `ref`.
pub(super) fn takes_references(pattern: &Pattern) -> bool {
    match &pattern.kind {
        PatternKind::Bind { by_ref, inner, .. } => *by_ref || inner.as_deref().is_some_and(takes_references),
        PatternKind::Tuple(before, _, after) => before.iter().chain(after).any(takes_references),
        PatternKind::Slice(before, rest, after) => {
            before.iter().chain(rest.as_deref()).chain(after).any(takes_references)
        }
        PatternKind::Data { fields, .. } => fields.iter().any(|(_, field)| takes_references(field)),
        PatternKind::Reference(inner) => takes_references(inner),
        PatternKind::Or(patterns) => patterns.iter().any(takes_references),
        _ => false,
    }
}
