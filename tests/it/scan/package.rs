//! Packages in temporary folders, and what a scan of them finds.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use morph_source::scan::{Filter, Function, Subject, Verdict, scan};
use morph_source::workspace::{Selection, Workspace, load};
use tempfile::TempDir;

/// A package of these files; without a `Cargo.toml` among them it gets a plain one.
pub fn package(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let manifest = ("Cargo.toml", "[package]\nname = \"demo\"\nedition = \"2021\"\n[workspace]\n");
    let default = if files.iter().any(|(name, _)| *name == "Cargo.toml") { None } else { Some(&manifest) };
    for (name, text) in files.iter().chain(default) {
        let file = folder.path().join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }
    folder
}

pub fn at(dir: &Path) -> Selection {
    Selection { manifest_path: Some(dir.join("Cargo.toml")), offline: true, ..Selection::default() }
}

pub fn opened(dir: &Path) -> Workspace {
    load(&at(dir)).unwrap()
}

pub fn scanned(dir: &Path) -> Vec<Function> {
    scan(&opened(dir), &Filter::default()).unwrap()
}

/// Scans a library of one file.
pub fn library(code: &str) -> Vec<Function> {
    scanned(package(&[("src/lib.rs", code)]).path())
}

/// Verdicts by path: the signature of what is testable, or why it is not.
pub fn verdicts(functions: &[Function]) -> BTreeMap<&str, String> {
    functions.iter().map(|f| (f.path.as_str(), summary(f))).collect()
}

pub fn summary(function: &Function) -> String {
    match &function.verdict {
        Verdict::Testable(subject) => {
            let params: Vec<String> =
                subject.params.iter().map(|p| format!("{}: {}", p.name, p.ty)).collect();
            format!("({}) -> {}", params.join(", "), subject.ret)
        }
        Verdict::Skipped(reason) => reason.clone(),
    }
}

pub fn subject<'a>(functions: &'a [Function], path: &str) -> &'a Subject {
    match functions.iter().find(|f| f.path == path).map(|f| &f.verdict) {
        Some(Verdict::Testable(subject)) => subject,
        other => panic!("{path} is {other:?}"),
    }
}

pub fn paths(functions: &[Function]) -> Vec<&str> {
    functions.iter().map(|f| f.path.as_str()).collect()
}

#[track_caller]
pub fn check(functions: &[Function], expected: &[(&str, &str)]) {
    let found = verdicts(functions);
    let expected: BTreeMap<&str, String> =
        expected.iter().map(|(path, what)| (*path, (*what).to_owned())).collect();
    assert_eq!(found, expected);
}
