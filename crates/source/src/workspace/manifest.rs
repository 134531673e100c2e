//! Manifests of working copies: they depend on the same things, and are a workspace of their own.

use std::path::{Component, Path, PathBuf};

use toml_edit::{DocumentMut, Item, Table, TableLike, value};

/// The manifest as it must read in a copy of the workspace: path dependencies that point out of the
/// root become absolute, and the root's manifest gets a `[workspace]` table, so that no workspace
/// further up claims the copy. Text that is no TOML stays as it is.
pub(super) fn for_copy(text: &str, dir: &Path, root: &Path) -> String {
    let Ok(mut document) = text.parse::<DocumentMut>() else { return text.to_owned() };
    let mut changed = false;
    let table = document.as_table_mut();
    changed |= dependencies(table, dir, root);
    for key in ["target", "patch"] {
        for (_, item) in
            table.get_mut(key).and_then(Item::as_table_like_mut).into_iter().flat_map(|t| t.iter_mut())
        {
            let Some(inner) = item.as_table_like_mut() else { continue };
            changed |= if key == "patch" { paths(inner, dir, root) } else { dependencies(inner, dir, root) };
        }
    }
    for key in ["replace", "workspace"] {
        let Some(inner) = table.get_mut(key).and_then(Item::as_table_like_mut) else { continue };
        changed |= if key == "replace" { paths(inner, dir, root) } else { dependencies(inner, dir, root) };
    }
    if dir == root && !table.contains_key("workspace") {
        table.insert("workspace", Item::Table(Table::new()));
        changed = true;
    }
    if changed { document.to_string() } else { text.to_owned() }
}

/// The dependency tables of a package, of a `[target.…]` or of the `[workspace]`.
fn dependencies(table: &mut dyn TableLike, dir: &Path, root: &Path) -> bool {
    let mut changed = false;
    for key in
        ["dependencies", "dev-dependencies", "dev_dependencies", "build-dependencies", "build_dependencies"]
    {
        if let Some(inner) = table.get_mut(key).and_then(Item::as_table_like_mut) {
            changed |= paths(inner, dir, root);
        }
    }
    changed
}

/// Makes the paths of dependencies absolute where they point out of `root`.
fn paths(table: &mut dyn TableLike, dir: &Path, root: &Path) -> bool {
    let mut changed = false;
    for (_, dependency) in table.iter_mut() {
        let Some(dependency) = dependency.as_table_like_mut() else { continue };
        let Some(path) = dependency.get("path").and_then(Item::as_str) else { continue };
        let there = normal(&dir.join(path));
        if Path::new(path).is_relative()
            && !there.starts_with(root)
            && let Some(there) = there.to_str()
        {
            dependency.insert("path", value(there));
            changed = true;
        }
    }
    changed
}

/// The path without `.` and `..`, by its text alone.
pub fn normal(path: &Path) -> PathBuf {
    let mut result = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                result.pop();
            }
            other => result.push(other),
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_out_of_the_root_become_absolute() {
        let text = r#"# kept
[dependencies]
inside = { path = "../b" }
outside = { path = "../../../x", version = "1" } # kept too
plain = "1"

[dev-dependencies.also]
path = "../../../y"

[target.'cfg(unix)'.build-dependencies]
z = { path = "../../../z" }

[patch.crates-io]
p = { path = "../../../p" }
"#;
        let expected = text
            .replace("../../../x", "/w/x")
            .replace("../../../y", "/w/y")
            .replace("../../../z", "/w/z")
            .replace("../../../p", "/w/p");
        assert_eq!(for_copy(text, Path::new("/w/root/crates/a"), Path::new("/w/root")), expected);
    }

    #[test]
    fn the_root_gets_a_workspace_table_once() {
        let text = "[package]\nname = \"a\"\n";
        let root = Path::new("/w/root");
        let once = for_copy(text, root, root);
        assert!(once.contains("[workspace]"), "{once}");
        assert_eq!(for_copy(&once, root, root), once);
        let with = "[workspace.dependencies]\nx = { path = \"../x\" }\n";
        assert_eq!(for_copy(with, root, root), with.replace("../x", "/w/x"));
        assert_eq!(for_copy(text, &root.join("member"), root), text);
        assert_eq!(for_copy("not [toml", root, root), "not [toml");
    }
}
