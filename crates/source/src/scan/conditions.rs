//! What a function's body compares its parameters with: the path conditions that split its inputs.

use std::collections::BTreeMap;

use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::{BinOp, Expr, FnArg, Member, Pat, UnOp};

use super::literals::value;
use super::resolve::{Found, Space, segments};
use super::world::{DefKind, FnDef, World};
use crate::visit::{self, Visit};
use morph_relation::Value;

/// More conditions than this do not help.
const MOST: usize = 40;
/// Methods that change how a value is held, not which it is.
const TRANSPARENT: [&str; 8] =
    ["clone", "as_str", "as_ref", "as_slice", "as_bytes", "to_owned", "borrow", "iter"];

/// A condition on a parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct PathCondition {
    /// Which parameter, by position; the receiver is the first.
    pub param: usize,
    /// The field of it, by name or number.
    pub field: Option<String>,
    /// The condition on it.
    pub asks: Asks,
}

/// A condition on a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Asks {
    /// It is compared with a constant.
    Value(Value),
    /// Its length is compared with a constant.
    Length(i128),
    /// Whether it begins with a text.
    Begins(String),
    /// Whether it ends with a text.
    Ends(String),
    /// Whether it contains a text.
    Contains(String),
}

/// The conditions of a function's body, in order of appearance, each once.
pub(super) fn conditions(world: &World, function: &FnDef) -> Vec<PathCondition> {
    let mut names = BTreeMap::new();
    for (position, input) in function.sig.inputs.iter().enumerate() {
        match input {
            FnArg::Receiver(_) => _ = names.insert("self".to_owned(), position),
            FnArg::Typed(input) => {
                if let Pat::Ident(ident) = &*input.pat {
                    names.insert(ident.ident.unraw().to_string(), position);
                }
            }
        }
    }
    let mut reader = Reader { world, function, names, found: Vec::new() };
    if let Some(block) = &function.block {
        reader.visit_block(block);
    }
    reader.found
}

struct Reader<'a> {
    world: &'a World,
    function: &'a FnDef,
    /// Parameters by name.
    names: BTreeMap<String, usize>,
    found: Vec<PathCondition>,
}

/// A parameter or a field of it, and whether it is its length that is meant.
#[derive(Clone)]
struct Place {
    param: usize,
    field: Option<String>,
    length: bool,
}

