//! `--engine cargo-mutants`: each mutant in a build of its own.

use cargo_morph::report::Discovery;

use crate::project::{Project, assert_same};

/// What was found, without how long it took and which files had to be written.
fn found(mut discovery: Discovery) -> Discovery {
    discovery.files.clear();
    discovery.totals.seconds = Default::default();
    for function in &mut discovery.functions {
        function.seconds = Default::default();
    }
    discovery
}

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn both_engines_find_and_write_the_same() {
    let project = Project::tiny();
    let before = project.tree();
    // Inputs that the code directs ask for branches to be watched, which one build can only.
    let by_chance = ["--format", "json", "--inputs", "random,adaptive"];
    let run = |args: &[&str]| project.discover(&[&by_chance, args].concat()).well().discovery();
    let apart = run(&["--engine", "cargo-mutants"]);
    let written = project.tree();
    assert!(written != before && apart.totals.relations > 0);
    // What differed would be overwritten.
    let switched = run(&["--operators", "cargo-mutants", "--force"]);
    assert_same(&written, &project.tree());
    assert_eq!(format!("{:?}", found(apart)), format!("{:?}", found(switched)));
}

#[test]
fn mutants_of_our_own_are_refused_with_it() {
    let project = Project::tiny();
    for args in [["--operators", "own"], ["--judge", "cargo-mutants"]] {
        let args = [&["discover", "--engine", "cargo-mutants"], &args[..]].concat();
        project.morph(&args).refused(1, &["--engine cargo-mutants", "omit --operators and --judge"]);
    }
}
