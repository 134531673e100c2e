//! `cargo morph adequacy` on a copy of a small package whose suite is written by hand; cargo-mutants is not needed.

mod criteria;

use serde_json::Value;

use crate::project::{Ended, Project};

/// `sign` has six statements: five of its own, of which one cannot be reached, and `twice`'s, which takes a type that is not supported and so is no subject.
const LIB: &str = "\
pub fn sign(n: i32, m: i32) -> i32 {
    if n < 0 {
        return -1;
    }
    if n > m && m > n {
        return 2;
    }
    twice(..n.min(1)) / 2
}

fn twice(x: std::ops::RangeTo<i32>) -> i32 {
    x.end + x.end
}

pub fn other(a: u8) -> u8 {
    a / 2
}

#[cfg(test)]
mod morph_tests;
";

const TESTS: &str = "\
use super::*;

const LARGE: i32 = 1_000;
const SOURCES: &[(i32, i32)] = &[(5, 1), (LARGE - 1, i32::MAX)];

#[test]
fn scaled() {
    for &(n, m) in SOURCES {
        assert!(sign(n, 2) == sign(n, m));
    }
}

#[test]
fn bounded() {
    for &(n, m) in [(5, 1), (0, -1)].iter() {
        assert!(sign(n, m) <= 2);
    }
}
";

const CATALOGUE: &str = "\
schema = 1

[[relation]]
function = \"demo::sign\"
followups = [\"(n, 2)\"]
then = \"y1 == y0\"
test = \"morph_tests::scaled\"

# The same claim about the outputs, so it does not count twice.
[[relation]]
function = \"demo::sign\"
when = \"n < 1000\"
followups = [\"(n, m - 1)\"]
then = \"y0 == y1\"
test = \"morph_tests::scaled\"

[[relation]]
id = \"sign-bound\"
function = \"demo::sign\"
then = \"y0 <= 2\"
test = \"morph_tests::bounded\"
";

/// The package `demo` with this catalogue and these tests.
fn project(catalogue: &str, tests: &str) -> Project {
    let project = Project::named("demo", "2021", LIB);
    project.put("src/morph_tests.rs", tests);
    if !catalogue.is_empty() {
        project.put("morph/relations.toml", catalogue);
    }
    project
}

fn adequacy(project: &Project, args: &[&str]) -> Ended {
    project.run(&[&["adequacy"], args].concat())
}

/// The JSON document, what was said beside it, and the exit code.
fn json(project: &Project, args: &[&str]) -> (Value, String, Option<i32>) {
    let ended = adequacy(project, &[args, &["--format", "json", "-q"]].concat());
    let json =
        serde_json::from_str(&ended.stdout).unwrap_or_else(|error| panic!("{error}: {}", ended.stderr));
    (json, ended.stderr, ended.code)
}

fn function<'a>(json: &'a Value, path: &str) -> &'a Value {
    let functions = json["functions"].as_array().expect("a list");
    functions.iter().find(|f| f["path"] == path).unwrap_or_else(|| panic!("{path} is not in {json}"))
}

#[test]
fn suite_written_by_hand_is_measured_as_it_stands() {
    let project = project(CATALOGUE, TESTS);
    let (json, said, code) = json(&project, &["--k", "2"]);
    assert_eq!((said.as_str(), code), ("", Some(0)));
    let sign = function(&json, "demo::sign");
    // Three relations, but two of them claim `y1 == y0`; (5, 1) is in both tables.
    assert_eq!(
        (&sign["relations"], &sign["output_relations"], &sign["sources"]),
        (&3.into(), &2.into(), &3.into())
    );
    let statement = &sign["criteria"]["statement"];
    // Of `if n < 0`, `return -1`, `if n > …`, `return 2`, `twice(…) / 2` and `x + x`, (5, 1) executes four with both.
    assert_eq!(statement["requirements"], 6);
    assert_eq!(statement["adequacy"], 8.0 / 12.0);
    assert_eq!(statement["unreachable"], 1);
    let short: Vec<(&str, &str, bool)> = statement["short"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|s| {
            let text = |key: &str| s[key].as_str().expect("a text");
            assert_eq!(s["covered"], 0);
            (text("requirement"), text("text"), s["reached"].as_bool().expect("yes or no"))
        })
        .collect();
    assert_eq!(short, [("src/lib.rs:3", "return -1;", true), ("src/lib.rs:6", "return 2;", false)]);
    let other = function(&json, "demo::other");
    assert_eq!((&other["relations"], &other["criteria"]["statement"]["adequacy"]), (&0.into(), &0.0.into()));
    assert_eq!(json["totals"]["statement"], 8.0 / 14.0);
}

