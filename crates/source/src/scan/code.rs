//! What decides how a function behaves, as hashes: its own code and that of everything that it uses, wherever it stands,
//! whatever it is called itself, and however it is laid out.
//!
//! Functions, constants, statics and macros are followed where the scan resolves them. Types and traits are followed by
//! name alone, renamed imports included, and bring the traits' implementations with them, which run without being named
//! (`a + b`, `for x in xs`, `drop`). So a hash may change although the behaviour does not, and never the other way round
//! for what the scan can see.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, Group, Ident, Punct, Spacing, TokenStream, TokenTree};
use syn::LitStr;
use syn::ext::IdentExt as _;

use super::calls::reachable;
use super::event::Event;
use super::events::Events;
use super::world::{DefId, DefKind, World};
use morph_relation::hash::{BASIS, fnv1a};

/// The code of definitions and implementations.
#[derive(Debug, Default)]
pub(super) struct Codes {
    /// Whether any is noted.
    wanted: bool,
    all: Vec<Code>,
    of: BTreeMap<DefId, usize>,
    /// By a name in the header of an implementation: what it implements.
    implied: BTreeMap<String, Vec<usize>>,
}

/// A piece of code.
#[derive(Debug)]
struct Code {
    hash: u64,
    /// Every identifier in it.
    names: BTreeSet<String>,
    /// Its file, and the bytes that it has there.
    place: (PathBuf, Range<usize>),
}

impl Code {
    /// `own` is the name of the function that it is, where it is one: what it is called decides nothing.
    fn of(tokens: TokenStream, own: Option<&str>, file: &Path, bytes: Range<usize>) -> Code {
        let mut reader = Reader { hash: BASIS, names: BTreeSet::new(), own, dir: file.parent() };
        reader.stream(tokens);
        Code { hash: reader.hash, names: reader.names, place: (file.to_owned(), bytes) }
    }
}

impl Codes {
    pub fn new(wanted: bool) -> Codes {
        Codes { wanted, ..Codes::default() }
    }

    /// The code to note; nothing where none is noted.
    pub fn tokens(&self, code: impl FnOnce() -> TokenStream) -> TokenStream {
        if self.wanted { code() } else { TokenStream::new() }
    }

    /// Notes the code of a definition that is no function.
    pub fn note(&mut self, id: DefId, tokens: TokenStream, file: &Path, bytes: Range<usize>) {
        self.add(id, || Code::of(tokens, None, file, bytes));
    }

    /// Notes the code of a function.
    pub fn note_function(
        &mut self,
        id: DefId,
        tokens: TokenStream,
        name: &str,
        file: &Path,
        bytes: Range<usize>,
    ) {
        self.add(id, || Code::of(tokens, Some(name), file, bytes));
    }

    fn add(&mut self, id: DefId, code: impl FnOnce() -> Code) {
        if self.wanted {
            self.of.insert(id, self.all.len());
            self.all.push(code());
        }
    }

    /// Notes what an implementation holds and nothing names: `header` is what stands before its braces.
    pub fn note_implied(
        &mut self,
        header: TokenStream,
        tokens: TokenStream,
        file: &Path,
        bytes: Range<usize>,
    ) {
        if !self.wanted {
            return;
        }
        let at = self.all.len();
        self.all.push(Code::of(tokens, None, file, bytes));
        self.imply_at(header, at);
    }

    /// Notes that a definition belongs to an implementation, and runs without being named.
    pub fn imply(&mut self, header: TokenStream, id: DefId) {
        if let Some(at) = self.of.get(&id).copied() {
            self.imply_at(header, at);
        }
    }

    fn imply_at(&mut self, header: TokenStream, at: usize) {
        let mut reader = Reader { hash: BASIS, names: BTreeSet::new(), own: None, dir: None };
        reader.stream(header);
        for name in reader.names {
            self.implied.entry(name).or_default().push(at);
        }
    }

