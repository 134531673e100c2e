//! Which file takes names from which: `use` declarations and paths in the code, followed through re-exports to the file
//! that defines the name.

use std::collections::{BTreeMap, BTreeSet};

use syn::visit::{self, Visit};
use syn::{Item, UseTree};

use super::tree::{Tree, is_for_tests};

/// By file (module path): the files that it takes names from, and the names.
pub type Imports = BTreeMap<String, BTreeMap<String, BTreeSet<String>>>;

/// What a module hands on: by name, the path that it stands for.
type HandedOn = BTreeMap<String, BTreeMap<String, Vec<String>>>;

/// The imports of every file of a crate.
pub fn imports(tree: &Tree) -> Imports {
    let mut handed_on: HandedOn = BTreeMap::new();
    for (module, file) in &tree.files {
        let mut names = BTreeMap::new();
        for item in &file.items {
            if let Item::Use(item) = item {
                for (path, name) in leaves(&item.tree, &[]) {
                    names.insert(name, path);
                }
            }
        }
        handed_on.insert(module.clone(), names);
    }
    let mut imports = Imports::new();
    for (module, file) in &tree.files {
        let mut paths = Paths { found: Vec::new() };
        for item in &file.items {
            match item {
                // What a module only hands on ties its users, not itself.
                Item::Use(item) if !matches!(item.vis, syn::Visibility::Inherited) => {}
                item => paths.visit_item(item),
            }
        }
        let mut from: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for path in paths.found {
            if let Some((to, name)) = defined(tree, &handed_on, module, &path, 0)
                && to != *module
            {
                from.entry(shown(&to)).or_default().insert(name);
            }
        }
        imports.insert(shown(module), from);
    }
    imports
}

fn shown(module: &str) -> String {
    if module.is_empty() { "crate".to_owned() } else { module.to_owned() }
}

/// The paths that a `use` names, each with the name that it has here.
fn leaves(tree: &UseTree, before: &[String]) -> Vec<(Vec<String>, String)> {
    let with = |name: String| [before, &[name]].concat();
    match tree {
        UseTree::Path(path) => leaves(&path.tree, &with(path.ident.to_string())),
        UseTree::Name(name) if name.ident == "self" => {
            vec![(before.to_vec(), before.last().cloned().unwrap_or_default())]
        }
        UseTree::Name(name) => vec![(with(name.ident.to_string()), name.ident.to_string())],
        UseTree::Rename(name) if name.ident == "self" => vec![(before.to_vec(), name.rename.to_string())],
        UseTree::Rename(name) => vec![(with(name.ident.to_string()), name.rename.to_string())],
        UseTree::Glob(_) => Vec::new(),
        UseTree::Group(group) => group.items.iter().flat_map(|item| leaves(item, before)).collect(),
    }
}

/// The module that defines what a path, seen from `module`, leads to, and its name there.
fn defined(
    tree: &Tree,
    handed_on: &HandedOn,
    module: &str,
    path: &[String],
    depth: usize,
) -> Option<(String, String)> {
    let mut here: Vec<String> =
        if module.is_empty() { Vec::new() } else { module.split("::").map(str::to_owned).collect() };
    let mut path = path.to_vec();
    match path.first().map(String::as_str)? {
        "crate" => {
            here.clear();
            path.remove(0);
        }
        "self" => _ = path.remove(0),
        "super" => {
            while path.first().is_some_and(|part| part == "super") {
                here.pop()?;
                path.remove(0);
            }
        }
        // A module below, or a module that this file imports by name.
        first => {
            let below = join(&here, first);
            if !tree.files.contains_key(&below) {
                let onward = handed_on.get(module)?.get(first).filter(|_| path.len() > 1 && depth < 8)?;
                let path: Vec<String> = onward.iter().chain(&path[1..]).cloned().collect();
                return defined(tree, handed_on, module, &path, depth + 1);
            }
        }
    }
    while let Some(next) = path.first() {
        let below = join(&here, next);
        if tree.files.contains_key(&below) {
            here = below.split("::").map(str::to_owned).collect();
            path.remove(0);
        } else {
            break;
        }
    }
    let module = here.join("::");
    // A module by itself is named for what is in it: the paths behind it tell.
    let name = path.first()?.clone();
    match handed_on.get(&module).and_then(|names| names.get(&name)) {
        Some(onward) if depth < 8 => {
            let onward: Vec<String> = onward.iter().chain(&path[1..]).cloned().collect();
            defined(tree, handed_on, &module, &onward, depth + 1).or(Some((module, name)))
        }
        _ => Some((module, name)),
    }
}

fn join(module: &[String], name: &str) -> String {
    module.iter().map(String::as_str).chain([name]).collect::<Vec<_>>().join("::")
}

/// The paths that a file names.
struct Paths {
    found: Vec<Vec<String>>,
}

impl<'ast> Visit<'ast> for Paths {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if !is_for_tests(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.found.extend(leaves(&item.tree, &[]).into_iter().map(|(path, _)| path));
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        if path.leading_colon.is_none() && path.segments.len() > 1 {
            self.found.push(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        }
        visit::visit_path(self, path);
    }
}
