//! Sources of registry crates, which cargo fetches.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use cargo_metadata::MetadataCommand;

/// A package that depends on registry crates.
pub struct Registry {
    folder: tempfile::TempDir,
}

impl Registry {
    /// Has cargo fetch crates of exactly these versions.
    pub fn fetch<'a>(crates: impl Iterator<Item = (&'a str, &'a str)>) -> Result<Registry> {
        let folder = tempfile::tempdir()?;
        let mut manifest = "[package]\nname = \"targets\"\nversion = \"0.0.0\"\nedition = \"2021\"\n\n\
                            [workspace]\n\n[dependencies]\n"
            .to_owned();
        for (name, version) in crates {
            manifest.push_str(&format!("{name} = \"={version}\"\n"));
        }
        fs::create_dir(folder.path().join("src"))?;
        fs::write(folder.path().join("src/lib.rs"), "")?;
        fs::write(folder.path().join("Cargo.toml"), manifest)?;
        let fetched = Command::new("cargo").args(["fetch", "--quiet"]).current_dir(folder.path()).status();
        ensure!(fetched.context("cannot run cargo")?.success(), "cargo cannot fetch the targets");
        Ok(Registry { folder })
    }

    /// The folder of a crate's sources.
    pub fn of(&self, name: &str) -> Result<PathBuf> {
        let manifest = self.folder.path().join("Cargo.toml");
        let metadata = MetadataCommand::new().manifest_path(manifest).exec()?;
        let package = metadata.packages.iter().find(|package| package.name.as_str() == name);
        let manifest = &package.with_context(|| format!("cargo fetched no {name}"))?.manifest_path;
        Ok(manifest.parent().context("a manifest has a folder")?.as_std_path().to_owned())
    }
}
