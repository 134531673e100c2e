//! Syntax as its author wrote it, on one line, and the names in it.

use std::collections::BTreeSet;

use syn::spanned::Spanned;

use crate::visit::Visit;

/// The source text, with each run of white space as one space.
pub(super) fn source_text(syntax: &impl Spanned) -> String {
    let text = syntax.span().source_text().unwrap_or_default();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The names in a piece of syntax.
#[derive(Default)]
pub(super) struct Names(pub BTreeSet<String>);

impl<'ast> Visit<'ast> for Names {
    fn visit_ident(&mut self, ident: &'ast proc_macro2::Ident) {
        self.0.insert(ident.to_string());
    }
}
