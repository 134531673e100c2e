//! Laws across modules, types and operators.

use cargo_morph::report::{FunctionReport, Verdict};

use crate::project::{Project, function, laws};

/// Two functions in modules that only their parents see, and that re-export them.
const ESCAPES: &str = r#"
mod encode {
    mod text {
        pub fn escaped<S: ?Sized + AsRef<str>>(text: &S) -> String {
            text.as_ref().replace('&', "&amp;").replace('<', "&lt;")
        }
    }
    pub use text::escaped;
}

mod decode {
    mod text {
        pub fn unescaped(text: &str) -> String {
            text.replace("&lt;", "<").replace("&amp;", "&")
        }
    }
    pub use text::unescaped;
}

pub use decode::unescaped;
pub use encode::escaped;
"#;

fn said(report: &FunctionReport) -> Vec<(&[String], &str, &str)> {
    assert_eq!(report.verdict, Verdict::Tested, "{:?}", report.reason);
    let relations = report.relations.iter();
    relations.map(|law| (law.followups.as_slice(), law.then.as_str(), law.when.as_str())).collect()
}

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn functions_of_other_modules_are_called_as_the_crate_exports_them() {
    let project = Project::library(ESCAPES);
    let discovery = project.discover(&["--format", "json"]).well().discovery();
    let escaped = said(function(&discovery, "tiny::encode::text::escaped"));
    let back = ["tiny::decode::text::unescaped(y0)".to_owned()];
    assert!(escaped.contains(&(&back[..], "y1 == text", "true")), "{escaped:?}");
    let tests: Vec<String> = discovery
        .files
        .iter()
        .filter(|file| file.ends_with("tests.rs"))
        .map(|file| project.get(file))
        .collect();
    assert!(tests.iter().any(|text| text.contains("crate::unescaped(")), "{tests:?}");
    // Of `&lt` and `;`, neither is anything.
    let unescaped = said(function(&discovery, "tiny::decode::text::unescaped"));
    let parts = ["([text, more].concat(),)".to_owned(), "(more,)".to_owned()];
    assert!(!unescaped.iter().any(|(calls, ..)| *calls == parts), "{unescaped:?}");
    project.passes_and_stays(&discovery);
}

/// Days with a derived order, and a number for each.
const DAYS: &str = r#"
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Day {
    pub year: i32,
    pub day: u16,
}

/// Years of 360 days.
pub fn day(number: i16) -> Day {
    let number = i32::from(number);
    Day { year: number.div_euclid(360), day: number.rem_euclid(360) as u16 }
}

pub fn number(day: Day) -> i64 {
    i64::from(day.year) * 360 + i64::from(day.day)
}
"#;

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn values_of_several_parts_are_ordered_and_a_law_of_two_functions_counts_for_both() {
    let project = Project::library(DAYS);
    let discovery = project.discover(&["--format", "json"]).well().discovery();
    let laws = said(function(&discovery, "tiny::day"));
    let larger = ["(larger,)".to_owned()];
    assert!(laws.contains(&(&larger[..], "y0 < y1", "number < larger")), "{laws:?}");
    let back = ["tiny::number(y0)".to_owned()];
    assert!(laws.contains(&(&back[..], "y1 == number", "true")), "{laws:?}");
    let of_number = function(&discovery, "tiny::number");
    assert!(of_number.mutants.killed > 0, "{:?}", of_number.mutants);
    project.passes_and_stays(&discovery);
}

/// Sets of bits with the operators of the standard library.
const SETS: &str = r#"
use std::ops::{BitAnd, BitOr};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Set(pub u8);

impl BitOr for Set {
    type Output = Set;

    fn bitor(self, other: Set) -> Set {
        Set(self.0 | other.0)
    }
}

impl BitAnd for Set {
    type Output = Set;

    fn bitand(self, other: Set) -> Set {
        Set(self.0 & other.0)
    }
}

impl Set {
    pub fn size(self) -> u32 {
        self.0.count_ones()
    }
}
"#;

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn operators_are_written_as_operators() {
    let project = Project::library(SETS);
    let discovery = project.discover(&["--format", "json"]).well().discovery();
    let text = project.get("src/morph_tests.rs");
    assert!(
        text.contains("/// (this & other).size() + (this | other).size() == this.size() + other.size()"),
        "{text}"
    );
    assert!(text.contains("= this | other;"), "{text}");
    project.clippy();
    project.passes_and_stays(&discovery);
}

/// A type whose module only its parent sees, and which that re-exports.
const REEXPORTED: &str = r#"
pub mod civil {
    mod weekday {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Weekday {
            Early,
            Late,
        }
    }
    pub use self::weekday::Weekday;
}

pub mod text {
    pub fn letter(day: crate::civil::Weekday, n: u8) -> u8 {
        match day {
            crate::civil::Weekday::Early => n.saturating_add(1),
            crate::civil::Weekday::Late => n,
        }
    }
}
"#;

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn types_are_named_as_their_modules_export_them() {
    let project = Project::library(REEXPORTED);
    let discovery = project.discover(&["--format", "json"]).well().discovery();
    said(function(&discovery, "tiny::text::letter"));
    assert!(project.get("src/text/morph_tests.rs").contains("crate::civil::Weekday::Early"));
    project.passes_and_stays(&discovery);
}

