//! Collects the definitions of the module trees, those inside bodies included.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::rc::Rc;

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{
    Attribute, Block, Fields, ForeignItem, GenericParam, Generics, ImplItem, Item, ItemImpl, ItemTrait,
    Signature, TraitItem, Type, UseTree, Visibility,
};

use super::attributes::{is_test, item_attributes};
use super::code::Codes;
use super::macros::lazy_statics;
use super::owners::{make_paths_unique, settle_owners};
use super::text::source_text;
use super::world::{
    AssociatedConst, ConstDef, DefId, DefKind, FieldDef, FnDef, Home, Implementation, Import, ScopeId,
    StaticDef, TypeDef, VariantDef, World,
};
use crate::workspace::{Cfg, Source, Workspace, parse};

/// Reads every selected crate.
pub fn collect(workspace: &Workspace) -> anyhow::Result<(World, Codes)> {
    let (mut world, mut codes) = (World::default(), Codes::default());
    for (package_at, package) in workspace.packages.iter().enumerate() {
        for (target_at, target) in package.targets.iter().enumerate() {
            let Some(root) = target.modules.first() else { continue };
            let source = Rc::new(parse(&root.file)?);
            let files = target.modules.iter().filter(|module| module.inline.is_none());
            let scope = world.open_crate(&target.name, package.edition == "2015", package_at);
            let mut collector = Collector {
                world: &mut world,
                codes: &mut codes,
                cfg: &package.cfg,
                files: files.map(|module| (module.path.clone(), module.file.clone())).collect(),
                package: package_at,
                target: target_at,
            };
            let place = Place {
                scope,
                module: Vec::new(),
                prefix: target.name.clone(),
                nested_in: None,
                generics: Vec::new(),
                source: Rc::clone(&source),
            };
            collector.items(&source.ast.items, &place)?;
        }
    }
    settle_owners(&mut world);
    make_paths_unique(&mut world);
    Ok((world, codes))
}

struct Collector<'a> {
    world: &'a mut World,
    codes: &'a mut Codes,
    cfg: &'a Cfg,
    /// The modules that are files of their own.
    files: BTreeMap<Vec<String>, PathBuf>,
    package: usize,
    target: usize,
}

/// Where an item stands.
#[derive(Clone)]
struct Place {
    scope: ScopeId,
    module: Vec<String>,
    /// What the paths of its items start with.
    prefix: String,
    /// The function or constant whose body it is in.
    nested_in: Option<String>,
    /// Type parameters of what is around.
    generics: Vec<String>,
    source: Rc<Source>,
}

/// A function as items of several kinds hold it.
struct Seen<'a> {
    attrs: &'a [Attribute],
    sig: &'a Signature,
    block: Option<&'a Block>,
    span: proc_macro2::Span,
    code: TokenStream,
    home: Home,
    self_ty: Option<&'a Type>,
    of_trait: Option<String>,
    associated: Vec<(String, Type)>,
    impl_generics: Option<&'a Generics>,
    visibility: &'a Visibility,
}

