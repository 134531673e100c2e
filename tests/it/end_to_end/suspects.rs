//! `suspects`: what it finds, what it does not report, and verdicts that last.

use std::collections::{BTreeMap, BTreeSet};

use cargo_morph::options::Level;
use cargo_morph::report::Suspects;
use serde::Deserialize;

use crate::project::{Ended, Project};

/// What squeezes and can be squeezed again, beside a function without a fault.
const LIB: &str = "\
/// The title without two hyphens in a row.
pub fn squeeze(title: &str) -> String {
    title.replace(\"--\", \"-\")
}

pub fn double(n: i32) -> i64 {
    i64::from(n) * 2
}
";

#[derive(Deserialize)]
struct Faults {
    fault: Vec<Fault>,
}

#[derive(Deserialize)]
struct Fault {
    module: String,
}

#[track_caller]
fn document(ended: &Ended) -> Suspects {
    serde_json::from_str(&ended.stdout).unwrap_or_else(|e| panic!("{e}: {}{}", ended.stdout, ended.stderr))
}

#[track_caller]
pub fn found(project: &Project, args: &[&str]) -> Suspects {
    document(&project.run(&[&["suspects", "--format", "json", "-q"], args].concat()).well())
}

/// The modules of functions that sure reports are about, with what fails for the same cause.
pub fn blamed(found: &Suspects) -> BTreeSet<String> {
    let module = |path: &str| path.split("::").nth(1).unwrap_or_default().to_owned();
    let sure = found.suspects.iter().filter(|suspect| suspect.level > Level::Possible);
    let functions = sure.flat_map(|suspect| {
        let further = suspect.further.iter().map(|further| further.function.as_str());
        std::iter::once(suspect.function.as_str()).chain(further)
    });
    functions.map(module).collect()
}

#[test]
#[ignore = "takes a minute in a debug build"]
fn faults_of_forty_kinds_are_found_and_their_correct_twins_are_not_blamed() {
    let read = |kind: &str| Project::fixture(&format!("suspects/{kind}"));
    let faults = Project::fixture("suspects").get("faults.toml");
    let faults: Faults = toml::from_str(&faults).expect("faults");
    let of_faulty = blamed(&found(&read("faulty"), &["--all"]));
    let missed: Vec<&str> =
        faults.fault.iter().map(|fault| fault.module.as_str()).filter(|m| !of_faulty.contains(*m)).collect();
    assert!(faults.fault.len() == 40 && missed.len() <= 4, "missed {missed:?}");
    let of_correct = blamed(&found(&read("correct"), &["--all"]));
    assert!(of_correct.len() <= 2, "{of_correct:?}");
}

#[test]
fn broken_law_is_reported_with_its_counterexample_and_a_test_that_fails() {
    let project = Project::library(LIB);
    let before = project.tree();
    let found = found(&project, &[]);
    assert_eq!(project.tree(), before, "nothing is written");
    let [suspect] = found.suspects.as_slice() else { panic!("{found:?}") };
    assert_eq!(
        (suspect.function.as_str(), suspect.law.as_str(), suspect.level),
        ("tiny::squeeze", "squeeze(squeeze(title)) == squeeze(title)", Level::Likely)
    );
    assert!(suspect.failures > 0 && suspect.failures * 2 < suspect.inputs, "{suspect:?}");
    let source: BTreeMap<_, _> = suspect.counterexample.source.iter().cloned().collect();
    assert_eq!(source["title"], "\"---\"", "the smallest");

    project.put("src/lib.rs", &format!("{LIB}\n{}", suspect.test));
    let mut cargo = std::process::Command::new("cargo");
    cargo.args(["test", "--offline"]).env("CARGO_TARGET_DIR", project.beside("target"));
    let tested = Ended::from(cargo.current_dir(&project.root).output().expect("cargo starts"));
    assert!(tested.stdout.contains("0 passed; 1 failed"), "{}{}", tested.stdout, tested.stderr);
}

#[test]
fn reports_are_shown_in_all_formats_and_denied_by_level() {
    let project = Project::library(LIB);
    let shown = |format: &str| project.run(&["suspects", "-q", "--format", format]).well().stdout;
    let human = shown("human");
    assert!(human.starts_with("src/lib.rs:2: likely a bug (squeeze-"), "{human}");
    assert!(
        human.contains("squeeze(\"---\") is \"--\"") && human.contains("1 suspect in 2 functions"),
        "{human}"
    );
    assert!(shown("github").starts_with("::warning file=src/lib.rs,line=2,"));
    assert!(shown("markdown").contains("```rust\n"));
    let sarif: serde_json::Value = serde_json::from_str(&shown("sarif")).expect("JSON");
    assert_eq!(sarif["runs"][0]["results"][0]["ruleId"], "suspect");
    for (level, code) in [("certain", 0), ("likely", 2), ("possible", 2)] {
        assert_eq!(project.run(&["suspects", "-q", "--deny", level]).code, Some(code), "{level}");
    }
    project.run(&["suspects", "--format", "junit"]).refused(1, &["--format"]);
}

#[test]
fn verdicts_last_while_functions_move_and_end_with_their_types() {
    let project = Project::library(LIB);
    let id = found(&project, &[]).suspects.remove(0).id;
    project.run(&["suspects", "--dismiss", "squeeze-nothing"]).refused(1, &["squeeze-nothing", "run `cargo"]);
    project.run(&["suspects", "--because", "it is so"]).refused(1, &["--because"]);
    project.run(&["suspects", "--intended", &id, "--because", "addresses are ours"]).well();
    let verdicts = project.get("morph/verdicts.toml");
    assert!(
        verdicts.contains("because = \"addresses are ours\"") && verdicts.contains("says = \"intended\"")
    );

    let left = |lib: &str| {
        project.put("src/lib.rs", lib);
        let found = found(&project, &[]);
        (found.suspects, found.totals.dismissed)
    };
    assert_eq!(left(LIB), (Vec::new(), 1));
    assert_eq!(left(&LIB.replace("squeeze", "condense")), (Vec::new(), 1), "another name");
    assert_eq!(left(&format!("pub mod text {{\n{LIB}}}\n")), (Vec::new(), 1), "another place");
    assert_eq!(left(&LIB.replace("title.replace", "title.to_owned().replace")), (Vec::new(), 1), "edited");
    let (suspects, _) = left(&LIB.replace("title: &str", "title: String"));
    assert!(suspects[0].evidence.iter().any(|said| said.contains("types changed")), "{suspects:?}");

    let listed = project.run(&["suspects", "--dismissed"]).well().stdout;
    assert!(listed.contains(" intended: squeeze(squeeze(title))") && listed.contains("addresses are ours"));
    project.put("morph/verdicts.toml", "[[verdict]]\nid = 7\n");
    project.run(&["suspects"]).refused(1, &["morph/verdicts.toml:"]);
}

#[test]
fn bug_that_is_kept_is_an_ignored_test_and_no_suspect_any_more() {
    let project = Project::library(LIB);
    let id = found(&project, &[]).suspects.remove(0).id;
    project.run(&["suspects", "--keep", &id, "--dismiss", &id]).refused(1, &["--dismiss"]);
    project.run(&["suspects", "--keep", &id, "--because", "see issue 7"]).well();
    let tests = project.get("src/morph_tests.rs");
    assert!(tests.contains("#[ignore = \"a known bug\"]") && tests.contains("use super::*;"), "{tests}");
    assert!(project.get("src/lib.rs").ends_with("\n#[cfg(test)]\nmod morph_tests;\n"));
    let tested = |args: &[&str]| {
        let mut cargo = std::process::Command::new("cargo");
        cargo.args(["test", "--offline"]).args(args).env("CARGO_TARGET_DIR", project.beside("target"));
        Ended::from(cargo.current_dir(&project.root).output().expect("cargo starts")).stdout
    };
    assert!(tested(&[]).contains("0 passed; 0 failed; 1 ignored"));
    assert!(tested(&["--", "--ignored"]).contains("0 passed; 1 failed"));
    let left = found(&project, &[]);
    assert_eq!((left.suspects.len(), left.totals.dismissed), (0, 1));
    let listed = project.run(&["suspects", "--dismissed"]).well().stdout;
    assert!(listed.contains(" kept as a test: squeeze(squeeze(title))") && listed.contains("see issue 7"));

    let before = project.tree();
    project.run(&["suspects", "--keep", "squeeze-nothing"]).refused(1, &["squeeze-nothing"]);
    assert_eq!(project.tree(), before);
    project.morph(&["clean"]).well();
    assert_eq!(project.get("src/morph_tests.rs"), tests, "it is a person's");
}

/// Symmetric, but for some negative numbers.
const DISTANCE: &str = "\
pub fn distance(a: i32, b: i32) -> u32 {
    let between = a.abs_diff(b);
    if (-9..0).contains(&a) && a < b { between.saturating_add(1) } else { between }
}
";

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn discover_names_suspects_and_writes_nothing_weaker() {
    let project = Project::library(DISTANCE);
    let discovery = project.discover(&["--format", "json"]).well().discovery();
    let symmetric = "distance(b, a) == distance(a, b)";
    let suspect = discovery.suspects.iter().find(|suspect| suspect.law == symmetric);
    let id = suspect.unwrap_or_else(|| panic!("{:?}", discovery.suspects)).id.clone();
    let swapped = |discovery: &cargo_morph::report::Discovery| -> Vec<String> {
        let relations = discovery.functions.iter().flat_map(|function| &function.relations);
        let about = relations.filter(|law| law.followups == ["(b, a)"]);
        about.map(|law| law.readable.clone()).collect()
    };
    assert_eq!(swapped(&discovery), Vec::<String>::new());
    let shown = project.discover(&[]).well().stdout;
    assert!(shown.contains("1 suspect;") && shown.contains(&format!("src/lib.rs:1: {symmetric}")), "{shown}");

    project.run(&["suspects", "--intended", &id]).well();
    let discovery = project.discover(&["--format", "json"]).well().discovery();
    assert!(discovery.suspects.is_empty(), "{:?}", discovery.suspects);
    assert_ne!(
        swapped(&discovery),
        Vec::<String>::new(),
        "what holds under a guard is a law where that is meant"
    );
}