#[test]
fn source_that_a_person_adds_to_a_table_counts() {
    let added =
        TESTS.replace("SOURCES: &[(i32, i32)] = &[(5, 1)", "SOURCES: &[(i32, i32)] = &[(-3, 1), (5, 1)");
    let project = project(CATALOGUE, &added);
    let (json, said, _) = json(&project, &["--k", "2", "--function", "sign"]);
    assert_eq!(said, "");
    // One relation more for `return -1`.
    assert_eq!(function(&json, "demo::sign")["criteria"]["statement"]["adequacy"], 9.0 / 12.0);
    assert_eq!(json["functions"].as_array().expect("a list").len(), 1, "--function leaves the others out");
}

#[test]
fn source_that_a_guard_refuses_is_not_tested_by_the_relation() {
    let guarded = "schema = 1\n\n[[relation]]\nfunction = \"demo::sign\"\nwhen = \"m > 1\"\nthen = \"y0 <= 1\"\n\
                   test = \"morph_tests::bounded\"\n";
    let project = project(guarded, TESTS);
    let (json, _, _) = json(&project, &["--function", "sign"]);
    let sign = function(&json, "demo::sign");
    assert_eq!((&sign["sources"], &sign["output_relations"]), (&2.into(), &0.into()));
    assert_eq!(sign["criteria"]["statement"]["adequacy"], 0.0);
}

#[test]
fn threshold_decides_the_exit_code() {
    let project = project(CATALOGUE, TESTS);
    let sign = ["--k", "2", "--function", "sign", "--criterion", "statement", "--criterion", "branch"];
    let run = |thresholds: &[&str]| {
        let (json, said, code) = json(&project, &[&sign, thresholds].concat());
        let criteria = json["totals"].as_object().expect("totals").keys().cloned().collect::<Vec<_>>();
        assert_eq!(criteria, ["branch", "statement"], "--criterion leaves the others out");
        (said, code)
    };
    assert_eq!(run(&["--fail-under", "0.58"]), (String::new(), Some(0)));
    let (said, code) = run(&["--fail-under", "0.6"]);
    assert_eq!((said.as_str(), code), ("warning: branch adequacy is 0.5833, below 0.6\n", Some(3)));
    // What is asked of one criterion counts before what is asked of all.
    assert_eq!(run(&["--fail-under", "0.6", "--fail-under", "branch=0.5"]), (String::new(), Some(0)));
    let (said, code) = run(&["--fail-under", "statement=0.7"]);
    assert_eq!((said.as_str(), code), ("warning: statement adequacy is 0.6667, below 0.7\n", Some(3)));
}

#[test]
fn without_a_suite_it_says_what_to_run() {
    let project = project("", "use super::*;\n");
    let output = adequacy(&project, &[]);
    assert_eq!(output.code, Some(0));
    assert!(output.stdout.contains("run `cargo morph discover` to find some"));
    assert!(!project.root.join("target/morph/lab").exists(), "nothing needs to be built");
    assert_eq!(adequacy(&project, &["--fail-under", "0.5"]).code, Some(3));
}

