//! `cargo morph adequacy` on a copy of a small package whose suite is written by hand; cargo-mutants is not needed.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

const MANIFEST: &str = "[package]\nname = \"demo\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\n[workspace]\n";

/// `sign` has six statements: five of its own, of which one cannot be reached, and `twice`'s, which is generic over a constant and so no subject.
const LIB: &str = "\
pub fn sign(n: i32, m: i32) -> i32 {
    if n < 0 {
        return -1;
    }
    if n > m && m > n {
        return 2;
    }
    twice([n.min(1)]) / 2
}

fn twice<const N: usize>(x: [i32; N]) -> i32 {
    x[0] + x[0]
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

struct Project(tempfile::TempDir);

impl Project {
    fn new(catalogue: &str, tests: &str) -> Project {
        let project = Project(tempfile::tempdir().expect("a temporary folder"));
        project.put("Cargo.toml", MANIFEST);
        project.put("src/lib.rs", LIB);
        project.put("src/morph_tests.rs", tests);
        if !catalogue.is_empty() {
            project.put("morph/relations.toml", catalogue);
        }
        project
    }

    fn root(&self) -> &Path {
        self.0.path()
    }

    fn put(&self, file: &str, text: &str) {
        let file = self.root().join(file);
        fs::create_dir_all(file.parent().expect("a folder")).expect("the folder is ours");
        fs::write(file, text).expect("the folder is ours");
    }

    fn run(&self, args: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_cargo-morph"))
            .arg("adequacy")
            .args(args)
            .current_dir(self.root())
            .env_remove("CLICOLOR_FORCE")
            .env_remove("CARGO_TARGET_DIR")
            .env("NO_COLOR", "1")
            .output()
            .expect("the binary starts")
    }

    /// The JSON document, what was said beside it, and the exit code.
    fn json(&self, args: &[&str]) -> (Value, String, Option<i32>) {
        let output = self.run(&[args, &["--format", "json", "-q"]].concat());
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let json = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {said}"));
        (json, said, output.status.code())
    }
}

fn function<'a>(json: &'a Value, path: &str) -> &'a Value {
    let functions = json["functions"].as_array().expect("a list");
    functions.iter().find(|f| f["path"] == path).unwrap_or_else(|| panic!("{path} is not in {json}"))
}

#[test]
fn suite_written_by_hand_is_measured_as_it_stands() {
    let project = Project::new(CATALOGUE, TESTS);
    let (json, said, code) = project.json(&["--k", "2"]);
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
    let project = Project::new(CATALOGUE, &added);
    let (json, said, _) = project.json(&["--k", "2", "--function", "sign"]);
    assert_eq!(said, "");
    // One relation more for `return -1`.
    assert_eq!(function(&json, "demo::sign")["criteria"]["statement"]["adequacy"], 9.0 / 12.0);
    assert_eq!(json["functions"].as_array().expect("a list").len(), 1, "--function leaves the others out");
}

#[test]
fn source_that_a_guard_refuses_is_not_tested_by_the_relation() {
    let guarded = "schema = 1\n\n[[relation]]\nfunction = \"demo::sign\"\nwhen = \"m > 1\"\nthen = \"y0 <= 1\"\n\
                   test = \"morph_tests::bounded\"\n";
    let project = Project::new(guarded, TESTS);
    let (json, _, _) = project.json(&["--function", "sign"]);
    let sign = function(&json, "demo::sign");
    assert_eq!((&sign["sources"], &sign["output_relations"]), (&2.into(), &0.into()));
    assert_eq!(sign["criteria"]["statement"]["adequacy"], 0.0);
}

#[test]
fn threshold_decides_the_exit_code() {
    let project = Project::new(CATALOGUE, TESTS);
    let (_, said, code) = project.json(&["--k", "2", "--function", "sign", "--fail-under", "0.5"]);
    assert_eq!((said.as_str(), code), ("", Some(0)));
    let (json, said, code) = project.json(&["--k", "2", "--function", "sign", "--fail-under", "0.7"]);
    assert_eq!(code, Some(3));
    assert_eq!(json["totals"]["statement"], 8.0 / 12.0);
    assert!(said.contains("statement adequacy is 0.6667, below 0.7"), "{said}");
}

#[test]
fn without_a_suite_it_says_what_to_run() {
    let project = Project::new("", "use super::*;\n");
    let output = project.run(&[]);
    assert_eq!(output.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&output.stdout).contains("`cargo morph discover` finds some"));
    assert!(!project.root().join("target/morph/lab").exists(), "nothing needs to be built");
    assert_eq!(project.run(&["--fail-under", "0.5"]).status.code(), Some(3));
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
    let project = Project::new(&format!("{CATALOGUE}{lost}"), TESTS);
    let (json, said, code) = project.json(&["--function", "sign"]);
    assert_eq!(code, Some(0));
    for part in [
        "`gone-1` tests nothing: there is no function `demo::gone` any more; run `cargo morph discover`",
        "`gone-2` tests nothing: its test `morph_tests::vanished` is gone",
        "`gone-3` tests nothing: in `y0 <= p`: `p` is neither a parameter nor an outcome; mend it in morph/relations.toml",
        "`gone-4` tests nothing: it has no test",
        "`gone-5` tests nothing: `demo::twice` is skipped",
        "`gone-6` tests nothing: its test `elsewhere::deep::bounded` is gone: there is no module `elsewhere`",
        "`wrong` does not hold on sign(5, 1); `cargo test` shows it",
    ] {
        assert!(said.contains(part), "{part} is not in:\n{said}");
    }
    assert_eq!(said.lines().count(), 7, "{said}");
    assert_eq!(function(&json, "demo::sign")["relations"], 4);
}

#[test]
fn tests_in_modules_of_their_own_are_found() {
    let project = Project::new("", "use super::*;\n");
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
    let (json, said, _) = project.json(&["--function", "other", "--k", "1"]);
    assert_eq!(said, "");
    let other = function(&json, "demo::other");
    assert_eq!((&other["relations"], &other["sources"]), (&2.into(), &4.into()));
    assert_eq!(other["criteria"]["statement"]["adequacy"], 1.0);
}
