//! What paths mean: locals, functions, constants, constructors, and what lies outside the workspace.

use std::collections::BTreeSet;

use syn::{PathArguments, QSelf};

use super::definitions::last_name;
use super::lowering::Lowering;
use super::shapes::head;
use super::{Expr, Kind, Shape};
use morph_source::scan::impure::canonical;
use morph_source::scan::resolve::{Found, Space, segments};
use morph_source::scan::world::{DefId, DefKind, Home, ScopeId};

/// Names that stand for themselves, whatever is imported by globs.
const PRELUDE: [&str; 24] = [
    "Some",
    "None",
    "Ok",
    "Err",
    "Option",
    "Result",
    "Vec",
    "String",
    "Box",
    "Iterator",
    "Default",
    "From",
    "Into",
    "Clone",
    "ToString",
    "ToOwned",
    "PartialEq",
    "PartialOrd",
    "Ord",
    "Eq",
    "TryFrom",
    "TryInto",
    "AsRef",
    "drop",
];

/// What the beginning of a path means.
pub(super) enum Head {
    /// A struct or enum of the workspace.
    Type(DefId),
    /// A trait of the workspace.
    Trait(DefId),
    /// Another type, by the name that its methods have.
    Foreign(String),
    /// A type parameter, or `Self` in a trait.
    Parameter(String),
    /// A module, or nothing that is known.
    Other,
}

