//! What bodies and initialisers do: literals, uses of definitions, impure acts, in order of appearance.

use std::collections::BTreeMap;

use proc_macro2::{TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::{
    Arm, Attribute, Block, Expr, ExprClosure, ExprForLoop, ExprIf, ExprLit, ExprMethodCall, ExprPath,
    ExprUnary, ExprWhile, FnArg, Item, Lit, Local, Macro, Pat, PatIdent, Stmt, Type, UnOp,
};

use super::attributes::expr_attributes;
use super::cells::cell_in;
use super::event::Event;
use super::impure::{canonical, macro_reason, method_reason, path_reason};
use super::literals::{constant, token_value, value};
use super::macros::{Arguments, arguments, formats, lazy_statics, paths};
use super::receiver::{Known, Surroundings};
use super::resolve::{Found, Space, segments};
use super::world::{DefId, DefKind, Home, ScopeId, World};
use crate::visit::{self, Visit};
use crate::workspace::Cfg;

/// The events of one definition.
pub(super) fn read(world: &World, id: DefId, cfg: &Cfg) -> Vec<Event> {
    let def = world.def(id);
    let mut reader = Reader {
        world,
        cfg,
        scope: def.scope,
        owner: None,
        generics: &[],
        locals: vec![BTreeMap::new()],
        constants: Vec::new(),
        events: Vec::new(),
    };
    match &def.kind {
        DefKind::Fn(function) => {
            reader.scope = function.inside;
            reader.owner = function.owner;
            reader.generics = &function.generics;
            let this = match function.home {
                Home::Type(_) => function.owner.map_or(Known::Elsewhere, Known::Workspace),
                _ => Known::Unknown,
            };
            reader.bind("self".to_owned(), this);
            for input in &function.sig.inputs {
                if let FnArg::Typed(input) = input {
                    reader.bind_pattern(&input.pat, Some(&input.ty), Known::Unknown);
                }
            }
            if let Some(block) = &function.block {
                reader.visit_block(block);
            }
        }
        DefKind::Const(def) => reader.visit_expr(&def.expr),
        DefKind::Static(def) => {
            if let Some(expr) = &def.expr {
                reader.visit_expr(expr);
            }
        }
        DefKind::Macro(tokens) => reader.tokens(tokens.clone(), false),
        _ => {}
    }
    reader.events
}

struct Reader<'a> {
    world: &'a World,
    cfg: &'a Cfg,
    scope: ScopeId,
    owner: Option<DefId>,
    generics: &'a [String],
    /// Names bound by patterns, innermost last.
    locals: Vec<BTreeMap<String, Known>>,
    /// The associated constants that are being read.
    constants: Vec<usize>,
    events: Vec<Event>,
}

impl<'a> Reader<'a> {
    fn local(&self, name: &str) -> Option<Known> {
        self.locals.iter().rev().find_map(|names| names.get(name)).copied()
    }

    fn bind(&mut self, name: String, known: Known) {
        if let Some(names) = self.locals.last_mut() {
            names.insert(name, known);
        }
    }

    /// Binds the names of a pattern; the type is known where the pattern is a plain name.
    fn bind_pattern(&mut self, pat: &Pat, ty: Option<&Type>, known: Known) {
        match pat {
            Pat::Ident(ident) if ident.subpat.is_none() && !self.is_constant(ident) => {
                let known =
                    ty.map_or(known, |ty| self.world.known(self.scope, ty, self.owner, self.generics));
                self.bind(ident.ident.unraw().to_string(), known);
            }
            Pat::Type(inner) => self.bind_pattern(&inner.pat, Some(&inner.ty), known),
            _ => {
                let mut names = Names::default();
                names.visit_pat(pat);
                for ident in names.0 {
                    if !self.is_constant(&ident) {
                        self.bind(ident.ident.unraw().to_string(), Known::Unknown);
                    }
                }
            }
        }
    }

    /// Whether a plain name in a pattern is that of a constant.
    fn is_constant(&self, pat: &PatIdent) -> bool {
        let name = [pat.ident.unraw().to_string()];
        matches!(
            self.world.resolve(self.scope, &name, false, Space::Values, None),
            Found::Def(id) if matches!(self.world.def(id).kind, DefKind::Const(_))
        )
    }

