//! The forms of expressions that statements of families consist of.

use syn::Expr;

/// The direct parts of an expression; a closure's is its body.
pub fn parts(expr: &mut Expr) -> Vec<&mut Expr> {
    match expr {
        Expr::Paren(e) => vec![&mut e.expr],
        Expr::Field(e) => vec![&mut e.base],
        Expr::Reference(e) => vec![&mut e.expr],
        Expr::Index(e) => vec![&mut e.expr, &mut e.index],
        Expr::Tuple(e) => e.elems.iter_mut().collect(),
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

/// Whether one of these functions is called.
pub fn has_call(expr: &mut Expr, functions: &[&str]) -> bool {
    let is_call = match &*expr {
        Expr::Call(call) => name(&call.func).is_some_and(|name| functions.contains(&name.as_str())),
        _ => false,
    };
    is_call || parts(expr).into_iter().any(|part| has_call(part, functions))
}