    /// What every function rests on.
    pub fn graph(&self, world: &World, events: &Events) -> CodeGraph {
        let mut by_name: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (id, at) in &self.of {
            let def = world.def(*id);
            if !matches!(def.kind, DefKind::Fn(_) | DefKind::Module(_)) {
                by_name.entry(&def.name).or_default().push(*at);
            }
        }
        let mut renamed: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for import in world.scopes.iter().flat_map(|scope| &scope.imports) {
            if let (Some(name), Some(last)) = (&import.name, import.path.last())
                && name != last
            {
                renamed.entry(name).or_default().insert(last);
            }
        }
        // A name leads to all that it may mean, once for all that have it.
        let mut edges: Vec<Vec<usize>> = vec![Vec::new(); self.all.len()];
        let mut node_of: BTreeMap<&str, usize> = BTreeMap::new();
        for (name, named) in by_name {
            node_of.insert(name, edges.len());
            edges.push(named.iter().chain(self.implied.get(name).into_iter().flatten()).copied().collect());
        }
        for (code, edges) in self.all.iter().zip(&mut edges) {
            for name in &code.names {
                let others = renamed.get(name.as_str()).into_iter().flatten().copied();
                edges.extend(others.chain([name.as_str()]).filter_map(|name| node_of.get(name)));
            }
        }
        let mut hashes: Vec<u64> = self.all.iter().map(|code| code.hash).collect();
        for (id, at) in &self.of {
            for event in events.of(*id) {
                if let Event::Uses(used) = event
                    && let Some(used) = self.of.get(used)
                {
                    edges[*at].push(*used);
                    // In their order: to call `b` where `a` was called is another thing.
                    hashes[*at] = fnv1a(hashes[*at], self.all[*used].hash.to_le_bytes());
                }
            }
        }
        let functions = self.of.iter().filter_map(|(id, at)| Some((world.function(*id)?.path.clone(), *at)));
        CodeGraph {
            hashes,
            edges,
            places: self.all.iter().map(|code| code.place.clone()).collect(),
            functions: functions.collect(),
        }
    }
}

/// Which pieces of code each function rests on: its own, those of what it calls, directly or not, and of the types and
/// constants that they use.
#[derive(Clone, Debug, Default)]
pub struct CodeGraph {
    /// Of each piece with those that it names.
    hashes: Vec<u64>,
    /// Of each piece, then of each name: the pieces that it leads to, and the names by their numbers behind those.
    edges: Vec<Vec<usize>>,
    places: Vec<(PathBuf, Range<usize>)>,
    functions: BTreeMap<String, usize>,
}

impl CodeGraph {
    /// Whether there is such a function, listed or not.
    pub fn has(&self, path: &str) -> bool {
        self.functions.contains_key(path)
    }

    /// The paths of all functions, listed or not.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.functions.keys().map(String::as_str)
    }

    /// A hash of all code that decides how a function behaves; its name, positions, layout and comments are not in it.
    /// `None` where there is no such function.
    pub fn hash(&self, path: &str) -> Option<u64> {
        let start = *self.functions.get(path)?;
        // Sorted by what they are, so that their places in files do not matter.
        let mut hashes: Vec<u64> = self.closure(start).into_iter().map(|at| self.hashes[at]).collect();
        hashes.sort_unstable();
        Some(hashes.into_iter().fold(self.hashes[start], |hash, other| fnv1a(hash, other.to_le_bytes())))
    }

    /// A hash of all code.
    pub fn hash_of_all(&self) -> u64 {
        let mut hashes = self.hashes.clone();
        hashes.sort_unstable();
        hashes.into_iter().fold(BASIS, |hash, other| fnv1a(hash, other.to_le_bytes()))
    }

    /// The paths of the functions that rest on some code that is `touched`, given by its file and its bytes there.
    pub fn resting_on(&self, touched: &mut dyn FnMut(&Path, &Range<usize>) -> bool) -> BTreeSet<String> {
        let touched: Vec<bool> = self.places.iter().map(|(file, bytes)| touched(file, bytes)).collect();
        let rests = |start: usize| self.closure(start).into_iter().any(|at| touched[at]);
        self.functions.iter().filter(|(_, at)| rests(**at)).map(|(path, _)| path.clone()).collect()
    }

    /// The pieces that a piece leads to, itself included.
    fn closure(&self, start: usize) -> BTreeSet<usize> {
        let mut closure = reachable([start], |at| self.edges[at].iter().copied());
        _ = closure.split_off(&self.hashes.len());
        closure
    }
}

/// Reads tokens without comments, positions, visibilities and commas at the end of lists.
struct Reader<'a> {
    hash: u64,
    names: BTreeSet<String>,
    /// The name of the function that is read.
    own: Option<&'a str>,
    /// Where `include_str!` looks.
    dir: Option<&'a Path>,
}

