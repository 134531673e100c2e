//! Structs and enums: their variants, who sees their fields, and the constructors that guard them.

use std::sync::Arc;

use quote::ToTokens;
use syn::{Expr, FnArg, GenericArgument, ReturnType, Stmt, Visibility};

use super::closures::CLOSURES;
use super::elsewhere::{by_new, plain_first, setters};
use super::kept::STD;
use super::made::Answer;
use super::recipes::{last_name, looks, numbered};
use super::{Arguments, Converter, MOST_VARIANTS};
use crate::scan::attributes::{is_public, is_visible};
use crate::scan::collect::params;
use crate::scan::outer::{OUTER, Outer, dependency_of};
use crate::scan::resolve::{Found, Space, generic_arguments};
use crate::scan::text::source_text;
use crate::scan::world::{DefId, DefKind, FieldDef, FnDef, ScopeId, TypeDef};
use morph_relation::{Adt, Constructor, Field, Home, How, Traits, Type, Variant};

/// Constants of a type that stand beside its constructors.
const MOST_CONSTANTS: usize = 6;

/// Type arguments with arguments of their own, and so on, are followed this deep: a matrix may be made of matrices, these of
/// others, and a constructor of each asks for the next.
const DEEPEST_ARGUMENT: usize = 4;

/// How many structs and enums stand within each other as type arguments.
fn depth(ty: &Type) -> usize {
    match ty {
        Type::Adt(adt) => 1 + adt.home.arguments.iter().map(depth).max().unwrap_or(0),
        ty => ty.inner().into_iter().map(depth).max().unwrap_or(0),
    }
}

