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
        self.morph(&[&["adequacy"], args].concat())
    }

    fn morph(&self, args: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_cargo-morph"))
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
    let sign = ["--k", "2", "--function", "sign", "--criterion", "statement", "--criterion", "branch"];
    let run = |thresholds: &[&str]| {
        let (json, said, code) = project.json(&[&sign, thresholds].concat());
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

/// `fare` has a condition for each kind of branch and category; nothing tests the discount.
const FARE: &str = "\
pub fn fare(age: u8, code: &str) -> Option<u32> {
    if age > 120 || code.is_empty() {
        return None;
    }
    let mut price = if age < 12 { 5 } else { 10 };
    for _ in code.strip_prefix(\"off-\").into_iter() {
        price /= 2;
    }
    match code.len() {
        7 => Some(price + 1),
        _ => Some(price),
    }
}

#[cfg(test)]
mod morph_tests;
";

const FARE_TESTS: &str = "\
use super::*;

const SOURCES: &[(u8, &str)] = &[(30, \"day\"), (5, \"day\"), (130, \"day\")];

#[test]
fn grown() {
    for &(age, code) in SOURCES {
        assert!(fare(age, code) <= Some(11));
    }
}
";

const FARE_CATALOGUE: &str = "\
schema = 1

[[relation]]
function = \"demo::fare\"
then = \"y0.is_some() || age > 120\"
test = \"morph_tests::grown\"

[[relation]]
function = \"demo::fare\"
followups = [\"(age, code.to_uppercase())\"]
then = \"y1 == y0\"
test = \"morph_tests::grown\"
";

fn fare() -> Project {
    let project = Project::new(FARE_CATALOGUE, FARE_TESTS);
    project.put("src/lib.rs", FARE);
    project
}

/// The requirements of a criterion that fall short for a reason.
fn short<'a>(function: &'a Value, criterion: &str, reason: &str) -> Vec<&'a str> {
    let short = function["criteria"][criterion]["short"].as_array().expect("a list");
    let of_reason = short.iter().filter(|short| short["reason"] == reason);
    of_reason.map(|short| short["text"].as_str().expect("a text")).collect()
}

#[test]
fn five_criteria_say_what_falls_short_and_why() {
    let project = fare();
    let (json, said, _) = project.json(&["--k", "2"]);
    assert_eq!(said, "");
    let fare = function(&json, "demo::fare");
    assert_eq!(short(fare, "statement", "no-source"), ["price /= 2;"]);
    assert_eq!(
        short(fare, "branch", "no-source"),
        [
            "code.is_empty() is true",
            "for _ in code.strip_prefix(\"off-\").into_iter() is entered",
            "7 matches",
        ]
    );
    // 2 + 2 of the first condition, 2 of the second, 2 of the loop, 2 arms.
    assert_eq!(fare["criteria"]["branch"]["requirements"], 10);
    assert_eq!(fare["criteria"]["branch"]["adequacy"], 7.0 / 10.0);
    let missed = short(fare, "choice", "no-source");
    for choice in
        ["age == 12", "12 < age < 120", "code is empty", "code begins with \"off-\"", "code has 7 characters"]
    {
        let is_missed = choice != "12 < age < 120";
        assert_eq!(missed.contains(&choice), is_missed, "{choice} in {missed:?}");
    }
    let impossible = short(fare, "choice-pair", "impossible");
    assert!(impossible.contains(&"code begins with \"off-\", code is empty"), "{impossible:?}");
    assert!(short(fare, "frame", "no-source").iter().any(|frame| frame.ends_with("→ y0 is None")));
    let lines = fare["source"][0]["lines"].as_array().expect("a list");
    let tested: Vec<(u64, Option<u64>)> = lines
        .iter()
        .map(|line| (line["line"].as_u64().expect("a number"), line["relations"].as_u64()))
        .collect();
    assert_eq!(
        tested[..8],
        [
            (1, None),
            (2, Some(2)),
            (3, Some(2)),
            (4, None),
            (5, Some(2)),
            (6, Some(2)),
            (7, Some(0)),
            (8, None)
        ]
    );
    // Frames ask for two relations, the others for three, of which there are two.
    let output = project.run(&["--lines", "--criterion", "frame", "--criterion", "statement"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        text.contains("statement adequacy at k = 3: 58 % over 1 function\nframe adequacy at k = 2: "),
        "{text}"
    );
    assert!(text.contains("        7   × │         price /= 2;\n        8     │     }\n"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
}

#[test]
fn categories_of_morph_toml_are_added_and_wrong_ones_are_told_by_line_and_key() {
    let project = fare();
    let toml = |child: &str, left_out: &str| {
        project.put(
            "morph.toml",
            &format!(
                "[adequacy.categories.\"demo::fare\"]\nage = false\n{left_out} = false\n\n\
                 [adequacy.categories.\"demo::fare\".group]\nchild = \"{child}\"\nadult = \"age >= 12\"\nolder = \"age > 12\"\n\n\
                 [adequacy.impossible]\n\"demo::fare\" = [[\"child\", \"code is empty\"]]\n"
            ),
        );
    };
    toml("age < 12", "\"white space in code\"");
    let (json, said, _) = project.json(&["--criterion", "choice", "--criterion", "choice-pair", "--k", "2"]);
    assert_eq!(said, "");
    let fare = function(&json, "demo::fare");
    let names: Vec<&str> =
        fare["categories"].as_array().expect("a list").iter().filter_map(|c| c["name"].as_str()).collect();
    assert_eq!(names, ["group", "code and \"off-\"", "length of code", "script of code", "case of code"]);
    // The first choice that holds counts, so that there is nobody left; but somebody wants it.
    assert_eq!(short(fare, "choice", "never-reached"), ["older"]);
    let all: Vec<&str> = ["no-source", "few-relations", "few-apply"]
        .iter()
        .flat_map(|why| short(fare, "choice", why))
        .collect();
    assert!(
        all.iter().all(|choice| !choice.starts_with("age") && !choice.contains("white space")),
        "{all:?}"
    );
    assert!(short(fare, "choice-pair", "impossible").contains(&"child, code is empty"));
    for (child, left_out, error) in [
        (
            "agee < 12",
            "age2",
            "morph.toml:3: key `adequacy.categories.\"demo::fare\".\"age2\"`: there is no category `age2`; there is `code and",
        ),
        (
            "agee < 12",
            "\"script of code\"",
            "morph.toml:6: key `adequacy.categories.\"demo::fare\".\"group\".\"child\"`: in `agee < 12`: `agee` is neither",
        ),
    ] {
        toml(child, left_out);
        let output = project.run(&["-q"]);
        assert_eq!(output.status.code(), Some(1));
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.contains(error), "{said}");
    }
}

#[test]
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
        let project = Project::new("", "");
        project.put("src/lib.rs", lib);
        fs::remove_file(project.root().join("src/morph_tests.rs")).expect("it is ours");
        let discover =
            ["discover", "-q", "--offline", "--operators", "own", "--preset", "off", "--sources", "200"];
        let output = project.morph(&[&discover, args].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let (json, said, _) = project.json(&[]);
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
