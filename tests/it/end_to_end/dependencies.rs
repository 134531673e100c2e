//! Functions of types that other packages define.

use cargo_morph::report::Verdict;

use crate::project::{Project, assert_tested, function, laws};

const DEPENDENCY: &str = "\
//! Points and angles.

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    pub x: i32,
    pub y: i32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Angle {
    degrees: u16,
}

impl Angle {
    pub fn new(degrees: u16) -> Option<Angle> {
        (degrees < 360).then_some(Angle { degrees })
    }

    pub fn degrees(&self) -> u16 {
        self.degrees
    }
}
";

const LIBRARY: &str = "\
use plane::{Angle, Point};

/// Writes a point as one number.
pub fn packed(point: Point) -> u64 {
    (u64::from(point.x as u32) << 32) | u64::from(point.y as u32)
}

/// Reads what `packed` writes.
pub fn unpacked(number: u64) -> Point {
    Point { x: (number >> 32) as u32 as i32, y: number as u32 as i32 }
}

pub fn mirrored(point: Point) -> Point {
    Point { x: point.y, y: point.x }
}

/// The smaller angle between two.
pub fn between(a: Angle, b: Angle) -> u16 {
    let difference = a.degrees().abs_diff(b.degrees());
    difference.min(360 - difference)
}
";

/// A library with a dependency beside it, which it calls `plane`.
fn with_dependency(library: &str, dependency: &str) -> Project {
    let project = Project::library(library);
    let manifest = format!(
        "{}\n[dependencies]\nplane = {{ package = \"shapes\", path = \"../shapes\" }}\n",
        crate::project::MANIFEST
    );
    project.put("Cargo.toml", &manifest);
    project.put("../shapes/Cargo.toml", &crate::project::manifest("shapes", "2021"));
    project.put("../shapes/src/lib.rs", dependency);
    project
}

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn types_of_dependencies_are_tested_and_written() {
    let project = with_dependency(LIBRARY, DEPENDENCY);
    let ended = project.discover(&["--format", "json"]).well();
    let discovery = ended.discovery();
    assert_tested(&discovery, &["packed", "unpacked", "mirrored", "between"]);
    let says = |path: &str, law: &str| {
        let found = laws(&discovery, &format!("tiny::{path}"));
        assert!(found.contains(&law), "{law} is not among {found:?}");
    };
    says("packed", "unpacked(packed(point)) == point");
    says("mirrored", "mirrored(mirrored(point)) == point");
    says("between", "between(b, a) == between(a, b)");
    project.passes_and_stays(&discovery);
}

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn a_dependency_has_the_name_and_version_of_the_package() {
    let project = Project::library("pub fn negated(n: i32) -> i32 { tiny_of_before::doubled(n) / -2 }\n");
    let before = "\n[dependencies]\ntiny_of_before = { package = \"tiny\", version = \"*\" }\n";
    project.put("Cargo.toml", &format!("{}{before}", crate::project::MANIFEST));
    let vendored = "[source.crates-io]\nreplace-with = \"old\"\n[source.old]\ndirectory = \"vendor\"\n";
    project.put(".cargo/config.toml", vendored);
    project.put("vendor/tiny/Cargo.toml", crate::project::MANIFEST);
    project.put("vendor/tiny/src/lib.rs", "pub fn doubled(n: i32) -> i32 { n.wrapping_mul(2) }\n");
    project.put("vendor/tiny/.cargo-checksum.json", "{\"files\": {}}\n");
    let ended = project.discover(&["--format", "json"]).well();
    let report = function(&ended.discovery(), "tiny::negated").clone();
    assert_eq!(report.verdict, Verdict::Tested, "{:?}", report.reason);
}

/// Types of which a text is seen: a date, and an amount that keeps its zeros and the sign of zero.
const SHOWN: &str = r#"
use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

impl Date {
    pub fn new(year: u16, month: u8, day: u8) -> Option<Date> {
        let fits = (1..=9998).contains(&year) && (1..=12).contains(&month) && (1..=28).contains(&day);
        fits.then_some(Date { year, month, day })
    }

    pub fn parts(&self) -> (u16, u8, u8) {
        (self.year, self.month, self.day)
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

impl FromStr for Date {
    type Err = ();

    fn from_str(text: &str) -> Result<Date, ()> {
        let mut parts = text.split('-').map(|part| part.parse::<u16>().map_err(|_| ()));
        let mut next = || parts.next().unwrap_or(Err(()));
        Date::new(next()?, next()? as u8, next()? as u8).ok_or(())
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Amount {
    negative: bool,
    tenths: u32,
    shown: bool,
}

impl Amount {
    pub fn new(tenths: i32, shown: bool) -> Amount {
        let tenths = tenths % 1_000_000;
        Amount { negative: tenths < 0, tenths: tenths.unsigned_abs(), shown: shown || tenths % 10 != 0 }
    }

    pub fn flipped(self) -> Amount {
        Amount { negative: !self.negative, ..self }
    }

    pub fn tenths(&self) -> i32 {
        if self.negative { -(self.tenths as i32) } else { self.tenths as i32 }
    }
}

impl PartialEq for Amount {
    fn eq(&self, other: &Amount) -> bool {
        self.tenths() == other.tenths()
    }
}

impl Eq for Amount {}

impl PartialOrd for Amount {
    fn partial_cmp(&self, other: &Amount) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Amount {
    fn cmp(&self, other: &Amount) -> Ordering {
        self.tenths().cmp(&other.tenths())
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.negative { "-" } else { "" };
        write!(f, "{sign}{}", self.tenths / 10)?;
        if self.shown { write!(f, ".{}", self.tenths % 10) } else { Ok(()) }
    }
}

impl FromStr for Amount {
    type Err = ();

    fn from_str(text: &str) -> Result<Amount, ()> {
        let tenths = text.parse::<f64>().map_err(|_| ())? * 10.0;
        if tenths.abs() < 1e6 { Ok(Amount::new(tenths as i32, text.contains('.'))) } else { Err(()) }
    }
}
"#;

const OF_SHOWN: &str = "\
use plane::{Amount, Date};

pub fn first_of_month(date: Date) -> Date {
    let (year, month, _) = date.parts();
    Date::new(year, month, 1).unwrap()
}

pub fn first_of_next_month(date: Date) -> Option<Date> {
    let (year, month, _) = date.parts();
    if month == 12 { Date::new(year + 1, 1, 1) } else { Date::new(year, month + 1, 1) }
}

pub fn first_of_previous_month(date: Date) -> Option<Date> {
    let (year, month, _) = date.parts();
    if month == 1 { Date::new(year - 1, 12, 1) } else { Date::new(year, month - 1, 1) }
}

pub fn opposite(amount: Amount) -> Amount {
    amount.flipped()
}

pub fn smaller(a: Amount, b: Amount) -> Amount {
    if b < a { b } else { a }
}
";

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn numbers_and_dates_of_dependencies_are_compared_by_the_texts_that_show_them() {
    let project = with_dependency(OF_SHOWN, SHOWN);
    let discovery = project.discover(&["--format", "json"]).well().discovery();
    let says = |path: &str, law: &str| {
        let found = laws(&discovery, &format!("tiny::{path}"));
        assert!(found.contains(&law), "{law} is not among {found:?}");
    };
    says("first_of_month", "first_of_month(date) <= date");
    says(
        "first_of_month",
        "first_of_month(date) == first_of_previous_month(first_of_next_month(date).unwrap()).unwrap()",
    );
    says("opposite", "opposite(opposite(amount)) == amount");
    says("smaller", "smaller(b, a) == smaller(a, b)");
    project.passes_and_stays(&discovery);
}
