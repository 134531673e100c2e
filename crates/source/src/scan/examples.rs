//! What a package's tests, examples and documentation show of its functions, read and not run.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use syn::parse::Parser as _;
use syn::punctuated::Punctuated;
use walkdir::WalkDir;

use crate::workspace::Package;

/// A test, an example, or code in documentation.
#[derive(Clone, Debug, Default)]
pub struct Example {
    /// The name of the test; empty for documentation.
    pub name: String,
    /// Everything that it names.
    pub names: BTreeSet<String>,
    /// The texts in it.
    pub texts: Vec<String>,
    /// Calls: a function's name, and its arguments but for the receiver.
    pub calls: Vec<(String, Vec<syn::Expr>)>,
    /// Functions whose type arguments are named, with these: `widened::<u8, u32>(x)`.
    pub applied: Vec<(String, Vec<syn::GenericArgument>)>,
    /// The functions that each of its assertions calls.
    pub asserted: Vec<Vec<String>>,
}

/// Folders whose files are examples as a whole.
const FOLDERS: [&str; 3] = ["tests", "examples", "benches"];

/// The examples of a package, without its modules of the name `but`; files that cannot be read have none.
pub fn examples(package: &Package, but: &str) -> Vec<Example> {
    let mut all = Vec::new();
    let is_own = |path: &Path| path == package.dir || !path.join("Cargo.toml").is_file();
    let wanted =
        |name: &str| !name.starts_with('.') && name != "target" && name.strip_suffix(".rs") != Some(but);
    let walk = WalkDir::new(&package.dir).sort_by_file_name().into_iter().filter_entry(|entry| {
        let name = entry.file_name().to_string_lossy();
        entry.depth() == 0 || wanted(&name) && (entry.file_type().is_file() || is_own(entry.path()))
    });
    for entry in walk.flatten().filter(|entry| entry.path().extension().is_some_and(|end| end == "rs")) {
        let below = entry.path().strip_prefix(&package.dir).unwrap_or(entry.path());
        let first = below.components().next().map(|part| part.as_os_str().to_string_lossy().into_owned());
        let stem = entry.path().file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let is_tests = first.is_some_and(|first| FOLDERS.contains(&first.as_str()))
            || stem.is_some_and(|stem| ["tests", "test"].contains(&stem.as_str()));
        let text = std::fs::read_to_string(entry.path()).unwrap_or_default();
        all.extend(in_source(&text, is_tests));
    }
    all
}

/// The examples in a file, which is all tests or none but in test modules and documentation.
fn in_source(text: &str, is_tests: bool) -> Vec<Example> {
    let Ok(tokens) = text.parse::<TokenStream>() else { return Vec::new() };
    let mut file = File::default();
    file.items(tokens, is_tests);
    file.examples()
}

/// What is found in a file.
#[derive(Default)]
struct File {
    /// Functions, constants and macros of tests, by name.
    items: BTreeMap<String, Example>,
    documented: Vec<Example>,
}

