//! Kinds of functions: generic over constants, of iterators, of writers, of builders, of traits, and such as lend parts of
//! what they change.

use cargo_morph::report::Check;

use crate::project::{Project, assert_tested, function};

const LIBRARY: &str = r##"
use std::fmt::Write;

/// A text in which one letter stands for any.
pub struct Pattern<const ANY: char> {
    letters: Vec<char>,
}

/// `?` stands for any letter.
pub type Question = Pattern<'?'>;

impl<const ANY: char> Pattern<ANY> {
    pub fn new(text: &str) -> Self {
        Pattern { letters: text.chars().collect() }
    }

    pub fn fits(&self, text: &str) -> bool {
        self.letters.len() == text.chars().count()
            && self.letters.iter().zip(text.chars()).all(|(a, b)| *a == ANY || *a == b)
    }
}

pub fn largest<const N: usize>(items: [i32; N]) -> Option<i32> {
    items.into_iter().max()
}

/// Each item once more, next to itself.
pub fn doubled(items: &[u8]) -> impl Iterator<Item = u8> + '_ {
    items.iter().flat_map(|item| [*item, *item])
}

pub struct Halves<'a> {
    rest: &'a [u8],
}

impl<'a> Iterator for Halves<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        if self.rest.is_empty() {
            return None;
        }
        let (first, rest) = self.rest.split_at(self.rest.len().div_ceil(2));
        self.rest = rest;
        Some(first)
    }
}

pub fn halves(bytes: &[u8]) -> Halves<'_> {
    Halves { rest: bytes }
}

pub fn kept(items: &[i32], keeps: impl Fn(&i32) -> bool) -> Vec<i32> {
    items.iter().copied().filter(|item| keeps(item)).collect()
}

pub fn total<I: Iterator<Item = u32>>(items: I) -> u64 {
    items.map(u64::from).sum()
}

pub fn spelled<W: Write>(out: &mut W, words: &[&str]) -> std::fmt::Result {
    for word in words {
        write!(out, "<{word}>")?;
    }
    Ok(())
}

/// Which letters are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kept {
    digits: bool,
    spaces: bool,
}

impl Kept {
    pub const NONE: Kept = Kept { digits: false, spaces: false };

    pub const fn with_digits(self, digits: bool) -> Kept {
        Kept { digits, ..self }
    }

    pub const fn with_spaces(self, spaces: bool) -> Kept {
        Kept { spaces, ..self }
    }
}

pub mod letters {
    pub fn filtered(text: &str, kept: crate::Kept) -> String {
        let without = [kept.with_digits(false), kept.with_spaces(false)];
        let keeps = |c: char| match c {
            '0'..='9' => without[0] != kept,
            ' ' => without[1] != kept,
            _ => true,
        };
        text.chars().filter(|c| keeps(*c)).collect()
    }
}

pub trait Area {
    fn sides(&self) -> (u32, u32);

