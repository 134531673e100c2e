//! Formatted texts.

use proc_macro2::TokenStream;
use syn::parse::{ParseStream, Parser};
use syn::{Ident, Token};

use super::lowering::Lowering;
use super::{Expr, Piece};

/// An argument of a format, and its name.
struct Argument {
    name: Option<String>,
    value: syn::Expr,
}

impl Lowering<'_> {
    /// The pieces of a format with its arguments; `None` where it is not understood: widths that are arguments are not.
    pub fn format(&mut self, tokens: TokenStream, line: bool) -> Option<Vec<Piece>> {
        let mut arguments = arguments.parse2(tokens).ok()?.into_iter();
        let text = match arguments.next() {
            Some(first) => self.text(&first.value)?,
            None => String::new(),
        };
        let lowered = arguments.map(|argument| (argument.name, self.expr(&argument.value)));
        let lowered: Vec<(Option<String>, Expr)> = lowered.collect();
        let mut pieces = self.pieces(&text, &lowered)?;
        if line {
            pieces.push(Piece::Text("\n".to_owned()));
        }
        Some(pieces)
    }

    fn pieces(&mut self, text: &str, arguments: &[(Option<String>, Expr)]) -> Option<Vec<Piece>> {
        let (mut pieces, mut plain, mut next) = (Vec::new(), String::new(), 0);
        let mut rest = text;
        while let Some(at) = rest.find(['{', '}']) {
            let (before, from) = rest.split_at(at);
            plain.push_str(before);
            if from.starts_with("{{") || from.starts_with("}}") {
                plain.push_str(&from[..1]);
                rest = &from[2..];
                continue;
            }
            let (inner, behind) = from.strip_prefix('{')?.split_once('}')?;
            rest = behind;
            let (name, spec) = inner.split_once(':').unwrap_or((inner, ""));
            let (name, spec) = (name.trim(), spec.trim_end());
            if spec.contains('$') || spec.contains(".*") {
                return None;
            }
            let value = if name.is_empty() {
                next += 1;
                arguments.get(next - 1)?.1.clone()
            } else if let Ok(at) = name.parse::<usize>() {
                arguments.get(at)?.1.clone()
            } else {
                match arguments.iter().find(|(known, _)| known.as_deref() == Some(name)) {
                    Some((_, value)) => value.clone(),
                    None => {
                        let ident: Ident = syn::parse_str(name).ok()?;
                        Expr::new(0..0, self.path(&ident.into(), None))
                    }
                }
            };
            if !plain.is_empty() {
                pieces.push(Piece::Text(std::mem::take(&mut plain)));
            }
            pieces.push(Piece::Argument(value, spec.to_owned()));
        }
        plain.push_str(rest);
        if !plain.is_empty() {
            pieces.push(Piece::Text(plain));
        }
        Some(pieces)
    }
}

fn arguments(input: ParseStream<'_>) -> syn::Result<Vec<Argument>> {
    let mut found = Vec::new();
    while !input.is_empty() {
        let named = input.peek(Ident) && input.peek2(Token![=]) && !input.peek2(Token![==]);
        let name = if named {
            let name: Ident = input.parse()?;
            input.parse::<Token![=]>()?;
            Some(name.to_string())
        } else {
            None
        };
        found.push(Argument { name, value: input.parse()? });
        if !input.is_empty() {
            input.parse::<Token![,]>()?;
        }
    }
    Ok(found)
}
