//! What cargo tells rustc in this workspace, before any package has its say: `.cargo/config.toml`, the environment and
//! the toolchain decide it.

use std::path::Path;

use toml_edit::{DocumentMut, Item, TableLike};

use super::cargo;
use super::cfg::Cfg;
use super::passed::Passed;
use crate::exit::{Code, fail};
use crate::process;

/// The target of a build, and where flags of ours have to go.
#[derive(Clone, Debug, Default)]
pub(super) struct Compiler {
    /// The target's `cfg`s, and those that flags in a configuration or the environment set.
    pub(super) cfg: Cfg,
    /// The target, such as `x86_64-unknown-linux-gnu`; empty where it is not known.
    pub(super) triple: String,
    /// Whether flags are configured for targets, which makes cargo ignore `build.rustflags`.
    pub(super) flags_by_target: bool,
    /// Whether there is no standard library for the target, and none is built.
    pub(super) lacks_std: bool,
}

/// Set by us in `build.rustflags`, to see whether it arrives.
const OURS: &str = "__morph_build_rustflags";

impl Compiler {
    /// Lets cargo compile an empty package from the workspace's root, and reads the arguments of rustc. Nothing is
    /// written in the workspace. What the user passes on and cargo does not take is an error.
    pub(super) fn of(root: &Path, offline: bool, passed: &Passed) -> anyhow::Result<Compiler> {
        match Compiler::ask(root, offline, passed) {
            Ok(Some(compiler)) => Ok(compiler),
            // What is wrong without it is reported by the first build.
            Err(stderr) if !passed.is_empty() => {
                let mut errors = stderr.lines().filter_map(|line| line.trim().strip_prefix("error: "));
                let why = match (errors.next_back(), &passed.profile) {
                    // A variable of ours sets a key of it.
                    (Some(why), Some(profile)) if why.contains("missing an `inherits` directive") => {
                        format!("there is no profile `{profile}`")
                    }
                    (why, _) => why.unwrap_or("it fails").to_owned(),
                };
                Err(fail(Code::Usage, format!("cargo does not build with {passed}: {why}")))
            }
            _ => Ok(Compiler { cfg: Cfg::of_host(), ..Compiler::default() }),
        }
    }

    /// What cargo and rustc say; `Err` with cargo's words where it fails, `None` where they are not understood.
    fn ask(root: &Path, offline: bool, passed: &Passed) -> Result<Option<Compiler>, String> {
        let said = |error: std::io::Error| format!("error: {error}");
        let folder = tempfile::tempdir().map_err(said)?;
        let manifest = folder.path().join("Cargo.toml");
        std::fs::write(&manifest, self::manifest(root)).map_err(said)?;
        std::fs::write(folder.path().join("lib.rs"), "").map_err(said)?;
        let mut command = cargo::compiling("rustc", root, passed);
        command.args(["--quiet", "--lib", "--manifest-path"]).arg(&manifest);
        command.arg("--target-dir").arg(folder.path().join("target"));
        command.args(["--config", &format!("build.rustflags=[\"--cfg={OURS}\"]")]);
        if offline {
            command.arg("--offline");
        }
        command.args(["--", "--print", "target-libdir", "--print", "cfg"]);
        let output = process::output(command).map_err(said)?;
        process::park_if_interrupted();
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).into_owned());
        }
        Ok(Compiler::read(&String::from_utf8_lossy(&output.stdout), passed))
    }

    fn read(text: &str, passed: &Passed) -> Option<Compiler> {
        let (libdir, lines) = text.split_once('\n')?;
        // …/lib/rustlib/<triple>/lib
        let libdir = Path::new(libdir.trim());
        let triple = libdir.parent()?.file_name()?.to_str()?.to_owned();
        let by_environment = ["CARGO_ENCODED_RUSTFLAGS", "RUSTFLAGS"];
        let flags_by_target = !lines.lines().any(|line| line == OURS)
            && by_environment.iter().all(|name| std::env::var_os(name).is_none());
        let lacks_std = !libdir.is_dir() && !passed.args.iter().any(|arg| arg.contains("build-std"));
        Some(Compiler { cfg: Cfg::read(lines), triple, flags_by_target, lacks_std })
    }
}

/// An empty package with the profiles of the workspace, which decide `debug_assertions`.
fn manifest(root: &Path) -> String {
    let ours = "[package]\nname = \"empty\"\nversion = \"0.0.0\"\nedition = \"2021\"\n\n[lib]\npath = \"lib.rs\"\n\n[workspace]\n";
    let theirs = std::fs::read_to_string(root.join("Cargo.toml")).unwrap_or_default();
    let mut document: DocumentMut = ours.parse().expect("it is TOML");
    let theirs: DocumentMut = theirs.parse().unwrap_or_default();
    let profiles = theirs.get("profile").and_then(Item::as_table_like);
    for (name, profile) in profiles.into_iter().flat_map(TableLike::iter) {
        let mut profile = profile.clone();
        if let Some(profile) = profile.as_table_like_mut() {
            // They name packages that are not there.
            profile.remove("package");
            profile.remove("panic");
        }
        document["profile"][name] = profile;
    }
    document.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compiler(manifest: &str, config: &str) -> Compiler {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("Cargo.toml"), manifest).unwrap();
        std::fs::create_dir(folder.path().join(".cargo")).unwrap();
        std::fs::write(folder.path().join(".cargo/config.toml"), config).unwrap();
        Compiler::of(folder.path(), true, &Passed::default()).unwrap()
    }

    #[test]
    fn flags_and_profiles_of_the_workspace_count() {
        let plain = compiler("", "");
        assert!(plain.cfg.matches("cfg(debug_assertions)") && plain.cfg.matches("cfg(panic = \"unwind\")"));
        assert!(plain.triple.contains(std::env::consts::ARCH), "{}", plain.triple);
        let flagged = compiler(
            "[profile.dev]\ndebug-assertions = false\npanic = \"abort\"\n[profile.dev.package.x]\nopt-level = 1\n",
            "[build]\nrustflags = [\"--cfg\", \"one\"]\n",
        );
        assert!(flagged.cfg.matches("cfg(all(one, not(debug_assertions), panic = \"unwind\"))"));
        assert!(!flagged.flags_by_target);
        let by_target = format!("[target.{}]\nrustflags = [\"--cfg=two\"]\n", plain.triple);
        let flagged = compiler("", &by_target);
        assert!(flagged.cfg.matches("cfg(two)") && flagged.flags_by_target);
    }
}
