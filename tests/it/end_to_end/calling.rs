//! How the binary is called, what it prints where, and what the published package holds.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::Path;

use cargo_morph::report::Verdict;

use crate::project::{Ended, Project, QUICK, assert_same, clean, function, laws};

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn json_is_one_document_on_standard_output_and_progress_goes_to_standard_error() {
    let project = Project::tiny();
    let before = project.tree();
    let ended = project.discover(&["--dry-run", "--format", "json", "-v"]).well();
    let discovery = ended.discovery();
    assert_eq!((discovery.schema, discovery.seed, discovery.totals.functions), (1, 0, 4));
    assert_eq!(discovery.files.len(), 5, "{:?}", discovery.files);
    let distance = function(&discovery, "tiny::distance");
    assert_eq!(distance.verdict, Verdict::Tested);
    assert!(
        distance.relations.iter().any(|r| r.readable == "distance(a, b) == (a - b).abs()"),
        "{distance:?}"
    );
    let printed: serde_json::Value = serde_json::from_str(&ended.stdout).expect("one document");
    assert_eq!(printed, serde_json::to_value(&discovery).expect("it was read"));
    for stage in ["scan", "mutants", "build", "search", "suite"] {
        assert!(ended.stderr.lines().any(|line| line.trim_start().starts_with(stage)), "{}", ended.stderr);
    }

    let ended = project.discover(&["--dry-run", "--format", "json", "--quiet", "--seed", "7"]).well();
    assert_eq!(ended.discovery().seed, 7);
    assert_eq!(ended.stderr, "");
    assert_same(&before, &project.tree());
}

#[test]
fn cargo_finds_the_subcommand_on_path() {
    let project = Project::library("pub fn twice(n: u8) -> u16 { u16::from(n) * 2 }\n");
    let binary = Path::new(env!("CARGO_BIN_EXE_cargo-morph"));
    let first = binary.parent().expect("a folder").to_owned();
    let rest = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths(std::iter::once(first).chain(env::split_paths(&rest))).expect("folders");

    let direct = project.discover(&["--dry-run", "--format", "json"]).well();
    let relations = |ended: &Ended| -> Vec<String> {
        let relations = ended.discovery().functions.into_iter().flat_map(|function| function.relations);
        relations.map(|relation| relation.readable).collect()
    };
    assert!(!relations(&direct).is_empty());
    let as_cargo_does = [&["morph", "discover"], &QUICK[..], &["--dry-run", "--format", "json"]].concat();
    assert_eq!(relations(&project.morph(&as_cargo_does).well()), relations(&direct));
    let mut cargo = clean("cargo");
    cargo.args(&as_cargo_does).current_dir(&project.root).env("PATH", path);
    assert_eq!(relations(&cargo.output().expect("cargo starts").into()), relations(&direct));
}

/// The files of a published package.
fn packaged(name: &str) -> BTreeSet<String> {
    let mut cargo = clean("cargo");
    cargo.args(["package", "--list", "--allow-dirty", "--offline", "-p", name]);
    cargo.current_dir(env!("CARGO_MANIFEST_DIR"));
    let listed = Ended::from(cargo.output().expect("cargo starts")).well();
    listed.stdout.lines().map(str::to_owned).collect()
}

/// A path relative to a folder of the package.
#[track_caller]
fn resolved(folder: &Path, name: &str) -> String {
    let mut path = folder.to_owned();
    for part in name.split('/') {
        if part == ".." {
            assert!(path.pop(), "{name} in {} leads out of the package", folder.display());
        } else {
            path.push(part);
        }
    }
    path.to_str().expect("text").to_owned()
}

#[test]
fn packages_hold_everything_that_their_sources_name() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let crates = fs::read_dir(root.join("crates")).expect("a folder");
    let crates = crates.map(|entry| entry.expect("an entry").path());
    let mut included = 0;
    for folder in crates.chain([root.to_owned()]) {
        let name = match folder.strip_prefix(root.join("crates")) {
            Ok(name) => format!("morph-{}", name.display()),
            Err(_) => "cargo-morph".to_owned(),
        };
        let files = packaged(&name);
        included += names_in_sources(&folder, &files);
        for needed in ["Cargo.toml", "Cargo.lock", "README.md"] {
            assert!(files.contains(needed), "{needed} is not packaged in {name}");
        }
        for file in &files {
            let ours = ["src/", "templates/", "docs/", "examples/", "schemas/"]
                .iter()
                .any(|folder| file.starts_with(folder));
            assert!(ours || !file.contains('/'), "{file} is packaged");
        }
    }
    assert!(included >= 15, "{included}");
    let files = packaged("cargo-morph");
    for needed in
        ["LICENSE", "LICENSE-MIT", "LICENSE-APACHE", "src/main.rs", "templates/hook.sh", "schemas/check.json"]
    {
        assert!(files.contains(needed), "{needed} is not packaged");
    }
}

/// How many files the packaged sources include by name, each of which is packaged, too.
fn names_in_sources(package: &Path, files: &BTreeSet<String>) -> usize {
    let mut included = 0;
    for file in files.iter().filter(|file| file.ends_with(".rs")) {
        let text = fs::read_to_string(package.join(file)).expect("it is listed");
        let folder = Path::new(file).parent().expect("a folder");
        for name in text.split("include_str!(\"").skip(1).filter_map(|rest| rest.split('"').next()) {
            assert!(files.contains(&resolved(folder, name)), "{file} names {name}");
            included += 1;
        }
    }
    included
}

