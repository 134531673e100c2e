//! Which packages a command is about, and what cargo knows about them.

use std::path::{Path, PathBuf};

use cargo_metadata::Metadata;

use super::asked::Asked;
use super::compiler::Compiler;
use super::dependencies::Dependencies;
use super::features::{self, Resolver};
use super::lock::{Lock, lock};
use super::manifest::normal;
use super::members::select;
use super::selection::{Selection, list};
use super::targets::targets;
use super::{Package, Workspace, outside, places, scratch, scripts};
use crate::exit::{Code, code_of, does_not_build, fail};

/// A workspace of which cargo has told where it lies, and no source has been read.
#[derive(Debug)]
pub struct Opened {
    selection: Selection,
    asked: Asked,
    metadata: Metadata,
    root: PathBuf,
    target_dir: PathBuf,
}

/// Finds the workspace. Nothing is written.
pub fn open(selection: &Selection) -> anyhow::Result<Opened> {
    let manifest = manifest_path(selection.manifest_path.as_deref())?;
    let asked = Asked {
        manifest,
        flags: selection.feature_flags(),
        offline: selection.offline,
        locked: selection.locked,
        passed: selection.passed.for_every_command(),
    };
    let metadata = asked.without_dependencies()?;
    Ok(Opened {
        selection: selection.clone(),
        asked,
        root: metadata.workspace_root.clone().into_std_path_buf(),
        // `build.target-dir` in a configuration may lead out of the root by `..`.
        target_dir: normal(metadata.target_directory.as_std_path()),
        metadata,
    })
}

/// Loads the selected packages, their targets and module trees. Nothing is written, but in the scratch folder where
/// build scripts have to be run.
pub fn load(selection: &Selection) -> anyhow::Result<Workspace> {
    open(selection)?.load(None)
}

impl Opened {
    /// As [`Workspace::root`].
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// As [`Workspace::scratch`].
    pub fn scratch(&self) -> PathBuf {
        scratch(&self.root, &self.target_dir)
    }

    /// Waits until no other run uses the scratch folder; `waiting` is called if there is one. `None` where the file
    /// system knows no locks.
    pub fn lock(&self, waiting: &dyn Fn()) -> anyhow::Result<Option<Lock>> {
        lock(&self.scratch(), waiting)
    }

    /// The names of the selected packages.
    pub fn selected(&self) -> anyhow::Result<Vec<String>> {
        let selected = self.select()?;
        Ok(selected.into_iter().map(|package| package.name.to_string()).collect())
    }

    fn select(&self) -> anyhow::Result<Vec<&cargo_metadata::Package>> {
        select(&self.metadata, &self.asked.manifest, &self.selection)
    }

    /// Loads the selected packages. Without the lock it is taken for as long as build scripts run.
    pub fn load(&self, held: Option<&Lock>) -> anyhow::Result<Workspace> {
        let Opened { selection, metadata, .. } = self;
        let selected = self.select()?;
        features::check(&selected, selection)?;
        let compiler = Compiler::of(&self.root, selection.offline, &selection.passed)?;
        self.asked.check_lock(&self.root, &compiler.triple)?;
        let target = features::Target { triple: &compiler.triple, cfg: &compiler.cfg };
        let members = metadata.workspace_packages();
        let on = features::resolve(&members, &selected, selection, Resolver::of(metadata), target);
        let mut workspace = Workspace {
            root: self.root.clone(),
            target_dir: self.target_dir.clone(),
            packages: Vec::new(),
            outside: Default::default(),
            unrunnable: unrunnable(&compiler),
            passed: selection.passed.clone(),
            dependencies: Dependencies::of(self.asked.clone(), compiler.cfg.clone()),
            flags_by_target: compiler.flags_by_target,
        };
        let mut empty = Vec::new();
        for package in &selected {
            let member = members.iter().position(|member| member.id == package.id);
            let features = member.map(|member| on[member].clone()).unwrap_or_default();
            let cfg = compiler.cfg.with_features(&features);
            let targets = targets(package, &cfg).map_err(|error| blamed(package, error))?;
            if targets.is_empty() {
                empty.push(package.name.to_string());
                continue;
            }
            let asked = features::requested(package, &selected, selection).into_iter();
            workspace.packages.push(Package {
                name: package.name.to_string(),
                version: package.version.to_string(),
                edition: package.edition.to_string(),
                dir: package
                    .manifest_path
                    .parent()
                    .map(|dir| dir.as_std_path().to_owned())
                    .unwrap_or_default(),
                targets,
                cfg,
                features: features.into_iter().chain(asked.filter(|feature| feature.contains('/'))).collect(),
            });
        }
        if workspace.packages.is_empty() {
            let message = match empty.as_slice() {
                [] => format!("the workspace of {} has no packages", self.asked.manifest.display()),
                _ => format!(
                    "no library or binary to test in {}; procedural macros are not supported",
                    list(&empty)
                ),
            };
            return Err(fail(Code::Usage, message));
        }
        workspace.packages.sort_by(|a, b| a.name.cmp(&b.name));
        workspace.outside = outside::files(&self.root, &workspace.packages);
        self.ask_build_scripts(&mut workspace, &selected, held)?;
        places::separate(&mut workspace.packages);
        workspace.outside = outside::files(&self.root, &workspace.packages);
        Ok(workspace)
    }

