//! What type parameters stand for.

use morph_source::scan::{Filter, scan};

use super::package::{check, library, opened, package, summary};

#[test]
fn configuration_says_what_type_parameters_stand_for() {
    let project = package(&[(
        "src/lib.rs",
        "pub fn largest<T: Ord + Copy>(items: &[T]) -> Option<T> { items.iter().copied().max() }
         pub fn pair<K, V>(k: K, v: V, n: u8) -> u8 { n }",
    )]);
    let workspace = opened(&project.root);
    let scanned = |path: &str, types: &str| {
        let generics = [(path.to_owned(), types.to_owned())].into();
        scan(&workspace, &Filter { generics, ..Filter::default() })
    };
    let verdict = |path: &str, types: &str| {
        let functions = scanned(path, types).expect("it parses");
        summary(functions.iter().find(|f| f.path == path).expect("it is listed"))
    };
    assert_eq!(verdict("demo::largest", "Vec<u8>"), "(items: &[Vec<u8>]) -> Option<Vec<u8>>");
    assert_eq!(verdict("demo::pair", "String, (u8, char)"), "(k: String, v: (u8, char), n: u8) -> u8");
    for (types, why) in [
        ("u8", "`u8` in the configuration's [generics] names 1 types for 2 parameters"),
        ("u8,,", "`u8,,` in the configuration's [generics] is not a list of types"),
        (
            "u8, dyn Fn()",
            "`u8, dyn Fn()` in the configuration's [generics] names `dyn Fn()`, a type that is not supported yet",
        ),
    ] {
        assert_eq!(verdict("demo::pair", types), why);
    }
    let error = scanned("demo::lost", "u8").expect_err("there is no such function").to_string();
    assert!(error.contains("names `demo::lost`, but there is no such function"), "{error}");
    assert!(scanned("another::lost", "u8").is_ok());
}

#[test]
fn type_parameters_stand_for_what_examples_and_divisions_and_conversions_ask_for() {
    let library = library(
        "/// ```
         /// assert_eq!(demo::turned(0x01u16), 0x10);
         /// assert_eq!(demo::packed::<u8, u64>(7), 7);
         /// ```
         pub fn turned<T: Copy>(t: T) -> T { t }
         pub fn packed<A, B: From<A>>(a: A) -> B { B::from(a) }
         pub fn halved<T: std::ops::Div<Output = T> + From<u8>>(t: T) -> T { t / T::from(2) }
         pub fn held<A, B: From<A>>(a: A) -> B { B::from(a) }
         pub fn doubled<T: Copy + std::ops::Add<Output = T>>(list: &[T]) -> T { list[0] + list[0] }
         #[cfg(test)] mod tests { fn it_doubles() { assert_eq!(super::doubled(&[1.5, -2.0]), 3.0); } }",
    );
    let summary = |path: &str| summary(library.iter().find(|f| f.path == path).expect("it is listed"));
    assert_eq!(summary("demo::turned"), "(t: u16) -> u16");
    assert_eq!(summary("demo::packed"), "(a: u8) -> u64");
    assert_eq!(summary("demo::halved"), "(t: f64) -> f64");
    assert_eq!(summary("demo::held"), "(a: u8) -> u32");
    assert_eq!(summary("demo::doubled"), "(list: &[f64]) -> f64");
}

