//! The types that bounds allow, as far as that can be told.

use syn::{GenericArgument, PathArguments, TypeParamBound};

use super::candidates::{constants, implements, made_of, of_parameter, of_standard};
use super::implementors::{implementors, returned_first};
use super::parameter::Parameter;
use super::resolve::{Found, Space, segments};
use super::text::source_text;
use super::types::{Arguments, Types};
use super::world::{DefKind, Implementation, ScopeId, World};
use morph_relation::{IntType, Type};

/// More instances than this are not tried.
pub(super) const MOST: usize = 4;

/// The types that a parameter's bounds allow, as far as that can be told.
pub(super) fn of_bounds(
    types: &Types<'_>,
    world: &World,
    inside: ScopeId,
    param: &Parameter,
    all: &[Parameter],
    known: &Arguments,
) -> Result<Vec<Type>, String> {
    if let Some(ty) = &param.constant {
        let of = types.supported(inside, ty, &Arguments::new());
        let values = of.as_ref().map(constants).unwrap_or_default();
        let values: Vec<Type> = values.iter().map(|value| Type::Const((*value).to_owned())).collect();
        return if values.is_empty() { Err("is generic over a constant".to_owned()) } else { Ok(values) };
    }
    let mut candidates = of_parameter(param);
    for bound in &param.bounds {
        let TypeParamBound::Trait(bound) = bound else { continue };
        let path = &bound.path;
        let Some(last) = path.segments.last() else { continue };
        let name = last.ident.to_string();
        let argument = match &last.arguments {
            PathArguments::AngleBracketed(list) => list.args.first(),
            PathArguments::Parenthesized(signature) => {
                let known = with_others(types, world, inside, param, all, known);
                let closure = types.closure(inside, signature, &known);
                return closure.map(|adt| vec![Type::Adt(adt)]).ok_or_else(|| "takes a closure".to_owned());
            }
            PathArguments::None => None,
        };
        let of_items = || items(types, world, inside, argument, param, all, known);
        let found = world.resolve(inside, &segments(path), path.leading_colon.is_some(), Space::Types, None);
        match &found {
            Found::Def(id) if matches!(world.def(*id).kind, DefKind::Trait) => {
                let mut own = implementors(types, world, &name);
                if own.is_empty() {
                    let for_all =
                        world.impls.iter().filter(|it| it.of_trait == name && it.for_all().is_some());
                    own =
                        for_all.flat_map(|it| implemented_for(types, world, it)).map(|(ty, _)| ty).collect();
                }
                if !own.is_empty() {
                    candidates = common(candidates, own);
                    returned_first(world, &mut candidates);
                }
            }
            _ if name == "IntoIterator" => {
                candidates = of_items().into_iter().map(|item| Type::Vec(Box::new(item))).collect();
            }
            _ if lent_item(&name, argument).is_some() => {
                let known = with_others(types, world, inside, param, all, known);
                let item =
                    lent_item(&name, argument).and_then(|item| types.supported(inside, item, &known).ok());
                candidates = item.into_iter().map(|item| Type::Vec(Box::new(item))).collect();
            }
            _ if ITERATORS.contains(&name.as_str()) => {
                // Others say the same again: `Iterator<Item = T> + ExactSizeIterator`.
                let are_iterators = candidates.iter().all(|ty| matches!(ty, Type::Adt(_)));
                if !are_iterators {
                    candidates =
                        of_items().iter().filter_map(|item| made_of("std::vec::IntoIter", &[item])).collect();
                }
            }
            Found::Outside(path) if !of_standard(path).is_empty() => candidates = of_standard(path),
            _ => {
                let into = match argument {
                    Some(GenericArgument::Type(to)) if name == "Into" => types.supported(inside, to, known),
                    _ => Err(String::new()),
                };
                // What another parameter stands for is settled for both.
                let argument =
                    argument.map(source_text).filter(|name| !all.iter().any(|other| other.name == *name));
                candidates = narrowed(types, candidates, &found, &name, argument.as_deref());
                candidates = with_itself(candidates, into.ok());
            }
        }
        if candidates.is_empty() {
            return Err(format!("is generic over `{}`", source_text(path)));
        }
    }
    Ok(candidates)
}

/// The candidates with the type that they are made into: everything is made into itself. A number's own type comes first, for
/// it alone holds all of them.
fn with_itself(mut candidates: Vec<Type>, into: Option<Type>) -> Vec<Type> {
    let Some(into) = into else { return candidates };
    if matches!(into, Type::Int(_) | Type::Float(_)) {
        candidates.retain(|ty| *ty != into);
        candidates.insert(0, into);
    } else if !candidates.contains(&into) {
        candidates.push(into);
    }
    candidates
}

