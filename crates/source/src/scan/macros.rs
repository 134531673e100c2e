//! Reads macro calls without expanding them.

use proc_macro2::{TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{Attribute, Block, Expr, Ident, Macro, Pat, Stmt, Token, Type, Visibility};

/// The arguments of a macro call, as far as they read like Rust.
pub enum Arguments {
    Exprs(Vec<Expr>),
    /// `matches!(expr, pat if guard)`.
    Matches(Box<Expr>, Box<Pat>),
    Stmts(Vec<Stmt>),
    Tokens(TokenStream),
}

/// Reads the arguments of a macro call.
pub fn arguments(mac: &Macro) -> Arguments {
    let tokens = || mac.tokens.clone();
    let last = mac.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
    if last.ends_with("matches")
        && let Ok((expr, pat)) = matches.parse2(tokens())
    {
        return Arguments::Matches(Box::new(expr), Box::new(pat));
    }
    if let Ok(exprs) = Punctuated::<Expr, Token![,]>::parse_terminated.parse2(tokens()) {
        return Arguments::Exprs(exprs.into_iter().collect());
    }
    if let Ok(exprs) = repeated.parse2(tokens()) {
        return Arguments::Exprs(exprs);
    }
    if let Ok(statements) = Block::parse_within.parse2(tokens()) {
        return Arguments::Stmts(statements);
    }
    Arguments::Tokens(tokens())
}

fn matches(input: ParseStream<'_>) -> syn::Result<(Expr, Pat)> {
    let expr = input.parse()?;
    input.parse::<Token![,]>()?;
    let pat = Pat::parse_multi_with_leading_vert(input)?;
    let pat = if input.peek(Token![if]) {
        let if_token = input.parse()?;
        let guard = input.parse()?;
        Pat::Guard(syn::PatGuard { attrs: Vec::new(), pat: Box::new(pat), if_token, guard })
    } else {
        pat
    };
    input.parse::<Option<Token![,]>>()?;
    Ok((expr, pat))
}

/// `vec![item; count]`.
fn repeated(input: ParseStream<'_>) -> syn::Result<Vec<Expr>> {
    let item = input.parse()?;
    input.parse::<Token![;]>()?;
    Ok(vec![item, input.parse()?])
}

/// Whether the first string of a macro's arguments is a format or a message, not a value.
pub fn formats(name: &str) -> bool {
    const FORMATS: [&str; 21] = [
        "format",
        "format_args",
        "print",
        "println",
        "eprint",
        "eprintln",
        "write",
        "writeln",
        "panic",
        "unreachable",
        "todo",
        "unimplemented",
        "assert",
        "assert_eq",
        "assert_ne",
        "debug_assert",
        "debug_assert_eq",
        "debug_assert_ne",
        "bail",
        "anyhow",
        "ensure",
    ];
    FORMATS.contains(&name)
}

/// Paths in tokens that are no Rust by themselves: `(segments, is a macro's name)`.
pub fn paths(tokens: TokenStream) -> Vec<(Vec<String>, bool)> {
    let mut found = Vec::new();
    collect_paths(tokens, &mut found);
    found
}

fn collect_paths(tokens: TokenStream, found: &mut Vec<(Vec<String>, bool)>) {
    let is = |token: Option<&TokenTree>, wanted: char| matches!(token, Some(TokenTree::Punct(p)) if p.as_char() == wanted);
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut at = 0;
    while at < tokens.len() {
        match &tokens[at] {
            TokenTree::Group(group) => collect_paths(group.stream(), found),
            TokenTree::Ident(ident) => {
                // `.name` is a field or a method, `$name` a macro's variable.
                let before = at.checked_sub(1).map(|before| &tokens[before]);
                let skipped = (is(before, '.') && !is(at.checked_sub(2).map(|b| &tokens[b]), '.'))
                    || (is(before, '$') && *ident != "crate");
                let mut path = vec![ident.unraw().to_string()];
                while is(tokens.get(at + 1), ':')
                    && is(tokens.get(at + 2), ':')
                    && let Some(TokenTree::Ident(next)) = tokens.get(at + 3)
                {
                    path.push(next.unraw().to_string());
                    at += 3;
                }
                if !skipped {
                    let is_macro = is(tokens.get(at + 1), '!') && !is(tokens.get(at + 2), '=');
                    found.push((path, is_macro));
                }
            }
            _ => {}
        }
        at += 1;
    }
}

/// A static that `thread_local!` or `lazy_static!` declares.
pub struct Lazy {
    pub ident: Ident,
    pub ty: Type,
    pub expr: Expr,
}

/// The statics that a macro call declares.
pub fn lazy_statics(mac: &Macro) -> Vec<Lazy> {
    let known = ["thread_local", "lazy_static"];
    if !mac.path.segments.last().is_some_and(|last| known.iter().any(|name| last.ident == name)) {
        return Vec::new();
    }
    let parser = |input: ParseStream<'_>| {
        let mut all = Vec::new();
        while !input.is_empty() {
            all.push(input.parse()?);
            input.parse::<Option<Token![;]>>()?;
        }
        Ok(all)
    };
    parser.parse2(mac.tokens.clone()).unwrap_or_default()
}

impl Parse for Lazy {
    fn parse(input: ParseStream<'_>) -> syn::Result<Lazy> {
        input.call(Attribute::parse_outer)?;
        input.parse::<Visibility>()?;
        input.parse::<Token![static]>()?;
        input.parse::<Option<Token![ref]>>()?;
        let ident = input.parse()?;
        input.parse::<Token![:]>()?;
        let ty = input.parse()?;
        input.parse::<Token![=]>()?;
        Ok(Lazy { ident, ty, expr: input.parse()? })
    }
}
