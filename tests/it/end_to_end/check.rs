//! `check`: what it verifies anew, what it finds, and what it leaves alone.

use std::fs;

use serde_json::Value;

use crate::project::{Ended, MANIFEST, Project};

const LIB: &str = "\
const TOP: u32 = 100;

/// The distance between two numbers.
pub fn distance(a: u32, b: u32) -> u32 {
    larger(a, b) - smaller(a, b)
}

fn larger(a: u32, b: u32) -> u32 {
    if a > b { a } else { b }
}

fn smaller(a: u32, b: u32) -> u32 {
    if a < b { a } else { b }
}

pub fn capped(n: u32) -> u32 {
    if n > TOP { TOP } else { n }
}

#[cfg(test)]
mod morph_tests;
";

pub(super) const TESTS: &str = "\
use super::*;

const SOURCES: &[(u32, u32)] = &[(5, 1), (0, 3), (70_000, 2)];

#[test]
fn symmetric() {
    for &(a, b) in SOURCES {
        assert!(distance(b, a) == distance(a, b));
    }
}

#[test]
fn idempotent() {
    for n in [3, 200] {
        assert!(capped(capped(n)) == capped(n));
    }
}
";

pub(super) const CATALOGUE: &str = "\
schema = 1

[[relation]]
function = \"tiny::capped\"
followups = [\"(y0,)\"]
then = \"y1 == y0\"
test = \"morph_tests::idempotent\"

[[relation]]
function = \"tiny::distance\"
followups = [\"(b, a)\"]
then = \"y1 == y0\"
test = \"morph_tests::symmetric\"
";

fn project() -> Project {
    Project::new(&[
        ("Cargo.toml", MANIFEST),
        ("src/lib.rs", LIB),
        ("src/morph_tests.rs", TESTS),
        ("morph/relations.toml", CATALOGUE),
    ])
}

fn check(project: &Project, args: &[&str]) -> Ended {
    project.command(&[&["check"], args].concat()).output().expect("the binary starts").into()
}

/// The document, and the exit code.
#[track_caller]
fn json(project: &Project, args: &[&str]) -> (Value, Option<i32>) {
    let ended = check(project, &[args, &["--format", "json", "-q"]].concat());
    let json = serde_json::from_str(&ended.stdout);
    (json.unwrap_or_else(|error| panic!("{error}: {}{}", ended.stdout, ended.stderr)), ended.code)
}

/// How many relations were checked and how many left alone.
fn checked(json: &Value) -> (u64, u64) {
    let of = |key: &str| json["totals"][key].as_u64().expect("a number");
    (of("checked"), of("unchanged"))
}

#[test]
fn what_held_is_not_checked_again_until_its_code_changes() {
    let project = project();
    let (first, code) = json(&project, &[]);
    assert_eq!((checked(&first), code), ((2, 0), Some(0)), "{first}");
    assert!(first["functions"][0]["relations"][0]["groups"].as_u64() > Some(500), "{first}");
    let unchanged = |edit: &str| {
        let (again, code) = json(&project, &[]);
        assert_eq!((checked(&again), code), ((0, 2), Some(0)), "{edit}: {again}");
    };
    unchanged("nothing");
    project.put("src/lib.rs", &LIB.replace("if a > b { a }", "// Words.\n    if a > b\n    { a }"));
    unchanged("a comment");
    project.put("src/lib.rs", &format!("//! Words.\n\nfn unused() {{}}\n\n{LIB}"));
    unchanged("another function");

    project.put("src/lib.rs", &LIB.replace("if a > b { a } else { b }", "if a >= b { a } else { b }"));
    let (callee, code) = json(&project, &[]);
    assert_eq!((checked(&callee), code), ((1, 1), Some(0)), "a callee: {callee}");
    assert_eq!(callee["functions"][1]["path"], "tiny::distance");
    project.put("src/lib.rs", &LIB.replace("TOP: u32 = 100", "TOP: u32 = 99"));
    let (constant, _) = json(&project, &[]);
    assert_eq!(checked(&constant), (2, 0), "a constant, and the callee as it was: {constant}");
    assert_eq!(checked(&json(&project, &["--all"]).0), (2, 0));
    // A person changes what is checked.
    project.put("src/morph_tests.rs", &TESTS.replace("(0, 3)", "(0, 4)"));
    assert_eq!(checked(&json(&project, &[]).0), (1, 1));
}

#[test]
fn violation_is_told_with_place_executions_and_the_smallest_counterexample() {
    let project = project();
    let wrong =
        LIB.replace("larger(a, b) - smaller(a, b)", "if a >= 20 { a } else { larger(a, b) - smaller(a, b) }");
    project.put("src/lib.rs", &wrong);
    let ended = check(&project, &[]);
    assert_eq!(ended.code, Some(2), "{}", ended.stderr);
    let lines: Vec<&str> = ended.stdout.lines().collect();
    let headline = "src/lib.rs:4: relation distance(b, a) == distance(a, b) (distance-";
    let at = lines
        .iter()
        .position(|line| line.starts_with(headline))
        .unwrap_or_else(|| panic!("{}", ended.stdout));
    assert!(lines[at].ends_with(") is violated"), "{}", lines[at]);
    // Nothing smaller violates it: one argument is 20 or more, the other one is not 0.
    let small = [
        ["distance(20, 1) is 20", "distance(1, 20) is 19"],
        ["distance(1, 20) is 19", "distance(20, 1) is 20"],
    ];
    assert!(
        small.iter().any(|calls| lines[at + 1..at + 3].iter().map(|line| line.trim()).eq(*calls)),
        "{}",
        ended.stdout
    );
    assert!(ended.stdout.contains("1 violated, 1 held"), "{}", ended.stdout);

    // What is violated is checked each time.
    let (again, code) = json(&project, &[]);
    assert_eq!((checked(&again), code), ((1, 1), Some(2)));
    let relation = &again["functions"][1]["relations"][0];
    assert_eq!((&relation["verdict"], &relation["strategy"]), (&"violated".into(), &"written".into()));
    assert_eq!(again, {
        let mut other = json(&project, &["-j1"]).0;
        other["totals"] = again["totals"].clone();
        other
    });
    project.put("src/lib.rs", LIB);
    assert_eq!(check(&project, &[]).code, Some(0));
}

#[test]
fn source_that_fails_now_violates_its_test_and_another_input_that_fails_does_not() {
    let project = project();
    // `a - b` overflows where `b` is larger, on the source (0, 3) too.
    project.put("src/lib.rs", &LIB.replace("larger(a, b) - smaller(a, b)", "a - b"));
    let ended = check(&project, &["--function", "distance"]);
    assert_eq!(ended.code, Some(2), "{}{}", ended.stdout, ended.stderr);
    assert!(ended.stdout.contains("panics: attempt to subtract with overflow"), "{}", ended.stdout);
    // Where no source fails, the function may.
    let guarded =
        CATALOGUE.replace("followups = [\"(b, a)\"]", "when = \"a == b\"\nfollowups = [\"(b, a)\"]");
    project.put("morph/relations.toml", &guarded);
    assert_eq!(check(&project, &["--function", "distance"]).code, Some(0));
}

#[test]
fn relations_without_a_test_are_checked_on_fresh_inputs() {
    let project = project();
    let written = "\n# Half is enough.\n[[relation]]\nfunction = \"tiny::capped\"\nthen = \"y0 <= 50\"\n";
    project.put("morph/relations.toml", &format!("{CATALOGUE}{written}"));
    let (json, code) = json(&project, &["--function", "capped"]);
    assert_eq!(code, Some(2));
    let relations = json["functions"][0]["relations"].as_array().expect("a list");
    let wrong = relations.iter().find(|relation| relation["then"] == "y0 <= 50").expect("it was checked");
    assert_eq!(wrong["counterexample"]["source"], serde_json::json!([["n", "51"]]));
    assert_eq!(json["totals"]["held"], 1);
}

#[test]
fn stale_entries_are_told_apart_and_do_not_fail() {
    let project = project();
    let lost = "
[[relation]]
id = \"gone-1\"
function = \"tiny::gone\"
then = \"y0 == 1\"
strategy = \"enumerate\"
test = \"morph_tests::symmetric\"

[[relation]]
id = \"gone-2\"
function = \"tiny::capped\"
then = \"y0 <= p\"
strategy = \"enumerate\"
test = \"morph_tests::idempotent\"

[[region]]
path = \"tiny::distance\"
checksum = \"0011223344556677\"
";
    project.put("morph/relations.toml", &format!("{CATALOGUE}{lost}"));
    let region = "\n// morph:begin larger\n// morph:end\n";
    project.put("src/morph_tests.rs", &format!("{TESTS}{region}"));
    let (json, code) = json(&project, &[]);
    assert_eq!(code, Some(0));
    let stale: Vec<&str> = json["stale"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|s| s["message"].as_str().expect("text"))
        .collect();
    for part in [
        "`gone-1` is not tested: function `tiny::gone` does not exist; run `cargo morph discover`",
        "`gone-2` is not tested: in `y0 <= p`: `p` is neither a parameter nor an outcome",
        "`tiny::distance`: its generated tests are missing; `cargo morph discover` writes them again",
        "`tiny::larger`: its generated tests are not in the catalogue",
    ] {
        assert!(stale.iter().any(|message| message.contains(part)), "{part} is not in {stale:?}");
    }
    assert_eq!(stale.len(), 4);
    assert_eq!(json["totals"]["violated"], 0);
}

#[test]
fn code_that_does_not_build_ends_with_4() {
    let project = project();
    project.put(
        "src/lib.rs",
        &LIB.replace(
            "pub fn capped(n: u32) -> u32 {",
            "pub fn capped(n: u32) -> u32 {\n    let x: u8 = \"\";",
        ),
    );
    check(&project, &[]).refused(4, &["the workspace does not build: error[E0308]: mismatched types"]);
}

#[test]
fn formats_of_others_are_for_check_alone() {
    let project = project();
    for command in ["scan", "adequacy", "discover"] {
        let ended: Ended =
            project.command(&[command, "--format", "sarif"]).output().expect("the binary starts").into();
        ended.refused(1, &["this command does not support this --format"]);
    }
}

#[test]
fn without_relations_it_says_what_to_run() {
    let project = Project::library("pub fn f(n: u8) -> u8 { n }\n");
    let ended = check(&project, &[]).well();
    assert_eq!(ended.stdout, "no relations to check; run `cargo morph discover` to find some\n");
    assert!(!fs::exists(project.root.join("target/morph/original")).expect("a place"));
}

/// Finds relations without cargo-mutants, and soon.
fn discover(project: &Project) -> Ended {
    let args =
        ["discover", "--operators", "own", "--preset", "off", "--sources", "100", "--budget", "300k", "-q"];
    project.command(&args).output().expect("the binary starts").into()
}

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn what_is_recorded_in_the_catalogue_need_not_be_checked_anywhere_and_update_replaces_what_fell() {
    let lib = "pub fn distance(a: u32, b: u32) -> u32 {\n    if a > b { a - b } else { b - a }\n}\n\n\
               pub fn least(a: u32, b: u32) -> u32 {\n    if a < b { a } else { b }\n}\n";
    let project = Project::library(lib);
    discover(&project).well();
    fs::remove_dir_all(project.root.join("target")).expect("a fresh clone has none");
    let (fresh, code) = json(&project, &[]);
    let (checked_now, unchanged) = checked(&fresh);
    assert_eq!((checked_now, code), (0, Some(0)), "{fresh}");
    assert!(unchanged >= 2, "{fresh}");

    let declared = fs::read_to_string(project.root.join("src/lib.rs")).expect("text");
    project.put("src/lib.rs", &declared.replace("b - a }", "b - a + 1 }"));
    let ended = check(&project, &[]);
    assert_eq!(ended.code, Some(2), "{}{}", ended.stdout, ended.stderr);
    assert!(ended.stdout.contains("src/lib.rs:1: relation "), "{}", ended.stdout);
    let updated = check(&project, &["--update", "--operators", "own", "--budget", "300k"]).well();
    assert!(updated.stderr.contains("searched `tiny::distance` again"), "{}", updated.stderr);
    let (after, code) = json(&project, &["--all"]);
    assert_eq!((&after["totals"]["violated"], code), (&0.into(), Some(0)), "{after}");
    let catalogue = fs::read_to_string(project.root.join("morph/relations.toml")).expect("text");
    assert!(catalogue.contains("tiny::least"), "what stands stays");

    // A function that is gone takes its tests with it.
    let lib = fs::read_to_string(project.root.join("src/lib.rs")).expect("text");
    project.put("src/lib.rs", &lib.replace("fn least(", "fn smallest("));
    assert!(json(&project, &[]).0["totals"]["stale"].as_u64() > Some(0));
    check(&project, &["--update", "--operators", "own"]).well();
    let catalogue = fs::read_to_string(project.root.join("morph/relations.toml")).expect("text");
    assert!(!catalogue.contains("tiny::least") && catalogue.contains("tiny::distance"), "{catalogue}");
    assert_eq!(json(&project, &[]).0["totals"]["stale"], 0);
    project.test(&["--lib"]);
}

#[test]
fn written_relation_becomes_a_test_beside_found_ones_and_is_never_dropped() {
    let project = Project::library("pub fn twice(n: u8) -> u16 {\n    u16::from(n) * 2\n}\n");
    let mine = "# Mine.\n[[relation]]\nfunction = \"tiny::twice\" # by hand\nfollowups = [\"(n - 1,)\"]\n\
                then = \"y1 + 2 == y0\"\n";
    project.put("morph/relations.toml", &format!("schema = 1\n\n{mine}"));
    discover(&project).well();
    let written = project.tree();
    let catalogue = fs::read_to_string(project.root.join("morph/relations.toml")).expect("text");
    assert!(
        catalogue.contains("# Mine.\n[[relation]]\nfunction = \"tiny::twice\" # by hand\n"),
        "{catalogue}"
    );
    assert!(catalogue.contains("test = \"morph_tests::"), "{catalogue}");
    assert_eq!(catalogue.matches("y1 + 2 == y0").count(), 1, "{catalogue}");
    let tests = fs::read_to_string(project.root.join("src/morph_tests.rs")).expect("text");
    assert!(tests.contains("twice(n - 1) + 2 == twice(n)"), "{tests}");
    discover(&project).well();
    crate::project::assert_same(&written, &project.tree());
    let (json, code) = json(&project, &[]);
    assert_eq!((checked(&json).0, code), (0, Some(0)), "{json}");

    let wrong = catalogue.replace("y1 + 2 == y0", "y1 + 2 < y0");
    project.put("morph/relations.toml", &wrong);
    let ended = discover(&project);
    assert_eq!(ended.code, Some(2), "{}{}", ended.stdout, ended.stderr);
    assert!(ended.stderr.contains("src/lib.rs:1: relation twice(n - 1) + 2 < twice(n)"), "{}", ended.stderr);
    assert!(ended.stderr.contains("twice(1) is 2, twice(0) is 0"), "{}", ended.stderr);
    let kept = fs::read_to_string(project.root.join("morph/relations.toml")).expect("text");
    assert!(kept.contains("y1 + 2 < y0"), "{kept}");
}

#[test]
fn change_narrows_what_is_checked_and_is_shown_beside_the_violation() {
    let project = project();
    let git = |args: &[&str]| {
        let mut git = crate::project::clean("git");
        git.current_dir(&project.root)
            .args(["-c", "user.name=a", "-c", "user.email=a@example.org"])
            .args(args);
        Ended::from(git.output().expect("git is here")).well().stdout
    };
    project.put(".gitignore", "target\nCargo.lock\n");
    git(&["init", "--quiet"]);
    git(&["add", "."]);
    git(&["commit", "--quiet", "-m", "first"]);
    assert_eq!(checked(&json(&project, &["--since", "HEAD", "--all"]).0), (0, 0));
    // A callee of `distance`, and what is wrong with it.
    project.put("src/lib.rs", &LIB.replace("if a > b { a } else { b }", "if a > b { a } else { b + 1 }"));
    let (since, code) = json(&project, &["--since", "HEAD", "--all"]);
    assert_eq!((checked(&since), code), ((1, 0), Some(2)), "{since}");
    let diff = since["functions"][0]["diff"][0].as_str().expect("a hunk");
    assert!(diff.contains("+    if a > b { a } else { b + 1 }"), "{diff}");
    let asked = check(&project, &[]).stdout;
    assert!(asked.contains("-    if a > b { a } else { b }\n"), "git is asked by itself: {asked}");
    assert!(!asked.contains("@@") && !asked.contains("fn larger"), "changed lines alone: {asked}");
    assert!(
        asked.ends_with("or run `cargo morph check --update` if the new behaviour is intended\n"),
        "{asked}"
    );
    let file = project.beside("a.diff");
    fs::write(&file, git(&["diff"])).expect("the folder is ours");
    let (in_diff, code) = json(&project, &["--in-diff", file.to_str().expect("text"), "--all"]);
    assert_eq!((checked(&in_diff), code), ((1, 0), Some(2)));
    let adequacy = |args: &[&str]| {
        let args = [&["adequacy", "--format", "json", "-q"], args].concat();
        Ended::from(project.command(&args).output().expect("the binary starts")).well().stdout
    };
    let measured: Value = serde_json::from_str(&adequacy(&["--since", "HEAD"])).expect("JSON");
    let paths: Vec<&str> =
        measured["functions"].as_array().expect("a list").iter().filter_map(|f| f["path"].as_str()).collect();
    assert_eq!(paths, ["tiny::larger"]);
    check(&project, &["--since", "nowhere"]).refused(1, &["git finds no such revision"]);
    check(&project, &["--since", "HEAD", "--in-diff", "x"]).refused(1, &["cannot be used with"]);
}

#[test]
fn counterexamples_of_structs_and_enums_are_shown_by_their_names() {
    let project = Project::library(
        "#[derive(Clone, Copy, Debug, PartialEq)]\npub struct Ratio { n: i32, d: i32 }\nimpl Ratio {\n    \
         pub fn new(n: i32, d: i32) -> Option<Ratio> { if d > 0 { Some(Ratio { n, d }) } else { None } }\n    \
         pub fn top(&self) -> i32 { self.n }\n}\n\
         #[derive(Clone, Debug, PartialEq)]\npub enum Shape { Dot, Line(u8), Frame { w: u8, h: u8 } }\n\
         pub fn longest(shape: &Shape) -> u8 {\n    match shape {\n        Shape::Dot => 0,\n        \
         Shape::Line(n) => *n,\n        Shape::Frame { w, h } => *w.max(h),\n    }\n}\n",
    );
    project.put(
        "morph/relations.toml",
        "schema = 1\n\n[[relation]]\nfunction = \"tiny::Ratio::top\"\nthen = \"y0 < 500\"\n\n\
         [[relation]]\nfunction = \"tiny::longest\"\nthen = \"y0 < 7\"\n",
    );
    let ended = check(&project, &[]);
    assert_eq!(ended.code, Some(2), "{}{}", ended.stdout, ended.stderr);
    assert!(ended.stdout.contains("Ratio::new(500, 1).unwrap()"), "{}", ended.stdout);
    let small = [
        "longest(Shape::Line(7)) is 7",
        "longest(Shape::Frame { w: 7, h: 0 }) is 7",
        "longest(Shape::Frame { w: 0, h: 7 }) is 7",
    ];
    assert!(small.iter().any(|call| ended.stdout.contains(call)), "{}", ended.stdout);
}

/// A relation is about the functions that it calls as much as about its own.
#[test]
fn change_of_a_function_that_a_relation_calls_is_checked() {
    let code = "pub fn up(n: u8) -> u16 {\n    u16::from(n) + 1\n}\n\n\
                pub fn down(n: u16) -> u16 {\n    n.saturating_sub(2)\n}\n";
    let catalogue =
        "[[relation]]\nfunction = \"tiny::up\"\nfollowups = [\"tiny::down(y0)\"]\nthen = \"y1 + 1 == y0\"\n";
    let project = Project::library(code);
    project.put("morph/relations.toml", catalogue);
    let diff = "--- a/src/lib.rs\n+++ b/src/lib.rs\n@@ -5,3 +5,3 @@\n pub fn down(n: u16) -> u16 {\n-    n.saturating_sub(1)\n\
                +    n.saturating_sub(2)\n }\n";
    project.put("change.diff", diff);
    let ended = project.run(&["check", "--in-diff", "change.diff"]);
    assert_eq!(ended.code, Some(2), "{}{}", ended.stdout, ended.stderr);
    assert!(ended.stdout.contains("is violated"), "{}", ended.stdout);
}
