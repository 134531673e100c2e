//! Shows every expression and block of a file's functions to the operators.

use std::ops::Range;

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

use super::OPERATORS;
use morph_source::visit_run_time_only;
use morph_source::workspace::Source;

/// What an operator is shown.
#[derive(Clone, Copy)]
pub(super) enum Node<'a> {
    /// An expression.
    Expr(&'a syn::Expr),
    /// An expression whose method is called.
    Receiver(&'a syn::Expr),
    /// A block.
    Block(&'a syn::Block),
}

impl<'a> Node<'a> {
    /// The expression, whichever its place.
    pub(super) fn expr(self) -> Option<&'a syn::Expr> {
        match self {
            Node::Expr(expr) | Node::Receiver(expr) => Some(expr),
            Node::Block(_) => None,
        }
    }
}

/// The changes that operators make.
pub(super) struct Changes<'a> {
    source: &'a Source,
    text: &'a str,
    operator: &'static str,
    made: Vec<(&'static str, Range<usize>, String)>,
}

impl Changes<'_> {
    /// The text of a node.
    pub(super) fn text(&self, node: &impl Spanned) -> &str {
        &self.text[self.source.range(node.span())]
    }

    /// Replaces a node.
    pub(super) fn replace(&mut self, node: &impl Spanned, replacement: impl Into<String>) {
        self.replace_span(node.span(), replacement);
    }

    /// Replaces a span.
    pub(super) fn replace_span(&mut self, span: Span, replacement: impl Into<String>) {
        self.made.push((self.operator, self.source.range(span), replacement.into()));
    }
}

/// The name of the operator, the bytes that it replaces, and by what.
pub(super) fn changes(source: &Source, text: &str) -> Vec<(&'static str, Range<usize>, String)> {
    let changes = Changes { source, text, operator: "", made: Vec::new() };
    let mut walker = Walker { changes };
    walker.visit_file(&source.ast);
    walker.changes.made
}

struct Walker<'a> {
    changes: Changes<'a>,
}

impl Walker<'_> {
    fn show(&mut self, node: Node<'_>) {
        for operator in &OPERATORS {
            self.changes.operator = operator.name;
            (operator.apply)(node, &mut self.changes);
        }
    }

    fn visit_receiver(&mut self, expr: &syn::Expr) {
        self.show(Node::Receiver(expr));
        self.inside(expr);
    }

    fn inside(&mut self, expr: &syn::Expr) {
        match expr {
            // One literal to the compiler, too: `-128_i8` is none that overflows.
            syn::Expr::Unary(e) if matches!((&e.op, &*e.expr), (syn::UnOp::Neg(_), syn::Expr::Lit(_))) => {}
            // Lengths are constants, and so are these blocks.
            syn::Expr::Repeat(e) => self.visit_expr(&e.expr),
            syn::Expr::Const(_) => {}
            syn::Expr::MethodCall(e) => {
                self.visit_receiver(&e.receiver);
                // What is said when it fails.
                if e.method != "expect" && e.method != "expect_err" {
                    e.args.iter().for_each(|arg| self.visit_expr(arg));
                }
            }
            _ => visit::visit_expr(self, expr),
        }
    }
}

impl<'ast> Visit<'ast> for Walker<'_> {
    visit_run_time_only!('ast);

    // Those that are not compiled are no functions of the scan's, which is who gets the changes.
    fn visit_item_fn(&mut self, f: &'ast syn::ItemFn) {
        self.visit_block(&f.block);
    }

    fn visit_impl_item_fn(&mut self, f: &'ast syn::ImplItemFn) {
        self.visit_block(&f.block);
    }

    fn visit_trait_item_fn(&mut self, f: &'ast syn::TraitItemFn) {
        f.default.iter().for_each(|block| self.visit_block(block));
    }

    fn visit_block(&mut self, block: &'ast syn::Block) {
        self.show(Node::Block(block));
        visit::visit_block(self, block);
    }

    fn visit_local(&mut self, local: &'ast syn::Local) {
        if !conditional(&local.attrs) {
            visit::visit_local(self, local);
        }
    }

    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        if !conditional(&arm.attrs) {
            visit::visit_arm(self, arm);
        }
    }

    fn visit_expr(&mut self, expr: &'ast syn::Expr) {
        self.show(Node::Expr(expr));
        self.inside(expr);
    }
}

/// Whether what carries these attributes is compiled under a condition.
pub(super) fn conditional(attrs: &[syn::Attribute]) -> bool {
    attrs.iter().any(|attr| attr.path().is_ident("cfg") || attr.path().is_ident("cfg_attr"))
}
