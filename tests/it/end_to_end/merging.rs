//! Merging what was found in two branches.

use std::path::Path;

use super::hook::{git, morph};
use crate::project::Project;

const OWN: [&str; 3] = ["discover", "--operators", "own"];
const CATALOGUE: &str = "morph/relations.toml";
const TESTS: &str = "src/morph_tests.rs";

/// A repository with one commit and the merge driver.
fn repository() -> Project {
    let project = Project::tiny();
    project.put(".gitignore", "target\nCargo.lock\n");
    git(&project.root, &["init", "--quiet", "--initial-branch=main"]).well();
    commit(&project, "first");
    morph(&project.root, &["hook", "install"]).well();
    project
}

fn commit(project: &Project, message: &str) {
    git(&project.root, &["add", "."]).well();
    git(&project.root, &["commit", "--quiet", "-m", message]).well();
}

/// Goes to a new branch from the first commit, and searches functions there.
fn search(project: &Project, branch: &str, args: &[&str]) {
    git(&project.root, &["switch", "--quiet", "-c", branch, "main"]).well();
    morph(&project.root, &[&OWN[..], args].concat()).well();
    commit(project, branch);
}

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn what_two_branches_find_in_different_functions_merges_without_conflicts() {
    let project = repository();
    search(&project, "one", &["--function", "distance|words::letters"]);
    search(&project, "two", &["--function", "even|words::has_letters"]);
    git(&project.root, &["merge", "--quiet", "one", "-m", "both"]).well();
    let merged = project.get(TESTS);
    assert!(
        merged.contains("// morph:begin distance\n") && merged.contains("// morph:begin even\n"),
        "{merged}"
    );
    let ended = morph(&project.root, &["check", "--all", "--deny-stale"]).well();
    assert!(!ended.stdout.contains("stale"), "{}", ended.stdout);
    // It is what one search finds.
    let files = [CATALOGUE, TESTS, "src/words/morph_tests.rs", "src/lib.rs", "src/words.rs"];
    let before = files.map(|file| project.get(file));
    morph(&project.root, &[&OWN[..], &["--fresh"]].concat()).well();
    assert_eq!(files.map(|file| project.get(file)), before);
}

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn function_that_both_branches_searched_is_a_conflict_of_its_own() {
    let project = repository();
    search(&project, "one", &["--function", "distance|letters"]);
    search(&project, "two", &["--function", "distance|even", "--seed", "9", "--sources", "40"]);
    assert_ne!(project.get(TESTS), git(&project.root, &["show", &format!("one:{TESTS}")]).well().stdout);
    let stopped = git(&project.root, &["merge", "one"]);
    assert_eq!(stopped.code, Some(1), "{}{}", stopped.stdout, stopped.stderr);
    let said = format!("{}{}", stopped.stdout, stopped.stderr);
    assert!(said.contains("both branches changed the relations of `tiny::distance`"), "{said}");
    for file in [CATALOGUE, TESTS] {
        let text = project.get(file);
        assert_eq!(text.matches("<<<<<<< ours").count(), 1, "{text}");
        let [before, inside] = text.split("<<<<<<< ours").collect::<Vec<_>>()[..] else { panic!("{text}") };
        assert!(!before.contains("distance"), "{text}");
        assert!(inside.contains("distance") && inside.contains("=======\n"), "{text}");
    }
    morph(&project.root, &["check"]).refused(1, &[CATALOGUE, "conflict"]);
    // Either side will do, as long as it is the same.
    for file in [CATALOGUE, TESTS] {
        let text = project.get(file);
        let ours: String = text
            .split_inclusive("=======\n")
            .map(|part| part.replace("<<<<<<< ours\n", "").replace("=======\n", ""))
            .map(|part| part.split_once(">>>>>>> theirs\n").map_or(part.clone(), |(_, rest)| rest.to_owned()))
            .collect();
        project.put(file, &ours);
    }
    morph(&project.root, &["check", "--all", "--deny-stale"]).well();
}

#[test]
fn driver_goes_with_the_hooks_and_other_attributes_stay() {
    let project = repository();
    let attributes = Path::new(".git/info/attributes");
    let installed = project.get(attributes.to_str().expect("a path"));
    assert!(installed.contains("morph_tests.rs merge=cargo-morph\n"), "{installed}");
    project.put(".git/info/attributes", &format!("*.png binary\n{installed}"));
    morph(&project.root, &["hook", "install", "--pre-commit"]).well();
    assert_eq!(project.get(".git/info/attributes"), format!("*.png binary\n{installed}"));
    morph(&project.root, &["hook", "uninstall"]).well();
    assert_eq!(project.get(".git/info/attributes"), "*.png binary\n");
    assert_ne!(git(&project.root, &["config", "merge.cargo-morph.driver"]).code, Some(0));
}

#[test]
fn files_that_are_not_ours_are_merged_by_lines() {
    let project = Project::new(&[
        ("base", "a\nb\nc\n"),
        ("ours", "x\nb\nc\n"),
        ("theirs", "a\nb\nz\n"),
        ("z", "y\nb\nc\n"),
    ]);
    morph(&project.root, &["merge-file", "base", "ours", "theirs", "src/lib.rs"]).well();
    assert_eq!(project.get("ours"), "x\nb\nz\n");
    morph(&project.root, &["merge-file", "base", "ours", "z"])
        .refused(2, &["ours: both branches changed the same lines"]);
    morph(&project.root, &["merge-file", "base", "ours", "none"]).refused(1, &["cannot read none"]);
}
