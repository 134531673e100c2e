//! Which characters texts consist of, as conditions that a person writes.

use std::collections::BTreeSet;

use morph_relation::{IntType, Type, Value};

/// Characters of an alphabet, and how often each is seen on average.
const LETTERS: usize = 70;
const SEEN: usize = 8;
/// Characters that are listed beside a class.
const LISTED: usize = 8;
/// A class of characters: its method, and what tells it.
type Class = (&'static str, fn(&char) -> bool);

/// The classes of characters that conditions name, those with more characters first.
const CLASSES: [Class; 6] = [
    ("is_ascii_alphanumeric", char::is_ascii_alphanumeric),
    ("is_ascii_alphabetic", char::is_ascii_alphabetic),
    ("is_ascii_uppercase", char::is_ascii_uppercase),
    ("is_ascii_lowercase", char::is_ascii_lowercase),
    ("is_ascii_hexdigit", char::is_ascii_hexdigit),
    ("is_ascii_digit", char::is_ascii_digit),
];

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

/// Bytes that stand together in an input that is to have all of them.
const TOGETHER: u8 = 16;

/// Inputs in which the texts have every plain character, and sequences of bytes every byte: of their usual ones, generators
/// know some alone. All else is as it is in one of some inputs.
pub fn every_letter(types: &[Type], some: &[Vec<Value>]) -> Vec<Vec<Value>> {
    let mut all = Vec::new();
    for (place, ty) in types.iter().enumerate() {
        let values: Vec<Value> = match ty.erased() {
            Type::String => {
                let classes = CLASSES[2..].iter().map(|(_, is)| (' '..='~').filter(is).collect::<String>());
                let each = (' '..='~').map(String::from);
                classes.chain(each).chain([(' '..='~').collect()]).map(Value::str).collect()
            }
            Type::Vec(_) if ty.item() == Some(&Type::Int(IntType::U8)) => {
                let from = (0..=u8::MAX).step_by(TOGETHER.into());
                let bytes = |first: u8| (first..=first + (TOGETHER - 1)).map(|byte| Value::Int(byte.into()));
                from.map(|first| Value::seq(bytes(first))).collect()
            }
            _ => Vec::new(),
        };
        let inputs = values.into_iter().zip(some.iter().cycle()).map(|(value, input)| {
            let mut input = input.clone();
            input[place] = value;
            input
        });
        all.extend(inputs);
    }
    all
}

/// Inputs that are stretched.
const STRETCHED: usize = 60;

/// Some inputs with a text or a sequence of bytes that is a little longer or shorter: a zero more in front or behind, its last
/// one twice, without its first, all of it twice. What is accepted seldom has all lengths at random.
pub fn stretched(types: &[Type], some: &[Vec<Value>]) -> Vec<Vec<Value>> {
    let mut all = Vec::new();
    for (place, ty) in types.iter().enumerate() {
        let is_bytes = ty.item() == Some(&Type::Int(IntType::U8)) && matches!(ty.erased(), Type::Vec(_));
        for input in some.iter().take(STRETCHED) {
            let values: Vec<Value> = match &input[place] {
                Value::Str(text) => {
                    let zero = ["0", text].concat();
                    let first = text.chars().next().map_or(0, char::len_utf8);
                    let last: String = text.chars().last().into_iter().collect();
                    let longer = [zero, [text, "0"].concat(), [text, last.as_str()].concat(), text.repeat(2)];
                    longer.iter().map(String::as_str).chain([&text[first..]]).map(Value::str).collect()
                }
                Value::Seq(items) if is_bytes => {
                    let zero = [Value::Int(0)];
                    let last = items.last().map_or(&[][..], std::slice::from_ref);
                    let rest = items.get(1..).unwrap_or_default();
                    let longer = [[&zero, &items[..]], [&items[..], &zero], [&items[..], last]];
                    let longer = longer.iter().map(|parts| parts.concat());
                    longer.chain([[&items[..], items].concat(), rest.to_vec()]).map(Value::seq).collect()
                }
                _ => Vec::new(),
            };
            all.extend(values.into_iter().map(|value| {
                let mut input = input.clone();
                input[place] = value;
                input
            }));
        }
    }
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
    let is_among = |is: &fn(&char) -> bool| {
        let class: Vec<char> = (' '..='~').filter(is).collect();
        class.iter().filter(|c| seen.contains(c)).count() * 10 >= class.len() * of_ten
    };
    let (name, is) = CLASSES.iter().find(|(_, is)| is_among(is))?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_and_bytes_are_stretched() {
        let types = [Type::String, Type::Vec(Box::new(Type::Int(IntType::U8)))];
        let bytes = Value::seq([Value::Int(7), Value::Int(9)]);
        let all = stretched(&types, &[vec![Value::str("é1"), bytes.clone()]]);
        let texts: Vec<&Value> =
            all.iter().filter(|input| input[1] == bytes).map(|input| &input[0]).collect();
        assert_eq!(texts, ["0é1", "é10", "é11", "é1é1", "1"].map(Value::str).iter().collect::<Vec<_>>());
        let lengths = all[texts.len()..].iter().map(|input| match &input[1] {
            Value::Seq(items) => items.len(),
            _ => 0,
        });
        assert_eq!(lengths.collect::<Vec<_>>(), [3, 3, 3, 4, 1]);
    }

    #[test]
    fn every_letter_and_every_byte_is_in_some_input() {
        let bytes = Type::Ref(Box::new(Type::Slice(Box::new(Type::Int(IntType::U8)))));
        let types = [Type::String, bytes, Type::Int(IntType::U8)];
        let base = vec![vec![Value::str("é"), Value::seq([]), Value::Int(7)]];
        let all = every_letter(&types, &base);
        let is_in = |c: char| {
            all.iter().any(|input| matches!(&input[0], Value::Str(text) if text.chars().any(|own| own == c)))
        };
        assert!((' '..='~').all(is_in));
        let has = |byte: u8| {
            let byte = Value::Int(byte.into());
            all.iter().any(|input| matches!(&input[1], Value::Seq(items) if items.contains(&byte)))
        };
        assert!((0..=u8::MAX).all(has));
        assert!(all.iter().all(|input| input[2] == Value::Int(7)));
        assert!(every_letter(&types, &[]).is_empty());
    }
}
