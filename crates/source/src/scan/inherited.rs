//! Methods that a trait gives a body, of the types that implement the trait.

use syn::GenericArgument;

use super::candidates::fixed;
use super::generics::{MOST, of_all_bounds, of_bounds, parameters};
use super::implementors::whole_first;
use super::parameter::Parameter;
use super::text::source_text;
use super::types::{Arguments, Types};
use super::world::{FnDef, Implementation, World};
use morph_relation::Type;

/// The instances of a method that a trait gives a body: the types that implement the trait and leave the body as it is.
pub(super) fn inherited(
    types: &Types<'_>,
    world: &World,
    f: &FnDef,
    of_trait: &str,
) -> Result<Vec<Arguments>, String> {
    let refused = || format!("is a method of the trait `{of_trait}`");
    let params = parameters(f);
    let own = of_all_bounds(types, world, f, &params, &Arguments::new())?.swap_remove(0);
    let of_itself = &f.generics[..f.generics.len() - f.sig.generics.type_params().count()];
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
    let param =
        Parameter { name: name.clone(), constant: None, bounds: bounds.clone(), of_references: Vec::new() };
    let found = of_bounds(types, world, it.scope, &param, &[], &Arguments::new()).unwrap_or_default();
    let sized = found.into_iter().filter(|ty| ty.is_sized());
    sized.take(MOST).map(|ty| (ty.clone(), Arguments::from([(name.clone(), Ok(ty))]))).collect()
}

/// The first types within the bounds of an implementation's parameters.
fn within_bounds(types: &Types<'_>, world: &World, it: &Implementation) -> Arguments {
    let mut bound = types.implementor(it).map(|(_, bound)| bound).unwrap_or_default();
    for (name, bounds) in &it.bounds {
        let bounds = bounds.clone();
        let param = Parameter { name: name.clone(), constant: None, bounds, of_references: Vec::new() };
        let found = of_bounds(types, world, it.scope, &param, &[], &Arguments::new()).unwrap_or_default();
        if let Some(first) = found.into_iter().next() {
            bound.insert(name.clone(), Ok(first));
        }
    }
    bound
}
