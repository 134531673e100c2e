//! Which packages a command is about, and what cargo knows about them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use cargo_metadata::{Metadata, MetadataCommand, TargetKind as Kind};

use super::cfg::Cfg;
use super::manifest::normal;
use super::tree::modules;
use super::{Package, Target, TargetKind, Workspace};
use crate::exit::{Code, fail};
use crate::process;

/// The flags that choose packages and features, with cargo's meanings.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// `--manifest-path`; without it, the nearest `Cargo.toml` above the current folder.
    pub manifest_path: Option<PathBuf>,
    /// `-p`, repeated: names or patterns such as `demo-*`.
    pub packages: Vec<String>,
    /// `--workspace`.
    pub workspace: bool,
    /// `--features`.
    pub features: Vec<String>,
    /// `--all-features`.
    pub all_features: bool,
    /// `--no-default-features`.
    pub no_default_features: bool,
    /// `--offline`.
    pub offline: bool,
}

/// Loads the selected packages, their targets and module trees. Nothing is written.
pub fn load(selection: &Selection) -> anyhow::Result<Workspace> {
    let manifest = manifest_path(selection.manifest_path.as_deref())?;
    let metadata = metadata(&manifest, selection.offline)?;
    let selected = select(&metadata, &manifest, selection)?;
    known_features(&selected, selection)?;
    let host = Cfg::of_host();
    let mut packages = Vec::new();
    let mut empty = Vec::new();
    for package in selected {
        let cfg = host.with_features(&features(&package.features, selection));
        let targets = targets(package, &cfg)?;
        if targets.is_empty() {
            empty.push(package.name.to_string());
            continue;
        }
        packages.push(Package {
            name: package.name.to_string(),
            edition: package.edition.to_string(),
            dir: package.manifest_path.parent().map(|dir| dir.as_std_path().to_owned()).unwrap_or_default(),
            targets,
            cfg,
        });
    }
    if packages.is_empty() {
        let message = match empty.as_slice() {
            [] => format!("the workspace of {} has no packages", manifest.display()),
            _ => format!(
                "no library or binary to test in {}; procedural macros are not supported",
                list(&empty)
            ),
        };
        return Err(fail(Code::Usage, message));
    }
    packages.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(Workspace {
        root: metadata.workspace_root.into_std_path_buf(),
        // `build.target-dir` in a configuration may lead out of the root by `..`.
        target_dir: normal(metadata.target_directory.as_std_path()),
        packages,
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

/// Asks cargo. Without dependencies it neither needs the network nor writes `Cargo.lock`.
fn metadata(manifest: &Path, offline: bool) -> anyhow::Result<Metadata> {
    let mut command = MetadataCommand::new();
    command.manifest_path(manifest).no_deps();
    if offline {
        command.other_options(["--offline".to_owned()]);
    }
    // Started as every child process is, so that an interrupt ends it, too.
    let output = process::output(command.cargo_command()).map_err(|error| {
        fail(Code::Environment, format!("cannot run cargo: {error}; install Rust or add cargo to PATH"))
    })?;
    process::park_if_interrupted();
    if !output.status.success() {
        return Err(fail(Code::Usage, one_line(&String::from_utf8_lossy(&output.stderr))));
    }
    // Cargo may print lines of its own before the document.
    let printed = String::from_utf8_lossy(&output.stdout);
    let document = printed.lines().find(|line| line.starts_with('{')).unwrap_or_default();
    MetadataCommand::parse(document).map_err(|error| {
        fail(Code::Environment, format!("cannot read `cargo metadata`: {error}").replace('\n', " "))
    })
}

/// Cargo's error as one line: the messages of its chain, and the position where it shows an excerpt.
fn one_line(stderr: &str) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut position = None;
    for line in stderr.lines().map(str::trim) {
        let excerpt = line.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start();
        if let Some(at) = line.strip_prefix("-->") {
            position = position.or(Some(at.trim().to_owned()));
        } else if line.is_empty()
            || excerpt.starts_with('|')
            || line == "Caused by:"
            || line.starts_with("warning:")
        {
        } else {
            parts.push(line.strip_prefix("error: ").unwrap_or(line).to_owned());
        }
    }
    let message = parts.join(": ").replace(":: ", ": ");
    match position {
        Some(position) => format!("{position}: {message}"),
        None => message,
    }
}

/// The packages that the flags choose, with cargo's defaults.
fn select<'a>(
    metadata: &'a Metadata,
    manifest: &Path,
    selection: &Selection,
) -> anyhow::Result<Vec<&'a cargo_metadata::Package>> {
    let members = metadata.workspace_packages();
    if selection.workspace {
        return Ok(members);
    }
    if !selection.packages.is_empty() {
        let mut chosen = BTreeMap::new();
        for name in &selection.packages {
            let pattern = globset::Glob::new(name)
                .map_err(|error| fail(Code::Usage, format!("-p {name}: {error}")))?
                .compile_matcher();
            let matching = members.iter().filter(|package| pattern.is_match(package.name.as_str()));
            let before = chosen.len();
            let mut any = false;
            for package in matching {
                any = true;
                chosen.insert(package.name.to_string(), *package);
            }
            if !any && chosen.len() == before {
                let names: Vec<String> = members.iter().map(|package| package.name.to_string()).collect();
                let message = format!("no package `{name}` in the workspace; it has {}", list(&names));
                return Err(fail(Code::Usage, message));
            }
        }
        return Ok(chosen.into_values().collect());
    }
    let same = |path: &Path| same_file(path, manifest);
    if !same(metadata.workspace_root.join("Cargo.toml").as_std_path())
        && let Some(package) = members.iter().find(|package| same(package.manifest_path.as_std_path()))
    {
        return Ok(vec![*package]);
    }
    if metadata.workspace_default_members.is_available() {
        return Ok(metadata.workspace_default_packages());
    }
    Ok(metadata.root_package().map_or(members, |package| vec![package]))
}

