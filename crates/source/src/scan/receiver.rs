//! Which workspace methods a method call may mean.
//!
//! Without type inference, only some receivers have a known type: `self`, parameters and locals with a
//! written type, literals, struct expressions, constructors and their fields. For a known workspace type,
//! its methods count, else the traits' defaults. For a type from elsewhere, the methods that
//! workspace traits add to such types do. For an unknown type, every workspace method of the name does,
//! unless the name is common in the standard library, where the call nearly always means that one: else a
//! single impure `get` would make half of a program impure. What this misses, replaying in the lab finds.

use syn::{Expr, Member, ReturnType, Type};

use super::resolve::{Found, Space, segments, type_arguments};
use super::world::{DefId, DefKind, FnDef, Home, ScopeId, World};

/// What is known of a value's type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    Workspace(DefId),
    Elsewhere,
    Unknown,
}

/// Method names of the standard library that say nothing about the receiver.
const COMMON: &[&str] = &[
    "abs",
    "add",
    "all",
    "and_then",
    "any",
    "append",
    "as_bytes",
    "as_mut",
    "as_ref",
    "as_slice",
    "as_str",
    "borrow",
    "borrow_mut",
    "bytes",
    "capacity",
    "ceil",
    "chain",
    "chars",
    "chunks",
    "clear",
    "clone",
    "cloned",
    "cmp",
    "collect",
    "concat",
    "contains",
    "contains_key",
    "copied",
    "count",
    "dedup",
    "deref",
    "div",
    "drain",
    "end",
    "ends_with",
    "entry",
    "enumerate",
    "eq",
    "err",
    "expect",
    "extend",
    "fill",
    "filter",
    "filter_map",
    "find",
    "first",
    "flat_map",
    "flatten",
    "floor",
    "flush",
    "fmt",
    "fold",
    "for_each",
    "from",
    "get",
    "get_mut",
    "hash",
    "index",
    "insert",
    "into",
    "into_inner",
    "into_iter",
    "is_empty",
    "is_err",
    "is_none",
    "is_ok",
    "is_some",
    "iter",
    "iter_mut",
    "join",
    "key",
    "keys",
    "last",
    "len",
    "lines",
    "load",
    "lock",
    "map",
    "map_err",
    "max",
    "max_by",
    "min",
    "min_by",
    "mul",
    "ne",
    "neg",
    "next",
    "next_back",
    "not",
    "nth",
    "ok",
    "ok_or",
    "or",
    "or_else",
    "parse",
    "partial_cmp",
    "peek",
    "pop",
    "position",
    "pow",
    "product",
    "push",
    "push_str",
    "range",
    "read",
    "remove",
    "repeat",
    "replace",
    "reserve",
    "resize",
    "rev",
    "round",
    "send",
    "set",
    "size_hint",
    "skip",
    "sort",
    "sort_by",
    "split",
    "split_at",
    "sqrt",
    "start",
    "starts_with",
    "step_by",
    "store",
    "sub",
    "sum",
    "swap",
    "swap_remove",
    "take",
    "then",
    "to_owned",
    "to_string",
    "to_vec",
    "trim",
    "truncate",
    "try_from",
    "try_into",
    "unwrap",
    "unwrap_or",
    "unwrap_or_default",
    "unwrap_or_else",
    "update",
    "value",
    "values",
    "windows",
    "with",
    "write",
    "write_str",
    "zip",
];

/// Where an expression stands, and what is known there.
#[derive(Clone, Copy)]
pub struct Surroundings<'s> {
    pub scope: ScopeId,
    /// What `Self` is.
    pub owner: Option<DefId>,
    /// Type parameters in scope.
    pub generics: &'s [String],
    /// Tells of plain names.
    pub local: &'s dyn Fn(&str) -> Option<Known>,
}

/// Methods of options and results that return the value inside.
const UNWRAPPING: [&str; 4] = ["unwrap", "expect", "unwrap_or_default", "unwrap_unchecked"];

/// Methods of options and results that return one with the same value inside; `context` is what crates of errors call it.
const PASSING: [&str; 9] =
    ["map_err", "context", "with_context", "ok", "ok_or", "ok_or_else", "or_else", "inspect_err", "filter"];