    fn within(&mut self, read: impl FnOnce(&mut Self)) {
        self.locals.push(BTreeMap::new());
        read(self);
        self.locals.pop();
    }

    fn known_expr(&self, expr: &Expr) -> Known {
        let Self { scope, owner, generics, .. } = *self;
        self.world.known_expr(expr, Surroundings { scope, owner, generics, local: &|name| self.local(name) })
    }

    fn impure(&mut self, verb: &str, what: &str, why: &str) {
        self.events.push(Event::Impure { what: format!("{verb} `{what}`"), why: why.to_owned() });
    }

    /// A path in an expression: a call or a function that is passed on.
    fn path(&mut self, names: &[String], leading: bool) {
        if let [name] = names
            && self.local(name).is_some()
        {
            return;
        }
        match self.world.resolve(self.scope, names, leading, Space::Values, self.owner) {
            Found::Def(id) => self.uses(id),
            Found::Outside(_) if names.len() > 1 && self.associated_constant(names, leading) => {}
            Found::Outside(_)
                if names.len() > 1 && (names[0] == "Self" || self.generics.contains(&names[0])) =>
            {
                for id in self.world.candidates(&names[names.len() - 1], Known::Unknown) {
                    self.uses(id);
                }
            }
            // Items that a workspace's own macros generate are not visible, but they are not those of another crate of that name.
            Found::Outside(path)
                if self.world.crates.contains_key(path.split("::").next().unwrap_or(&path)) => {}
            Found::Outside(path) => {
                let mut candidates = vec![path];
                if let [name, rest @ ..] = names {
                    let globs = self.world.outside_globs(self.scope, name);
                    candidates.extend(globs.into_iter().map(|glob| [&[glob], rest].concat().join("::")));
                }
                for path in candidates {
                    let constant = constant(&path);
                    if constant.is_some() {
                        self.events.extend(constant.map(Event::Literal));
                        return;
                    }
                    if let Some(why) = path_reason(&path) {
                        self.impure("calls", &canonical(&path), why);
                        return;
                    }
                }
            }
        }
    }

    /// Reads the constant that `Self::SIGN`, `Scale::SIGN` or `T::SIGN` names; of a type parameter, that of every type.
    fn associated_constant(&mut self, names: &[String], leading: bool) -> bool {
        let [of @ .., name] = names else { return false };
        let owner = match of {
            [this] if this == "Self" => self.owner,
            [parameter] if self.generics.contains(parameter) => None,
            of => match self.world.resolve(self.scope, of, leading, Space::Types, self.owner) {
                Found::Def(id) => Some(id),
                Found::Outside(_) => return false,
            },
        };
        let world = self.world;
        let mut found = false;
        for (at, constant) in world.constants.iter().enumerate() {
            let fits = owner.is_none() || constant.owner == owner || constant.of_trait.is_some();
            if constant.name == *name && fits && !self.constants.contains(&at) {
                found = true;
                let around = (self.scope, self.owner, self.generics);
                (self.scope, self.owner, self.generics) =
                    (constant.scope, constant.owner, &constant.generics);
                self.constants.push(at);
                self.visit_expr(&constant.def.expr);
                self.constants.pop();
                (self.scope, self.owner, self.generics) = around;
            }
        }
        found
    }

    fn uses(&mut self, id: DefId) {
        let def = self.world.def(id);
        let path = || format!("{}::{}", self.world.scope(def.scope).path, def.name);
        match &def.kind {
            DefKind::Fn(function) if function.home == Home::Foreign => {
                let path = function.path.clone();
                self.impure("calls", &path, "foreign code");
            }
            DefKind::Static(it) => {
                let why = match (it.mutable, it.expr.is_some()) {
                    (true, true) => Some("a `static mut`".to_owned()),
                    (true, false) => Some("a foreign static".to_owned()),
                    _ => cell_in(self.world, def.scope, &it.ty).map(|cell| format!("state kept in `{cell}`")),
                };
                if let Some(why) = why {
                    let path = path();
                    self.impure("uses", &path, &why);
                }
                self.events.push(Event::Uses(id));
            }
            DefKind::Fn(function) if matches!(function.home, Home::Trait(_)) && function.block.is_none() => {
                // Whichever `impl` it is that runs.
                self.events.push(Event::Uses(id));
                let all = self.world.candidates(&def.name, Known::Unknown);
                self.events.extend(all.into_iter().map(Event::Uses));
            }
            DefKind::Fn(_) | DefKind::Const(_) | DefKind::Macro(_) => self.events.push(Event::Uses(id)),
            _ => {}
        }
    }

