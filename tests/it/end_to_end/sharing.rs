//! `check`, `adequacy` and `suspects` on several machines, and one that reports what they found.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use super::check::{CATALOGUE, TESTS};
use crate::project::{Ended, MANIFEST, Project};

/// Two functions with relations of which one is violated, and one without that breaks a law.
const LIB: &str = "\
/// The distance between two numbers.
pub fn distance(a: u32, b: u32) -> u32 {
    if a > b { a - b } else if b == 7 { 1 } else { b - a }
}

pub fn capped(n: u32) -> u32 {
    if n > 100 { 100 } else { n }
}

/// The title without two hyphens in a row.
pub fn squeeze(title: &str) -> String {
    title.replace(\"--\", \"-\")
}

pub mod more;

#[cfg(test)]
mod morph_tests;
";

const MORE: &str = "\
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    pub left: i16,
    pub right: i16,
}

impl Pair {
    pub fn swapped(&self) -> Pair {
        Pair { left: self.right, right: self.left }
    }
}

/// At the middle of both.
pub fn trimmed(text: &str) -> String {
    text.replacen(\"  \", \" \", 1)
}
";

/// A relation of a function that is not there.
const GONE: &str = "
[[relation]]
function = \"tiny::gone\"
followups = [\"(b, a)\"]
then = \"y1 == y0\"
test = \"morph_tests::gone\"
";

fn project() -> Project {
    Project::new(&[
        ("Cargo.toml", MANIFEST),
        ("src/lib.rs", LIB),
        ("src/more.rs", MORE),
        ("src/morph_tests.rs", TESTS),
        ("morph/relations.toml", &[CATALOGUE, GONE].concat()),
    ])
}

/// Runs a shard of a command, and returns how it ended and its file.
fn shard(project: &Project, args: &[&str], number: usize, of: usize) -> (Ended, PathBuf) {
    let out = project.beside(&format!("{}-{of}", args[0])).join(format!("{number}.json"));
    let share = format!("{number}/{of}");
    let ended = project.run(&[args, &["--shard", &share, "--out", out.to_str().expect("text")]].concat());
    (ended, out)
}

fn merge(project: &Project, files: &[PathBuf], more: &[&str]) -> Ended {
    let files = files.iter().map(|file| file.to_str().expect("text"));
    project.run(&["merge"].into_iter().chain(files).chain(more.iter().copied()).collect::<Vec<_>>())
}

/// A document without how long things took.
#[track_caller]
fn timeless(text: &str) -> String {
    fn clear(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                fields.remove("seconds");
                fields.values_mut().for_each(clear);
            }
            Value::Array(items) => items.iter_mut().for_each(clear),
            _ => {}
        }
    }
    let mut value = serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    clear(&mut value);
    serde_json::to_string_pretty(&value).expect("JSON")
}

/// Asserts that shards of a command, put together, report and end as one machine does. Of `make`, every machine has one.
#[track_caller]
fn shards_are_as_one(make: &dyn Fn() -> Project, args: &[&str], numbers: &[usize]) {
    let whole = make().run(&[args, &["--format", "json"]].concat());
    let known = timeless(&whole.stdout);
    for of in numbers {
        // Machines that share a folder, one after the other, and one that is elsewhere.
        let (one, other, merging) = (make(), make(), make());
        let files = (1..=*of).map(|number| {
            let machine = if number == 2 { &other } else { &one };
            let (ended, file) = shard(machine, args, number, *of);
            assert!(matches!(ended.code, Some(0 | 2)), "{}{}", ended.stdout, ended.stderr);
            assert!(ended.stdout.contains(&format!("shard {number} of {of}: ")), "{}", ended.stdout);
            file
        });
        let files: Vec<PathBuf> = files.collect();
        let merged = merge(&merging, &files, &["--format", "json"]);
        assert_eq!(timeless(&merged.stdout), known, "{of} shards of {args:?}: {}", merged.stderr);
        assert_eq!(merged.code, whole.code, "{}", merged.stderr);
    }
}

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn shards_of_a_check_report_what_one_machine_reports() {
    shards_are_as_one(&project, &["check", "--all", "--deny-stale"], &[2]);
    let project = project();
    let whole = project.run(&["check", "--all", "--format", "json"]);
    let known: Value = serde_json::from_str(&whole.stdout).expect("JSON");
    assert_eq!(
        (whole.code, &known["totals"]["violated"], &known["totals"]["stale"]),
        (Some(2), &1.into(), &1.into())
    );
}

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn shards_of_suspects_report_what_one_machine_reports() {
    shards_are_as_one(&project, &["suspects", "--all", "--deny", "likely"], &[3]);
    let found = project().run(&["suspects", "--all"]).well().stdout;
    assert!(found.contains("trimmed(text).trim() == trimmed(text)"), "{found}");
}

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn any_number_of_shards_reports_what_one_machine_reports() {
    let quickstart = || Project::fixture("quickstart");
    shards_are_as_one(&quickstart, &["check", "--all"], &NUMBERS);
    shards_are_as_one(&quickstart, &["adequacy"], &NUMBERS);
}

