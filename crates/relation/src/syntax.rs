//! Reads Rust syntax from texts that people write, and makes some.

use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use syn::parse::Parse;

/// The tokens on one path through the syntax, brackets weighted: parsers call themselves for each level, and a deeper text
/// would overflow the stack.
const DEEPEST: usize = 500;
/// The weight of brackets, whose contents pass through many functions of the parser.
const BRACKET: usize = 4;
/// Characters of a text in an error.
const SHOWN: usize = 60;

/// Reads a piece of syntax; the error says what is wrong with the text.
pub fn parse_syntax<T: Parse>(text: &str) -> Result<T, String> {
    let tokens: TokenStream =
        text.parse().map_err(|error: proc_macro2::LexError| lexical(text, error.span().start().column))?;
    if depth(tokens.clone(), DEEPEST) > DEEPEST {
        return Err("it is nested too deeply".to_owned());
    }
    syn::parse2(tokens).map_err(|error| error.to_string())
}

/// What is wrong where the `column`-th character, from 0, of a line begins no token.
pub fn lexical(line: &str, column: usize) -> String {
    match line.chars().nth(column) {
        Some(open @ ('(' | '[' | '{')) => format!("`{open}` is not closed"),
        Some(close @ (')' | ']' | '}')) => format!("`{close}` does not close anything"),
        Some('"') => "the string is not closed".to_owned(),
        Some('\'') => "the character is not closed".to_owned(),
        Some('/') => "the comment is not closed".to_owned(),
        Some(other) => format!("`{other}` is not part of Rust's syntax"),
        None => "it ends too early".to_owned(),
    }
}

/// A text as errors show it.
pub fn shortened(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

/// The weight of the longest path: elements beside each other, between commas, are different paths. What is beyond `most`
/// is not looked at.
fn depth(tokens: TokenStream, most: usize) -> usize {
    let (mut longest, mut own, mut inside) = (0, 0, 0);
    for token in tokens {
        match token {
            TokenTree::Punct(punct) if punct.as_char() == ',' => {
                longest = longest.max(own + inside);
                (own, inside) = (0, 0);
            }
            // Type arguments are brackets, too.
            TokenTree::Punct(punct) if punct.as_char() == '<' => own += BRACKET,
            TokenTree::Group(group) => {
                own += if group.delimiter() == Delimiter::None { 1 } else { BRACKET };
                if own <= most {
                    inside = inside.max(depth(group.stream(), most - own));
                }
            }
            _ => own += 1,
        }
        if own + inside > most {
            return own + inside;
        }
    }
    longest.max(own + inside)
}

/// The expression that a name is. To parse it would take longer: a search reads hundreds of thousands of statements.
pub fn named(name: &str) -> syn::Expr {
    let ident = match name.strip_prefix("r#") {
        Some(raw) => Ident::new_raw(raw, Span::call_site()),
        None => Ident::new(name, Span::call_site()),
    };
    let path = syn::Path::from(ident);
    syn::Expr::Path(syn::ExprPath { attrs: Vec::new(), qself: None, path })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deep_texts_of_every_form_are_refused_and_wide_ones_are_read() {
        let times = |text: &str, count: usize| text.repeat(count);
        for count in [600, 3_000, 100_000] {
            for text in [
                times("(", count) + "x" + &times(")", count),
                times("f(", count) + "x" + &times(")", count),
                times("[", count) + "x" + &times("]", count),
                times("{", count) + "x" + &times("}", count),
                times("!", count) + "x",
                times("- ", count) + "x",
                times("&", count) + "x",
                times("|x| ", count) + "x",
                times("return ", count) + "x",
                times("if x ", count) + "{}",
                times("Vec::<", count) + "u8" + &times(">", count) + "::new()",
                "x".to_owned() + &times(" + 1", count),
                "x".to_owned() + &times(".abs()", count),
                "x".to_owned() + &times("[0]", count),
                "x".to_owned() + &times("?", count),
                "x".to_owned() + &times(" as u8", count),
            ] {
                let error = parse_syntax::<syn::Expr>(&text).expect_err("too deep");
                assert_eq!(error, "it is nested too deeply", "{}", shortened(&text));
            }
            let ty = times("Vec<", count) + "u8" + &times(">", count);
            assert!(parse_syntax::<syn::Type>(&ty).is_err());
        }
        let list = format!("[{}]", times("f(x, -1), ", 5_000));
        assert!(parse_syntax::<syn::Expr>(&list).is_ok());
        assert!(parse_syntax::<syn::Expr>(&vec!["x == 1"; 60].join(" || ")).is_ok());
    }

    #[test]
    fn text_that_is_no_sequence_of_tokens_is_refused_with_the_reason() {
        for (text, why) in [
            ("f(x", "`(` is not closed"),
            ("é + f(x]", "`]` does not close anything"),
            ("x)", "`)` does not close anything"),
            ("x == \"a", "the string is not closed"),
            ("x /* y", "the comment is not closed"),
            ("x € y", "`€` is not part of Rust's syntax"),
        ] {
            assert_eq!(parse_syntax::<syn::Expr>(text).expect_err(text), why, "{text}");
        }
    }
}
