//! Syntax as its author wrote it, on one line, and the names in it.

use std::collections::BTreeSet;

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};
use quote::ToTokens;
use syn::spanned::Spanned;

use crate::visit::Visit;

/// The source text, with each run of white space as one space; what a macro writes is laid out as usual.
pub(super) fn source_text(syntax: &(impl ToTokens + ?Sized)) -> String {
    match syntax.span().source_text() {
        Some(text) => text.split_whitespace().collect::<Vec<_>>().join(" "),
        None => laid_out(syntax.to_token_stream()),
    }
}

/// Tokens as types and paths are laid out: `Result<&'a [u8; 4], Box<dyn Error + Send>>`.
fn laid_out(tokens: TokenStream) -> String {
    let mut text = String::new();
    let mut joint = false;
    for token in tokens {
        let next = match &token {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Brace => ("{ ", " }"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::None => ("", ""),
                };
                format!("{open}{}{close}", laid_out(group.stream()))
            }
            other => other.to_string(),
        };
        let last = text.rsplit([' ', '&']).next().unwrap_or_default();
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let between_words = text.ends_with(|c: char| is_word(c) || c == '>' || c == ')' || c == ']')
            && next.starts_with(|c: char| is_word(c) || "'[".contains(c))
            || last == "mut" && next.starts_with('(');
        let is_spaced = |text: &str| ["=", "+", "->"].contains(&text);
        let behind =
            text.ends_with([',', ';']) || is_spaced(last) || (last.ends_with(':') && !last.ends_with("::"));
        if !text.is_empty() && !joint && (between_words || behind || is_spaced(&next)) {
            text.push(' ');
        }
        joint = matches!(&token, TokenTree::Punct(punct) if punct.spacing() == Spacing::Joint);
        if joint && next == "-" {
            text.push(' ');
        }
        text += &next;
    }
    text
}

/// The names in a piece of syntax.
#[derive(Default)]
pub(super) struct Names(pub BTreeSet<String>);

impl<'ast> Visit<'ast> for Names {
    fn visit_ident(&mut self, ident: &'ast proc_macro2::Ident) {
        self.0.insert(ident.to_string());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_laid_out_as_types_and_paths_are_written() {
        for text in [
            "i64",
            "Vec<T>",
            "std::ops::Add<Output = T>",
            "Result<&'a [u8; 4], Box<dyn Error + Send>>",
            "(i64, &mut [u8])",
            "Map<K, V>",
            "<T as Iterator>::Item",
            "impl Fn(i64) -> bool",
            "*const u8",
            "&mut (u8, [u8; N])",
        ] {
            let tokens: TokenStream = text.parse().unwrap();
            assert_eq!(laid_out(tokens), text);
        }
    }
}
