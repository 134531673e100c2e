//! How a function writes its arguments.

use std::collections::BTreeMap;

use super::{Piece, Spelling, Statement, joined, shown};
use morph_relation::{Signature, Type, Value};

/// The letters of the parameters, in order.
const LETTERS: [&str; 3] = ["x", "y", "z"];
/// How numbers are written, what tells most first.
const SPELLINGS: [Spelling; 11] = [
    Spelling::Padded(4),
    Spelling::Padded(3),
    Spelling::Padded(2),
    Spelling::Plain,
    Spelling::Hex(8),
    Spelling::Hex(4),
    Spelling::Hex(2),
    Spelling::UpperHex(8),
    Spelling::UpperHex(4),
    Spelling::UpperHex(2),
    Spelling::Hex(1),
];
/// Executions that have a layout in common.
const ENOUGH: usize = 4;
/// Of all executions, one in so many has it.
const SHARE: usize = 2;
/// Longer forms are nothing that a person would repeat.
const LONGEST: usize = 40;

/// A part of the arguments.
struct Part {
    /// In the words of families: `x.0`.
    code: String,
    place: usize,
    /// Its number in a struct or a tuple.
    number: Option<usize>,
    /// Whether it is a text.
    is_text: bool,
}

impl Part {
    fn of<'v>(&self, input: &'v [Value]) -> Option<&'v Value> {
        let whole = input.get(self.place)?;
        self.number.map_or(Some(whole), |number| whole.part(number))
    }
}

/// The statement that tells how a function writes its arguments, where most of the executions have one layout.
pub fn written(subject: &Signature, executions: &[(&[Value], &Value)]) -> Option<Statement> {
    Statement::parse(&law(subject, executions)?, "")
}

fn law(subject: &Signature, executions: &[(&[Value], &Value)]) -> Option<String> {
    let parts = parts(subject)?;
    let texts: Vec<(&[Value], &str)> = executions
        .iter()
        .filter_map(|(input, out)| match out {
            Value::Str(text) => Some((*input, &**text)),
            _ => None,
        })
        .collect();
    let mut seen: BTreeMap<Vec<Piece>, usize> = BTreeMap::new();
    for (input, text) in &texts {
        if let Some(pieces) = layout(&parts, input, text) {
            *seen.entry(pieces).or_default() += 1;
        }
    }
    seen.retain(|pieces, count| *count >= ENOUGH && says_something(pieces));
    let reproduced = |pieces: &[Piece]| {
        texts.iter().filter(|(input, text)| write(pieces, &parts, input).as_deref() == Some(*text)).count()
    };
    let (count, pieces) =
        seen.keys().map(|pieces| (reproduced(pieces), pieces)).max_by_key(|(count, _)| *count)?;
    if count * SHARE < texts.len() {
        return None;
    }
    let named: Vec<&str> = LETTERS[..subject.arguments().len()].to_vec();
    let right = joined(pieces, &|number| (parts[number].code.clone(), parts[number].is_text));
    Some(format!("f({}) == {right}", named.join(", ")))
}

/// The parts of a function's arguments; `None` where these are too many.
fn parts(subject: &Signature) -> Option<Vec<Part>> {
    let mut all = Vec::new();
    for (place, (_, ty)) in subject.arguments().iter().enumerate() {
        let letter = LETTERS.get(place)?;
        let ty = ty.erased();
        let count = (0..).take_while(|number| ty.part(*number).is_some()).count();
        if count == 0 {
            let is_text = ty == Type::String;
            all.push(Part { code: (*letter).to_owned(), place, number: None, is_text });
        }
        for number in 0..count {
            let is_text = ty.part(number).is_some_and(|ty| ty.erased() == Type::String);
            all.push(Part { code: format!("{letter}.{number}"), place, number: Some(number), is_text });
        }
    }
    Some(all)
}

/// Whether there is more in a text than one part.
fn says_something(pieces: &[Piece]) -> bool {
    let fixed = pieces.iter().map(|piece| match piece {
        Piece::Fixed(text) => text.chars().count(),
        Piece::Part(..) => 0,
    });
    pieces.len() > 1 && fixed.sum::<usize>() <= LONGEST
}

