//! Packages in temporary folders, and what a scan of them finds.

use std::collections::BTreeMap;
use std::path::Path;

use morph_source::scan::{Filter, Function, Subject, Verdict, scan};
use morph_source::workspace::{Selection, Workspace, load};

use crate::project::{Project, manifest};

/// A package of these files; without a `Cargo.toml` among them it gets a plain one.
pub fn package(files: &[(&str, &str)]) -> Project {
    let project = Project::new(&[("Cargo.toml", &manifest("demo", "2021"))]);
    files.iter().for_each(|(file, text)| project.put(file, text));
    project
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
    scanned(&package(&[("src/lib.rs", code)]).root)
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
        verdict => verdict.reason().unwrap_or_default().to_owned(),
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
