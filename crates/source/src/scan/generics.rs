//! What type parameters stand for: what the configuration names, what the workspace's own code writes, otherwise the
//! first types of a fixed list that their bounds allow.

use std::collections::BTreeMap;

use syn::{GenericArgument, GenericParam, TypeParamBound, WherePredicate};

use super::alike::is_narrow;
use super::applied::Applied;
use super::bounds::{MOST, implemented_for, of_bounds};
use super::candidates::fixed;
use super::collect;
use super::implementors::whole_first;
use super::lent::{behind_references, lent_first};
use super::parameter::Parameter;
use super::resolve::{Found, Space, generic_arguments, segments};
use super::shown::{Shown, divides, shown_first};
use super::text::source_text;
use super::types::{Arguments, Types};
use super::world::{DefId, DefKind, FnDef, Home, Implementation, ScopeId, World};
use morph_relation::{IntType, Type, parse_syntax};

/// The instances of a function in the order in which they are to be tried; one, of nothing, where it has no type
/// parameters. `named` holds the configuration's.
pub(super) fn instances(
    types: &Types<'_>,
    world: &World,
    (applied, shown): (&Applied<'_>, &Shown<'_>),
    id: DefId,
    f: &FnDef,
    named: &BTreeMap<String, String>,
) -> Result<Vec<Arguments>, String> {
    if let Home::Trait(of_trait) = &f.home {
        return inherited(types, world, f, of_trait);
    }
    let params = parameters(f);
    if params.is_empty() {
        return Ok(vec![Arguments::new()]);
    }
    if let Some(written) = named.get(&f.path) {
        return configured(types, f, &params, written).map(|arguments| vec![arguments]);
    }
    let mut found = written(types, applied, id, f);
    let mut said = shown.types(types, f, &params);
    if found.is_empty() && said.is_empty() {
        let of_other = |id: DefId, f: &FnDef| {
            let params = parameters(f);
            let written = written(types, applied, id, f).into_iter().next();
            let said = written.unwrap_or_else(|| shown.types(types, f, &params));
            (!said.is_empty()).then_some((params, said))
        };
        said.extend(shown.alike.of(world, f, &params, of_other).into_iter().flatten());
    }
    let mut allowed = of_all_bounds(types, world, f, &params, &said)?;
    lent_first(f, &params, &mut allowed);
    for instance in allowed {
        if !found.contains(&instance) {
            found.push(instance);
        }
    }
    found.truncate(MOST);
    behind_references(f, &params, &mut found);
    Ok(found)
}

/// The instances that the parameters' bounds allow, as far as that can be told.
fn of_all_bounds(
    types: &Types<'_>,
    world: &World,
    f: &FnDef,
    params: &[Parameter],
    shown: &Arguments,
) -> Result<Vec<Arguments>, String> {
    let mut candidates: Vec<Vec<Type>> = Vec::new();
    let mut known = Arguments::new();
    // A bound may name it: `N: Into<Self>`.
    if let Some(Ok(itself)) = f.self_ty.as_ref().map(|ty| types.supported(f.inside, ty, &known)) {
        known.insert("Self".to_owned(), Ok(itself));
    }
    for (at, param) in params.iter().enumerate() {
        let mut of = match default_of(types, world, f, param) {
            Some(ty) => vec![ty],
            None => of_bounds(types, world, f.inside, param, params, &known)?,
        };
        if param.constant.is_some() {
            // Constants of one type are to differ.
            let earlier = params[..at].iter().filter(|other| other.constant == param.constant).count();
            let turn = earlier % of.len();
            of.rotate_left(turn);
        } else if divides(f) {
            of.sort_by_key(|ty| matches!(ty, Type::Int(_)));
        }
        if let Some(narrow) = params[..at].iter().position(|other| holds(world, f.inside, param, other)) {
            widen(&mut candidates[narrow], &mut of);
            let first = candidates[narrow].first().cloned().ok_or_else(String::new);
            known.insert(params[narrow].name.clone(), first);
        }
        shown_first(&mut of, shown.get(&param.name));
        known.insert(param.name.clone(), of.first().cloned().ok_or_else(String::new));
        candidates.push(of);
    }
    let instance = |nth: usize| {
        let chosen = params.iter().zip(&candidates);
        chosen.map(|(param, of)| (param.name.clone(), Ok(of[nth.min(of.len() - 1)].clone()))).collect()
    };
    let mut found: Vec<Arguments> = Vec::new();
    for instance in (0..MOST).map(instance) {
        if !found.contains(&instance) {
            found.push(instance);
        }
    }
    Ok(found)
}

