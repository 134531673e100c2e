//! Types and traits of packages on which the scanned one depends.

use super::package::{check, package, scanned};

const DEPENDENCY: &str = r#"
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Point<T = f64> { pub x: T, pub y: T }
    pub type Whole = Point<i32>;
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Angle { degrees: u16 }
    impl Angle {
        pub fn new(degrees: u16) -> Option<Angle> { (degrees < 360).then_some(Angle { degrees }) }
        pub fn degrees(&self) -> u16 { self.degrees }
    }
    mod inner {
        #[derive(Debug, PartialEq)]
        pub struct Size(pub u8);
        #[derive(Debug)]
        pub struct Hidden { pub(crate) n: u8 }
        impl Hidden { pub(crate) fn new(n: u8) -> Hidden { Hidden { n } } }
        pub struct Unnamed(pub u8);
    }
    pub mod prelude { pub use crate::inner::Size as Extent; pub use super::inner::Hidden; }
    pub fn unnamed() -> inner::Unnamed { inner::Unnamed(1) }
    #[non_exhaustive]
    #[derive(Debug)]
    pub struct Options { pub width: u8 }
    pub trait Zone { fn shift(&self) -> i32; }
    pub struct Greenwich;
    impl Zone for Greenwich { fn shift(&self) -> i32 { 0 } }
    pub struct Time<Z> { pub seconds: i64, pub zone: Z }
"#;

#[test]
fn types_of_dependencies_are_taken_and_returned() {
    let project = package(&[
        (
            "Cargo.toml",
            "[package]\nname = \"demo\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\n[workspace]\n\n\
             [dependencies]\nplane = { package = \"shapes\", path = \"../shapes\" }\n",
        ),
        (
            "../shapes/Cargo.toml",
            "[package]\nname = \"shapes\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\n[workspace]\n",
        ),
        ("../shapes/src/lib.rs", DEPENDENCY),
        (
            "src/lib.rs",
            r#"
            use plane::{Point, Time, Zone, prelude::*};
            pub fn swapped(point: Point) -> Point { Point { x: point.y, y: point.x } }
            pub fn whole(point: &plane::Whole) -> i64 { i64::from(point.x) }
            pub fn turned(angle: plane::Angle) -> u16 { angle.degrees() }
            pub fn grown(size: Extent) -> Option<Extent> { size.0.checked_add(1).map(Extent) }
            pub fn hidden(it: &Hidden) -> String { format!("{it:?}") }
            pub fn options(it: &plane::Options) -> u8 { it.width }
            pub fn later<Z: Zone>(time: &Time<Z>) -> i64 { time.seconds + i64::from(time.zone.shift()) }
            #[derive(Debug)] pub struct Own;
            pub fn of_own(time: &Point<Own>) -> String { format!("{time:?}") }
            pub fn missing(it: plane::Missing) -> u8 { 1 }
            "#,
        ),
    ]);
    check(
        &scanned(&project.root),
        &[
            ("demo::swapped", "(point: Point<f64>) -> Point<f64>"),
            ("demo::whole", "(point: &Point<i32>) -> i64"),
            ("demo::turned", "(angle: plane::Angle) -> u16"),
            ("demo::grown", "(size: Extent) -> Option<Extent>"),
            ("demo::hidden", "takes `Hidden`, which only its own crate can construct"),
            ("demo::options", "takes `plane::Options`, which only its own crate can construct"),
            ("demo::later", "(time: &Time<plane::Greenwich>) -> i64"),
            ("demo::of_own", "takes `Point<Own>`, a type that is not supported yet"),
            ("demo::missing", "takes `plane::Missing`, a type that is not supported yet"),
        ],
    );
    assert!(!project.root.join("Cargo.lock").exists(), "a scan writes nothing");
}
