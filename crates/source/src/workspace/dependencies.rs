//! Packages from elsewhere on which the selected ones depend, as far as their sources are at hand.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::OnceLock;

use cargo_metadata::{DependencyKind, Metadata};

use super::asked::Asked;
use super::cfg::Cfg;
use super::targets::targets;
use super::{Package, Workspace, copy_tree};

/// Larger crates are not read: of all their code, a package names a few types.
const MOST_BYTES: u64 = 4 << 20;

/// The direct dependencies of the selected packages; cargo is asked for them when the first one is looked up.
#[derive(Clone, Debug, Default)]
pub struct Dependencies {
    /// How cargo is asked.
    asked: Asked,
    /// What holds for every crate that is compiled.
    cfg: Cfg,
    known: OnceLock<BTreeMap<String, Dependency>>,
}

/// A library on which a package depends.
#[derive(Clone, Debug)]
pub struct Dependency {
    /// The name in its own manifest.
    pub package: String,
    /// Its version.
    pub version: String,
    /// The folder of its manifest, where it is no package of the registry.
    pub folder: Option<PathBuf>,
    found: cargo_metadata::Package,
    features: BTreeSet<String>,
}

impl Dependencies {
    pub(super) fn of(asked: Asked, cfg: Cfg) -> Dependencies {
        Dependencies { asked, cfg, known: OnceLock::new() }
    }
}

impl Workspace {
    /// The dependency that the selected packages know by this name. `None` where there is none, where two packages mean
    /// different ones, and where cargo cannot tell without the network.
    pub fn dependency(&self, name: &str) -> Option<&Dependency> {
        let Dependencies { asked, known, .. } = &self.dependencies;
        let known = known.get_or_init(|| {
            if asked.manifest.as_os_str().is_empty() {
                return BTreeMap::new();
            }
            let metadata = asked.metadata(true).or_else(|_| self.metadata_of_copy());
            metadata.map(|metadata| direct(&metadata, &self.packages)).unwrap_or_default()
        });
        known.get(name)
    }

    /// Where `Cargo.lock` is not there yet, it is no business of ours to write it.
    fn metadata_of_copy(&self) -> anyhow::Result<Metadata> {
        let scratch = self.scratch();
        std::fs::create_dir_all(&scratch)?;
        let folder = tempfile::tempdir_in(scratch)?;
        let tree = self.copy_in(folder.path());
        copy_tree(self, &tree)?;
        let asked = self.dependencies.asked.clone();
        let manifest = tree.join(asked.manifest.strip_prefix(&self.root)?);
        Asked { manifest, ..asked }.metadata(false)
    }

    /// The dependency of this name as a workspace of its own, whose one crate has this name; `None` where it is no
    /// library, or too large to be read.
    pub fn opened(&self, name: &str) -> Option<Workspace> {
        let dependency = self.dependency(name)?;
        let found = &dependency.found;
        let cfg = self.dependencies.cfg.with_features(&dependency.features);
        let dir = found.manifest_path.parent()?.as_std_path().to_owned();
        let bytes: u64 = walkdir::WalkDir::new(dir.join("src"))
            .into_iter()
            .flatten()
            .filter(|entry| entry.path().extension().is_some_and(|ending| ending == "rs"))
            .filter_map(|entry| Some(entry.metadata().ok()?.len()))
            .sum();
        if bytes > MOST_BYTES {
            return None;
        }
        let mut targets = targets(found, &cfg).ok()?;
        targets.truncate(1);
        targets.first_mut()?.name = name.to_owned();
        let package = Package {
            name: found.name.to_string(),
            version: found.version.to_string(),
            edition: found.edition.to_string(),
            dir: dir.clone(),
            targets,
            cfg,
            features: dependency.features.clone(),
        };
        Some(Workspace {
            root: dir,
            packages: vec![package],
            dependencies: Dependencies::default(),
            outside: BTreeSet::new(),
            ..self.clone()
        })
    }
}

/// What the packages depend on, by the names in their code; without what is in the workspace itself.
fn direct(metadata: &Metadata, packages: &[Package]) -> BTreeMap<String, Dependency> {
    let nodes = metadata.resolve.iter().flat_map(|resolve| &resolve.nodes);
    let nodes: BTreeMap<_, _> = nodes.map(|node| (&node.id, node)).collect();
    let members = metadata.workspace_packages();
    let selected =
        members.iter().filter(|it| packages.iter().any(|package| it.name.as_str() == package.name));
    let mut found: BTreeMap<String, Option<_>> = BTreeMap::new();
    for known in selected.filter_map(|package| nodes.get(&package.id)).flat_map(|node| &node.deps) {
        let is_member = metadata.workspace_members.contains(&known.pkg);
        if !is_member && known.dep_kinds.iter().any(|kind| kind.kind == DependencyKind::Normal) {
            let meant = found.entry(known.name.clone()).or_insert(Some(&known.pkg));
            if *meant != Some(&known.pkg) {
                *meant = None;
            }
        }
    }
    let one = |(name, id): (String, Option<&cargo_metadata::PackageId>)| {
        let (node, package) = (nodes.get(id?)?, &metadata[id?]);
        let folder = match &package.source {
            None => Some(package.manifest_path.parent()?.as_std_path().to_owned()),
            Some(source) if source.is_crates_io() => None,
            // From where another one comes, only the package's own manifest tells.
            Some(_) => return None,
        };
        let dependency = Dependency {
            package: package.name.to_string(),
            version: package.version.to_string(),
            folder,
            found: package.clone(),
            features: node.features.iter().map(ToString::to_string).collect(),
        };
        Some((name, dependency))
    };
    found.into_iter().filter_map(one).collect()
}
