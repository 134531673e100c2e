//! Types that cannot be taken apart: their values are made by recipes, and looked at.

use cargo_morph::report::Verdict;

use crate::project::{Project, function};

/// A set of bits, an address that is read from text, a queue that is filled, a reader that borrows, and types of `std`.
const LIBRARY: &str = r##"
use std::collections::BTreeSet;
use std::fmt;
use std::net::Ipv4Addr;
use std::str::FromStr;

#[derive(Clone, Debug, PartialEq)]
pub struct Bits {
    words: Box<[u64]>,
}

impl FromIterator<u8> for Bits {
    fn from_iter<I: IntoIterator<Item = u8>>(items: I) -> Bits {
        let mut words = [0; 4];
        for item in items {
            words[usize::from(item / 64)] |= 1 << (item % 64);
        }
        Bits { words: Box::new(words) }
    }
}

impl Bits {
    pub fn iter(&self) -> impl Iterator<Item = u8> + '_ {
        (0..=255).filter(|item| self.contains(*item))
    }

    pub fn contains(&self, item: u8) -> bool {
        self.words[usize::from(item / 64)] & (1 << (item % 64)) != 0
    }

    pub fn union(&self, other: &Bits) -> Bits {
        Bits { words: self.words.iter().zip(other.words.iter()).map(|(a, b)| a | b).collect() }
    }
}

#[derive(Clone, PartialEq)]
pub struct Tag {
    text: Box<str>,
}

impl FromStr for Tag {
    type Err = ();

    /// Reads a tag: `"#red"`, `"#blue-2"`.
    fn from_str(text: &str) -> Result<Tag, ()> {
        let name = text.strip_prefix('#').ok_or(())?;
        if name.is_empty() { Err(()) } else { Ok(Tag { text: name.to_lowercase().into() }) }
    }
}

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.text)
    }
}

pub fn longer(a: &Tag, b: &Tag) -> usize {
    a.text.len().max(b.text.len())
}

#[derive(Clone, Debug, Default)]
pub struct Queue {
    items: Box<[i32]>,
}

impl Queue {
    pub fn new() -> Queue {
        Queue::default()
    }

    pub fn push(&mut self, item: i32) {
        let mut items = self.items.to_vec();
        items.push(item);
        self.items = items.into();
    }

    pub fn largest(&self) -> Option<i32> {
        self.items.iter().copied().max()
    }
}

pub struct Reader<'a> {
    rest: &'a str,
}

impl<'a> Reader<'a> {
    pub fn new(text: &'a str) -> Reader<'a> {
        Reader { rest: text }
    }

    pub fn words(&self) -> usize {
        self.rest.split_whitespace().count()
    }
}

pub fn common(a: &BTreeSet<u8>, b: &BTreeSet<u8>) -> usize {
    a.intersection(b).count()
}

pub fn masked(address: Ipv4Addr, bits: u8) -> Ipv4Addr {
    let mask = u32::MAX.checked_shl(32 - u32::from(bits.min(32))).unwrap_or(0);
    Ipv4Addr::from(u32::from(address) & mask)
}
"##;

#[test]
#[ignore = "slow; .ci/run runs it"]
fn values_that_only_recipes_make_are_tested_and_written() {
    let project = Project::library(LIBRARY);
    let ended = project.discover(&["--format", "json"]).well();
    let discovery = ended.discovery();
    for path in
        ["Bits::contains", "Bits::union", "longer", "Queue::largest", "Reader::words", "common", "masked"]
    {
        let report = function(&discovery, &format!("tiny::{path}"));
        assert_eq!(report.verdict, Verdict::Tested, "{path}: {:?}", report.reason);
    }
    let follows = |path: &str, followup: &str| {
        let report = function(&discovery, &format!("tiny::{path}"));
        let found = report.relations.iter().any(|relation| relation.followups == [followup]);
        assert!(found, "{path}: {followup} is not among {:?}", report.relations);
    };
    follows("Bits::union", "(other, this)");
    follows("longer", "(b, a)");
    follows("common", "(b, a)");
    follows("masked", "(y0, bits)");
    // They compile and pass where they stand, and are read as they were written.
    assert_eq!(project.test(&[]), discovery.totals.relations);
    project.clippy();
    project.morph(&["check"]).well();
    let tree = project.tree();
    project.discover(&[]).well();
    crate::project::assert_same(&tree, &project.tree());
}
