//! What other crates can call.

use std::collections::{BTreeMap, BTreeSet};

use syn::Visibility;

use super::attributes::is_public;
use super::resolve::{Found, Space};
use super::world::{DefId, DefKind, FnDef, Home, ScopeId, World};
use crate::workspace::{TargetKind, Workspace};

/// The items that other crates can name: by public modules, or by `pub use`.
pub struct Exported<'w> {
    items: BTreeSet<DefId>,
    /// All traits by their names.
    traits: BTreeMap<&'w str, Vec<DefId>>,
}

impl<'w> Exported<'w> {
    pub fn of(world: &'w World) -> Exported<'w> {
        let mut walk = Walk { world, items: BTreeSet::new(), modules: BTreeSet::new() };
        let roots = (0..world.scopes.len()).map(ScopeId).filter(|id| world.scope(*id).root == *id);
        roots.for_each(|root| walk.module(root));
        let mut traits: BTreeMap<&str, Vec<DefId>> = BTreeMap::new();
        for (at, def) in world.defs.iter().enumerate().filter(|(_, def)| matches!(def.kind, DefKind::Trait)) {
            traits.entry(&def.name).or_default().push(DefId(at));
        }
        Exported { items: walk.items, traits }
    }

    /// Whether other crates can call a function; in a program, which no crate can name, whether other modules can.
    pub fn has(&self, workspace: &Workspace, id: DefId, f: &FnDef) -> bool {
        let is_program = workspace.packages[f.package].targets[f.target].kind == TargetKind::Bin;
        let is_named = |id: &DefId| is_program || self.items.contains(id);
        // Types and traits of other crates are known elsewhere.
        let has_owner = f.owner.is_none_or(|owner| is_named(&owner));
        match (&f.of_trait, &f.home) {
            (Some(of), _) => {
                let name = of.split('<').next().unwrap_or(of).rsplit("::").next().unwrap_or(of).trim();
                has_owner && self.traits.get(name).is_none_or(|traits| traits.iter().any(is_named))
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
