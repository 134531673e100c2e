//! What code rests on beside itself: the edition, features, the versions of dependencies, the code of local ones.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use toml::{Table, Value};
use walkdir::WalkDir;

use super::manifest::normal;
use super::{Package, Workspace};
use morph_relation::hash::{BASIS, fnv1a};

/// The tables of a manifest that name dependencies which are linked.
const DEPENDENCIES: [&str; 2] = ["dependencies", "build-dependencies"];

impl Workspace {
    /// A hash of what decides how a package's code behaves, its own sources left out: this tool's version, the edition,
    /// the features that are on, the versions in `Cargo.lock` of what comes from elsewhere, the build script, and the
    /// sources of local packages that it depends on and that are not selected.
    pub fn foundation(&self, package: &Package) -> u64 {
        let mut hash = BASIS;
        // What ends a part cannot be in one.
        let mut add = |part: &[u8]| hash = fnv1a(hash, part.iter().copied().chain([0xff]));
        add(env!("CARGO_PKG_VERSION").as_bytes());
        self.locked().iter().for_each(|dependency| add(dependency.as_bytes()));
        for dir in local_packages(&package.dir, &self.root) {
            if let Some(selected) = self.packages.iter().find(|package| package.dir == dir) {
                add(selected.edition.as_bytes());
                selected.features.iter().for_each(|feature| add(feature.as_bytes()));
                add(&std::fs::read(dir.join("build.rs")).unwrap_or_default());
                continue;
            }
            let files = WalkDir::new(&dir).sort_by_file_name().into_iter();
            let sources = files
                .filter_entry(|entry| entry.file_name() != "target" && entry.file_name() != ".git")
                .flatten()
                .filter(|entry| entry.path().extension().is_some_and(|extension| extension == "rs"));
            for source in sources {
                let below = source.path().strip_prefix(&dir).unwrap_or(source.path());
                add(below.to_string_lossy().as_bytes());
                add(&std::fs::read(source.path()).unwrap_or_default());
            }
        }
        hash
    }

    /// What `Cargo.lock` holds that is not local: name, version, source.
    fn locked(&self) -> BTreeSet<String> {
        let lock = read(&self.root.join("Cargo.lock"));
        let packages = lock.get("package").and_then(Value::as_array).into_iter().flatten();
        let text = |package: &Value, key: &str| package.get(key).and_then(Value::as_str).map(str::to_owned);
        packages
            .filter_map(|package| {
                let source = text(package, "source")?;
                Some(format!("{} {} {source}", text(package, "name")?, text(package, "version")?))
            })
            .collect()
    }
}

/// The folder of a package, and those of local packages that it depends on, directly or not. `root` is the workspace's.
fn local_packages(dir: &Path, root: &Path) -> BTreeSet<PathBuf> {
    let shared = read(&root.join("Cargo.toml"));
    let shared = shared.get("workspace").and_then(|workspace| workspace.get("dependencies"));
    let mut seen = BTreeSet::from([dir.to_owned()]);
    let mut open = vec![dir.to_owned()];
    while let Some(dir) = open.pop() {
        let manifest = Value::Table(read(&dir.join("Cargo.toml")));
        let targets = manifest.get("target").and_then(Value::as_table).into_iter().flat_map(Table::values);
        for table in std::iter::once(&manifest).chain(targets) {
            let named = DEPENDENCIES.iter().filter_map(|key| table.get(*key)?.as_table());
            for (name, dependency) in named.flatten() {
                let inherits = dependency.get("workspace").is_some();
                let (base, dependency) = match shared.and_then(|shared| shared.get(name)) {
                    Some(shared) if inherits => (root, shared),
                    _ => (dir.as_path(), dependency),
                };
                if let Some(path) = dependency.get("path").and_then(Value::as_str) {
                    let local = normal(&base.join(path));
                    if seen.insert(local.clone()) {
                        open.push(local);
                    }
                }
            }
        }
    }
    seen
}

/// A TOML file; what is not there or cannot be read is empty, and cargo complains of it.
fn read(file: &Path) -> Table {
    std::fs::read_to_string(file).ok().and_then(|text| text.parse().ok()).unwrap_or_default()
}