#[test]
fn functions_with_the_same_bounds_are_called_with_the_same_numbers() {
    let library = library(
        "use std::ops::Add;
         pub struct Steps<N: Add + Copy> { next: N }
         impl<N> Steps<N> where N: Copy + Add { pub fn new(next: N) -> Steps<N> { Steps { next } } }
         pub fn steps<T: Add + Copy>(number: T) -> Vec<T> { vec![number] }
         pub fn count<T: Add + Copy>(number: T) -> usize { 1 }
         pub fn wide<T: Add + Copy>(number: T) -> usize { 1 }
         pub fn other<T: Copy>(number: T) -> usize { 1 }
         #[cfg(test)] mod tests {
             fn it_counts() { assert_eq!(super::count::<u32>(1), super::count(7u32)); super::wide(7u64); }
         }",
    );
    let summary = |path: &str| summary(library.iter().find(|f| f.path == path).expect("it is listed"));
    assert_eq!(summary("demo::steps"), "(number: u32) -> Vec<u32>");
    assert_eq!(summary("demo::wide"), "(number: u64) -> usize");
    assert_eq!(summary("demo::other"), "(number: i64) -> usize");
    assert_eq!(summary("demo::Steps::new"), "(next: u32) -> Steps<u32>");
}

#[test]
fn types_that_do_something_come_before_those_that_do_nothing() {
    let library = library(
        "pub trait Span { fn can_append(&self) -> bool; fn append(&mut self, other: Self); fn size(&self) -> usize;
             fn twice(&self) -> usize { self.size() * 2 } }
         #[derive(Clone, Debug, PartialEq)] pub struct Single(pub u8);
         impl Span for Single {
             fn can_append(&self) -> bool { false }
             fn append(&mut self, _other: Self) { unimplemented!(); }
             fn size(&self) -> usize { usize::from(self.0) }
         }
         #[derive(Clone, Debug, PartialEq)] pub struct Run(pub u8, pub u8);
         impl Span for Run {
             fn can_append(&self) -> bool { true }
             fn append(&mut self, other: Self) { self.1 += other.1; }
             fn size(&self) -> usize { usize::from(self.1) }
         }
         pub fn total<T: Span>(spans: &[T]) -> usize { spans.iter().map(Span::size).sum() }",
    );
    let summary = |path: &str| summary(library.iter().find(|f| f.path == path).expect("it is listed"));
    assert_eq!(summary("demo::total"), "(spans: &[Run]) -> usize");
    assert_eq!(summary("demo::Span::twice"), "(this: &Run) -> usize");
}

#[test]
fn what_a_trait_with_arguments_associates_depends_on_these() {
    let library = library(
        "pub trait Key<const N: usize> { type Key; }
         impl Key<1> for u8 { type Key = u8; }
         impl Key<4> for u8 { type Key = u32; }
         pub fn packed<T: Key<N>, const N: usize>(all: [T; N]) -> <T as Key<N>>::Key { loop {} }",
    );
    let packed = library.iter().find(|f| f.path == "demo::packed").expect("it is listed");
    assert_eq!(summary(packed), "(all: [u8; 4]) -> u32");
}

#[test]
fn texts_and_lists_that_others_return_come_first() {
    let functions = library(
        "pub trait Units { fn units(self) -> Vec<u16>; }
         impl Units for &str { fn units(self) -> Vec<u16> { self.encode_utf16().collect() } }
         impl Units for Vec<u16> { fn units(self) -> Vec<u16> { self } }
         pub fn packed<U: Units>(units: U) -> String { units.units().iter().map(|unit| format!(\"{unit:04x}\")).collect() }
         pub fn doubled<U: Units>(units: U) -> Vec<u16> { units.units().iter().flat_map(|unit| [*unit; 2]).collect() }
         pub fn unpacked(text: &str) -> Option<Vec<u16>> { text.parse().map(|unit| vec![unit]).ok() }",
    );
    check(
        &functions,
        &[
            ("demo::Units::units", "has no body"),
            ("demo::<&str as Units>::units", "(this: &str) -> Vec<u16>"),
            ("demo::<Vec<u16> as Units>::units", "(this: Vec<u16>) -> Vec<u16>"),
            ("demo::packed", "(units: Vec<u16>) -> String"),
            ("demo::doubled", "(units: Vec<u16>) -> Vec<u16>"),
            ("demo::unpacked", "(text: &str) -> Option<Vec<u16>>"),
        ],
    );
}