impl Lowering<'_> {
    /// A path as an expression.
    pub fn path(&mut self, path: &syn::Path, qself: Option<&QSelf>) -> Kind {
        let names = segments(path);
        let [around @ .., last] = names.as_slice() else { return Kind::Unmodelled("a path".to_owned()) };
        let types = self.arguments(path);
        let leading = path.leading_colon.is_some();
        if let Some(qself) = qself {
            let of_trait = around.get(..qself.position).and_then(<[String]>::last).cloned();
            return match self.head_of_type(&qself.ty) {
                Head::Parameter(name) => Kind::OfParameter(name, last.clone()),
                Head::Type(id) => self.member(&self.world.path_of(id), last, of_trait.as_deref(), types),
                Head::Foreign(name) => self.member(&name, last, of_trait.as_deref(), types),
                Head::Trait(_) | Head::Other => {
                    Kind::Unmodelled("a path of a type that is not known".to_owned())
                }
            };
        }
        if around.is_empty() {
            if let Some((local, _)) = self.local(last) {
                return Kind::Local(local);
            }
            if let Some(array) = self.frame.lengths.get(last) {
                let why = || Kind::Unmodelled(format!("the parameter `{last}`, a constant"));
                return array.map_or_else(why, length_of);
            }
        } else {
            match self.head_of(around, leading) {
                Head::Type(id) => return self.member(&self.world.path_of(id), last, None, types),
                Head::Foreign(name) => return self.member(&name, last, None, types),
                Head::Parameter(name) => return Kind::OfParameter(name, last.clone()),
                Head::Trait(id) => {
                    return Kind::Outside(vec![self.world.path_of(id), last.clone()], types);
                }
                Head::Other => {}
            }
        }
        let found = self.world.resolve(self.frame.scope, &names, leading, Space::Values, self.frame.owner);
        if let Found::Def(id) = found
            && let Some(kind) = self.definition(id)
        {
            return kind;
        }
        if let Some((path, variant)) = self.data(&names, leading) {
            return Kind::Constructor(path, variant);
        }
        let parts = self.outside(&names, found);
        match parts.as_slice() {
            // A trait of the workspace for a built-in type.
            [head, name] if self.program.methods.contains_key(&(head.clone(), name.clone())) => {
                self.member(&head.clone(), &name.clone(), None, types)
            }
            [head, name] if self.associated.contains_key(&(head.clone(), name.clone())) => {
                self.member(&head.clone(), &name.clone(), None, types)
            }
            _ => Kind::Outside(parts, types),
        }
    }

    /// A function, variant or constant of a type, by what its methods stand under.
    fn member(&mut self, head: &str, name: &str, of_trait: Option<&str>, types: Vec<Shape>) -> Kind {
        if self.has_variant(head, name) {
            return Kind::Constructor(head.to_owned(), name.to_owned());
        }
        let key = (head.to_owned(), name.to_owned());
        let everywhere = ("_".to_owned(), name.to_owned());
        let methods = self.program.methods.get(&key).or_else(|| self.program.methods.get(&everywhere));
        let mut methods = methods.cloned().unwrap_or_default();
        match of_trait {
            Some(wanted) => methods
                .retain(|path| self.of_trait.get(path.as_str()).is_some_and(|of| last_name(of) == wanted)),
            None if methods.iter().any(|path| !self.of_trait.contains_key(path.as_str())) => {
                methods.retain(|path| !self.of_trait.contains_key(path.as_str()));
            }
            None => {}
        }
        match methods.as_slice() {
            [] => {}
            [only] => return Kind::Function(only.clone()),
            _ => return Kind::AnyOf(methods),
        }
        if let Some(at) = self.associated.get(&key).copied() {
            return self.associated_constant(head, at);
        }
        match (self.types.contains_key(head), is_type_like(head) && is_type_like(name)) {
            (false, true) => Kind::Constructor(head.to_owned(), name.to_owned()),
            _ => Kind::Outside(vec![head.to_owned(), name.to_owned()], types),
        }
    }

    /// A function or a constant; types are none.
    fn definition(&mut self, id: DefId) -> Option<Kind> {
        Some(match &self.world.def(id).kind {
            DefKind::Fn(f) if f.home == Home::Foreign => Kind::Unmodelled("a foreign function".to_owned()),
            DefKind::Fn(f) => Kind::Function(f.path.clone()),
            DefKind::Const(def) => self.constant(id, &def.ty, &def.expr),
            DefKind::Static(def) => match &def.expr {
                Some(expr) if !def.mutable => self.constant(id, &def.ty, expr),
                _ => Kind::Unmodelled("a `static mut`".to_owned()),
            },
            _ => return None,
        })
    }

    /// What the beginning of a path means.
    pub fn head_of(&self, names: &[String], leading: bool) -> Head {
        let foreign = |shape: &Shape| {
            let name = head(shape);
            match self.types.get(&name) {
                Some(id) => Head::Type(*id),
                None if name == "_" => Head::Other,
                None => Head::Foreign(name),
            }
        };
        let [first, rest @ ..] = names else { return Head::Other };
        if first == "Self" {
            return match (self.frame.owner, self.frame.this, rest) {
                (Some(id), None, []) if matches!(self.world.def(id).kind, DefKind::Trait) => {
                    Head::Parameter(first.clone())
                }
                (_, None, [name]) => Head::Parameter(format!("Self::{name}")),
                (Some(id), _, []) if matches!(self.world.def(id).kind, DefKind::Type(_)) => Head::Type(id),
                (_, Some(ty), []) => foreign(&self.shape(ty)),
                (_, _, [name]) => {
                    let associated = self.frame.associated.iter().find(|(known, _)| known == name);
                    associated.map_or(Head::Other, |(_, ty)| foreign(&self.shape(ty)))
                }
                _ => Head::Other,
            };
        }
        if self.frame.generics.contains(first) {
            return Head::Parameter(names.join("::"));
        }
        match self.world.resolve(self.frame.scope, names, leading, Space::Types, self.frame.owner) {
            Found::Def(id) => match &self.world.def(id).kind {
                DefKind::Type(_) => Head::Type(id),
                DefKind::Trait => Head::Trait(id),
                DefKind::Alias { ty, .. } => {
                    let context = super::shapes::Context::of(self.world, self.world.def(id).scope, None, &[]);
                    foreign(&context.shape(ty))
                }
                _ => Head::Other,
            },
            Found::Outside(_) => Head::Other,
        }
    }

    fn head_of_type(&self, ty: &syn::Type) -> Head {
        if let syn::Type::Path(path) = ty
            && path.qself.is_none()
        {
            let names = segments(&path.path);
            match self.head_of(&names, path.path.leading_colon.is_some()) {
                Head::Other => {}
                found => return found,
            }
        }
        let name = head(&self.shape(ty));
        match self.types.get(&name) {
            Some(id) => Head::Type(*id),
            None if name == "_" => Head::Other,
            None => Head::Foreign(name),
        }
    }

    /// The type's path and the variant's name where a path names a struct or a variant.
    pub fn data(&self, names: &[String], leading: bool) -> Option<(String, String)> {
        let [around @ .., last] = names else { return None };
        if !around.is_empty()
            && let Head::Type(id) = self.head_of(around, leading)
        {
            let path = self.world.path_of(id);
            return self.has_variant(&path, last).then(|| (path, last.clone()));
        }
        if let Head::Type(id) = self.head_of(names, leading) {
            let DefKind::Type(def) = &self.world.def(id).kind else { return None };
            return (!def.is_enum).then(|| (self.world.path_of(id), self.world.def(id).name.clone()));
        }
        let found = self.world.resolve(self.frame.scope, names, leading, Space::Values, self.frame.owner);
        if let Found::Outside(path) = &found
            && let Some((path, variant)) = path.rsplit_once("::")
            && self.has_variant(path, variant)
        {
            return Some((path.to_owned(), variant.to_owned()));
        }
        if around.is_empty()
            && let Some(path) = self.variant_by_glob(self.frame.scope, last, &mut BTreeSet::new())
        {
            return Some((path, last.clone()));
        }
        let parts = self.outside(names, found);
        match parts.as_slice() {
            [name] if name == "Some" || name == "None" => Some(("Option".to_owned(), name.clone())),
            [name] if name == "Ok" || name == "Err" => Some(("Result".to_owned(), name.clone())),
            [.., of, name] if is_type_like(of) && is_type_like(name) => Some((of.clone(), name.clone())),
            [.., name] if is_type_like(name) => Some((name.clone(), name.clone())),
            _ => None,
        }
    }

    /// The enum of a variant that a glob brings.
    fn variant_by_glob(&self, scope: ScopeId, name: &str, seen: &mut BTreeSet<ScopeId>) -> Option<String> {
        if !seen.insert(scope) {
            return None;
        }
        let here = self.world.scope(scope);
        for import in here.imports.iter().filter(|import| import.name.is_none()) {
            let owner = self.frame.owner;
            match self.world.resolve(scope, &import.path, import.leading, Space::Types, owner) {
                Found::Def(id) => match self.world.def(id).kind {
                    DefKind::Type(_) if self.has_variant(&self.world.path_of(id), name) => {
                        return Some(self.world.path_of(id));
                    }
                    DefKind::Module(module) => {
                        if let Some(found) = self.variant_by_glob(module, name, seen) {
                            return Some(found);
                        }
                    }
                    _ => {}
                },
                Found::Outside(_) => {}
            }
        }
        let around = here.parent.filter(|_| here.is_block)?;
        self.variant_by_glob(around, name, seen)
    }

    /// Whether a type of the workspace, by its path, is an enum with a variant of this name.
    fn has_variant(&self, path: &str, name: &str) -> bool {
        let definition = self.program.types.get(path).filter(|definition| definition.is_enum);
        definition.is_some_and(|definition| definition.variants.iter().any(|variant| variant.name == name))
    }

    /// The path of what the workspace does not define; see [`Kind::Outside`].
    pub fn outside(&self, names: &[String], found: Found) -> Vec<String> {
        let (Found::Outside(mut path), [first, rest @ ..]) = (found, names) else { return names.to_vec() };
        // A path that begins in lower case begins with a crate or with a type of the language.
        let by_glob = (rest.is_empty() && !is_primitive(first)) || is_type_like(first);
        if path == names.join("::") && by_glob && !PRELUDE.contains(&first.as_str()) {
            let globs = self.world.outside_globs(self.frame.scope, first);
            let of_std = globs.iter().find(|glob| canonical(glob).starts_with("std::"));
            if let Some(glob) = of_std.or(globs.first()) {
                path = [std::slice::from_ref(glob), rest].concat().join("::");
            }
        }
        let path = canonical(&path);
        let parts: Vec<&str> = path.split("::").collect();
        let parts = match parts.as_slice() {
            ["std", "primitive", rest @ ..] => rest,
            ["std", rest @ ..] => {
                let modules = rest.iter().position(|part| is_type_like(part)).unwrap_or(0);
                &rest[modules..]
            }
            whole => whole,
        };
        parts.iter().map(|part| (*part).to_owned()).collect()
    }

    /// What is written of the type arguments of a path.
    fn arguments(&self, path: &syn::Path) -> Vec<Shape> {
        let mut found = Vec::new();
        for segment in &path.segments {
            let PathArguments::AngleBracketed(list) = &segment.arguments else { continue };
            found.extend(self.generic_arguments(list));
        }
        found
    }

    /// What is written between angle brackets.
    pub fn generic_arguments(&self, list: &syn::AngleBracketedGenericArguments) -> Vec<Shape> {
        let types = list.args.iter().filter_map(|argument| match argument {
            syn::GenericArgument::Type(ty) => Some(self.shape(ty)),
            _ => None,
        });
        types.collect()
    }
}

/// The length of an array that is a parameter.
fn length_of(array: super::Local) -> Kind {
    Kind::Method {
        receiver: Expr::new(0..0, Kind::Local(array)),
        name: "len".to_owned(),
        types: Vec::new(),
        args: Vec::new(),
        candidates: Vec::new(),
    }
}

/// Whether a name is written as those of types and variants are.
fn is_type_like(name: &str) -> bool {
    name.starts_with(char::is_uppercase) && name.contains(char::is_lowercase)
}

fn is_primitive(name: &str) -> bool {
    matches!(name, "bool" | "char" | "str" | "f32" | "f64") || morph_relation::IntType::named(name).is_some()
}
