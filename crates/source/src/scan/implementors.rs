//! The types that implement a trait.

use std::cmp::Reverse;

use super::types::Types;
use super::world::{Implementation, World};
use morph_relation::Type;

/// The supported types for which the workspace implements a trait of its own.
pub(super) fn implementors(types: &Types<'_>, world: &World, name: &str) -> Vec<Type> {
    let of_trait = || world.impls.iter().filter(|it| it.of_trait == name && it.for_all().is_none());
    let all = whole_first(of_trait).filter_map(|it| types.implementor(it));
    let mut found: Vec<Type> = Vec::new();
    for (ty, _) in all.filter(|(ty, _)| ty.is_sized()) {
        if !found.contains(&ty) {
            found.push(ty);
        }
    }
    found
}

/// Of texts and lists alone, puts those first that most of the workspace's functions return: what one returns, others take.
pub(super) fn returned_first(world: &World, all: &mut [Type]) {
    if !all.iter().all(|ty| matches!(ty.owned(), Type::String | Type::Vec(_))) {
        return;
    }
    let returned = |ty: &Type| {
        let name = ty.owned().to_string();
        world.outputs().iter().filter(|output| output.contains(&name)).count()
    };
    all.sort_by_cached_key(|ty| Reverse(returned(ty)));
}

/// Implementations in their order, and those that do nothing at the end: with these, laws hold that no other type obeys.
pub(super) fn whole_first<'w, I: Iterator<Item = &'w Implementation>>(
    all: impl Fn() -> I,
) -> impl Iterator<Item = &'w Implementation> {
    all().filter(|it| !it.is_hollow).chain(all().filter(|it| it.is_hollow))
}