/// The text of a layout.
fn write(pieces: &[Piece], parts: &[Part], input: &[Value]) -> Option<String> {
    let piece = |piece: &Piece| match piece {
        Piece::Fixed(text) => Some(text.clone()),
        Piece::Part(number, spelling) => shown(parts[*number].of(input)?, *spelling),
    };
    pieces.iter().map(piece).collect()
}

/// Where the parts stand in a text, if each that does stands in one place.
fn layout(parts: &[Part], input: &[Value], text: &str) -> Option<Vec<Piece>> {
    let mut found: Vec<(usize, usize, Piece)> = Vec::new();
    for (number, part) in parts.iter().enumerate() {
        let value = part.of(input)?;
        let spellings = if matches!(value, Value::Int(_)) { &SPELLINGS[..] } else { &[Spelling::Plain] };
        let plain = shown(value, Spelling::Plain);
        for spelling in spellings {
            let own = shown(value, *spelling).filter(|own| !own.is_empty());
            // A number with as many digits as it has tells nothing of others.
            let Some(own) = own.filter(|own| *spelling == Spelling::Plain || plain.as_ref() != Some(own))
            else {
                continue;
            };
            match text.match_indices(&own).map(|(at, _)| at).collect::<Vec<_>>()[..] {
                [] => {}
                [at] => {
                    found.push((at, at + own.len(), Piece::Part(number, *spelling)));
                    break;
                }
                _ => return None,
            }
        }
    }
    found.sort_unstable();
    let mut pieces = Vec::new();
    let mut end = 0;
    for (at, to, piece) in found {
        let before = text.get(end..at)?;
        let runs_on =
            |piece: &Piece| !matches!(piece, Piece::Part(_, Spelling::Hex(_) | Spelling::UpperHex(_)));
        if runs_on(&piece) && (splits_number(text, at) || splits_number(text, to)) {
            return None;
        }
        if !before.is_empty() {
            pieces.push(Piece::Fixed(before.to_owned()));
        }
        pieces.push(piece);
        end = to;
    }
    let rest = &text[end..];
    if !rest.is_empty() {
        pieces.push(Piece::Fixed(rest.to_owned()));
    }
    (end > 0).then_some(pieces)
}

/// Whether there are digits on both sides of a place.
fn splits_number(text: &str, at: usize) -> bool {
    let is_digit = |c: char| c.is_ascii_digit();
    text[..at].ends_with(is_digit) && text[at..].starts_with(is_digit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use morph_relation::IntType;

    fn told(executions: &[(Vec<Value>, String)]) -> Option<String> {
        let params = ["a", "b"].map(|name| (name.to_owned(), Type::Int(IntType::I64))).to_vec();
        let subject = Signature::new("demo::f".to_owned(), params, Type::String);
        let outs: Vec<Value> = executions.iter().map(|(_, text)| Value::str(text)).collect();
        let executions: Vec<(&[Value], &Value)> =
            executions.iter().zip(&outs).map(|((input, _), out)| (input.as_slice(), out)).collect();
        law(&subject, &executions)
    }

    fn numbers(write: impl Fn(i128, i128) -> String) -> Vec<(Vec<Value>, String)> {
        let pairs = (0..40).map(|n| (n * 7 % 31, n * 11 % 37));
        pairs.map(|(a, b)| (vec![Value::Int(a), Value::Int(b)], write(a, b))).collect()
    }

    #[test]
    fn numbers_with_signs_between_them_are_read_off() {
        let law = told(&numbers(|a, b| format!("{b}/{a}%")));
        assert_eq!(law.as_deref(), Some("f(x, y) == [y.to_string(), \"/\", x.to_string(), \"%\"].concat()"));
        let law = told(&numbers(|a, b| format!("{a}:{b:02}")));
        assert_eq!(law.as_deref(), Some("f(x, y) == [x.to_string(), \":\", y.zero_padded(2)].concat()"));
        let law = told(&numbers(|a, b| format!("#{a:02x}{b:02x}")));
        assert_eq!(law.as_deref(), Some("f(x, y) == [\"#\", x.hex(2), y.hex(2)].concat()"));
        assert_eq!(told(&numbers(|a, b| format!("{}-{}", a + 1, b + 2))), None);
    }
}
