//! Texts on which functions of texts fail.

use std::ops::Range;

use rand::RngExt;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use morph_relation::{IntType, Type, Value};

/// Texts on which functions of texts fail, one of each kind.
pub const TEXTS: [&str; 34] = [
    "ß",
    "İ",
    "ŉ",
    "ﬀ",
    "ǅ",
    "ς",
    "Σ",
    "K",
    "é",
    "e\u{301}",
    "日本語",
    "🎈",
    "👨‍👩‍👧",
    "a\u{200d}b",
    "\u{feff}a",
    "a\nb",
    "a\r\nb",
    "\n",
    "\t a",
    "  a  b  ",
    "--a--",
    "a_b-c d",
    "A1b2",
    "\"a\"",
    "a\\b",
    "\\",
    "%41",
    "100%",
    "&amp;",
    "<a>",
    "a,b;c",
    "aaaaaaaaaaaa",
    "XMLHttpRequest",
    "10.2.3-rc.1",
];

/// Pieces that texts are made of besides those of the code.
pub const PIECES: [&str; 9] = ["a", "b", "1", "0", " ", "Z", "é", "99999999999", "999999999999999999"];
/// Pieces in one text.
const LONGEST: usize = 7;
/// How often a number in a text is exchanged for one at a boundary.
const NUMBERS: f64 = 0.15;
/// Texts of which all pairs are tried, and all triples of so many.
const ALIKE: [&str; 16] =
    ["", "1", "2", "10", "12", "02", "1a", "2a", "a", "a1", "a2", "a10", "B", "a_1", "a_12", "1.2"];
const TRIPLES: usize = 12;
/// Pieces of texts that orders tell apart in several ways, and triples made of these.
const SIGNS: [&str; 12] = ["", "1", "2", "10", "0", "a", "b", "-", "_", " ", "é", "\u{ff1a}"];
const RELATED: usize = 2_000;

/// The text that a value is: its own, or that of its bytes.
pub fn text_of(value: &Value) -> Option<String> {
    match value {
        Value::Str(text) => Some(text.to_string()),
        Value::Seq(items) => {
            let byte = |item: &Value| match item {
                Value::Int(n) => u8::try_from(*n).ok(),
                _ => None,
            };
            String::from_utf8(items.iter().map(byte).collect::<Option<Vec<u8>>>()?).ok()
        }
        _ => None,
    }
}

/// The least and the greatest number of the integers in a type, and those just beyond, as texts: what reads numbers reads these.
pub fn ends_as_texts(ty: &Type) -> Vec<String> {
    let mut all = Vec::new();
    for int in IntType::ALL.into_iter().filter(|int| ty.any(&mut |ty| *ty == Type::Int(*int))) {
        let (least, most) = (int.lowest(), int.highest());
        let beyond = [least.checked_sub(1), Some(least), Some(most), most.checked_add(1)];
        all.extend(beyond.into_iter().flatten().map(|end| end.to_string()));
    }
    all
}

/// The texts and characters of the code.
pub fn pieces(constants: &[Value]) -> Vec<String> {
    let mut all: Vec<String> = PIECES.iter().map(|piece| (*piece).to_owned()).collect();
    for constant in constants {
        match constant {
            Value::Str(text) if !text.is_empty() && text.len() <= 12 => all.push(text.to_string()),
            Value::Char(c) => all.push(c.to_string()),
            // Parsers of bytes name these by their numbers.
            Value::Int(n @ 33..=126) => all.extend(u8::try_from(*n).map(|byte| char::from(byte).to_string())),
            _ => {}
        }
    }
    all
}

pub fn composed(pieces: &[String], rng: &mut ChaCha8Rng) -> String {
    let is_separator = |piece: &&String| piece.len() == 1 && piece.chars().all(|c| c.is_ascii_punctuation());
    let (separators, words): (Vec<&String>, Vec<&String>) = pieces.iter().partition(is_separator);
    // What stands between separators, or anything beside anything.
    let separator =
        separators.get(rng.random_range(0..separators.len().max(1))).filter(|_| rng.random_bool(0.5));
    let all: Vec<&String> = if separator.is_some() { words } else { pieces.iter().collect() };
    let piece = |rng: &mut ChaCha8Rng| {
        let own = all.len() > PIECES.len() && rng.random_bool(0.5);
        let from = if own { PIECES.len() } else { 0 };
        all[rng.random_range(from..all.len())].as_str()
    };
    let some: Vec<&str> = (0..rng.random_range(1..=LONGEST)).map(|_| piece(rng)).collect();
    some.join(separator.map_or("", |separator| separator))
}

