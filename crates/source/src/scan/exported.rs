//! What other crates can call.

use std::collections::BTreeSet;

use syn::Visibility;

use super::attributes::is_public;
use super::resolve::{Found, Space};
use super::world::{DefId, DefKind, FnDef, Home, ScopeId, World};
use crate::workspace::{TargetKind, Workspace};

/// The items that other crates can name: by public modules, or by `pub use`.
pub struct Exported {
    items: BTreeSet<DefId>,
}

impl Exported {
    pub fn of(world: &World) -> Exported {
        let mut walk = Walk { world, items: BTreeSet::new(), modules: BTreeSet::new() };
        let roots = (0..world.scopes.len()).map(ScopeId).filter(|id| world.scope(*id).root == *id);
        roots.for_each(|root| walk.module(root));
        Exported { items: walk.items }
    }

    /// Whether other crates can call a function; in a program, which no crate can name, whether other modules can.
    pub fn has(&self, workspace: &Workspace, world: &World, id: DefId, f: &FnDef) -> bool {
        let is_program = workspace.packages[f.package].targets[f.target].kind == TargetKind::Bin;
        let is_named = |id: &DefId| is_program || self.items.contains(id);
        // Types and traits of other crates are known elsewhere.
        let has_owner = f.owner.is_none_or(|owner| is_named(&owner));
        match (&f.of_trait, &f.home) {
            (Some(of), _) => {
                let name = of.split('<').next().unwrap_or(of).rsplit("::").next().unwrap_or(of).trim();
                let traits = || {
                    let ids = (0..world.defs.len()).map(DefId);
                    ids.filter(|id| {
                        matches!(world.def(*id).kind, DefKind::Trait) && world.def(*id).name == name
                    })
                };
                has_owner && (traits().next().is_none() || traits().any(|id| is_named(&id)))
            }
            (None, Home::Trait(_)) => has_owner,
            (None, Home::Module) if !is_program => self.items.contains(&id),
            (None, Home::Nested(_)) => false,
            _ if is_program => !matches!(f.visibility, Visibility::Inherited),
            _ => is_public(&f.visibility) && has_owner,
        }
    }
}

struct Walk<'w> {
    world: &'w World,
    items: BTreeSet<DefId>,
    modules: BTreeSet<ScopeId>,
}

impl Walk<'_> {
    fn module(&mut self, scope: ScopeId) {
        if !self.modules.insert(scope) {
            return;
        }
        let here = self.world.scope(scope);
        let items = here.names.values().flatten().filter(|id| self.world.public.contains(id));
        items.copied().collect::<Vec<_>>().into_iter().for_each(|id| self.item(id));
        for import in here.imports.iter().filter(|import| import.public) {
            for space in [Space::Types, Space::Values] {
                match self.world.imported(scope, import, space) {
                    // What a glob brings is what is public in there.
                    Found::Def(id) => self.item(id),
                    Found::Outside(_) => {}
                }
            }
        }
    }

    fn item(&mut self, id: DefId) {
        if self.items.insert(id)
            && let DefKind::Module(scope) = self.world.def(id).kind
        {
            self.module(scope);
        }
    }
}