impl File {
    fn items(&mut self, tokens: TokenStream, is_tests: bool) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        // What belongs to the item at hand.
        let mut attributes: Vec<TokenTree> = Vec::new();
        let mut docs = String::new();
        let mut item: Vec<TokenTree> = Vec::new();
        for (i, token) in tokens.iter().enumerate() {
            let is_attribute = i > 0 && is_punct(&tokens[i - 1], '#');
            match token {
                TokenTree::Group(group) if is_attribute && group.delimiter() == Delimiter::Bracket => {
                    match documentation(group) {
                        Some(line) => docs += &format!("{line}\n"),
                        None => attributes.push(token.clone()),
                    }
                    item.pop();
                    continue;
                }
                _ => item.push(token.clone()),
            }
            let ends = match token {
                TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
                token => is_punct(token, ';'),
            };
            if ends {
                self.documentation(&docs);
                self.item(&item, &attributes, is_tests);
                (attributes, docs, item) = (Vec::new(), String::new(), Vec::new());
            }
        }
        self.documentation(&docs);
    }

    fn item(&mut self, item: &[TokenTree], attributes: &[TokenTree], is_tests: bool) {
        let is_test = is_tests || attributes.iter().any(mentions_test);
        let named = item.windows(2).find_map(|pair| match pair {
            [TokenTree::Ident(keyword), TokenTree::Ident(name)] => {
                let keywords = ["fn", "const", "static"];
                keywords.contains(&keyword.to_string().as_str()).then(|| name.to_string())
            }
            [TokenTree::Punct(mark), TokenTree::Ident(name)] if mark.as_char() == '!' => {
                Some(name.to_string())
            }
            _ => None,
        });
        let called = match item {
            [TokenTree::Ident(name), mark, TokenTree::Group(_), ..] if is_punct(mark, '!') => {
                Some(name.to_string())
            }
            _ => None,
        };
        match (named.or_else(|| called.clone()), is_test, item.last()) {
            (Some(name), true, _) => {
                let mut example = Example { name: name.clone(), ..Example::default() };
                attributes.iter().chain(item).for_each(|token| example.read(token.clone().into()));
                // A macro is called more than once.
                let number = self.items.len();
                self.items
                    .insert(called.map_or(name, |macro_name| format!("{macro_name}! {number}")), example);
            }
            (None, _, Some(TokenTree::Group(group))) => self.items(group.stream(), is_test),
            _ => {}
        }
    }

    /// Adds the code in documentation.
    fn documentation(&mut self, docs: &str) {
        let mut code: Option<String> = None;
        for line in docs.lines().map(str::trim) {
            match &mut code {
                None if line.starts_with("```") => {
                    let other = [
                        "text",
                        "toml",
                        "console",
                        "sh",
                        "bash",
                        "json",
                        "ignore",
                        "should_panic",
                        "compile_fail",
                    ];
                    let is_rust = !other.contains(&line.trim_start_matches('`'));
                    code = is_rust.then(String::new);
                }
                Some(all) if line.starts_with("```") => {
                    if let Ok(tokens) = all.parse::<TokenStream>() {
                        let mut example = Example::default();
                        example.read(tokens);
                        self.documented.push(example);
                    }
                    code = None;
                }
                Some(all) => *all += &format!("{}\n", line.strip_prefix("# ").unwrap_or(line)),
                None => {}
            }
        }
    }

    /// The examples, each with what the other items have that it names: tables, functions that check.
    fn examples(self) -> Vec<Example> {
        let File { items, documented } = self;
        let whole = |(name, example): (&String, &Example)| {
            let mut whole = example.clone();
            for (other, part) in items.iter().filter(|(other, _)| *other != name) {
                if example.names.contains(other) {
                    whole.names.extend(part.names.iter().cloned());
                    whole.texts.extend(part.texts.iter().cloned());
                    whole.asserted.extend(part.asserted.iter().cloned());
                }
            }
            whole
        };
        documented.into_iter().chain(items.iter().map(whole)).collect()
    }
}

impl Example {
    fn read(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        for (i, token) in tokens.iter().enumerate() {
            match token {
                TokenTree::Ident(name) => {
                    self.names.insert(name.to_string());
                }
                TokenTree::Literal(literal) => {
                    if let syn::Lit::Str(text) = syn::Lit::new(literal.clone()) {
                        self.texts.push(text.value());
                    }
                }
                TokenTree::Group(group) => {
                    let before = |back: usize| i.checked_sub(back).map(|at| &tokens[at]);
                    let named = turbofish(&tokens[..i]);
                    let name = match &named {
                        Some((name, _)) => Some(*name),
                        None => before(1).and_then(ident),
                    };
                    if let (Some(name), Delimiter::Parenthesis) = (name, group.delimiter()) {
                        self.applied.extend(named.map(|(name, arguments)| (name.to_string(), arguments)));
                        let parse = Punctuated::<syn::Expr, syn::Token![,]>::parse_terminated;
                        let args = parse.parse2(group.stream()).unwrap_or_default();
                        self.calls.push((name.to_string(), args.into_iter().collect()));
                    }
                    let is_assertion = before(1).is_some_and(|token| is_punct(token, '!'))
                        && before(2).is_some_and(|token| token.to_string().contains("assert"));
                    let from = self.calls.len();
                    self.read(group.stream());
                    if is_assertion {
                        let called = self.calls[from..].iter().map(|(name, _)| name.clone());
                        self.asserted.push(called.collect());
                    }
                }
                TokenTree::Punct(_) => {}
            }
        }
    }
}