/// Of how many shards results are merged.
const NUMBERS: [usize; 4] = [1, 2, 5, 16];

mod by_hand {
    use super::{NUMBERS, Project, shards_are_as_one};

    #[test]
    #[ignore = "takes minutes"]
    fn any_number_of_shards_finds_the_suspects_that_one_machine_finds() {
        let faulty = || Project::fixture("suspects/faulty");
        shards_are_as_one(&faulty, &["suspects", "--deny", "certain"], &NUMBERS);
    }
}

#[test]
fn adequacy_of_shards_is_judged_and_shown_as_a_whole() {
    let project = project();
    let [page, badge] = ["page.html", "badge.svg"].map(|name| project.beside(name));
    let args = ["--html", page.to_str().expect("text"), "--badge", badge.to_str().expect("text")];
    let whole = project.run(&[&["adequacy", "--fail-under", "0.9", "--format", "json"], &args[..]].concat());
    assert_eq!(whole.code, Some(3), "{}{}", whole.stdout, whole.stderr);
    let read = || [&page, &badge].map(|file| fs::read_to_string(file).expect("it was written"));
    let known = read();

    let measure = ["adequacy", "--fail-under", "0.9"];
    project.run(&[&measure[..], &["--shard", "1/2"]].concat()).refused(1, &["--out", "merge"]);
    project.run(&[&["adequacy", "--shard", "1/2"], &args[..2]].concat()).refused(1, &["--html", "merge"]);
    let files = [1, 2].map(|number| {
        fs::remove_file([&page, &badge][number - 1]).expect("it was written");
        let (ended, file) = shard(&project, &measure, number, 2);
        // Whether the whole is adequate is no matter of a shard.
        assert!(ended.well().stdout.contains(&format!("shard {number} of 2: ")));
        file
    });
    let merged = merge(&project, &files, &[&["--format", "json"], &args[..]].concat());
    assert_eq!(merged.code, Some(3), "{}", merged.stderr);
    assert!(merged.stderr.contains("statement adequacy is"), "{}", merged.stderr);
    assert_eq!(timeless(&merged.stdout), timeless(&whole.stdout));
    assert_eq!(read(), known);

    // An earlier measurement is a threshold of the whole, too.
    let better = whole.stdout.replace("\"adequacy\": 0.", "\"adequacy\": 0.9");
    let totals: Value = serde_json::from_str(&whole.stdout).expect("JSON");
    let share = totals["totals"]["statement"].as_f64().expect("a share").to_string();
    let (baseline, short) = (project.beside("baseline.json"), &share[..3]);
    fs::write(&baseline, better.replace(&format!("\"statement\": {short}"), "\"statement\": 0.9"))
        .expect("ours");
    let measure = ["adequacy", "--no-worse", baseline.to_str().expect("text")];
    let files = [1, 2].map(|number| shard(&project, &measure, number, 2).1);
    fs::remove_file(&baseline).expect("ours");
    let merged = merge(&project, &files, &[]);
    assert_eq!(merged.code, Some(3), "{}", merged.stderr);
    assert!(merged.stderr.contains("statement adequacy fell from 0.9"), "{}", merged.stderr);
}

