//! The members of `impl`s and traits.

use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{
    GenericParam, Generics, ImplItem, ImplItemConst, ItemImpl, ItemTrait, TraitItem, Type, TypeParamBound,
    WherePredicate,
};

use super::collector::{Collector, Place, name, params, type_params};
use super::functions::{Seen, span};
use crate::scan::attributes::is_public;
use crate::scan::resolve::of_segment;
use crate::scan::text::source_text;
use crate::scan::world::{AssociatedConst, ConstDef, DefKind, Home, Implementation};
use crate::visit::Visit;

impl Collector<'_> {
    pub fn implementation(&mut self, item: ItemImpl, place: &Place) -> anyhow::Result<()> {
        let full = source_text(&*item.self_ty);
        let short = match &*item.self_ty {
            Type::Path(path) => path.path.segments.last().map_or(full.clone(), |last| last.ident.to_string()),
            _ => format!("<{full}>"),
        };
        let prefix = match &item.trait_ {
            Some((path, _)) => format!("{}::<{full} as {}>", place.prefix, source_text(path)),
            None => format!("{}::{short}", place.prefix),
        };
        let associated = |member: &ImplItem| match member {
            ImplItem::Type(member) => Some((member.ident.to_string(), member.ty.clone())),
            _ => None,
        };
        let mut inner = place.clone();
        inner.generics.extend(type_params(&item.generics));
        let members = self.members(item.items, &inner);
        let associated: Vec<(String, Type)> =
            members.iter().filter_map(|(member, _)| associated(member)).collect();
        if let Some(last) = item.trait_.as_ref().and_then(|(path, _)| path.segments.last()) {
            let methods = || {
                members.iter().filter_map(|(member, _)| match member {
                    ImplItem::Fn(member) => Some(member),
                    _ => None,
                })
            };
            let hollow = methods().filter(|method| does_nothing(&method.block)).count();
            self.world.impls.push(Implementation {
                scope: place.scope,
                ty: (*item.self_ty).clone(),
                of_trait: last.ident.to_string(),
                given: of_segment(last).cloned().collect(),
                generics: [place.generics.clone(), type_params(&item.generics)].concat(),
                params: params(&item.generics),
                bounds: type_params(&item.generics)
                    .into_iter()
                    .filter_map(|name| Some((name.clone(), bounds_of(&item.generics, &name)?)))
                    .collect(),
                associated: associated.clone(),
                methods: methods().map(|method| name(&method.sig.ident)).collect(),
                is_hollow: hollow * 2 > methods().count(),
            });
        }
        let (generics, of, this) =
            (&item.generics, item.trait_.as_ref().map(|(path, _)| path), &item.self_ty);
        let header = self.codes.tokens(|| quote!(impl #generics #of for #this));
        for (member, inner) in members {
            match member {
                ImplItem::Fn(member) => {
                    let head: [&dyn ToTokens; 3] = [&member.vis, &member.modifiers.defaultness, &member.sig];
                    let found = Seen {
                        attrs: &member.attrs,
                        sig: &member.sig,
                        span: span(&member.attrs, head, Some(&member.block)),
                        code: self.codes.tokens(|| quote!(#header { #member })),
                        block: Some(member.block),
                        home: Home::Type(full.clone()),
                        self_ty: Some(&item.self_ty),
                        of_trait: item.trait_.as_ref().map(|(path, _)| source_text(path)),
                        associated: associated.clone(),
                        impl_generics: Some(&item.generics).filter(|generics| !generics.params.is_empty()),
                        visibility: &member.vis,
                    };
                    let id = self.function(found, &inner, &prefix, false)?;
                    if let Some(id) = id.filter(|_| item.trait_.is_some()) {
                        self.codes.imply(header.clone(), id);
                    }
                }
                ImplItem::Const(member) if self.cfg.keeps(&member.attrs) => {
                    let code = self.codes.tokens(|| member.to_token_stream());
                    let bytes = place.bytes(code.span());
                    self.codes.note_implied(header.clone(), code, &place.source.file, bytes);
                    self.constant_of(this, &member, &inner)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn constant_of(&mut self, this: &Type, member: &ImplItemConst, place: &Place) -> anyhow::Result<()> {
        let around = member.ident.to_string();
        self.nested_items(|visitor| visitor.visit_expr(&member.expr), &around, place)?;
        self.world.constants.push(AssociatedConst {
            name: name(&member.ident),
            scope: place.scope,
            self_ty: Some(this.clone()),
            owner: None,
            of_trait: None,
            generics: place.generics.clone(),
            public: is_public(&member.vis),
            def: ConstDef { ty: member.ty.clone(), expr: member.expr.clone() },
        });
        Ok(())
    }

    pub fn trait_(&mut self, item: ItemTrait, place: &Place) -> anyhow::Result<()> {
        let id = self.world.define(name(&item.ident), place.scope, DefKind::Trait);
        let code = self.codes.tokens(|| item.to_token_stream());
        let bytes = place.bytes(code.span());
        self.codes.note(id, code, &place.source.file, bytes);
        let prefix = format!("{}::{}", place.prefix, item.ident);
        let mut inner = place.clone();
        inner.generics.extend(type_params(&item.generics));
        for member in item.items {
            match member {
                TraitItem::Fn(member) => {
                    let first = self.world.defs.len();
                    let found = Seen {
                        attrs: &member.attrs,
                        sig: &member.sig,
                        span: span(&member.attrs, [&member.sig, &member.semi_token], member.default.as_ref()),
                        code: self.codes.tokens(|| member.to_token_stream()),
                        block: member.default,
                        home: Home::Trait(item.ident.to_string()),
                        self_ty: None,
                        of_trait: None,
                        associated: Vec::new(),
                        impl_generics: None,
                        visibility: &item.vis,
                    };
                    self.function(found, &inner, &prefix, false)?;
                    if let Some(DefKind::Fn(f)) = self.world.defs.get_mut(first).map(|def| &mut def.kind) {
                        f.owner = Some(id);
                    }
                }
                TraitItem::Const(member) if self.cfg.keeps(&member.attrs) => {
                    if let Some((_, expr)) = &member.default {
                        let around = member.ident.to_string();
                        self.nested_items(|visitor| visitor.visit_expr(expr), &around, &inner)?;
                        self.world.constants.push(AssociatedConst {
                            name: name(&member.ident),
                            scope: inner.scope,
                            self_ty: None,
                            owner: None,
                            of_trait: Some(id),
                            generics: inner.generics.clone(),
                            public: true,
                            def: ConstDef { ty: member.ty.clone(), expr: expr.clone() },
                        });
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// Whether a body returns a constant, or panics.
fn does_nothing(block: &syn::Block) -> bool {
    let panics = ["panic", "unimplemented", "todo", "unreachable"];
    let is_panic =
        |makes: &syn::Macro| makes.path.get_ident().is_some_and(|name| panics.iter().any(|it| name == it));
    match block.stmts.as_slice() {
        [] => true,
        [syn::Stmt::Macro(only)] => is_panic(&only.mac),
        [syn::Stmt::Expr(syn::Expr::Macro(only), _)] => is_panic(&only.mac),
        [syn::Stmt::Expr(only, None)] => matches!(only, syn::Expr::Lit(_)),
        _ => false,
    }
}

/// What bounds the type parameter of this name, if there is one.
fn bounds_of(generics: &Generics, name: &str) -> Option<Vec<TypeParamBound>> {
    let at_first = generics.params.iter().find_map(|param| match param {
        GenericParam::Type(param) if param.ident == name => Some(&param.bounds),
        _ => None,
    })?;
    let predicates = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    let afterwards = predicates.filter_map(|predicate| match predicate {
        WherePredicate::Type(it) if source_text(&it.bounded_ty) == name => Some(&it.bounds),
        _ => None,
    });
    Some(at_first.iter().chain(afterwards.flatten()).cloned().collect())
}
