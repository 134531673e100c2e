//! Where the configuration of a workspace stands.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;

use morph_source::exit::{Code, fail};

/// A file of its own, below the folder of a manifest.
const FILES: [&str; 2] = ["morph.toml", ".config/morph.toml"];
const MANIFEST: &str = "Cargo.toml";
/// The tables of a manifest that tools may use.
pub(super) const TABLES: [&str; 2] = ["package", "workspace"];

/// Where a configuration stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file.
    pub(super) file: PathBuf,
    /// What errors call it.
    pub(super) shown: String,
    /// Whether it is a table `metadata.morph` of a manifest; otherwise it is all of the file.
    pub(super) in_manifest: bool,
}

impl Place {
    /// A file that is named on the command line.
    pub fn file(file: &Path) -> Place {
        Place { file: file.to_owned(), shown: file.display().to_string(), in_manifest: false }
    }

    /// That in the folder of a manifest; an error where there are several.
    fn below(folder: &Path, manifest: &str) -> Result<Option<Place>> {
        let files = FILES.iter().filter(|name| folder.join(name).exists());
        let mut found: Vec<(String, Place)> = files
            .map(|name| {
                let file = folder.join(name);
                ((*name).to_owned(), Place { file, shown: (*name).to_owned(), in_manifest: false })
            })
            .collect();
        // What is no TOML is reported by cargo.
        let tables: toml::Table = manifest.parse().unwrap_or_default();
        let has = |table: &&&str| {
            tables.get(**table).and_then(|table| table.get("metadata")?.get("morph")).is_some()
        };
        found.extend(TABLES.iter().filter(has).map(|table| {
            let file = folder.join(MANIFEST);
            let place = Place { file, shown: MANIFEST.to_owned(), in_manifest: true };
            (format!("[{table}.metadata.morph] in {MANIFEST}"), place)
        }));
        if let [(one, _), (other, _), ..] = found.as_slice() {
            let message =
                format!("cargo morph is configured twice, by {one} and by {other}; keep one of them");
            return Err(fail(Code::Usage, message));
        }
        Ok(found.pop().map(|(_, place)| place))
    }
}

/// The configuration to use: that beside the manifest, or the nearest one above it up to the workspace's root.
pub fn find(manifest_path: Option<&Path>) -> Result<Option<Place>> {
    let start = match manifest_path {
        Some(path) => std::path::absolute(path).ok().and_then(|path| Some(path.parent()?.to_owned())),
        None => std::env::current_dir().ok(),
    };
    let Some(start) = start else { return Ok(None) };
    let mut package = None;
    let mut found = None;
    for folder in start.ancestors() {
        let Ok(manifest) = fs::read_to_string(folder.join(MANIFEST)) else { continue };
        let here = Place::below(folder, &manifest)?;
        package.get_or_insert_with(|| here.clone());
        found = found.or(here);
        if manifest.lines().any(|line| line.trim_start().starts_with("[workspace")) {
            return Ok(found);
        }
    }
    // Without a workspace around it the package stands alone, and files above it do not belong to it.
    Ok(package.flatten())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn put(folder: &Path, files: &[(&str, &str)]) {
        for (file, text) in files {
            let file = folder.join(file);
            fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
            fs::write(file, text).expect("a file");
        }
    }

    fn found(folder: &Path, manifest: &str) -> Option<PathBuf> {
        let place = find(Some(&folder.join(manifest))).expect("at most one");
        place.map(|place| place.file.strip_prefix(folder).expect("below").to_owned())
    }

    #[test]
    fn configuration_of_the_workspace_counts_for_its_members() {
        let dir = tempfile::tempdir().expect("a folder");
        let (root, manifest) = (dir.path(), "member/Cargo.toml");
        put(root, &[("Cargo.toml", "[workspace]\nmembers = [\"member\"]\n")]);
        put(root, &[(manifest, "[package]\nname = \"member\"\n")]);
        assert_eq!(found(root, manifest), None);
        put(root, &[("morph.toml", "")]);
        assert_eq!(found(root, manifest), Some(PathBuf::from("morph.toml")));
        put(root, &[("member/morph.toml", "")]);
        assert_eq!(found(root, manifest), Some(PathBuf::from("member/morph.toml")));
        for file in ["morph.toml", "member/morph.toml"] {
            fs::remove_file(root.join(file)).expect("a file");
        }
        put(root, &[(".config/morph.toml", "")]);
        assert_eq!(found(root, manifest), Some(PathBuf::from(".config/morph.toml")));
        put(root, &[(manifest, "[package]\nname = \"member\"\n[package.metadata.morph]\nseed = 1\n")]);
        assert_eq!(found(root, manifest), Some(PathBuf::from(manifest)));
    }

    #[test]
    fn file_above_a_package_of_its_own_does_not_count() {
        let dir = tempfile::tempdir().expect("a folder");
        put(dir.path(), &[("Cargo.toml", "[package]\nname = \"other\"\n"), ("morph.toml", "")]);
        put(dir.path(), &[("package/Cargo.toml", "[package]\nname = \"package\"\n")]);
        assert_eq!(found(dir.path(), "package/Cargo.toml"), None);
    }

    #[test]
    fn two_configurations_in_a_folder_are_refused() {
        let dir = tempfile::tempdir().expect("a folder");
        put(dir.path(), &[("Cargo.toml", "[workspace.metadata.morph]\n"), ("morph.toml", "")]);
        let error = find(Some(&dir.path().join("Cargo.toml"))).expect_err("two");
        let message = "cargo morph is configured twice, by morph.toml and by [workspace.metadata.morph] in Cargo.toml; \
                       keep one of them";
        assert_eq!(error.to_string(), message);
    }
}
