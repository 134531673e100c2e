//! How a function reads what it returns.

use std::collections::BTreeSet;

use anyhow::Result;

use super::super::lessons::inner;
use super::tokens::{Place, Token, decimals, integers, like, pairs, tidied};
use super::{Piece, READ_PARTS, Spelling, Statement, joined};
use morph_relation::{Signature, Type, Value, show_literal};

/// Texts that are taken to pieces, each of another form.
const TEXTS: usize = 100;
/// The longest of them.
const LONGEST: usize = 60;
/// The most numbers and words of one.
const MOST: usize = 8;
/// The most forms that are told of one function.
const FORMS: usize = 6;
/// Numbers that are tried for bounds of what is read: all up to this one, and some that are larger.
const COUNTED: i128 = 400;
const LARGER: [i128; 5] = [999, 9_999, 32_767, 65_535, 1_000_000];

/// What executes a function: what each input leads to, where that is something.
pub type Run<'r> = dyn FnMut(Vec<Vec<Value>>) -> Result<Vec<Option<Value>>> + 'r;

/// The texts that a function of one text answers, the shortest first: those that a person might write.
pub fn accepted_texts(executions: &[(&[Value], &Value)]) -> Vec<String> {
    let text = |(input, out): &(&[Value], &Value)| match input {
        [Value::Str(text)] if inner(out).is_some() && is_plain(text) => Some(text.to_string()),
        _ => None,
    };
    let mut texts: Vec<String> = executions.iter().filter_map(text).collect();
    texts.sort_by_key(|text| text.len());
    texts
}

/// Whether nothing in a text is there by chance: other blanks than between words, signs of numbers.
fn is_plain(text: &str) -> bool {
    let is_usual = |c: char| c.is_ascii_graphic() || c == ' ';
    text.len() <= LONGEST
        && text.chars().all(is_usual)
        && text.trim() == text
        && !text.contains("  ")
        && !text.contains('+')
}

/// The statements that tell how a function reads what it returns, by the texts that it accepts: each number and each word of
/// such a text is exchanged, to see in which part of the outcome it is found.
pub fn read(subject: &Signature, accepted: &[String], run: &mut Run<'_>) -> Result<Vec<Statement>> {
    let read = forms(subject, accepted, run)?.into_iter().filter_map(|(form, when)| {
        let statement = Statement::parse(&form.law(), &when)?;
        Some(Statement { parts: form.types, ..statement })
    });
    Ok(read.collect())
}

/// The forms of the texts that a function reads, with what the variables in them have to be.
fn forms(subject: &Signature, accepted: &[String], run: &mut Run<'_>) -> Result<Vec<(Form, String)>> {
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let mut read: Vec<Form> = Vec::new();
    let reads_words = subject.ret.unwrapped().any(&mut |part| part.owned() == Type::String);
    for text in accepted {
        if seen.len() >= TEXTS || read.len() >= FORMS {
            break;
        }
        let tidy = tidied(text);
        let both = run([text, &tidy].map(|text| vec![Value::str(text)]).to_vec())?;
        let text = if both[0] == both[1] { &tidy } else { text };
        for tokens in [integers(text), decimals(text), pairs(text)] {
            let like = like(text, &tokens, reads_words);
            if (1..=MOST).contains(&tokens.len()) && seen.insert(like) {
                read.extend(form(subject, text, &tokens, run)?);
            }
        }
    }
    let mut told = Vec::new();
    for form in read {
        if let Some(guards) = form.guards(run)? {
            told.push((form, guards.join(" && ")));
        }
    }
    Ok(told)
}

/// A text of which it is known where the parts of what is read stand in it.
struct Form {
    pieces: Vec<Piece>,
    /// What is read, by the number of the part.
    parts: Vec<Value>,
    /// The variant that is read; a struct has one.
    variant: usize,
    /// The names and the types of the parts; of an option, of what that wraps.
    types: Vec<(String, Type)>,
    /// Whether what is read has no parts.
    is_whole: bool,
    /// The code of what is returned.
    returned: String,
}

