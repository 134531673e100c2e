//! Items of every kind.

use std::rc::Rc;

use quote::ToTokens;
use syn::Item;
use syn::spanned::Spanned;

use super::collector::{Collector, Place, name, params};
use super::functions::{Seen, span};
use crate::scan::attributes::{is_public, item_attributes, item_visibility};
use crate::scan::macros::lazy_statics;
use crate::scan::world::{ConstDef, DefId, DefKind, Home, ScopeId, StaticDef};
use crate::visit::Visit;
use crate::workspace::parse;

impl Collector<'_> {
    /// The items of a module, which are dropped one by one: what is kept of them are copies.
    pub fn items(&mut self, items: Vec<Item>, place: &Place) -> anyhow::Result<()> {
        items.into_iter().try_for_each(|item| self.item(item, place))
    }

    pub fn item(&mut self, item: Item, place: &Place) -> anyhow::Result<()> {
        if !self.cfg.keeps(item_attributes(&item)) {
            return Ok(());
        }
        // Functions and traits note themselves; modules are no code.
        let plain = matches!(
            item,
            Item::Struct(_)
                | Item::Enum(_)
                | Item::Union(_)
                | Item::Type(_)
                | Item::TraitAlias(_)
                | Item::Const(_)
                | Item::Static(_)
                | Item::Macro(_)
        );
        let code = plain.then(|| self.codes.tokens(|| item.to_token_stream()));
        let called = match &item {
            Item::Macro(item) => Some(item.mac.clone()),
            _ => None,
        };
        let public = item_visibility(&item).is_some_and(is_public);
        let first = self.world.defs.len();
        self.define(item, place)?;
        if public && first < self.world.defs.len() {
            self.world.public.insert(DefId(first));
        }
        // Nested items come later and note themselves; a `lazy_static!` has several.
        let several = if called.is_some() { self.world.defs.len() } else { first + 1 };
        for id in first..several.min(self.world.defs.len()) {
            if let Some(code) = &code {
                let bytes = place.bytes(code.span());
                self.codes.note(DefId(id), code.clone(), &place.source.file, bytes);
            }
        }
        called.map_or(Ok(()), |mac| self.written_items(&mac, place))
    }

    fn define(&mut self, item: Item, place: &Place) -> anyhow::Result<()> {
        let scope = place.scope;
        match item {
            Item::Fn(item) => {
                let home = place.nested_in.clone().map_or(Home::Module, Home::Nested);
                let found = Seen {
                    attrs: &item.attrs,
                    sig: &item.sig,
                    span: span(&item.attrs, [&item.vis, &item.sig], Some(&item.block)),
                    code: self.codes.tokens(|| item.to_token_stream()),
                    block: Some(*item.block),
                    home,
                    self_ty: None,
                    of_trait: None,
                    associated: Vec::new(),
                    impl_generics: None,
                    visibility: &item.vis,
                };
                self.function(found, place, &place.prefix, true)?;
            }
            Item::Mod(item) => self.module(item, place)?,
            Item::Impl(item) => self.implementation(item, place)?,
            Item::Trait(item) => self.trait_(item, place)?,
            Item::Use(item) => self.use_(&item, scope),
            Item::ExternCrate(item) => self.extern_crate(&item, scope),
            Item::Struct(item) => {
                let variants = vec![self.variant(item.ident.to_string(), &item.fields, None)];
                self.type_(&item.ident, &item.attrs, &item.generics, variants, false, place);
            }
            Item::Enum(item) => self.enumeration(&item, place)?,
            Item::Union(item) => {
                self.world.define(name(&item.ident), scope, DefKind::Type(Box::default()));
            }
            Item::Type(item) => {
                let params = params(&item.generics);
                self.world.define(name(&item.ident), scope, DefKind::Alias { params, ty: item.ty });
            }
            Item::TraitAlias(item) => {
                self.world.define(name(&item.ident), scope, DefKind::Trait);
            }
            Item::Const(item) => {
                let def = ConstDef { ty: (*item.ty).clone(), expr: (*item.expr).clone() };
                self.world.define(name(&item.ident), scope, DefKind::Const(Box::new(def)));
                self.nested_items(|visitor| visitor.visit_expr(&item.expr), &item.ident.to_string(), place)?;
            }
            Item::Static(item) => {
                let mutable = matches!(item.mutability, syn::StaticMutability::Mut(_));
                let expr = Some((*item.expr).clone());
                let def = StaticDef { mutable, ty: (*item.ty).clone(), expr };
                self.world.define(name(&item.ident), scope, DefKind::Static(Box::new(def)));
                self.nested_items(|visitor| visitor.visit_expr(&item.expr), &item.ident.to_string(), place)?;
            }
            Item::ForeignMod(item) => self.foreign(&item.items, place)?,
            Item::Macro(item) => self.macro_item(&item, scope),
            _ => {}
        }
        Ok(())
    }

    fn module(&mut self, item: syn::ItemMod, place: &Place) -> anyhow::Result<()> {
        let mut inner = place.clone();
        inner.module.push(item.ident.to_string());
        inner.prefix = format!("{}::{}", place.prefix, item.ident);
        if let Some((_, items)) = item.content {
            self.open_module(&item.ident, &mut inner);
            self.items(items, &inner)?;
        } else if let Some(file) = self.files.get(&inner.module).cloned() {
            self.open_module(&item.ident, &mut inner);
            let mut source = parse(&file)?;
            let items = std::mem::take(&mut source.ast.items);
            inner.source = Rc::new(source);
            self.items(items, &inner)?;
        }
        Ok(())
    }

    fn open_module(&mut self, ident: &syn::Ident, inner: &mut Place) {
        let module = self.world.open(inner.scope, false, inner.prefix.clone());
        let def = self.world.define(name(ident), inner.scope, DefKind::Module(module));
        self.world.scopes[module.0].module = Some(def);
        inner.scope = module;
    }

    fn macro_item(&mut self, item: &syn::ItemMacro, scope: ScopeId) {
        if let Some(ident) = item.ident.as_ref().filter(|_| item.mac.path.is_ident("macro_rules")) {
            let id = self.world.add(name(ident), scope, DefKind::Macro(item.mac.tokens.clone()));
            self.world.macros.entry(name(ident)).or_default().push(id);
        }
        for lazy in lazy_statics(&item.mac) {
            let def = StaticDef { mutable: false, ty: lazy.ty, expr: Some(lazy.expr) };
            self.world.define(name(&lazy.ident), scope, DefKind::Static(Box::new(def)));
        }
    }
}
