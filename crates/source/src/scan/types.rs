//! From types as written to the types that the tool supports.

use std::cell::RefCell;
use std::collections::BTreeMap;

use syn::GenericArgument;

use super::candidates::simplest_within;
use super::impure::canonical;
use super::outer::{Outer, Outers};
use super::purity::Purity;
use super::resolve::{Found, Space, generic_arguments, of_segment, segments, type_arguments};
use super::text::source_text;
use super::world::{DefId, DefKind, FnDef, Implementation, ScopeId, World};
use crate::workspace::Workspace;
use made::Adts;
use morph_relation::{Adt, FloatType, IntType, Type};

/// Larger tuples are not comparable or printable.
const LONGEST_TUPLE: usize = 12;

/// Aliases are expanded this deep; rustc rejects those that never end.
pub const DEEPEST: usize = 64;

/// An enum's variant is one byte on the wire.
const MOST_VARIANTS: usize = 256;

/// Type parameters, and `Self`, and what they stand for.
pub type Arguments = BTreeMap<String, Result<Type, String>>;

/// The types of one subject, named as its module names them.
pub struct Types<'a> {
    workspace: &'a Workspace,
    pub world: &'a World,
    purity: &'a Purity,
    outers: &'a Outers<'a>,
    /// The subject.
    subject: &'a FnDef,
    adts: Adts<'a>,
    /// What traits associate with types, so far; `None` where nothing does, or where that is being looked for.
    associated: RefCell<BTreeMap<Asked, Option<Type>>>,
}

/// What is looked for: in which world, of which type, by which name, of which trait, for a result or not.
type Asked = (*const World, Type, String, Option<OfTrait>, bool);

impl<'a> Types<'a> {
    pub fn of(
        workspace: &'a Workspace,
        world: &'a World,
        purity: &'a Purity,
        made: &'a Made,
        outers: &'a Outers<'a>,
        subject: &'a FnDef,
    ) -> Types<'a> {
        Types {
            workspace,
            world,
            purity,
            outers,
            subject,
            adts: Adts::of(made, world, subject),
            associated: RefCell::default(),
        }
    }

    /// The supported type that `ty`, written in `scope`, stands for, or the part of it that is not supported.
    pub fn supported(&self, scope: ScopeId, ty: &syn::Type, arguments: &Arguments) -> Result<Type, String> {
        self.converter(false).sized(scope, ty, arguments)
    }

    /// The same of the type that an `impl` is for, which may be `str` or `[T]`.
    pub fn implementing(
        &self,
        scope: ScopeId,
        ty: &syn::Type,
        arguments: &Arguments,
    ) -> Result<Type, String> {
        self.converter(false).any(scope, ty, arguments)
    }

    /// What is passed for a bound such as `Fn(&T) -> bool`.
    pub fn closure(
        &self,
        scope: ScopeId,
        signature: &syn::ParenthesizedGenericArguments,
        arguments: &Arguments,
    ) -> Option<Adt> {
        let inputs = signature.inputs.iter().map(|input| self.supported(scope, &input.ty, arguments).ok());
        let output = match &signature.output {
            syn::ReturnType::Default => Type::Unit,
            syn::ReturnType::Type(_, ty) => self.supported(scope, ty, arguments).ok()?,
        };
        closures::closure(&inputs.collect::<Option<Vec<Type>>>()?, &output)
    }

    /// What stands between angle brackets in `scope`.
    pub fn given(&self, scope: ScopeId, argument: &GenericArgument) -> Result<Type, String> {
        self.converter(false).given(scope, argument, &Arguments::new())
    }

    /// The type that an implementation is for, with what its parameters stand for: the simplest that there is.
    pub fn implementor(&self, it: &Implementation) -> Option<(Type, Arguments)> {
        let simplest = |name: &String| match it.generics.contains(name) {
            true => simplest_within(it.bounds.get(name).map_or(&[], Vec::as_slice)),
            false => Type::Const("4".to_owned()),
        };
        let stands_for = |name: &String| (name.clone(), Ok(simplest(name)));
        let bound: Arguments = it.params.iter().map(stands_for).collect();
        Some((self.implementing(it.scope, &it.ty, &bound).ok()?, bound))
    }

    /// What implements a trait of a dependency, there and in the package itself.
    pub fn of_dependency(&self, path: &str) -> Vec<Type> {
        let Some((outer, id)) = self.outers.find(path) else { return Vec::new() };
        let found = outer.world.def(id);
        if !matches!(found.kind, DefKind::Trait) {
            return Vec::new();
        }
        let there = Converter { world: &outer.world, outer: Some(outer), ..self.converter(false) };
        let bound = |it: &Implementation| -> Arguments {
            it.params.iter().map(|name| (name.clone(), Err(name.clone()))).collect()
        };
        let is_it = |it: &&Implementation| it.of_trait == found.name;
        let theirs = outer.world.impls.iter().filter(is_it);
        let theirs = theirs.filter_map(|it| there.sized(it.scope, &it.ty, &bound(it)).ok());
        let own = self.world.impls.iter().filter(is_it).filter_map(|it| Some(self.implementor(it)?.0));
        let mut types: Vec<Type> = Vec::new();
        for ty in own.chain(theirs).filter(Type::is_sized) {
            if !types.contains(&ty) {
                types.push(ty);
            }
        }
        types
    }

    /// A parameter's type: `&mut T` as well.
    pub fn parameter(&self, scope: ScopeId, ty: &syn::Type, arguments: &Arguments) -> Result<Type, String> {
        match ty {
            syn::Type::Reference(reference) if reference.mutability.is_some() => {
                let inner = self.converter(false).any(scope, &reference.elem, arguments)?;
                let is_owned = match &inner {
                    Type::Slice(item) => item.owned() == **item,
                    Type::Cow(_) => false,
                    // What a parser has left of its input.
                    Type::Ref(lent) => match &**lent {
                        Type::Str => true,
                        Type::Slice(item) => item.owned() == **item && item.adts().is_empty(),
                        _ => false,
                    },
                    inner => inner.owned() == *inner,
                };
                if is_owned { Ok(Type::Mut(Box::new(inner))) } else { Err(source_text(ty)) }
            }
            ty => Ok(match self.supported(scope, ty, arguments)? {
                // All that can be said of it is what its items are.
                Type::Adt(adt) if adt.path.starts_with("std::vec::IntoIter<") => {
                    let items = adt.fields().and_then(<[_]>::first).map(|items| items.ty.clone());
                    items.map_or(Type::Adt(adt), |items| Type::Iter(Box::new(items)))
                }
                other => other,
            }),
        }
    }

    fn converter(&self, is_result: bool) -> Converter<'_> {
        Converter { types: self, world: self.world, outer: None, depth: 0, is_result }
    }
}

