//! How the workspace is put together: which crate may use which, no circles among the files of a crate, and files and
//! functions that a person can read at one sitting.

mod imports;
mod tree;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use syn::spanned::Spanned;
use syn::visit::{self, Visit};

use imports::imports;
use tree::{Tree, crates};

/// The longest file, in lines.
const FILE: usize = 500;
/// The longest function, in lines.
const FUNCTION: usize = 80;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Which libraries each library may use.
#[test]
fn libraries_use_only_what_stands_below_them() {
    let allowed: BTreeMap<&str, &[&str]> = BTreeMap::from([
        ("relation", &[][..]),
        ("columns", &["relation"]),
        ("source", &["relation"]),
        ("values", &["relation", "source"]),
        ("symbolic", &["relation", "source"]),
        ("lab", &["relation", "source"]),
        ("traces", &["relation", "source", "lab"]),
    ]);
    let names: BTreeSet<String> = crates(root()).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names.iter().map(String::as_str).collect::<BTreeSet<_>>(), allowed.keys().copied().collect());
    for (name, folder) in crates(root()) {
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
        let manifest: toml::Table = manifest.parse().expect("TOML");
        let used = manifest["dependencies"].as_table().expect("a table").keys();
        let used: BTreeSet<String> =
            used.filter_map(|key| key.strip_prefix("morph-").map(str::to_owned)).collect();
        let allowed: BTreeSet<String> = allowed[name.as_str()].iter().map(|&name| name.to_owned()).collect();
        assert!(used.is_subset(&allowed), "{name} uses {used:?}");
        for shown in ["clap", "indicatif", "anstream"] {
            let table = manifest["dependencies"].as_table().expect("a table");
            assert!(!table.contains_key(shown), "{name} knows of {shown}");
        }
    }
}

/// Files that import one another, in a circle of any length, cannot be read one after the other.
#[test]
fn no_files_import_each_other_in_a_circle() {
    let mut folders: Vec<PathBuf> = crates(root()).into_iter().map(|(_, folder)| folder).collect();
    folders.push(root().to_owned());
    let mut circles = Vec::new();
    for folder in folders {
        let tree = Tree::read(&folder.join("src"));
        let edges = imports(&tree);
        for circle in components(&edges) {
            let mut text = String::new();
            for from in &circle {
                for (to, names) in edges[from].iter().filter(|(to, _)| circle.contains(*to)) {
                    let names: Vec<&str> = names.iter().map(String::as_str).collect();
                    text += &format!("\n    {from} -> {to}: {}", names.join(", "));
                }
            }
            circles.push(format!("  {} files in {}:{text}", circle.len(), folder.display()));
        }
    }
    assert!(circles.is_empty(), "{} circles:\n{}", circles.len(), circles.join("\n"));
}

/// Strongly connected components of more than one file.
fn components(edges: &BTreeMap<String, BTreeMap<String, BTreeSet<String>>>) -> Vec<BTreeSet<String>> {
    let reach = |from: &String| {
        let mut seen = BTreeSet::new();
        let mut todo = vec![from];
        while let Some(file) = todo.pop() {
            for to in edges.get(file).into_iter().flat_map(BTreeMap::keys) {
                if seen.insert(to.clone()) {
                    todo.push(to);
                }
            }
        }
        seen
    };
    let reached: BTreeMap<&String, BTreeSet<String>> = edges.keys().map(|file| (file, reach(file))).collect();
    let mut found: BTreeSet<BTreeSet<String>> = BTreeSet::new();
    for (file, there) in &reached {
        let circle: BTreeSet<String> = there
            .iter()
            .filter(|to| reached.get(to).is_some_and(|back| back.contains(*file)))
            .cloned()
            .collect();
        if circle.len() > 1 {
            found.insert(circle);
        }
    }
    found.into_iter().collect()
}

#[test]
fn no_file_and_no_function_is_too_long() {
    let mut long = Vec::new();
    for folder in ["src", "crates", "tests", "benches"] {
        let files =
            walkdir::WalkDir::new(root().join(folder)).into_iter().map(|entry| entry.expect("an entry"));
        let rust = |path: &Path| path.extension().is_some_and(|ending| ending == "rs");
        for path in files.map(walkdir::DirEntry::into_path).filter(|path| rust(path)) {
            if path.components().any(|part| part.as_os_str() == "target") {
                continue;
            }
            let text = fs::read_to_string(&path).expect("a source file");
            let name = path.strip_prefix(root()).expect("below the root").display();
            let lines = text.lines().count();
            if lines > FILE {
                long.push(format!("{name}: {lines} lines"));
            }
            let mut functions = Functions { long: Vec::new() };
            functions.visit_file(&syn::parse_file(&text).expect("Rust"));
            long.extend(functions.long.into_iter().map(|what| format!("{name}: {what}")));
        }
    }
    assert!(long.is_empty(), "too long:\n{}", long.join("\n"));
}

/// Functions that are too long.
struct Functions {
    long: Vec<String>,
}

impl Functions {
    fn note(&mut self, name: &syn::Ident, item: &dyn Spanned) {
        let span = item.span();
        let lines = span.end().line - span.start().line + 1;
        if lines > FUNCTION {
            self.long.push(format!("{name}: {lines} lines"));
        }
    }
}

impl<'ast> Visit<'ast> for Functions {
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.note(&item.sig.ident, &item.block);
        visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.note(&item.sig.ident, &item.block);
        visit::visit_impl_item_fn(self, item);
    }
}
