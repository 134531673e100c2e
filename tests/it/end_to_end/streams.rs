//! Writers, readers and parsers: functions that append to a parameter, or go through one.

use cargo_morph::report::Verdict;

use crate::project::{Project, function, laws};

const LIBRARY: &str = "\
use std::io::{self, Read, Write};

pub mod write {
    use super::*;

    /// Seven bits a byte, the lowest first.
    pub fn number<W: Write + ?Sized>(out: &mut W, mut n: u32) -> io::Result<usize> {
        let mut written = 1;
        while n >= 128 {
            out.write_all(&[n as u8 | 128])?;
            n >>= 7;
            written += 1;
        }
        out.write_all(&[n as u8])?;
        Ok(written)
    }
}

pub mod read {
    use super::*;

    #[derive(Debug)]
    pub enum Error {
        TooLarge,
        Ended(io::Error),
    }

    pub fn number<R: Read + ?Sized>(input: &mut R) -> Result<u32, Error> {
        let mut n = 0;
        let mut byte = [0];
        for shift in 0..5 {
            input.read_exact(&mut byte).map_err(Error::Ended)?;
            n |= u64::from(byte[0] & 127) << (7 * shift);
            if byte[0] < 128 {
                return u32::try_from(n).map_err(|_| Error::TooLarge);
            }
        }
        Err(Error::TooLarge)
    }
}

/// The word at the start of a text.
pub fn word<'a>(input: &mut &'a str) -> &'a str {
    let end = input.find(char::is_whitespace).unwrap_or(input.len());
    let (word, rest) = input.split_at(end);
    *input = rest;
    word
}

pub fn skip(input: &mut &[u8], count: usize) {
    *input = input.get(count..).unwrap_or_default();
}
";

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn what_is_written_is_read_and_what_is_parsed_leaves_the_end() {
    let project = Project::library(LIBRARY);
    let discovery = project.discover(&["--format", "json"]).well().discovery();
    for (path, law) in [
        ("tiny::write::number", "{ let mut out = []; number(out, n); read::number(out) } == Ok(n)"),
        (
            "tiny::write::number",
            "{ let mut input = [{ let mut out = []; number(out, n); out }, more].concat(); read::number(input); input } == more",
        ),
        (
            "tiny::write::number",
            "{ let mut out = []; number(out, n) }.unwrap() == { let mut out = []; number(out, n); out }.len()",
        ),
        (
            "tiny::write::number",
            "{ number(out, n); out } == [out, { let mut out = []; number(out, n); out }].concat()",
        ),
        ("tiny::word", "[word(input), { word(input); input }].concat() == input"),
    ] {
        let report = function(&discovery, path);
        assert_eq!(report.verdict, Verdict::Tested, "{path}: {:?}", report.reason);
        let found = report.relations.iter().any(|relation| relation.readable == law);
        assert!(found, "{law} is not among {:#?}", report.relations);
    }
    assert_eq!(function(&discovery, "tiny::skip").verdict, Verdict::Tested);
    assert!(project.get("src/write/morph_tests.rs").contains("fn read_number_inverts_number("));
    project.passes_and_stays(&discovery);
}

/// An iterator over any other one, and a function that does the same.
const PAIRS: &str = "\
pub struct Pairs<I> {
    items: I,
}

impl<I: Iterator<Item = u8>> Pairs<I> {
    pub fn new(items: I) -> Pairs<I> {
        Pairs { items }
    }
}

impl<I: Iterator<Item = u8>> Iterator for Pairs<I> {
    type Item = u16;

    fn next(&mut self) -> Option<u16> {
        let first = self.items.next()?;
        let second = self.items.next().unwrap_or(0);
        Some(u16::from(first) * 256 + u16::from(second))
    }
}

pub fn pairs(bytes: &[u8]) -> Vec<u16> {
    let whole = bytes.chunks(2);
    whole.map(|pair| u16::from(pair[0]) << 8 | u16::from(*pair.get(1).unwrap_or(&0))).collect()
}
";

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn iterators_over_others_are_compared_with_functions() {
    let project = Project::library(PAIRS);
    let discovery = project.discover(&["--format", "json"]).well().discovery();
    let laws = laws(&discovery, "tiny::Pairs::new");
    assert!(laws.contains(&"Pairs::<_>::new(items) == pairs(items)"), "{laws:#?}");
    project.passes_and_stays(&discovery);
}