pub use made::Made;

mod associated;
pub mod closures;
mod data;
mod elsewhere;
pub mod inherent;
pub mod kept;
mod made;
mod recipes;
mod taken;

#[derive(Clone, Copy)]
struct Converter<'a> {
    types: &'a Types<'a>,
    world: &'a World,
    /// The dependency whose world it is.
    outer: Option<&'a Outer>,
    depth: usize,
    /// Whether it is a function's result: an error of an unsupported type will do, and `&mut T` is as good as `&T`.
    is_result: bool,
}

impl Converter<'_> {
    /// A type that can be a value of its own, unlike `str` and `[T]`.
    fn sized(self, scope: ScopeId, ty: &syn::Type, arguments: &Arguments) -> Result<Type, String> {
        match self.any(scope, ty, arguments)? {
            Type::Str | Type::Slice(_) => Err(source_text(ty)),
            sized => Ok(sized),
        }
    }

    fn any(self, scope: ScopeId, ty: &syn::Type, arguments: &Arguments) -> Result<Type, String> {
        let boxed = |ty: &syn::Type| self.sized(scope, ty, arguments).map(Box::new);
        match ty {
            syn::Type::Paren(inner) => self.any(scope, &inner.elem, arguments),
            syn::Type::Group(inner) => self.any(scope, &inner.elem, arguments),
            // A result is looked at before anything changes.
            syn::Type::Reference(reference) if reference.mutability.is_none() || self.is_result => {
                Ok(Type::Ref(Box::new(self.any(scope, &reference.elem, arguments)?)))
            }
            syn::Type::Slice(slice) => Ok(Type::Slice(boxed(&slice.elem)?)),
            syn::Type::Array(array) => {
                let item = boxed(&array.elem)?;
                let length = self.constant(scope, &array.len, arguments).and_then(|len| len.parse().ok());
                Ok(Type::Array(item, length.ok_or_else(|| source_text(ty))?))
            }
            syn::Type::Tuple(tuple) if tuple.elems.is_empty() => Ok(Type::Unit),
            syn::Type::Tuple(tuple) if tuple.elems.len() <= LONGEST_TUPLE => {
                let items = tuple.elems.iter().map(|item| self.sized(scope, item, arguments));
                Ok(Type::Tuple(items.collect::<Result<_, _>>()?))
            }
            syn::Type::ImplTrait(_) => {
                let stands_for = arguments.get(&source_text(ty)).cloned();
                stands_for.unwrap_or_else(|| Err(source_text(ty)))
            }
            syn::Type::Path(path) => match &path.qself {
                None => self.path(scope, ty, &path.path, arguments),
                // `<T as Mul>::Output`
                Some(of) => {
                    let position = of.position;
                    let of = self.any(scope, &of.ty, arguments)?;
                    let last = position.checked_sub(1).and_then(|at| path.path.segments.get(at));
                    let by = last.map(|last| OfTrait {
                        name: last.ident.to_string(),
                        given: of_segment(last).map(|it| self.given_constant(scope, it, arguments)).collect(),
                    });
                    let name = path.path.segments.last().map(|it| it.ident.to_string());
                    name.and_then(|name| self.associated(&of, &name, by.as_ref()))
                        .ok_or_else(|| source_text(ty))
                }
            },
            _ => Err(source_text(ty)),
        }
    }

    fn path(
        self,
        scope: ScopeId,
        whole: &syn::Type,
        path: &syn::Path,
        arguments: &Arguments,
    ) -> Result<Type, String> {
        let unsupported = || source_text(whole);
        let names = segments(path);
        // `T`, `Self::Output`
        if let Some(argument) = arguments.get(&names.join("::")) {
            return argument.clone();
        }
        // `T::Item`
        if let [of, name] = names.as_slice()
            && let Some(of) = arguments.get(of)
        {
            return self.associated(&of.clone()?, name, None).ok_or_else(unsupported);
        }
        match self.world.resolve(scope, &names, path.leading_colon.is_some(), Space::Types, None) {
            // `use std::str;` and `mod u8;` take nothing away from the primitive types.
            Found::Def(id) if names.len() == 1 && matches!(self.world.def(id).kind, DefKind::Module(_)) => {
                standard(&names[0], &[]).unwrap_or_else(|| Err(unsupported()))
            }
            Found::Def(id) => {
                let given = generic_arguments(path).map(|it| self.given(scope, it, arguments)).collect();
                self.defined(id, given).map_err(|why| why.unwrap_or_else(unsupported))
            }
            Found::Outside(found) => {
                let mut candidates = vec![found];
                if let [name] = names.as_slice() {
                    candidates.extend(self.world.outside_globs(scope, name));
                }
                if let Some((outer, id)) = self.outer(&candidates) {
                    let given = generic_arguments(path).map(|it| self.given(scope, it, arguments)).collect();
                    let there = Converter { world: &outer.world, outer: Some(outer), ..self };
                    return there.defined(id, given).map_err(|why| why.unwrap_or_else(unsupported));
                }
                let given = type_arguments(path);
                let inner: Vec<Result<Type, String>> = given
                    .iter()
                    .map(|ty| match self.any(scope, ty, arguments)? {
                        unsized_ @ (Type::Str | Type::Slice(_)) => Ok(unsized_),
                        sized => Ok(sized),
                    })
                    .collect();
                let mut inner = inner;
                // `io::Result<T>`, `fmt::Result`
                let whole = canonical(&candidates[0]);
                if let ("std::io::Result", [_]) | ("std::fmt::Result", []) =
                    (whole.as_str(), inner.as_slice())
                    && self.is_result
                {
                    let error = Type::Opaque(whole.replace("Result", "Error"));
                    let ok = inner.pop().unwrap_or(Ok(Type::Unit))?;
                    return Ok(Type::Result(Box::new(ok), Box::new(error)));
                }
                if let [Ok(_), Err(error)] = inner.as_slice()
                    && self.is_result
                {
                    let error = given.last().map_or_else(|| error.clone(), |ty| source_text(*ty));
                    inner[1] = Ok(Type::Opaque(error));
                }
                candidates
                    .iter()
                    .find_map(|path| standard(path, &inner).or_else(|| self.kept_whole(path, &names, &inner)))
                    .unwrap_or_else(|| Err(unsupported()))
            }
        }
    }
}

