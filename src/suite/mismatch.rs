//! Mismatches between the catalogue and the test modules.

use std::collections::{BTreeMap, BTreeSet};

use super::catalogue::{Record, WRITTEN, load_catalogue};
use super::declare::NAME;
use super::plan::HELPERS;
use super::regions::{OBSERVED, Pieces, checksum};
use morph_source::files::read_if_there;
use morph_source::workspace::{Package, Workspace};

/// A function whose generated region does not match the catalogue.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mismatch {
    /// The function's path.
    pub function: String,
    /// How.
    pub kind: MismatchKind,
}

/// How a region does not match the catalogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MismatchKind {
    /// The catalogue lists a region that does not exist.
    Missing,
    /// A person has edited the region.
    Edited,
    /// The catalogue does not list the region.
    Unrecorded,
}

impl MismatchKind {
    /// What is wrong, after the function's name, and what to do.
    pub fn advice(self) -> &'static str {
        match self {
            MismatchKind::Missing => {
                "its generated tests are missing; `cargo morph discover` writes them again"
            }
            MismatchKind::Edited => {
                "its generated tests were edited by hand and are kept; `cargo morph discover --force` \
                 overwrites them"
            }
            MismatchKind::Unrecorded => {
                "its generated tests are not in the catalogue; `cargo morph discover --force` writes both again"
            }
        }
    }
}

/// Compares every region with the catalogue, in the order of the functions' paths.
pub fn mismatches(workspace: &Workspace) -> anyhow::Result<Vec<Mismatch>> {
    let mut found = BTreeSet::new();
    for package in &workspace.packages {
        let catalogue = load_catalogue(package)?;
        let mut missing: BTreeSet<&str> =
            catalogue.regions.iter().map(|region| region.path.as_str()).collect();
        for target in &package.targets {
            for module in &target.modules {
                let file = module.child_dir.join(format!("{NAME}.rs"));
                let Some(text) = read_if_there(&file)? else { continue };
                let prefix = module.path_in(&target.name);
                missing.remove(format!("{prefix}::{NAME}").as_str());
                let pieces = Pieces::read(&text, &file)?;
                for name in pieces.names().into_iter().filter(|name| name != HELPERS) {
                    let function = format!("{prefix}::{name}");
                    missing.remove(function.as_str());
                    let kind = match (catalogue.checksum(&function), pieces.region(&name)) {
                        (None, _) => MismatchKind::Unrecorded,
                        (Some(written), Some(text)) if written != checksum(text) => MismatchKind::Edited,
                        _ => continue,
                    };
                    found.insert(Mismatch { function, kind });
                }
            }
        }
        let gone = missing
            .into_iter()
            .map(|path| Mismatch { function: path.to_owned(), kind: MismatchKind::Missing });
        found.extend(gone.filter(|gone| !gone.function.ends_with(&format!("::{NAME}"))));
    }
    Ok(found.into_iter().collect())
}

/// A generated test that a person took out of its module, while others stayed there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deleted {
    /// The function's path.
    pub function: String,
    /// The relation's id.
    pub id: String,
    /// The test's name.
    pub test: String,
}

/// The tests that a person deleted. Where nothing is left of a module's tests, they were lost rather than deleted.
pub fn deleted_tests(workspace: &Workspace) -> anyhow::Result<Vec<Deleted>> {
    let mut deleted = Vec::new();
    for package in &workspace.packages {
        let catalogue = load_catalogue(package)?;
        let found = catalogue.relations.iter().filter(|record| record.strategy != WRITTEN);
        let mut by_module: BTreeMap<&str, Vec<(&Record, &str)>> = BTreeMap::new();
        for record in found {
            if let Some((module, test)) = record.test.as_deref().and_then(|test| test.rsplit_once("::")) {
                by_module.entry(module).or_default().push((record, test));
            }
        }
        for target in &package.targets {
            for module in &target.modules {
                let all = module.path.iter().map(String::as_str).chain([NAME]).collect::<Vec<_>>().join("::");
                let Some(records) = by_module.get(all.as_str()) else { continue };
                let file = module.child_dir.join(format!("{NAME}.rs"));
                let Some(text) = read_if_there(&file)? else { continue };
                if Pieces::read(&text, &file)?.names().iter().all(|name| name == HELPERS) {
                    continue;
                }
                let own = format!("{}::", module.path_in(&target.name));
                let gone = records.iter().filter(|(record, test)| {
                    record.function.starts_with(&own) && !text.contains(&format!("fn {test}("))
                });
                deleted.extend(gone.map(|(record, test)| Deleted {
                    function: record.function.clone(),
                    id: record.id.clone(),
                    test: (*test).to_owned(),
                }));
            }
        }
    }
    Ok(deleted)
}

/// All functions in the regions of a package, which are tests, and what they call: their paths below their crates' roots,
/// and whether they are among the observations.
pub fn generated_tests(package: &Package) -> anyhow::Result<BTreeMap<String, bool>> {
    let mut found = BTreeMap::new();
    for module in package.targets.iter().flat_map(|target| &target.modules) {
        let file = module.child_dir.join(format!("{NAME}.rs"));
        let Some(text) = read_if_there(&file)? else { continue };
        let pieces = Pieces::read(&text, &file)?;
        for region in pieces.names().iter().filter_map(|name| pieces.region(name)) {
            let path = |name| {
                let all = module.path.iter().map(String::as_str).chain([NAME, name]);
                all.collect::<Vec<_>>().join("::")
            };
            let mut observed = false;
            for line in region.lines().map(str::trim_start) {
                observed |= line == OBSERVED;
                if let Some(name) = line.strip_prefix("fn ").and_then(|rest| rest.split('(').next()) {
                    found.insert(path(name), observed);
                }
            }
        }
    }
    Ok(found)
}