/// Whether a parameter is bound to hold what another one does: `Key: From<Coordinate>`, or by a trait of the workspace.
fn holds(world: &World, inside: ScopeId, param: &Parameter, other: &Parameter) -> bool {
    let is_own = |path: &syn::Path| {
        matches!(world.resolve(inside, &segments(path), false, Space::Types, None), Found::Def(_))
    };
    let is_made_of = |bound: &TypeParamBound| match bound {
        TypeParamBound::Trait(bound) => bound.path.segments.last().is_some_and(|last| {
            source_text(&last.arguments) == format!("<{}>", other.name)
                && (last.ident == "From" || is_own(&bound.path))
        }),
        _ => false,
    };
    param.constant.is_none() && param.bounds.iter().any(is_made_of)
}

/// Puts a narrow type in front, and one that is wider: where both are the same, laws say less.
fn widen(narrow: &mut [Type], wide: &mut [Type]) {
    let place = |of: &[Type], ty: IntType| of.iter().position(|known| *known == Type::Int(ty));
    if let (Some(byte), Some(word)) = (place(narrow, IntType::U8), place(wide, IntType::U32)) {
        narrow[..=byte].rotate_right(1);
        wide[..=word].rotate_right(1);
    }
}

/// What a parameter of a method's type is unless it is said, where the method does not bound it: values of the type are made
/// with that.
fn default_of(types: &Types<'_>, world: &World, f: &FnDef, param: &Parameter) -> Option<Type> {
    if !(param.bounds.is_empty() && param.of_references.is_empty()) {
        return None;
    }
    let owner = world.def(f.owner?);
    let (DefKind::Type(def), Some(syn::Type::Path(itself))) = (&owner.kind, &f.self_ty) else { return None };
    let is_param = |argument: &GenericArgument| source_text(argument) == param.name;
    let place = generic_arguments(&itself.path).position(is_param)?;
    types.given(owner.scope, def.defaults.get(place)?.as_ref()?).ok()
}

/// The instances of a method that a trait gives a body: the types that implement the trait and leave the body as it is.
fn inherited(types: &Types<'_>, world: &World, f: &FnDef, of_trait: &str) -> Result<Vec<Arguments>, String> {
    let refused = || format!("is a method of the trait `{of_trait}`");
    let params = parameters(f);
    let own = of_all_bounds(types, world, f, &params, &Arguments::new())?.swap_remove(0);
    let of_itself = f.outer_generics();
    let inherits = |it: &&Implementation| {
        it.of_trait == of_trait
            && !it.methods.contains(&f.name())
            && given_types(it).count() == of_itself.len()
    };
    let mut found: Vec<Arguments> = Vec::new();
    let inheriting = || world.impls.iter().filter(inherits);
    for it in whole_first(inheriting) {
        for (itself, bound) in implemented_for(types, world, it) {
            let mut instance = own.clone();
            for (name, written) in &it.associated {
                instance.insert(format!("Self::{name}"), types.supported(it.scope, written, &bound));
            }
            for (name, written) in of_itself.iter().zip(given_types(it)) {
                instance.insert(name.clone(), types.supported(it.scope, written, &bound));
            }
            instance.insert("Self".to_owned(), Ok(itself));
            if !found.contains(&instance) {
                found.push(instance);
            }
        }
    }
    // Macros write implementations that are not seen: the compiler tells whether these are among them.
    if of_itself.is_empty() && !world.impls.iter().any(|it| it.of_trait == of_trait) {
        let with = |itself: Type| {
            let mut instance = own.clone();
            instance.insert("Self".to_owned(), Ok(itself));
            instance
        };
        found = fixed().into_iter().filter(|ty| ty.owned() == *ty).map(with).collect();
    }
    found.truncate(MOST);
    if found.is_empty() { Err(refused()) } else { Ok(found) }
}

/// The types that an implementation gives a trait with type parameters.
fn given_types(it: &Implementation) -> impl Iterator<Item = &syn::Type> {
    it.given.iter().filter_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    })
}

/// The first instance of a function's own type parameters, where those of its type are `known`.
pub(super) fn simplest(types: &Types<'_>, world: &World, f: &FnDef, known: &Arguments) -> Option<Arguments> {
    let own =
        |param: &&Parameter| !f.impl_generics.iter().flat_map(collect::params).any(|name| name == param.name);
    let params = parameters(f);
    let first = |param: &Parameter| {
        let found = of_bounds(types, world, f.inside, param, &params, known).ok()?;
        Some((param.name.clone(), Ok(found.first()?.clone())))
    };
    params.iter().filter(own).map(first).collect()
}

