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

/// Variables that cargo and rustc read, and how the names of others begin.
const VARIABLES: [&str; 5] =
    ["RUSTFLAGS", "RUSTC", "RUSTC_WRAPPER", "RUSTC_WORKSPACE_WRAPPER", "CARGO_ENCODED_RUSTFLAGS"];
const FAMILIES: [&str; 3] = ["CARGO_BUILD_", "CARGO_PROFILE_", "CARGO_TARGET_"];
/// Those among them that only say where, or how fast.
const ELSEWHERE: [&str; 4] =
    ["CARGO_TARGET_DIR", "CARGO_BUILD_TARGET_DIR", "CARGO_BUILD_BUILD_DIR", "CARGO_BUILD_JOBS"];
/// How the lines of cargo's version begin that tell toolchains apart, whatever the machine.
const VERSION: [&str; 3] = ["release: ", "commit-hash: ", "host: "];

impl Workspace {
    /// What decides how its packages are built, beside their sources, in parts: the toolchain, variables of the environment,
    /// configuration, manifests, features, what is passed on to cargo.
    pub fn ground(&self) -> Vec<Vec<u8>> {
        let mut version = cargo::plain("--version", &self.root);
        version.arg("--verbose");
        let version = process::output(version).map(|output| output.stdout).unwrap_or_default();
        let version = String::from_utf8_lossy(&version);
        let tells = |line: &&str| VERSION.iter().any(|begin| line.starts_with(begin));
        let mut parts: Vec<Vec<u8>> =
            version.lines().filter(tells).map(|line| line.as_bytes().to_vec()).collect();
        let is_read = |name: &OsStr| {
            let name = &*name.to_string_lossy();
            let is_one = VARIABLES.contains(&name) || FAMILIES.iter().any(|begin| name.starts_with(begin));
            is_one && !ELSEWHERE.contains(&name)
        };
        let mut variables: Vec<_> = std::env::vars_os().filter(|(name, _)| is_read(name)).collect();
        variables.sort();
        for (name, value) in variables {
            parts.push(format!("{}={}", name.display(), value.display()).into_bytes());
        }
        parts.extend(self.passed.to_string().lines().map(|line| line.as_bytes().to_vec()));
        for file in FILES {
            parts.push(file.as_bytes().to_vec());
            parts.push(std::fs::read(self.root.join(file)).unwrap_or_default());
        }
        for package in &self.packages {
            parts.push(format!("{}@{}", package.name, package.version).into_bytes());
            parts.push(std::fs::read(package.dir.join("Cargo.toml")).unwrap_or_default());
            parts.extend(package.features.iter().map(|feature| feature.clone().into_bytes()));
        }
        parts
    }
}