    fn area(&self) -> u64 {
        let (a, b) = self.sides();
        u64::from(a) * u64::from(b)
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Square {
    pub side: u32,
}

impl Area for Square {
    fn sides(&self) -> (u32, u32) {
        (self.side, self.side)
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Stack {
    pub items: Vec<i32>,
}

impl Stack {
    pub fn twice(&mut self, item: i32) -> &mut Stack {
        self.items.extend([item, item]);
        self
    }

    pub fn pushed(&mut self, item: i32) -> Option<&mut i32> {
        self.items.push(item);
        self.items.first_mut()
    }
}
"##;

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn kinds_of_functions_are_tested_and_written() {
    let project = Project::library(LIBRARY);
    let ended = project.discover(&["--format", "json"]).well();
    let discovery = ended.discovery();
    assert_tested(
        &discovery,
        &[
            "Pattern::fits",
            "largest",
            "doubled",
            "halves",
            "kept",
            "total",
            "spelled",
            "letters::filtered",
            "Area::area",
            "Stack::twice",
            "Stack::pushed",
        ],
    );
    for path in ["doubled", "kept", "total"] {
        let report = function(&discovery, &format!("tiny::{path}"));
        assert!(!report.relations.is_empty(), "{path}: nothing is found");
    }
    assert_eq!(project.test(&[]), discovery.totals.relations);
    project.clippy();
    project.morph(&["check"]).well();
}

/// The same words for code that has no `String` and no `Vec` in its prelude.
const WITHOUT_STD: &str = r##"#![no_std]
extern crate alloc;

#[derive(Clone, Debug, PartialEq)]
pub struct Shown<T> {
    pub value: T,
}

impl<T: AsRef<str>> Shown<T> {
    pub fn width(&self) -> usize {
        self.value.as_ref().len()
    }
}

pub fn reversed(items: &[&str]) -> alloc::vec::Vec<alloc::string::String> {
    items.iter().rev().map(|item| alloc::string::String::from(*item)).collect()
}
"##;

#[test]
fn tests_of_a_crate_without_std_compile() {
    let project = Project::library(WITHOUT_STD);
    let ended = project.discover(&["--format", "json"]).well();
    let discovery = ended.discovery();
    assert_tested(&discovery, &["Shown::width", "reversed"]);
    assert!(!function(&discovery, "tiny::reversed").relations.is_empty());
    assert_eq!(project.test(&[]), discovery.totals.relations);
    project.clippy();
    project.run(&["clean"]).well();
    assert!(!crate::project::holds(&project.tree(), "src/morph_tests.rs"));
}

/// A codec of traits for slices and texts, in the edition of 2018 and without std.
const TRAITS_OF_SLICES: &str = r##"#![no_std]
extern crate alloc;

use alloc::string::String;
use alloc::vec::Vec;

pub trait ToHex {
    fn to_hex(&self) -> String;
}

#[allow(clippy::wrong_self_convention)]
pub trait FromHex {
    fn from_hex(&self) -> Option<Vec<u8>>;
}

impl ToHex for [u8] {
    fn to_hex(&self) -> String {
        let digit = |n: u8| char::from_digit(u32::from(n), 16).unwrap_or('?');
        self.iter().flat_map(|byte| alloc::vec![digit(byte >> 4), digit(byte & 15)]).collect()
    }
}

impl FromHex for str {
    fn from_hex(&self) -> Option<Vec<u8>> {
        let digits: Option<Vec<u32>> = self.chars().map(|c| c.to_digit(16)).collect();
        let digits = digits.filter(|digits| digits.len() % 2 == 0)?;
        Some(digits.chunks(2).map(|pair| (pair[0] * 16 + pair[1]) as u8).collect())
    }
}
"##;

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn laws_of_methods_of_slices_and_texts_are_read_back_and_please_clippy() {
    let project = Project::named("tiny", "2018", TRAITS_OF_SLICES);
    let discovery = project.discover(&["--format", "json"]).well().discovery();
    let encoder = function(&discovery, "tiny::<[u8] as ToHex>::to_hex");
    let laws: Vec<&str> = encoder.relations.iter().map(|law| &*law.readable).collect();
    assert!(laws.contains(&"this.to_hex().from_hex() == Some(this)"), "{laws:?}");
    let calls = |of: &str| project.get("morph/relations.toml").contains(of);
    assert!(calls("<str as FromHex>") || calls("str::from_hex("));
    let decoder = function(&discovery, "tiny::<str as FromHex>::from_hex");
    assert!(decoder.relations.iter().any(|law| law.readable.contains(".to_hex()")), "{decoder:?}");
    assert_eq!(project.test(&[]), discovery.totals.relations);
    project.clippy();
    let checked = project.morph(&["check", "--all", "--deny-stale", "--format", "json"]).well();
    let checked: Check = serde_json::from_str(&checked.stdout).expect("a document");
    assert_eq!((checked.totals.held, checked.totals.stale), (discovery.totals.relations, 0));
}

/// A sort at any type whose wrapper has an order, which integers have not.
const ORDERED_FLOATS: &str = "\
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Ordered<T>(pub T);

pub trait IsFloat: PartialOrd {}

impl IsFloat for Ordered<f32> {}
impl IsFloat for Ordered<f64> {}

/// Sorts numbers.
pub fn sort<T: Copy>(v: &mut [T])
where
    Ordered<T>: IsFloat,
{
    v.sort_by(|a, b| Ordered(*a).partial_cmp(&Ordered(*b)).unwrap_or(std::cmp::Ordering::Equal));
}
";

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn relations_of_a_generic_function_are_checked_with_the_types_of_its_tests() {
    let project = Project::library(ORDERED_FLOATS);
    let discovery = project.discover(&["--format", "json"]).well().discovery();
    assert!(!function(&discovery, "tiny::sort").relations.is_empty());
    assert!(project.get("src/morph_tests.rs").contains("&[f64]"));
    let checked = project.morph(&["check", "--all", "--deny-stale", "--format", "json"]).well();
    let checked: Check = serde_json::from_str(&checked.stdout).expect("a document");
    assert_eq!((checked.totals.held, checked.totals.stale), (discovery.totals.relations, 0));
    assert!(project.run(&["list"]).well().stderr.is_empty());
}
