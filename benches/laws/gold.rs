//! Gold laws as files: `gold/<package>.toml`.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde::Deserialize;

/// The gold laws of a package.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gold {
    /// A registry crate.
    pub package: Option<String>,
    /// Its version.
    pub version: Option<String>,
    /// Or one of the fixtures.
    pub fixture: Option<String>,
    /// The laws.
    pub law: Vec<Law>,
}

/// A law that a textbook, or a good author of property tests, would write.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Law {
    /// The subject's path.
    pub about: String,
    /// The standard name of its family.
    pub family: String,
    /// Variables beside the parameters.
    #[serde(default)]
    pub given: Vec<String>,
    /// The guard.
    #[serde(default = "always")]
    pub when: String,
    /// The statement, with calls in it.
    pub law: String,
    /// How floats compare.
    #[serde(default = "exact")]
    pub tolerance: String,
    /// What the language lacked when the law was written down.
    pub missing: Option<String>,
}

fn always() -> String {
    "true".to_owned()
}

fn exact() -> String {
    "exact".to_owned()
}

impl Gold {
    /// All that there are, sorted by their names.
    pub fn all() -> Result<Vec<Gold>> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/laws/gold");
        let mut files: Vec<_> =
            fs::read_dir(&folder)?.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
        files.sort();
        let read = |file: &Path| -> Result<Gold> {
            let gold: Gold = toml::from_str(&fs::read_to_string(file)?)?;
            gold.check()?;
            Ok(gold)
        };
        files.iter().map(|file| read(file).with_context(|| file.display().to_string())).collect()
    }

    fn check(&self) -> Result<()> {
        let is_crate = self.package.is_some() && self.version.is_some() && self.fixture.is_none();
        let is_fixture = self.package.is_none() && self.version.is_none() && self.fixture.is_some();
        anyhow::ensure!(is_crate || is_fixture, "write either `package` and `version` or `fixture`");
        Ok(())
    }

    /// The package's name.
    pub fn name(&self) -> &str {
        self.package.as_deref().or(self.fixture.as_deref()).unwrap_or_default()
    }
}
