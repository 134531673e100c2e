//! `use` and `extern crate`.

use syn::ext::IdentExt;
use syn::{UseTree, Visibility};

use super::collector::{Collector, name};
use crate::scan::world::{Import, ScopeId};

/// Whether it is `pub` without restriction.
pub fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

impl Collector<'_> {
    pub fn extern_crate(&mut self, item: &syn::ItemExternCrate, scope: ScopeId) {
        let name = item.rename.as_ref().map_or(&item.ident, |(_, name)| name).unraw().to_string();
        let public = is_public(&item.vis);
        let of = if item.ident == "self" { "crate".to_owned() } else { item.ident.unraw().to_string() };
        // Other modules may name it by `crate::`.
        self.world.scopes[scope.0].imports.push(Import {
            name: Some(name),
            path: vec![of],
            leading: true,
            public,
        });
    }

    pub fn use_(&mut self, item: &syn::ItemUse, scope: ScopeId) {
        let first = self.world.scopes[scope.0].imports.len();
        self.import(&item.tree, Vec::new(), item.leading_colon.is_some(), scope);
        let public = is_public(&item.vis);
        self.world.scopes[scope.0].imports[first..].iter_mut().for_each(|import| import.public = public);
    }

    fn import(&mut self, tree: &UseTree, mut path: Vec<String>, leading: bool, scope: ScopeId) {
        let public = false;
        let imports = &mut self.world.scopes[scope.0].imports;
        match tree {
            UseTree::Path(tree) => {
                path.push(name(&tree.ident));
                self.import(&tree.tree, path, leading, scope);
            }
            UseTree::Group(tree) => {
                for inner in &tree.items {
                    self.import(inner, path.clone(), leading, scope);
                }
            }
            UseTree::Glob(_) => imports.push(Import { name: None, path, leading, public }),
            UseTree::Name(tree) if tree.ident == "self" => {
                imports.push(Import { name: path.last().cloned(), path, leading, public });
            }
            UseTree::Name(tree) => {
                path.push(name(&tree.ident));
                imports.push(Import { name: path.last().cloned(), path, leading, public });
            }
            UseTree::Rename(tree) => {
                if tree.ident != "self" {
                    path.push(name(&tree.ident));
                }
                if tree.rename != "_" {
                    imports.push(Import { name: Some(name(&tree.rename)), path, leading, public });
                }
            }
        }
    }
}
