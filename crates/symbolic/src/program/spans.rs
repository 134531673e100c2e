//! Where expressions begin and end, without making tokens of them: `Spanned` does, so that asking it of every
//! expression in a body takes time that grows with the square of the body's depth.

use std::ops::Range;

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Expr, Label, MacroDelimiter, Path, PathArguments, UnOp};

/// Bytes of an expression in the text that syn saw.
pub(super) fn range(expr: &Expr) -> Range<usize> {
    first(expr).byte_range().start..last(expr).byte_range().end
}

/// The span of the first token.
fn first(expr: &Expr) -> Span {
    match expr {
        Expr::Array(e) if e.attrs.is_empty() => e.bracket_token.span.open(),
        Expr::Assign(e) if e.attrs.is_empty() => first(&e.left),
        Expr::Binary(e) if e.attrs.is_empty() => first(&e.left),
        Expr::Block(e) if e.attrs.is_empty() => labelled(e.label.as_ref(), e.block.brace_token.span.open()),
        Expr::Call(e) if e.attrs.is_empty() => first(&e.func),
        Expr::Cast(e) if e.attrs.is_empty() => first(&e.expr),
        Expr::Field(e) if e.attrs.is_empty() => first(&e.base),
        Expr::ForLoop(e) if e.attrs.is_empty() => labelled(e.label.as_ref(), e.for_token.span),
        Expr::If(e) if e.attrs.is_empty() => e.if_token.span,
        Expr::Index(e) if e.attrs.is_empty() => first(&e.expr),
        Expr::Let(e) if e.attrs.is_empty() => e.let_token.span,
        Expr::Lit(e) if e.attrs.is_empty() => e.lit.span(),
        Expr::Loop(e) if e.attrs.is_empty() => labelled(e.label.as_ref(), e.loop_token.span),
        Expr::Macro(e) if e.attrs.is_empty() => path_start(&e.mac.path),
        Expr::Match(e) if e.attrs.is_empty() => e.match_token.span,
        Expr::MethodCall(e) if e.attrs.is_empty() => first(&e.receiver),
        Expr::Paren(e) if e.attrs.is_empty() => e.paren_token.span.open(),
        Expr::Path(e) if e.attrs.is_empty() && e.qself.is_none() => path_start(&e.path),
        Expr::Reference(e) if e.attrs.is_empty() => e.and_token.span,
        Expr::Return(e) if e.attrs.is_empty() => e.return_token.span,
        Expr::Struct(e) if e.attrs.is_empty() && e.qself.is_none() => path_start(&e.path),
        Expr::Try(e) if e.attrs.is_empty() => first(&e.expr),
        Expr::Tuple(e) if e.attrs.is_empty() => e.paren_token.span.open(),
        Expr::Unary(e) if e.attrs.is_empty() => match e.op {
            UnOp::Deref(token) => token.span,
            UnOp::Not(token) => token.span,
            UnOp::Neg(token) => token.span,
            _ => expr.span(),
        },
        Expr::Unsafe(e) if e.attrs.is_empty() => e.unsafe_token.span,
        Expr::While(e) if e.attrs.is_empty() => labelled(e.label.as_ref(), e.while_token.span),
        expr => expr.span(),
    }
}

/// The span of the last token.
fn last(expr: &Expr) -> Span {
    match expr {
        Expr::Array(e) => e.bracket_token.span.close(),
        Expr::Assign(e) => last(&e.right),
        Expr::Binary(e) => last(&e.right),
        Expr::Block(e) => e.block.brace_token.span.close(),
        Expr::Call(e) => e.paren_token.span.close(),
        Expr::Closure(e) => last(&e.body),
        Expr::Field(e) => e.member.span(),
        Expr::ForLoop(e) => e.body.brace_token.span.close(),
        Expr::If(e) => match &e.else_branch {
            Some((_, otherwise)) => last(otherwise),
            None => e.then_branch.brace_token.span.close(),
        },
        Expr::Index(e) => e.bracket_token.span.close(),
        Expr::Let(e) => last(&e.expr),
        Expr::Lit(e) => e.lit.span(),
        Expr::Loop(e) => e.body.brace_token.span.close(),
        Expr::Macro(e) => match &e.mac.delimiter {
            MacroDelimiter::Paren(token) => token.span.close(),
            MacroDelimiter::Brace(token) => token.span.close(),
            MacroDelimiter::Bracket(token) => token.span.close(),
        },
        Expr::Match(e) => e.brace_token.span.close(),
        Expr::MethodCall(e) => e.paren_token.span.close(),
        Expr::Paren(e) => e.paren_token.span.close(),
        Expr::Path(e) => match e.path.segments.last() {
            Some(segment) if matches!(segment.arguments, PathArguments::None) => segment.ident.span(),
            _ => expr.span(),
        },
        Expr::Reference(e) => last(&e.expr),
        Expr::Repeat(e) => e.bracket_token.span.close(),
        Expr::Return(syn::ExprReturn { expr: Some(inner), .. })
        | Expr::Break(syn::ExprBreak { expr: Some(inner), .. })
        | Expr::Range(syn::ExprRange { end: Some(inner), .. }) => last(inner),
        Expr::Struct(e) => e.brace_token.span.close(),
        Expr::Try(e) => e.question_token.span,
        Expr::Tuple(e) => e.paren_token.span.close(),
        Expr::Unary(e) => last(&e.expr),
        Expr::Unsafe(e) => e.block.brace_token.span.close(),
        Expr::While(e) => e.body.brace_token.span.close(),
        expr => expr.span(),
    }
}

fn labelled(label: Option<&Label>, keyword: Span) -> Span {
    label.map_or(keyword, |label| label.name.apostrophe)
}

fn path_start(path: &Path) -> Span {
    match (&path.leading_colon, path.segments.first()) {
        (None, Some(segment)) => segment.ident.span(),
        _ => path.span(),
    }
}

#[cfg(test)]
mod tests {
    use syn::visit::{self, Visit};

    use super::*;

    struct Ranges(usize);

    impl<'ast> Visit<'ast> for Ranges {
        fn visit_expr(&mut self, expr: &'ast Expr) {
            assert_eq!(range(expr), expr.span().byte_range(), "{expr:?}");
            self.0 += 1;
            visit::visit_expr(self, expr);
        }
    }

    #[test]
    fn expressions_begin_and_end_where_their_tokens_do() {
        let mut ranges = Ranges(0);
        let odd = "fn f() { #[a] (1 + 2); #[b] x.y; 'l: loop { break 'l 1..=2; continue; }
            ::a::b::<u8>(..); <T as U>::V;
            move |x| x; return; &raw const x;
            -1 as Vec<u8>; async { x.await }; A::<u8> { x, ..y }; [0; 3]; _ = ..2; 'b: {} }";
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/program");
        let texts = walkdir::WalkDir::new(folder).into_iter().filter_map(|entry| {
            let entry = entry.unwrap();
            entry.file_type().is_file().then(|| std::fs::read_to_string(entry.path()).unwrap())
        });
        for text in texts.chain([odd.to_owned()]) {
            ranges.visit_file(&syn::parse_file(&text).unwrap());
        }
        assert!(ranges.0 > 3000, "only {} expressions", ranges.0);
    }
}