/// Six faults.
const BROKEN: &str = r#"
pub mod style {
    #[derive(Clone, Copy, Debug, Eq, Hash)]
    pub struct Style { pub bold: bool, pub masked: bool }
    impl PartialEq for Style {
        fn eq(&self, other: &Style) -> bool { self.bold == other.bold }
    }
}
pub mod score {
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Score(f64);
    impl Score {
        pub fn new(value: f64) -> Option<Score> { (value.abs() <= 1000.0).then_some(Score(value)) }
    }
    impl std::hash::Hash for Score {
        fn hash<H: std::hash::Hasher>(&self, state: &mut H) { self.0.to_bits().hash(state); }
    }
}
pub mod text {
    pub fn contains_ignore_case(text: &str, part: &str) -> bool { text.to_lowercase().contains(part) }
}
pub mod colour {
    fn delta_76(a: i32, b: i32, scale: i32) -> i64 { (i64::from(a) - i64::from(b)).abs() * i64::from(scale) }
    fn delta_94(a: i32, b: i32, scale: i32) -> i64 {
        delta_76(a, b, scale) * 3 + i64::from(scale > 1_000_000_000 && a < b)
    }
    pub fn delta(old: bool, a: i32, b: i32) -> i64 { if old { delta_76(a, b, 1) } else { delta_94(a, b, 2) } }
}
pub mod card {
    fn sum(digits: impl Iterator<Item = char>) -> Option<u32> {
        digits.enumerate().map(|(i, c)| c.to_digit(10).map(|digit| digit * (1 + i as u32 % 2 * 2))).sum()
    }
    pub fn with_check_digit(digits: &str) -> Option<String> {
        Some(format!("{digits}{}", (10 - sum(digits.chars())? % 10) % 10))
    }
    /// ```
    /// assert!(tiny::card::is_valid("9031101"));
    /// ```
    pub fn is_valid(digits: &str) -> bool {
        sum(digits.chars().rev()).is_some_and(|sum| sum % 10 == 0)
    }
}
pub mod day {
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Day { month: u8, day: u8 }
    impl Day {
        pub fn new(month: u8, day: u8) -> Option<Day> {
            (month < 12 && day < 31).then_some(Day { month, day })
        }
        pub fn number(self) -> u16 { u16::from(self.month) * 31 + u16::from(self.day) + u16::from(self.month == 2) }
        pub fn from_number(number: u16) -> Option<Day> { Day::new((number / 31).try_into().ok()?, (number % 31) as u8) }
    }
}
"#;

