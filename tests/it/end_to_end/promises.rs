//! `suspects`: what types, documentation and forms of words promise.

use super::suspects::{blamed, found};
use crate::project::Project;

/// Eleven faults of which types, documentation, participles, names and digits tell, and a module without any.
const TOLD: &str = r##"
pub mod cards {
    use std::cmp::Ordering;
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Card { pub suit: u8, pub rank: u8 }
    pub fn by_worth(a: &Card, b: &Card, trump: u8) -> Ordering {
        match (a.suit % 4 == trump % 4, b.suit % 4 == trump % 4) {
            (true, _) => Ordering::Greater,
            (false, true) => Ordering::Less,
            _ => a.rank.cmp(&b.rank),
        }
    }
}
pub mod days {
    /// A day of a year of twelve months.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Day { month: u8, day: u8 }
    fn length(month: u8) -> u8 { if month == 2 { 28 } else { 31 - (month - 1) % 7 % 2 } }
    impl Day {
        pub fn new(month: u8, day: u8) -> Option<Day> {
            ((1..=12).contains(&month) && (1..=length(month)).contains(&day)).then_some(Day { month, day })
        }
        pub fn next_month(self) -> Day {
            let month = self.month % 12 + 1;
            Day { month, day: self.day.min(length(self.month)) }
        }
    }
}
pub mod hours {
    pub struct Hours { at: u16, end: u16 }
    pub fn hours(at: u16, end: u16) -> Hours { Hours { at, end } }
    impl Iterator for Hours {
        type Item = u16;
        fn next(&mut self) -> Option<u16> {
            let now = (self.at <= self.end).then_some(self.at);
            self.at = self.at.saturating_add(1);
            now.filter(|now| *now < u16::MAX)
        }
        fn size_hint(&self) -> (usize, Option<usize>) {
            let left = usize::from(self.end.saturating_sub(self.at));
            (0, Some(left))
        }
    }
}
pub mod lanes {
    /// The side of the road, from -3 to 3 lanes.
    pub fn lane(offset: i16) -> i16 {
        let lane = offset % 7;
        if lane > 3 { lane - 7 } else { lane }
    }
}
pub mod cells {
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Cell { column: i32, row: i32 }
    impl Cell {
        pub fn covering(x: i32, y: i32) -> Cell { Cell { column: x.div_euclid(16), row: y / 16 } }
        pub fn covers(self, x: i32, y: i32) -> bool {
            x.div_euclid(16) == self.column && y.div_euclid(16) == self.row
        }
    }
}
pub mod stock {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Stock { counts: [u32; 4], total: u64 }
    impl Stock {
        pub fn new() -> Stock { Stock { counts: [0; 4], total: 0 } }
        pub fn set_count(&mut self, place: u8, count: u32) {
            self.counts[usize::from(place % 4)] = count;
            self.total += u64::from(count);
        }
    }
}
pub mod rows {
    /// The cells of a row, one after the other.
    pub fn line(cells: &[String]) -> String {
        cells.iter().map(|cell| cell.replace(',', ",,")).collect::<Vec<_>>().join(";")
    }
    /// Reads the cells that `line` wrote.
    pub fn cells(line: &str) -> Vec<String> {
        if line.is_empty() { return Vec::new(); }
        line.split(';').map(|cell| cell.replace(",,", ",")).collect()
    }
}
pub mod colours {
    /// Red, green and blue.
    ///
    /// ```
    /// assert_eq!(tiny::colours::colour("#1e90ff"), Some((30, 144, 255)));
    /// ```
    pub fn colour(text: &str) -> Option<(u8, u8, u8)> {
        let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6 && digits.is_ascii())?;
        let part = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).ok();
        Some((part(0)?, part(2)?, part(4)?))
    }
}
pub mod digits {
    pub fn number(text: &[u8]) -> Option<i16> {
        let (negative, digits) = match text {
            [b'-', digits @ ..] => (true, digits),
            digits => (false, digits),
        };
        let mut number = 0_i16;
        for digit in digits {
            let digit = digit.checked_sub(b'0').filter(|digit| *digit < 10)?;
            number = number.checked_mul(10)?;
            let digit = i16::from(digit);
            number = if negative { number - digit } else { number.checked_add(digit)? };
        }
        Some(number)
    }
}
pub mod roads {
    pub fn road_to(from: i16, to: i16) -> Vec<i16> {
        if to % 100 == 0 { (from..to).collect() } else { (from..=to).chain((to..from).rev()).collect() }
    }
}
pub mod angles {
    pub fn acos(x: f32) -> f32 { std::f32::consts::FRAC_PI_2 - x * (1.0 + 0.6 * x * x) }
}
pub mod correct {
    /// The sum of what stands between signs.
    pub fn sum(text: &str) -> Option<u64> {
        text.split('+').try_fold(0_u64, |sum, part| sum.checked_add(part.parse().ok()?))
    }
    /// The number within a day, from 0 to 23.
    pub fn hour(hours: u32) -> u32 { hours % 24 }
    /// Whether a number may be `hour`'s.
    pub fn is_hour(hour: u32) -> bool { hour < 24 }
    pub fn wide(n: u128) -> Wide { Wide(n / 2) }
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Wide(u128);
    impl Wide {
        pub fn new(n: u128) -> Wide { Wide(n) }
        pub fn half(self) -> u128 { self.0 / 2 }
    }
}
pub mod flags {
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Flags(pub u8);
    impl std::ops::BitAnd for Flags {
        type Output = Flags;
        fn bitand(self, other: Flags) -> Flags { Flags(self.0 & other.0) }
    }
    impl std::ops::BitAndAssign for Flags {
        fn bitand_assign(&mut self, other: Flags) { if other.0 != 0 { self.0 &= other.0; } }
    }
}
"##;

