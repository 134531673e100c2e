//! `use` and `extern crate`.

use syn::ext::IdentExt;
use syn::{UseTree, Visibility};

use super::collector::{Collector, name};
use crate::scan::world::{Import, Reach, ScopeId};

impl Collector<'_> {
    pub fn extern_crate(&mut self, item: &syn::ItemExternCrate, scope: ScopeId) {
        let name = item.rename.as_ref().map_or(&item.ident, |(_, name)| name).unraw().to_string();
        let of = if item.ident == "self" { "crate".to_owned() } else { item.ident.unraw().to_string() };
        // Other modules may name it by `crate::`.
        self.world.scopes[scope.0].imports.push(Import {
            name: Some(name),
            path: vec![of],
            leading: true,
            reach: reach(&item.vis),
        });
    }

    pub fn use_(&mut self, item: &syn::ItemUse, scope: ScopeId) {
        self.import(&item.tree, Vec::new(), item.leading_colon.is_some(), reach(&item.vis), scope);
    }

    fn import(&mut self, tree: &UseTree, mut path: Vec<String>, leading: bool, reach: Reach, scope: ScopeId) {
        let imports = &mut self.world.scopes[scope.0].imports;
        match tree {
            UseTree::Path(tree) => {
                path.push(name(&tree.ident));
                self.import(&tree.tree, path, leading, reach, scope);
            }
            UseTree::Group(tree) => {
                for inner in &tree.items {
                    self.import(inner, path.clone(), leading, reach, scope);
                }
            }
            UseTree::Glob(_) => imports.push(Import { name: None, path, leading, reach }),
            UseTree::Name(tree) if tree.ident == "self" => {
                imports.push(Import { name: path.last().cloned(), path, leading, reach });
            }
            UseTree::Name(tree) => {
                path.push(name(&tree.ident));
                imports.push(Import { name: path.last().cloned(), path, leading, reach });
            }
            UseTree::Rename(tree) => {
                if tree.ident != "self" {
                    path.push(name(&tree.ident));
                }
                if tree.rename != "_" {
                    imports.push(Import { name: Some(name(&tree.rename)), path, leading, reach });
                }
            }
        }
    }
}

fn reach(visibility: &Visibility) -> Reach {
    match visibility {
        Visibility::Public(_) => Reach::Everywhere,
        Visibility::Restricted(_) => Reach::Crate,
        Visibility::Inherited => Reach::Module,
    }
}