fn same_file(a: &Path, b: &Path) -> bool {
    match (a.canonicalize(), b.canonicalize()) {
        (Ok(a), Ok(b)) => a == b,
        _ => a == b,
    }
}

fn list(names: &[String]) -> String {
    let mut names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    names.sort();
    names.join(", ")
}

/// A feature that no selected package has is a wrong flag value, not a failed build.
fn known_features(packages: &[&cargo_metadata::Package], selection: &Selection) -> anyhow::Result<()> {
    let listed = selection.features.iter().flat_map(|text| text.split([',', ' ']));
    for feature in listed.filter(|feature| !feature.is_empty() && !feature.contains('/')) {
        if !packages.iter().any(|package| package.features.contains_key(feature)) {
            let names: Vec<String> = packages.iter().map(|package| package.name.to_string()).collect();
            return Err(fail(Code::Usage, format!("no feature `{feature}` in {}", list(&names))));
        }
    }
    Ok(())
}

/// The features of a package that are on, through those that enable others.
fn features(table: &BTreeMap<String, Vec<String>>, selection: &Selection) -> BTreeSet<String> {
    let mut todo: Vec<String> = Vec::new();
    if !selection.no_default_features {
        todo.push("default".to_owned());
    }
    if selection.all_features {
        todo.extend(table.keys().cloned());
    }
    let listed = selection.features.iter().flat_map(|text| text.split([',', ' ']));
    todo.extend(listed.map(|feature| feature.rsplit('/').next().unwrap_or(feature).to_owned()));
    let mut on = BTreeSet::new();
    while let Some(feature) = todo.pop() {
        if let Some(enabled) = table.get(&feature)
            && on.insert(feature)
        {
            for other in enabled {
                // `dep:x` names a dependency; `x/y` turns on the dependency `x` and its feature,
                // which is a feature of ours only where it is in our table.
                let name = other.split('/').next().unwrap_or(other);
                todo.push(name.to_owned());
            }
        }
    }
    on
}

/// The library, or the binaries where there is none.
fn targets(package: &cargo_metadata::Package, cfg: &Cfg) -> anyhow::Result<Vec<Target>> {
    const LIBRARY: [Kind; 5] = [Kind::Lib, Kind::RLib, Kind::DyLib, Kind::CDyLib, Kind::StaticLib];
    let of = |wanted: &[Kind]| -> Vec<&cargo_metadata::Target> {
        package.targets.iter().filter(|target| target.kind.iter().any(|kind| wanted.contains(kind))).collect()
    };
    let libraries = of(&LIBRARY);
    let (kind, chosen) = if !libraries.is_empty() {
        (TargetKind::Lib, libraries)
    } else if !of(&[Kind::ProcMacro]).is_empty() {
        return Ok(Vec::new());
    } else {
        (TargetKind::Bin, of(&[Kind::Bin]))
    };
    let on = |target: &&cargo_metadata::Target| {
        target.required_features.iter().all(|feature| cfg.has_feature(feature))
    };
    chosen
        .into_iter()
        .filter(on)
        .map(|target| {
            Ok(Target {
                kind,
                name: target.name.replace('-', "_"),
                cargo_name: target.name.clone(),
                modules: modules(target.src_path.as_std_path(), cfg)?,
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_enable_others_of_the_same_package() {
        let table: BTreeMap<String, Vec<String>> = [
            ("default", vec!["std"]),
            ("std", vec!["alloc", "dep:memchr", "memchr?/std"]),
            ("alloc", vec![]),
            ("extra", vec![]),
        ]
        .into_iter()
        .map(|(name, on)| (name.to_owned(), on.into_iter().map(str::to_owned).collect()))
        .collect();
        let on =
            |selection: Selection| features(&table, &selection).into_iter().collect::<Vec<_>>().join(" ");
        assert_eq!(on(Selection::default()), "alloc default std");
        assert_eq!(on(Selection { no_default_features: true, ..Selection::default() }), "");
        assert_eq!(on(Selection { all_features: true, ..Selection::default() }), "alloc default extra std");
        let some = Selection {
            features: vec!["extra,alloc".into()],
            no_default_features: true,
            ..Selection::default()
        };
        assert_eq!(on(some), "alloc extra");
    }

    #[test]
    fn cargos_errors_become_one_line() {
        let stderr = "error: invalid table header\n --> Cargo.toml:3:9\n  |\n3 | [package\n  |         ^\n";
        assert_eq!(one_line(stderr), "Cargo.toml:3:9: invalid table header");
        let stderr =
            "error: failed to parse manifest at `/x/Cargo.toml`\n\nCaused by:\n  no targets specified\n";
        assert_eq!(one_line(stderr), "failed to parse manifest at `/x/Cargo.toml`: no targets specified");
    }
}
