//! The types that implement a trait.

use super::types::Types;
use super::world::{Implementation, World};
use morph_relation::Type;

/// The supported types for which the workspace implements a trait of its own.
pub(super) fn implementors(types: &Types<'_>, world: &World, name: &str) -> Vec<Type> {
    let of_trait = || world.impls.iter().filter(|it| it.of_trait == name && it.for_all().is_none());
    // With a type that does nothing, laws hold that no other one obeys.
    let (hollow, whole): (Vec<&Implementation>, Vec<&Implementation>) =
        of_trait().partition(|it| it.is_hollow);
    let all = whole.into_iter().chain(hollow).filter_map(|it| types.implementor(it));
    let mut found: Vec<Type> = Vec::new();
    for (ty, _) in all.filter(|(ty, _)| ty.is_sized()) {
        if !found.contains(&ty) {
            found.push(ty);
        }
    }
    found
}