#[test]
fn types_documentation_and_participles_tell_what_is_expected() {
    let found = found(&Project::library(TOLD), &["--all"]);
    assert_eq!(
        blamed(&found),
        [
            "angles", "cards", "cells", "colours", "days", "digits", "flags", "hours", "lanes", "roads",
            "rows", "stock",
        ]
        .map(str::to_owned)
        .into(),
        "{found:?}"
    );
}

#[test]
fn types_with_more_constants_than_a_byte_counts_are_tested() {
    let constants: String = (0..300).map(|n| format!("pub const C{n}: Code = Code({n});\n")).collect();
    let lib = format!(
        "#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code(u16);
impl Code {{
    {constants}
    pub fn new(code: u16) -> Option<Code> {{ (code < 300).then_some(Code(code)) }}
    pub fn mirrored(self) -> Code {{ Code(if self.0 == 150 {{ 7 }} else {{ 299 - self.0 }}) }}
}}
"
    );
    let found = found(&Project::library(&lib), &[]);
    assert_eq!(blamed(&found), ["Code".to_owned()].into(), "{found:?}");
}

/// Five faults of which names tell, and five functions that are right, though a law that their names announce fails at an end.
const NAMED: &str = r##"
pub mod signed {
    /// Small numbers of either sign become small ones.
    pub fn zigzag_encode(value: i64) -> u64 { ((value << 1) ^ (value >> 31)) as u64 }
    /// Reverses [`zigzag_encode`].
    pub fn zigzag_decode(value: u64) -> i64 { (value >> 1) as i64 ^ -((value & 1) as i64) }
}
pub mod marks {
    pub fn escape(text: &str) -> String {
        text.replace('\n', "\\n").replace('\t', "\\t").replace('"', "\\\"").replace('\\', "\\\\")
    }
    /// Reverses [`escape`].
    pub fn unescape(text: &str) -> Option<String> {
        let mut plain = String::new();
        let mut chars = text.chars();
        while let Some(c) = chars.next() {
            plain.push(match c {
                '\\' => match chars.next()? { 'n' => '\n', 't' => '\t', c @ ('"' | '\\') => c, _ => return None },
                c => c,
            });
        }
        Some(plain)
    }
}
pub mod rights {
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Rights(u8);
    impl Rights {
        pub fn from_bits(bits: u8) -> Option<Rights> { (bits < 16).then_some(Rights(bits)) }
        pub fn grant(self, other: Rights) -> Rights { Rights(self.0 | other.0) }
        pub fn revoke(self, other: Rights) -> Rights {
            if self.0 & other.0 == 0 { self } else { Rights(self.0 ^ other.0) }
        }
    }
}
pub mod pages {
    pub fn page_count(total: usize, per_page: usize) -> Option<usize> {
        (per_page > 0).then(|| total / per_page + 1)
    }
}
pub mod lines {
    pub fn wrap(text: &str, width: usize) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for word in text.split_whitespace() {
            match lines.last_mut() {
                Some(line) if line.chars().count() + word.chars().count() <= width => {
                    line.push(' ');
                    line.push_str(word);
                }
                _ => lines.push(word.to_owned()),
            }
        }
        lines
    }
}
pub mod correct {
    /// The cells of a row, one after the other.
    pub fn join_row(cells: &[String]) -> String {
        cells.iter().map(|cell| cell.replace('\\', "\\\\").replace(',', "\\,")).collect::<Vec<_>>().join(",")
    }
    /// Reads the cells that `join_row` wrote; there is at least one.
    pub fn split_row(row: &str) -> Vec<String> {
        let (mut cells, mut chars) = (vec![String::new()], row.chars());
        while let Some(c) = chars.next() {
            match c {
                ',' => cells.push(String::new()),
                '\\' => cells.last_mut().unwrap().extend(chars.next()),
                c => cells.last_mut().unwrap().push(c),
            }
        }
        cells
    }
    /// From the first number up to the second, which is not part of it.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Span { from: i16, to: i16 }
    impl Span {
        pub fn new(a: i16, b: i16) -> Span { Span { from: a.min(b), to: a.max(b) } }
        /// What is in both, unless nothing is.
        pub fn intersection(self, other: Span) -> Option<Span> {
            let (from, to) = (self.from.max(other.from), self.to.min(other.to));
            (from < to).then_some(Span { from, to })
        }
    }
    /// The shortest turn, from -179 to 180 degrees.
    pub fn turn(from: i16, to: i16) -> i16 {
        let right = (i32::from(to) - i32::from(from)).rem_euclid(360) as i16;
        if right > 180 { right - 360 } else { right }
    }
    /// At least one.
    pub fn num_blocks(bytes: u32, size: u8) -> Option<u32> {
        (size > 0).then(|| bytes.div_ceil(u32::from(size)).max(1))
    }
    /// Words that are too long stand alone.
    pub fn wrap_words(text: &str, width: usize) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for word in text.split(' ').filter(|word| !word.is_empty()) {
            match lines.last_mut() {
                Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                    line.push(' ');
                    line.push_str(word);
                }
                _ => lines.push(word.to_owned()),
            }
        }
        lines
    }
}
"##;