impl Reader<'_> {
    fn add(&mut self, text: &str) {
        // What ends a token cannot be part of one.
        self.hash = fnv1a(self.hash, text.bytes().chain([0]));
    }

    fn stream(&mut self, tokens: TokenStream) {
        let mut tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let is_comma = |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ',');
        // `(a,)` is not `(a)`.
        if tokens.last().is_some_and(is_comma) && tokens.iter().filter(|token| is_comma(token)).count() > 1 {
            tokens.pop();
        }
        let mut at = 0;
        while at < tokens.len() {
            at += match &tokens[at..] {
                [TokenTree::Punct(hash), TokenTree::Group(group), ..]
                    if hash.as_char() == '#' && is_doc(group) =>
                {
                    2
                }
                [TokenTree::Punct(hash), TokenTree::Punct(bang), TokenTree::Group(group), ..]
                    if hash.as_char() == '#' && bang.as_char() == '!' && is_doc(group) =>
                {
                    3
                }
                [TokenTree::Ident(name), TokenTree::Punct(bang), TokenTree::Group(group), ..]
                    if bang.as_char() == '!' && name.to_string().starts_with("include") =>
                {
                    self.included(group);
                    self.token(&tokens[at]);
                    1
                }
                [TokenTree::Ident(keyword), TokenTree::Group(group), ..]
                    if keyword == "pub" && is_restriction(group) =>
                {
                    2
                }
                [TokenTree::Ident(keyword), ..] if keyword == "pub" => 1,
                [TokenTree::Ident(ident), after @ ..] if self.is_own(ident, &tokens[..at], after) => {
                    // No identifier reads like that.
                    self.add("own name");
                    1
                }
                _ => {
                    self.token(&tokens[at]);
                    1
                }
            };
        }
    }

    /// Whether an identifier is the function's name where it is defined, or where it calls itself: `.min(…)` and
    /// `cmp::min(…)` in `min` are others.
    fn is_own(&self, ident: &Ident, before: &[TokenTree], after: &[TokenTree]) -> bool {
        let is_called = || {
            let called = |group: &Group| group.delimiter() == Delimiter::Parenthesis;
            let led_to = |punct: &Punct| matches!(punct.as_char(), '.' | ':');
            matches!(after.first(), Some(TokenTree::Group(group)) if called(group))
                && !matches!(before.last(), Some(TokenTree::Punct(punct)) if led_to(punct))
        };
        self.own.is_some_and(|own| ident.unraw() == own)
            && (matches!(before.last(), Some(TokenTree::Ident(word)) if word == "fn") || is_called())
    }

    fn token(&mut self, token: &TokenTree) {
        match token {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::None => ("", ""),
                };
                self.add(open);
                self.stream(group.stream());
                self.add(close);
            }
            TokenTree::Ident(ident) => {
                let text = ident.to_string();
                self.add(&text);
                self.names.insert(text.trim_start_matches("r#").to_owned());
            }
            TokenTree::Punct(punct) => {
                // `&&` is not `& &`.
                let joint = if punct.spacing() == Spacing::Joint { "+" } else { "" };
                self.add(&format!("{}{joint}", punct.as_char()));
            }
            TokenTree::Literal(literal) => self.add(&literal.to_string()),
        }
    }

    /// Adds the content of the file that an `include_str!` names.
    fn included(&mut self, group: &Group) {
        if let (Ok(name), Some(dir)) = (syn::parse2::<LitStr>(group.stream()), self.dir)
            && let Ok(bytes) = std::fs::read(dir.join(name.value()))
        {
            self.hash = fnv1a(self.hash, bytes);
        }
    }
}

/// Whether what stands in an attribute's brackets is a comment.
fn is_doc(group: &Group) -> bool {
    group.delimiter() == Delimiter::Bracket
        && matches!(group.stream().into_iter().next(), Some(TokenTree::Ident(name)) if name == "doc")
}

/// Whether what stands behind `pub` says to whom: `(crate)`, `(in some::path)`.
fn is_restriction(group: &Group) -> bool {
    let tokens: Vec<TokenTree> = group.stream().into_iter().collect();
    let is = |word: &str| matches!(tokens.first(), Some(TokenTree::Ident(ident)) if ident == word);
    let is_alone = tokens.len() == 1 && ["crate", "super", "self"].into_iter().any(is);
    group.delimiter() == Delimiter::Parenthesis && (is_alone || is("in"))
}

#[cfg(test)]
mod tests;
