//! Statics that can change behind a shared reference.

use std::collections::BTreeSet;

use syn::Type;

use super::impure::is_cell;
use super::resolve::{Found, Space, segments};
use super::text::source_text;
use super::world::{DefId, DefKind, ScopeId, World};
use crate::visit::{self, Visit};

/// The type inside `ty` behind which a static can change, looking into workspace types.
pub(super) fn cell_in(world: &World, scope: ScopeId, ty: &Type) -> Option<String> {
    look(world, scope, ty, &mut BTreeSet::new())
}

/// As [`cell_in`], but for definitions that were looked into before: types lie in themselves, and in many others.
fn look(world: &World, scope: ScopeId, ty: &Type, seen: &mut BTreeSet<DefId>) -> Option<String> {
    struct Paths(Vec<syn::TypePath>);
    impl<'ast> Visit<'ast> for Paths {
        fn visit_type_path(&mut self, path: &'ast syn::TypePath) {
            self.0.push(path.clone());
            visit::visit_type_path(self, path);
        }
    }
    let mut found = Paths(Vec::new());
    found.visit_type(ty);
    found.0.iter().find_map(|path| {
        let names = segments(&path.path);
        match world.resolve(scope, &names, path.path.leading_colon.is_some(), Space::Types, None) {
            Found::Def(id) if seen.insert(id) => match &world.def(id).kind {
                DefKind::Type(def) => {
                    def.fields.iter().find_map(|(_, ty)| look(world, world.def(id).scope, ty, seen))
                }
                DefKind::Alias { ty, .. } => look(world, world.def(id).scope, ty, seen),
                _ => None,
            },
            Found::Def(_) => None,
            Found::Outside(full) => {
                let last = full.rsplit("::").next().unwrap_or(&full);
                is_cell(last).then(|| source_text(path))
            }
        }
    })
}
