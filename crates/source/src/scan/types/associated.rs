//! What stands between angle brackets, and the types that traits associate with others.

use syn::{Expr, GenericArgument, Lit, Stmt, UnOp};

use super::{Arguments, Converter, DEEPEST, OfTrait};
use crate::scan::resolve::{Found, Space, generic_arguments, segments};
use crate::scan::text::source_text;
use crate::scan::world::{Implementation, ScopeId};
use morph_relation::Type;

impl Converter<'_> {
    /// A type or a constant between angle brackets.
    pub fn given(
        self,
        scope: ScopeId,
        argument: &GenericArgument,
        arguments: &Arguments,
    ) -> Result<Type, String> {
        match argument {
            GenericArgument::Type(ty) => self.sized(scope, ty, arguments).or_else(|why| {
                // `Grid<SIDE>` looks like a type.
                let syn::Type::Path(path) = ty else { return Err(why) };
                let expr =
                    Expr::Path(syn::ExprPath { attrs: Vec::new(), qself: None, path: path.path.clone() });
                self.constant(scope, &expr, arguments).map(Type::Const).ok_or(why)
            }),
            GenericArgument::Const(expr) => {
                self.constant(scope, expr, arguments).map(Type::Const).ok_or_else(|| source_text(expr))
            }
            other => Err(source_text(other)),
        }
    }

    /// The text of a constant: a literal, a parameter that stands for one, or a number that can be told.
    pub fn constant(self, scope: ScopeId, expr: &Expr, arguments: &Arguments) -> Option<String> {
        match expr {
            Expr::Lit(lit) => match &lit.lit {
                Lit::Int(int) => Some(int.base10_digits().to_owned()),
                lit @ (Lit::Bool(_) | Lit::Char(_) | Lit::Byte(_)) => Some(source_text(lit)),
                _ => None,
            },
            Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => {
                Some(format!("-{}", self.constant(scope, &unary.expr, arguments)?))
            }
            Expr::Block(block) => match block.block.stmts.as_slice() {
                [Stmt::Expr(inner, None)] => self.constant(scope, inner, arguments),
                _ => None,
            },
            Expr::Path(path) if path.qself.is_none() => {
                match path.path.get_ident().and_then(|name| arguments.get(&name.to_string())) {
                    Some(Ok(Type::Const(written))) => Some(written.clone()),
                    _ => self.world.number(scope, expr, DEEPEST).map(|number| number.to_string()),
                }
            }
            expr => self.world.number(scope, expr, DEEPEST).map(|number| number.to_string()),
        }
    }

    /// What a trait, `by` where it is named, associates with a type under this name: `Item`, `Output`.
    pub fn associated(self, of: &Type, name: &str, by: Option<&OfTrait>) -> Option<Type> {
        // An implementation may name what another one of the same trait associates, and so on, which soon is a circle.
        let deeper = Converter { depth: self.depth + DEEPEST / 8, ..self };
        if self.depth >= DEEPEST {
            return None;
        }
        let asked =
            (std::ptr::from_ref(self.world), of.clone(), name.to_owned(), by.cloned(), self.is_result);
        if let Some(known) = self.types.associated.borrow().get(&asked) {
            return known.clone();
        }
        self.types.associated.borrow_mut().insert(asked.clone(), None);
        let found = deeper.looked_up(of, name, by);
        self.types.associated.borrow_mut().insert(asked, found.clone());
        found
    }

    /// The same where nobody asked before.
    fn looked_up(self, of: &Type, name: &str, by: Option<&OfTrait>) -> Option<Type> {
        let standard = by_standard(of, name);
        let known = |it: &&Implementation| by.is_none_or(|by| it.of_trait == by.name);
        if standard.is_some() && (by.is_none() || !self.world.impls.iter().any(|it| known(&it))) {
            return standard;
        }
        // A loop, since the compiler does not end on a recursion through closures.
        for it in self.world.impls.iter().filter(known) {
            if let Some((_, written)) = it.associated.iter().find(|(known, _)| known == name)
                && let Some(bound) = self.implemented(it, of)
                && by.is_none_or(|by| self.is_of(it, by, &bound))
                && let Ok(ty) = self.sized(it.scope, written, &bound)
            {
                return Some(ty);
            }
        }
        standard
    }

    /// Whether an implementation is of the trait with these constants: `Key<2>`.
    fn is_of(self, it: &Implementation, by: &OfTrait, bound: &Arguments) -> bool {
        let mut both = it.given.iter().zip(&by.given);
        it.given.len() != by.given.len()
            || both.all(|(own, given)| given.is_none() || self.given_constant(it.scope, own, bound) == *given)
    }

    /// A constant between angle brackets; `None` for a type.
    pub fn given_constant(
        self,
        scope: ScopeId,
        argument: &GenericArgument,
        arguments: &Arguments,
    ) -> Option<String> {
        match argument {
            GenericArgument::Const(expr) => self.constant(scope, expr, arguments),
            GenericArgument::Type(syn::Type::Path(path)) => {
                match arguments.get(&path.path.get_ident()?.to_string()) {
                    Some(Ok(Type::Const(written))) => Some(written.clone()),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// What the parameters of an implementation stand for where it is for `of`.
    pub fn implemented(self, it: &Implementation, of: &Type) -> Option<Arguments> {
        let mut found = Arguments::new();
        let fits = self.matches(it, &it.ty, of, &mut found);
        (fits && it.params.iter().all(|param| found.contains_key(param))).then_some(found)
    }

    fn matches(self, it: &Implementation, pattern: &syn::Type, of: &Type, found: &mut Arguments) -> bool {
        match (pattern, of) {
            (syn::Type::Path(path), of)
                if path.path.get_ident().is_some_and(|name| it.params.contains(&name.to_string())) =>
            {
                let known = found.entry(source_text(path)).or_insert_with(|| Ok(of.clone()));
                known.as_ref() == Ok(of)
            }
            (syn::Type::Reference(reference), Type::Ref(inner)) => {
                self.matches(it, &reference.elem, inner, found)
            }
            (syn::Type::Slice(slice), Type::Slice(item)) => self.matches(it, &slice.elem, item, found),
            (syn::Type::Array(array), Type::Array(item, len)) => {
                if !self.matches(it, &array.elem, item, found) {
                    return false;
                }
                if let Expr::Path(path) = &array.len
                    && let Some(name) = path.path.get_ident().map(ToString::to_string)
                    && it.params.contains(&name)
                {
                    found.insert(name, Ok(Type::Const(len.to_string())));
                    return true;
                }
                self.constant(it.scope, &array.len, found) == Some(len.to_string())
            }
            (syn::Type::Path(path), Type::Adt(adt)) => {
                let leading = path.path.leading_colon.is_some();
                match self.world.resolve(it.scope, &segments(&path.path), leading, Space::Types, None) {
                    Found::Def(id) if adt.path.split('<').next() == Some(&self.world.path_of(id)) => {
                        generic_arguments(&path.path).zip(&adt.home.arguments).all(|(written, given)| {
                            match written {
                                GenericArgument::Type(written) => self.matches(it, written, given, found),
                                written => self.given(it.scope, written, found).as_ref() == Ok(given),
                            }
                        })
                    }
                    _ => false,
                }
            }
            (pattern, of) => self.any(it.scope, pattern, found).as_ref() == Ok(of),
        }
    }
}

/// The same of the types and traits of `std`.
fn by_standard(of: &Type, name: &str) -> Option<Type> {
    match (name, of) {
        ("Item", Type::Vec(item) | Type::Array(item, _) | Type::Option(item)) => Some((**item).clone()),
        ("Item", Type::Ref(inner)) => match &**inner {
            Type::Slice(item) | Type::Vec(item) => Some(Type::Ref(item.clone())),
            _ => None,
        },
        ("Item", Type::Adt(adt)) if adt.home.package == super::kept::STD => {
            match adt.home.arguments.as_slice() {
                [only] => Some(only.clone()),
                several => Some(Type::Tuple(several.to_vec())),
            }
        }
        ("Output", Type::Int(_) | Type::Float(_) | Type::Bool) => Some(of.clone()),
        ("Owned", Type::Str | Type::Slice(_)) => Some(of.owned()),
        _ => None,
    }
}
