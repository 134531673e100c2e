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

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn types_of_dependencies_are_tested_and_written() {
    let project = Project::library(LIBRARY);
    let manifest = format!(
        "{}\n[dependencies]\nplane = {{ package = \"shapes\", path = \"../shapes\" }}\n",
        crate::project::MANIFEST
    );
    project.put("Cargo.toml", &manifest);
    project.put("../shapes/Cargo.toml", &crate::project::manifest("shapes", "2021"));
    project.put("../shapes/src/lib.rs", DEPENDENCY);
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
