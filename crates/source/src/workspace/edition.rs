//! Syntax of the edition 2015, which syn does not read: parameters of trait methods without names, and ranges with three dots.

use proc_macro2::{Delimiter, Group, Ident, Punct, Spacing, TokenStream, TokenTree};

/// The tokens as the edition 2021 would have them, with their places: `_` names what has no name, and `..=` stands for `...`.
pub fn modern(tokens: TokenStream) -> TokenStream {
    rewritten(tokens, false)
}

/// What stands between two delimiters, or in a file; `in_trait` where it is the body of a trait.
fn rewritten(tokens: TokenStream, in_trait: bool) -> TokenStream {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut written: Vec<TokenTree> = Vec::new();
    // The names after the last semicolon or braces: the beginning of an item.
    let mut item: Vec<String> = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => {
                let is_body =
                    group.delimiter() == Delimiter::Brace && item.iter().any(|name| name == "trait");
                let mut inner = rewritten(group.stream(), is_body);
                let is_named = item.last().is_some_and(|name| name == "fn");
                if in_trait && group.delimiter() == Delimiter::Parenthesis && is_named {
                    inner = named(inner);
                    item.clear();
                }
                let mut whole = Group::new(group.delimiter(), inner);
                whole.set_span(group.span());
                written.push(whole.into());
                if group.delimiter() == Delimiter::Brace {
                    item.clear();
                }
            }
            TokenTree::Ident(name) => {
                // The name of a function stays behind its `fn`, and so do its type parameters.
                if item.last().is_none_or(|last| last != "fn") {
                    item.push(name.to_string());
                }
                written.push(token.clone());
            }
            TokenTree::Punct(mark) if mark.as_char() == '.' && is_third(&tokens, at) => {
                let mut equals = Punct::new('=', Spacing::Alone);
                equals.set_span(mark.span());
                written.push(equals.into());
            }
            TokenTree::Punct(mark) => {
                if mark.as_char() == ';' {
                    item.clear();
                }
                written.push(token.clone());
            }
            TokenTree::Literal(_) => written.push(token.clone()),
        }
    }
    written.into_iter().collect()
}

/// Whether this is the last of three dots between two things; a function with any number of arguments has nothing behind them.
fn is_third(tokens: &[TokenTree], at: usize) -> bool {
    let is_dot = |token: &TokenTree| matches!(token, TokenTree::Punct(mark) if mark.as_char() == '.');
    let Some(before) = at.checked_sub(2) else { return false };
    tokens[before..at].iter().all(is_dot)
        && before > 0
        && !matches!(&tokens[before - 1], TokenTree::Punct(_))
        && tokens.get(at + 1).is_some_and(|next| !is_dot(next))
}

/// The parameters of a method, each with a name.
fn named(params: TokenStream) -> TokenStream {
    let mut written: Vec<TokenTree> = Vec::new();
    let mut param: Vec<TokenTree> = Vec::new();
    let mut depth = 0_usize;
    let mut before = None;
    for token in params {
        let mark = match &token {
            TokenTree::Punct(mark) => Some(mark.as_char()),
            _ => None,
        };
        match mark {
            Some('<') => depth += 1,
            Some('>') if before != Some('-') => depth = depth.saturating_sub(1),
            _ => {}
        }
        before = mark;
        let ends = mark == Some(',') && depth == 0;
        param.push(token);
        if ends {
            written.extend(with_name(std::mem::take(&mut param)));
        }
    }
    written.extend(with_name(param));
    written.into_iter().collect()
}

/// A parameter with a name: `_: u8` of `u8`.
fn with_name(mut param: Vec<TokenTree>) -> Vec<TokenTree> {
    let is_named = param.iter().enumerate().any(|(at, token)| is_colon(&param, at, token));
    let is_receiver = param.iter().any(|token| matches!(token, TokenTree::Ident(name) if name == "self"));
    let Some(first) = param.first().filter(|_| !is_named && !is_receiver) else { return param };
    let span = first.span();
    let mut colon = Punct::new(':', Spacing::Alone);
    colon.set_span(span);
    param.splice(0..0, [Ident::new("_", span).into(), colon.into()]);
    param
}

/// Whether a token is a colon by itself, which is in no path.
fn is_colon(tokens: &[TokenTree], at: usize, token: &TokenTree) -> bool {
    let joins = |token: &TokenTree| matches!(token, TokenTree::Punct(mark) if mark.as_char() == ':' && mark.spacing() == Spacing::Joint);
    let is_mark = matches!(token, TokenTree::Punct(mark) if mark.as_char() == ':');
    is_mark && !joins(token) && !at.checked_sub(1).is_some_and(|before| joins(&tokens[before]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_syntax_is_read_as_new_one() {
        for (old, new) in [
            (
                "trait T { fn f<A: B>(&self, u8, &[A], Map<K, V>, n: u8) -> u8; fn g(::std::fmt::Result) { h(1, 2); } }",
                "trait T { fn f<A: B>(&self, _: u8, _: &[A], _: Map<K, V>, n: u8) -> u8; fn g(_: ::std::fmt::Result) { h(1, 2); } }",
            ),
            (
                "fn f(c: char) -> bool { match c { 'a'...'z' | '0'...'9' => g(1..2, 1..=2), _ => false } }",
                "fn f(c: char) -> bool { match c { 'a'..='z' | '0'..='9' => g(1..2, 1..=2), _ => false } }",
            ),
            (
                "extern { fn printf(format: *const u8, ...); } pub trait U: T { const N: u8; fn f(self: Box<Self>, Fn(u8) -> u8); }",
                "extern { fn printf(format: *const u8, ...); } pub trait U: T { const N: u8; fn f(self: Box<Self>, _: Fn(u8) -> u8); }",
            ),
        ] {
            let [modern, new] = [modern(old.parse().unwrap()), new.parse().unwrap()];
            // Whether signs are joined to what follows makes no difference here.
            assert_eq!(modern.to_string().replace(' ', ""), new.to_string().replace(' ', ""));
        }
    }
}
