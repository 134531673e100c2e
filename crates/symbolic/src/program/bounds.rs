//! What the bounds and types of parameters say of the body.

use std::collections::BTreeMap;

use syn::ext::IdentExt;
use syn::punctuated::Punctuated;
use syn::{FnArg, Generics, PathArguments, Token, TypeParamBound, WherePredicate};

use super::lowering::Lowering;
use super::{Local, Shape};
use morph_source::scan::world::FnDef;

/// Traits whose one method gives a value of their argument, and the method.
const CONVERSIONS: [(&str, &str); 5] = [
    ("AsRef", "as_ref"),
    ("AsMut", "as_mut"),
    ("Borrow", "borrow"),
    ("Into", "into"),
    ("TryInto", "try_into"),
];

type Bounds = Punctuated<TypeParamBound, Token![+]>;

impl Lowering<'_> {
    /// Constants that are parameters, by the arrays that tell what they are.
    pub fn lengths(&self, f: &FnDef) -> BTreeMap<String, Option<Local>> {
        let names = generics(f).flat_map(Generics::const_params).map(|param| param.ident.to_string());
        let array_of = |name: &str| {
            parameters(f).find_map(|(ident, ty)| match ty {
                syn::Type::Array(array) => {
                    let syn::Expr::Path(length) = &array.len else { return None };
                    length.path.is_ident(name).then(|| self.local(&ident))?
                }
                _ => None,
            })
        };
        names.map(|name| (name.clone(), array_of(&name).map(|(local, _)| local))).collect()
    }

    /// What conversions of parameters give: of `text: impl AsRef<str>`, that `as_ref` gives a `str`.
    pub fn conversions(&self, f: &FnDef) -> BTreeMap<(Local, &'static str), Shape> {
        let mut found = BTreeMap::new();
        for (ident, ty) in parameters(f) {
            let Some((local, _)) = self.local(&ident) else { continue };
            let bounds: Vec<&Bounds> = match ty {
                syn::Type::ImplTrait(ty) => vec![&ty.bounds],
                syn::Type::Path(path) => {
                    let Some(param) = path.path.get_ident() else { continue };
                    generics(f).flat_map(|generics| bounds_of(generics, param)).collect()
                }
                _ => continue,
            };
            for bound in bounds.into_iter().flatten() {
                let TypeParamBound::Trait(bound) = bound else { continue };
                let Some(last) = bound.path.segments.last() else { continue };
                let method = CONVERSIONS.iter().find(|(name, _)| last.ident == name);
                let (Some((_, method)), PathArguments::AngleBracketed(list)) = (method, &last.arguments)
                else {
                    continue;
                };
                if let [shape] = self.generic_arguments(list).as_slice() {
                    found.insert((local, *method), shape.clone());
                }
            }
        }
        found
    }
}

fn generics(f: &FnDef) -> impl Iterator<Item = &Generics> {
    [f.impl_generics.as_ref(), Some(&f.sig.generics)].into_iter().flatten()
}

/// The parameters that are plain names, and their types behind references.
fn parameters(f: &FnDef) -> impl Iterator<Item = (String, &syn::Type)> {
    f.sig.inputs.iter().filter_map(|input| {
        let FnArg::Typed(input) = input else { return None };
        let syn::Pat::Ident(ident) = &*input.pat else { return None };
        let mut ty = &*input.ty;
        while let syn::Type::Reference(reference) = ty {
            ty = &reference.elem;
        }
        Some((ident.ident.unraw().to_string(), ty))
    })
}

/// The bounds of a type parameter, wherever they are written.
fn bounds_of<'a>(generics: &'a Generics, param: &'a syn::Ident) -> impl Iterator<Item = &'a Bounds> {
    let own = generics.type_params().filter(move |it| it.ident == *param).map(|it| &it.bounds);
    let predicates = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    let more = predicates.filter_map(move |predicate| match predicate {
        WherePredicate::Type(predicate) => match &predicate.bounded_ty {
            syn::Type::Path(path) if path.path.is_ident(param) => Some(&predicate.bounds),
            _ => None,
        },
        _ => None,
    });
    own.chain(more)
}