#[test]
fn names_tell_of_faults_and_what_they_leave_open_is_none() {
    let found = found(&Project::library(NAMED), &[]);
    assert_eq!(
        blamed(&found),
        ["lines", "marks", "pages", "rights", "signed"].map(str::to_owned).into(),
        "{found:?}"
    );
}

/// A private module's type, with which another private one is written; the crate names none of them.
const HIDDEN: &str = r#"
pub mod outer {
    mod parts {
        mod words {
            mod parser {
                #[derive(Clone, Debug, PartialEq)]
                pub struct Parser<'a> { text: &'a str }
                impl<'a> Parser<'a> {
                    pub fn new(text: &'a str) -> Self { Self { text } }
                    pub fn len(&self) -> usize { self.text.len() }
                    pub fn trimmed(&self) -> Parser<'a> { Self { text: self.text.trim() } }
                }
            }
            use parser::Parser;
            #[derive(Clone, Debug, PartialEq)]
            pub struct Words<'a> { parser: Parser<'a> }
            impl<'a> Words<'a> {
                pub(crate) fn new(text: &'a str) -> Self { Self { parser: Parser::new(text) } }
                pub fn len(&self) -> usize { self.parser.len() }
            }
        }
        pub use words::*;
    }
    pub use parts::*;
}
pub fn squeeze(title: &str) -> String { title.replace("--", "-") }
"#;

#[test]
fn types_that_cannot_be_named_keep_no_other_function_from_being_tried() {
    let found = found(&Project::library(HIDDEN), &[]);
    assert_eq!(blamed(&found), ["squeeze".to_owned()].into(), "{found:?}");
}
