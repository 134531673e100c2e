//! Name resolution: what a path means, through `use`, renames, globs, modules and type aliases.
//!
//! It knows the scanned crates only; a path that leads out of them is spelled in full as far as `use`
//! tells (`Instant::now` becomes `std::time::Instant::now`). Visibility counts only where a glob chooses what it brings: code
//! that compiles names nothing that it does not see.

use std::collections::BTreeSet;

use syn::ext::IdentExt;
use syn::{GenericArgument, PathArguments};

use super::world::{DefId, DefKind, Import, Reach, ScopeId, World};

/// What a path means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// Something that the workspace defines.
    Def(DefId),
    /// Something else, by its full path; a single name where nothing declares it.
    Outside(String),
}

/// Types and values have separate names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Space {
    Types,
    Values,
}

/// Look-ups under way, to stop at `use` declarations that lead back to themselves.
type Seen = BTreeSet<(ScopeId, String, Space)>;

/// The names of a path's segments.
pub fn segments(path: &syn::Path) -> Vec<String> {
    path.segments.iter().map(|segment| segment.ident.unraw().to_string()).collect()
}

/// The types and constants between the angle brackets of a path's last segment.
pub fn generic_arguments(path: &syn::Path) -> impl Iterator<Item = &GenericArgument> {
    path.segments.last().into_iter().flat_map(of_segment)
}

/// Those of one segment.
pub fn of_segment(segment: &syn::PathSegment) -> impl Iterator<Item = &GenericArgument> {
    let list = match &segment.arguments {
        PathArguments::AngleBracketed(list) => Some(&list.args),
        _ => None,
    };
    let counts = |it: &&GenericArgument| matches!(it, GenericArgument::Type(_) | GenericArgument::Const(_));
    list.into_iter().flatten().filter(counts)
}

/// The types among them.
pub fn type_arguments(path: &syn::Path) -> Vec<&syn::Type> {
    let types = generic_arguments(path).filter_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    types.collect()
}

impl World {
    /// What a path in `scope` means, with `owner` for `Self`.
    pub fn resolve(
        &self,
        scope: ScopeId,
        path: &[String],
        leading: bool,
        space: Space,
        owner: Option<DefId>,
    ) -> Found {
        match (path, owner) {
            ([first, rest @ ..], Some(owner)) if first == "Self" && !leading => {
                self.walk(Found::Def(owner), rest, space, &mut Seen::new())
            }
            _ => self.resolve_path(scope, path, leading, space, &mut Seen::new()),
        }
    }

    /// What a `use` declaration brings.
    pub fn imported(&self, scope: ScopeId, import: &Import, space: Space) -> Found {
        self.import_target(scope, import, space, &mut Seen::new())
    }

    /// Full paths that a single unresolved name may have through globs of other crates.
    pub fn outside_globs(&self, scope: ScopeId, name: &str) -> Vec<String> {
        let mut found = Vec::new();
        for scope in self.lexical(scope) {
            for import in self.scope(scope).imports.iter().filter(|import| import.name.is_none()) {
                if let Found::Outside(path) =
                    self.import_target(scope, import, Space::Types, &mut Seen::new())
                {
                    found.push(format!("{path}::{name}"));
                }
            }
        }
        found
    }

    /// The scope and those around it in which a plain name is looked up.
    fn lexical(&self, scope: ScopeId) -> Vec<ScopeId> {
        let mut scopes = vec![scope];
        let mut current = scope;
        while self.scope(current).is_block
            && let Some(parent) = self.scope(current).parent
        {
            scopes.push(parent);
            current = parent;
        }
        scopes
    }

    /// The module that a scope is in, or is.
    fn module_of(&self, scope: ScopeId) -> ScopeId {
        self.lexical(scope).last().copied().unwrap_or(scope)
    }

