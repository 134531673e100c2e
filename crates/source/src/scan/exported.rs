//! What other crates can call.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use syn::Visibility;

use super::attributes::is_public;
use super::resolve::{Found, Space};
use super::world::{DefId, DefKind, FnDef, Home, ScopeId, World};
use crate::workspace::{TargetKind, Workspace};

/// The items that other crates can name: by public modules, or by `pub use`.
pub struct Exported<'w> {
    /// Each with the shortest path below its crate's root by which they do.
    items: BTreeMap<DefId, Vec<String>>,
    /// All traits by their names.
    traits: BTreeMap<&'w str, Vec<DefId>>,
}

impl<'w> Exported<'w> {
    pub fn of(world: &'w World) -> Exported<'w> {
        let mut walk =
            Walk { world, items: BTreeMap::new(), modules: BTreeSet::new(), ahead: VecDeque::new() };
        let roots = (0..world.scopes.len()).map(ScopeId).filter(|id| world.scope(*id).root == *id);
        roots.for_each(|root| walk.all(root));
        let mut traits: BTreeMap<&str, Vec<DefId>> = BTreeMap::new();
        for (at, def) in world.defs.iter().enumerate().filter(|(_, def)| matches!(def.kind, DefKind::Trait)) {
            traits.entry(&def.name).or_default().push(DefId(at));
        }
        Exported { items: walk.items, traits }
    }

    /// Whether other crates can call a function; in a program, which no crate can name, whether other modules can.
    pub fn has(&self, workspace: &Workspace, id: DefId, f: &FnDef) -> bool {
        let is_program = workspace.packages[f.package].targets[f.target].kind == TargetKind::Bin;
        let is_named = |id: &DefId| is_program || self.items.contains_key(id);
        // Types and traits of other crates are known elsewhere.
        let has_owner = f.owner.is_none_or(|owner| is_named(&owner));
        match (&f.of_trait, &f.home) {
            (Some(of), _) => {
                let name = of.split('<').next().unwrap_or(of).rsplit("::").next().unwrap_or(of).trim();
                has_owner && self.traits.get(name).is_none_or(|traits| traits.iter().any(is_named))
            }
            (None, Home::Trait(_)) => has_owner,
            (None, Home::Module) if !is_program => self.items.contains_key(&id),
            (None, Home::Nested(_)) => false,
            _ if is_program => !matches!(f.visibility, Visibility::Inherited),
            _ => is_public(&f.visibility) && has_owner,
        }
    }

    /// The path below its crate's root by which every module can call a function that stands in a module of its own.
    pub fn path(&self, id: DefId, f: &FnDef) -> Option<String> {
        let is_free = f.self_ty.is_none() && matches!(f.home, Home::Module);
        self.items.get(&id).filter(|_| is_free).map(|path| path.join("::"))
    }
}

struct Walk<'w> {
    world: &'w World,
    items: BTreeMap<DefId, Vec<String>>,
    modules: BTreeSet<ScopeId>,
    /// Modules to come, with their paths: the nearest first.
    ahead: VecDeque<(ScopeId, Vec<String>)>,
}

impl Walk<'_> {
    fn all(&mut self, root: ScopeId) {
        self.ahead.push_back((root, Vec::new()));
        while let Some((scope, path)) = self.ahead.pop_front() {
            if self.modules.insert(scope) {
                self.module(scope, &path);
            }
        }
    }

    fn module(&mut self, scope: ScopeId, path: &[String]) {
        let here = self.world.scope(scope);
        let within = |name: &str| [path, &[name.to_owned()]].concat();
        for (name, ids) in &here.names {
            for id in ids.iter().filter(|id| self.world.public.contains(id)) {
                self.item(*id, within(name));
            }
        }
        for import in here.imports.iter().filter(|import| import.public) {
            for space in [Space::Types, Space::Values] {
                match (self.world.imported(scope, import, space), &import.name) {
                    (Found::Def(id), Some(name)) => self.item(id, within(name)),
                    // What a glob brings is what is public in there.
                    (Found::Def(id), None) => self.item(id, path.to_vec()),
                    (Found::Outside(_), _) => {}
                }
            }
        }
    }

    fn item(&mut self, id: DefId, path: Vec<String>) {
        if let DefKind::Module(scope) = self.world.def(id).kind {
            self.ahead.push_back((scope, path.clone()));
        }
        self.items.entry(id).or_insert(path);
    }
}