/// The form of a text, where each number in it is a part of what is read.
fn form(subject: &Signature, text: &str, tokens: &[Place], run: &mut Run<'_>) -> Result<Option<Form>> {
    let Some(base) = run(vec![vec![Value::str(text)]])?.pop().flatten() else { return Ok(None) };
    let Some((variant, parts)) = parts_of(&base) else { return Ok(None) };
    let types = types_of(subject.ret.unwrapped(), variant);
    if types.len() != parts.len() {
        return Ok(None);
    }
    let mut found: Vec<(usize, usize, usize, Spelling)> = Vec::new();
    for (from, to, token) in tokens.iter().copied() {
        let mut known = None;
        for spelling in token.spellings(to - from) {
            let others = token.others().map(|other| match spelling {
                Spelling::Padded(width) => format!("{other:0>width$}"),
                _ => other.to_owned(),
            });
            let with = |other: &String| vec![Value::str([&text[..from], other, &text[to..]].concat())];
            let outs = run(others.iter().map(with).collect())?;
            let is_read_as = |at: usize| {
                others.iter().zip(&outs).all(|(other, out)| {
                    let changed = out.as_ref().and_then(parts_of).filter(|(other, _)| *other == variant);
                    let changed = changed.map(|(_, parts)| parts).unwrap_or_default();
                    let is_kept = |i: usize| i == at || changed[i] == parts[i];
                    changed.len() == parts.len()
                        && is_read(&changed[at], other, token)
                        && (0..parts.len()).all(is_kept)
                })
            };
            known = (0..parts.len()).find(|at| is_read_as(*at)).map(|at| (from, to, at, spelling));
            if known.is_some() {
                break;
            }
        }
        // A number that is found nowhere stands there by chance, and so does a word without which the same is read.
        if known.is_none() {
            let without = [&text[..from], &text[to..]].concat();
            if token != Token::Word
                || run(vec![vec![Value::str(without)]])?.pop().flatten().as_ref() == Some(&base)
            {
                return Ok(None);
            }
        }
        found.extend(known);
    }
    let read: BTreeSet<usize> = found.iter().map(|(_, _, part, _)| *part).collect();
    if read.is_empty() || read.len() < found.len() || read.last() >= Some(&READ_PARTS.len()) {
        return Ok(None);
    }
    let mut pieces: Vec<Piece> = Vec::new();
    let mut end = 0;
    for (from, to, part, spelling) in found {
        pieces.extend((from > end).then(|| Piece::Fixed(text[end..from].to_owned())));
        pieces.push(Piece::Part(part, spelling));
        end = to;
    }
    pieces.extend((end < text.len()).then(|| Piece::Fixed(text[end..].to_owned())));
    let is_fixed = |part: &String| {
        pieces.iter().any(|piece| matches!(piece, Piece::Fixed(fixed) if fixed.contains(part.as_str())))
    };
    // So does a text that is always read.
    let is_chance = |(number, value): (usize, &Value)| {
        let text = match inside(value) {
            Value::Str(text) => Some(text.to_string()),
            _ => None,
        };
        !read.contains(&number) && text.is_some_and(|text| !text.is_empty() && is_fixed(&text))
    };
    if parts.iter().enumerate().any(is_chance) {
        return Ok(None);
    }
    let is_whole = !matches!(base, Value::Tuple(_) | Value::Data(_));
    let mut form = Form { pieces, parts, variant, types, is_whole, returned: String::new() };
    let Some(returned) = form.made(subject.ret.unwrapped(), &read) else { return Ok(None) };
    form.returned = returned;
    Ok(Some(form))
}