/// A trait by its last name, with the constants between its angle brackets: `None` for types, which are not compared.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct OfTrait {
    name: String,
    given: Vec<Option<String>>,
}

impl<'a> Converter<'a> {
    /// The first of some full paths that leads to something of a dependency. What dependencies depend on is not read.
    fn outer(self, paths: &[String]) -> Option<(&'a Outer, DefId)> {
        match self.outer {
            None => paths.iter().find_map(|path| self.types.outers.find(path)),
            Some(_) => None,
        }
    }

    /// What decides whether the functions of this world are pure.
    fn purity(self) -> &'a Purity {
        self.outer.map_or(self.types.purity, |outer| &outer.purity)
    }

    /// A type that is defined in this world, with what stands between the angle brackets.
    fn defined(self, id: DefId, given: Vec<Result<Type, String>>) -> made::Answer {
        let def = self.world.def(id);
        if self.depth > DEEPEST {
            return Err(None);
        }
        let deeper = Converter { depth: self.depth + 1, ..self };
        match &def.kind {
            DefKind::Alias { params, ty } => {
                deeper.any(def.scope, ty, &params.iter().cloned().zip(given).collect()).map_err(Some)
            }
            DefKind::Type(_) => {
                let given = given.into_iter().collect::<Result<Vec<Type>, String>>();
                deeper.data(id, given.map_err(Some)?)
            }
            _ => Err(None),
        }
    }

    /// A type of `std` that is not taken apart, by its name where the subject's module has one for it.
    fn kept_whole(
        self,
        path: &str,
        names: &[String],
        given: &[Result<Type, String>],
    ) -> Option<Result<Type, String>> {
        let whole = |path: &str| match path {
            "Box" => "std::boxed::Box".to_owned(),
            // Its older name.
            "std::collections::hash_map::RandomState" => "std::hash::RandomState".to_owned(),
            path => canonical(path),
        };
        let path = whole(path);
        let given = given.iter().cloned().collect::<Result<Vec<Type>, String>>();
        let given = match given {
            Ok(given) => given,
            Err(why) => return path.starts_with("std::").then_some(Err(why)),
        };
        let inside = self.types.subject.inside;
        let near = self.types.world.resolve(inside, names, false, Space::Types, None);
        let name = match near {
            Found::Outside(found) if whole(&found) == path => names.join("::"),
            _ => path.to_string(),
        };
        Some(Ok(Type::Adt(kept::of_table(&path, &given, &name)?)))
    }
}

