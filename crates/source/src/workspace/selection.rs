//! The flags that choose packages and features.

use std::path::PathBuf;

use super::passed::Passed;

/// The flags that choose packages and features, with cargo's meanings.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// `--manifest-path`; without it, the nearest `Cargo.toml` above the current folder.
    pub manifest_path: Option<PathBuf>,
    /// `-p`, repeated: names, patterns such as `demo-*`, or `name@version`.
    pub packages: Vec<String>,
    /// `--workspace`.
    pub workspace: bool,
    /// `--exclude`, with `workspace`: like `packages`.
    pub exclude: Vec<String>,
    /// Packages that do not build, which are left out, by name.
    pub broken: Vec<String>,
    /// `--features`.
    pub features: Vec<String>,
    /// `--all-features`.
    pub all_features: bool,
    /// `--no-default-features`.
    pub no_default_features: bool,
    /// `--offline`.
    pub offline: bool,
    /// `--locked`.
    pub locked: bool,
    /// What builds have to be told besides.
    pub passed: Passed,
}

impl Selection {
    /// The choice of features as cargo's own flags.
    pub fn feature_flags(&self) -> Vec<String> {
        let mut flags = Vec::new();
        if !self.features.is_empty() {
            flags.extend(["--features".to_owned(), self.features.join(",")]);
        }
        if self.all_features {
            flags.push("--all-features".to_owned());
        }
        if self.no_default_features {
            flags.push("--no-default-features".to_owned());
        }
        flags
    }

    /// Everything that a build of the selected packages has to be told, as cargo's own flags.
    pub fn flags(&self) -> Vec<String> {
        let network = self.offline.then(|| "--offline".to_owned());
        let versions = self.locked.then(|| "--locked".to_owned());
        self.feature_flags().into_iter().chain(network).chain(versions).collect()
    }
}

/// Names as messages list them.
pub(super) fn list(names: &[String]) -> String {
    let mut names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    names.sort();
    names.join(", ")
}