impl World {
    /// The methods that `name` may mean on a receiver of which this is known.
    pub fn candidates(&self, name: &str, receiver: Known) -> Vec<DefId> {
        let all = self.methods.get(name).map(Vec::as_slice).unwrap_or_default();
        let function = |id: &&DefId| self.function(**id);
        match receiver {
            Known::Workspace(owner) => {
                let own = self.members.get(&owner).and_then(|members| members.get(name));
                let own: Vec<DefId> =
                    own.into_iter().flatten().copied().filter(|id| self.has_body(*id)).collect();
                if !own.is_empty() {
                    return own;
                }
                let defaults =
                    all.iter().filter(|id| function(id).is_some_and(|f| matches!(f.home, Home::Trait(_))));
                defaults.copied().collect()
            }
            Known::Elsewhere => {
                let foreign = all.iter().filter(|id| {
                    function(id).is_some_and(|f| matches!(f.home, Home::Trait(_)) || f.owner.is_none())
                });
                foreign.copied().collect()
            }
            Known::Unknown if COMMON.contains(&name) || self.is_dependency && all.len() > 1 => Vec::new(),
            Known::Unknown => all.to_vec(),
        }
    }

    fn has_body(&self, id: DefId) -> bool {
        self.function(id).is_some_and(|f| f.block.is_some())
    }

    /// What a written type says.
    pub fn known(&self, scope: ScopeId, ty: &Type, owner: Option<DefId>, generics: &[String]) -> Known {
        match ty {
            Type::Reference(inner) => self.known(scope, &inner.elem, owner, generics),
            Type::Paren(inner) => self.known(scope, &inner.elem, owner, generics),
            Type::Path(path) if path.qself.is_none() => {
                let names = segments(&path.path);
                if names.len() == 1 && generics.contains(&names[0]) {
                    return Known::Unknown;
                }
                let leading = path.path.leading_colon.is_some();
                match self.resolve(scope, &names, leading, Space::Types, owner) {
                    Found::Def(id) => match &self.def(id).kind {
                        DefKind::Type(_) => Known::Workspace(id),
                        DefKind::Alias { ty: target, .. } if **target != *ty => {
                            self.known(self.def(id).scope, target, None, generics)
                        }
                        _ => Known::Unknown,
                    },
                    // `Box<T>` and the like reach the methods of what they hold.
                    Found::Outside(_) if type_arguments(&path.path).is_empty() && names[0] != "Self" => {
                        Known::Elsewhere
                    }
                    Found::Outside(_) => Known::Unknown,
                }
            }
            Type::Slice(_) | Type::Array(_) | Type::Tuple(_) | Type::Ptr(_) => Known::Elsewhere,
            _ => Known::Unknown,
        }
    }

