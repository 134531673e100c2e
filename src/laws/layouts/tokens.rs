//! Numbers and words of texts that are read.

use super::Spelling;

/// What stands in a text for a part of what is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token {
    Number,
    Decimal,
    Hex,
    Word,
}

impl Token {
    /// What is put in its place, one after the other.
    pub fn others(self) -> [&'static str; 2] {
        match self {
            Token::Number => ["3", "7"],
            Token::Decimal => ["0.25", "0.75"],
            Token::Hex => ["1b", "c7"],
            Token::Word => ["ka", "lo"],
        }
    }

    /// How it may be written, of this length.
    pub fn spellings(self, length: usize) -> Vec<Spelling> {
        match self {
            Token::Number if length > 1 => vec![Spelling::Plain, Spelling::Padded(length)],
            Token::Hex => vec![Spelling::Hex(length)],
            _ => vec![Spelling::Plain],
        }
    }
}

/// A token of a text, from one place to another.
pub type Place = (usize, usize, Token);

/// The numbers without a point and the words of a text.
pub fn integers(text: &str) -> Vec<Place> {
    tokens(text, false)
}

/// The numbers with their points and the words of a text, where it has such numbers.
pub fn decimals(text: &str) -> Vec<Place> {
    let tokens = tokens(text, true);
    if tokens.iter().any(|(_, _, token)| *token == Token::Decimal) { tokens } else { Vec::new() }
}

fn tokens(text: &str, with_points: bool) -> Vec<Place> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let run = |from: usize, is: &dyn Fn(char) -> bool| {
            text[from..].find(|c| !is(c)).map_or(text.len(), |length| from + length)
        };
        let is_digit = |c: char| c.is_ascii_digit();
        let mut end = at + first.len_utf8();
        if first.is_ascii_digit() {
            end = run(at, &is_digit);
            let has_point = with_points && text[end..].starts_with('.') && run(end + 1, &is_digit) > end + 1;
            if has_point {
                end = run(end + 1, &is_digit);
            }
            found.push((at, end, if has_point { Token::Decimal } else { Token::Number }));
        } else if first.is_ascii_alphabetic() {
            end = run(at, &|c| c.is_ascii_alphabetic());
            found.push((at, end, Token::Word));
        }
        at = end;
    }
    found
}

/// The pairs of hexadecimal digits of a text behind a sign.
pub fn pairs(text: &str) -> Vec<Place> {
    let start = text.find(|c: char| c.is_ascii_hexdigit()).unwrap_or(text.len());
    let digits = &text[start..];
    let all = digits.chars().all(|c| c.is_ascii_hexdigit()) && start <= 2;
    if !all || digits.len() < 4 || digits.len() % 2 == 1 {
        return Vec::new();
    }
    (start..text.len()).step_by(2).map(|at| (at, at + 2, Token::Hex)).collect()
}

/// A text without its numbers and blanks; its words may be keywords unless such are read.
pub fn like(text: &str, tokens: &[Place], reads_words: bool) -> String {
    let mut like = String::new();
    let mut end = 0;
    for (from, to, token) in tokens {
        like.push_str(text[end..*from].trim());
        match token {
            Token::Word if !reads_words => like.push_str(&text[*from..*to].to_lowercase()),
            other => like.push_str(&format!("{other:?}")),
        }
        end = *to;
    }
    like + text[end..].trim()
}

/// A text with blanks as people set them: behind commas, and between words and numbers.
pub fn tidied(text: &str) -> String {
    let mut tidy = String::new();
    for c in text.chars() {
        let last = tidy.chars().last();
        if last == Some(',') && c != ' ' {
            tidy.push(' ');
        }
        if !c.is_alphanumeric() && last == Some(' ') && !tidy.ends_with(", ") {
            tidy.pop();
        }
        if c != ' ' || last.is_some_and(|last| last.is_alphanumeric() || last == ',') {
            tidy.push(c);
        }
    }
    tidy
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_stand_where_people_set_them() {
        let tidy = ["rgb( 1 ,2,  3 )", "at 1 : 5", "v1.2", "a, b"].map(tidied);
        assert_eq!(tidy, ["rgb(1, 2, 3)", "at 1:5", "v1.2", "a, b"]);
    }
}
