//! The module tree of a crate, from its files.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The libraries under `crates/`, by folder name.
pub fn crates(root: &Path) -> Vec<(String, PathBuf)> {
    let entries =
        fs::read_dir(root.join("crates")).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut found: Vec<(String, PathBuf)> =
        entries.map(|path| (path.file_name().expect("a name").display().to_string(), path)).collect();
    found.sort();
    found
}

/// The modules of a crate that have files of their own, but those for tests.
pub struct Tree {
    /// Syntax by the path of the module: `` for the root, `a::b`.
    pub files: BTreeMap<String, syn::File>,
}

impl Tree {
    /// Reads the files below `src`.
    pub fn read(src: &Path) -> Tree {
        let mut files = BTreeMap::new();
        read(&src.join("lib.rs"), src, String::new(), &mut files);
        Tree { files }
    }
}

/// Reads a module's file and those of the modules that it declares; `folder` is where these stand.
fn read(file: &Path, folder: &Path, module: String, files: &mut BTreeMap<String, syn::File>) {
    let text = fs::read_to_string(file).unwrap_or_else(|why| panic!("{}: {why}", file.display()));
    let syntax = syn::parse_file(&text).expect("Rust");
    for item in &syntax.items {
        let syn::Item::Mod(declared) = item else { continue };
        if declared.content.is_some() || is_for_tests(&declared.attrs) {
            continue;
        }
        let name = declared.ident.to_string();
        let path = if module.is_empty() { name.clone() } else { format!("{module}::{name}") };
        let (flat, nested) = (folder.join(format!("{name}.rs")), folder.join(&name).join("mod.rs"));
        let file = if flat.exists() { flat } else { nested };
        if file.exists() {
            read(&file, &folder.join(&name), path, files);
        }
    }
    files.insert(module, syntax);
}

/// Whether attributes say that an item is compiled for tests only.
pub fn is_for_tests(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute.parse_args::<syn::Ident>().is_ok_and(|condition| condition == "test")
    })
}
