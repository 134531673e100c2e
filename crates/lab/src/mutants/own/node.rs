//! What an operator is shown, and the changes that it makes.

use std::ops::Range;

use proc_macro2::Span;
use syn::spanned::Spanned;

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
    pub(super) source: &'a Source,
    pub(super) text: &'a str,
    pub(super) operator: &'static str,
    pub(super) made: Vec<(&'static str, Range<usize>, String)>,
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

/// Whether what carries these attributes is compiled under a condition.
pub(super) fn conditional(attrs: &[syn::Attribute]) -> bool {
    attrs.iter().any(|attr| attr.path().is_ident("cfg") || attr.path().is_ident("cfg_attr"))
}
