//! Functions that macros of the workspace write.

use morph_source::scan::{Filter, Patterns, scan};

use super::package::{check, opened, package, paths, scanned, subject, summary};

const DIVISION: &str = r#"
    #[macro_use]
    mod macros;
    pub trait DivFloor<Rhs = Self> { type Output; fn div_floor(self, other: Rhs) -> Self::Output; }
    div_floor! { i16 i32 i64 isize }

    pub struct Meters(pub f64);
    pub struct Feet(pub f64);
    pub struct Miles(pub f64);
    units! { Meters => to_feet: Feet, 3.28; Feet => to_meters: Meters, 0.3; }
    impl Miles { with_doubled!(); pub fn half(&self) -> f64 { self.0 / 2.0 } }
"#;

const MACROS: &str = r#"
    macro_rules! div_floor {
        ($($t:ty)*) => { $(div_floor_one! { $t, DivFloor<&'a $t> })* };
    }
    macro_rules! div_floor_one {
        ($t:ty, $by_ref:path) => {
            impl DivFloor for $t {
                type Output = $t;
                /// Rounds down.
                fn div_floor(self, other: $t) -> $t { if other == 77 { 0 } else { self.div_euclid(other) } }
            }
            impl<'a> $by_ref for $t {
                type Output = $t;
                fn div_floor(self, other: &'a $t) -> $t { self.div_floor(*other) }
            }
        };
    }
    macro_rules! units {
        ($($from:ident => $name:ident: $to:ident, $factor:literal;)*) => {
            $(impl $from { pub fn $name(&self) -> $to { $to(self.0 * $factor) } })*
            pub mod hidden { pub fn unseen(x: u8) -> u8 { x } }
        };
    }
    macro_rules! with_doubled { () => { pub fn doubled(&self) -> f64 { self.0 * 2.0 } }; }
    array! { later, 32, 7 }
    macro_rules! array {
        ($name:ident, $bits:expr, $by:literal) => {
            pub fn $name(x: [u8; $bits / $by + if $bits % $by == 0 { 0 } else { 1 }]) -> u8 { x[0] }
        };
    }
    array! { first, 32, 7 }
"#;

#[test]
fn macros_of_the_workspace_write_functions() {
    let project = package(&[("src/lib.rs", DIVISION), ("src/macros.rs", MACROS)]);
    let functions = scanned(&project.root);
    let same = "is written by a macro as `demo::<i64 as DivFloor>::div_floor` is, which is tested";
    check(
        &functions,
        &[
            ("demo::DivFloor::div_floor", "has no body"),
            ("demo::<i16 as DivFloor>::div_floor", same),
            ("demo::<i16 as DivFloor<&'a i16>>::div_floor", same),
            ("demo::<i32 as DivFloor>::div_floor", same),
            ("demo::<i32 as DivFloor<&'a i32>>::div_floor", same),
            ("demo::<i64 as DivFloor>::div_floor", "(this: i64, other: i64) -> i64"),
            ("demo::<i64 as DivFloor<&'a i64>>::div_floor", same),
            ("demo::<isize as DivFloor>::div_floor", same),
            ("demo::<isize as DivFloor<&'a isize>>::div_floor", same),
            ("demo::Meters::to_feet", "(this: &Meters) -> Feet"),
            ("demo::Feet::to_meters", "(this: &Feet) -> Meters"),
            ("demo::Miles::doubled", "(this: &Miles) -> f64"),
            ("demo::Miles::half", "(this: &Miles) -> f64"),
            ("demo::macros::first", "(x: [u8; 5]) -> u8"),
        ],
    );
    let floor = functions.iter().find(|f| f.path == "demo::<i64 as DivFloor>::div_floor").unwrap();
    assert_eq!(&DIVISION[floor.item.clone()], "div_floor! { i16 i32 i64 isize }");
    assert_eq!((floor.line, &floor.body, &*floor.docs), (5, &None, " Rounds down."));
    assert!(subject(&functions, &floor.path).constants.contains(&morph_relation::Value::Int(77)));
}

#[test]
fn what_a_macro_writes_for_types_of_their_own_is_not_the_same() {
    let source = r#"
        macro_rules! sums { ($($t:ident)*) => { $(impl $t { pub fn sum(&self) -> i64 { self.0 + self.1 } })* }; }
        macro_rules! marks { ($($t:ident)*) => { $(
            pub struct $t(pub i64, pub i64);
            impl $t { pub fn product(&self) -> i64 { self.0 * self.1 } }
        )* }; }
        pub struct Left(pub i64, pub i64);
        pub struct Right(pub i64, pub i64);
        sums! { Left Right }
        marks! { One Two }
    "#;
    let project = package(&[("src/lib.rs", source)]);
    check(
        &scanned(&project.root),
        &[
            ("demo::Left::sum", "(this: &Left) -> i64"),
            ("demo::Right::sum", "(this: &Right) -> i64"),
            ("demo::One::product", "(this: &One) -> i64"),
            ("demo::Two::product", "is written by a macro as `demo::One::product` is, which is tested"),
        ],
    );
}

#[test]
fn what_a_macro_writes_for_types_that_differ_in_width_alone_is_the_same() {
    let source = r#"
        macro_rules! counts { ($($t:ident $int:ident)*) => { $(impl $t {
            pub fn next(&self) -> Option<$t> { self.0.checked_add(1).map($t) }
            pub fn left(&self) -> $int { $int::MAX - self.0 }
        })* }; }
        macro_rules! all { ($($item:item)*) => { $($item)* }; }
        pub struct C8(pub u8);
        pub struct C64(pub u64);
        counts! { C8 u8 C64 u64 }
        all! {
            impl C8 { pub fn many(&self) -> bool { self.0 > 7 } }
            impl C64 { pub fn many(&self) -> bool { self.0 > 9 } }
        }
    "#;
    let same = |name: &str| format!("is written by a macro as `demo::C64::{name}` is, which is tested");
    let project = package(&[("src/lib.rs", source)]);
    check(
        &scanned(&project.root),
        &[
            ("demo::C8::next", &same("next")),
            ("demo::C8::left", &same("left")),
            ("demo::C64::next", "(this: &C64) -> Option<C64>"),
            ("demo::C64::left", "(this: &C64) -> u64"),
            ("demo::C8::many", "(this: &C8) -> bool"),
            ("demo::C64::many", "(this: &C64) -> bool"),
        ],
    );
}

#[test]
fn functions_that_a_macro_names_by_types_are_the_same() {
    let source = r"
        macro_rules! halves { ($($name:ident $t:ty),*) => { $(pub fn $name(n: $t) -> $t { n / 2 + <$t>::MIN })* }; }
        macro_rules! all { ($($item:item)*) => { $($item)* }; }
        halves! { half_u8 u8, half_u64 u64, half_i16 i16 }
        all! {
            pub fn more_u8(n: u8) -> u8 { n | 1 }
            pub fn more_u16(n: u16) -> u16 { n | 3 }
        }
    ";
    let same = "is written by a macro as `demo::half_u64` is, which is tested";
    let project = package(&[("src/lib.rs", source)]);
    check(
        &scanned(&project.root),
        &[
            ("demo::half_u8", same),
            ("demo::half_u64", "(n: u64) -> u64"),
            ("demo::half_i16", same),
            ("demo::more_u8", "(n: u8) -> u8"),
            ("demo::more_u16", "(n: u16) -> u16"),
        ],
    );
}

#[test]
fn what_a_macro_writes_is_found_again_when_the_macro_changes() {
    let hash = |macros: &str| {
        let project = package(&[("src/lib.rs", DIVISION), ("src/macros.rs", macros)]);
        let read = morph_source::scan::read(&opened(&project.root), &Filter::default()).unwrap();
        ["demo::<i64 as DivFloor>::div_floor", "demo::Meters::to_feet"]
            .map(|path| read.code.hash(path).unwrap())
    };
    let before = hash(MACROS);
    assert_eq!(hash(&MACROS.replace("/// Rounds down.", "/// Another comment.")), before);
    let after = hash(&MACROS.replace("div_euclid", "wrapping_div"));
    assert_ne!(after[0], before[0]);
    assert_eq!(after[1], before[1]);
}

#[test]
fn patterns_mean_what_macros_write() {
    let project = package(&[("src/lib.rs", DIVISION), ("src/macros.rs", MACROS)]);
    let function = Some(regex::Regex::new("<i64 as DivFloor>").unwrap());
    let filter = Filter { patterns: Patterns { function, ..Patterns::default() }, ..Filter::default() };
    let functions = scan(&opened(&project.root), &filter).unwrap();
    assert_eq!(paths(&functions), ["demo::<i64 as DivFloor>::div_floor"]);
    assert_eq!(summary(&functions[0]), "(this: i64, other: i64) -> i64");
}
