//! What of a function's result is its outcome: the items of an iterator, a copy of what a reference into a changed
//! parameter points at.

use syn::{GenericArgument, PathArguments, Token, TypeParamBound, punctuated::Punctuated};

use super::{Arguments, Converter, Types};
use crate::scan::impure::canonical;
use crate::scan::resolve::{Found, Space, generic_arguments, segments};
use crate::scan::text::source_text;
use crate::scan::world::{DefId, DefKind, ScopeId};
use morph_relation::{Taken, Type};

/// Iterators of `std` and what they go through: a type, or what stands between their angle brackets by its number,
/// behind a `&` where they lend it.
const ITERATORS: &[(&str, &str)] = &[
    ("std::slice::Iter", "&0"),
    ("std::slice::Windows", "&[0]"),
    ("std::slice::Chunks", "&[0]"),
    ("std::collections::vec_deque::Iter", "&0"),
    ("std::collections::btree_set::Iter", "&0"),
    ("std::option::IntoIter", "0"),
    ("std::str::Chars", "char"),
    ("std::str::CharIndices", "(usize, char)"),
    ("std::str::Bytes", "u8"),
    ("std::str::Lines", "&str"),
    ("std::str::SplitWhitespace", "&str"),
    ("std::str::SplitAsciiWhitespace", "&str"),
    ("std::vec::IntoIter", "0"),
];

impl Types<'_> {
    /// The outcome's part that a function returns, and how it is taken, where `changed` is the type that it is lent to
    /// change. The error of a `Result` may be of any type.
    pub fn returned(
        &self,
        scope: ScopeId,
        ty: &syn::Type,
        arguments: &Arguments,
        changed: Option<&Type>,
    ) -> Result<(Type, Taken), String> {
        let converter = self.converter(true);
        if let syn::Type::Reference(reference) = ty
            && reference.mutability.is_some()
            && let Some(changed) = changed
            && converter.any(scope, &reference.elem, arguments).as_ref() == Ok(changed)
        {
            return Ok((Type::Unit, Taken::Left));
        }
        if let Some(item) = converter.items(scope, ty, arguments) {
            return Ok((Type::Vec(Box::new(item)), Taken::Items));
        }
        let whole = converter.sized(scope, ty, arguments)?;
        match changed {
            Some(_) if whole.owned() != whole && is_copied(&whole) => Ok((whole.owned(), Taken::Copied)),
            _ => Ok((whole, Taken::Whole)),
        }
    }
}

/// Whether a result that borrows can be copied by one method.
fn is_copied(ty: &Type) -> bool {
    let lent = |ty: &Type| match ty {
        Type::Ref(inner) => inner.owned() == **inner || matches!(**inner, Type::Str | Type::Slice(_)),
        _ => false,
    };
    match ty {
        Type::Option(inner) => lent(inner),
        Type::Result(inner, err) => lent(inner) && err.owned() == **err,
        ty => lent(ty),
    }
}

impl Converter<'_> {
    /// The items of what a result goes through, where it is an iterator.
    fn items(self, scope: ScopeId, ty: &syn::Type, arguments: &Arguments) -> Option<Type> {
        match ty {
            syn::Type::Paren(inner) => self.items(scope, &inner.elem, arguments),
            syn::Type::Group(inner) => self.items(scope, &inner.elem, arguments),
            syn::Type::ImplTrait(bounded) => self.items_of_bounds(scope, &bounded.bounds, arguments),
            syn::Type::Path(path) if path.qself.is_none() => {
                let leading = path.path.leading_colon.is_some();
                let names = segments(&path.path);
                match self.world.resolve(scope, &names, leading, Space::Types, None) {
                    _ if names == ["Self"] => None,
                    Found::Def(id) => self.items_of_type(id, scope, &path.path, arguments),
                    Found::Outside(found) if found.rsplit("::").next() == Some("Box") => {
                        match generic_arguments(&path.path).next()? {
                            GenericArgument::Type(syn::Type::TraitObject(object)) => {
                                self.items_of_bounds(scope, &object.bounds, arguments)
                            }
                            _ => None,
                        }
                    }
                    Found::Outside(found) => self.items_of_standard(&found, scope, &path.path, arguments),
                }
            }
            _ => None,
        }
    }

    fn items_of_bounds(
        self,
        scope: ScopeId,
        bounds: &Punctuated<TypeParamBound, Token![+]>,
        arguments: &Arguments,
    ) -> Option<Type> {
        bounds.iter().find_map(|bound| {
            let TypeParamBound::Trait(bound) = bound else { return None };
            let last = bound.path.segments.last()?;
            let iterates = ["Iterator", "DoubleEndedIterator", "ExactSizeIterator", "FusedIterator"];
            let PathArguments::AngleBracketed(list) = &last.arguments else { return None };
            if !iterates.contains(&last.ident.to_string().as_str()) {
                return None;
            }
            list.args.iter().find_map(|argument| match argument {
                GenericArgument::AssocType(item) if item.ident == "Item" => {
                    self.sized(scope, &item.ty, arguments).ok()
                }
                _ => None,
            })
        })
    }

    /// The items of a type of the package that implements `Iterator` and has no `==`.
    fn items_of_type(
        self,
        id: DefId,
        scope: ScopeId,
        path: &syn::Path,
        arguments: &Arguments,
    ) -> Option<Type> {
        let by_hand = self.world.implemented.get(&id)?;
        let DefKind::Type(def) = &self.world.def(id).kind else { return None };
        if !by_hand.contains("Iterator") || by_hand.contains("PartialEq") || def.derives.contains("PartialEq")
        {
            return None;
        }
        let it = self.world.impls.iter().filter(|it| it.of_trait == "Iterator");
        let it = it
            .into_iter()
            .find(|it| crate::scan::owners::type_def(self.world, it.scope, &it.ty) == Some(id))?;
        let (_, item) = it.associated.iter().find(|(name, _)| name == "Item")?;
        let syn::Type::Path(of) = &it.ty else { return None };
        let mut bound = Arguments::new();
        for (written, given) in generic_arguments(&of.path).zip(generic_arguments(path)) {
            if let GenericArgument::Type(written) = written
                && it.params.contains(&source_text(written))
            {
                bound.insert(source_text(written), self.given(scope, given, arguments));
            }
        }
        self.sized(it.scope, item, &bound).ok()
    }

    fn items_of_standard(
        self,
        found: &str,
        scope: ScopeId,
        path: &syn::Path,
        arguments: &Arguments,
    ) -> Option<Type> {
        let found = canonical(found);
        let (_, item) = ITERATORS.iter().find(|(path, _)| *path == found)?;
        let of = generic_arguments(path).next().map(|first| self.given(scope, first, arguments));
        let lent = |ty: Type| Some(Type::Ref(Box::new(ty)));
        match *item {
            "0" => of?.ok(),
            "&0" => lent(of?.ok()?),
            "&[0]" => lent(Type::Slice(Box::new(of?.ok()?))),
            written => self.sized(scope, &syn::parse_str(written).ok()?, &Arguments::new()).ok(),
        }
    }
}