impl Collector<'_> {
    fn items(&mut self, items: &[Item], place: &Place) -> anyhow::Result<()> {
        items.iter().try_for_each(|item| self.item(item, place))
    }

    fn item(&mut self, item: &Item, place: &Place) -> anyhow::Result<()> {
        if !self.cfg.keeps(item_attributes(item)) {
            return Ok(());
        }
        let first = self.world.defs.len();
        self.define(item, place)?;
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
        // What is nested in it comes later, and notes itself; a `lazy_static!` has several.
        let several = if matches!(item, Item::Macro(_)) { self.world.defs.len() } else { first + 1 };
        for id in first..several.min(self.world.defs.len()) {
            if plain {
                let bytes = place.source.range(item.span());
                self.codes.note(DefId(id), item.to_token_stream(), &place.source.file, bytes);
            }
        }
        Ok(())
    }

    fn define(&mut self, item: &Item, place: &Place) -> anyhow::Result<()> {
        let scope = place.scope;
        match item {
            Item::Fn(item) => {
                let home = place.nested_in.clone().map_or(Home::Module, Home::Nested);
                let found = Seen {
                    attrs: &item.attrs,
                    sig: &item.sig,
                    block: Some(&item.block),
                    span: item.span(),
                    code: item.to_token_stream(),
                    home,
                    self_ty: None,
                    of_trait: None,
                    associated: Vec::new(),
                    impl_generics: None,
                    visibility: &item.vis,
                };
                self.function(found, place, &place.prefix, true)?;
            }
            Item::Mod(item) => {
                let mut inner = place.clone();
                inner.module.push(item.ident.to_string());
                inner.prefix = format!("{}::{}", place.prefix, item.ident);
                if let Some((_, items)) = &item.content {
                    self.open_module(&item.ident, &mut inner);
                    self.items(items, &inner)?;
                } else if let Some(file) = self.files.get(&inner.module).cloned() {
                    self.open_module(&item.ident, &mut inner);
                    inner.source = Rc::new(parse(&file)?);
                    let source = Rc::clone(&inner.source);
                    self.items(&source.ast.items, &inner)?;
                }
            }
            Item::Impl(item) => self.implementation(item, place)?,
            Item::Trait(item) => self.trait_(item, place)?,
            Item::Use(item) => self.import(&item.tree, Vec::new(), item.leading_colon.is_some(), scope),
            Item::ExternCrate(item) => {
                let name = item.rename.as_ref().map_or(&item.ident, |(_, name)| name).unraw().to_string();
                let of =
                    if item.ident == "self" { "crate".to_owned() } else { item.ident.unraw().to_string() };
                let import = Import { name: Some(name.clone()), path: vec![of.clone()], leading: true };
                if name != of {
                    self.world.scopes[scope.0].imports.push(import);
                }
            }
            Item::Struct(item) => {
                let variants = vec![self.variant(item.ident.to_string(), &item.fields, None)];
                self.type_(&item.ident, &item.attrs, &item.generics, variants, false, place);
            }
            Item::Enum(item) => {
                let kept = item.variants.iter().filter(|variant| self.cfg.keeps(&variant.attrs));
                let variant = |v: &syn::Variant| {
                    let discriminant = v.discriminant.as_ref().map(|(_, value)| value.clone());
                    self.variant(v.ident.to_string(), &v.fields, discriminant)
                };
                let variants = kept.map(variant).collect();
                self.type_(&item.ident, &item.attrs, &item.generics, variants, true, place);
                self.nested_items(|visitor| visitor.visit_item_enum(item), &item.ident.to_string(), place)?;
            }
            Item::Union(item) => {
                self.world.define(name(&item.ident), scope, DefKind::Type(Box::default()));
            }
            Item::Type(item) => {
                let params = type_params(&item.generics);
                self.world.define(name(&item.ident), scope, DefKind::Alias { params, ty: item.ty.clone() });
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
            Item::Macro(item) => self.macro_item(item, scope),
            _ => {}
        }
        Ok(())
    }

    fn variant(&self, name: String, fields: &Fields, discriminant: Option<syn::Expr>) -> VariantDef {
        let kept = fields.iter().filter(|field| self.cfg.keeps(&field.attrs)).enumerate();
        let field = |(at, field): (usize, &syn::Field)| FieldDef {
            name: field.ident.as_ref().map_or_else(|| at.to_string(), ToString::to_string),
            visibility: field.vis.clone(),
            ty: field.ty.clone(),
        };
        let braces = matches!(fields, Fields::Named(_));
        VariantDef { name, fields: kept.map(field).collect(), braces, discriminant }
    }

    fn type_(
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
        let plain_param = |param: &GenericParam| matches!(param, GenericParam::Type(_));
        let def = TypeDef {
            fields: fields.map(plain).collect(),
            variants,
            is_enum,
            params: type_params(generics),
            defaults: generics.type_params().map(|p| p.default.as_ref().map(|(_, ty)| ty.clone())).collect(),
            has_other_params: !generics.params.iter().all(plain_param),
            derives: derives(&self.cfg.attributes(attrs)),
            package: self.package,
            target: self.target,
            module: place.module.clone(),
            is_nested: place.nested_in.is_some(),
        };
        self.world.define(name(ident), place.scope, DefKind::Type(Box::new(def)));
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

    /// Adds a function and what its body holds.
    fn function(
        &mut self,
        f: Seen<'_>,
        place: &Place,
        prefix: &str,
        named: bool,
    ) -> anyhow::Result<Option<DefId>> {
        let attrs = self.cfg.attributes(f.attrs);
        if !self.cfg.keeps(f.attrs) || attrs.iter().any(is_test) {
            return Ok(None);
        }
        let path = format!("{prefix}::{}", f.sig.ident);
        let inside = self.world.open(place.scope, true, path.clone());
        let mut generics = place.generics.clone();
        generics.extend(type_params(&f.sig.generics));
        let definition = FnDef {
            path: path.clone(),
            package: self.package,
            target: self.target,
            module: place.module.clone(),
            file: place.source.file.clone(),
            line: f.sig.ident.span().start().line,
            item: place.source.range(f.span),
            body: f.block.map(|block| place.source.range(block.span())),
            home: f.home,
            self_ty: f.self_ty.cloned(),
            of_trait: f.of_trait,
            associated: f.associated,
            visibility: f.visibility.clone(),
            owner: None,
            generics: generics.clone(),
            impl_generics: f.impl_generics.cloned(),
            attrs,
            sig: f.sig.clone(),
            block: f.block.cloned(),
            inside,
        };
        let kind = DefKind::Fn(Box::new(definition));
        let id = if named {
            self.world.define(name(&f.sig.ident), place.scope, kind)
        } else {
            self.world.add(name(&f.sig.ident), place.scope, kind)
        };
        self.codes.note(id, f.code, &place.source.file, place.source.range(f.span));
        if let Some(block) = f.block {
            let mut inner = place.clone();
            inner.scope = inside;
            inner.prefix = path;
            inner.nested_in = Some(f.sig.ident.to_string());
            inner.generics = generics;
            self.items_within(|visitor| visitor.visit_block(block), &inner)?;
        }
        Ok(Some(id))
    }

    /// Items inside an expression that is no function's body.
    fn nested_items(
        &mut self,
        visit: impl FnOnce(&mut Inner),
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
        self.items(&visitor.items, &inner)
    }

    fn items_within(&mut self, visit: impl FnOnce(&mut Inner), inner: &Place) -> anyhow::Result<()> {
        let mut visitor = Inner::default();
        visit(&mut visitor);
        self.items(&visitor.items, inner)
    }

    fn implementation(&mut self, item: &ItemImpl, place: &Place) -> anyhow::Result<()> {
        let full = source_text(&*item.self_ty);
        let short = match &*item.self_ty {
            Type::Path(path) => path.path.segments.last().map_or(full.clone(), |last| last.ident.to_string()),
            _ => format!("<{full}>"),
        };
        let prefix = match &item.trait_ {
            Some((path, _)) => format!("{}::<{full} as {}>", place.prefix, source_text(path)),
            None => format!("{}::{short}", place.prefix),
        };
        if let Some(last) = item.trait_.as_ref().and_then(|(path, _)| path.segments.last()) {
            let generics = [place.generics.clone(), type_params(&item.generics)].concat();
            let (ty, of_trait) = ((*item.self_ty).clone(), last.ident.to_string());
            self.world.impls.push(Implementation { scope: place.scope, ty, of_trait, generics });
        }
        let mut inner = place.clone();
        inner.generics.extend(type_params(&item.generics));
        let associated = |member: &ImplItem| match member {
            ImplItem::Type(member) => Some((member.ident.to_string(), member.ty.clone())),
            _ => None,
        };
        let associated: Vec<(String, Type)> = item.items.iter().filter_map(associated).collect();
        let (generics, of, this) =
            (&item.generics, item.trait_.as_ref().map(|(path, _)| path), &item.self_ty);
        let header = quote!(impl #generics #of for #this);
        for member in &item.items {
            match member {
                ImplItem::Fn(member) => {
                    let found = Seen {
                        attrs: &member.attrs,
                        sig: &member.sig,
                        block: Some(&member.block),
                        span: member.span(),
                        code: quote!(#header { #member }),
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
                    let (code, bytes) = (member.to_token_stream(), place.source.range(member.span()));
                    self.codes.note_implied(header.clone(), code, &place.source.file, bytes);
                    let around = member.ident.to_string();
                    self.nested_items(|visitor| visitor.visit_expr(&member.expr), &around, &inner)?;
                    self.world.constants.push(AssociatedConst {
                        name: name(&member.ident),
                        scope: inner.scope,
                        self_ty: Some((*item.self_ty).clone()),
                        of_trait: None,
                        generics: inner.generics.clone(),
                        def: ConstDef { ty: member.ty.clone(), expr: member.expr.clone() },
                    });
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn trait_(&mut self, item: &ItemTrait, place: &Place) -> anyhow::Result<()> {
        let id = self.world.define(name(&item.ident), place.scope, DefKind::Trait);
        let bytes = place.source.range(item.span());
        self.codes.note(id, item.to_token_stream(), &place.source.file, bytes);
        let prefix = format!("{}::{}", place.prefix, item.ident);
        let mut inner = place.clone();
        inner.generics.extend(type_params(&item.generics));
        for member in &item.items {
            match member {
                TraitItem::Fn(member) => {
                    let first = self.world.defs.len();
                    let found = Seen {
                        attrs: &member.attrs,
                        sig: &member.sig,
                        block: member.default.as_ref(),
                        span: member.span(),
                        code: member.to_token_stream(),
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
                            of_trait: Some(id),
                            generics: inner.generics.clone(),
                            def: ConstDef { ty: member.ty.clone(), expr: expr.clone() },
                        });
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn foreign(&mut self, items: &[ForeignItem], place: &Place) -> anyhow::Result<()> {
        for item in items {
            match item {
                ForeignItem::Fn(item) => {
                    let found = Seen {
                        attrs: &item.attrs,
                        sig: &item.sig,
                        block: None,
                        span: item.span(),
                        code: item.to_token_stream(),
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

    fn import(&mut self, tree: &UseTree, mut path: Vec<String>, leading: bool, scope: ScopeId) {
        let imports = &mut self.world.scopes[scope.0].imports;
        match tree {
            UseTree::Path(tree) => {
                path.push(name(&tree.ident));
                self.import(&tree.tree, path, leading, scope);
            }
            UseTree::Group(tree) => {
                for inner in &tree.items {
                    self.import(inner, path.clone(), leading, scope);
                }
            }
            UseTree::Glob(_) => imports.push(Import { name: None, path, leading }),
            UseTree::Name(tree) if tree.ident == "self" => {
                imports.push(Import { name: path.last().cloned(), path, leading });
            }
            UseTree::Name(tree) => {
                path.push(name(&tree.ident));
                imports.push(Import { name: path.last().cloned(), path, leading });
            }
            UseTree::Rename(tree) => {
                if tree.ident != "self" {
                    path.push(name(&tree.ident));
                }
                if tree.rename != "_" {
                    imports.push(Import { name: Some(name(&tree.rename)), path, leading });
                }
            }
        }
    }
}

/// Finds the items inside bodies and expressions, without going into the items.
#[derive(Default)]
struct Inner {
    items: Vec<Item>,
}

impl<'ast> Visit<'ast> for Inner {
    fn visit_item(&mut self, item: &'ast Item) {
        self.items.push(item.clone());
    }

    fn visit_stmt_macro(&mut self, statement: &'ast syn::StmtMacro) {
        self.items.push(Item::Macro(syn::ItemMacro {
            attrs: statement.attrs.clone(),
            ident: None,
            mac: statement.mac.clone(),
            semi_token: statement.semi_token,
        }));
        visit::visit_stmt_macro(self, statement);
    }
}

fn name(ident: &syn::Ident) -> String {
    ident.unraw().to_string()
}

fn type_params(generics: &Generics) -> Vec<String> {
    let params = generics.params.iter().filter_map(|param| match param {
        GenericParam::Type(param) => Some(name(&param.ident)),
        _ => None,
    });
    params.collect()
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