/// One of some texts with something lost, repeated, replaced or put in: nearly what a parser reads.
pub fn altered(texts: &[&str], pieces: &[String], rng: &mut ChaCha8Rng) -> String {
    let any = |rng: &mut ChaCha8Rng| texts[rng.random_range(0..texts.len())];
    let mut all: Vec<char> = any(rng).chars().collect();
    for _ in 0..rng.random_range(1..=2) {
        let at = rng.random_range(0..=all.len());
        let end = match rng.random_bool(0.5) {
            true => at,
            false => rng.random_range(at..=all.len()),
        };
        let end = (end + 1).min(all.len());
        let piece: Vec<char> = pieces[rng.random_range(0..pieces.len())].chars().collect();
        if rng.random_bool(NUMBERS)
            && let Some(run) = digits(&all, rng)
        {
            all.splice(run, boundary(rng).to_string().chars());
            continue;
        }
        let replacement: Vec<char> = match rng.random_range(0..7) {
            0 => Vec::new(),
            1 => [&all[at..end], &all[at..end]].concat(),
            2 => piece,
            3 => [&all[at..end], piece.as_slice()].concat(),
            // As many bytes as before, in one character.
            4 => match end - at {
                2 => vec!['é'],
                3 => vec!['日'],
                4 => vec!['🎈'],
                _ => all[at..end].iter().rev().copied().collect(),
            },
            5 => any(rng).chars().skip(at).collect(),
            _ => all[at..end].iter().map(|c| if c.is_ascii_digit() { '9' } else { '0' }).collect(),
        };
        all.splice(at..end, replacement);
    }
    all.into_iter().collect()
}

/// Where one of the numbers in a text stands.
fn digits(text: &[char], rng: &mut ChaCha8Rng) -> Option<Range<usize>> {
    let is_digit = |at: usize| text.get(at).is_some_and(char::is_ascii_digit);
    let starts: Vec<usize> =
        (0..text.len()).filter(|at| is_digit(*at) && (*at == 0 || !is_digit(*at - 1))).collect();
    let start = *starts.get(rng.random_range(0..starts.len().max(1)))?;
    Some(start..(start..text.len()).find(|at| !is_digit(*at)).unwrap_or(text.len()))
}

/// A number at which a digit or a bit more is needed, up to what 128 bits hold.
fn boundary(rng: &mut ChaCha8Rng) -> u128 {
    let power = match rng.random_bool(0.5) {
        true => 1 << rng.random_range(0..=127),
        false => 10_u128.pow(rng.random_range(0..=38)),
    };
    power - 1 + rng.random_range(0..=2)
}

/// All tuples of some short texts, for orders of texts may go round in a circle where numbers stand beside words; and triples
/// that are related.
pub fn alike(count: usize, rng: &mut ChaCha8Rng) -> Vec<Vec<String>> {
    let of = match count {
        2 => ALIKE.len(),
        3 => TRIPLES,
        _ => return Vec::new(),
    };
    let mut some = ALIKE.map(str::to_owned).to_vec();
    some.shuffle(rng);
    some.truncate(of);
    let next = |all: Vec<Vec<String>>| -> Vec<Vec<String>> {
        let with =
            |tuple: &Vec<String>, text: &String| [tuple.as_slice(), std::slice::from_ref(text)].concat();
        all.iter().flat_map(|tuple| some.iter().map(|text| with(tuple, text))).collect()
    };
    let mut all = (0..count).fold(vec![Vec::new()], |all, _| next(all));
    if count == 3 {
        all.extend((0..RELATED).map(|_| related(rng)));
    }
    all
}

/// Three texts that begin alike, but for a zero before, and end in one of two ways: orders that look at several things go round
/// in a circle there.
fn related(rng: &mut ChaCha8Rng) -> Vec<String> {
    let any = |rng: &mut ChaCha8Rng| SIGNS[rng.random_range(0..SIGNS.len())];
    let begin = any(rng);
    let ends = [any(rng), any(rng)];
    let mut text = || {
        let zero = if rng.random_bool(0.5) { "0" } else { "" };
        format!("{zero}{begin}{}", ends[usize::from(rng.random_bool(0.5))])
    };
    (0..3).map(|_| text()).collect()
}

/// The text with the case of one of its letters changed.
pub fn swapped(text: &str) -> String {
    let mut done = false;
    let swap = |c: char| {
        let other: String =
            if c.is_uppercase() { c.to_lowercase().collect() } else { c.to_uppercase().collect() };
        if done || other == c.to_string() {
            return c.to_string();
        }
        done = true;
        other
    };
    text.chars().map(swap).collect()
}