    fn resolve_path(
        &self,
        scope: ScopeId,
        path: &[String],
        leading: bool,
        space: Space,
        seen: &mut Seen,
    ) -> Found {
        let [first, rest @ ..] = path else { return Found::Outside(String::new()) };
        if leading {
            if self.scope(scope).edition_2015
                && let Some(found) = self.at_root(scope, path, space, seen)
            {
                return found;
            }
            return self.outer_crate(path, space, seen);
        }
        let mut module = self.module_of(scope);
        match first.as_str() {
            "crate" | "$crate" => return self.walk_module(self.scope(scope).root, rest, space, seen),
            "self" => return self.walk_module_or_super(module, rest, space, seen),
            "super" => {
                module = self.scope(module).parent.map_or(module, |parent| self.module_of(parent));
                return self.walk_module_or_super(module, rest, space, seen);
            }
            _ => {}
        }
        let first_space = if rest.is_empty() { space } else { Space::Types };
        for scope in self.lexical(scope) {
            if let Some(found) = self.lookup(scope, first, first_space, seen) {
                return self.walk(found, rest, space, seen);
            }
        }
        self.outer_crate(path, space, seen)
    }

    /// After `self` or `super` another `super` may come.
    fn walk_module_or_super(&self, module: ScopeId, rest: &[String], space: Space, seen: &mut Seen) -> Found {
        match rest {
            [first, rest @ ..] if first == "super" => {
                let up = self.scope(module).parent.map_or(module, |parent| self.module_of(parent));
                self.walk_module_or_super(up, rest, space, seen)
            }
            _ => self.walk_module(module, rest, space, seen),
        }
    }

    /// A path that starts with the name of a crate, or with one that nothing declares.
    fn outer_crate(&self, path: &[String], space: Space, seen: &mut Seen) -> Found {
        match self.crates.get(&path[0]) {
            Some(root) if path.len() > 1 || space == Space::Types => {
                self.walk_module(*root, &path[1..], space, seen)
            }
            _ => Found::Outside(path.join("::")),
        }
    }

    /// In the 2015 edition some paths start at the crate's root.
    fn at_root(&self, scope: ScopeId, path: &[String], space: Space, seen: &mut Seen) -> Option<Found> {
        let first_space = if path.len() == 1 { space } else { Space::Types };
        let found = self.lookup(self.scope(scope).root, &path[0], first_space, seen)?;
        Some(self.walk(found, &path[1..], space, seen))
    }

    fn walk_module(&self, module: ScopeId, rest: &[String], space: Space, seen: &mut Seen) -> Found {
        let outside =
            |rest: &[String]| Found::Outside(format!("{}::{}", self.scope(module).path, rest.join("::")));
        let [first, rest_of @ ..] = rest else {
            return self.scope(module).module.map_or_else(|| outside(&[]), Found::Def);
        };
        let first_space = if rest_of.is_empty() { space } else { Space::Types };
        match self.lookup(module, first, first_space, seen) {
            Some(found) => self.walk(found, rest_of, space, seen),
            None => outside(rest),
        }
    }

    /// Follows the rest of a path from what its beginning means.
    fn walk(&self, from: Found, rest: &[String], space: Space, seen: &mut Seen) -> Found {
        let [first, ..] = rest else { return from };
        let id = match from {
            Found::Outside(path) => return Found::Outside(format!("{path}::{}", rest.join("::"))),
            Found::Def(id) => id,
        };
        let def = self.def(id);
        match &def.kind {
            DefKind::Module(scope) => self.walk_module(*scope, rest, space, seen),
            DefKind::Alias { ty, .. } => match &**ty {
                syn::Type::Path(path) if seen.insert((def.scope, def.name.clone(), Space::Types)) => {
                    let target = self.resolve_path(
                        def.scope,
                        &segments(&path.path),
                        path.path.leading_colon.is_some(),
                        Space::Types,
                        seen,
                    );
                    self.walk(target, rest, space, seen)
                }
                _ => Found::Outside(rest.join("::")),
            },
            _ => match self.member(id, first) {
                Some(member) if rest.len() == 1 => Found::Def(member),
                _ => Found::Outside(format!(
                    "{}::{}::{}",
                    self.scope(def.scope).path,
                    def.name,
                    rest.join("::")
                )),
            },
        }
    }