    fn macro_call(&mut self, mac: &Macro) {
        let names = segments(&mac.path);
        let name = names.last().cloned().unwrap_or_default();
        if !lazy_statics(mac).is_empty() || name == "macro_rules" {
            return;
        }
        self.macro_name(&names);
        match arguments(mac) {
            Arguments::Exprs(exprs) => {
                let mut format_pending = formats(&name);
                for expr in &exprs {
                    if format_pending && matches!(expr, Expr::Lit(ExprLit { lit: Lit::Str(_), .. })) {
                        format_pending = false;
                        continue;
                    }
                    // Named arguments, `width = 3`, read like assignments.
                    match expr {
                        Expr::Assign(assign) if formats(&name) => self.visit_expr(&assign.right),
                        expr => self.visit_expr(expr),
                    }
                }
            }
            Arguments::Matches(expr, pat) => {
                self.visit_expr(&expr);
                self.within(|reader| {
                    reader.bind_pattern(&pat, None, Known::Unknown);
                    reader.visit_pat(&pat);
                });
            }
            Arguments::Stmts(statements) => self.within(|reader| {
                for statement in &statements {
                    reader.visit_stmt(statement);
                }
            }),
            Arguments::Tokens(tokens) => self.tokens(tokens, true),
        }
    }

    fn macro_name(&mut self, names: &[String]) {
        let Some(name) = names.last() else { return };
        if let Some(ids) = self.world.macros.get(name) {
            self.events.extend(ids.iter().map(|id| Event::Uses(*id)));
        } else {
            let mut full = names.to_vec();
            if let [first, ..] = names
                && let Found::Outside(path) =
                    self.world.resolve(self.scope, std::slice::from_ref(first), false, Space::Types, None)
            {
                full.splice(..1, path.split("::").map(str::to_owned));
            }
            if let Some(why) = macro_reason(&full).or_else(|| macro_reason(names)) {
                self.impure("calls", &format!("{}!", names.join("::")), why);
            }
        }
    }

    /// Tokens that do not read like Rust: paths and literals in them count.
    fn tokens(&mut self, tokens: TokenStream, literals: bool) {
        for (path, is_macro) in paths(tokens.clone()) {
            if is_macro {
                self.macro_name(&path);
            } else {
                self.path(&path, false);
            }
        }
        if literals {
            self.literals(tokens);
        }
    }

    fn literals(&mut self, tokens: TokenStream) {
        for token in tokens {
            match token {
                TokenTree::Literal(literal) => self.events.extend(token_value(literal).map(Event::Literal)),
                TokenTree::Group(group) => self.literals(group.stream()),
                _ => {}
            }
        }
    }
}