impl Form {
    /// The name of the variable that stands for a part.
    fn variable(&self, part: usize) -> &'static str {
        if self.is_whole { "r" } else { READ_PARTS[part] }
    }

    /// Whether a part is a text.
    fn is_text(&self, part: usize) -> bool {
        matches!(inside(&self.parts[part]), Value::Str(_))
    }

    /// The statement that what is returned is what the text says.
    fn law(&self) -> String {
        let text = joined(&self.pieces, &|part| (self.variable(part).to_owned(), self.is_text(part)));
        format!("f({text}) == {}", self.returned)
    }

    /// The code of what is read, where it can be written.
    fn made(&self, ty: &Type, read: &BTreeSet<usize>) -> Option<String> {
        let part = |(number, value): (usize, &Value)| match (read.contains(&number), value) {
            (true, Value::Some(_)) => format!("Some({})", self.variable(number)),
            (true, _) => self.variable(number).to_owned(),
            (false, value) => show_literal(value),
        };
        let parts: Vec<String> = self.parts.iter().enumerate().map(part).collect();
        match ty {
            Type::Adt(adt) if adt.is_open() => Some(adt.written(self.variant, &parts)),
            Type::Tuple(_) => Some(format!("({})", parts.join(", "))),
            _ => self.is_whole.then(|| parts.concat()),
        }
    }

    /// What the variables have to be: words, and numbers within the bounds of what is read. `None` where hardly any number is
    /// read.
    fn guards(&self, run: &mut Run<'_>) -> Result<Option<Vec<String>>> {
        let mut guards = Vec::new();
        for piece in &self.pieces {
            let Piece::Part(part, spelling) = piece else { continue };
            let name = self.variable(*part);
            if self.is_text(*part) {
                let out = run(vec![vec![Value::str(self.with(*part, ""))]])?.pop().flatten();
                let read = out.as_ref().and_then(parts_of).and_then(|(_, parts)| parts.get(*part).cloned());
                if !read.is_some_and(|read| is_read(&read, "", Token::Word)) {
                    guards.push(format!("!{name}.is_empty()"));
                }
                guards.push(format!("{name}.chars().all(|c| c.is_ascii_alphabetic())"));
                continue;
            }
            let shown = |number: &str| vec![Value::str(self.with(*part, number))];
            let is_read_at = |number: &str, out: &Option<Value>| {
                let parts = out.as_ref().and_then(parts_of);
                parts
                    .and_then(|(_, parts)| Some(is_read(parts.get(*part)?, number, Token::Number)))
                    .unwrap_or(false)
            };
            if let Value::Int(_) = inside(&self.parts[*part]) {
                let numbers = (0..=COUNTED).chain(LARGER);
                let numbers: Vec<String> = numbers.map(|n| n.to_string()).collect();
                let outs = run(numbers.iter().map(|n| shown(n)).collect())?;
                let reads: Vec<bool> = numbers.iter().zip(&outs).map(|(n, out)| is_read_at(n, out)).collect();
                let bounds = bounds(&reads).map(|bounds| bounds.within(&self.types[*part].1));
                // Of a number that is filled up with zeros, the zeros are no part of what is always there.
                let is_digit = bounds.is_some_and(|bounds| bounds.largest.is_some_and(|n| n < 10));
                if is_digit && matches!(spelling, Spelling::Padded(_)) {
                    return Ok(None);
                }
                let is_signed = Value::Int(-1).fits(&self.types[*part].1);
                let is_least = bounds.is_none_or(|bounds| bounds.least == 0);
                if is_signed && is_least && !is_read_at("-3", &run(vec![shown("-3")])?.pop().flatten()) {
                    guards.push(format!("{name} >= 0"));
                }
                guards.extend(bounds.into_iter().flat_map(|bounds| bounds.of(name)));
            } else {
                let numbers = ["-0.5", "2.5"];
                let outs = run(numbers.map(shown).to_vec())?;
                let [below, above] = [0, 1].map(|i| is_read_at(numbers[i], &outs[i]));
                guards.extend((!below).then(|| format!("{name} >= 0.0")));
                guards.extend((!above).then(|| format!("{name} <= 1.0")));
            }
        }
        Ok(Some(guards))
    }

    /// The text with a number in the place of one part, the others as they were found.
    fn with(&self, changed: usize, number: &str) -> String {
        let piece = |piece: &Piece| match piece {
            Piece::Fixed(text) => text.clone(),
            Piece::Part(part, spelling) if *part == changed => match number.parse() {
                Ok(n) => super::shown(&Value::Int(n), *spelling).unwrap_or_default(),
                Err(_) => number.to_owned(),
            },
            Piece::Part(part, spelling) => {
                super::shown(inside(&self.parts[*part]), *spelling).unwrap_or_default()
            }
        };
        self.pieces.iter().map(piece).collect()
    }
}

/// The least and the largest number that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bounds {
    least: usize,
    largest: Option<i128>,
}

impl Bounds {
    /// What they say of numbers of a type.
    fn within(self, ty: &Type) -> Bounds {
        let is_more = |largest: &i128| Value::Int(largest + 1).fits(ty);
        Bounds { largest: self.largest.filter(is_more), ..self }
    }

    /// That a variable is between them.
    fn of(self, name: &str) -> Vec<String> {
        let least = (self.least > 0).then(|| format!("{name} >= {}", self.least));
        least.into_iter().chain(self.largest.map(|largest| format!("{name} <= {largest}"))).collect()
    }
}

/// The bounds of the numbers that are read: of each up to a hundred and more, and of the larger ones. `None` where there are
/// others in between that are not.
fn bounds(reads: &[bool]) -> Option<Bounds> {
    let (counted, larger) = reads.split_at(reads.len() - LARGER.len());
    let least = counted.iter().position(|read| *read)?;
    let largest = counted.iter().rposition(|read| *read)?;
    let largest = match larger.iter().position(|read| !read) {
        _ if largest + 1 < counted.len() => Some(largest as i128),
        // The bound lies somewhere between them.
        Some(0) => return None,
        Some(first) => Some(LARGER[first - 1]),
        None => None,
    };
    let end = largest.map_or(counted.len(), |largest| counted.len().min(largest as usize + 1));
    counted[least..end].iter().all(|read| *read).then_some(Bounds { least, largest })
}

