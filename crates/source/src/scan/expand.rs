//! Expansion of `macro_rules!`: the first arm that matches.
//!
//! Names that an expansion binds are not kept apart from those of the call (hygiene); where both have one name, there
//! is no expansion.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use syn::parse::{ParseStream, Parser};

/// Longer calls are not expanded.
const LONGEST: usize = 2000;
/// Macros that expand to macros are expanded this deep.
pub const DEEPEST: usize = 12;

/// What a call's tokens have to look like.
enum Matcher {
    Token(TokenTree),
    Group(Delimiter, Vec<Matcher>),
    Variable(String, String),
    Repeated { inner: Vec<Matcher>, separator: Option<TokenTree>, op: char },
}

/// What a variable stands for.
#[derive(Clone)]
enum Bound {
    Tokens(TokenStream),
    Repeated(Vec<Bindings>),
}

type Bindings = BTreeMap<String, Bound>;

/// What a call expands to.
pub fn expand(rules: &TokenStream, call: &TokenStream, same_crate: bool) -> Option<TokenStream> {
    let call: Vec<TokenTree> = call.clone().into_iter().collect();
    if call.len() > LONGEST {
        return None;
    }
    let rules: Vec<TokenTree> = rules.clone().into_iter().collect();
    let mut at = 0;
    while let [
        TokenTree::Group(matcher),
        TokenTree::Punct(_),
        TokenTree::Punct(_),
        TokenTree::Group(body),
        ..,
    ] = rules.get(at..)?
    {
        let mut bindings = Bindings::new();
        let mut position = 0;
        if matches(&matchers(matcher.stream())?, &call, &mut position, &mut bindings)
            && position == call.len()
        {
            let mut names = BTreeSet::new();
            bound_names(&body.stream(), &mut names);
            if mentions(&call, &names) || (!same_crate && mentions_crate(&body.stream())) {
                return None;
            }
            let mut expanded = Vec::new();
            transcribe(body.stream(), &bindings, &mut expanded)?;
            return Some(expanded.into_iter().collect());
        }
        at += 4;
        if matches!(rules.get(at), Some(TokenTree::Punct(_))) {
            at += 1;
        }
    }
    None
}

fn matchers(stream: TokenStream) -> Option<Vec<Matcher>> {
    let tokens: Vec<TokenTree> = stream.into_iter().collect();
    let (mut found, mut at) = (Vec::new(), 0);
    while let Some(token) = tokens.get(at) {
        at += 1;
        match token {
            TokenTree::Punct(punct) if punct.as_char() == '$' => match tokens.get(at)? {
                TokenTree::Group(group) => {
                    let (separator, op, behind) = repetition(&tokens, at + 1)?;
                    at = behind;
                    found.push(Matcher::Repeated { inner: matchers(group.stream())?, separator, op });
                }
                TokenTree::Ident(name) => {
                    let TokenTree::Ident(fragment) = tokens.get(at + 2)? else { return None };
                    found.push(Matcher::Variable(name.to_string(), fragment.to_string()));
                    at += 3;
                }
                _ => return None,
            },
            TokenTree::Group(group) => {
                found.push(Matcher::Group(group.delimiter(), matchers(group.stream())?));
            }
            token => found.push(Matcher::Token(token.clone())),
        }
    }
    Some(found)
}

/// What stands behind the parentheses of a repetition: the separator, the operator, and where it ends.
fn repetition(tokens: &[TokenTree], at: usize) -> Option<(Option<TokenTree>, char, usize)> {
    let op = |token: &TokenTree| match token {
        TokenTree::Punct(punct) if "*+?".contains(punct.as_char()) => Some(punct.as_char()),
        _ => None,
    };
    if let Some(op) = op(tokens.get(at)?) {
        return Some((None, op, at + 1));
    }
    Some((tokens.get(at).cloned(), op(tokens.get(at + 1)?)?, at + 2))
}

