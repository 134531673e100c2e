//! Which features of the workspace's packages are on in a build, as cargo's resolvers decide it.

use std::collections::{BTreeMap, BTreeSet};

use cargo_metadata::{Dependency, DependencyKind, Metadata, Package};

use super::cfg::Cfg;
use super::selection::{Selection, list};
use crate::exit::{Code, fail};

/// The features of each member that is built, by the place of the member in `members`.
///
/// A member's features are those that the flags ask for where it is selected, and those that members which depend on
/// it ask for. What packages outside the workspace ask of its members is not known.
pub(super) fn resolve(
    members: &[&Package],
    selected: &[&Package],
    selection: &Selection,
    resolver: Resolver,
    target: Target<'_>,
) -> Vec<BTreeSet<String>> {
    let mut build = Build {
        members,
        resolver,
        target,
        on: vec![BTreeSet::new(); members.len()],
        dependencies: BTreeSet::new(),
        built: BTreeSet::new(),
    };
    let roots: Vec<usize> = (0..members.len())
        .filter(|member| selected.iter().any(|package| package.id == members[*member].id))
        .collect();
    let requests: Vec<(usize, Vec<String>)> =
        roots.iter().map(|root| (*root, requested(members[*root], selected, selection))).collect();
    build.built.extend(roots);
    loop {
        let before = build.size();
        for (root, features) in &requests {
            features.iter().for_each(|feature| build.enable(*root, feature));
        }
        build.follow();
        if build.size() == before {
            return build.on;
        }
    }
}

/// Which of cargo's feature resolvers a workspace has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Resolver {
    /// Whatever any dependency of a package asks for is on.
    One,
    /// Only what is built counts.
    Two,
}

impl Resolver {
    /// From the root's manifest, or from its edition.
    pub(super) fn of(metadata: &Metadata) -> Resolver {
        let manifest =
            std::fs::read_to_string(metadata.workspace_root.join("Cargo.toml")).unwrap_or_default();
        let table: toml::Table = manifest.parse().unwrap_or_default();
        let said = |key: &str| table.get(key)?.get("resolver")?.as_str().map(|number| number != "1");
        let two = said("workspace").or(said("package")).unwrap_or_else(|| {
            metadata.root_package().is_some_and(|root| !matches!(root.edition.as_str(), "2015" | "2018"))
        });
        if two { Resolver::Two } else { Resolver::One }
    }
}

/// For what is compiled.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target<'a> {
    pub(super) triple: &'a str,
    pub(super) cfg: &'a Cfg,
}

/// The features that the flags request for a selected package, `dependency/feature` included.
pub(super) fn requested(package: &Package, selected: &[&Package], selection: &Selection) -> Vec<String> {
    let mut requested = Vec::new();
    if !selection.no_default_features {
        requested.push("default".to_owned());
    }
    if selection.all_features {
        requested.extend(package.features.keys().cloned());
    }
    for feature in listed(selection) {
        match feature.split_once('/') {
            Some((name, own)) if *package.name == *name => requested.push(own.to_owned()),
            Some((name, _)) if selected.iter().any(|other| *other.name == *name) => {}
            _ => requested.push(feature.to_owned()),
        }
    }
    requested
}

/// A feature that no selected package has is a wrong flag value, not a failed build.
pub(super) fn check(selected: &[&Package], selection: &Selection) -> anyhow::Result<()> {
    for feature in listed(selection) {
        let known = match feature.split_once('/') {
            None => selected.iter().any(|package| package.features.contains_key(feature)),
            Some((name, own)) => match selected.iter().find(|package| *package.name == *name) {
                Some(package) => package.features.contains_key(own),
                None => selected.iter().any(|p| p.dependencies.iter().any(|d| name_of(d) == name)),
            },
        };
        if !known {
            let names: Vec<String> = selected.iter().map(|package| package.name.to_string()).collect();
            return Err(fail(Code::Usage, format!("no feature `{feature}` in {}", list(&names))));
        }
    }
    Ok(())
}

fn listed(selection: &Selection) -> impl Iterator<Item = &str> {
    let parts = selection.features.iter().flat_map(|text| text.split([',', ' ']));
    parts.filter(|feature| !feature.is_empty())
}

/// The name that the package's own code and manifest have for it.
fn name_of(dependency: &Dependency) -> &str {
    dependency.rename.as_deref().unwrap_or(&dependency.name)
}

struct Build<'a> {
    members: &'a [&'a Package],
    resolver: Resolver,
    target: Target<'a>,
    on: Vec<BTreeSet<String>>,
    /// Optional dependencies that are there, by member.
    dependencies: BTreeSet<(usize, String)>,
    built: BTreeSet<usize>,
}

impl Build<'_> {
    /// Grows until everything is followed.
    fn size(&self) -> usize {
        self.on.iter().map(BTreeSet::len).sum::<usize>() + self.dependencies.len() + self.built.len()
    }

    /// Follows what is on by one step.
    fn follow(&mut self) {
        for member in self.built.clone() {
            let package = self.members[member];
            let table: &BTreeMap<String, Vec<String>> = &package.features;
            for feature in self.on[member].clone() {
                table[&feature].iter().for_each(|other| self.enable(member, other));
            }
            for dependency in &package.dependencies {
                let there = !dependency.optional
                    || self.dependencies.contains(&(member, name_of(dependency).to_owned()));
                let Some(other) = self.member(dependency).filter(|_| there) else { continue };
                self.built.insert(other);
                let default = dependency.uses_default_features.then_some("default");
                for feature in dependency.features.iter().map(String::as_str).chain(default) {
                    self.enable(other, feature);
                }
            }
        }
    }

    /// Turns on what stands in a list of features.
    fn enable(&mut self, member: usize, feature: &str) {
        let package = self.members[member];
        if let Some(dependency) = feature.strip_prefix("dep:") {
            self.dependencies.insert((member, dependency.to_owned()));
        } else if let Some((name, of_dependency)) = feature.split_once('/') {
            match name.strip_suffix('?') {
                Some(name) if !self.has(member, name) => return,
                Some(_) => {}
                None => {
                    self.dependencies.insert((member, name.to_owned()));
                    if package.features.contains_key(name) {
                        self.on[member].insert(name.to_owned());
                    }
                }
            }
            let name = name.trim_end_matches('?');
            for dependency in package.dependencies.iter().filter(|dependency| name_of(dependency) == name) {
                if let Some(other) = self.member(dependency) {
                    self.built.insert(other);
                    self.enable(other, of_dependency);
                }
            }
        } else if package.features.contains_key(feature) {
            self.on[member].insert(feature.to_owned());
        }
    }

    fn has(&self, member: usize, name: &str) -> bool {
        let own = self.members[member].dependencies.iter().filter(|dependency| name_of(dependency) == name);
        self.dependencies.contains(&(member, name.to_owned())) || own.clone().any(|d| !d.optional)
    }

    /// The member that a dependency is, if it takes part in the build.
    fn member(&self, dependency: &Dependency) -> Option<usize> {
        let path = dependency.path.as_ref()?;
        if self.resolver == Resolver::Two {
            let applies = dependency.target.as_ref().is_none_or(|platform| {
                let platform = platform.to_string();
                platform == self.target.triple || self.target.cfg.matches(&platform)
            });
            if dependency.kind != DependencyKind::Normal || !applies {
                return None;
            }
        }
        self.members.iter().position(|member| member.manifest_path.parent() == Some(path))
    }
}
