//! What other crates can call.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use morph_relation::Member;
use syn::Visibility;

use super::attributes::{is_public, is_visible};
use super::resolve::{Found, Space};
use super::subject::Subject;
use super::world::{DefId, DefKind, FnDef, Home, Reach, ScopeId, World};
use crate::workspace::{TargetKind, Workspace};

/// The items that other crates can name, by public modules or by `pub use`, each with the shortest path below its crate's root.
pub fn exported(world: &World) -> BTreeMap<DefId, Vec<String>> {
    let mut walk = Walk { world, items: BTreeMap::new(), modules: BTreeSet::new(), ahead: VecDeque::new() };
    let roots = (0..world.scopes.len()).map(ScopeId).filter(|id| world.scope(*id).root == *id);
    roots.for_each(|root| walk.all(root));
    walk.items
}

/// Which functions others can call, and how.
pub struct Exported<'w> {
    items: &'w BTreeMap<DefId, Vec<String>>,
    /// All traits by their names.
    traits: BTreeMap<&'w str, Vec<DefId>>,
}

impl<'w> Exported<'w> {
    pub fn of(world: &'w World) -> Exported<'w> {
        let mut traits: BTreeMap<&str, Vec<DefId>> = BTreeMap::new();
        for (at, def) in world.defs.iter().enumerate().filter(|(_, def)| matches!(def.kind, DefKind::Trait)) {
            traits.entry(&def.name).or_default().push(DefId(at));
        }
        Exported { items: &world.exported, traits }
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

    /// Notes how every module can call a function that stands in a module of its own, where there is a way.
    pub fn open(&self, world: &World, id: DefId, f: &FnDef, subject: &mut Subject) {
        if subject.in_crate {
            return;
        }
        let is_free = f.self_ty.is_none() && matches!(f.home, Home::Module);
        subject.exported = self.items.get(&id).filter(|_| is_free).map(|path| path.join("::"));
        subject.in_crate = subject.exported.is_some();
        if let Some(by) = f.of_trait.as_deref() {
            self.open_method(world, f, by, subject);
        } else if is_visible(&f.visibility) {
            subject.elsewhere = self.elsewhere(world, f, subject);
            subject.in_crate |= subject.elsewhere.is_some();
        }
    }

    /// What a function without a receiver is a member of, as every module can name it.
    fn elsewhere(&self, world: &World, f: &FnDef, subject: &Subject) -> Option<Member> {
        let member = subject.member.as_ref().filter(|member| !member.receiver && !member.shadowed)?;
        let name = |text: &str| self.named_everywhere(world, f, text);
        let by = match member.by.as_deref() {
            Some(by) => {
                let (name_of_trait, given) = by.split_at(by.find('<').unwrap_or(by.len()));
                Some(format!("{name_of_trait}{}", name(given)?))
            }
            None => None,
        };
        Some(Member { of: name(&member.of)?, by, ..member.clone() })
    }

    /// A type with the paths by which every module of the crate can name what it is made of, where there are such.
    fn named_everywhere(&self, world: &World, f: &FnDef, of: &str) -> Option<String> {
        let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
        let (mut named, mut rest) = (String::new(), of);
        while let Some(start) = rest.find(is_name) {
            let (before, found) = rest.split_at(start);
            let (path, after) = found.split_at(found.find(|c| !is_name(c)).unwrap_or(found.len()));
            named.push_str(before);
            rest = after;
            if is_everywhere(path) || before.ends_with('\'') {
                named.push_str(path);
                continue;
            }
            let segments: Vec<String> = path.split("::").map(str::to_owned).collect();
            let Found::Def(id) = world.resolve(f.inside, &segments, false, Space::Types, None) else {
                return None;
            };
            let root = |scope: ScopeId| world.scope(scope).root;
            if root(world.def(id).scope) != root(f.inside) {
                return None;
            }
            named.push_str(&near_path(world, id).or_else(|| self.exported_path(id))?);
        }
        Some(named + rest)
    }

    /// The same for a method of a trait: of one that is in scope everywhere, or that every module can import.
    fn open_method(&self, world: &World, f: &FnDef, by: &str, subject: &mut Subject) {
        let Some(member) = &subject.member else { return };
        let (name, given) = by.split_at(by.find('<').unwrap_or(by.len()));
        // Calls like `<u64 as FromRoman>::from_roman` name the type, those of methods do not.
        let is_named = || is_everywhere(&member.of) && is_everywhere(given);
        let elsewhere = self.elsewhere(world, f, subject);
        let is_method = || member.receiver && (!name.contains("Into") || is_named());
        if member.shadowed || !(elsewhere.is_some() || is_method()) {
            return;
        }
        subject.elsewhere = elsewhere;
        let path: Vec<String> = name.split("::").map(|part| part.trim().to_owned()).collect();
        let root = if subject.lacks_prelude { "core" } else { "std" };
        let last = path.last().map(String::as_str).unwrap_or_default();
        subject.imported = match world.resolve(f.inside, &path, false, Space::Types, None) {
            Found::Def(id) => self.exported_path(id).or_else(|| near_path(world, id)),
            Found::Outside(path) if path.contains("::ops::") => Some(format!("{root}::ops::{last}")),
            Found::Outside(_) if last == "FromStr" => Some(format!("{root}::str::{last}")),
            Found::Outside(_) if PRELUDE.contains(&last) => {
                subject.in_crate = true;
                return;
            }
            Found::Outside(_) => None,
        };
        subject.in_crate = subject.imported.is_some();
    }

    /// The path by which every module of its crate can name an item that is exported.
    fn exported_path(&self, id: DefId) -> Option<String> {
        self.items.get(&id).map(|path| format!("crate::{}", path.join("::")))
    }
}

/// The path of an item that stands in a module at the root, where every module of its crate can name it.
fn near_path(world: &World, id: DefId) -> Option<String> {
    let def = world.def(id);
    let around = &world.scope(def.scope).path;
    let within = around.split_once("::").map_or("", |(_, within)| within);
    let is_near = !within.contains("::") && !world.scope(def.scope).is_block;
    let path = if within.is_empty() { def.name.clone() } else { format!("{within}::{}", def.name) };
    (is_near && world.public.contains(&id)).then(|| format!("crate::{path}"))
}

/// The traits of `std` that are in scope everywhere, but for those that make values of other types.
const PRELUDE: &[&str] = &[
    "AsMut",
    "AsRef",
    "Clone",
    "Default",
    "DoubleEndedIterator",
    "Eq",
    "ExactSizeIterator",
    "Extend",
    "From",
    "IntoIterator",
    "Iterator",
    "Ord",
    "PartialEq",
    "PartialOrd",
    "ToString",
];

/// Whether every module knows the types of a text by these names: those of the prelude.
fn is_everywhere(text: &str) -> bool {
    const KNOWN: &[&str] = &["bool", "char", "str", "String", "Vec", "Option", "Box"];
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty());
    words.into_iter().all(|word| {
        KNOWN.contains(&word) || word.starts_with(|c: char| c.is_ascii_digit()) || is_number(word)
    })
}

/// Whether this names a type of numbers.
fn is_number(word: &str) -> bool {
    let bits = word.trim_start_matches(['i', 'u', 'f']);
    bits.len() + 1 == word.len() && (bits == "size" || bits.parse::<u8>().is_ok())
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
        for import in here.imports.iter().filter(|import| import.reach == Reach::Everywhere) {
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
