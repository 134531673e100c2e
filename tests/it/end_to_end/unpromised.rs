//! Laws that names and types seem to promise, and that nobody means.

use std::collections::BTreeSet;

use super::suspects::{blamed, found};
use crate::project::Project;

/// What obeys fewer laws than its names and types seem to say.
const UNPROMISED: &str = r#"
pub mod cursor {
    /// What is left of a list.
    pub struct Cursor { at: usize, len: usize }
    impl Iterator for Cursor {
        type Item = usize;
        fn next(&mut self) -> Option<usize> {
            if self.len - self.at == 0 { return None; }
            self.at += 1;
            Some(self.at)
        }
    }
}
pub mod cells {
    fn place(cell: &str) -> Result<i32, String> {
        cell.parse::<u8>().map(i32::from).map_err(|_| format!("{cell} is no cell"))
    }
    pub fn distance(from: &str, to: &str) -> Result<i32, String> {
        let (a, b) = (place(from)?, place(to)?);
        Ok((a - b).abs())
    }
}
pub mod prefix {
    pub fn validate_str(digits: &str) -> bool { digits.bytes().all(|b| b.is_ascii_digit()) }
    pub fn decode_str(digits: &str, count: usize) -> Option<u64> {
        digits.bytes().take(count).try_fold(0_u64, |n, b| {
            n.checked_mul(10)?.checked_add(u64::from(char::from(b).to_digit(10)?))
        })
    }
}
pub mod table {
    /// Two different letters.
    pub struct Alphabet([u8; 2]);
    impl Alphabet {
        pub fn new_unwrap(letters: [u8; 2]) -> Alphabet {
            if letters[0] == letters[1] { Option::<u8>::None.unwrap(); }
            Alphabet(letters)
        }
    }
    pub struct Decoder { letters: Alphabet }
    impl Decoder {
        pub fn new(letters: Alphabet) -> Decoder { Decoder { letters } }
        pub fn decode(&self, byte: u8) -> Option<bool> {
            if byte == self.letters.0[0] { Some(false) } else if byte == self.letters.0[1] { Some(true) } else { None }
        }
    }
}
pub mod small {
    /// An eighth as a number, or 255 for what is no number.
    #[derive(Clone, Copy, Debug)]
    pub struct Eighth(u8);
    impl Eighth {
        pub fn new(bits: u8) -> Eighth { Eighth(bits) }
        pub fn is_nan(self) -> bool { self.0 > 250 }
    }
    impl PartialEq for Eighth {
        fn eq(&self, other: &Eighth) -> bool { !self.is_nan() && !other.is_nan() && self.0 == other.0 }
    }
    impl std::ops::Rem for Eighth {
        type Output = Eighth;
        fn rem(self, other: Eighth) -> Eighth { Eighth(self.0.checked_rem(other.0).unwrap_or(255)) }
    }
    impl std::ops::RemAssign for Eighth {
        fn rem_assign(&mut self, other: Eighth) { *self = *self % other }
    }
}
pub mod network {
    pub fn same_network(a: u32, b: u32, prefix: u8) -> bool {
        let mask = |address: u32| (1..=32).contains(&prefix).then(|| address >> (32 - prefix));
        mask(a).is_some() && mask(a) == mask(b)
    }
}
pub mod clock {
    /// Rounds to milliseconds.
    pub fn day_to_millis(day: f64) -> i64 { (day * 86_400_000.0).round() as i64 }
    pub fn millis_to_day(millis: i64) -> f64 { millis as f64 / 86_400_000.0 }
}
pub mod digits {
    /// What fits into the type.
    pub trait FromDigits: Sized { fn from_digits(text: &str) -> Option<Self>; }
    impl FromDigits for u8 { fn from_digits(text: &str) -> Option<u8> { text.trim().parse().ok() } }
    impl FromDigits for u64 { fn from_digits(text: &str) -> Option<u64> { text.trim().parse().ok() } }
}
pub mod column {
    pub fn pad_to_width(text: &str, width: usize) -> String {
        let missing = width.saturating_sub(text.chars().count());
        format!("{text}{}", " ".repeat(missing))
    }
}
pub mod date {
    /// The day that stands in a month of 30 or 31 days so many months later.
    pub fn add_months(day: u8, months: u8) -> u8 { if months % 2 == 1 { day.min(30) } else { day } }
}
pub mod point {
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Point { pub x: i32, pub y: i32 }
    impl Point {
        /// Of each coordinate.
        pub fn min(self, other: Point) -> Point { Point { x: self.x.min(other.x), y: self.y.min(other.y) } }
    }
    /// Degrees from -1 to 1.
    pub fn arc_norm(degrees: f64) -> f64 { (degrees / 360.0).clamp(-1.0, 1.0) }
}
pub mod remainder {
    pub fn rem_euclid(a: f64, b: f64) -> f64 { a.rem_euclid(b) }
}
pub mod wide {
    /// A number of 32 bits.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Wide(i32);
    impl Wide {
        pub fn new(value: i32) -> Wide { Wide(value) }
        pub fn saturating_add(self, other: Wide) -> Wide { Wide(self.0.saturating_add(other.0)) }
        pub fn wrapping_add(self, other: Wide) -> Wide { Wide(self.0.wrapping_add(other.0)) }
    }
}
pub mod ends {
    /// A version, whose build does not count.
    #[derive(Clone, Debug)]
    pub struct Version { pub major: u8, pub build: u8 }
    impl PartialEq for Version {
        fn eq(&self, other: &Version) -> bool { self.major == other.major }
    }
    impl Eq for Version {}
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum End { Open, At(Version) }
    impl PartialOrd for End {
        fn partial_cmp(&self, other: &End) -> Option<std::cmp::Ordering> { Some(self.cmp(other)) }
    }
    impl Ord for End {
        fn cmp(&self, other: &End) -> std::cmp::Ordering {
            let place = |end: &End| match end { End::Open => None, End::At(version) => Some(version.major) };
            place(self).cmp(&place(other))
        }
    }
}
pub mod pointer {
    /// Parts with slashes before them.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Pointer(String);
    impl From<u8> for Pointer {
        fn from(part: u8) -> Pointer { Pointer(format!("/{part}")) }
    }
    /// A part, which has no slash.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Part(String);
    impl From<u8> for Part {
        fn from(part: u8) -> Part { Part(part.to_string()) }
    }
    impl Pointer {
        pub fn push_back(&mut self, part: Part) {
            self.0.push('/');
            self.0.push_str(&part.0);
        }
        pub fn pop_back(&mut self) -> Option<Part> {
            let at = self.0.rfind('/')?;
            let part = Part(self.0[at + 1..].to_owned());
            self.0.truncate(at);
            Some(part)
        }
    }
}
pub mod lights {
    /// From dark to bright.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Light { warm: f64, cold: f64 }
    impl Light {
        pub fn new(warm: f64, cold: f64) -> Light { Light { warm: warm.clamp(0.0, 1.0), cold: cold.clamp(0.0, 1.0) } }
        pub fn to_u8(self) -> Option<u8> { (self.warm == self.cold).then_some((self.warm * 255.0) as u8) }
        pub fn from_u8(n: u8) -> Option<Light> { Some(Light::new(f64::from(n) / 255.0, f64::from(n) / 255.0)) }
    }
    impl std::ops::Add for Light {
        type Output = Light;
        fn add(self, other: Light) -> Light { Light::new(self.warm + other.warm, self.cold + other.cold) }
    }
    impl std::ops::Sub for Light {
        type Output = Light;
        fn sub(self, other: Light) -> Light { Light::new(self.warm - other.warm, self.cold - other.cold) }
    }
}
"#;