/// Matches tokens from a position on; it and the bindings are left anyhow where they do not match.
fn matches(matchers: &[Matcher], tokens: &[TokenTree], at: &mut usize, bindings: &mut Bindings) -> bool {
    for matcher in matchers {
        let matched = match matcher {
            Matcher::Token(wanted) => {
                let same = tokens.get(*at).is_some_and(|token| same(token, wanted));
                *at += 1;
                same
            }
            Matcher::Group(delimiter, inner) => match tokens.get(*at) {
                Some(TokenTree::Group(group)) if group.delimiter() == *delimiter => {
                    let inside: Vec<TokenTree> = group.stream().into_iter().collect();
                    let mut position = 0;
                    *at += 1;
                    matches(inner, &inside, &mut position, bindings) && position == inside.len()
                }
                _ => false,
            },
            Matcher::Variable(name, kind) => match fragment(kind, &tokens[(*at).min(tokens.len())..]) {
                Some((bound, count)) => {
                    *at += count;
                    bindings.insert(name.clone(), Bound::Tokens(bound));
                    true
                }
                None => false,
            },
            Matcher::Repeated { inner, separator, op } => {
                repeated(inner, separator.as_ref(), *op, tokens, at, bindings)
            }
        };
        if !matched {
            return false;
        }
    }
    true
}

fn repeated(
    inner: &[Matcher],
    separator: Option<&TokenTree>,
    op: char,
    tokens: &[TokenTree],
    at: &mut usize,
    bindings: &mut Bindings,
) -> bool {
    let mut all = Vec::new();
    loop {
        let mut position = *at;
        if let (Some(separator), false) = (separator, all.is_empty()) {
            if !tokens.get(position).is_some_and(|token| same(token, separator)) {
                break;
            }
            position += 1;
        }
        let (mut found, start) = (Bindings::new(), position);
        if !matches(inner, tokens, &mut position, &mut found) || position == start {
            break;
        }
        *at = position;
        all.push(found);
        if op == '?' {
            break;
        }
    }
    let enough = op != '+' || !all.is_empty();
    for name in variables(inner) {
        let each = all.iter().map(|found| {
            found.get(&name).map(|bound| Bindings::from([(name.clone(), bound.clone())])).unwrap_or_default()
        });
        bindings.insert(name.clone(), Bound::Repeated(each.collect()));
    }
    enough
}

fn variables(matchers: &[Matcher]) -> Vec<String> {
    let of = |matcher: &Matcher| match matcher {
        Matcher::Token(_) => Vec::new(),
        Matcher::Variable(name, _) => vec![name.clone()],
        Matcher::Group(_, inner) | Matcher::Repeated { inner, .. } => variables(inner),
    };
    matchers.iter().flat_map(of).collect()
}

/// The tokens of a fragment, expressions as a group of their own, and how many they are.
fn fragment(kind: &str, tokens: &[TokenTree]) -> Option<(TokenStream, usize)> {
    let stream: TokenStream = tokens.iter().cloned().collect();
    let count = match kind {
        "tt" | "ident" if tokens.is_empty() => return None,
        "tt" => 1,
        "ident" => matches!(tokens[0], TokenTree::Ident(_)).then_some(1)?,
        // Without digits behind it, a minus begins no literal.
        "literal" => match tokens.first() {
            Some(TokenTree::Punct(minus)) if minus.as_char() == '-' => {
                parsed::<syn::Lit>(tokens[1..].iter().cloned().collect())?
            }
            _ => parsed::<syn::Lit>(stream)?,
        },
        "expr" | "expr_2021" => parsed::<syn::Expr>(stream)?,
        "ty" => parsed::<syn::Type>(stream)?,
        "path" => parsed::<syn::Path>(stream)?,
        "block" => parsed::<syn::Block>(stream)?,
        "item" => parsed::<syn::Item>(stream)?,
        "stmt" => parsed::<syn::Stmt>(stream)?,
        "meta" => parsed::<syn::Meta>(stream)?,
        "vis" => parsed::<syn::Visibility>(stream)?,
        "lifetime" => parsed::<syn::Lifetime>(stream)?,
        "pat" => parsed_by(syn::Pat::parse_multi_with_leading_vert, stream)?,
        "pat_param" => parsed_by(syn::Pat::parse_single, stream)?,
        _ => return None,
    };
    let count = tokens.len().checked_sub(count).filter(|_| kind != "tt" && kind != "ident").unwrap_or(count);
    let bound: TokenStream = tokens[..count].iter().cloned().collect();
    if kind.starts_with("expr") && count > 1 {
        return Some((TokenTree::Group(Group::new(Delimiter::None, bound)).into(), count));
    }
    Some((bound, count))
}

/// How many tokens are left behind what is parsed.
fn parsed<T: syn::parse::Parse>(stream: TokenStream) -> Option<usize> {
    parsed_by(T::parse, stream)
}

