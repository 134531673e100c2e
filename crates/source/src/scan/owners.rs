//! Settled once everything is collected: the types that methods belong to, and unique paths.

use std::collections::BTreeMap;

use syn::Type;

use super::resolve::{Found, Space, segments};
use super::world::{DefId, DefKind, Home, ScopeId, World};

/// Finds out which type each method belongs to, now that every name can be looked up.
pub(super) fn settle_owners(world: &mut World) {
    let owned =
        world.impls.iter().filter_map(|it| Some((type_def(world, it.scope, &it.ty)?, it.of_trait.clone())));
    let owned: Vec<(DefId, String)> = owned.collect();
    for (owner, name) in owned {
        world.implemented.entry(owner).or_default().insert(name);
    }
    for at in 0..world.constants.len() {
        let constant = &world.constants[at];
        let owner = constant.self_ty.as_ref().and_then(|ty| type_def(world, constant.scope, ty));
        world.constants[at].owner = owner;
    }
    for at in 0..world.defs.len() {
        let id = DefId(at);
        let scope = world.def(id).scope;
        let Some(function) = world.function(id) else { continue };
        if !matches!(function.home, Home::Type(_) | Home::Trait(_)) {
            continue;
        }
        let owner = function.owner.or_else(|| type_def(world, scope, function.self_ty.as_ref()?));
        let has_body = function.block.is_some();
        let name = world.def(id).name.clone();
        if let Some(owner) = owner {
            if let DefKind::Fn(function) = &mut world.defs[at].kind {
                function.owner = Some(owner);
            }
            world.members.entry(owner).or_default().entry(name.clone()).or_default().push(id);
        }
        if has_body {
            world.methods.entry(name).or_default().push(id);
        }
    }
}

/// The workspace type that a type names, behind references.
pub(super) fn type_def(world: &World, scope: ScopeId, ty: &Type) -> Option<DefId> {
    match ty {
        Type::Reference(inner) => type_def(world, scope, &inner.elem),
        Type::Paren(inner) => type_def(world, scope, &inner.elem),
        Type::Path(path) => {
            let leading = path.path.leading_colon.is_some();
            match world.resolve(scope, &segments(&path.path), leading, Space::Types, None) {
                Found::Def(id) => match &world.def(id).kind {
                    DefKind::Alias { ty, .. } if **ty != Type::Path(path.clone()) => {
                        type_def(world, world.def(id).scope, ty)
                    }
                    _ => Some(id),
                },
                Found::Outside(_) => None,
            }
        }
        _ => None,
    }
}

/// Marks the second and later functions of one path with `#2`, `#3` …, in the order of the source.
pub(super) fn make_paths_unique(world: &mut World) {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for def in &mut world.defs {
        if let DefKind::Fn(function) = &mut def.kind {
            let count = seen.entry(function.path.clone()).or_default();
            *count += 1;
            if *count > 1 {
                function.path = format!("{}#{count}", function.path);
            }
        }
    }
}
