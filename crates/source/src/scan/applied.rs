//! Where the code writes arguments between angle brackets: `total::<f64>(…)`, `Grid<u8>`.

use std::collections::BTreeMap;

use syn::{GenericArgument, PathArguments};

use super::resolve::{Found, Space, segments};
use super::world::{DefId, DefKind, ScopeId, World};
use crate::visit::{self, Visit};

/// The types and constants that signatures, bodies and aliases write between angle brackets, by what they are given to.
pub(super) struct Applied<'w>(BTreeMap<(Space, DefId), Vec<Given<'w>>>);

/// What stands between angle brackets, and where its names are looked up.
pub(super) struct Given<'w> {
    pub scope: ScopeId,
    pub arguments: Vec<&'w GenericArgument>,
}

impl<'w> Applied<'w> {
    pub fn of(world: &'w World) -> Applied<'w> {
        let mut all = Applied(BTreeMap::new());
        for def in &world.defs {
            let mut paths = Paths::default();
            let (scope, owner, generics) = match &def.kind {
                DefKind::Fn(user) => {
                    paths.visit_signature(&user.sig);
                    if let Some(block) = &user.block {
                        paths.visit_block(block);
                    }
                    (user.inside, user.owner, user.generics.as_slice())
                }
                DefKind::Alias { ty, .. } => {
                    paths.visit_type(ty);
                    (def.scope, None, [].as_slice())
                }
                _ => continue,
            };
            let is_param = |argument: &&GenericArgument| match argument {
                GenericArgument::Type(syn::Type::Path(path)) => {
                    path.path.get_ident().is_some_and(|name| generics.contains(&name.to_string()))
                }
                _ => false,
            };
            // What a parameter stands for is not known here.
            for (path, arguments) in paths.0.into_iter().filter(|(_, list)| !list.iter().any(is_param)) {
                for space in [Space::Types, Space::Values] {
                    if let Found::Def(of) = world.resolve(scope, &path, false, space, owner) {
                        let arguments = arguments.clone();
                        all.0.entry((space, of)).or_default().push(Given { scope, arguments });
                    }
                }
            }
        }
        all
    }

    /// In order of appearance.
    pub fn to(&self, space: Space, of: DefId) -> &[Given<'w>] {
        self.0.get(&(space, of)).map(Vec::as_slice).unwrap_or_default()
    }
}

/// Paths with arguments: the names up to the segment that has them, and the arguments.
#[derive(Default)]
struct Paths<'ast>(Vec<(Vec<String>, Vec<&'ast GenericArgument>)>);

impl<'ast> Visit<'ast> for Paths<'ast> {
    fn visit_path(&mut self, path: &'ast syn::Path) {
        for (i, segment) in path.segments.iter().enumerate() {
            if let PathArguments::AngleBracketed(list) = &segment.arguments {
                let counts = |it: &&GenericArgument| {
                    matches!(it, GenericArgument::Type(_) | GenericArgument::Const(_))
                };
                self.0.push((segments(path)[..=i].to_vec(), list.args.iter().filter(counts).collect()));
            }
        }
        visit::visit_path(self, path);
    }
}
