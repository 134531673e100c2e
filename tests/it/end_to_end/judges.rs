//! Which mutants guide the search, and which judge what it finds.

use std::collections::BTreeSet;

use cargo_morph::report::{Discovery, MutantCounts};
use morph_lab::mutants::OPERATORS;

use crate::project::{Ended, Project, QUICK, function};

/// The operators of the mutants that relations kill, by the names in the ids.
fn killed(discovery: &Discovery) -> BTreeSet<String> {
    let relations = discovery.functions.iter().flat_map(|function| &function.relations);
    let ids = relations.flat_map(|relation| relation.kills.iter().chain(&relation.kills_by_failure));
    ids.map(|id| id.split(['#', ':']).nth(id.split('#').next().map_or(1, |p| p.matches(':').count() + 1)))
        .map(|operator| operator.expect("an operator").to_owned())
        .collect()
}

fn own() -> BTreeSet<String> {
    OPERATORS.iter().map(|operator| operator.name.to_owned()).collect()
}

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn third_of_the_mutants_is_held_out_and_scored() {
    let discovery = Project::tiny().discover(&["--dry-run", "--format", "json"]).well().discovery();
    let distance = function(&discovery, "tiny::distance");
    let held_out = distance.held_out_mutants.expect("some are held out");
    assert!(held_out.listed > 0 && held_out.listed < distance.mutants.listed, "{held_out:?}");
    assert!(held_out.killed > 0, "{held_out:?}");
    // `letters` is reached by `has_letters`, too: its mutants count once.
    let sum: usize = discovery.functions.iter().map(|function| function.mutants.listed).sum();
    assert!(discovery.totals.mutants.listed < sum);
    assert!(discovery.totals.held_out_mutation_score.is_some());
    assert!(killed(&discovery).iter().any(|operator| own().contains(operator)));
    assert!(killed(&discovery).iter().any(|operator| !own().contains(operator)));
}

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn cargo_mutants_judges_what_our_operators_found() {
    let args = ["--dry-run", "--format", "json", "--judge", "cargo-mutants"];
    let discovery = Project::tiny().discover(&args).well().discovery();
    assert!(killed(&discovery).is_subset(&own()), "{:?}", killed(&discovery));
    assert!(!killed(&discovery).is_empty());
    let held_out = function(&discovery, "tiny::even").held_out_mutants.expect("the list of cargo-mutants");
    // Two values, and its operators `%` and `==`.
    assert_eq!(held_out, MutantCounts { listed: 5, unviable: 0, equivalent: 0, killed: held_out.killed });
}

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn own_operators_need_no_cargo_mutants() {
    let project = Project::tiny();
    let empty = project.beside("empty");
    let mut command = project.command(&["discover", "--dry-run", "--format", "json", "--operators", "own"]);
    let cargo = std::env::var_os("CARGO").expect("cargo runs the tests");
    let tools = std::path::Path::new(&cargo).parent().expect("a folder").to_owned();
    let path = std::env::join_paths([tools, "/usr/bin".into(), "/bin".into()]).expect("a path");
    command.args(QUICK).arg("--offline").env("PATH", path).env("XDG_CACHE_HOME", &empty);
    command.env("CARGO", cargo);
    let discovery = Ended::from(command.output().expect("the binary starts")).well().discovery();
    assert!(!killed(&discovery).is_empty());
    assert!(killed(&discovery).is_subset(&own()), "{:?}", killed(&discovery));
    assert!(!empty.exists());
}

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn every_mutant_is_counted_or_left_out_for_a_reason() {
    let source = "\
        pub const SIZE: usize = 3 + 4;\n\
        pub fn length(n: u8) -> usize { let cells = [n; 1 + 2]; cells.len() * n as usize + SIZE }\n\
        fn evens(n: u8) -> Option<impl Iterator<Item = u8>> { Some((0..n).filter(|n| n % 2 == 0)) }\n\
        pub fn count(n: u8) -> usize { evens(n).map_or(0, |found| found.count()) + 1 }\n\
        pub async fn waits(n: u8) -> u8 { n + 1 }\n";
    let args = ["--dry-run", "--format", "json", "--operators", "cargo-mutants"];
    let totals = Project::library(source).discover(&args).well().discovery().totals;
    let left_out: Vec<(&str, usize)> = totals.left_out.iter().map(|(why, n)| (&**why, *n)).collect();
    assert_eq!(
        left_out,
        [
            ("in constants", 4),
            ("in functions that no tested function is seen to call", 4),
            ("with a different type behind `impl Trait`", 3),
        ]
    );
    // Six in `length`; four in `evens`, with `None`; four in `count`.
    let counted = totals.mutants.listed + totals.held_out_mutants.map_or(0, |counts| counts.listed);
    assert_eq!(counted, 14);
}
