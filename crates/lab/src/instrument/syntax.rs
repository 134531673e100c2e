//! What may stand where in an expression: how tightly operators bind, and what an `if` may be put around.

use crate::mutants::Mutant;

/// Whether an expression can stand in both branches of an `if`: not where a `let` in it binds names outside.
pub fn wrappable(expr: &syn::Expr) -> bool {
    match expr {
        syn::Expr::Let(_) => false,
        syn::Expr::Binary(_) | syn::Expr::Paren(_) | syn::Expr::Group(_) => !has_let(expr),
        // Left-hand sides are places, and so may these be.
        syn::Expr::Field(_) | syn::Expr::Index(_) | syn::Expr::Path(_) => false,
        _ => true,
    }
}

pub fn is_arithmetic(op: &syn::BinOp) -> bool {
    use syn::BinOp::{Add, Div, Mul, Rem, Sub};
    matches!(op, Add(_) | Sub(_) | Mul(_) | Div(_) | Rem(_))
}

/// How tightly an operator binds, where operands may be grouped in another way: not those that assign.
pub fn tightness(op: &syn::BinOp) -> Option<u8> {
    use syn::BinOp::{
        Add, And, BitAnd, BitOr, BitXor, Div, Eq, Ge, Gt, Le, Lt, Mul, Ne, Or, Rem, Shl, Shr, Sub,
    };
    Some(match op {
        Mul(_) | Div(_) | Rem(_) => 8,
        Add(_) | Sub(_) => 7,
        Shl(_) | Shr(_) => 6,
        BitAnd(_) => 5,
        BitXor(_) => 4,
        BitOr(_) => 3,
        Eq(_) | Ne(_) | Lt(_) | Le(_) | Gt(_) | Ge(_) => 2,
        And(_) => 1,
        Or(_) => 0,
        _ => return None,
    })
}

/// Whether a mutant, which is a change of text, changes what the operands of its operator are: `a - b * c` becomes
/// `(a - b) + c`, so that it has to be folded around the operator that binds so tightly.
pub fn regroups(mutant: &Mutant, around: u8) -> bool {
    let tightness = |text: &str| syn::parse_str::<syn::BinOp>(text).ok().as_ref().and_then(tightness);
    match (tightness(&mutant.original), tightness(&mutant.replacement)) {
        (Some(before), Some(after)) => before != after && before.min(after) <= around,
        _ => false,
    }
}

/// Whether a condition holds a `let`.
pub fn has_let(expr: &syn::Expr) -> bool {
    match expr {
        syn::Expr::Let(_) => true,
        syn::Expr::Binary(e) => has_let(&e.left) || has_let(&e.right),
        syn::Expr::Paren(e) => has_let(&e.expr),
        syn::Expr::Group(e) => has_let(&e.expr),
        _ => false,
    }
}

/// The operand that an expression begins with.
pub fn leftmost(expr: &syn::Expr) -> &syn::Expr {
    match expr {
        syn::Expr::Binary(e) => leftmost(&e.left),
        syn::Expr::Cast(e) => leftmost(&e.expr),
        syn::Expr::Call(e) => leftmost(&e.func),
        syn::Expr::MethodCall(e) => leftmost(&e.receiver),
        syn::Expr::Field(e) => leftmost(&e.base),
        syn::Expr::Index(e) => leftmost(&e.expr),
        syn::Expr::Try(e) => leftmost(&e.expr),
        syn::Expr::Range(syn::ExprRange { start: Some(start), .. }) => leftmost(start),
        expr => expr,
    }
}

pub fn is_block_like(expr: &syn::Expr) -> bool {
    use syn::Expr::{Block, ForLoop, If, Loop, Match, Unsafe, While};
    matches!(expr, If(_) | Match(_) | While(_) | ForLoop(_) | Loop(_) | Block(_) | Unsafe(_))
}