/// Rows of cells; `CELL` is what stands at place `n` of the transposed ones.
pub const GRID: &str = r#"
pub mod grid {
    #[derive(Clone, Debug, PartialEq)]
    pub struct Grid { rows: usize, columns: usize, cells: Vec<i64> }
    impl Grid {
        pub fn new(rows: usize, columns: usize, cells: Vec<i64>) -> Grid {
            assert!(rows > 0 && columns > 0 && cells.len() == rows * columns);
            Grid { rows, columns, cells }
        }
        pub fn get(&self, row: usize, column: usize) -> Option<i64> {
            if row < self.rows && column < self.columns { Some(self.cells[row * self.columns + column]) } else { None }
        }
        pub fn transpose(&self) -> Grid {
            let cells = (0..self.cells.len()).map(|n| CELL);
            Grid { rows: self.columns, columns: self.rows, cells: cells.collect() }
        }
    }
    fn paired(a: &Grid, b: &Grid, of: fn(i64, i64) -> i64) -> Grid {
        assert!(a.rows == b.rows && a.columns == b.columns);
        Grid { cells: a.cells.iter().zip(&b.cells).map(|(a, b)| of(*a, *b)).collect(), ..a.clone() }
    }
    impl std::ops::Add for Grid {
        type Output = Grid;
        fn add(self, other: Grid) -> Grid { paired(&self, &other, |a, b| a + b) }
    }
    impl std::ops::Sub for Grid {
        type Output = Grid;
        fn sub(self, other: Grid) -> Grid { paired(&self, &other, |a, b| a - b) }
    }
}
"#;

#[test]
fn what_nothing_promises_is_not_reported() {
    let grid = GRID.replace("CELL", "self.cells[n % self.rows * self.columns + n / self.rows]");
    let found = found(&Project::library(&(UNPROMISED.to_owned() + &grid)), &[]);
    assert_eq!(blamed(&found), BTreeSet::new(), "{found:?}");
}
