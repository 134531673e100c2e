//! Statics that can change behind a shared reference.

use syn::Type;
use syn::visit::{self, Visit};

use super::impure::is_cell;
use super::resolve::{Found, Space, segments};
use super::text::source_text;
use super::world::{DefKind, ScopeId, World};

/// The type inside `ty` behind which a static can change, looking into workspace types.
pub(super) fn cell_in(world: &World, scope: ScopeId, ty: &Type, depth: usize) -> Option<String> {
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
            Found::Def(id) if depth < 8 => match &world.def(id).kind {
                DefKind::Type(def) => {
                    def.fields.iter().find_map(|(_, ty)| cell_in(world, world.def(id).scope, ty, depth + 1))
                }
                DefKind::Alias { ty, .. } => cell_in(world, world.def(id).scope, ty, depth + 1),
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
