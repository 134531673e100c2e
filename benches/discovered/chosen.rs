//! Which packages of a list a run is about.

use clap::Args;

// Documentation of it would be that of the command.
#[derive(Args)]
pub struct Chosen {
    /// Only these packages, comma-separated
    #[arg(long, value_delimiter = ',')]
    package: Vec<String>,
}

impl Chosen {
    /// Those of a list, each with its version; all where none is chosen.
    pub fn of(&self, packages: &[(&'static str, &'static str)]) -> Vec<(&'static str, &'static str)> {
        let is_wanted =
            |(name, _): &&(&str, &str)| self.package.is_empty() || self.package.iter().any(|p| p == name);
        packages.iter().filter(is_wanted).copied().collect()
    }
}
