//! Files outside the workspace's root that its sources are compiled with.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};

use super::manifest::normal;
use super::{Package, Workspace};

/// Those that modules are, or name in `include_str!` and its like.
pub(super) fn files(root: &Path, packages: &[Package]) -> BTreeSet<PathBuf> {
    let modules = packages.iter().flat_map(|package| &package.targets).flat_map(|target| &target.modules);
    let sources: BTreeSet<&Path> = modules.map(|module| module.file.as_path()).collect();
    let mut found = BTreeSet::new();
    for source in sources {
        found.insert(source.to_owned());
        let Ok(text) = std::fs::read_to_string(source) else { continue };
        // Nothing else leads out.
        if !text.contains("\"..") {
            continue;
        }
        let Ok(tokens) = text.trim_start_matches('\u{feff}').parse() else { continue };
        let mut named = Vec::new();
        included(tokens, &mut named);
        let folder = source.parent().unwrap_or(root);
        found.extend(named.into_iter().map(|name| normal(&folder.join(name))).filter(|file| file.is_file()));
    }
    found.retain(|file| !file.starts_with(root));
    found
}

/// The texts that `include!`, `include_str!` and `include_bytes!` are given.
fn included(tokens: TokenStream, found: &mut Vec<String>) {
    let mut before = [None, None];
    for token in tokens {
        if let TokenTree::Group(group) = &token {
            let includes = matches!(&before, [Some(TokenTree::Ident(name)), Some(TokenTree::Punct(mark))]
                if mark.as_char() == '!' && ["include", "include_str", "include_bytes"].iter().any(|known| name == known));
            match syn::parse2::<syn::LitStr>(group.stream()) {
                Ok(text) if includes => found.push(text.value()),
                _ => included(group.stream(), found),
            }
        }
        before.rotate_left(1);
        before[1] = Some(token);
    }
}

impl Workspace {
    /// How far the deepest folder that holds the root and every file outside lies above the root.
    fn above(&self) -> usize {
        let above = |file: &PathBuf| self.root.ancestors().position(|folder| file.starts_with(folder));
        self.outside.iter().filter_map(above).max().unwrap_or(0)
    }

    /// Where the root's copy lies in `folder`, so that files outside find their place in the folder, too.
    pub fn copy_in(&self, folder: &Path) -> PathBuf {
        let names: Vec<_> = self.root.components().collect();
        folder.join(names[names.len() - self.above()..].iter().collect::<PathBuf>())
    }

    /// Where the copy of a file lies, if `tree` is the copy of the root.
    pub fn copy_of(&self, tree: &Path, file: &Path) -> Option<PathBuf> {
        let (mut folder, mut copy) = (self.root.as_path(), tree);
        for _ in 0..=self.above() {
            if let Ok(below) = file.strip_prefix(folder) {
                return Some(copy.join(below));
            }
            (folder, copy) = (folder.parent()?, copy.parent()?);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_outside_lie_to_the_copy_as_they_lie_to_the_root() {
        let workspace = |outside: &[&str]| Workspace {
            root: "/home/own/work/app".into(),
            target_dir: "/home/own/work/app/target".into(),
            packages: Vec::new(),
            outside: outside.iter().map(PathBuf::from).collect(),
            unrunnable: None,
            passed: Default::default(),
            flags_by_target: false,
            dependencies: Default::default(),
        };
        let alone = workspace(&[]);
        let tree = alone.copy_in(Path::new("/copy"));
        assert_eq!(tree, Path::new("/copy"));
        let of = |workspace: &Workspace, tree: &Path, file: &str| workspace.copy_of(tree, Path::new(file));
        assert_eq!(of(&alone, &tree, "/home/own/work/app/src/lib.rs"), Some("/copy/src/lib.rs".into()));
        assert_eq!(of(&alone, &tree, "/home/own/work/x.rs"), None);
        let two = workspace(&["/home/own/work/x.rs", "/home/own/shared/y.txt"]);
        let tree = two.copy_in(Path::new("/copy"));
        assert_eq!(tree, Path::new("/copy/work/app"));
        assert_eq!(
            of(&two, &tree, "/home/own/work/app/src/lib.rs"),
            Some("/copy/work/app/src/lib.rs".into())
        );
        assert_eq!(of(&two, &tree, "/home/own/work/x.rs"), Some("/copy/work/x.rs".into()));
        assert_eq!(of(&two, &tree, "/home/own/shared/y.txt"), Some("/copy/shared/y.txt".into()));
        assert_eq!(of(&two, &tree, "/home/other/z.txt"), None);
    }

    #[test]
    fn included_files_are_found_wherever_they_are_named() {
        let code = "#![doc = include_str!(\"../a\")] fn f() { g(include_bytes!(\"../b\"), [include!(r\"../c\")]); \
                    h!(include_str!(concat!(\"../d\"))); include(\"../e\"); }";
        let mut found = Vec::new();
        included(code.parse().unwrap(), &mut found);
        assert_eq!(found, ["../a", "../b", "../c"]);
    }
}
