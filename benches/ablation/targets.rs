//! The packages on which parts are switched off: fixtures, and crates that cargo fetches.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use cargo_metadata::MetadataCommand;

/// A package, and which of its functions are searched.
pub struct Target {
    /// Its name.
    pub name: &'static str,
    /// The version of a registry crate; `None` for a fixture.
    version: Option<&'static str>,
    /// The functions, as `--function` takes them.
    pub functions: &'static str,
}

/// Enough functions for every part to have work, few enough for a configuration to take some minutes.
pub const TARGETS: [Target; 6] = [
    Target {
        name: "quickstart",
        version: None,
        functions: "codec::(from_roman|hex_decode|to_roman)|dates::|num::(is_prime|pow)|text::is_palindrome",
    },
    Target {
        name: "automr",
        version: None,
        functions: "numpy::(rounding::(floor|sqrt)|hyperbolic::(sinh|tanh)|arrays::amax)$",
    },
    Target { name: "business", version: None, functions: "::(parking|tax)::|expense::(airfare|car|other)" },
    Target {
        name: "strsim",
        version: Some("0.11.1"),
        functions: "^strsim::(jaro|levenshtein|normalized_levenshtein|sorensen_dice)$",
    },
    Target {
        name: "simple-easing",
        version: Some("1.1.1"),
        functions: "::(back|bounce|circ|elastic|expo|quad|sine)_in_out$|::(linear|reverse|roundtrip)$",
    },
    Target { name: "roman", version: Some("0.2.2"), functions: "^roman::" },
];

/// Where the sources of the targets are.
pub struct Sources {
    /// Holds a package that depends on the registry crates.
    folder: tempfile::TempDir,
}

impl Sources {
    /// Has cargo fetch the registry crates.
    pub fn fetch() -> Result<Sources> {
        let folder = tempfile::tempdir()?;
        let mut manifest = "[package]\nname = \"targets\"\nversion = \"0.0.0\"\nedition = \"2021\"\n\n\
                            [workspace]\n\n[dependencies]\n"
            .to_owned();
        for target in &TARGETS {
            if let Some(version) = target.version {
                manifest.push_str(&format!("{} = \"={version}\"\n", target.name));
            }
        }
        fs::create_dir(folder.path().join("src"))?;
        fs::write(folder.path().join("src/lib.rs"), "")?;
        fs::write(folder.path().join("Cargo.toml"), manifest)?;
        let fetched = Command::new("cargo").args(["fetch", "--quiet"]).current_dir(folder.path()).status();
        ensure!(fetched.context("cannot run cargo")?.success(), "cargo cannot fetch the targets");
        Ok(Sources { folder })
    }

    /// The folder of a target's package.
    pub fn of(&self, target: &Target) -> Result<PathBuf> {
        if target.version.is_none() {
            return Ok(Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(target.name));
        }
        let manifest = self.folder.path().join("Cargo.toml");
        let metadata = MetadataCommand::new().manifest_path(manifest).exec()?;
        let package = metadata.packages.iter().find(|package| package.name.as_str() == target.name);
        let manifest = &package.with_context(|| format!("cargo fetched no {}", target.name))?.manifest_path;
        Ok(manifest.parent().context("a manifest has a folder")?.as_std_path().to_owned())
    }
}
