//! Subjects of every type: what is written compiles, passes, is read back, and is clean for clippy.

use cargo_morph::report::RelationReport;

use crate::project::{Project, assert_tested, function};

/// Structs with open and with guarded fields, enums, methods, operators.
const GEOMETRY: &str = "\
use std::ops::Add;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    pub x: i32,
    pub y: i32,
}

impl Point {
    pub fn manhattan(&self, other: &Point) -> u32 {
        self.x.abs_diff(other.x) + self.y.abs_diff(other.y)
    }

    pub fn shift(&mut self, dx: i32, dy: i32) {
        self.x += dx;
        self.y += dy;
    }
}

impl Add for Point {
    type Output = Point;
    fn add(self, other: Point) -> Point {
        Point { x: self.x + other.x, y: self.y + other.y }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meters(pub u32);

impl<T: Into<u32>> std::ops::Add<T> for Meters {
    type Output = Meters;
    fn add(self, more: T) -> Self::Output {
        Meters(self.0 + more.into())
    }
}

impl std::ops::Add<Meters> for Meters {
    type Output = u64;
    fn add(self, other: Meters) -> Self::Output {
        u64::from(self.0) + u64::from(other.0)
    }
}

/// Neither comparable nor printable.
#[derive(Clone)]
pub struct Path {
    pub name: String,
    pub points: Vec<(Option<Point>, [u8; 2])>,
}

pub fn turned(path: &Path) -> Path {
    Path { name: path.name.clone(), points: path.points.iter().rev().cloned().collect() }
}

#[derive(Clone, Debug)]
pub enum Tree {
    Leaf(i32),
    Minus(Box<Tree>),
    Sum { left: Box<Tree>, right: Box<Tree> },
}

pub fn eval(tree: &Tree) -> i64 {
    match tree {
        Tree::Leaf(n) => i64::from(*n),
        Tree::Minus(tree) => -eval(tree),
        Tree::Sum { left, right } => eval(left) + eval(right),
    }
}

pub mod ratio {
    /// Always in lowest terms, the denominator positive.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Ratio {
        num: i32,
        den: i32,
    }

    #[derive(Debug)]
    pub enum Wrong {
        Zero,
        Large(i64),
    }

    fn gcd(a: i64, b: i64) -> i64 {
        if b == 0 { a.abs() } else { gcd(b, a % b) }
    }

    impl Ratio {
        pub fn new(num: i64, den: i64) -> Result<Ratio, Wrong> {
            if den == 0 {
                return Err(Wrong::Zero);
            }
            let by = gcd(num, den).max(1) * den.signum();
            let small = |n: i64| i32::try_from(n / by).map_err(|_| Wrong::Large(n / by));
            Ok(Ratio { num: small(num)?, den: small(den)? })
        }

        pub fn plus(self, other: Ratio) -> Ratio {
            let (a, b) = (i64::from(self.num), i64::from(self.den));
            let (c, d) = (i64::from(other.num), i64::from(other.den));
            debug_assert!(b > 0 && d > 0 && gcd(a, b) == 1 && gcd(c, d) == 1);
            Ratio::new(a * d + c * b, b * d).expect(\"small enough\")
        }
    }

    pub fn larger(a: Ratio, b: Ratio) -> Ratio {
        if i64::from(a.num) * i64::from(b.den) < i64::from(b.num) * i64::from(a.den) { b } else { a }
    }
}
";

/// What `std` has, in and out, and type parameters.
const KINDS: &str = "\
use std::borrow::Cow;
use std::num::{NonZeroU32, ParseIntError};
use std::time::Duration;

pub fn bubble(xs: &mut [i32]) {
    for i in 0..xs.len() {
        for j in 1..xs.len() - i {
            if xs[j - 1] > xs[j] {
                xs.swap(j - 1, j);
            }
        }
    }
}

pub fn drain(xs: &mut Vec<u8>, least: u8) -> usize {
    let before = xs.len();
    xs.retain(|x| *x >= least);
    before - xs.len()
}

pub fn tabs(text: &str) -> Cow<'_, str> {
    if text.contains('\\t') { Cow::Owned(text.replace('\\t', \"    \")) } else { Cow::Borrowed(text) }
}

pub fn kept(text: Cow<'_, str>) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}

pub fn parse(text: &str) -> Result<i32, ParseIntError> {
    text.trim().parse()
}

pub fn per(total: u64, parts: NonZeroU32) -> u64 {
    total / u64::from(parts.get())
}

pub fn longer(a: Duration, b: Duration) -> Duration {
    if a < b { b } else { a }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arm {
    pub along: f32,
    pub up: f32,
}

pub fn reach(arm: Arm) -> f32 {
    (arm.along * arm.along + arm.up * arm.up).sqrt()
}

#[allow(clippy::boxed_local)]
pub fn bigger(x: Box<u32>, y: Box<u32>) -> Box<u32> {
    Box::new((*x).max(*y))
}

pub fn wide(x: u128, y: u128) -> u128 {
    x ^ y
}

pub fn largest<T: PartialOrd + Copy>(items: &[T]) -> Option<T> {
    let mut best = *items.first()?;
    for item in items {
        if *item > best {
            best = *item;
        }
    }
    Some(best)
}

pub trait Weight {
    fn weight(&self) -> u32;
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stone(pub u16);

impl Weight for Stone {
    fn weight(&self) -> u32 {
        u32::from(self.0) * 3
    }
}

pub fn load<W: Weight>(items: &[W]) -> u32 {
    items.iter().map(|item| item.weight()).sum()
}

/// Implemented by a macro, for floats alone.
pub trait Halved: Sized {
    fn halved(self) -> Self;
}
macro_rules! halved {
    ($($t:ty)*) => { $(impl Halved for $t { fn halved(self) -> $t { self / 2.0 } })* };
}
halved!(f32 f64);

pub fn quarter<H: Halved>(x: H) -> H {
    x.halved().halved()
}

/// A call at a wrong type has several errors.
pub struct Span<H: Halved> {
    pub from: H,
    pub to: H,
}

impl<H: Halved + std::ops::Add<Output = H> + Copy> Span<H> {
    pub fn middle(&self) -> H {
        (self.from + self.to).halved()
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Grid<T> {
    pub width: u8,
    pub cells: Vec<T>,
}

impl<T: Clone> Grid<T> {
    pub fn mirrored(&self) -> Grid<T> {
        let width = usize::from(self.width).max(1);
        let cells = self.cells.chunks(width).flat_map(|row| row.iter().rev().cloned()).collect();
        Grid { width: self.width, cells }
    }
}

pub fn first_cell(grid: &Grid<u16>) -> Option<u16> {
    grid.mirrored().cells.first().copied()
}
";

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn functions_of_every_type_are_tested_and_their_tests_are_read_back() {
    let root = "pub mod geometry;\npub mod kinds;\n";
    let project = Project::library(root);
    project.put("src/geometry.rs", GEOMETRY);
    project.put("src/kinds.rs", KINDS);
    let discovery = project.discover(&["--format", "json", "--observations"]).well().discovery();
    assert_tested(
        &discovery,
        &[
            "geometry::Point::manhattan",
            "geometry::Point::shift",
            "geometry::<Point as Add>::add",
            "geometry::<Meters as std::ops::Add<T>>::add",
            "geometry::<Meters as std::ops::Add<Meters>>::add",
            "geometry::turned",
            "geometry::eval",
            "geometry::ratio::Ratio::new",
            "geometry::ratio::Ratio::plus",
            "geometry::ratio::larger",
            "kinds::bubble",
            "kinds::drain",
            "kinds::tabs",
            "kinds::kept",
            "kinds::parse",
            "kinds::per",
            "kinds::longer",
            "kinds::reach",
            "kinds::bigger",
            "kinds::wide",
            "kinds::largest",
            "kinds::<Stone as Weight>::weight",
            "kinds::load",
            "kinds::quarter",
            "kinds::Span::middle",
            "kinds::Grid::mirrored",
            "kinds::first_cell",
        ],
    );
    let holds = |path: &str, then: &str| {
        let report = function(&discovery, &format!("tiny::{path}"));
        let found = report.relations.iter().any(|relation| relation.then == then);
        assert!(found, "{path}: {:?}", report.relations);
    };
    holds("geometry::<Point as Add>::add", "y1 == y0");
    holds("geometry::<Meters as std::ops::Add<Meters>>::add", "y1 == y0");
    holds("geometry::eval", "y1 == -y0");
    // What is no fraction is never seen: `plus` would panic in a debug build.
    holds("geometry::ratio::Ratio::plus", "y1 == y0");
    holds("kinds::bubble", "y0 == xs.sorted()");
    holds("kinds::longer", "y1 == y0");
    // The particle swarm finds laws of structs, too; what is written says more.
    let reach = function(&discovery, "tiny::kinds::reach");
    let scaled = |r: &RelationReport| r.followups[0] == "(Arm { along: arm.along * k, up: arm.up * k },)";
    assert!(reach.relations.iter().any(scaled), "{:?}", reach.relations);
    let polynomial = reach.polynomial.as_ref().expect("polynomials are searched");
    assert!(polynomial.found.iter().sum::<usize>() > 0, "{polynomial:?}");
    assert_eq!(project.test(&["--lib"]), discovery.totals.relations);
    project.clippy();

    let adequacy = project.morph(&["adequacy", "--format", "json"]).well();
    let document: serde_json::Value = serde_json::from_str(&adequacy.stdout).expect("JSON");
    for path in
        ["geometry::<Point as Add>::add", "geometry::ratio::Ratio::plus", "kinds::bubble", "kinds::longer"]
    {
        let path = format!("tiny::{path}");
        let functions = document["functions"].as_array().expect("a list");
        let function = functions.iter().find(|f| f["path"] == path.as_str()).expect("it is listed");
        assert!(function["sources"].as_u64() > Some(0), "{function}");
    }
}

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn relations_of_slices_of_own_types_are_read_as_they_were_written() {
    let project = Project::library(
        "#[derive(Clone, Debug, PartialEq)]\npub struct Item { pub price: u32, pub count: u8 }\n\n\
         pub fn total(items: &[Item]) -> u64 {\n    \
         items.iter().map(|item| u64::from(item.price) * u64::from(item.count)).sum()\n}\n",
    );
    let discovery = project.discover(&["--operators", "own", "--format", "json"]).well().discovery();
    assert!(!function(&discovery, "tiny::total").relations.is_empty());
    let ended = project.run(&["check", "--all", "--deny-stale"]).well();
    assert!(!ended.stdout.contains("stale"), "{}", ended.stdout);
    assert_eq!(project.test(&[]), discovery.totals.relations);
}
