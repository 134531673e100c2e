//! Dependencies as the packages that use them see them: their public types, each by its shortest path.

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;

use super::collect::collect;
use super::events::Events;
use super::purity::Purity;
use super::resolve::{Found, Space};
use super::world::{DefId, DefKind, Reach, ScopeId, World};
use crate::workspace::Workspace;
use morph_relation::Home;

/// What stands before the name of a dependency where others have the name of a package.
pub(super) const OUTER: &str = "::";

/// The dependency that defines a type, by its name in the package's code.
pub fn dependency_of(home: &Home) -> Option<&str> {
    home.package.strip_prefix(OUTER)
}

/// A dependency's code.
pub struct Outer {
    pub world: World,
    pub purity: Purity,
    /// What other crates can name, by the path below the crate's root.
    public: BTreeMap<DefId, Vec<String>>,
}

impl Outer {
    /// Reads the dependency that the workspace knows by this name.
    fn read(workspace: &Workspace, name: &str) -> Option<Outer> {
        let workspace = workspace.opened(name)?;
        let (world, _) = collect(&workspace, false).ok()?;
        let world = World { is_dependency: true, ..world };
        let events = Events::read(&world, |_| &workspace.packages[0].cfg);
        let purity = Purity::of(&world, &events);
        let public = public(&world, *world.crates.get(name)?);
        Some(Outer { world, purity, public })
    }

    /// The path of an item below the crate's root, where other crates can name it.
    pub fn path_of(&self, id: DefId) -> Option<&[String]> {
        self.public.get(&id).map(Vec::as_slice)
    }
}

/// The dependencies of a workspace, each of which is read when something of it is asked for.
pub struct Outers<'w> {
    workspace: &'w Workspace,
    /// By name; they stay where they are.
    known: RefCell<BTreeMap<String, usize>>,
    read: Vec<OnceCell<Option<Outer>>>,
}

/// At most so many dependencies are read.
const MOST: usize = 64;

impl<'w> Outers<'w> {
    pub fn of(workspace: &'w Workspace) -> Outers<'w> {
        let read = (0..MOST).map(|_| OnceCell::new()).collect();
        Outers { workspace, known: RefCell::default(), read }
    }

    /// The dependency in which a full path lies, and what it means there.
    pub fn find(&self, path: &str) -> Option<(&Outer, DefId)> {
        let (name, below) = path.split_once("::")?;
        if matches!(name, "std" | "core" | "alloc" | "") {
            return None;
        }
        let place = {
            let mut known = self.known.borrow_mut();
            let next = known.len();
            *known.entry(name.to_owned()).or_insert(next)
        };
        let outer = self.read.get(place)?.get_or_init(|| Outer::read(self.workspace, name)).as_ref()?;
        let root = *outer.world.crates.get(name)?;
        let path: Vec<String> =
            std::iter::once("crate").chain(below.split("::")).map(str::to_owned).collect();
        match outer.world.resolve(root, &path, false, Space::Types, None) {
            Found::Def(id) => Some((outer, id)),
            Found::Outside(_) => None,
        }
    }
}

/// The items that other crates can name, each by its shortest path, of equals the first.
fn public(world: &World, root: ScopeId) -> BTreeMap<DefId, Vec<String>> {
    let mut found: BTreeMap<DefId, Vec<String>> = BTreeMap::new();
    let mut level: Vec<(ScopeId, Vec<String>)> = vec![(root, Vec::new())];
    while !level.is_empty() {
        let mut next = Vec::new();
        let mut at = 0;
        while let Some((scope, path)) = level.get(at).cloned() {
            at += 1;
            let here = world.scope(scope);
            let mut items: Vec<(&String, DefId)> = Vec::new();
            for (name, ids) in &here.names {
                items.extend(ids.iter().filter(|id| world.public.contains(id)).map(|id| (name, *id)));
            }
            for import in here.imports.iter().filter(|import| import.reach == Reach::Everywhere) {
                let Found::Def(id) = world.imported(scope, import, Space::Types) else { continue };
                match (&import.name, &world.def(id).kind) {
                    (Some(name), _) => items.push((name, id)),
                    // What is in there stands here.
                    (None, DefKind::Module(inner)) if !level.iter().any(|(known, _)| known == inner) => {
                        level.push((*inner, path.clone()));
                    }
                    _ => {}
                }
            }
            for (name, id) in items {
                if found.contains_key(&id) {
                    continue;
                }
                let whole: Vec<String> = path.iter().chain([name]).cloned().collect();
                if let DefKind::Module(inner) = world.def(id).kind {
                    next.push((inner, whole.clone()));
                }
                found.insert(id, whole);
            }
        }
        level = next;
    }
    found
}