#[test]
fn contracts_of_derived_traits_and_laws_of_names_are_tried() {
    let grid = super::unpromised::GRID.replace("CELL", "self.cells[n]");
    let found = found(&Project::library(&(BROKEN.to_owned() + &grid)), &[]);
    assert_eq!(
        blamed(&found),
        ["card", "colour", "day", "grid", "score", "style", "text"].map(str::to_owned).into(),
        "{found:?}"
    );
}

/// Numbers whose exponents take forever where they are large, in code of the standard library, which burns no fuel.
const UNWIELDY: &str = "\
use std::cmp::Ordering;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scaled { digits: u64, exponent: u64 }

fn power(exponent: u64) -> u64 {
    std::iter::repeat(10).take(exponent as usize).fold(1, u64::wrapping_mul)
}

impl Scaled {
    pub fn new(digits: u64, exponent: u64) -> Scaled { Scaled { digits: digits % 1_000, exponent } }
    pub fn value(&self) -> u64 { self.digits.wrapping_mul(power(self.exponent)) }
    pub fn is_even(&self) -> bool { self.value() % 2 == 0 }
    pub fn half(&self) -> Option<u64> { Some(self.value() / 2) }
    pub fn digit_sum(&self) -> u64 { self.value().to_string().bytes().map(|b| u64::from(b - b'0')).sum() }
}

