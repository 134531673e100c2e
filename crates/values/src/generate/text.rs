//! Random characters and texts.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::{Generator, LONG, WILD};
use crate::special::{BLOCKS, CHARS, COMPOSED, JAMO, MARKS, SAME, TEXTS};
use morph_relation::Value;

/// So often a text is one of the known texts, or nearly one.
const KNOWN: f64 = 0.12;

/// So often a wild text is of letters with marks, or of marks alone.
const MARKED: f64 = 0.08;

/// So often such a letter has more marks than anybody writes; stream-safe texts have 30 at most.
const MANY_MARKS: f64 = 0.1;

/// So often a wild character is one that another one is the same as.
const ALIKE: f64 = 0.25;

impl Generator {
    pub(crate) fn char(&self, rng: &mut ChaCha8Rng) -> char {
        if self.is_wild(WILD, rng) {
            if rng.random_bool(ALIKE) {
                let (one, other) = SAME[rng.random_range(0..SAME.len())];
                return if rng.random() { one } else { other };
            }
            let (first, last) = BLOCKS[rng.random_range(0..BLOCKS.len())];
            return rng.random_range(first..=last);
        }
        if rng.random_bool(0.08) {
            let known: Vec<char> = self
                .pool
                .iter()
                .filter_map(|v| match v {
                    Value::Char(c) => Some(*c),
                    // Code that reads bytes knows characters as such.
                    Value::Int(n) if self.wild => {
                        u8::try_from(*n).ok().filter(u8::is_ascii_graphic).map(char::from)
                    }
                    _ => None,
                })
                .collect();
            if !known.is_empty() {
                return known[rng.random_range(0..known.len())];
            }
        }
        match rng.random_range(0..100) {
            0..55 => char::from(rng.random_range(b'a'..=b'e')),
            55..70 => char::from(rng.random_range(b'a'..=b'z')),
            70..78 => char::from(rng.random_range(b'A'..=b'Z')),
            78..88 => char::from(rng.random_range(b'0'..=b'9')),
            88..92 => ' ',
            // Any scalar value: what holds for the letters that come to mind need not hold for all.
            92..94 => char::from_u32(rng.random_range(0..0x3_0000)).unwrap_or('\u{fffd}'),
            _ => CHARS[rng.random_range(0..CHARS.len())],
        }
    }

    /// A text; now and then with a text that the function knows somewhere inside.
    pub(super) fn text(&self, rng: &mut ChaCha8Rng) -> Value {
        if let Some(text) = self.known_text(rng) {
            return Value::str(text);
        }
        let text = self.plain_text(rng);
        let known: Vec<&str> = self
            .pool
            .iter()
            .filter_map(|v| if let Value::Str(s) = v { Some(&**s) } else { None })
            .filter(|s| !s.is_empty() && s.len() <= 16)
            .collect();
        if known.is_empty() || !rng.random_bool(0.3) {
            return Value::str(text);
        }
        let mut chars: Vec<char> = text.chars().collect();
        for _ in 0..rng.random_range(1..=2) {
            let at = rng.random_range(0..=chars.len());
            chars.splice(at..at, known[rng.random_range(0..known.len())].chars());
        }
        Value::str(chars.into_iter().collect::<String>())
    }

    /// Now and then a known text, as it is or altered.
    pub(super) fn known_text(&self, rng: &mut ChaCha8Rng) -> Option<String> {
        if self.texts.is_empty() || !rng.random_bool(KNOWN) {
            return None;
        }
        let list = &self.texts[rng.random_range(0..self.texts.len())];
        let mut chars: Vec<char> = list.get(rng.random_range(0..list.len().max(1)))?.chars().collect();
        if rng.random() {
            (0..rng.random_range(1..=2)).for_each(|_| self.edit_text(&mut chars, rng));
        }
        Some(chars.into_iter().collect())
    }

    fn plain_text(&self, rng: &mut ChaCha8Rng) -> String {
        let longest = if self.modest { 4 } else { 12 };
        if !self.modest && self.is_wild(WILD, rng) {
            let n = rng.random_range(longest..=LONG);
            return (0..n).map(|_| self.char(rng)).collect();
        }
        if !self.modest
            && let Some(text) = self.marked(rng)
        {
            return text;
        }
        match rng.random_range(0..100) {
            0..12 => TEXTS[rng.random_range(0..TEXTS.len())].to_owned(),
            12..30 => {
                // Two letters: repeats, palindromes and common parts are likely.
                let n = rng.random_range(0..=longest.min(8));
                (0..n).map(|_| if rng.random() { 'a' } else { 'b' }).collect()
            }
            30..42 => {
                let n = rng.random_range(1..=longest.min(6));
                (0..n).map(|_| char::from(rng.random_range(b'0'..=b'9'))).collect()
            }
            42..52 => {
                let words = rng.random_range(1..=3);
                let word = |rng: &mut ChaCha8Rng| -> String {
                    let n = rng.random_range(1..=5);
                    (0..n).map(|_| char::from(rng.random_range(b'a'..=b'z'))).collect()
                };
                (0..words).map(|_| word(rng)).collect::<Vec<_>>().join(" ")
            }
            52..62 => {
                let c = self.char(rng);
                c.to_string().repeat(rng.random_range(1..=longest))
            }
            _ => {
                let n = rng.random_range(0..=longest);
                (0..n).map(|_| self.char(rng)).collect()
            }
        }
    }

    /// A character that is the same as another one, now and then, where there is one.
    pub(crate) fn same(&self, c: char, rng: &mut ChaCha8Rng) -> Option<char> {
        let partner = |(one, other): &(char, char)| match c {
            _ if c == *one => Some(*other),
            _ if c == *other => Some(*one),
            _ => None,
        };
        SAME.iter().find_map(partner).filter(|_| self.is_wild(0.5, rng))
    }

    /// A text of letters with marks, where it is time for one.
    pub(super) fn marked(&self, rng: &mut ChaCha8Rng) -> Option<String> {
        self.is_wild(MARKED, rng).then(|| self.marked_text(rng))
    }

    /// Letters that can be written in several ways, with marks in any order, and marks without a letter.
    fn marked_text(&self, rng: &mut ChaCha8Rng) -> String {
        let mut text = String::new();
        for _ in 0..rng.random_range(1..=4) {
            match rng.random_range(0..8) {
                0 => {}
                1 | 2 => text.push(self.char(rng)),
                3 => {
                    let syllable = rng.random_range(1..=JAMO.len());
                    text.extend(
                        JAMO[..syllable].iter().map(|(first, last)| rng.random_range(*first..=*last)),
                    );
                }
                _ => text.push(COMPOSED[rng.random_range(0..COMPOSED.len())]),
            }
            let marks = match rng.random_bool(MANY_MARKS) {
                true => rng.random_range(28..=40),
                false => rng.random_range(0..=3),
            };
            text.extend((0..marks).map(|_| MARKS[rng.random_range(0..MARKS.len())]));
        }
        text
    }
}