impl Converter<'_> {
    /// A struct or enum with these type arguments; the error names the field that is not supported, if it is one.
    pub fn data(self, id: DefId, mut given: Vec<Type>) -> Answer {
        let outer = self.world.def(id);
        let DefKind::Type(def) = &outer.kind else { return Err(None) };
        for default in def.defaults.iter().skip(given.len()) {
            let known: Arguments = def.params.iter().cloned().zip(given.iter().cloned().map(Ok)).collect();
            let default = default.as_ref().ok_or(None)?;
            given.push(self.given(outer.scope, default, &known).map_err(|_| None)?);
        }
        let holds_closure = |ty: &Type| ty.adts().iter().any(|adt| adt.home.package == CLOSURES);
        let is_deep = given.iter().any(|ty| depth(ty) >= DEEPEST_ARGUMENT);
        let are_constants = given.iter().map(|ty| matches!(ty, Type::Const(_)));
        let fits = are_constants.eq(def.constants.iter().copied());
        if def.is_nested || !fits || is_deep || given.iter().any(holds_closure) {
            return Err(None);
        }
        // Only this package could say how such a value is sent, and Rust does not let it.
        let of_package = |ty: &Type| {
            ty.adts().iter().any(|adt| adt.home.package != STD && dependency_of(&adt.home).is_none())
        };
        if self.outer.is_some() && given.iter().any(of_package) {
            return Err(None);
        }
        let (package, module, ident) = match self.outer {
            None => {
                let package = &self.types.workspace.packages[def.package];
                (package.name.clone(), def.module.clone(), outer.name.clone())
            }
            Some(dependency) => {
                let (ident, module) = dependency.path_of(id).and_then(<[_]>::split_last).ok_or(None)?;
                let name = &self.world.scope(self.world.scope(outer.scope).root).path;
                (format!("{OUTER}{name}"), module.to_vec(), ident.clone())
            }
        };
        let home = Home {
            package,
            target: def.target,
            module,
            exported: None,
            ident,
            lifetimes: def.lifetimes,
            arguments: given.clone(),
        };
        let path = home.applied(&format!("{}::{}", self.world.scope(outer.scope).path, outer.name), &by_path);
        if let Some(known) = self.types.adts.known(&path) {
            return known.map(Type::Adt).map_err(Some);
        }
        let make = || self.make(id, def, path.clone(), home, given);
        self.types.adts.once(&path, self.depth, self.is_result, make)
    }

    fn make(self, id: DefId, def: &TypeDef, path: String, home: Home, given: Vec<Type>) -> Answer {
        let exported = self.outer.is_none().then(|| self.exported(id)).flatten();
        let home = Home { exported, ..home };
        let name = home.applied(&self.name(id, def, &home), &Type::to_string);
        let adt = Adt::new(path.clone(), name, home, def.is_enum, self.traits(id, def));
        self.types.adts.keep(&path, &adt);
        let mut arguments: Arguments = def.params.iter().cloned().zip(given.into_iter().map(Ok)).collect();
        arguments.insert("Self".to_owned(), Ok(Type::Adt(adt.clone())));
        let variants = match self.outer {
            // Only its own crate could take it apart.
            Some(_) if !def.is_open() => Err(adt.name.clone()),
            _ => self.variants(id, def, &arguments),
        };
        match variants {
            Ok(variants) => {
                _ = adt.variants.set(variants);
                let mut constructors = self.constructors(id, def, &adt);
                let mut grows = self.grows(id, def);
                // What begins empty and is filled is seldom full where a constructor leaves it.
                if grows && !constructors.is_empty() {
                    let recipes = self.recipes(id, def, &adt);
                    if recipes.iter().any(|it| matches!(it.how, How::Collect | How::Fill { .. })) {
                        constructors = recipes;
                    }
                }
                grows &= constructors.is_empty();
                let is_open = |field: &Field| field.public;
                let fields = || adt.variants().iter().flat_map(|variant| &variant.fields);
                if constructors.is_empty() && !fields().all(is_open) {
                    let recipes = self.recipes(id, def, &adt);
                    // What others can make is what the fields may hold, unless that is next to nothing.
                    let few = recipes.iter().all(|recipe| recipe.params.is_empty());
                    match adt.is_transparent() && !grows && few {
                        true => _ = adt.elsewhere.set(numbered(recipes)),
                        false => constructors = recipes,
                    }
                }
                _ = adt.grows.set(grows && constructors.is_empty());
                _ = adt.constructors.set(numbered(constructors));
                Ok(Type::Adt(adt))
            }
            Err(_) if self.by_recipe(id, def, &adt).is_ok() => Ok(Type::Adt(adt)),
            Err(why) => {
                self.types.adts.refuse(&path, &why);
                Err(Some(why))
            }
        }
    }

    /// How the subject's module names a type: by one name where it has one.
    fn name(self, id: DefId, def: &TypeDef, home: &Home) -> String {
        let subject = self.types.subject;
        let outer = self.world.def(id);
        let near = std::slice::from_ref(&home.ident);
        let near = match self.types.world.resolve(subject.inside, near, false, Space::Types, None) {
            Found::Outside(path) => {
                let globs = self.types.world.outside_globs(subject.inside, &home.ident);
                let found = std::iter::once(path).chain(globs).find_map(|path| self.types.outers.find(&path));
                found.map(|(outer, id)| (Some(outer), id))
            }
            Found::Def(id) => Some((None, id)),
        };
        let is_it = |(other, found): (Option<&Outer>, DefId)| {
            found == id && other.map(std::ptr::from_ref) == self.outer.map(std::ptr::from_ref)
        };
        if near.is_some_and(is_it) {
            return home.ident.clone();
        }
        if let Some(dependency) = dependency_of(home) {
            let names = std::iter::once(dependency).chain(home.module.iter().map(String::as_str));
            return names.chain([home.ident.as_str()]).collect::<Vec<_>>().join("::");
        }
        let is_here = (def.package, def.target) == (subject.package, subject.target);
        let exporting = is_here.then(|| self.exporting(id, subject.inside)).flatten();
        if let (true, None, Some(path)) = (is_here, exporting, self.world.exported.get(&id)) {
            return format!("crate::{}", path.join("::"));
        }
        let path = format!("{}::{}", self.world.scope(exporting.unwrap_or(outer.scope)).path, outer.name);
        match path.split_once("::") {
            Some((_, rest)) if is_here => format!("crate::{rest}"),
            _ => path,
        }
    }

    /// The path of the module from which the whole crate may name an item, where its own is private.
    fn exported(self, id: DefId) -> Option<Vec<String>> {
        let scope = self.world.def(id).scope;
        let Some(exporting) = self.exporting(id, self.world.scope(scope).root) else {
            let (_, module) = self.world.exported.get(&id)?.split_last()?;
            return Some(module.to_vec());
        };
        if exporting == scope {
            return None;
        }
        Some(self.world.scope(exporting).path.split("::").skip(1).map(str::to_owned).collect())
    }

    /// The innermost module from which one may name an item of their crate: its own, or one around it that re-exports it,
    /// where its own is private to that.
    fn exporting(self, id: DefId, from: ScopeId) -> Option<ScopeId> {
        let (world, def) = (self.world, self.world.def(id));
        let around: Vec<ScopeId> = world.outwards(from).collect();
        let is_public = |module: ScopeId, parent: ScopeId| {
            let mut known = world.scope(parent).names.values().flatten();
            known.any(|id| {
                matches!(world.def(*id).kind, DefKind::Module(of) if of == module)
                    && world.public.contains(id)
            })
        };
        let is_seen = |module: &ScopeId| match world.scope(*module).parent {
            Some(parent) => around.contains(&parent) || is_public(*module, parent),
            None => true,
        };
        let name = std::slice::from_ref(&def.name);
        let names_it = |scope: &ScopeId| matches!(world.resolve(*scope, name, false, Space::Types, None), Found::Def(found) if found == id);
        world
            .outwards(def.scope)
            .find(|scope| world.outwards(*scope).all(|at| is_seen(&at)) && names_it(scope))
    }

    fn traits(self, id: DefId, def: &TypeDef) -> Traits {
        let by_hand = self.world.implemented.get(&id);
        let has =
            |name: &str| def.derives.contains(name) || by_hand.is_some_and(|names| names.contains(name));
        Traits {
            copy: has("Copy"),
            clone: has("Clone"),
            debug: has("Debug"),
            eq: def.derives.contains("PartialEq"),
            own_eq: by_hand.is_some_and(|names| names.contains("PartialEq")),
            looks_at_all: ["Hash", "Ord"].iter().any(|name| def.derives.contains(*name)),
            ordered: def.derives.contains("PartialOrd"),
            own_order: by_hand.is_some_and(|names| names.contains("PartialOrd")),
        }
    }

    fn variants(self, id: DefId, def: &TypeDef, arguments: &Arguments) -> Result<Vec<Variant>, String> {
        let outer = self.world.def(id);
        let mut variants = Vec::new();
        if def.lifetimes > 0 || !(1..=MOST_VARIANTS).contains(&def.variants.len()) {
            return Err(outer.name.clone());
        }
        for variant in &def.variants {
            let mut fields = Vec::new();
            for field in &variant.fields {
                let ty = Converter { is_result: false, ..self }.sized(outer.scope, &field.ty, arguments);
                // What shows nothing of itself hides what the whole is.
                let shown = |ty: &Type| ty.owned() == *ty && ty.unseen().is_none();
                let ty = ty.and_then(|ty| if shown(&ty) { Ok(ty) } else { Err(ty.to_string()) });
                let place = if def.is_enum {
                    format!("{}::{}", outer.name, variant.name)
                } else {
                    outer.name.clone()
                };
                let ty = ty.map_err(|part| format!("{place} {{ {}: {part} }}", field.name))?;
                let visible = def.is_enum || self.sees(&field.visibility, def);
                let public = def.is_enum || is_public(&field.visibility);
                let getter = if visible { None } else { self.getter(id, &field.name) };
                fields.push(Field { name: field.name.as_str().into(), ty, visible, public, getter });
            }
            variants.push(Variant { name: variant.name.clone(), fields, braces: variant.braces });
        }
        Ok(variants)
    }

    /// The method by which the whole crate reads a private field that is copied.
    fn getter(self, id: DefId, field: &str) -> Option<Arc<str>> {
        let gets = |f: &FnDef| {
            let returned = f.block.as_ref().map(|block| block.stmts.as_slice());
            looks(f)
                && f.sig.inputs.len() == 1
                && f.of_trait.is_none()
                && is_visible(&f.visibility)
                && matches!(returned, Some([Stmt::Expr(of, None)]) if is_own_field(of, field))
        };
        self.functions(id).find(|(_, f)| gets(f)).map(|(_, f)| f.name().into())
    }

    /// Whether the subject's module sees what has this visibility in the module of the type.
    fn sees(self, visibility: &Visibility, def: &TypeDef) -> bool {
        let subject = self.types.subject;
        let within = |module: &[String]| {
            self.outer.is_none()
                && (def.package, def.target) == (subject.package, subject.target)
                && subject.module.starts_with(module)
        };
        match visibility {
            Visibility::Public(_) => true,
            Visibility::Restricted(restricted) if restricted.path.is_ident("crate") => within(&[]),
            Visibility::Restricted(restricted) if restricted.path.is_ident("super") => {
                within(def.module.split_last().map(|(_, outer)| outer).unwrap_or_default())
            }
            _ => within(&def.module),
        }
    }

    /// Whether a type with private fields begins empty and is filled by its own methods, which alone keep it whole: it
    /// has a constructor that takes nothing, or a default, and methods that change it.
    fn grows(self, id: DefId, def: &TypeDef) -> bool {
        let is_open = |field: &FieldDef| is_public(&field.visibility);
        if def.is_enum || def.variants.iter().flat_map(|variant| &variant.fields).all(is_open) {
            return false;
        }
        let members = self.world.members.get(&id);
        let functions = || {
            let ids = members.into_iter().flat_map(|members| members.values().flatten());
            ids.filter_map(|id| self.world.function(*id)).filter(|f| f.of_trait.is_none())
        };
        let by_hand = self.world.implemented.get(&id);
        let makes_empty = |f: &FnDef| {
            let returned = match &f.sig.output {
                ReturnType::Type(_, ty) => source_text(&**ty),
                ReturnType::Default => String::new(),
            };
            f.sig.inputs.is_empty() && (returned == "Self" || returned == self.world.def(id).name)
        };
        let begins_empty = def.derives.contains("Default")
            || by_hand.is_some_and(|names| names.contains("Default"))
            || functions().any(makes_empty);
        begins_empty && functions().any(FnDef::changes_receiver)
    }

    /// The functions by which others have to make values: those of a type with private fields that take something.
    /// They do not depend on the module that asks, so that they can be numbered.
    fn constructors(self, id: DefId, def: &TypeDef, adt: &Adt) -> Vec<Constructor> {
        let fields = || def.variants.iter().flat_map(|variant| &variant.fields);
        if def.is_enum || fields().all(|field| is_public(&field.visibility)) {
            return Vec::new();
        }
        let members = self.world.members.get(&id);
        let candidates = || members.into_iter().flat_map(|members| members.values().flatten());
        let of = |public: bool| -> Vec<Constructor> {
            let seen = |f: &&FnDef| match f.visibility {
                _ if f.of_trait.is_some() => public,
                Visibility::Public(_) => public,
                Visibility::Inherited => false,
                Visibility::Restricted(_) => !public,
            };
            let functions = candidates().filter_map(|id| Some((*id, self.world.function(*id)?)));
            let functions: Vec<(DefId, &FnDef)> = functions.filter(|(_, f)| seen(f)).collect();
            let mut found: Vec<Constructor> =
                functions.iter().filter_map(|(id, f)| self.constructor(*id, f, adt)).collect();
            let new = by_new(&found);
            // What a constructor takes may be hard to come by.
            if !found.is_empty() {
                found.extend(self.own_constants(id, adt, public).into_iter().take(MOST_CONSTANTS));
            }
            found.extend(new.iter().flat_map(|begin| self.changed(begin, &functions, adt)));
            let setters = setters(&functions, def);
            found.extend(new.iter().flat_map(|begin| self.built(begin, &setters, adt)));
            if public && self.outer.is_none() {
                let given = self.given_elsewhere(id, adt).into_iter();
                found.extend(given.filter(|it| matches!(it.how, How::Free(_)) && !it.params.is_empty()));
            }
            plain_first(&mut found);
            found
        };
        match of(true) {
            none if none.is_empty() => of(false),
            public => public,
        }
    }

    fn constructor(self, id: DefId, f: &FnDef, adt: &Adt) -> Option<Constructor> {
        let converts = match f.of_trait.as_deref().map(last_name) {
            None | Some("From") => true,
            // Older editions do not know its name.
            Some("TryFrom") => self.outer.is_none() && !self.is_older(),
            Some(_) => false,
        };
        if !converts || f.sig.inputs.is_empty() || !self.makes_values(id, f) || self.is_mutual(f) {
            return None;
        }
        let arguments = self.simplest_of(f, self.arguments_of_impl(f, adt)?)?;
        let is_value = |ty: &Type| ty.adts().iter().all(|adt| adt.home.package != CLOSURES);
        let made = self.made_by(f, adt, &arguments, How::Function);
        made.filter(|constructor| constructor.params.iter().all(is_value))
    }

    /// Whether some package is of an edition in which fewer traits of `std` are known by their names.
    pub fn is_older(self) -> bool {
        self.types.workspace.packages.iter().any(|it| matches!(&*it.edition, "2015" | "2018"))
    }

    /// Whether a function may be called to make values, types aside.
    pub fn makes_values(self, id: DefId, f: &FnDef) -> bool {
        f.block.is_some()
            && f.sig.receiver().is_none()
            && f.sig.asyncness.is_none()
            && !matches!(f.sig.safety, syn::Safety::Unsafe(_))
            && self.purity().reason(self.world, id).is_none()
    }

    /// A function as a constructor, if it returns the type and takes none of it.
    pub fn made_by(self, f: &FnDef, adt: &Adt, arguments: &Arguments, how: How) -> Option<Constructor> {
        let ReturnType::Type(_, returned) = &f.sig.output else { return None };
        let itself = Type::Adt(adt.clone());
        let fallible =
            match (Converter { is_result: true, ..self }).sized(f.inside, returned, arguments).ok()? {
                ty if ty == itself => false,
                Type::Option(inner) | Type::Result(inner, _) if *inner == itself => true,
                _ => return None,
            };
        let mut params = Vec::new();
        for input in &f.sig.inputs {
            let FnArg::Typed(input) = input else { return None };
            let ty = Converter { is_result: false, ..self }.sized(f.inside, &input.ty, arguments).ok()?;
            if ty.any(&mut |ty| *ty == itself) {
                return None;
            }
            params.push(ty);
        }
        Some(Constructor { name: f.sig.ident.to_string(), params, fallible, how })
    }

    /// What the type parameters of a member's `impl` stand for where its type is `adt`.
    pub fn arguments_of_impl(self, f: &FnDef, adt: &Adt) -> Option<Arguments> {
        let mut arguments = Arguments::from([("Self".to_owned(), Ok(Type::Adt(adt.clone())))]);
        let mut written = f.self_ty.as_ref()?;
        while let syn::Type::Reference(reference) = written {
            written = &reference.elem;
        }
        let syn::Type::Path(written) = written else { return None };
        let params: Vec<String> = f.impl_generics.iter().flat_map(params).collect();
        for (written, given) in generic_arguments(&written.path).zip(&adt.home.arguments) {
            let name = match written {
                GenericArgument::Type(syn::Type::Path(path)) => {
                    path.path.get_ident().map(ToString::to_string)
                }
                _ => None,
            };
            match name.filter(|name| params.contains(name)) {
                Some(name) => {
                    arguments.insert(name, Ok(given.clone()));
                }
                None if self.given(f.inside, written, &arguments).as_ref() == Ok(given) => {}
                None => return None,
            }
        }
        Some(arguments)
    }
}

/// An argument of a type, by a path that is the same wherever it is named.
fn by_path(ty: &Type) -> String {
    match ty {
        Type::Adt(adt) => adt.path.clone(),
        ty => ty.to_string(),
    }
}

/// Whether an expression is a field of `self`.
fn is_own_field(of: &Expr, name: &str) -> bool {
    let Expr::Field(of) = of else { return false };
    matches!(&*of.base, Expr::Path(base) if base.path.is_ident("self"))
        && of.member.to_token_stream().to_string() == name
}