#[test]
fn package_holds_everything_that_the_readme_and_the_book_link_to() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let files = packaged("cargo-morph");
    let mut linked = 0;
    for file in files.iter().filter(|file| file.ends_with(".md")) {
        let text = fs::read_to_string(root.join(file)).expect("it is listed");
        let folder = Path::new(file).parent().expect("a folder");
        let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        let included = text.split("{{#include ").skip(1).filter_map(|rest| rest.split("}}").next());
        for link in links.chain(included).filter(|link| !link.contains("://") && !link.starts_with('#')) {
            let target = link.split('#').next().unwrap_or(link);
            assert!(files.contains(&resolved(folder, target)), "{file} links to {link}");
            linked += 1;
        }
    }
    assert!(linked >= 40, "{linked}");
}

/// Items with names that code which calls functions could use for itself.
const SHORT_NAMES: &str = "
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Money(pub i32);

/// A rate.
pub fn r(rate: i32) -> Money { Money(rate) }

/// A wage.
pub fn w(wage: i32) -> Money { Money(wage) }

impl std::ops::Add for Money {
    type Output = Money;
    fn add(self, other: Money) -> Money { Money(self.0.saturating_add(other.0)) }
}
";

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn items_may_have_short_names() {
    let project = Project::library(SHORT_NAMES);
    let discovery = project.discover(&["--operators", "own", "--format", "json"]).well().discovery();
    assert_eq!(discovery.totals.tested, 3, "{:?}", discovery.functions);
}

/// An operator for values and for references to them.
const REFERENCES: &str = "
use std::ops::Add;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair { pub x: i32, pub y: i32 }

impl Add<Pair> for Pair {
    type Output = Pair;
    fn add(self, other: Pair) -> Pair {
        Pair { x: self.x.wrapping_add(other.x), y: self.y.wrapping_add(other.y) }
    }
}

impl Add<&Pair> for &Pair {
    type Output = Pair;
    fn add(self, other: &Pair) -> Pair {
        Pair { x: self.x.wrapping_add(other.x), y: self.y.wrapping_add(other.y) }
    }
}
";

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn operators_of_references_are_told_from_those_of_values() {
    let project = Project::library(REFERENCES);
    let ended = project.discover(&["--operators", "own", "--format", "json"]).well();
    assert!(!ended.stderr.contains("does not compile"), "{}", ended.stderr);
    let discovery = ended.discovery();
    let readable = |name: &str| laws(&discovery, name);
    let values = readable("tiny::<Pair as Add<Pair>>::add");
    assert!(values.contains(&"other + this == this + other"), "{values:?}");
    let references = readable("tiny::<&Pair as Add<&Pair>>::add");
    assert_eq!(references, ["&this + &other == this + other"]);
    assert_eq!(project.test(&[]), discovery.totals.relations);
}

/// Functions whose outcomes reach the ends of the widest integers.
const WIDEST: &str = "
/// The larger one.
pub fn larger(a: i128, b: i128) -> i128 { if a > b { a } else { b } }

/// As far as integers reach.
pub fn clamped(a: i128, up: bool) -> i128 { if up { a.saturating_mul(a) } else { a.saturating_neg() } }

/// The end on that side.
pub fn end(a: i128) -> i128 { if a < 0 { i128::MIN } else { i128::MAX } }

/// Both ends.
pub fn ends(a: i128) -> (i128, i128) { (a.saturating_sub(i128::MAX), a.saturating_add(i128::MAX)) }

/// The sum in a circle.
pub fn around(a: u128, b: u128) -> u128 { a.wrapping_add(b) }
";

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn the_widest_integers_are_searched_to_their_ends() {
    let project = Project::library(WIDEST);
    let discovery = project.discover(&["--operators", "own", "--format", "json"]).well().discovery();
    assert_eq!(discovery.totals.tested, 5, "{:?}", discovery.functions);
}

/// A type that is made of a list, however long that is.
const MADE_OF_A_LIST: &str = "
#[derive(Clone, Debug, PartialEq)]
pub struct Row { cells: Vec<i32> }

impl Row {
    /// Without zeros at its end.
    pub fn new(mut cells: Vec<i32>) -> Row {
        while cells.last() == Some(&0) { cells.pop(); }
        Row { cells }
    }

    /// Every cell negated.
    pub fn negated(&self) -> Row { Row { cells: self.cells.iter().map(|cell| cell.wrapping_neg()).collect() } }
}
";

#[test]
fn what_is_made_of_a_long_list_is_compared_by_what_it_is() {
    let project = Project::library(MADE_OF_A_LIST);
    let discovery = project.discover(&["--operators", "own", "--format", "json"]).well().discovery();
    let negated = function(&discovery, "tiny::Row::negated");
    assert!(negated.suspicious.is_empty(), "{:?}", negated.suspicious);
    let readable: Vec<&str> = negated.relations.iter().map(|relation| &*relation.readable).collect();
    assert!(readable.contains(&"this.negated().negated() == this"), "{readable:?}");
}