/// Numbers that a trait reads and another one writes, each in its module, and a vector whose operators are elsewhere.
const TRAITS: [(&str, &str); 5] = [
    (
        "src/lib.rs",
        "mod products;\nmod reading;\nmod vector;\nmod writing;\npub use products::determinant;\npub use reading::Read;\npub use writing::Write;\npub use vector::Vector;\n",
    ),
    (
        "src/reading.rs",
        r#"pub trait Read: Sized {
    fn read(text: &str) -> Option<Self>;
}
impl Read for u16 {
    fn read(text: &str) -> Option<u16> {
        let digits = text.strip_prefix('$')?;
        let digit = |c: char| c.is_ascii_lowercase().then(|| u32::from(c) - 97);
        let number = digits.chars().try_fold(0_u32, |all, c| Some((all * 26 + digit(c)?).min(99_999)))?;
        number.try_into().ok().filter(|_| digits.len() == 4)
    }
}
"#,
    ),
    (
        "src/writing.rs",
        r#"pub trait Write {
    fn write(self) -> String;
}
impl Write for u16 {
    fn write(self) -> String {
        let letter = |power: u32| char::from(97 + (u32::from(self) / power % 26) as u8);
        ["$".to_owned(), [17_576, 676, 26, 1].map(letter).iter().collect()].concat()
    }
}
"#,
    ),
    (
        "src/vector.rs",
        r#"use std::ops::{Add, Neg};
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vector(pub i32, pub i32);
impl Add for Vector {
    type Output = Vector;
    fn add(self, other: Vector) -> Vector {
        Vector(self.0.wrapping_add(other.0), self.1.wrapping_add(other.1))
    }
}
impl Neg for Vector {
    type Output = Vector;
    fn neg(self) -> Vector {
        Vector(self.0.wrapping_neg(), self.1.wrapping_neg())
    }
}
"#,
    ),
    (
        "src/products.rs",
        r#"use crate::vector::Vector;
impl std::ops::Sub for Vector {
    type Output = Vector;
    fn sub(self, other: Vector) -> Vector {
        Vector(self.0.wrapping_sub(other.0), self.1.wrapping_sub(other.1))
    }
}
pub fn determinant(a: Vector, b: Vector) -> i32 {
    a.0.wrapping_mul(b.1).wrapping_sub(a.1.wrapping_mul(b.0))
}
"#,
    ),
];

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn methods_of_traits_are_called_from_other_modules() {
    let project = Project::new(&[&[("Cargo.toml", crate::project::MANIFEST)], &TRAITS[..]].concat());
    let discovery = project.discover(&["--format", "json"]).well().discovery();
    let laws = |path: &str| laws(&discovery, path);
    let written = laws("tiny::writing::<u16 as Write>::write");
    assert!(written.contains(&"u16::read(this.write()) == Some(this)"), "{written:?}");
    assert!(project.get("src/writing/morph_tests.rs").contains("use crate::Read;"));
    let sums = laws("tiny::vector::<Vector as Add>::add");
    assert!(sums.iter().any(|law| law.contains(" - ")), "a difference of the other module: {sums:?}");
    assert!(sums.contains(&"other + this == this + other"), "{sums:?}");
    assert!(sums.iter().any(|law| law.contains(" == this + (other + ")), "{sums:?}");
    let product = laws("tiny::products::determinant");
    assert!(product.contains(&"determinant(-a, -b) == determinant(a, b)"), "{product:?}");
    project.passes_and_stays(&discovery);
}

/// Two types with private floats, in modules of their own, each made of the other.
const COLOURS: &str = r#"
pub mod warm {
    use crate::cold::Cold;

    #[derive(Clone, Debug, PartialEq)]
    pub struct Warm {
        red: f64,
        blue: f64,
    }

    impl Warm {
        /// Between 0 and 255 each.
        pub fn new(red: f64, blue: f64) -> Warm {
            Warm { red: red.clamp(0.0, 255.0), blue: blue.clamp(0.0, 255.0) }
        }

        pub fn red(&self) -> f64 {
            self.red
        }

        pub fn blue(&self) -> f64 {
            self.blue
        }
    }

    impl From<&Cold> for Warm {
        fn from(cold: &Cold) -> Warm {
            Warm::new((cold.sum() + cold.difference()) / 2.0, (cold.sum() - cold.difference()) / 2.0)
        }
    }
}

pub mod cold {
    use crate::warm::Warm;

    #[derive(Clone, Debug, PartialEq)]
    pub struct Cold {
        sum: f64,
        difference: f64,
    }

    impl Cold {
        pub fn new(sum: f64, difference: f64) -> Cold {
            Cold { sum: sum.clamp(0.0, 510.0), difference: difference.clamp(-255.0, 255.0) }
        }

        pub fn sum(&self) -> f64 {
            self.sum
        }

        pub fn difference(&self) -> f64 {
            self.difference
        }
    }

    impl From<&Warm> for Cold {
        fn from(warm: &Warm) -> Cold {
            Cold::new(warm.red() + warm.blue(), warm.red() - warm.blue())
        }
    }
}
"#;

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn conversions_between_types_of_other_modules_are_undone_where_no_private_float_is_nan() {
    let project = Project::library(COLOURS);
    let discovery = project.discover(&["--format", "json"]).well().discovery();
    let converted = said(function(&discovery, "tiny::cold::<Cold as From<&Warm>>::from"));
    let back = ["tiny::warm::<Warm as From<&Cold>>::from(y0)".to_owned()];
    assert!(converted.contains(&(&back[..], "y1 == warm", "!warm.has_nan()")), "{converted:?}");
    let tests = project.get("src/cold/morph_tests.rs");
    assert!(tests.contains("about_equal(y1.red(), warm.red(), ") && !tests.contains("has_nan"), "{tests}");
    project.passes_and_stays(&discovery);
}