fn parsed_by<T>(parse: fn(ParseStream<'_>) -> syn::Result<T>, stream: TokenStream) -> Option<usize> {
    let parser = |input: ParseStream<'_>| {
        parse(input)?;
        input.parse::<TokenStream>()
    };
    parser.parse2(stream).ok().map(|rest| rest.into_iter().count())
}

fn transcribe(body: TokenStream, bindings: &Bindings, into: &mut Vec<TokenTree>) -> Option<()> {
    let tokens: Vec<TokenTree> = body.into_iter().collect();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        at += 1;
        match token {
            TokenTree::Punct(punct) if punct.as_char() == '$' => match tokens.get(at)? {
                TokenTree::Ident(name) if name == "crate" => {
                    into.push(Ident::new("crate", Span::call_site()).into());
                    at += 1;
                }
                TokenTree::Ident(name) => {
                    let Bound::Tokens(bound) = bindings.get(&name.to_string())? else { return None };
                    into.extend(bound.clone());
                    at += 1;
                }
                TokenTree::Group(group) => {
                    let (separator, _, behind) = repetition(&tokens, at + 1)?;
                    at = behind;
                    let mut used = BTreeSet::new();
                    used_variables(&group.stream(), &mut used);
                    let rounds = used.iter().find_map(|name| match bindings.get(name) {
                        Some(Bound::Repeated(all)) => Some(all.len()),
                        _ => None,
                    })?;
                    for round in 0..rounds {
                        let mut inner = bindings.clone();
                        for name in &used {
                            if let Some(Bound::Repeated(all)) = bindings.get(name) {
                                inner.extend(all.get(round)?.clone());
                            }
                        }
                        if round > 0 {
                            into.extend(separator.clone());
                        }
                        transcribe(group.stream(), &inner, into)?;
                    }
                }
                _ => return None,
            },
            TokenTree::Group(group) => {
                let mut inside = Vec::new();
                transcribe(group.stream(), bindings, &mut inside)?;
                into.push(Group::new(group.delimiter(), inside.into_iter().collect()).into());
            }
            token => into.push(token.clone()),
        }
    }
    Some(())
}

/// The variables of a macro that a body uses.
fn used_variables(body: &TokenStream, into: &mut BTreeSet<String>) {
    let mut dollar = false;
    for token in body.clone() {
        match &token {
            TokenTree::Ident(name) if dollar => _ = into.insert(name.to_string()),
            TokenTree::Group(group) => used_variables(&group.stream(), into),
            _ => {}
        }
        dollar = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '$');
    }
}

/// Names that a body may bind: those in front of which stand `let`, `mut`, `|`, `for` or `ref`.
fn bound_names(body: &TokenStream, into: &mut BTreeSet<String>) {
    let mut binds = false;
    for token in body.clone() {
        match &token {
            TokenTree::Ident(name) if ["let", "mut", "for", "ref"].iter().any(|word| name == word) => {
                binds = true;
                continue;
            }
            TokenTree::Ident(name) if binds => _ = into.insert(name.to_string()),
            TokenTree::Group(group) if binds && group.delimiter() == Delimiter::Parenthesis => {
                names_in(&group.stream(), into);
            }
            TokenTree::Group(group) => bound_names(&group.stream(), into),
            _ => {}
        }
        binds = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '|');
    }
}

fn names_in(tokens: &TokenStream, into: &mut BTreeSet<String>) {
    for token in tokens.clone() {
        match &token {
            TokenTree::Ident(name) => _ = into.insert(name.to_string()),
            TokenTree::Group(group) => names_in(&group.stream(), into),
            _ => {}
        }
    }
}

fn mentions(tokens: &[TokenTree], names: &BTreeSet<String>) -> bool {
    tokens.iter().any(|token| match token {
        TokenTree::Ident(name) => names.contains(&name.to_string()),
        TokenTree::Group(group) => mentions(&group.stream().into_iter().collect::<Vec<_>>(), names),
        _ => false,
    })
}

fn mentions_crate(body: &TokenStream) -> bool {
    let mut used = BTreeSet::new();
    used_variables(body, &mut used);
    used.contains("crate")
}

fn same(token: &TokenTree, wanted: &TokenTree) -> bool {
    match (token, wanted) {
        (TokenTree::Ident(a), TokenTree::Ident(b)) => a == b,
        (TokenTree::Punct(a), TokenTree::Punct(b)) => a.as_char() == b.as_char(),
        (TokenTree::Literal(a), TokenTree::Literal(b)) => a.to_string() == b.to_string(),
        _ => false,
    }
}
