//! The real cargo-mutants, provided and read.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use cargo_morph::options::Verbosity;
use cargo_morph::progress;
use morph_lab::mutants::{Genre, list};
use morph_source::scan::{Function, Verdict};
use morph_source::workspace::{Package, Workspace};

use crate::project::{Project, provide};

const SOURCE: &str = "#[derive(Default)]\npub struct S { pub a: u32, pub b: u32 }\r\n\
    pub fn f(x: u32) -> u32 { let _é = \"naïve 🎉\"; let 中 = x + 1;\r\n    match 中 { 1 if x > 2 => 3, 7 | 8 => 0, _ => { /*é*/ 10 - x } } }\n\
    pub fn s(x: u32) -> S { S { a: x, ..Default::default() } }\n\
    pub fn n(a: bool) -> bool { !a }\n";

#[test]
fn list_of_the_real_tool_has_every_genre_at_the_right_bytes() {
    let project = Project::named("demo", "2021", SOURCE);
    let (root, file) = (&project.root, project.root.join("src/lib.rs"));

    let progress = progress::new(Verbosity::Verbose);
    let package = Package {
        name: "demo".into(),
        version: "0.1.0".into(),
        edition: "2021".into(),
        dir: root.clone(),
        targets: Vec::new(),
        cfg: Default::default(),
        features: Default::default(),
    };
    let workspace = Workspace {
        root: root.clone(),
        target_dir: root.join("target"),
        packages: vec![package],
        outside: Default::default(),
        unrunnable: None,
        passed: Default::default(),
        flags_by_target: false,
        dependencies: Default::default(),
    };
    let function = |path: &str, start: &str| function(&file, path, start);
    let functions = [
        function("demo::f", "pub fn f("),
        function("demo::s", "pub fn s("),
        function("demo::n", "pub fn n("),
    ];
    let mutants = list(provide(), &workspace, &functions, &*progress).expect("a known format");

    for genre in Genre::LISTED {
        assert!(mutants.iter().any(|mutant| mutant.genre == genre), "{genre:?}");
    }
    let ids: BTreeSet<&str> = mutants.iter().map(|mutant| &*mutant.id).collect();
    assert_eq!(ids.len(), mutants.len());
    for id in [
        "demo::f#return:body→0@1",
        "demo::f#binary:+→-@1",
        "demo::f#binary:>→>=@1",
        "demo::f#arm:7 | 8→@1",
        "demo::f#guard:x > 2→true@1",
        "demo::f#binary:-→/@1",
        "demo::s#field:a→@1",
        "demo::n#unary:!→@1",
    ] {
        assert!(ids.contains(id), "{id} is not in {ids:#?}");
    }
    for mutant in &mutants {
        assert_eq!(SOURCE[mutant.span.clone()], mutant.original);
        assert_eq!(SOURCE[..mutant.span.start].matches('\n').count() + 1, mutant.line);
    }
    assert_eq!(fs::read_dir(root).expect("the folder").count(), 2, "nothing was left in the package");
}

fn function(file: &Path, path: &str, start: &str) -> Function {
    let start = SOURCE.find(start).expect("it is in the source");
    let end = SOURCE[start + 1..].find("pub fn").map_or(SOURCE.len(), |next| start + 1 + next);
    Function {
        path: path.to_owned(),
        file: file.to_owned(),
        line: 1,
        item: start..end,
        body: None,
        docs: String::new(),
        public: true,
        hasher: None,
        callees: Vec::new(),
        verdict: Verdict::Skipped("not looked at".to_owned()),
    }
}
