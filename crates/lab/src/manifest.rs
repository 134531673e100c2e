//! The manifests of the lab's private copy: the shim as a dependency, the worker as a binary.

use std::path::Path;

use anyhow::Context;
use morph_source::files::unwritable_scratch;
use toml_edit::{ArrayOfTables, DocumentMut, Item, Table, TableLike, value};

/// The prefix of the names of the workers' binary targets.
pub const WORKER: &str = "__morph_worker";

/// Adds the shim to a package's dependencies and, where there is a library, the worker's binary.
pub fn extend(manifest: &Path, shim: &Path, worker: Option<(String, &Path)>) -> anyhow::Result<()> {
    let mut doc = read(manifest)?;
    let dependencies = doc.entry("dependencies").or_insert_with(|| Item::Table(Table::new()));
    if let Some(table) = dependencies.as_table_like_mut() {
        let mut dependency = toml_edit::InlineTable::new();
        dependency.insert("path", shim.display().to_string().into());
        table.insert("__morph", value(dependency));
    }
    if let Some((name, main)) = worker {
        let mut bin = Table::new();
        bin.insert("name", value(name));
        bin.insert("path", value(main.display().to_string()));
        bin.insert("test", value(false));
        push(&mut doc, "bin", bin);
    }
    // A `cdylib` alone cannot be linked to the worker.
    if let Some(kinds) =
        doc.get_mut("lib").and_then(|lib| lib.get_mut("crate-type")).and_then(Item::as_array_mut)
        && !kinds.iter().any(|kind| matches!(kind.as_str(), Some("lib" | "rlib")))
    {
        kinds.push("rlib");
    }
    write_if_changed(manifest, &doc.to_string())
}

/// Adds a test that runs by itself, and takes away what the package's own tests depend on.
pub fn add_test(manifest: &Path, name: &str, main: &Path) -> anyhow::Result<()> {
    let mut doc = read(manifest)?;
    let mut test = Table::new();
    test.insert("name", value(name));
    test.insert("path", value(main.display().to_string()));
    test.insert("harness", value(false));
    drop_test_dependencies(&mut doc);
    push(&mut doc, "test", test);
    write_if_changed(manifest, &doc.to_string())
}

/// Takes away what the package's own tests depend on; whether there was any.
pub fn without_test_dependencies(manifest: &Path) -> anyhow::Result<bool> {
    let mut doc = read(manifest)?;
    let dropped = drop_test_dependencies(&mut doc);
    if dropped {
        write_if_changed(manifest, &doc.to_string())?;
    }
    Ok(dropped)
}

fn read(manifest: &Path) -> anyhow::Result<DocumentMut> {
    let text =
        std::fs::read_to_string(manifest).with_context(|| format!("cannot read {}", manifest.display()))?;
    text.parse().with_context(|| format!("cannot parse {}", manifest.display()))
}

fn drop_test_dependencies(doc: &mut DocumentMut) -> bool {
    let drop = |table: &mut dyn TableLike| {
        ["dev-dependencies", "dev_dependencies"].iter().filter(|key| table.remove(key).is_some()).count()
    };
    let mut dropped = drop(doc.as_table_mut());
    let targets = doc.get_mut("target").and_then(Item::as_table_like_mut);
    for (_, target) in targets.into_iter().flat_map(TableLike::iter_mut) {
        dropped += target.as_table_like_mut().map_or(0, drop);
    }
    dropped > 0
}

/// Appends to `[[key]]` in either notation.
fn push(doc: &mut DocumentMut, key: &str, target: Table) {
    match doc.entry(key).or_insert_with(|| Item::ArrayOfTables(ArrayOfTables::new())) {
        Item::ArrayOfTables(targets) => targets.push(target),
        // `bin = [{ … }]`
        item => {
            if let Some(targets) = item.as_array_mut() {
                targets.push(target.into_inline_table());
            }
        }
    }
}

/// Writes a file unless it holds the text already: cargo rebuilds what has a new time.
pub fn write_if_changed(file: &Path, text: &str) -> anyhow::Result<()> {
    if std::fs::read_to_string(file).is_ok_and(|old| old == text) {
        return Ok(());
    }
    let folder = file.parent().map_or(Ok(()), std::fs::create_dir_all);
    folder.and_then(|()| std::fs::write(file, text)).map_err(unwritable_scratch(file))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn test_is_added_and_needs_nothing_that_other_tests_need() {
        let folder = tempfile::tempdir().unwrap();
        let manifest = folder.path().join("Cargo.toml");
        let text = "[dependencies]\na = \"1\"\n[dev-dependencies]\nb = \"1\"\n[target.'cfg(unix)'.dev-dependencies]\nc = \"1\"\n\
                    [target.'cfg(unix)'.dependencies]\nd = \"1\"\n";
        std::fs::write(&manifest, text).unwrap();
        add_test(&manifest, "keep", Path::new("/k.rs")).unwrap();
        let table: toml::Table = std::fs::read_to_string(&manifest).unwrap().parse().unwrap();
        assert_eq!(table["test"][0]["path"].as_str(), Some("/k.rs"));
        assert_eq!(table["test"][0]["harness"].as_bool(), Some(false));
        assert!(table["dependencies"].get("a").is_some() && table.get("dev-dependencies").is_none());
        let unix = &table["target"]["cfg(unix)"];
        assert!(unix["dependencies"].get("d").is_some() && unix.get("dev-dependencies").is_none());
    }

    #[test]
    fn worker_is_added_to_binaries_in_either_notation() {
        let folder = tempfile::tempdir().unwrap();
        let manifest = folder.path().join("Cargo.toml");
        for bins in ["", "bin = [{ name = \"x\" }]\n", "[[bin]]\nname = \"x\"\n"] {
            std::fs::write(&manifest, bins).unwrap();
            extend(&manifest, Path::new("/shim"), Some(("worker".to_owned(), Path::new("/w.rs")))).unwrap();
            let table: toml::Table = std::fs::read_to_string(&manifest).unwrap().parse().unwrap();
            let found = table["bin"].as_array().unwrap();
            assert_eq!(found.last().unwrap()["path"].as_str(), Some("/w.rs"), "{bins}");
            assert_eq!(found.len(), if bins.is_empty() { 1 } else { 2 });
            assert_eq!(table["dependencies"]["__morph"]["path"].as_str(), Some("/shim"));
        }
    }
}