#[test]
fn files_that_do_not_belong_together_are_refused() {
    let project = project();
    let [one, two] = [1, 2].map(|number| shard(&project, &["check", "--all"], number, 2).1);
    let both = [one.clone(), two.clone()];
    let file = |name: &str| project.beside(name);
    assert_eq!(merge(&project, &both, &[]).code, Some(2));
    merge(&project, std::slice::from_ref(&two), &[]).refused(1, &["no file for shard 1 of 2"]);
    merge(&project, &[one.clone(), one.clone()], &[]).refused(1, &["both belong to shard 1"]);
    merge(&project, &[one.clone(), file("none.json")], &[]).refused(1, &["none.json", "cannot be read"]);
    let damaged = file("damaged.json");
    let text = fs::read_to_string(&two).expect("text");
    fs::write(&damaged, text.replacen("tiny::", "tinny::", 1)).expect("ours");
    merge(&project, &[one.clone(), damaged], &[]).refused(1, &["damaged.json", "is damaged"]);
    let measured = shard(&project, &["adequacy"], 2, 2).1;
    merge(&project, &[one.clone(), measured], &[]).refused(1, &["comes from another command"]);
    fs::copy(&one, file("one.json")).expect("ours");
    let changed_only = shard(&project, &["check"], 2, 2).1;
    merge(&project, &[file("one.json"), changed_only], &[]).refused(1, &["comes from other options"]);
    shard(&project, &["check", "--all"], 2, 2);
    let more = ["--html", "page.html"];
    merge(&project, &both, &more).refused(1, &["--html", "`check`"]);
    merge(&project, &both, &["--force"]).refused(1, &["--force", "`check`"]);
    merge(&project, &both, &["--format", "markdown"]).refused(1, &["--format"]);
    merge(&project, &both, &["--function", "capped"]).refused(1, &["`tiny::distance`", "--function"]);
    assert!(merge(&project, &both, &["--format", "junit"]).stdout.contains("<failure "));

    project.put("src/lib.rs", &LIB.replace("b == 7", "b == 8"));
    merge(&project, &both, &[]).refused(1, &["other sources than this run"]);
    let later = shard(&project, &["check", "--all"], 2, 2).1;
    merge(&project, &[one, later], &[]).refused(1, &["comes from other sources"]);
}

#[test]
fn every_report_of_a_shard_says_that_it_is_one() {
    let project = project();
    let of_one = |command: &str, format: &str| {
        let ended = project.run(&[command, "--shard", "1/2", "--format", format, "-q"]);
        assert!(matches!(ended.code, Some(0 | 2)), "{}{}", ended.stdout, ended.stderr);
        ended.stdout
    };
    for (command, formats) in [
        ("check", &["human", "github", "sarif"][..]),
        ("suspects", &["human", "github", "sarif", "markdown"]),
        ("adequacy", &["human"]),
    ] {
        for format in formats {
            let said = of_one(command, format);
            assert!(said.contains("shard 1 of 2: this report is not about"), "{command} {format}: {said}");
        }
        let document: Value = serde_json::from_str(&of_one(command, "json")).expect("JSON");
        assert_eq!(document["share"], serde_json::json!({ "shard": 1, "of": 2 }), "{command}");
    }
    assert!(of_one("check", "junit").contains("name=\"cargo morph check, shard 1 of 2\""));
    let summary = project.beside("summary.md");
    let mut command = project.command(&["check", "--shard", "2/2"]);
    command.env("GITHUB_STEP_SUMMARY", &summary).output().expect("the binary starts");
    assert!(fs::read_to_string(&summary).expect("it was written").contains("shard 2 of 2: "));
    for args in [&["check", "--update"][..], &["suspects", "--dismiss", "x"], &["suspects", "--dismissed"]] {
        project.run(&[args, &["--shard", "1/2"]].concat()).refused(1, &["--shard"]);
    }
}

/// A shard can be green only where its own functions are, and what has passed here is no matter of another shard.
#[test]
fn violation_is_seen_by_exactly_one_shard_whatever_ran_before() {
    let project = project();
    assert_eq!(project.run(&["check"]).code, Some(2));
    let mut codes: Vec<Option<i32>> =
        (1..=2).map(|k| project.run(&["check", "--shard", &format!("{k}/2")]).code).collect();
    codes.sort_unstable();
    assert_eq!(codes, [Some(0), Some(2)]);
}
