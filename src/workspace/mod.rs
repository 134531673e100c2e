//! From a manifest path to packages, targets, module trees and source files; private working copies.

mod cfg;
mod copy;
mod load;
mod manifest;
mod run_time;
mod source;
mod tree;

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::PathBuf;

pub use cfg::Cfg;
pub use copy::copy_tree;
pub use load::{Selection, load};
pub(crate) use run_time::visit_run_time_only;
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
}

/// A package with Rust sources of its own.
#[derive(Clone, Debug)]
pub struct Package {
    /// The name in the manifest, with hyphens as written.
    pub name: String,
    /// `"2015"`, `"2018"`, `"2021"`, `"2024"`.
    pub edition: String,
    /// The folder of its manifest.
    pub dir: PathBuf,
    /// The library, or the binaries where there is no library.
    pub targets: Vec<Target>,
    /// What `#[cfg(…)]` evaluates to: the target's and the selected features.
    pub cfg: Cfg,
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
    /// Where a child module without `#[path]` is looked for; `morph_tests.rs` lives there.
    pub child_dir: PathBuf,
    /// Bytes of the text between the braces of an inline module in `file`; `None` for a whole file.
    pub inline: Option<std::ops::Range<usize>>,
}

impl Workspace {
    /// Our folder for private copies, builds and caches: `<target>/morph`; in a target folder outside the workspace,
    /// which others may share, a folder of this workspace below it.
    pub fn scratch(&self) -> PathBuf {
        let ours = self.target_dir.join("morph");
        if self.target_dir.starts_with(&self.root) {
            return ours;
        }
        let mut hasher = DefaultHasher::new();
        self.root.hash(&mut hasher);
        let name = self.root.file_name().unwrap_or_default().to_string_lossy();
        ours.join(format!("{name}-{:016x}", hasher.finish()))
    }
}