#[test]
fn entries_that_lost_what_they_test_are_named_and_do_no_harm() {
    let lost = "
[[relation]]
id = \"gone-1\"
function = \"demo::gone\"
then = \"y0 == 1\"
test = \"morph_tests::bounded\"

[[relation]]
id = \"gone-2\"
function = \"demo::sign\"
then = \"y0 <= 2\"
test = \"morph_tests::vanished\"

[[relation]]
id = \"gone-3\"
function = \"demo::sign\"
then = \"y0 <= p\"
test = \"morph_tests::bounded\"

[[relation]]
id = \"gone-4\"
function = \"demo::sign\"
then = \"y0 <= 3\"

[[relation]]
id = \"gone-5\"
function = \"demo::twice\"
then = \"y0 == x\"
test = \"morph_tests::bounded\"

[[relation]]
id = \"gone-6\"
function = \"demo::sign\"
then = \"y0 <= 4\"
test = \"elsewhere::deep::bounded\"

[[relation]]
id = \"wrong\"
function = \"demo::sign\"
then = \"y0 <= 0\"
test = \"morph_tests::bounded\"
";
    let project = project(&format!("{CATALOGUE}{lost}"), TESTS);
    let (json, said, code) = json(&project, &["--function", "sign"]);
    assert_eq!(code, Some(0));
    for part in [
        "`gone-1` is not tested: function `demo::gone` does not exist; run `cargo morph discover`",
        "`gone-2` is not tested: its test `morph_tests::vanished` does not exist",
        "`gone-3` is not tested: in `y0 <= p`: `p` is neither a parameter nor an outcome; fix it in morph/relations.toml",
        "`gone-4` is not tested: it has no test",
        "`gone-5` is not tested: `demo::twice` is skipped",
        "`gone-6` is not tested: its test `elsewhere::deep::bounded` does not exist: there is no module `elsewhere`",
        "`wrong` does not hold on sign(5, 1); `cargo test` shows it",
    ] {
        assert!(said.contains(part), "{part} is not in:\n{said}");
    }
    assert_eq!(said.lines().count(), 7, "{said}");
    assert_eq!(function(&json, "demo::sign")["relations"], 4);
}

#[test]
fn tests_in_modules_of_their_own_are_found() {
    let project = project("", "use super::*;\n");
    let inline = "\n#[cfg(test)]\nmod laws {\n    mod deep {\n        #[test]\n        fn half() {\n            \
                  for a in [3, 200] {\n                assert!(crate::other(a) <= a);\n            }\n        }\n    }\n    \
                  mod file;\n}\n";
    project.put("src/lib.rs", &format!("{LIB}{inline}"));
    project.put(
        "src/laws/file/mod.rs",
        "const A: &[u8] = b\"az\";\n#[test]\nfn odd() {\n    for &a in A {\n        assert!(crate::other(a) != a);\n    }\n}\n",
    );
    project.put(
        "morph/relations.toml",
        "schema = 1\n\n[[relation]]\nfunction = \"demo::other\"\nthen = \"y0 <= a\"\ntest = \"laws::deep::half\"\n\n\
         [[relation]]\nfunction = \"demo::other\"\nthen = \"y0 != a\"\ntest = \"laws::file::odd\"\n",
    );
    let (json, said, _) = json(&project, &["--function", "other", "--k", "1"]);
    assert_eq!(said, "");
    let other = function(&json, "demo::other");
    assert_eq!((&other["relations"], &other["sources"]), (&2.into(), &4.into()));
    assert_eq!(other["criteria"]["statement"]["adequacy"], 1.0);
}

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn search_for_the_sake_of_adequacy_raises_every_criterion() {
    let lib = "\
pub fn distance(a: i32, b: i32) -> u32 {
    if a == b {
        return 0;
    }
    if a > b && b < -1000 { a.abs_diff(b).min(5000) } else { a.abs_diff(b) }
}
";
    let measured = |args: &[&str]| {
        let project = project("", "");
        project.put("src/lib.rs", lib);
        std::fs::remove_file(project.root.join("src/morph_tests.rs")).expect("it is ours");
        let discover =
            ["discover", "-q", "--offline", "--operators", "own", "--preset", "off", "--sources", "200"];
        project.run(&[&discover, args].concat()).well();
        let (json, said, _) = json(&project, &[]);
        assert_eq!(said, "");
        json["totals"].clone()
    };
    let (before, after) = (measured(&[]), measured(&["--for-adequacy"]));
    for criterion in ["statement", "branch", "choice", "choice-pair", "frame"] {
        let share = |totals: &Value| totals[criterion].as_f64().expect("a share");
        let (before, after) = (share(&before), share(&after));
        assert!(
            after > before || (after == 1.0 && before == 1.0),
            "{criterion}: {before} before, {after} after"
        );
    }
}