    /// Whether `this.name()` calls a method of the type itself rather than this one of a trait, or that of the value rather
    /// than this one of a reference to it.
    pub fn is_shadowed(&self, method: &super::world::FnDef) -> bool {
        let known = method.owner.and_then(|owner| self.members.get(&owner)?.get(&method.name()));
        let is_borrowed = |f: &super::world::FnDef| matches!(f.self_ty, Some(syn::Type::Reference(_)));
        let comes_first = |own: &super::world::FnDef| {
            let takes_value = is_borrowed(method) && !is_borrowed(own);
            own.sig.receiver().is_some() && (own.of_trait.is_none() || takes_value)
        };
        let mut known = known.into_iter().flatten().filter_map(|id| self.function(*id));
        method.of_trait.is_some() && known.any(comes_first)
    }

    /// A function of a type or trait; where the type has none of that name, a trait's default.
    fn member(&self, owner: DefId, name: &str) -> Option<DefId> {
        let own = self.members.get(&owner).and_then(|members| members.get(name)).and_then(|ids| ids.first());
        own.copied().or_else(|| {
            let defaults = self.methods.get(name)?;
            let mut in_traits = defaults.iter().filter(|id| {
                self.function(**id).is_some_and(|f| matches!(f.home, super::world::Home::Trait(_)))
            });
            in_traits.next().copied()
        })
    }

    fn lookup(&self, scope: ScopeId, name: &str, space: Space, seen: &mut Seen) -> Option<Found> {
        self.lookup_from(scope, scope, name, space, seen)
    }

    /// What a name means in a scope whose names another one brings by globs: what a private `use` gives stays in its module.
    fn lookup_from(
        &self,
        from: ScopeId,
        scope: ScopeId,
        name: &str,
        space: Space,
        seen: &mut Seen,
    ) -> Option<Found> {
        let here = self.scope(scope);
        let is_inside = self.is_within(from, scope);
        let imports = || here.imports.iter().filter(|import| is_inside || import.reach != Reach::Module);
        let defined = here.names.get(name).into_iter().flatten();
        if let Some(id) = defined.copied().find(|id| self.lives_in(*id, space)) {
            return Some(Found::Def(id));
        }
        if !seen.insert((scope, name.to_owned(), space)) {
            return None;
        }
        let mut outside = None;
        for import in imports().filter(|import| import.name.as_deref() == Some(name)) {
            if import.path.first().is_some_and(|first| first == name) {
                // `use time::time`: the import does not explain its own first segment.
                seen.insert((scope, name.to_owned(), Space::Types));
            }
            match self.import_target(scope, import, space, seen) {
                Found::Def(id) if self.lives_in(id, space) => return Some(Found::Def(id)),
                Found::Def(_) => {}
                found => outside = outside.or(Some(found)),
            }
        }
        if outside.is_some() {
            return outside;
        }
        // `use Shape::*` does not explain its own first segment, either.
        let explains = |import: &&Import| import.path.first().is_none_or(|first| first != name);
        for import in imports().filter(|import| import.name.is_none()).filter(explains) {
            if let Found::Def(id) = self.import_target(scope, import, Space::Types, seen)
                && let DefKind::Module(module) = self.def(id).kind
                && let Some(found) = self.lookup_from(from, module, name, space, seen)
            {
                return Some(found);
            }
        }
        None
    }

    /// Whether a scope is a module or lies in it.
    fn is_within(&self, scope: ScopeId, module: ScopeId) -> bool {
        self.outwards(scope).any(|scope| scope == module)
    }

    fn import_target(&self, scope: ScopeId, import: &Import, space: Space, seen: &mut Seen) -> Found {
        if self.scope(scope).edition_2015
            && !matches!(import.path.first().map(String::as_str), Some("crate" | "self" | "super"))
        {
            return self
                .at_root(scope, &import.path, space, seen)
                .unwrap_or_else(|| self.outer_crate(&import.path, space, seen));
        }
        self.resolve_path(scope, &import.path, import.leading, space, seen)
    }

    fn lives_in(&self, id: DefId, space: Space) -> bool {
        match self.def(id).kind {
            DefKind::Module(_) | DefKind::Type(_) | DefKind::Trait | DefKind::Alias { .. } => {
                space == Space::Types
            }
            DefKind::Fn(_) | DefKind::Const(_) | DefKind::Static(_) => space == Space::Values,
            DefKind::Macro(_) => false,
        }
    }
}
