//! Operators on one operand: negation, minus, index, the end of a range.

use syn::spanned::Spanned;
use syn::{BinOp, Expr, RangeLimits, UnOp};

use super::node::{Changes, Node};

pub(super) fn negation(node: Node<'_>, changes: &mut Changes<'_>) {
    match node.expr() {
        Some(Expr::If(e)) => negate(&e.cond, changes),
        Some(Expr::While(e)) => negate(&e.cond, changes),
        Some(Expr::Unary(e)) if matches!(e.op, UnOp::Not(_)) => changes.replace(&e.op, ""),
        _ => {}
    }
}

fn negate(condition: &Expr, changes: &mut Changes<'_>) {
    match condition {
        // A `let` binds names.
        Expr::Let(_) => {}
        // The opposite is a relational or a logical replacement's, or that of the removed `!`.
        Expr::Binary(e) if !matches!(e.op, BinOp::And(_) | BinOp::Or(_)) => {}
        Expr::Unary(e) if matches!(e.op, UnOp::Not(_)) => {}
        _ if has_let(condition) => {}
        _ => {
            let negated = prefixed("!", condition, changes);
            changes.replace(condition, negated);
        }
    }
}

fn has_let(expr: &Expr) -> bool {
    match expr {
        Expr::Let(_) => true,
        Expr::Binary(e) => has_let(&e.left) || has_let(&e.right),
        Expr::Paren(e) => has_let(&e.expr),
        _ => false,
    }
}

pub(super) fn minus(node: Node<'_>, changes: &mut Changes<'_>) {
    match node.expr() {
        Some(Expr::Unary(e)) if matches!(e.op, UnOp::Neg(_)) => changes.replace(&e.op, ""),
        Some(Expr::Binary(e)) if is_arithmetic(&e.op) => {
            // Literals have an operator of their own; what has an operator inside changes by that.
            if matches!(
                *e.left,
                Expr::Path(_)
                    | Expr::Field(_)
                    | Expr::Index(_)
                    | Expr::Call(_)
                    | Expr::MethodCall(_)
                    | Expr::Cast(_)
            ) {
                let negated = prefixed("-", &e.left, changes);
                changes.replace(&e.left, negated);
            }
        }
        _ => {}
    }
}

/// Signs of the operands of a remainder or a quotient matter as those of a product do.
fn is_arithmetic(op: &BinOp) -> bool {
    matches!(op, BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Div(_) | BinOp::Rem(_))
}

pub(super) fn index(node: Node<'_>, changes: &mut Changes<'_>) {
    let Some(Expr::Index(e)) = node.expr() else { return };
    if matches!(
        *e.index,
        Expr::Range(_) | Expr::Lit(_) | Expr::Reference(_) | Expr::Tuple(_) | Expr::Array(_)
    ) {
        return;
    }
    let text = if matches!(*e.index, Expr::Binary(_)) || is_tight(&e.index) {
        changes.text(&*e.index).to_owned()
    } else {
        format!("({})", changes.text(&*e.index))
    };
    // Of `i & 7 + 1` the sum would be the operand.
    let text = match &*e.index {
        Expr::Binary(inner) if !is_arithmetic(&inner.op) => format!("({text})"),
        _ => text,
    };
    changes.replace(&*e.index, format!("{text} + 1"));
    changes.replace(&*e.index, format!("{text} - 1"));
}

pub(super) fn range(node: Node<'_>, changes: &mut Changes<'_>) {
    let Some(Expr::Range(e)) = node.expr() else { return };
    if e.end.is_none() {
        return;
    }
    match &e.limits {
        RangeLimits::HalfOpen(dots) => changes.replace_span(dots.span(), "..="),
        RangeLimits::Closed(dots) => changes.replace_span(dots.span(), ".."),
    }
}

/// The expression behind a prefix operator.
fn prefixed(operator: &str, expr: &Expr, changes: &Changes<'_>) -> String {
    let text = changes.text(expr);
    if is_tight(expr) { format!("{operator}{text}") } else { format!("{operator}({text})") }
}

/// Whether prefix operators apply to all of it.
fn is_tight(expr: &Expr) -> bool {
    matches!(
        expr,
        Expr::Path(_)
            | Expr::Field(_)
            | Expr::Index(_)
            | Expr::Call(_)
            | Expr::MethodCall(_)
            | Expr::Paren(_)
            | Expr::Lit(_)
    )
}