/// The candidates that implement a trait from elsewhere. Of what is unknown the compiler will tell.
fn narrowed(
    types: &Types<'_>,
    candidates: Vec<Type>,
    found: &Found,
    name: &str,
    argument: Option<&str>,
) -> Vec<Type> {
    let known = |ty: &Type| implements(ty, name, argument);
    let own = match found {
        Found::Outside(path) if known(&candidates[0]).is_none() => types.of_dependency(path),
        _ => Vec::new(),
    };
    match own.is_empty() {
        true => candidates.into_iter().filter(|ty| known(ty).unwrap_or(true)).collect(),
        false => common(candidates, own),
    }
}

/// The implementors of a trait, those first that were candidates before.
fn common(candidates: Vec<Type>, implementors: Vec<Type>) -> Vec<Type> {
    let fixed = candidates.iter().filter(|ty| implementors.contains(ty)).cloned();
    let others = implementors.iter().filter(|ty| !candidates.contains(ty)).cloned();
    fixed.chain(others).collect()
}

/// The type of the items where a bound is on what lends a slice: `Deref<Target = [T]>`, `AsRef<[T]>`. Bytes are lent by texts,
/// too.
fn lent_item<'a>(name: &str, argument: Option<&'a GenericArgument>) -> Option<&'a syn::Type> {
    let lent = match (name, argument?) {
        ("AsRef" | "AsMut" | "Borrow" | "BorrowMut", GenericArgument::Type(lent)) => lent,
        ("Deref" | "DerefMut", GenericArgument::AssocType(target)) if target.ident == "Target" => &target.ty,
        _ => return None,
    };
    match lent {
        syn::Type::Slice(slice) if source_text(&*slice.elem) != "u8" || name.starts_with("Deref") => {
            Some(&slice.elem)
        }
        _ => None,
    }
}

/// Traits of what goes through items.
const ITERATORS: &[&str] = &["Iterator", "DoubleEndedIterator", "ExactSizeIterator", "FusedIterator"];

/// The types of the items that something goes through: `Item = T` where it is written.
fn items(
    types: &Types<'_>,
    world: &World,
    inside: ScopeId,
    argument: Option<&GenericArgument>,
    param: &Parameter,
    all: &[Parameter],
    known: &Arguments,
) -> Vec<Type> {
    let written = match argument {
        Some(GenericArgument::AssocType(item)) if item.ident == "Item" => &item.ty,
        _ => return vec![Type::Int(IntType::I64)],
    };
    let others = || all.iter().filter(|other| other.name != param.name);
    if let Some(other) = others().find(|other| other.name == source_text(written)) {
        return of_bounds(types, world, inside, other, &[], known).unwrap_or_default();
    }
    let known = with_others(types, world, inside, param, all, known);
    types.supported(inside, written, &known).into_iter().collect()
}

/// What is known, and the first types of the other parameters.
fn with_others(
    types: &Types<'_>,
    world: &World,
    inside: ScopeId,
    param: &Parameter,
    all: &[Parameter],
    known: &Arguments,
) -> Arguments {
    let mut found = known.clone();
    for other in all.iter().filter(|other| other.name != param.name && !known.contains_key(&other.name)) {
        if let Ok(candidates) = of_bounds(types, world, inside, other, &[], known)
            && let Some(first) = candidates.into_iter().next()
        {
            found.insert(other.name.clone(), Ok(first));
        }
    }
    found
}

/// The types that an implementation is for, with what its parameters stand for; of one for everything within bounds, a few.
pub(super) fn implemented_for(
    types: &Types<'_>,
    world: &World,
    it: &Implementation,
) -> Vec<(Type, Arguments)> {
    let Some(bounds) = it.for_all() else {
        let bound = within_bounds(types, world, it);
        let itself = types.implementing(it.scope, &it.ty, &bound);
        return itself.map(|itself| (itself, bound)).into_iter().collect();
    };
    let name = source_text(&it.ty);
    let sized = within(types, world, it, &name, bounds).into_iter().filter(|ty| ty.is_sized());
    sized.take(MOST).map(|ty| (ty.clone(), Arguments::from([(name.clone(), Ok(ty))]))).collect()
}

/// The first types within the bounds of an implementation's parameters.
fn within_bounds(types: &Types<'_>, world: &World, it: &Implementation) -> Arguments {
    let mut bound = types.implementor(it).map(|(_, bound)| bound).unwrap_or_default();
    for (name, bounds) in &it.bounds {
        if let Some(first) = within(types, world, it, name, bounds).into_iter().next() {
            bound.insert(name.clone(), Ok(first));
        }
    }
    bound
}

/// The types within the bounds of one of an implementation's parameters.
fn within(
    types: &Types<'_>,
    world: &World,
    it: &Implementation,
    name: &str,
    bounds: &[TypeParamBound],
) -> Vec<Type> {
    let (name, bounds) = (name.to_owned(), bounds.to_vec());
    let param = Parameter { name, constant: None, bounds, of_references: Vec::new() };
    of_bounds(types, world, it.scope, &param, &[], &Arguments::new()).unwrap_or_default()
}