/// A type of the language or of `std`, `None` where there is no such type among the supported ones.
pub fn standard(path: &str, arguments: &[Result<Type, String>]) -> Option<Result<Type, String>> {
    let path = canonical(path);
    let is_unsized = |ty: &Result<Type, String>| matches!(ty, Ok(Type::Str | Type::Slice(_)));
    if arguments.iter().any(is_unsized) && !matches!(&*path, "std::borrow::Cow" | "std::marker::PhantomData")
    {
        return None;
    }
    // A module that has the name of a primitive type can be no type: the primitive is meant.
    let inner = path.strip_prefix("std::primitive::").or_else(|| path.strip_prefix("std::"));
    let path = inner.filter(|name| !name.contains("::")).unwrap_or(&path);
    let one = |make: fn(Box<Type>) -> Type| match arguments {
        [inner] => Some(inner.clone().map(|inner| make(Box::new(inner)))),
        _ => None,
    };
    if let Some(int) = IntType::named(path) {
        return Some(Ok(Type::Int(int)));
    }
    match path {
        "bool" => Some(Ok(Type::Bool)),
        "char" => Some(Ok(Type::Char)),
        "str" => Some(Ok(Type::Str)),
        "f32" => Some(Ok(Type::Float(FloatType::F32))),
        "f64" => Some(Ok(Type::Float(FloatType::F64))),
        "String" | "std::string::String" | "std::prelude::v1::String" => Some(Ok(Type::String)),
        "std::cmp::Ordering" => Some(Ok(Type::Ordering)),
        "std::time::Duration" => Some(Ok(Type::Duration)),
        "std::marker::PhantomData" => match arguments {
            [Ok(of)] => Some(Ok(Type::Phantom(of.to_string()))),
            _ => None,
        },
        "std::num::NonZero" => match arguments {
            [Ok(Type::Int(int))] => Some(Ok(Type::NonZero(*int))),
            _ => None,
        },
        "std::borrow::Cow" => match arguments {
            [Ok(inner @ (Type::Str | Type::Slice(_)))] => Some(Ok(Type::Cow(Box::new(inner.clone())))),
            _ => None,
        },
        _ if path.starts_with("std::num::NonZero") => {
            let name = path.trim_start_matches("std::num::NonZero").to_lowercase();
            let int = IntType::named(&name)?;
            Some(Ok(Type::NonZero(int)))
        }
        "Vec" | "std::vec::Vec" => one(Type::Vec),
        "Option" | "std::option::Option" => one(Type::Option),
        "Box" | "std::boxed::Box" => one(Type::Box),
        "Result" | "std::result::Result" => match arguments {
            [ok, err] => {
                let both = ok.clone().and_then(|ok| err.clone().map(|err| (ok, err)));
                Some(both.map(|(ok, err)| Type::Result(Box::new(ok), Box::new(err))))
            }
            _ => None,
        },
        _ => None,
    }
}