impl Reader<'_> {
    fn add(&mut self, place: Place, asks: Asks) {
        let condition = PathCondition { param: place.param, field: place.field, asks };
        if self.found.len() < MOST && !self.found.contains(&condition) {
            self.found.push(condition);
        }
    }

    fn compared(&mut self, place: Place, with: Value) {
        match with {
            Value::Int(n) if place.length => self.add(place, Asks::Length(n)),
            _ if place.length => {}
            with => self.add(place, Asks::Value(with)),
        }
    }

    fn place(&self, expr: &Expr) -> Option<Place> {
        match expr {
            Expr::Paren(e) => self.place(&e.expr),
            Expr::Group(e) => self.place(&e.expr),
            Expr::Reference(e) => self.place(&e.expr),
            Expr::Cast(e) => self.place(&e.expr),
            Expr::Unary(e) if matches!(e.op, UnOp::Deref(_)) => self.place(&e.expr),
            Expr::Path(e) => {
                let param = *self.names.get(&e.path.get_ident()?.unraw().to_string())?;
                Some(Place { param, field: None, length: false })
            }
            Expr::Field(e) => {
                let of = self.place(&e.base).filter(|place| place.field.is_none() && !place.length)?;
                let field = match &e.member {
                    Member::Named(name) => name.unraw().to_string(),
                    Member::Unnamed(index) => index.index.to_string(),
                };
                Some(Place { field: Some(field), ..of })
            }
            Expr::MethodCall(e) if e.args.is_empty() => {
                let name = e.method.to_string();
                let of = match &*e.receiver {
                    Expr::MethodCall(chars) if name == "count" && chars.method == "chars" => &chars.receiver,
                    receiver => receiver,
                };
                let of = self.place(of).filter(|place| !place.length)?;
                match &*name {
                    "len" | "count" => Some(Place { length: true, ..of }),
                    name if TRANSPARENT.contains(&name) => Some(of),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// A literal, or a constant that is one.
    fn constant(&self, expr: &Expr) -> Option<Value> {
        match expr {
            Expr::Paren(e) => self.constant(&e.expr),
            Expr::Group(e) => self.constant(&e.expr),
            Expr::Reference(e) => self.constant(&e.expr),
            Expr::Cast(e) => self.constant(&e.expr),
            Expr::Lit(e) => value(&e.lit, false),
            Expr::Unary(e) if matches!(e.op, UnOp::Neg(_)) => match &*e.expr {
                Expr::Lit(e) => value(&e.lit, true),
                _ => None,
            },
            Expr::Path(e) => {
                let leading = e.path.leading_colon.is_some();
                let names = segments(&e.path);
                match self.world.resolve(self.function.inside, &names, leading, Space::Values, None) {
                    Found::Def(id) => match &self.world.def(id).kind {
                        // A constant of constants is no literal.
                        DefKind::Const(def) if !matches!(def.expr, Expr::Path(_)) => self.constant(&def.expr),
                        _ => None,
                    },
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// What a pattern compares what it is matched with.
    fn pattern(&mut self, matched: &Expr, pat: &Pat) {
        match (pat, matched) {
            (Pat::Guard(pat), _) => self.pattern(matched, &pat.pat),
            (Pat::Or(pat), _) => pat.cases.iter().for_each(|case| self.pattern(matched, case)),
            (Pat::Paren(pat), _) => self.pattern(matched, &pat.pat),
            (Pat::Reference(pat), _) => self.pattern(matched, &pat.pat),
            (Pat::Tuple(pat), Expr::Tuple(parts)) if pat.elems.len() == parts.elems.len() => {
                parts.elems.iter().zip(&pat.elems).for_each(|(part, pat)| self.pattern(part, pat));
            }
            (Pat::Lit(pat), _) => self.ends(matched, [Some(&Expr::Lit(pat.clone())), None]),
            (Pat::Path(pat), _) => self.ends(matched, [Some(&Expr::Path(pat.clone())), None]),
            (Pat::Range(pat), _) => self.ends(matched, [pat.start.as_deref(), pat.end.as_deref()]),
            _ => {}
        }
    }

    fn ends(&mut self, matched: &Expr, ends: [Option<&Expr>; 2]) {
        let Some(place) = self.place(matched) else { return };
        for end in ends.into_iter().flatten() {
            if let Some(value) = self.constant(end) {
                self.compared(place.clone(), value);
            }
        }
    }
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_expr_binary(&mut self, e: &'ast syn::ExprBinary) {
        use BinOp::{Eq, Ge, Gt, Le, Lt, Ne};
        if matches!(e.op, Eq(_) | Ne(_) | Lt(_) | Le(_) | Gt(_) | Ge(_)) {
            self.ends(&e.left, [Some(&e.right), None]);
            self.ends(&e.right, [Some(&e.left), None]);
        }
        visit::visit_expr_binary(self, e);
    }

    fn visit_expr_match(&mut self, e: &'ast syn::ExprMatch) {
        e.arms.iter().for_each(|arm| self.pattern(&e.expr, &arm.pat));
        visit::visit_expr_match(self, e);
    }

    fn visit_expr_let(&mut self, e: &'ast syn::ExprLet) {
        self.pattern(&e.expr, &e.pat);
        visit::visit_expr_let(self, e);
    }

    fn visit_expr_method_call(&mut self, e: &'ast syn::ExprMethodCall) {
        if let Some(argument) = e.args.first() {
            let part = match self.constant(argument) {
                Some(Value::Str(text)) => Some(text.to_string()),
                Some(Value::Char(c)) => Some(c.to_string()),
                _ => None,
            };
            let asks = part.and_then(|part| match &*e.method.to_string() {
                "starts_with" | "strip_prefix" => Some(Asks::Begins(part)),
                "ends_with" | "strip_suffix" => Some(Asks::Ends(part)),
                "contains" | "find" | "split_once" => Some(Asks::Contains(part)),
                _ => None,
            });
            if let (Some(asks), Some(place)) = (asks, self.place(&e.receiver).filter(|place| !place.length)) {
                self.add(place, asks);
            }
            // `(1..=9).contains(&n)`
            let mut range = &*e.receiver;
            while let Expr::Paren(inner) = range {
                range = &inner.expr;
            }
            if let (Expr::Range(range), true) = (range, e.method == "contains") {
                self.ends(argument, [range.start.as_deref(), range.end.as_deref()]);
            }
        }
        visit::visit_expr_method_call(self, e);
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        let is = |name: &str| mac.path.is_ident(name);
        if is("assert") || is("debug_assert") {
            // What stands behind the condition is the message.
            let condition = |input: ParseStream<'_>| {
                let condition: Expr = input.parse()?;
                input.parse::<proc_macro2::TokenStream>().map(|_| condition)
            };
            if let Ok(condition) = condition.parse2(mac.tokens.clone()) {
                self.visit_expr(&condition);
            }
        } else if is("matches") {
            let pattern = |input: ParseStream<'_>| {
                let matched: Expr = input.parse()?;
                input.parse::<syn::Token![,]>()?;
                let pattern = Pat::parse_multi_with_leading_vert(input)?;
                input.parse::<proc_macro2::TokenStream>().map(|_| (matched, pattern))
            };
            if let Ok((matched, pattern)) = pattern.parse2(mac.tokens.clone()) {
                self.pattern(&matched, &pattern);
            }
        }
    }

    // Their parameters are others.
    fn visit_item(&mut self, _: &'ast syn::Item) {}
}
