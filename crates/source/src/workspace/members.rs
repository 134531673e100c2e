//! Which members of a workspace the flags choose.

use std::collections::BTreeMap;
use std::path::Path;

use cargo_metadata::{Metadata, Package};

use super::selection::{Selection, list};
use crate::exit::{Code, fail};

/// The similarity, from 0 to 1, from which on a name is proposed.
const SIMILAR: f64 = 0.6;

/// The packages that the flags choose, with cargo's defaults; those that do not build are left out.
pub(super) fn select<'a>(
    metadata: &'a Metadata,
    manifest: &Path,
    selection: &Selection,
) -> anyhow::Result<Vec<&'a Package>> {
    let mut chosen = chosen(metadata, manifest, selection)?;
    chosen.retain(|package| !selection.broken.iter().any(|name| **name == *package.name));
    Ok(chosen)
}

fn chosen<'a>(
    metadata: &'a Metadata,
    manifest: &Path,
    selection: &Selection,
) -> anyhow::Result<Vec<&'a Package>> {
    let members = metadata.workspace_packages();
    if selection.workspace {
        return without(members, &selection.exclude);
    }
    if !selection.packages.is_empty() {
        let mut chosen = BTreeMap::new();
        for spec in &selection.packages {
            let found = matching(&members, "-p", spec)?;
            chosen.extend(found.into_iter().map(|package| (package.name.to_string(), package)));
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

/// The members that no specification names.
fn without<'a>(mut members: Vec<&'a Package>, excluded: &[String]) -> anyhow::Result<Vec<&'a Package>> {
    let all = members.clone();
    for spec in excluded {
        let found = matching(&all, "--exclude", spec)?;
        members.retain(|package| found.iter().all(|excluded| excluded.id != package.id));
    }
    match members.is_empty() && !excluded.is_empty() {
        true => Err(fail(Code::Usage, "--exclude leaves no package of the workspace")),
        false => Ok(members),
    }
}

/// The members that a specification names: a name, a pattern of names, or `name@version`.
fn matching<'a>(members: &[&'a Package], flag: &str, spec: &str) -> anyhow::Result<Vec<&'a Package>> {
    let pattern = globset::Glob::new(spec)
        .map_err(|error| fail(Code::Usage, format!("{flag} {spec}: {error}")))?
        .compile_matcher();
    let is_meant = |package: &&Package| {
        pattern.is_match(package.name.as_str()) || spec == format!("{}@{}", package.name, package.version)
    };
    let found: Vec<&Package> = members.iter().copied().filter(is_meant).collect();
    match found.is_empty() {
        true => Err(unknown(members, flag, spec)),
        false => Ok(found),
    }
}

/// The error of a specification that names no member, with the name that it is nearest to.
fn unknown(members: &[&Package], flag: &str, spec: &str) -> anyhow::Error {
    let names: Vec<String> = members.iter().map(|package| package.name.to_string()).collect();
    let nearness = |name: &String| strsim::normalized_damerau_levenshtein(spec, name);
    let near = names.iter().filter(|name| nearness(name) >= SIMILAR);
    let advice = match near.max_by(|a, b| nearness(a).total_cmp(&nearness(b)).then(b.cmp(a))) {
        Some(name) => format!("did you mean `{name}`?"),
        None => format!("it has {}", list(&names)),
    };
    fail(Code::Usage, format!("{flag}: no package `{spec}` in the workspace; {advice}"))
}

fn same_file(a: &Path, b: &Path) -> bool {
    match (a.canonicalize(), b.canonicalize()) {
        (Ok(a), Ok(b)) => a == b,
        _ => a == b,
    }
}