impl PartialOrd for Scaled {
    fn partial_cmp(&self, other: &Scaled) -> Option<Ordering> { Some(self.cmp(other)) }
}

impl Ord for Scaled {
    fn cmp(&self, other: &Scaled) -> Ordering { self.value().cmp(&other.value().max(7)) }
}
";

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn values_that_take_forever_are_left_out_and_their_functions_are_tried() {
    let found = found(&Project::library(UNWIELDY), &[]);
    assert_eq!(found.totals.skipped, 0);
    let further = found.suspects.iter().flat_map(|suspect| &suspect.further).map(|law| &law.function);
    let mut functions = found.suspects.iter().map(|suspect| &suspect.function).chain(further);
    assert!(functions.any(|function| function.ends_with("Ord>::cmp")), "{:?}", found.suspects);
}

/// A counter, and one of two kinds, whose `increment` changes a copy.
const COUNTS: &str = r"
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count(pub u32);

impl Count {
    pub fn increment(&mut self) {
        self.0 = self.0.wrapping_add(1);
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Plain(Count),
    Marked(Count),
}

impl Kind {
    pub fn increment(&mut self) {
        match self {
            Self::Plain(mut count) | Self::Marked(mut count) => count.increment(),
        }
    }
}
";

#[test]
fn what_says_that_it_changes_something_and_never_does_is_a_suspect() {
    let project = Project::library(COUNTS);
    let found = found(&project, &[]);
    let laws: Vec<(&str, &str)> =
        found.suspects.iter().map(|suspect| (suspect.function.as_str(), suspect.law.as_str())).collect();
    assert_eq!(laws, [("tiny::Kind::increment", "{ this.increment(); this } != this")]);
}

#[test]
fn panics_of_two_kinds_are_both_told() {
    let lib = "
pub fn second(text: &str) -> Option<u8> {
    if text.starts_with('x') {
        return Some((text.len() - 3) as u8);
    }
    if text.len() > 1 { text[..1].bytes().next() } else { None }
}
";
    let found = found(&Project::library(lib), &[]);
    let [suspect] = found.suspects.as_slice() else { panic!("{:?}", found.suspects) };
    let told = |what: &str| {
        let result = suspect.counterexample.executions.iter().any(|call| call.result.contains(what));
        let other =
            suspect.evidence.iter().any(|it| it.starts_with("it panics in another way") && it.contains(what));
        (result, other)
    };
    let (cut, overflow) = (told("not a char boundary"), told("subtract with overflow"));
    assert!(cut != overflow && [cut, overflow].contains(&(true, false)), "{suspect:?}");
    assert!([cut, overflow].contains(&(false, true)), "{suspect:?}");
}
