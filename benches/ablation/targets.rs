//! The packages on which parts are switched off: fixtures, and crates that cargo fetches.

use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::registry::Registry;

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
    registry: Registry,
}

impl Sources {
    /// Has cargo fetch the registry crates.
    pub fn fetch() -> Result<Sources> {
        let crates = TARGETS.iter().filter_map(|target| Some((target.name, target.version?)));
        Ok(Sources { registry: Registry::fetch(crates)? })
    }

    /// The folder of a target's package.
    pub fn of(&self, target: &Target) -> Result<PathBuf> {
        match target.version {
            None => Ok(Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(target.name)),
            Some(_) => self.registry.of(target.name),
        }
    }
}