/// The type parameters of a function and of its `impl`, with all that bounds them.
fn parameters(f: &FnDef) -> Vec<Parameter> {
    let mut params: Vec<Parameter> = Vec::new();
    let generics = || [f.impl_generics.as_ref(), Some(&f.sig.generics)].into_iter().flatten();
    for param in generics().flat_map(|generics| &generics.params) {
        let (name, constant, bounds) = match param {
            GenericParam::Type(param) => (&param.ident, None, param.bounds.iter().cloned().collect()),
            GenericParam::Const(param) => (&param.ident, Some(param.ty.clone()), Vec::new()),
            GenericParam::Lifetime(_) => continue,
        };
        params.push(Parameter { name: name.to_string(), constant, bounds, of_references: Vec::new() });
    }
    for predicate in generics().filter_map(|g| g.where_clause.as_ref()).flat_map(|clause| &clause.predicates)
    {
        let WherePredicate::Type(predicate) = predicate else { continue };
        let (bounded, is_reference) = match &predicate.bounded_ty {
            syn::Type::Reference(reference) => (&*reference.elem, true),
            ty => (ty, false),
        };
        if let Some(param) = params.iter_mut().find(|p| p.name == source_text(bounded)) {
            let bounds = if is_reference { &mut param.of_references } else { &mut param.bounds };
            bounds.extend(predicate.bounds.iter().cloned());
        }
    }
    for input in &f.sig.inputs {
        let syn::FnArg::Typed(input) = input else { continue };
        let mut ty = &*input.ty;
        while let syn::Type::Reference(reference) = ty {
            ty = &reference.elem;
        }
        if let syn::Type::ImplTrait(bounded) = ty {
            params.push(Parameter {
                name: source_text(ty),
                constant: None,
                bounds: bounded.bounds.iter().cloned().collect(),
                of_references: Vec::new(),
            });
        }
    }
    params
}

/// The configuration's types, in the order of the parameters.
fn configured(
    types: &Types<'_>,
    f: &FnDef,
    params: &[Parameter],
    written: &str,
) -> Result<Arguments, String> {
    let wrong = |why: &str| format!("`{written}` in the configuration's [generics] {why}");
    let list: syn::AngleBracketedGenericArguments =
        parse_syntax(&format!("<{written}>")).map_err(|_| wrong("is not a list of types"))?;
    if list.args.len() != params.len() {
        return Err(wrong(&format!("names {} types for {} parameters", list.args.len(), params.len())));
    }
    let mut arguments = Arguments::new();
    for (param, given) in params.iter().zip(&list.args) {
        let ty = types.given(f.inside, given);
        let ty = ty.map_err(|part| wrong(&format!("names `{part}`, a type that is not supported yet")))?;
        arguments.insert(param.name.clone(), Ok(ty));
    }
    Ok(arguments)
}

/// The instances that the workspace's code writes, the most frequent first, of equals those of wide integers:
/// `total::<f64>(…)`, or the arguments of the type for a method: `Grid<u8>`.
fn written(types: &Types<'_>, applied: &Applied<'_>, id: DefId, f: &FnDef) -> Vec<Arguments> {
    let (of, names) = match (&f.impl_generics, f.owner) {
        (Some(generics), Some(owner)) if f.sig.generics.params.is_empty() => {
            (owner, collect::params(generics))
        }
        (None, _) if f.owner.is_none() => (id, collect::params(&f.sig.generics)),
        _ => return Vec::new(),
    };
    if names.len() != parameters(f).len() {
        return Vec::new();
    }
    let mut found: Vec<(Arguments, usize)> = Vec::new();
    let space = if of == id { Space::Values } else { Space::Types };
    for it in applied.to(space, of).iter().filter(|it| it.arguments.len() == names.len()) {
        let given = it.arguments.iter().map(|argument| types.given(it.scope, argument));
        let Ok(given) = given.collect::<Result<Vec<Type>, String>>() else { continue };
        let instance: Arguments = names.iter().cloned().zip(given.into_iter().map(Ok)).collect();
        match found.iter_mut().find(|(known, _)| *known == instance) {
            Some((_, count)) => *count += 1,
            None => found.push((instance, 1)),
        }
    }
    // Of types that macros go through, in wide ones little overflows.
    found.sort_by_key(|(instance, count)| {
        (std::cmp::Reverse(*count), instance.values().flatten().any(is_narrow))
    });
    found.into_iter().map(|(instance, _)| instance).collect()
}
