//! Types that cannot be taken apart: their values are made by recipes, and looked at.

use crate::project::{Project, assert_tested, function};

/// A set of bits, an address that is read from text, a queue that is filled, room for digits, a rule with a variant that cannot
/// be made, a reader that borrows, and types of `std`.
const LIBRARY: &str = r##"
use std::collections::BTreeSet;
use std::fmt;
use std::mem::MaybeUninit;
use std::net::Ipv4Addr;
use std::str::FromStr;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

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

/// Room for a number's digits.
#[derive(Clone)]
pub struct Room {
    bytes: [MaybeUninit<u8>; 20],
}

impl Room {
    pub fn empty() -> Room {
        Room { bytes: [MaybeUninit::uninit(); 20] }
    }

    pub fn format(&mut self, mut n: u32) -> String {
        let mut length = 0;
        while n > 0 || length == 0 {
            self.bytes[length] = MaybeUninit::new(b'0' + (n % 10) as u8);
            (n, length) = (n / 10, length + 1);
        }
        let digits = self.bytes[..length].iter().rev();
        digits.map(|digit| char::from(unsafe { digit.assume_init() })).collect()
    }
}

/// Which numbers are counted.
#[derive(Clone)]
pub enum Rule {
    All,
    EveryNth(u8),
    Between { least: u8, most: u8 },
    Own(fn(u8) -> bool),
}

impl Rule {
    pub fn counts(&self, n: u8) -> bool {
        match self {
            Rule::All => true,
            Rule::EveryNth(nth) => n.checked_rem(*nth) == Some(0),
            Rule::Between { least, most } => (*least..=*most).contains(&n),
            Rule::Own(own) => own(n),
        }
    }
}

pub fn counted(rule: &Rule, numbers: &[u8]) -> usize {
    numbers.iter().filter(|n| rule.counts(**n)).count()
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

/// What is written with two digits for each byte.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Encoded<Bytes>(pub Bytes);

impl<Bytes: AsRef<[u8]>> Encoded<Bytes> {
    pub fn new(bytes: Bytes) -> Encoded<Bytes> {
        Encoded(bytes)
    }

    pub fn to_hex(&self) -> String {
        self.0.as_ref().iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// Spans with weights, which are asked once they are in order.
#[derive(Clone, Debug, Default)]
pub struct Index {
    spans: Vec<(i16, i16, u8)>,
    ready: bool,
}

impl Index {
    pub fn new() -> Index {
        Index::default()
    }

    pub fn add(&mut self, from: i16, to: i16, weight: u8) {
        self.spans.push((from, to, weight));
        self.ready = false;
    }

    pub fn build(&mut self) {
        self.spans.sort();
        self.ready = true;
    }

    pub fn weight_before(&self, place: i16) -> u64 {
        if !self.ready {
            return 0;
        }
        let before = self.spans.iter().take_while(|span| span.0 < place);
        before.map(|span| u64::from(span.2)).sum()
    }
}

pub fn common(a: &BTreeSet<u8>, b: &BTreeSet<u8>) -> usize {
    a.intersection(b).count()
}

pub fn masked(address: Ipv4Addr, bits: u8) -> Ipv4Addr {
    let mask = u32::MAX.checked_shl(32 - u32::from(bits.min(32))).unwrap_or(0);
    Ipv4Addr::from(u32::from(address) & mask)
}

pub fn time_of(seconds: i64) -> SystemTime {
    let away = Duration::from_secs(seconds.unsigned_abs());
    if seconds < 0 { UNIX_EPOCH - away } else { UNIX_EPOCH + away }
}

/// Seconds since 1970, and before it as negative ones; parts of a second do not count.
pub fn seconds_of(time: SystemTime) -> i64 {
    match time.duration_since(UNIX_EPOCH) {
        Ok(after) => after.as_secs() as i64,
        Err(before) => 0i64.saturating_sub_unsigned(before.duration().as_secs()),
    }
}
"##;

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn values_that_only_recipes_make_are_tested_and_written() {
    let project = Project::library(LIBRARY);
    let ended = project.discover(&["--format", "json"]).well();
    let discovery = ended.discovery();
    assert_tested(
        &discovery,
        &[
            "Bits::contains",
            "Bits::union",
            "longer",
            "Queue::largest",
            "Reader::words",
            "common",
            "masked",
            "Room::format",
            "Rule::counts",
            "counted",
            "time_of",
            "seconds_of",
            "Encoded::to_hex",
            "Index::weight_before",
        ],
    );
    let follows = |path: &str, followups: &[&str]| {
        let report = function(&discovery, &format!("tiny::{path}"));
        let found = report.relations.iter().any(|relation| relation.followups == followups);
        assert!(found, "{path}: {followups:?} is not among {:?}", report.relations);
    };
    follows("Bits::union", &["(other, this)"]);
    follows("longer", &["(b, a)"]);
    follows("common", &["(b, a)"]);
    follows("masked", &["(y0, other)", "(address, bits.min(other))"]);
    follows("counted", &["(rule, numbers.sorted())"]);
    // It is filled and made ready.
    let index = function(&discovery, "tiny::Index::weight_before");
    assert!(index.mutants.killed > 0, "{:?}", index.mutants);
    // Both before and after 1970.
    let times = function(&discovery, "tiny::time_of");
    let found =
        times.relations.iter().any(|relation| relation.readable == "seconds_of(time_of(seconds)) == seconds");
    assert!(found, "{:?}", times.relations);
    // A buffer of which nothing can be seen is no outcome.
    let room = function(&discovery, "tiny::Room::format");
    let found = room.relations.iter().any(|relation| relation.readable == "this.format(n) == n.to_string()");
    assert!(found, "{:?}", room.relations);
    project.passes_and_stays(&discovery);
}
