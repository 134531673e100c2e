//! `scan --paths`: what becomes of every branch.

use cargo_morph::report::{BranchFate, Branches, Scan, ScanVerdict};

use crate::project::{Ended, Project, assert_same};

const BRANCHY: &str = "\
pub fn sign(n: i32) -> i32 {
    if n < 0 { -1 } else { positive(n) }
}

fn positive(n: i32) -> i32 {
    match n {
        0 => 0,
        _ => 1,
    }
}

pub fn contradiction(n: u8) -> u8 {
    if n > 5 && n < 3 { 1 } else { n }
}

pub fn twice(n: u8) -> u16 {
    u16::from(n) * 2
}

pub fn skipped(f: fn(u8) -> u8) -> u8 {
    f(1)
}
";

fn scan(ended: &Ended) -> Scan {
    serde_json::from_str(&ended.stdout).unwrap_or_else(|e| panic!("{e}: {}{}", ended.stdout, ended.stderr))
}

#[track_caller]
fn branches<'a>(scan: &'a Scan, path: &str) -> &'a Branches {
    let found = scan.functions.iter().find(|function| function.path == path);
    found.and_then(|function| function.branches.as_ref()).unwrap_or_else(|| panic!("no `{path}` in {scan:?}"))
}

#[test]
fn every_branch_has_an_input_or_is_told_with_what_was_tried() {
    let project = Project::library(BRANCHY);
    let before = project.tree();
    let ended = project.morph(&["scan", "--paths", "--format", "json", "-j", "1"]).well();
    let again = project.morph(&["scan", "--paths", "--format", "json", "-j", "2"]).well();
    assert_eq!(ended.stdout, again.stdout);
    let document = scan(&ended);
    let sign = branches(&document, "tiny::sign");
    let found: Vec<String> = sign
        .requirements
        .iter()
        .map(|branch| format!("{}: {} {}", branch.line, branch.code, branch.outcome))
        .collect();
    assert_eq!(found, ["2: n < 0 is true", "2: n < 0 is false"]);
    let negative = &sign.requirements[0].fate;
    assert_eq!(*negative, BranchFate::Covered { input: "sign(-1)".to_owned() }, "the smallest");

    let contradiction = branches(&document, "tiny::contradiction");
    assert_eq!((contradiction.counts.branches, contradiction.counts.covered), (4, 3));
    let left = contradiction.requirements.iter().find(|b| !matches!(b.fate, BranchFate::Covered { .. }));
    assert!(
        matches!(left, Some(branch) if branch.code == "n < 3" && branch.outcome == "is true"),
        "{left:?}"
    );
    assert_eq!(branches(&document, "tiny::twice").counts.branches, 0);
    assert_eq!(document.totals.branches.map(|counts| counts.covered), Some(2 + 2 + 3));
    let skipped = document.functions.iter().find(|function| function.path == "tiny::skipped");
    assert!(skipped.is_some_and(|f| f.verdict == ScanVerdict::Skipped && f.branches.is_none()));
    assert_same(&before, &project.tree());

    let text = project.morph(&["scan", "--paths"]).well().stdout;
    assert!(text.contains("tiny::sign           2 of 2 branches reached\n"), "{text}");
    assert!(text.contains("    src/lib.rs:13  `n < 3` is true  "), "{text}");
    assert!(text.contains("4 functions: 7 of 8 branches reached, 1 "), "{text}");
    assert!(text.ends_with("1 function skipped; `cargo morph scan` says why\n"), "{text}");
}

#[test]
fn kinds_and_number_of_inputs_are_those_that_are_asked_for() {
    let project = Project::library(BRANCHY);
    let inputs = |args: &[&str]| {
        let args = [&["scan", "--paths", "--format", "json", "--function", "sign"], args].concat();
        branches(&scan(&project.morph(&args).well()), "tiny::sign").inputs
    };
    assert_eq!(inputs(&["--inputs", "random", "--sources", "40"]), 40);
    assert_eq!(inputs(&["--inputs", "adaptive", "--sources", "50"]), 50);
    // Some of what chance makes is what the other kind made, so a few more are tried.
    assert!((60..=90).contains(&inputs(&["--inputs", "adaptive,random", "--sources", "60"])));
    project.morph(&["scan", "--inputs", "random"]).refused(1, &["without --paths"]);
}

#[test]
fn package_that_does_not_build_ends_with_4() {
    let project = Project::library("pub fn twice(n: u8) -> u16 {\n    no_such(n)\n}\n");
    project.morph(&["scan"]).well();
    assert_eq!(project.morph(&["scan", "--paths"]).code, Some(4));
}
