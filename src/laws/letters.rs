//! Which characters texts consist of, as conditions that a person writes.

use std::collections::BTreeSet;

use morph_relation::Value;

/// Characters of an alphabet, and how often each is seen on average.
const LETTERS: usize = 70;
const SEEN: usize = 8;
/// Characters that are listed beside a class.
const LISTED: usize = 8;

/// A class of characters: its method, and what tells it.
pub type Class = (&'static str, fn(&char) -> bool);

/// The classes of characters that conditions name, those with more characters first.
pub const CLASSES: [Class; 6] = [
    ("is_ascii_alphanumeric", char::is_ascii_alphanumeric),
    ("is_ascii_alphabetic", char::is_ascii_alphabetic),
    ("is_ascii_uppercase", char::is_ascii_uppercase),
    ("is_ascii_lowercase", char::is_ascii_lowercase),
    ("is_ascii_hexdigit", char::is_ascii_hexdigit),
    ("is_ascii_digit", char::is_ascii_digit),
];

/// The plain characters of a class.
pub fn plain(is: impl Fn(&char) -> bool) -> String {
    (' '..='~').filter(is).collect()
}

/// Of a class, so many in ten are seen where the others are thought to be rare.
const MOST_OF_TEN: usize = 5;

/// Conditions on `c` that tell the characters of texts, the narrowest first: what was seen, with the class of which most was
/// seen, and with some signs besides.
pub fn alphabets(texts: &[&Value], signs: &BTreeSet<char>) -> Vec<String> {
    let Some(seen) = letters(texts) else { return Vec::new() };
    let exact = condition(&seen, 10).unwrap_or_else(|| listed(seen.iter()));
    let more = seen.union(signs).copied().collect();
    let wider = [condition(&seen, MOST_OF_TEN), condition(&more, MOST_OF_TEN)];
    let mut all: Vec<String> = std::iter::once(exact).chain(wider.into_iter().flatten()).collect();
    all.dedup();
    // There are families for these alone.
    all.retain(|condition| !["c.is_ascii_digit()", "c.is_ascii_hexdigit()"].contains(&condition.as_str()));
    all
}

/// The signs that a constant consists of: also that of a byte.
pub fn signs(constant: &Value) -> Vec<char> {
    let all: Vec<char> = match constant {
        Value::Char(c) => vec![*c],
        Value::Str(text) => text.chars().collect(),
        Value::Int(n) => u8::try_from(*n).ok().map(char::from).into_iter().collect(),
        _ => Vec::new(),
    };
    all.into_iter().filter(char::is_ascii_punctuation).collect()
}

/// The characters of texts, where these are few and each was seen often.
fn letters(texts: &[&Value]) -> Option<BTreeSet<char>> {
    let mut seen: BTreeSet<char> = BTreeSet::new();
    let mut count = 0;
    for text in texts {
        let Value::Str(text) = text else { return None };
        seen.extend(text.chars());
        count += text.chars().count();
    }
    let is_plain = |c: &char| c.is_ascii_graphic() || *c == ' ';
    let fits = (2..=LETTERS).contains(&seen.len()) && count >= seen.len() * SEEN && seen.iter().all(is_plain);
    fits.then_some(seen)
}

/// A condition on `c` that tells characters: those of the first class of which so many in ten are among them, and few others.
fn condition(seen: &BTreeSet<char>, of_ten: usize) -> Option<String> {
    let is_among = |(_, is): &&Class| {
        let class: String = plain(is);
        class.chars().filter(|c| seen.contains(c)).count() * 10 >= class.len() * of_ten
    };
    let (name, is) = CLASSES.iter().find(is_among)?;
    let rest: Vec<&char> = seen.iter().filter(|c| !is(c)).collect();
    match rest.len() {
        0 => Some(format!("c.{name}()")),
        1..=LISTED => Some(format!("c.{name}() || {}", listed(rest.into_iter()))),
        _ => None,
    }
}

fn listed<'c>(characters: impl Iterator<Item = &'c char>) -> String {
    let text: String = characters.collect();
    match text.chars().next() {
        Some(only) if text.chars().count() == 1 => format!("c == {only:?}"),
        _ => format!("{text:?}.contains(c)"),
    }
}
