//! The forms of expressions that statements of families consist of.

use proc_macro2::{Ident, Span};
use syn::Expr;
use syn::punctuated::Punctuated;
use syn::token::Paren;

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
        Expr::Struct(e) => e.fields.iter_mut().map(|field| &mut field.expr).collect(),
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

/// The functions of a statement: the subject and its siblings.
const FUNCTIONS: [&str; 3] = ["f", "g", "h"];

/// The call of one of the statement's functions, with its number, where an expression is one.
pub fn called(expr: &Expr) -> Option<(usize, &syn::ExprCall)> {
    let Expr::Call(call) = expr else { return None };
    let hole = name(&call.func)?;
    FUNCTIONS.iter().position(|known| *known == hole).map(|number| (number, call))
}

/// Whether one of the statement's functions is called.
pub fn has_call(expr: &mut Expr) -> bool {
    called(expr).is_some() || parts(expr).into_iter().any(has_call)
}

// Nodes are made directly: a subject with many siblings has hundreds of thousands of statements, and to parse each takes
// longer than to try it.

/// A call.
pub fn call_of(function: Expr, args: impl IntoIterator<Item = Expr>) -> Expr {
    Expr::Call(syn::ExprCall {
        attrs: Vec::new(),
        func: Box::new(function),
        paren_token: Paren::default(),
        args: args.into_iter().collect(),
    })
}

/// An expression with `.unwrap()` behind it.
pub fn unwrapped(receiver: Expr) -> Expr {
    Expr::MethodCall(syn::ExprMethodCall {
        attrs: Vec::new(),
        receiver: Box::new(receiver),
        dot_token: Default::default(),
        method: Ident::new("unwrap", Span::call_site()),
        turbofish: None,
        paren_token: Paren::default(),
        args: Punctuated::new(),
    })
}

/// An equation.
pub fn equation_of(left: Expr, right: Expr) -> Expr {
    Expr::Binary(syn::ExprBinary {
        attrs: Vec::new(),
        left: Box::new(left),
        op: syn::BinOp::Eq(Default::default()),
        right: Box::new(right),
    })
}
