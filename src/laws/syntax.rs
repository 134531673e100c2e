//! The forms of expressions that statements of families consist of.

use syn::Expr;

/// The direct parts of an expression; a closure's is its body.
pub fn parts(expr: &mut Expr) -> Vec<&mut Expr> {
    match expr {
        Expr::Paren(e) => vec![&mut e.expr],
        Expr::Unary(e) => vec![&mut e.expr],
        Expr::Cast(e) => vec![&mut e.expr],
        Expr::Closure(e) => vec![&mut e.body],
        Expr::Binary(e) => vec![&mut e.left, &mut e.right],
        Expr::Array(e) => e.elems.iter_mut().collect(),
        Expr::Call(e) => e.args.iter_mut().collect(),
        Expr::MethodCall(e) => std::iter::once(&mut *e.receiver).chain(e.args.iter_mut()).collect(),
        _ => Vec::new(),
    }
}

/// The name that an expression is, where it is one.
pub fn name(expr: &Expr) -> Option<String> {
    match expr {
        Expr::Path(path) => path.path.get_ident().map(ToString::to_string),
        _ => None,
    }
}
