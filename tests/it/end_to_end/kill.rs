//! Mutants that are to be killed, and what becomes of them.

use cargo_morph::report::{KillFate, Kills};

use crate::project::{Project, QUICK};

/// A function whose tests miss something, one that has an equivalent mutant, and one that cannot be tested.
const CODE: &str = "\
pub fn distance(a: u32, b: u32) -> u32 {
    if a > b { a - b } else { b - a }
}

pub fn now() -> u64 {
    std::fs::metadata(\".\").map_or(1, |about| about.len() + 1)
}
";

fn kills(project: &Project, args: &[&str]) -> Kills {
    let ended = project.morph(&[&["kill", "--format", "json", "--budget", QUICK[1]], args].concat()).well();
    serde_json::from_str(&ended.stdout).unwrap_or_else(|error| panic!("{error}: {}", ended.stdout))
}

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn survivors_of_cargo_mutants_are_killed_or_it_is_said_why_not() {
    let project = Project::library(CODE);
    project.put(
        "mutants.out/missed.txt",
        "src/lib.rs:2:18: replace - with + in distance\n\
         src/lib.rs:2:10: replace > with >= in distance\n\
         src/lib.rs:6:58: replace + with * in now\n\
         src/lib.rs:99:5: replace + with * in gone\n",
    );
    let before = project.get("src/lib.rs");
    let told = kills(&project, &["--from", "mutants.out"]).mutants;
    let fates: Vec<KillFate> = told.iter().map(|told| told.fate).collect();
    assert_eq!(
        fates,
        [KillFate::Killed, KillFate::Equivalent, KillFate::NotTestable, KillFate::Unknown],
        "{told:?}"
    );
    let by = told[0].by.as_ref().expect("a relation");
    assert!(!by.written && by.id.starts_with("distance-"), "{by:?}");
    assert_eq!(project.get("src/lib.rs"), before, "nothing is written");

    // What was found is pending.
    project.run(&["accept", &by.id]).well();
    let told = kills(&project, &["src/lib.rs:2:18: replace - with + in distance"]).mutants;
    assert_eq!(told.len(), 1);
    assert!(told[0].by.as_ref().is_some_and(|by| by.written), "{told:?}");
    project.run(&["check", "--all", "--deny-stale"]).well();
}

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn mutants_of_a_line_are_killed_by_relations_that_are_written_on_request() {
    let project = Project::library(CODE);
    let told = kills(&project, &["src/lib.rs:2", "--write"]).mutants;
    assert!(told.len() > 5, "{told:?}");
    let killed = told.iter().filter(|told| told.fate == KillFate::Killed).count();
    assert!(killed > 5, "{told:?}");
    assert!(project.get("morph/relations.toml").contains("tiny::distance"));
    project.run(&["check", "--all"]).well();
}

#[test]
fn names_that_mean_no_mutant_are_refused() {
    let project = Project::library(CODE);
    for (args, part) in [
        (vec!["distance"], "`distance` is neither the name of a mutant nor a place"),
        (vec!["src/lib.rs:400"], "there is no mutant `src/lib.rs:400`"),
        (vec!["--from", "src"], "contains no missed.txt"),
    ] {
        project.morph(&[&["kill"], &args[..]].concat()).refused(1, &[part]);
    }
}

#[test]
fn mutants_of_functions_that_cannot_be_tested_are_searched_where_these_are_called() {
    let code = "\
fn put(out: &mut dyn std::fmt::Write, n: u8) -> std::fmt::Result {
    out.write_str(if n > 100 { \"many\" } else { \"few\" })
}

pub fn amount(n: u8) -> String {
    let mut out = String::new();
    let _ = put(&mut out, n);
    out
}
";
    let project = Project::library(code);
    let told = kills(&project, &["src/lib.rs:2:24: replace > with == in put"]).mutants;
    assert_eq!(told.len(), 1);
    assert!(matches!(told[0].fate, KillFate::Killed | KillFate::Alive), "{told:?}");
}