impl<'ast> Visit<'ast> for Reader<'_> {
    // Items inside bodies are definitions of their own; attributes do nothing at run time.
    fn visit_item(&mut self, _: &'ast Item) {}

    fn visit_attribute(&mut self, _: &'ast Attribute) {}

    fn visit_block(&mut self, block: &'ast Block) {
        self.within(|reader| visit::visit_block(reader, block));
    }

    fn visit_stmt(&mut self, statement: &'ast Stmt) {
        let attrs: &[Attribute] = match statement {
            Stmt::Local(local) => &local.attrs,
            Stmt::Macro(mac) => &mac.attrs,
            Stmt::Expr(expr, _) => expr_attributes(expr),
            Stmt::Item(_) => &[],
        };
        if self.cfg.keeps(attrs) {
            visit::visit_stmt(self, statement);
        }
    }

    fn visit_local(&mut self, local: &'ast Local) {
        let mut known = Known::Unknown;
        if let Some(init) = &local.init {
            self.visit_expr(&init.expr);
            if let Some((_, diverge)) = &init.diverge {
                self.visit_expr(diverge);
            }
            known = self.known_expr(&init.expr);
        }
        self.visit_pat(&local.pat);
        self.bind_pattern(&local.pat, None, known);
    }

    fn visit_expr_closure(&mut self, closure: &'ast ExprClosure) {
        self.within(|reader| {
            for input in &closure.inputs {
                reader.bind_pattern(input, None, Known::Unknown);
            }
            reader.visit_expr(&closure.body);
        });
    }

    fn visit_expr_for_loop(&mut self, it: &'ast ExprForLoop) {
        self.visit_expr(&it.expr);
        self.within(|reader| {
            reader.bind_pattern(&it.pat, None, Known::Unknown);
            reader.visit_pat(&it.pat);
            reader.visit_block(&it.body);
        });
    }

    fn visit_expr_if(&mut self, it: &'ast ExprIf) {
        self.within(|reader| {
            reader.visit_expr(&it.cond);
            reader.visit_block(&it.then_branch);
        });
        if let Some((_, other)) = &it.else_branch {
            self.visit_expr(other);
        }
    }

    fn visit_expr_while(&mut self, it: &'ast ExprWhile) {
        self.within(|reader| visit::visit_expr_while(reader, it));
    }

    fn visit_expr_let(&mut self, it: &'ast syn::ExprLet) {
        self.visit_expr(&it.expr);
        self.visit_pat(&it.pat);
        self.bind_pattern(&it.pat, None, Known::Unknown);
    }

    fn visit_arm(&mut self, arm: &'ast Arm) {
        if self.cfg.keeps(&arm.attrs) {
            self.within(|reader| {
                reader.bind_pattern(&arm.pat, None, Known::Unknown);
                visit::visit_arm(reader, arm);
            });
        }
    }

    fn visit_pat_ident(&mut self, pat: &'ast PatIdent) {
        if self.is_constant(pat) {
            self.path(&[pat.ident.unraw().to_string()], false);
        }
        visit::visit_pat_ident(self, pat);
    }

    fn visit_expr_path(&mut self, expr: &'ast ExprPath) {
        let names = segments(&expr.path);
        match &expr.qself {
            Some(qself) if qself.position == 0 => {
                // `<Point>::new`, `<[T]>::len`.
                if let (Known::Workspace(id), [.., name]) =
                    (self.world.known(self.scope, &qself.ty, self.owner, self.generics), names.as_slice())
                {
                    for id in self.world.candidates(name, Known::Workspace(id)) {
                        self.uses(id);
                    }
                }
            }
            Some(qself) => match self.world.known(self.scope, &qself.ty, self.owner, self.generics) {
                Known::Workspace(id) if names.last().is_some() => {
                    let name = names.last().map(String::as_str).unwrap_or_default();
                    for id in self.world.candidates(name, Known::Workspace(id)) {
                        self.uses(id);
                    }
                }
                _ => self.path(&names, expr.path.leading_colon.is_some()),
            },
            None => self.path(&names, expr.path.leading_colon.is_some()),
        }
    }

    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        self.visit_expr(&call.receiver);
        let name = call.method.unraw().to_string();
        let receiver = self.known_expr(&call.receiver);
        let candidates = self.world.candidates(&name, receiver);
        if candidates.is_empty()
            && !matches!(receiver, Known::Workspace(_))
            && let Some(why) = method_reason(&name)
        {
            self.impure("calls", &format!(".{name}()"), why);
        }
        for id in candidates {
            self.uses(id);
        }
        for argument in &call.args {
            self.visit_expr(argument);
        }
    }

    fn visit_expr_unary(&mut self, unary: &'ast ExprUnary) {
        match (&unary.op, &*unary.expr) {
            (UnOp::Neg(_), Expr::Lit(lit)) => self.events.extend(value(&lit.lit, true).map(Event::Literal)),
            _ => visit::visit_expr_unary(self, unary),
        }
    }

    fn visit_lit(&mut self, lit: &'ast Lit) {
        self.events.extend(value(lit, false).map(Event::Literal));
    }

    fn visit_macro(&mut self, mac: &'ast Macro) {
        self.macro_call(mac);
    }
}

/// The names that a pattern may bind.
#[derive(Default)]
struct Names(Vec<PatIdent>);

impl<'ast> Visit<'ast> for Names {
    fn visit_pat_ident(&mut self, pat: &'ast PatIdent) {
        self.0.push(pat.clone());
        visit::visit_pat_ident(self, pat);
    }

    fn visit_expr(&mut self, _: &'ast Expr) {}
}
