//! Functions, and the items inside bodies.

use std::borrow::Cow;

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{AttrStyle, Attribute, Block, ForeignItem, Generics, Item, Signature, Type, Visibility};

use super::collector::{Collector, Place, name, type_params};
use crate::scan::attributes::{is_test, take_documentation};
use crate::scan::world::{DefId, DefKind, FnDef, Home, StaticDef, displays};
use crate::visit::{self, Visit};

/// A function as items of several kinds hold it.
pub struct Seen<'a> {
    pub attrs: &'a [Attribute],
    pub sig: &'a Signature,
    pub block: Option<Block>,
    pub span: Span,
    pub code: TokenStream,
    pub home: Home,
    pub self_ty: Option<&'a Type>,
    pub of_trait: Option<String>,
    pub associated: Vec<(String, Type)>,
    pub impl_generics: Option<&'a Generics>,
    pub visibility: &'a Visibility,
}

impl Collector<'_> {
    /// Adds a function and what its body holds.
    pub fn function(
        &mut self,
        f: Seen<'_>,
        place: &Place,
        prefix: &str,
        named: bool,
    ) -> anyhow::Result<Option<DefId>> {
        let mut attrs = self.cfg.attributes(f.attrs);
        if !self.cfg.keeps(f.attrs) || attrs.iter().any(is_test) {
            return Ok(None);
        }
        let of_trait = f.of_trait.as_deref();
        let called = if displays(of_trait, f.sig) { "to_string".to_owned() } else { f.sig.ident.to_string() };
        let path = format!("{prefix}::{called}");
        let inside = self.world.open(place.scope, true, path.clone());
        let mut generics = place.generics.clone();
        generics.extend(type_params(&f.sig.generics));
        // Unlike what was parsed, a copy keeps no room for more.
        let block = f.block.clone();
        drop(f.block);
        let definition = FnDef {
            path: path.clone(),
            package: self.package,
            target: self.target,
            module: place.module.clone(),
            file: place.source.file.clone(),
            line: place.line(f.sig.ident.span()),
            item: place.bytes(f.span),
            body: block
                .as_ref()
                .filter(|_| place.expansion.is_none())
                .map(|block| place.bytes(block.brace_token.span.join())),
            written_by: place.expansion.map(|expansion| expansion.by),
            home: f.home,
            self_ty: f.self_ty.cloned(),
            of_trait: f.of_trait,
            associated: f.associated,
            visibility: f.visibility.clone(),
            owner: None,
            generics: generics.clone(),
            impl_generics: f.impl_generics.cloned(),
            docs: take_documentation(&mut attrs),
            attrs,
            sig: f.sig.clone(),
            block: None,
            inside,
        };
        let kind = DefKind::Fn(Box::new(definition));
        let id = if named {
            self.world.define(name(&f.sig.ident), place.scope, kind)
        } else {
            self.world.add(name(&f.sig.ident), place.scope, kind)
        };
        let bytes = place.bytes(f.span);
        self.codes.note_function(id, f.code, &name(&f.sig.ident), &place.source.file, bytes);
        if let Some(block) = block {
            let mut inner = place.clone();
            inner.scope = inside;
            inner.prefix = path;
            inner.nested_in = Some(f.sig.ident.to_string());
            inner.generics = generics;
            let mut visitor = Inner::default();
            visitor.visit_block(&block);
            for item in visitor.items {
                self.item(item.into_owned(), &inner)?;
            }
            if let DefKind::Fn(f) = &mut self.world.defs[id.0].kind {
                f.block = Some(block);
            }
        }
        Ok(Some(id))
    }

    /// Items inside an expression that is no function's body.
    pub fn nested_items<'i>(
        &mut self,
        visit: impl FnOnce(&mut Inner<'i>),
        around: &str,
        place: &Place,
    ) -> anyhow::Result<()> {
        let mut inner = place.clone();
        inner.nested_in = Some(around.to_owned());
        let mut visitor = Inner::default();
        visit(&mut visitor);
        if visitor.items.is_empty() {
            return Ok(());
        }
        inner.scope = self.world.open(place.scope, true, place.prefix.clone());
        visitor.items.into_iter().try_for_each(|item| self.item(item.into_owned(), &inner))
    }

    pub fn foreign(&mut self, items: &[ForeignItem], place: &Place) -> anyhow::Result<()> {
        for item in items {
            match item {
                ForeignItem::Fn(item) => {
                    let found = Seen {
                        attrs: &item.attrs,
                        sig: &item.sig,
                        block: None,
                        span: item.span(),
                        code: self.codes.tokens(|| item.to_token_stream()),
                        home: Home::Foreign,
                        self_ty: None,
                        of_trait: None,
                        associated: Vec::new(),
                        impl_generics: None,
                        visibility: &item.vis,
                    };
                    self.function(found, place, &place.prefix, true)?;
                }
                ForeignItem::Static(item) if self.cfg.keeps(&item.attrs) => {
                    let def = StaticDef { mutable: true, ty: (*item.ty).clone(), expr: None };
                    self.world.define(name(&item.ident), place.scope, DefKind::Static(Box::new(def)));
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// What a function spans, by its first tokens and its last: to spell out its body for that takes long.
pub fn span<const N: usize>(attrs: &[Attribute], head: [&dyn ToTokens; N], block: Option<&Block>) -> Span {
    let mut tokens = TokenStream::new();
    head.iter().for_each(|part| part.to_tokens(&mut tokens));
    let head = tokens.span();
    let outer = attrs.iter().find(|attr| matches!(attr.style, AttrStyle::Outer));
    let start = outer.map_or(head, |attr| attr.pound_token.span());
    let end = block.map_or(head, |block| block.brace_token.span.close());
    start.join(end).unwrap_or(head)
}

/// Finds the items inside bodies and expressions, without going into the items.
#[derive(Default)]
pub struct Inner<'ast> {
    items: Vec<Cow<'ast, Item>>,
}

impl<'ast> Visit<'ast> for Inner<'ast> {
    fn visit_item(&mut self, item: &'ast Item) {
        self.items.push(Cow::Borrowed(item));
    }

    fn visit_stmt_macro(&mut self, statement: &'ast syn::StmtMacro) {
        self.items.push(Cow::Owned(Item::Macro(syn::ItemMacro {
            attrs: statement.attrs.clone(),
            ident: None,
            mac: statement.mac.clone(),
            semi_token: statement.semi_token,
        })));
        visit::visit_stmt_macro(self, statement);
    }
}