/// The variant and the parts of an outcome, or the one that it is.
fn parts_of(out: &Value) -> Option<(usize, Vec<Value>)> {
    match out {
        Value::Tuple(parts) => Some((0, parts.to_vec())),
        Value::Data(data) if !data.hidden && data.recipe.is_none() => {
            Some((data.variant, data.fields.clone()))
        }
        Value::Data(_) => None,
        out => Some((0, vec![out.clone()])),
    }
}

/// The names and the types of the parts of a variant; what an option wraps in place of that.
fn types_of(ty: &Type, variant: usize) -> Vec<(String, Type)> {
    let inner = |ty: &Type| ty.unwrapped().owned();
    match ty {
        Type::Tuple(parts) => parts.iter().map(|ty| (String::new(), inner(ty))).collect(),
        Type::Adt(adt) => {
            let fields = adt.variants().get(variant).map_or(&[][..], |variant| &variant.fields);
            let name = |name: &str| match name.starts_with(|c: char| c.is_ascii_digit()) {
                true => String::new(),
                false => name.to_owned(),
            };
            fields.iter().map(|field| (name(&field.name), inner(&field.ty))).collect()
        }
        ty => vec![(String::new(), inner(ty))],
    }
}

fn inside(value: &Value) -> &Value {
    match value {
        Value::Some(inner) => inner,
        value => value,
    }
}

/// Whether a value is what a text says.
fn is_read(value: &Value, text: &str, token: Token) -> bool {
    match inside(value) {
        Value::Int(n) if token == Token::Hex => i128::from_str_radix(text, 16) == Ok(*n),
        Value::Int(n) => text.parse() == Ok(*n),
        Value::Str(own) => **own == *text,
        value => value.as_float().is_some_and(|x| text.parse() == Ok(x)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use morph_relation::IntType;

    const U8: Type = Type::Int(IntType::U8);

    /// What is told of a function that reads two numbers.
    fn told(texts: &[&str], parse: impl Fn(&str) -> Option<(u8, u8)>) -> Vec<String> {
        let ret = Type::Option(Box::new(Type::Tuple(vec![U8, U8])));
        let params = vec![("s".to_owned(), Type::Ref(Box::new(Type::Str)))];
        let subject = Signature::new("demo::f".to_owned(), params, ret);
        let pair = |(a, b): (u8, u8)| Value::Tuple([a, b].map(|n| Value::Int(n.into())).to_vec().into());
        let mut run = |inputs: Vec<Vec<Value>>| {
            let outcome = |input: &Vec<Value>| match &input[..] {
                [Value::Str(text)] => parse(text).map(pair),
                _ => None,
            };
            Ok(inputs.iter().map(outcome).collect())
        };
        let texts: Vec<String> = texts.iter().map(|text| (*text).to_owned()).collect();
        let forms = forms(&subject, &texts, &mut run).unwrap();
        let text = |(form, when): &(Form, String)| match when.as_str() {
            "" => form.law(),
            when => format!("{} when {when}", form.law()),
        };
        forms.iter().map(text).collect()
    }

    #[test]
    fn numbers_are_found_in_what_is_read() {
        let parse = |text: &str| {
            let (a, b) = text.strip_prefix("at ")?.split_once(':')?;
            Some((a.parse().ok()?, b.parse().ok().filter(|b| *b < 60)?))
        };
        let law = "f([\"at \", i.to_string(), \":\", j.to_string()].concat()) == (i, j) when j <= 59";
        assert_eq!(told(&["at 1:5", "at 1:30"], parse), [law]);
        assert_eq!(told(&["at 1"], parse), [] as [&str; 0]);
    }

    #[test]
    fn digits_that_are_needed_are_written() {
        let parse = |text: &str| {
            let (a, b) = text.split_once('/')?;
            (a.len() == 2).then_some(())?;
            Some((b.parse().ok()?, a.parse().ok().filter(|n| *n > 0)?))
        };
        let law = "f([j.zero_padded(2), \"/\", i.to_string()].concat()) == (i, j) when j >= 1 && j <= 99";
        assert_eq!(told(&["05/7"], parse), [law]);
        let parse = |text: &str| {
            let hex = |at: usize| u8::from_str_radix(text.get(at..at + 2)?, 16).ok();
            (text.len() == 5 && text.starts_with('#')).then_some((hex(1)?, hex(3)?))
        };
        assert_eq!(told(&["#ff00"], parse), ["f([\"#\", i.hex(2), j.hex(2)].concat()) == (i, j)"]);
    }
}
