//! Operators that stand between two operands.

use syn::BinOp;

use super::node::{Changes, Node};

fn replace(node: Node<'_>, changes: &mut Changes<'_>, by: impl Fn(&BinOp) -> &'static [&'static str]) {
    let Some(syn::Expr::Binary(binary)) = node.expr() else { return };
    for replacement in by(&binary.op) {
        changes.replace(&binary.op, *replacement);
    }
}

pub(super) fn arithmetic(node: Node<'_>, changes: &mut Changes<'_>) {
    replace(node, changes, |op| match op {
        BinOp::Add(_) => &["-", "*", "/", "%"],
        BinOp::Sub(_) => &["+", "*", "/", "%"],
        BinOp::Mul(_) => &["+", "-", "/", "%"],
        BinOp::Div(_) => &["+", "-", "*", "%"],
        BinOp::Rem(_) => &["+", "-", "*", "/"],
        _ => &[],
    });
}

/// The three that no other replacement makes superfluous (Kaminski, Ammann and Offutt, "Better predicate testing"),
/// with the opposite in the place of a constant.
pub(super) fn relational(node: Node<'_>, changes: &mut Changes<'_>) {
    replace(node, changes, |op| match op {
        BinOp::Lt(_) => &["<=", "!=", ">="],
        BinOp::Le(_) => &["<", "==", ">"],
        BinOp::Gt(_) => &[">=", "!=", "<="],
        BinOp::Ge(_) => &[">", "==", "<"],
        BinOp::Eq(_) => &["!=", "<=", ">="],
        BinOp::Ne(_) => &["==", "<", ">"],
        _ => &[],
    });
}

pub(super) fn logical(node: Node<'_>, changes: &mut Changes<'_>) {
    replace(node, changes, |op| match op {
        BinOp::And(_) => &["||"],
        BinOp::Or(_) => &["&&"],
        _ => &[],
    });
}

pub(super) fn bit(node: Node<'_>, changes: &mut Changes<'_>) {
    replace(node, changes, |op| match op {
        BinOp::BitAnd(_) => &["|", "^"],
        BinOp::BitOr(_) => &["&", "^"],
        BinOp::BitXor(_) => &["&", "|"],
        BinOp::Shl(_) => &[">>"],
        BinOp::Shr(_) => &["<<"],
        _ => &[],
    });
}

pub(super) fn assignment(node: Node<'_>, changes: &mut Changes<'_>) {
    replace(node, changes, |op| match op {
        BinOp::AddAssign(_) => &["-=", "*=", "/=", "%="],
        BinOp::SubAssign(_) => &["+=", "*=", "/=", "%="],
        BinOp::MulAssign(_) => &["+=", "-=", "/=", "%="],
        BinOp::DivAssign(_) => &["+=", "-=", "*=", "%="],
        BinOp::RemAssign(_) => &["+=", "-=", "*=", "/="],
        BinOp::BitAndAssign(_) => &["|=", "^="],
        BinOp::BitOrAssign(_) => &["&=", "^="],
        BinOp::BitXorAssign(_) => &["&=", "|="],
        BinOp::ShlAssign(_) => &[">>="],
        BinOp::ShrAssign(_) => &["<<="],
        _ => &[],
    });
}