fn ident(token: &TokenTree) -> Option<&proc_macro2::Ident> {
    match token {
        TokenTree::Ident(name) => Some(name),
        _ => None,
    }
}

/// The name and the arguments of `name::<A, B>` at the end of tokens.
fn turbofish(tokens: &[TokenTree]) -> Option<(&proc_macro2::Ident, Vec<syn::GenericArgument>)> {
    let (last, _) = tokens.split_last()?;
    if !is_punct(last, '>') {
        return None;
    }
    let mut open = 0;
    let start = tokens.iter().rposition(|token| {
        open += i32::from(is_punct(token, '>')) - i32::from(is_punct(token, '<'));
        open == 0
    })?;
    let (name, colons) = tokens[..start].split_at(start.checked_sub(2)?);
    let name = name.last().and_then(ident)?;
    let list: TokenStream = tokens[start..].iter().cloned().collect();
    let list: syn::AngleBracketedGenericArguments = syn::parse2(list).ok()?;
    colons.iter().all(|token| is_punct(token, ':')).then(|| (name, list.args.into_iter().collect()))
}

fn is_punct(token: &TokenTree, mark: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == mark)
}

/// The text of `[doc = "…"]`.
fn documentation(attribute: &Group) -> Option<String> {
    match attribute.stream().into_iter().collect::<Vec<_>>().as_slice() {
        [TokenTree::Ident(doc), _, TokenTree::Literal(text)] if doc == "doc" => {
            match syn::Lit::new(text.clone()) {
                syn::Lit::Str(text) => Some(text.value()),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Whether an attribute marks a test, or a module of tests.
fn mentions_test(attribute: &TokenTree) -> bool {
    let TokenTree::Group(group) = attribute else { return false };
    group.stream().into_iter().any(|token| match &token {
        TokenTree::Ident(name) => {
            ["test", "rstest", "test_case", "case", "quickcheck"].iter().any(|known| name == known)
        }
        TokenTree::Group(_) => mentions_test(&token),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::in_source;

    #[test]
    fn tests_and_documentation_are_examples_and_other_code_is_none() {
        let text = r#"
            /// Doubles.
            ///
            /// ```
            /// assert_eq!(demo::double("a"), "aa");
            /// ```
            pub fn double(text: &str) -> String { text.replace("x", "y") }

            impl Thing {
                /// ```text
                /// other("b")
                /// ```
                fn f(&self) {}
            }

            #[cfg(test)]
            mod tests {
                use super::*;
                const CASES: [&str; 1] = ["c"];
                fn check(text: &str) { assert_eq!(halve(&double(text)), text); }
                macro_rules! halve_all { ($text:expr) => { halve($text) } }
                halve_all! { "e" => 1 }
                #[test]
                fn halves() { check("d"); CASES.iter().for_each(|case| check(case)); }
            }
        "#;
        let all = in_source(text, false);
        let names: Vec<&str> = all.iter().map(|example| example.name.as_str()).collect();
        assert_eq!(names, ["", "CASES", "check", "halve_all", "halve_all", "halves"]);
        let by_macro = all.iter().find(|example| example.texts == ["e"]).unwrap();
        assert!(by_macro.names.contains("halve"));
        assert_eq!(all[0].texts, ["a", "aa"]);
        assert_eq!(all[0].asserted, [["double"]]);
        let halves = all.last().unwrap();
        assert_eq!(halves.texts, ["d", "c"]);
        assert_eq!(halves.asserted, [["halve", "double"]]);
        assert!(halves.names.contains("double"));
        assert_eq!(halves.calls[0].0, "check");
        let applied = in_source("fn f() { g::<u8, Vec<u16>>(1) }", true).swap_remove(0);
        assert_eq!((applied.calls[0].0.as_str(), applied.applied[0].1.len()), ("g", 2));
        assert_eq!(in_source("fn f() { g(\"a\") }", false).len(), 0);
        assert_eq!(in_source("fn f() { g(\"a\") }", true)[0].calls[0].0, "g");
    }
}
