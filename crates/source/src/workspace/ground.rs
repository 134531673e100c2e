//! What builds of a workspace rest on beside its sources.

use std::ffi::OsStr;

use super::{Workspace, cargo};
use crate::process;

/// Files at the root that decide how cargo builds.
const FILES: [&str; 6] = [
    "Cargo.toml",
    "Cargo.lock",
    ".cargo/config.toml",
    ".cargo/config",
    "rust-toolchain.toml",
    "rust-toolchain",
];

/// How the names of variables begin that cargo and rustc read.
const VARIABLES: [&str; 5] = ["RUST", "CARGO_BUILD_", "CARGO_PROFILE_", "CARGO_TARGET_", "CARGO_ENCODED_"];

impl Workspace {
    /// What decides how its packages are built, beside their sources, in parts: the toolchain, variables of the environment,
    /// configuration, manifests, features.
    pub fn ground(&self) -> Vec<Vec<u8>> {
        let mut version = cargo::plain("--version", &self.root);
        version.arg("--verbose");
        let version = process::output(version).map(|output| output.stdout).unwrap_or_default();
        let mut parts = vec![version];
        let is_read = |name: &OsStr| {
            let name = name.to_string_lossy();
            VARIABLES.iter().any(|begin| name.starts_with(begin))
                && name != "RUST_BACKTRACE"
                && name != "RUST_LOG"
        };
        let mut variables: Vec<_> = std::env::vars_os().filter(|(name, _)| is_read(name)).collect();
        variables.sort();
        for (name, value) in variables {
            parts.push(format!("{}={}", name.display(), value.display()).into_bytes());
        }
        for file in FILES {
            parts.push(file.as_bytes().to_vec());
            parts.push(std::fs::read(self.root.join(file)).unwrap_or_default());
        }
        for package in &self.packages {
            parts.push(package.spec().into_bytes());
            parts.push(std::fs::read(package.dir.join("Cargo.toml")).unwrap_or_default());
            parts.extend(package.features.iter().map(|feature| feature.clone().into_bytes()));
        }
        parts
    }
}
