//! Macro calls: those of `std` by what they mean, those of the workspace by what they expand to.

use proc_macro2::TokenStream;
use syn::parse::{ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{Block, Lit, Token};

use super::literals::{byte_string, literal, of_token};
use super::lowering::Lowering;
use super::{Expr, Kind, Statement};
use morph_source::scan::expand::{DEEPEST, expand};
use morph_source::scan::macros::{Arguments, arguments};
use morph_source::scan::world::DefKind;

/// Larger files that are included are not looked into.
const LARGEST: usize = 64 * 1024;

impl Lowering<'_> {
    /// A macro call as an expression.
    pub fn macro_call(&mut self, mac: &syn::Macro) -> Kind {
        let name = mac.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
        if let Some(expanded) = self.expanded(&name, mac) {
            let Some(tokens) = expanded else { return Kind::Unmodelled(format!("macro `{name}!`")) };
            return self.in_expansion(|lowering| match Block::parse_within.parse2(tokens) {
                Ok(statements) => match lowering.within(|lowering| lowering.statements(&statements)) {
                    (statements, Some(last)) if statements.is_empty() => *last.kind,
                    (statements, last) => Kind::Block { label: None, statements, last },
                },
                Err(_) => Kind::Unmodelled(format!("macro `{name}!`")),
            });
        }
        self.known_macro(&name, mac).unwrap_or_else(|| Kind::Unmodelled(format!("macro `{name}!`")))
    }

    /// A macro call as a statement: what it declares is in scope behind it.
    pub fn macro_statement(
        &mut self,
        statement: &syn::StmtMacro,
        value: bool,
    ) -> (Vec<Statement>, Option<Expr>) {
        let mac = &statement.mac;
        let name = mac.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
        if name == "macro_rules" {
            return (Vec::new(), None);
        }
        if let Some(Some(tokens)) = self.expanded(&name, mac)
            && let Ok(statements) = Block::parse_within.parse2(tokens)
        {
            let (mut statements, mut last) = self.in_expansion(|lowering| lowering.statements(&statements));
            if !value {
                statements.extend(last.take().map(Statement::Expr));
            }
            return (statements, last);
        }
        let kind = self.macro_call(mac);
        (Vec::new(), Some(Expr::new(self.range(mac), kind)))
    }

    /// What a macro of the workspace expands to, if it is one, and if that can be told.
    fn expanded(&self, name: &str, mac: &syn::Macro) -> Option<Option<TokenStream>> {
        let [only] = self.world.macros.get(name)?.as_slice() else { return Some(None) };
        let DefKind::Macro(rules) = &self.world.def(*only).kind else { return None };
        let (here, there) = (self.frame.scope, self.world.def(*only).scope);
        let same_crate = self.world.scope(here).root == self.world.scope(there).root;
        let expanded =
            if self.frame.expanding < DEEPEST { expand(rules, &mac.tokens, same_crate) } else { None };
        Some(expanded)
    }

    fn in_expansion<T>(&mut self, lower: impl FnOnce(&mut Self) -> T) -> T {
        let skipped = self.frame.skipped.take();
        self.frame.expanding += 1;
        let lowered = lower(self);
        self.frame.expanding -= 1;
        self.frame.skipped = skipped;
        lowered
    }

    /// A macro of `std`, or one that is known as well as those.
    fn known_macro(&mut self, name: &str, mac: &syn::Macro) -> Option<Kind> {
        let tokens = mac.tokens.clone();
        Some(match name {
            "vec" => self.vec(mac)?,
            "matches" => {
                let Arguments::Matches(expr, pat) = arguments(mac) else { return None };
                let matched = self.expr(&expr);
                let arm = self.arm(&pat, |_| Expr::new(0..0, Kind::Bool(true)));
                Kind::Matches(matched, arm)
            }
            "assert" | "debug_assert" => {
                let args = arguments_of(tokens)?;
                Kind::Assert(name == "debug_assert", self.expr(args.first()?))
            }
            "assert_eq" | "debug_assert_eq" | "assert_ne" | "debug_assert_ne" => {
                let args = arguments_of(tokens)?;
                let (left, right) = (self.expr(args.first()?), self.expr(args.get(1)?));
                Kind::AssertEqual(name.ends_with("_eq"), left, right)
            }
            "panic" | "unreachable" | "todo" | "unimplemented" => Kind::Panic,
            "format" | "format_args" => Kind::Format { to: None, pieces: self.format(tokens, false)? },
            "write" | "writeln" => {
                let (to, rest) = first_argument(tokens)?;
                let to = Some(self.expr(&to));
                Kind::Format { to, pieces: self.format(rest, name == "writeln")? }
            }
            "print" | "println" | "eprint" | "eprintln" => {
                let pieces = self.format(tokens, false)?;
                let text = Expr::new(0..0, Kind::Format { to: None, pieces });
                Kind::Block { label: None, statements: vec![Statement::Expr(text)], last: None }
            }
            "dbg" => match arguments_of(tokens)?.as_slice() {
                [only] => *self.expr(only).kind,
                _ => return None,
            },
            "try" => Kind::Try(self.expr(arguments_of(tokens)?.first()?)),
            "anyhow" => *self.error(tokens)?.kind,
            "bail" => self.bail(tokens)?,
            "ensure" => {
                let (condition, rest) = first_argument(tokens)?;
                let condition = self.expr(&condition);
                let bail = Expr::new(0..0, self.bail(rest)?);
                let then = Expr::new(0..0, Kind::Tuple(Vec::new()));
                Kind::If { condition, then, otherwise: Some(bail) }
            }
            _ => return self.text_macro(name, mac),
        })
    }

    /// Macros that are literals.
    fn text_macro(&mut self, name: &str, mac: &syn::Macro) -> Option<Kind> {
        let tokens = mac.tokens.clone();
        let included = |folder: &std::path::Path| {
            let file = folder.join(syn::parse2::<syn::LitStr>(tokens.clone()).ok()?.value());
            std::fs::read(file).ok().filter(|bytes| bytes.len() <= LARGEST)
        };
        Some(match name {
            "concat" => {
                let mut text = String::new();
                for arg in arguments_of(tokens)? {
                    text.push_str(&match *self.expr(&arg).kind {
                        Kind::Str(part) => part.to_string(),
                        Kind::Int(number, _) => number.to_string(),
                        Kind::Char(char) => char.to_string(),
                        Kind::Bool(bool) => bool.to_string(),
                        _ => return None,
                    });
                }
                Kind::Str(text.into())
            }
            "stringify" => Kind::Str(tokens.to_string().into()),
            "include_str" => Kind::Str(String::from_utf8(included(self.frame.folder)?).ok()?.into()),
            "include_bytes" => byte_string(&included(self.frame.folder)?),
            "env" => Kind::Str(self.package_variable(&tokens)?.into()),
            "cfg" => Kind::Bool(self.frame.cfg.matches(&format!("cfg({tokens})"))),
            "line" | "column" => Kind::Int(0, Some(morph_relation::IntType::U32)),
            _ => return None,
        })
    }

    /// What Cargo tells the compiler of the package.
    fn package_variable(&self, tokens: &TokenStream) -> Option<String> {
        let package = &self.workspace.packages[self.world.scope(self.frame.scope).package];
        match &*syn::parse2::<syn::LitStr>(tokens.clone()).ok()?.value() {
            "CARGO_PKG_NAME" => Some(package.name.clone()),
            "CARGO_PKG_VERSION" => Some(package.version.clone()),
            _ => None,
        }
    }

    fn vec(&mut self, mac: &syn::Macro) -> Option<Kind> {
        let repeated = |input: ParseStream<'_>| {
            let item: syn::Expr = input.parse()?;
            input.parse::<Token![;]>()?;
            Ok((item, input.parse::<syn::Expr>()?))
        };
        if let Ok((item, count)) = repeated.parse2(mac.tokens.clone()) {
            return Some(Kind::Repeat(true, self.expr(&item), self.expr(&count)));
        }
        if let Some(bytes) = plain_literals(&mac.tokens) {
            return Some(Kind::Array(true, bytes));
        }
        let items = arguments_of(mac.tokens.clone())?;
        Some(Kind::Array(true, items.iter().map(|item| self.expr(item)).collect()))
    }

    /// `Err(anyhow!(…))`, returned.
    fn bail(&mut self, tokens: TokenStream) -> Option<Kind> {
        let error = self.error(tokens)?;
        let err = Expr::new(0..0, Kind::Constructor("Result".to_owned(), "Err".to_owned()));
        Some(Kind::Return(Some(Expr::new(0..0, Kind::Call(err, vec![error])))))
    }

    /// `anyhow!(…)`.
    fn error(&mut self, tokens: TokenStream) -> Option<Expr> {
        let text = match self.format(tokens.clone(), false) {
            Some(pieces) => Expr::new(0..0, Kind::Format { to: None, pieces }),
            None => match arguments_of(tokens)?.as_slice() {
                [] => Expr::new(0..0, Kind::Str("".into())),
                [first, ..] => self.expr(first),
            },
        };
        let path = ["anyhow", "Error", "msg"].map(str::to_owned).to_vec();
        Some(Expr::new(0..0, Kind::Call(Expr::new(0..0, Kind::Outside(path, Vec::new())), vec![text])))
    }

    /// The text of a literal, or of a macro that is one.
    pub fn text(&mut self, expr: &syn::Expr) -> Option<String> {
        let kind = match expr {
            syn::Expr::Lit(syn::ExprLit { lit: lit @ Lit::Str(_), .. }) => literal(lit, false),
            syn::Expr::Macro(e) => self.macro_call(&e.mac),
            syn::Expr::Group(e) => return self.text(&e.expr),
            _ => return None,
        };
        match kind {
            Kind::Str(text) => Some(text.to_string()),
            _ => None,
        }
    }
}

/// The arguments of a macro that are expressions.
fn arguments_of(tokens: TokenStream) -> Option<Vec<syn::Expr>> {
    // What formats hold, `width = 3`, reads like assignments.
    let exprs = Punctuated::<syn::Expr, Token![,]>::parse_terminated.parse2(tokens).ok()?;
    Some(exprs.into_iter().collect())
}

/// The first argument, and those behind it.
fn first_argument(tokens: TokenStream) -> Option<(syn::Expr, TokenStream)> {
    let parser = |input: ParseStream<'_>| {
        let first = input.parse()?;
        input.parse::<Option<Token![,]>>()?;
        Ok((first, input.parse()?))
    };
    parser.parse2(tokens).ok()
}

/// A long table of plain literals, which need no parser.
fn plain_literals(tokens: &TokenStream) -> Option<Vec<Expr>> {
    let mut found = Vec::new();
    for token in tokens.clone() {
        match token {
            proc_macro2::TokenTree::Literal(literal) => found.push(Expr::new(0..0, of_token(literal))),
            proc_macro2::TokenTree::Punct(punct) if punct.as_char() == ',' => {}
            _ => return None,
        }
    }
    Some(found).filter(|found| found.len() > 64)
}
