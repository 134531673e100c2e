//! The recipes by which a type's values are made, as expressions.

use syn::Expr;

use morph_relation::{Adt, Constructor, Type};

/// Which recipes of a type an expression can be, and what it is made of: `Even::new(2)`, `"1.2".parse()`, `1..5`.
pub fn recipes<'e>(expr: &'e Expr, adt: &'e Adt) -> impl Iterator<Item = (usize, Vec<&'e Expr>)> {
    let parts = move |constructor: &Constructor| {
        let holes: Vec<String> = (0..constructor.params.len()).map(|at| format!("{HOLE}{at}")).collect();
        let pattern: Expr = syn::parse_str(&adt.made(constructor, &holes)).ok()?;
        let mut parts = vec![None; holes.len()];
        matches(plain(&pattern), plain(expr), &mut parts).then_some(())?;
        let parts = parts.into_iter().collect::<Option<Vec<&Expr>>>()?;
        let mut given = parts.iter().zip(&constructor.params);
        // What is converted is no slice before it is sliced.
        let misses = constructor.is_conversion() && given.any(|(part, ty)| is_array(part) && is_slice(ty));
        (!misses).then_some(parts)
    };
    adt.constructors().iter().enumerate().filter_map(move |(at, constructor)| Some((at, parts(constructor)?)))
}

/// Begins the name of what an argument stands in for.
const HOLE: &str = "__hole_";

/// An expression without `unwrap` or `expect` around it; what is copied from a reference is what that refers to.
fn plain(expr: &Expr) -> &Expr {
    match expr {
        Expr::MethodCall(e) if e.method == "clone" && e.args.is_empty() => plain(&e.receiver),
        Expr::Unary(e) if matches!(e.op, syn::UnOp::Deref(_)) => plain(&e.expr),
        Expr::MethodCall(e) if e.method == "unwrap" || e.method == "expect" => plain(&e.receiver),
        Expr::Paren(e) => plain(&e.expr),
        expr => expr,
    }
}

/// Whether an expression has the form of a pattern, and what stands in its holes. Type arguments, and modules before a
/// name, may be left out.
fn matches<'e>(pattern: &Expr, expr: &'e Expr, parts: &mut Vec<Option<&'e Expr>>) -> bool {
    let path = segments(pattern);
    if let [name] = path.as_slice()
        && let Some(at) = name.strip_prefix(HOLE).and_then(|at| at.parse::<usize>().ok())
    {
        parts[at] = Some(expr);
        return true;
    }
    let mut all = |patterns: &mut dyn Iterator<Item = &Expr>, exprs: &mut dyn Iterator<Item = &'e Expr>| loop {
        match (patterns.next(), exprs.next()) {
            (None, None) => return true,
            (Some(pattern), Some(expr)) if matches(pattern, expr, parts) => {}
            _ => return false,
        }
    };
    match (pattern, expr) {
        (Expr::MethodCall(a), Expr::MethodCall(b)) if a.method == b.method => all(
            &mut [&*a.receiver].into_iter().chain(&a.args),
            &mut [&*b.receiver].into_iter().chain(&b.args),
        ),
        // `[1, 5].iter().collect()`
        (Expr::MethodCall(a), expr) if a.method == "into_iter" => {
            all(&mut [&*a.receiver].into_iter(), &mut [expr].into_iter())
        }
        (Expr::Call(a), Expr::Call(b)) => {
            all(&mut [&*a.func].into_iter().chain(&a.args), &mut [&*b.func].into_iter().chain(&b.args))
        }
        (Expr::Binary(a), Expr::Binary(b)) if a.op == b.op => {
            all(&mut [&*a.left, &*a.right].into_iter(), &mut [&*b.left, &*b.right].into_iter())
        }
        (Expr::Range(a), Expr::Range(b)) => all(
            &mut a.start.iter().chain(&a.end).map(|e| &**e),
            &mut b.start.iter().chain(&b.end).map(|e| &**e),
        ),
        (Expr::Path(_), Expr::Path(_)) => {
            let given = segments(expr);
            path.last() == given.last()
                && path.iter().rev().zip(given.iter().rev()).take(2).all(|(a, b)| a == b || b == "Self")
        }
        (Expr::Closure(a), Expr::Closure(b)) => a == b,
        (Expr::Reference(a), Expr::Reference(b)) => {
            all(&mut [&*a.expr].into_iter(), &mut [&*b.expr].into_iter())
        }
        (Expr::Block(a), Expr::Block(b)) => {
            all(&mut a.block.stmts.iter().filter_map(stated), &mut b.block.stmts.iter().filter_map(stated))
        }
        _ => false,
    }
}

/// The expression of a statement.
fn stated(statement: &syn::Stmt) -> Option<&Expr> {
    match statement {
        syn::Stmt::Local(local) => local.init.as_ref().map(|init| &*init.expr),
        syn::Stmt::Expr(expr, _) => Some(expr),
        _ => None,
    }
}

fn is_array(expr: &Expr) -> bool {
    matches!(expr, Expr::Reference(lent) if matches!(&*lent.expr, Expr::Array(_)))
}

fn is_slice(ty: &Type) -> bool {
    matches!(ty, Type::Ref(inner) if matches!(&**inner, Type::Slice(_)))
}

/// The names of a path, without type arguments.
pub fn segments(expr: &Expr) -> Vec<String> {
    match expr {
        Expr::Path(path) => path.path.segments.iter().map(|segment| segment.ident.to_string()).collect(),
        _ => Vec::new(),
    }
}
