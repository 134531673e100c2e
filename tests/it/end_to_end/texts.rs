//! Texts that a package's tests, examples and documentation show: chance writes none of their kind.

use cargo_morph::report::Verdict;

use crate::project::{Project, function, laws};

/// Two readers that agree but on texts such as `10.0.0.0/8`, which only a test has, and which only one of them reads.
const LIBRARY: &str = r#"
pub fn address(text: &str) -> Option<u32> {
    let parts: Vec<u32> = text.split('.').map(|part| part.parse().ok()).collect::<Option<_>>()?;
    let octets = parts.iter().all(|part| *part < 256) && parts.len() <= 4;
    octets.then(|| parts.iter().fold(0, |all, part| all * 256 + part))
}

pub fn network(text: &str) -> Option<u32> {
    match text.split_once('/') {
        None => address(text),
        Some((start, bits)) => {
            bits.parse::<u8>().ok().filter(|bits| *bits <= 32)?;
            address(start).filter(|_| start.matches('.').count() == 3)
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn networks_are_read() {
        for (text, start) in [("10.0.0.0/8", 10 << 24), ("192.168.42.0/24", 0xc0a8_2a00)] {
            assert_eq!(super::network(text), Some(start));
        }
    }
}
"#;

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn law_that_fails_on_texts_of_the_tests_is_not_written() {
    let project = Project::library(LIBRARY);
    let discovery = project.discover(&["--operators", "own", "--format", "json"]).well().discovery();
    let report = function(&discovery, "tiny::address");
    assert_eq!(report.verdict, Verdict::Tested, "{:?}", report.reason);
    let of_both = report.relations.iter().filter(|relation| relation.followups == ["tiny::network(text)"]);
    let said: Vec<&str> = of_both.map(|relation| relation.then.as_str()).collect();
    assert!(!said.is_empty(), "{:?}", report.relations);
    // They agree on what both read, and on nothing more.
    assert_eq!(said, ["y0.is_none() || y1 == y0"]);
}

/// `İ` has a lower case of two letters, of which the second is none.
const WORDS: &str = r#"
pub fn joined(text: &str) -> String {
    let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    words.join("_").to_lowercase()
}
"#;

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn law_that_only_fails_beyond_ascii_is_written_for_ascii() {
    let project = Project::library(WORDS);
    let discovery = project.discover(&["--operators", "own", "--format", "json"]).well().discovery();
    let report = function(&discovery, "tiny::joined");
    let idempotent = report
        .relations
        .iter()
        .find(|relation| relation.followups == ["(y0,)"] && relation.then == "y1 == y0");
    assert_eq!(idempotent.map(|law| law.when.as_str()), Some("text.is_ascii()"), "{:?}", report.relations);
}

/// It has an answer for most of what lies between the least and the largest byte that has one, and for nothing else.
const CODES: &str = "\
pub fn code(c: u8) -> Option<u8> {
    match c {
        b'B' | b'F' | b'P' | b'V' => Some(b'1'),
        b'C' | b'G' | b'J' | b'K' | b'Q' | b'S' | b'X' | b'Z' => Some(b'2'),
        b'D' | b'T' => Some(b'3'),
        b'L' => Some(b'4'),
        b'M' | b'N' => Some(b'5'),
        b'R' => Some(b'6'),
        _ => None,
    }
}
";

#[test]
fn law_that_fails_only_where_there_is_no_answer_is_not_written() {
    let project = Project::library(CODES);
    let discovery = project.discover(&["--operators", "own", "--format", "json"]).well().discovery();
    let report = function(&discovery, "tiny::code");
    assert_eq!(report.verdict, Verdict::Tested, "{:?}", report.reason);
    let of_domain = report.relations.iter().find(|relation| relation.family.as_deref() == Some("domain"));
    assert_eq!(of_domain.map(|relation| relation.readable.as_str()), None);
}

/// A writer of one module, whose text a reader of another module reads as bytes, and which leaves most signs as they are.
const ESCAPES: &str = r#"
pub mod enc {
    pub fn escape(data: &[u8]) -> String {
        let one = |byte: &u8| match byte {
            b'a'..=b'z' => char::from(*byte).to_string(),
            _ => format!("={byte:02x}"),
        };
        data.iter().map(one).collect()
    }
}

pub mod dec {
    pub fn unescape(text: &[u8]) -> Vec<u8> {
        let mut all = Vec::new();
        let mut rest = text.iter();
        while let Some(byte) = rest.next() {
            let digits: Vec<u8> = if *byte == b'=' { rest.by_ref().take(2).copied().collect() } else { Vec::new() };
            let number = std::str::from_utf8(&digits).ok().and_then(|text| u8::from_str_radix(text, 16).ok());
            all.push(number.unwrap_or(*byte));
        }
        all
    }
}

pub fn quoted(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
"#;

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn reader_of_another_module_inverts_a_writer_and_plain_texts_stay_as_they_are() {
    let project = Project::library(ESCAPES);
    let discovery = project.discover(&["--operators", "own", "--format", "json"]).well().discovery();
    let laws = |path: &str| laws(&discovery, path);
    let escape = laws("tiny::enc::escape");
    assert!(escape.contains(&"unescape(escape(data).as_bytes()) == data"), "{escape:?}");
    let quoted = laws("tiny::quoted");
    let plain = "quoted(text) == text when text.chars().all(|x| !\"&<\".contains(x))";
    assert!(quoted.contains(&plain), "{quoted:?}");
}

/// Functions that go another way on texts that chance hardly ever makes.
const RARE: &str = "\
/// Reads digits.
pub fn number(digits: &[u8]) -> Option<i64> {
    std::str::from_utf8(digits).ok()?.parse().ok()
}

/// Reads digits, and goes to the limits.
pub fn number_or_limit(digits: &[u8]) -> Option<i64> {
    let wide: i128 = std::str::from_utf8(digits).ok()?.parse().ok()?;
    Some(wide.clamp(i64::MIN.into(), i64::MAX.into()) as i64)
}

/// Folds the case of the letters that it knows.
pub fn folded(text: &str) -> String {
    text.chars().flat_map(|c| if c < '\\u{a000}' { c.to_lowercase().to_string() } else { c.to_string() }.chars().collect::<Vec<_>>()).collect()
}
";

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn laws_that_fail_on_rare_texts_are_not_written() {
    let project = Project::library(RARE);
    let ended = project.discover(&["--operators", "own", "--format", "json"]).well();
    let discovery = ended.discovery();
    let laws = |path: &str| {
        let relations = &crate::project::function(&discovery, path).relations;
        relations.iter().map(|law| law.readable.clone()).collect::<Vec<_>>()
    };
    for (path, law) in [
        ("tiny::number", "number(digits) == number_or_limit(digits)"),
        ("tiny::number_or_limit", "number_or_limit(digits) == number(digits)"),
        ("tiny::folded", "folded(text.to_lowercase()) == folded(text)"),
        ("tiny::folded", "folded(text) == text.to_lowercase()"),
    ] {
        assert!(!laws(path).contains(&law.to_owned()), "{path}: {:?}", laws(path));
    }
    for seed in ["1", "2", "3"] {
        project.run(&["check", "--all", "--seed", seed]).well();
    }
}

/// Numbers of fifteen digits with a check digit, of which chance makes none and the test has one. Exchanged neighbours are noticed
/// but for 0 and 9.
const CHECKED: &str = r#"
pub fn is_valid(number: &str) -> bool {
    let digits: Option<Vec<u32>> = number.chars().map(|c| c.to_digit(10)).collect();
    let Some(digits) = digits.filter(|digits| digits.len() == 15) else { return false };
    let doubled = |(i, digit): (usize, &u32)| match i % 2 {
        0 => *digit,
        _ => digit * 2 / 10 + digit * 2 % 10,
    };
    digits.iter().enumerate().map(doubled).sum::<u32>() % 10 == 0
}

#[cfg(test)]
mod tests {
    #[test]
    fn numbers_with_their_check_digit_are_valid() {
        assert!(super::is_valid("490154203237518"));
    }
}
"#;

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn laws_are_tried_on_what_is_seldom_accepted() {
    let project = Project::library(CHECKED);
    let discovery = project.discover(&["--operators", "own", "--format", "json"]).well().discovery();
    let relations = &function(&discovery, "tiny::is_valid").relations;
    let has = |family: &str| relations.iter().any(|relation| relation.family.as_deref() == Some(family));
    assert!(has("noticing a change") && !has("noticing an exchange"), "{relations:?}");
}

/// Texts and sums of any length: with large numbers they have no end that one could wait for.
const LONG: &str = r#"
/// Fills a text up to a number of characters.
pub fn padded(text: &str, width: usize) -> String {
    let missing = width.saturating_sub(text.chars().count());
    text.chars().chain(std::iter::repeat_n('.', missing)).collect()
}

/// Parts of a sum that are as equal as they can be.
pub fn shares(sum: i64, parts: u32) -> Vec<i64> {
    let n = i64::from(parts);
    (0..n).map(|i| sum.div_euclid(n) + i64::from(i < sum.rem_euclid(n))).collect()
}
"#;

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn functions_that_have_no_end_on_large_numbers_are_tested_on_small_ones() {
    let project = Project::library(LONG);
    let discovery = project.discover(&["--operators", "own", "--format", "json"]).well().discovery();
    for (path, law) in [
        ("tiny::padded", "padded(text, width).chars().count() == text.chars().count().max(width)"),
        ("tiny::shares", "shares(sum, parts).len() == parts"),
    ] {
        let relations = &function(&discovery, path).relations;
        assert!(relations.iter().any(|relation| relation.readable == law), "{path}: {relations:?}");
    }
}

/// Days that are seldom those of a calendar, unless they come from a date of it.
const DAYS: &str = r#"
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Day(i32);

impl Day {
    pub fn new(day: i32) -> Day { Day(day) }

    /// Year and place in the year.
    pub fn date(self) -> (u32, u32) {
        let since = u32::try_from(self.0 - 1_700_000).unwrap();
        assert!(since < 100 * 360, "no day of this calendar");
        (since / 360, since % 360)
    }
}

pub fn day_of(year: u32, place: u32) -> Day {
    assert!(year < 100 && place < 360, "no date of this calendar");
    Day(1_700_000 + (year * 360 + place) as i32)
}
"#;

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn what_a_function_may_undo_is_among_its_inputs() {
    let project = Project::library(DAYS);
    let discovery = project.discover(&["--operators", "own", "--format", "json"]).well().discovery();
    let relations = &function(&discovery, "tiny::Day::date").relations;
    let law = "day_of(this.date().0, this.date().1) == this";
    assert!(relations.iter().any(|relation| relation.readable == law), "{relations:?}");
}

const CHARACTERS: &str = "\
/// Names as they are compared: small letters, and signs left out.
pub fn folded(name: &str) -> impl Iterator<Item = char> + '_ {
    name.chars().filter(|c| c.is_alphanumeric()).map(|c| c.to_ascii_lowercase())
}
";

#[test]
fn characters_that_a_function_of_texts_goes_through_are_a_text() {
    let project = Project::library(CHARACTERS);
    let discovery = project.discover(&["--format", "json"]).well().discovery();
    let found = laws(&discovery, "tiny::folded");
    assert!(found.contains(&"folded(folded(name)) == folded(name)"), "{found:?}");
    let test = project.get("src/morph_tests.rs");
    assert!(test.contains("let y0: String = folded(name).collect();"), "{test}");
}
