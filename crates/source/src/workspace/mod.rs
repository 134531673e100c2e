//! From a manifest path to packages, targets, module trees and source files; private working copies.

mod asked;
mod cargo;
mod cfg;
mod changes;
mod clock;
mod compiler;
mod copy;
mod dependencies;
mod edition;
mod features;
mod foundation;
mod ground;
mod load;
mod lock;
mod manifest;
mod members;
mod outside;
mod passed;
mod places;
mod run_time;
mod said;
mod scripts;
mod selection;
mod source;
mod targets;
mod tree;

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};

pub use cargo::DENIED;
pub use cfg::Cfg;
pub use changes::{Changes, Repository, run_git};
pub use copy::{copied_files, copy_tree};
pub use dependencies::{Dependencies, Dependency};
pub use edition::modern;
pub use load::{Opened, load, open};
pub use lock::Lock;
pub use manifest::normal;
pub use passed::Passed;
pub use said::{cargo_error, is_full, lacking};
pub use selection::Selection;
pub use source::{Source, parse};

/// The workspace that a manifest belongs to.
#[derive(Clone, Debug)]
pub struct Workspace {
    /// The folder of the workspace's root manifest.
    pub root: PathBuf,
    /// Cargo's target folder; ours is `morph` below it.
    pub target_dir: PathBuf,
    /// The packages that were selected, in the order of their names.
    pub packages: Vec<Package>,
    /// Files outside the root that these are compiled with: modules with a `#[path]`, what is included.
    pub outside: BTreeSet<PathBuf>,
    /// Why programs for the target of builds cannot be built here, or not be run.
    pub unrunnable: Option<String>,
    /// What the user passes on to cargo.
    pub passed: Passed,
    /// Whether flags for rustc are configured for targets, which makes cargo ignore `build.rustflags`.
    pub flags_by_target: bool,
    /// What the packages depend on.
    pub dependencies: Dependencies,
}

/// A package with Rust sources of its own.
#[derive(Clone, Debug)]
pub struct Package {
    /// The name in the manifest, with hyphens as written.
    pub name: String,
    /// Its version.
    pub version: String,
    /// `"2015"`, `"2018"`, `"2021"`, `"2024"`.
    pub edition: String,
    /// The folder of its manifest.
    pub dir: PathBuf,
    /// The library, or the binaries where there is no library.
    pub targets: Vec<Target>,
    /// What `#[cfg(…)]` evaluates to: what is set for the target, by features and by the build script.
    pub cfg: Cfg,
    /// The features that are on, whoever asked for them, and those of its dependencies that the flags ask for
    /// (`dependency/feature`).
    pub features: BTreeSet<String>,
}

impl Package {
    /// How cargo's `-p` takes it. Dependencies may have the same name and version, but a pattern is of members alone.
    pub fn spec(&self) -> String {
        let (first, rest) = self.name.split_at(self.name.chars().next().map_or(0, char::len_utf8));
        format!("[{first}]{rest}")
    }

    /// Flags of cargo that turn on the same features when the package is built alone.
    pub fn feature_flags(&self) -> Vec<String> {
        let mut flags = vec!["--no-default-features".to_owned()];
        if !self.features.is_empty() {
            let features: Vec<&str> = self.features.iter().map(String::as_str).collect();
            flags.extend(["--features".to_owned(), features.join(",")]);
        }
        flags
    }
}

/// Something cargo compiles as one crate.
#[derive(Clone, Debug)]
pub struct Target {
    /// Which kind.
    pub kind: TargetKind,
    /// The crate's name as code sees it (underscores).
    pub name: String,
    /// The name as cargo's `--bin` takes it.
    pub cargo_name: String,
    /// The tree of its modules; the crate's root first.
    pub modules: Vec<Module>,
    /// Why its functions cannot be called, if it is so.
    pub closed: Option<&'static str>,
}

/// What a target is compiled as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TargetKind {
    /// The package's library.
    Lib,
    /// A binary.
    Bin,
}

/// A module: a file, or an inline `mod name { … }` in one.
#[derive(Clone, Debug)]
pub struct Module {
    /// Path below the crate's root: empty for the root, `["num", "int"]` for `crate::num::int`.
    pub path: Vec<String>,
    /// The file that holds it.
    pub file: PathBuf,
    /// Where `morph_tests.rs` lives: where a child module without `#[path]` is looked for, or a folder below that if
    /// the place is not the module's alone.
    pub child_dir: PathBuf,
    /// The `#[path]` that a child module in that folder needs, up to the file's name.
    pub child_path: Option<String>,
    /// Bytes of the text between the braces of an inline module in `file`; `None` for a whole file.
    pub inline: Option<std::ops::Range<usize>>,
}

impl Module {
    /// Its path, crate first: `demo::num::int`.
    pub fn path_in(&self, crate_name: &str) -> String {
        std::iter::once(crate_name).chain(self.path.iter().map(String::as_str)).collect::<Vec<_>>().join("::")
    }
}

impl Workspace {
    /// A file as it is shown: below the root, or as it is where it lies elsewhere.
    pub fn relative<'f>(&self, file: &'f Path) -> &'f Path {
        file.strip_prefix(&self.root).unwrap_or(file)
    }

    /// Our folder for private copies, builds and caches: `<target>/morph`; in a target folder outside the workspace,
    /// which others may share, a folder of this workspace below it.
    pub fn scratch(&self) -> PathBuf {
        scratch(&self.root, &self.target_dir)
    }

    /// The copy of the root that the lab is built from.
    pub fn lab_tree(&self) -> PathBuf {
        self.copy_in(&self.scratch().join("lab/tree"))
    }

    /// The lab's target folder.
    pub fn lab_target_dir(&self) -> PathBuf {
        self.scratch().join("lab/target")
    }
}

fn scratch(root: &Path, target_dir: &Path) -> PathBuf {
    let ours = target_dir.join("morph");
    if target_dir.starts_with(root) {
        return ours;
    }
    let mut hasher = DefaultHasher::new();
    root.hash(&mut hasher);
    let name = root.file_name().unwrap_or_default().to_string_lossy();
    ours.join(format!("{name}-{:016x}", hasher.finish()))
}
