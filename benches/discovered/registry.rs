//! Sources of registry crates, which cargo fetches.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use cargo_metadata::MetadataCommand;

/// A package that depends on registry crates.
pub struct Registry {
    folder: tempfile::TempDir,
    /// Of each crate, the version: another crate may depend on an older one.
    versions: BTreeMap<String, String>,
}

impl Registry {
    /// Has cargo fetch crates of exactly these versions.
    pub fn fetch<'a>(crates: impl Iterator<Item = (&'a str, &'a str)>) -> Result<Registry> {
        let folder = tempfile::tempdir()?;
        let mut manifest = "[package]\nname = \"targets\"\nversion = \"0.0.0\"\nedition = \"2021\"\n\n\
                            [workspace]\n\n[dependencies]\n"
            .to_owned();
        let mut versions = BTreeMap::new();
        for (name, version) in crates {
            versions.insert(name.to_owned(), version.to_owned());
            manifest.push_str(&format!("{name} = \"={version}\"\n"));
        }
        fs::create_dir(folder.path().join("src"))?;
        fs::write(folder.path().join("src/lib.rs"), "")?;
        fs::write(folder.path().join("Cargo.toml"), manifest)?;
        let fetched = Command::new("cargo").args(["fetch", "--quiet"]).current_dir(folder.path()).status();
        ensure!(fetched.context("cannot run cargo")?.success(), "cargo cannot fetch the targets");
        Ok(Registry { folder, versions })
    }

    /// The folder of a crate's sources.
    pub fn of(&self, name: &str) -> Result<PathBuf> {
        let manifest = self.folder.path().join("Cargo.toml");
        let metadata = MetadataCommand::new().manifest_path(manifest).exec()?;
        let version = self.versions.get(name);
        let is_it = |package: &&cargo_metadata::Package| {
            package.name.as_str() == name && Some(&package.version.to_string()) == version
        };
        let package = metadata.packages.iter().find(is_it);
        let manifest = &package.with_context(|| format!("cargo fetched no {name}"))?.manifest_path;
        Ok(manifest.parent().context("a manifest has a folder")?.as_std_path().to_owned())
    }
}
