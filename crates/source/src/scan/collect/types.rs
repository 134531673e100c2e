//! Structs and enums.

use std::collections::BTreeSet;

use syn::punctuated::Punctuated;
use syn::{Attribute, Fields, GenericArgument, GenericParam, Generics};

use super::collector::{Collector, Place, name, params};
use crate::scan::world::{DefKind, FieldDef, TypeDef, VariantDef};
use crate::visit::Visit;

impl Collector<'_> {
    pub fn enumeration(&mut self, item: &syn::ItemEnum, place: &Place) -> anyhow::Result<()> {
        let kept = item.variants.iter().filter(|variant| self.cfg.keeps(&variant.attrs));
        let variant = |v: &syn::Variant| {
            let discriminant = v.discriminant.as_ref().map(|(_, value)| value.clone());
            self.variant(v.ident.to_string(), &v.fields, discriminant)
        };
        let variants = kept.map(variant).collect();
        self.type_(&item.ident, &item.attrs, &item.generics, variants, true, place);
        self.nested_items(|visitor| visitor.visit_item_enum(item), &item.ident.to_string(), place)?;
        Ok(())
    }

    pub fn variant(&self, name: String, fields: &Fields, discriminant: Option<syn::Expr>) -> VariantDef {
        let kept = fields.iter().filter(|field| self.cfg.keeps(&field.attrs)).enumerate();
        let field = |(at, field): (usize, &syn::Field)| FieldDef {
            name: field.ident.as_ref().map_or_else(|| at.to_string(), ToString::to_string),
            visibility: field.vis.clone(),
            ty: field.ty.clone(),
        };
        let braces = matches!(fields, Fields::Named(_));
        VariantDef { name, fields: kept.map(field).collect(), braces, discriminant }
    }

    pub fn type_(
        &mut self,
        ident: &syn::Ident,
        attrs: &[Attribute],
        generics: &Generics,
        variants: Vec<VariantDef>,
        is_enum: bool,
        place: &Place,
    ) {
        let fields = variants.iter().flat_map(|variant| &variant.fields);
        let plain = |field: &FieldDef| (field.name.trim_start_matches("r#").to_owned(), field.ty.clone());
        let mut generics = generics.clone();
        generics.params =
            generics.params.into_iter().filter(|param| self.cfg.keeps(attributes(param))).collect();
        let lifetime = |param: &&GenericParam| matches!(param, GenericParam::Lifetime(_));
        let def = TypeDef {
            fields: fields.map(plain).collect(),
            variants,
            is_enum,
            params: params(&generics),
            constants: generics.params.iter().filter(|param| !lifetime(param)).map(is_constant).collect(),
            defaults: generics.params.iter().filter(|param| !lifetime(param)).map(default).collect(),
            lifetimes: generics.params.iter().filter(lifetime).count(),
            derives: derives(&self.cfg.attributes(attrs)),
            package: self.package,
            target: self.target,
            module: place.module.clone(),
            written_by: place.expansion.map(|expansion| expansion.by),
            is_nested: place.nested_in.is_some(),
            non_exhaustive: attrs.iter().any(|attr| attr.path().is_ident("non_exhaustive")),
        };
        self.world.define(name(ident), place.scope, DefKind::Type(Box::new(def)));
    }
}

fn attributes(param: &GenericParam) -> &[Attribute] {
    match param {
        GenericParam::Type(param) => &param.attrs,
        GenericParam::Const(param) => &param.attrs,
        GenericParam::Lifetime(param) => &param.attrs,
    }
}

fn is_constant(param: &GenericParam) -> bool {
    matches!(param, GenericParam::Const(_))
}

/// What a type parameter stands for, or the value of a constant, where nothing is written.
fn default(param: &GenericParam) -> Option<GenericArgument> {
    match param {
        GenericParam::Type(param) => param.default.as_ref().map(|(_, ty)| GenericArgument::Type(ty.clone())),
        GenericParam::Const(param) => {
            param.default.as_ref().map(|(_, value)| GenericArgument::Const(value.clone()))
        }
        GenericParam::Lifetime(_) => None,
    }
}

/// The last names of the traits that are derived.
fn derives(attrs: &[syn::Meta]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("derive")) {
        let syn::Meta::List(list) = attr else { continue };
        let paths = list.parse_args_with(Punctuated::<syn::Path, syn::Token![,]>::parse_terminated);
        let last = |path: syn::Path| path.segments.last().map(|last| last.ident.to_string());
        found.extend(paths.into_iter().flatten().filter_map(last));
    }
    found
}
