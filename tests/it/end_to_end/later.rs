//! Runs that take over what earlier ones found: the same bytes as from nothing, in less time.

use std::fs;
use std::path::{Path, PathBuf};

use cargo_morph::report::Discovery;

use crate::project::{Project, Tree, assert_same, function};

/// Functions that laws of the others might call, one of which calls another, and one that makes texts for another.
const LIBRARY: &str = "\
pub fn distance(a: u32, b: u32) -> u32 {
    if a > b { a - b } else { b - a }
}

pub fn larger(a: u32, b: u32) -> u32 {
    if a > b { a } else { b }
}

pub fn scrambled(a: u32, b: u32) -> u32 {
    (a ^ 0x9e37).wrapping_mul(31).rotate_left(b % 7)
}

pub fn twice_as_far(a: u32, b: u32) -> u64 {
    2 * u64::from(distance(a, b))
}

pub mod texts;
";

const TEXTS: &str = "\
/// Whether a text is the same from its end.
pub fn is_palindrome(text: &str) -> bool {
    text.chars().eq(text.chars().rev())
}

pub fn doubled(text: &str) -> String {
    text.repeat(2)
}
";

/// Each edit with its file; what stands together is edited at once: behaviour, layout and a text, a constant that inputs
/// are made of and a caller, and back.
const EDITS: &[&[(&str, &str, &str)]] = &[
    &[("src/lib.rs", "if a > b { a } else { b }", "if a < b { a } else { b }")],
    &[
        ("src/lib.rs", "pub fn larger", "\n/// The one that is larger.\npub fn larger"),
        ("src/texts.rs", "text.repeat(2)", "text.repeat(3)"),
    ],
    &[
        ("src/lib.rs", "{ a - b } else { b - a }", "{ a - b } else { (b - a).min(77) }"),
        ("src/lib.rs", "2 * u64", "3 * u64"),
    ],
    &[
        ("src/texts.rs", "text.repeat(3)", "text.repeat(2)"),
        ("src/lib.rs", "if a < b { a } else { b }", "if a > b { a } else { b }"),
    ],
];

fn project() -> Project {
    let project = Project::library(LIBRARY);
    project.put("src/texts.rs", TEXTS);
    project
}

/// The functions that a run searched.
fn searched(discovery: &Discovery) -> Vec<&str> {
    let spent = discovery.functions.iter().filter(|function| {
        let seconds = function.seconds;
        seconds.trace + seconds.search + seconds.cleanse > 0.0
    });
    spent.map(|function| function.path.trim_start_matches("tiny::")).collect()
}

/// What a run from nothing would write.
fn from_nothing(project: &Project) -> Tree {
    let other = Project::copy(&project.root);
    other.discover(&[]).well();
    other.tree()
}

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn after_each_edit_a_run_writes_what_one_from_nothing_would_write() {
    let project = project();
    project.discover_again(&[]).well();
    for edits in EDITS {
        for (file, old, new) in *edits {
            let text = project.get(file);
            assert!(text.contains(old), "{old}");
            project.put(file, &text.replacen(old, new, 1));
        }
        let expected = from_nothing(&project);
        project.discover_again(&[]).well();
        assert_same(&expected, &project.tree());
    }
}

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn only_what_an_edit_concerns_is_searched() {
    let project = project();
    let first = project.discover_again(&["--format", "json"]).well().discovery();
    assert_eq!(searched(&first).len(), 6);
    let tree = project.tree();

    let again = project.discover_again(&["--format", "json"]).well().discovery();
    assert!(searched(&again).is_empty());
    assert_eq!(
        (again.totals.relations, again.totals.mutants),
        (first.totals.relations, first.totals.mutants)
    );
    assert_same(&tree, &project.tree());

    // The same behaviour in other words: what has no law with the function is not searched again.
    let text = project.get("src/lib.rs");
    project.put("src/lib.rs", &text.replacen("if a > b { a - b }", "if b < a { a - b }", 1));
    let edited = project.discover_again(&["--format", "json"]).well().discovery();
    assert_eq!(searched(&edited), ["distance", "larger", "twice_as_far"]);
    let kills = |discovery: &Discovery| -> Vec<String> {
        let relations = &function(discovery, "tiny::texts::is_palindrome").relations;
        relations.iter().flat_map(|relation| relation.kills.clone()).collect()
    };
    assert_eq!(kills(&edited), kills(&first));
    assert!(!kills(&edited).is_empty());

    let fresh = project.discover_again(&["--format", "json", "--fresh"]).well().discovery();
    assert_eq!(searched(&fresh).len(), 6);
}

/// The files of a cache.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("it was made").map(|entry| entry.expect("it is ours").path());
    entries.collect()
}

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn what_was_found_elsewhere_is_taken_over_and_damaged_entries_are_not() {
    let project = project();
    let cache = project.beside("cache");
    let kept = ["--format", "json", "--cache-dir", cache.to_str().expect("text")];
    project.discover_again(&kept).well();
    assert!(entries(&cache).len() >= 6);

    let untouched = self::project();
    let taken = untouched.discover_again(&kept).well().discovery();
    assert!(searched(&taken).is_empty(), "{:?}", searched(&taken));
    assert_same(&project.tree(), &untouched.tree());

    for (number, entry) in entries(&cache).iter().enumerate() {
        let text = fs::read_to_string(entry).expect("text");
        let damaged = match number % 3 {
            0 => text.replace('1', "2"),
            1 => text[..text.len() / 2].to_owned(),
            _ => String::new(),
        };
        fs::write(entry, damaged).expect("the folder is ours");
    }
    let third = self::project();
    let anew = third.discover_again(&kept).well().discovery();
    assert_eq!(searched(&anew).len(), 6);
    assert_same(&project.tree(), &third.tree());
}
