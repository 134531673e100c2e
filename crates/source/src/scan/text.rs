//! Syntax as its author wrote it, on one line.

use syn::spanned::Spanned;

/// The source text, with each run of white space as one space.
pub(super) fn source_text(syntax: &impl Spanned) -> String {
    let text = syntax.span().source_text().unwrap_or_default();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
