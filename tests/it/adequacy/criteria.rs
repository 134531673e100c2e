//! The five criteria and their categories on one function.

use serde_json::Value;

use super::{adequacy, function, json, project};
use crate::project::Project;

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
    let project = project(FARE_CATALOGUE, FARE_TESTS);
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
    let (json, said, _) = json(&project, &["--k", "2"]);
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
    let output = adequacy(&project, &["--lines", "--criterion", "frame", "--criterion", "statement"]);
    let text = output.stdout;
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
    let (json, said, _) =
        json(&project, &["--criterion", "choice", "--criterion", "choice-pair", "--k", "2"]);
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
            "morph.toml:3: key `adequacy.categories.\"demo::fare\".\"age2\"`: unknown category `age2`; expected one of `code and",
        ),
        (
            "agee < 12",
            "\"script of code\"",
            "morph.toml:6: key `adequacy.categories.\"demo::fare\".\"group\".\"child\"`: in `agee < 12`: `agee` is neither",
        ),
    ] {
        toml(child, left_out);
        let output = adequacy(&project, &["-q"]);
        assert_eq!(output.code, Some(1));
        let said = output.stderr;
        assert!(said.contains(error), "{said}");
    }
}