    /// Reads packages anew with what their build scripts set, where their code depends on it.
    fn ask_build_scripts(
        &self,
        workspace: &mut Workspace,
        selected: &[&cargo_metadata::Package],
        held: Option<&Lock>,
    ) -> anyhow::Result<()> {
        let of = |package: &Package| selected.iter().find(|known| known.name.as_str() == package.name);
        let has_script = |package: &&Package| {
            of(package).is_some_and(|known| known.targets.iter().any(|target| target.is_custom_build()))
        };
        let asking: Vec<&Package> = workspace
            .packages
            .iter()
            .filter(has_script)
            .filter(|package| scripts::decide(&package.targets, &package.cfg))
            .collect();
        if asking.is_empty() {
            return Ok(());
        }
        let _lock = if held.is_none() { self.lock(&|| ())? } else { None };
        let set = scripts::run(workspace, &asking, &self.selection.flags())?;
        for package in &mut workspace.packages {
            if let (Some(lines), Some(known)) =
                (set.get(&package.dir), selected.iter().find(|p| p.name.as_str() == package.name))
            {
                package.cfg = package.cfg.with_lines(lines.iter().map(String::as_str));
                package.targets = targets(known, &package.cfg).map_err(|error| blamed(known, error))?;
            }
        }
        Ok(())
    }
}

/// The error, with the package that does not build.
fn blamed(package: &cargo_metadata::Package, error: anyhow::Error) -> anyhow::Error {
    match code_of(&error) {
        Code::DoesNotBuild => does_not_build(vec![package.name.to_string()], format!("{error:#}")),
        _ => error,
    }
}

/// Why programs for the target cannot be built here, or not be run, if it is so.
fn unrunnable(compiler: &Compiler) -> Option<String> {
    use std::env::consts::{ARCH, OS};
    let is = |name: &str, here: &str| compiler.cfg.value(name).is_none_or(|there| there == here);
    let runs =
        is("target_os", OS) && (is("target_arch", ARCH) || (ARCH == "x86_64" && is("target_arch", "x86")));
    let Compiler { triple, lacks_std, .. } = compiler;
    if !runs {
        return Some(format!(
            "the workspace is built for {triple}, whose programs do not run here; \
             choose this machine's target with --target or CARGO_BUILD_TARGET"
        ));
    }
    lacks_std.then(|| {
        format!("the standard library for {triple} is not installed; run `rustup target add {triple}`")
    })
}

/// The manifest that was asked for, or the nearest one, absolute.
fn manifest_path(given: Option<&Path>) -> anyhow::Result<PathBuf> {
    if let Some(path) = given {
        if path.file_name().is_none_or(|name| name != "Cargo.toml") {
            return Err(fail(
                Code::Usage,
                format!("--manifest-path must name a Cargo.toml, not {}", path.display()),
            ));
        }
        if !path.is_file() {
            return Err(fail(Code::Usage, format!("{} does not exist", path.display())));
        }
        return Ok(std::path::absolute(path)?);
    }
    let here = std::env::current_dir()?;
    here.ancestors().map(|dir| dir.join("Cargo.toml")).find(|file| file.is_file()).ok_or_else(|| {
        fail(
            Code::Usage,
            format!("no Cargo.toml found in {} or any parent; pass --manifest-path", here.display()),
        )
    })
}