    /// What is known of an expression's value.
    pub fn known_expr(&self, expr: &Expr, at: Surroundings<'_>) -> Known {
        let Surroundings { scope, owner, generics, local } = at;
        let go = |expr: &Expr| self.known_expr(expr, at);
        match expr {
            Expr::Lit(_) | Expr::Array(_) | Expr::Tuple(_) | Expr::Repeat(_) | Expr::Range(_) => {
                Known::Elsewhere
            }
            Expr::Paren(inner) => go(&inner.expr),
            Expr::Group(inner) => go(&inner.expr),
            Expr::Reference(inner) => go(&inner.expr),
            Expr::Unary(inner) if matches!(inner.op, syn::UnOp::Deref(_)) => go(&inner.expr),
            Expr::Cast(cast) => self.known(scope, &cast.ty, owner, generics),
            Expr::Struct(literal) if literal.qself.is_none() => {
                let names = segments(&literal.path);
                self.known_type_path(scope, &names, owner)
            }
            Expr::Path(path) if path.qself.is_none() => {
                let names = segments(&path.path);
                match names.as_slice() {
                    [name] if local(name).is_some() => local(name).unwrap_or(Known::Unknown),
                    names => match self.resolve(scope, names, false, Space::Values, owner) {
                        Found::Def(id) => match &self.def(id).kind {
                            DefKind::Static(def) => self.known(self.def(id).scope, &def.ty, None, &[]),
                            _ => Known::Unknown,
                        },
                        Found::Outside(_) => self.known_type_path(scope, names, owner),
                    },
                }
            }
            Expr::Call(call) => match &*call.func {
                Expr::Path(path) if path.qself.is_none() => {
                    let names = segments(&path.path);
                    match self.resolve(scope, &names, false, Space::Values, owner) {
                        Found::Def(id) => self.returned(id),
                        Found::Outside(_) => self.known_type_path(scope, &names, owner),
                    }
                }
                _ => Known::Unknown,
            },
            Expr::Try(tried) => self.known_inside(&tried.expr, at),
            Expr::MethodCall(call) if UNWRAPPING.iter().any(|name| call.method == name) => {
                self.known_inside(&call.receiver, at)
            }
            Expr::MethodCall(call) => {
                match self.candidates(&call.method.to_string(), go(&call.receiver)).as_slice() {
                    [only] => self.returned(*only),
                    _ => Known::Unknown,
                }
            }
            Expr::Field(field) => {
                let Known::Workspace(id) = go(&field.base) else { return Known::Unknown };
                let DefKind::Type(def) = &self.def(id).kind else { return Known::Unknown };
                let wanted = match &field.member {
                    Member::Named(name) => name.to_string(),
                    Member::Unnamed(index) => index.index.to_string(),
                };
                let ty = def.fields.iter().find(|(name, _)| *name == wanted).map(|(_, ty)| ty);
                ty.map_or(Known::Unknown, |ty| self.known(self.def(id).scope, ty, Some(id), generics))
            }
            _ => Known::Unknown,
        }
    }

    /// What is known of the value in the option or result that an expression is.
    fn known_inside(&self, expr: &Expr, at: Surroundings<'_>) -> Known {
        let wrapped = |id: DefId| self.function(id).map_or(Known::Unknown, |f| self.returned_inside(f));
        match expr {
            Expr::Paren(inner) => self.known_inside(&inner.expr, at),
            Expr::MethodCall(call) if PASSING.iter().any(|name| call.method == name) => {
                self.known_inside(&call.receiver, at)
            }
            Expr::MethodCall(call) => {
                let receiver = self.known_expr(&call.receiver, at);
                match self.candidates(&call.method.to_string(), receiver).as_slice() {
                    [only] => wrapped(*only),
                    _ => Known::Unknown,
                }
            }
            Expr::Call(call) => match &*call.func {
                Expr::Path(path) if path.qself.is_none() => {
                    match self.resolve(at.scope, &segments(&path.path), false, Space::Values, at.owner) {
                        Found::Def(id) => wrapped(id),
                        Found::Outside(_) => Known::Unknown,
                    }
                }
                _ => Known::Unknown,
            },
            _ => Known::Unknown,
        }
    }

    /// What is known of the value in the option or result that a function returns.
    fn returned_inside(&self, function: &FnDef) -> Known {
        let ReturnType::Type(_, ty) = &function.sig.output else { return Known::Unknown };
        let Type::Path(path) = ty.as_ref() else { return Known::Unknown };
        let wraps =
            path.path.segments.last().is_some_and(|last| last.ident == "Result" || last.ident == "Option");
        match type_arguments(&path.path).first() {
            Some(inner) if wraps => self.known(function.inside, inner, function.owner, &function.generics),
            _ => Known::Unknown,
        }
    }

    /// `Point { … }`, `Point(…)`.
    fn known_type_path(&self, scope: ScopeId, names: &[String], owner: Option<DefId>) -> Known {
        match self.resolve(scope, names, false, Space::Types, owner) {
            Found::Def(id) if matches!(self.def(id).kind, DefKind::Type(_)) => Known::Workspace(id),
            _ => Known::Unknown,
        }
    }

    fn returned(&self, id: DefId) -> Known {
        let Some(function) = self.function(id) else { return Known::Unknown };
        match &function.sig.output {
            ReturnType::Type(_, ty) => self.known(function.inside, ty, function.owner, &function.generics),
            ReturnType::Default => Known::Elsewhere,
        }
    }
}
