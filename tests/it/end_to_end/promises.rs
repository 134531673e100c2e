//! `suspects`: what types, documentation and forms of words promise.

use super::suspects::{blamed, found};
use crate::project::Project;

/// Eight faults of which types, documentation, participles and digits tell, and a module without any.
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
"##;

#[test]
fn types_documentation_and_participles_tell_what_is_expected() {
    let found = found(&Project::library(TOLD), &["--all"]);
    assert_eq!(
        blamed(&found),
        ["cards", "cells", "colours", "days", "hours", "lanes", "rows", "stock"].map(str::to_owned).into(),
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
