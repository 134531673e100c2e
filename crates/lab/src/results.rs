//! The expressions whose values a function returns.

use std::ops::Range;

use morph_source::visit::{self, Visit};

use morph_source::workspace::Source;

/// Whether a type is, or is made of, an `impl Trait`.
pub fn has_impl_trait(ty: &syn::Type) -> bool {
    struct Finder(bool);
    impl<'ast> Visit<'ast> for Finder {
        fn visit_type_impl_trait(&mut self, _: &'ast syn::TypeImplTrait) {
            self.0 = true;
        }
    }
    let mut finder = Finder(false);
    finder.visit_type(ty);
    finder.0
}

/// The bytes of what follows each `return`, and of the body's last expression.
pub fn results(source: &Source, body: &syn::Block) -> Vec<Range<usize>> {
    let mut finder = Finder { source, found: Vec::new() };
    finder.visit_block(body);
    match body.stmts.last() {
        Some(syn::Stmt::Expr(last, None)) => finder.add(last),
        Some(syn::Stmt::Macro(last)) if last.semi_token.is_none() => finder.add(last),
        _ => {}
    }
    finder.found
}

struct Finder<'a> {
    source: &'a Source,
    found: Vec<Range<usize>>,
}

impl Finder<'_> {
    fn add(&mut self, node: &impl syn::spanned::Spanned) {
        self.found.push(self.source.range(node.span()));
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_expr_return(&mut self, e: &'ast syn::ExprReturn) {
        e.expr.iter().for_each(|value| self.add(value));
        visit::visit_expr_return(self, e);
    }

    // A `return` in these is their own.
    fn visit_expr_closure(&mut self, _: &'ast syn::ExprClosure) {}
    fn visit_expr_async(&mut self, _: &'ast syn::ExprAsync) {}
    fn visit_item(&mut self, _: &'ast syn::Item) {}
}
