//! Mutations of examples, by bytes and by tokens.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::random::Random;

/// Tokens that parsers trip over.
const TRICKY: [&str; 36] = [
    "",
    "\0",
    "\n",
    "\r\n",
    "\u{feff}",
    "é",
    "🦀",
    "\u{0301}",
    "\\",
    "\"",
    "'",
    "`",
    "\"\"\"",
    "r#\"",
    "//",
    "/*",
    "#",
    "-",
    "..",
    "=",
    "::",
    "0",
    "-1",
    "1e999",
    "-0.0",
    "NaN",
    "inf",
    "340282366920938463463374607431768211456",
    "18446744073709551616",
    "-9223372036854775809",
    "4294967296",
    "null",
    "true",
    "{}",
    "[]",
    "@@ -1 +1 @@",
];
const OPENING: [(&str, &str); 6] = [("(", ")"), ("[", "]"), ("{", "}"), ("<", ">"), ("\"", "\""), ("-", "")];
/// How often something is repeated at most.
const TIMES: usize = 6_000;
/// Inputs do not grow beyond this.
const LONGEST: usize = 1 << 16;

/// Examples, and the tokens in them.
pub struct Mutator {
    examples: Vec<Vec<u8>>,
    tokens: Vec<Vec<u8>>,
}

impl Mutator {
    pub fn new(examples: &[&[u8]]) -> Mutator {
        let all = examples.iter().flat_map(|text| tokens(text).into_iter().map(|at| &text[at]));
        let all: BTreeSet<&[u8]> = all.chain(TRICKY.iter().map(|token| token.as_bytes())).collect();
        Mutator {
            examples: examples.iter().map(|example| example.to_vec()).collect(),
            tokens: all.into_iter().map(<[u8]>::to_vec).collect(),
        }
    }

    /// The input of this number.
    pub fn input(&self, number: u64) -> Vec<u8> {
        let mut random = Random::new(number.wrapping_mul(0x2545_f491_4f6c_dd1d));
        let mut input = random.one(&self.examples).clone();
        // One mutation in most cases, now and then many.
        let mut mutations = 1;
        while mutations < 32 && random.below(3) > 0 {
            mutations += 1;
        }
        for _ in 0..mutations {
            self.mutate(&mut input, &mut random);
            input.truncate(LONGEST);
        }
        input
    }

    fn mutate(&self, input: &mut Vec<u8>, random: &mut Random) {
        let at = random.below(input.len() + 1);
        match random.below(12) {
            0 if at < input.len() => input[at] ^= 1 << random.below(8),
            1 if at < input.len() => input[at] = random.below(256) as u8,
            2 => input.insert(at, random.below(256) as u8),
            3 => _ = input.drain(span(input.len(), at, random)),
            4 => {
                let copied = input[span(input.len(), at, random)].to_vec();
                let to = random.below(input.len() + 1);
                input.splice(to..to, copied);
            }
            5 => {
                // The rest of another example.
                let other = random.one(&self.examples);
                input.truncate(at);
                input.extend_from_slice(&other[random.below(other.len() + 1)..]);
            }
            6 => {
                let token = random.one(&self.tokens);
                input.splice(at..at, token.iter().copied());
            }
            7 => self.nest(input, random),
            8 => {
                let token = random.one(&self.tokens);
                let times = 1 + random.below(TIMES) / token.len().max(1);
                input.splice(at..at, token.repeat(if random.below(8) == 0 { times } else { 2 }));
            }
            9 => self.swap(input, random),
            _ => self.replace(input, random),
        }
    }

    /// Puts a token in another's place.
    fn replace(&self, input: &mut Vec<u8>, random: &mut Random) {
        let tokens = tokens(input);
        if !tokens.is_empty() {
            let at = random.one(&tokens).clone();
            input.splice(at, random.one(&self.tokens).iter().copied());
        }
    }

    fn swap(&self, input: &mut Vec<u8>, random: &mut Random) {
        let tokens = tokens(input);
        if tokens.len() > 1 {
            let mut both = [random.below(tokens.len()), random.below(tokens.len())];
            both.sort_unstable();
            let [first, second] = both.map(|token| tokens[token].clone());
            if first.end <= second.start {
                let texts = [input[first.clone()].to_vec(), input[second.clone()].to_vec()];
                input.splice(second, texts[0].iter().copied());
                input.splice(first, texts[1].iter().copied());
            }
        }
    }

    /// Puts brackets around a token, many at times.
    fn nest(&self, input: &mut Vec<u8>, random: &mut Random) {
        let tokens = tokens(input);
        if tokens.is_empty() {
            return;
        }
        let at = random.one(&tokens).clone();
        let (open, close) = random.one(&OPENING);
        let times = 1 + if random.below(16) == 0 { random.below(TIMES) } else { random.below(4) };
        let nested =
            [open.repeat(times).as_bytes(), &input[at.clone()], close.repeat(times).as_bytes()].concat();
        input.splice(at, nested);
    }
}

/// A range that begins at `at`, short as a rule.
fn span(len: usize, at: usize, random: &mut Random) -> Range<usize> {
    let most = if random.below(4) == 0 { len - at } else { (len - at).min(8) };
    at..at + random.below(most + 1)
}

/// Words, numbers, and all else byte by byte; spaces are no tokens.
fn tokens(text: &[u8]) -> Vec<Range<usize>> {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80;
    let mut tokens: Vec<Range<usize>> = Vec::new();
    for (at, byte) in text.iter().enumerate().filter(|(_, byte)| !byte.is_ascii_whitespace()) {
        match tokens.last_mut() {
            Some(last) if last.end == at && is_word(*byte) && is_word(text[at - 1]) => last.end = at + 1,
            _ => tokens.push(at..at + 1),
        }
    }
    tokens
}
