//! How a function reads what it returns.

use std::collections::BTreeSet;

use anyhow::Result;

use super::super::lessons::inner;
use super::{Piece, READ_PARTS, Statement, Width, joined};
use morph_relation::{Signature, Type, Value, show_literal};

/// Texts that are taken to pieces, each of another form.
const TEXTS: usize = 24;
/// The longest of them.
const LONGEST: usize = 60;
/// The most numbers and words of one.
const MOST: usize = 8;
/// What is put in the place of a number and of a word, one after the other.
const NUMBERS: [&str; 2] = ["3", "7"];
const DECIMALS: [&str; 2] = ["0.25", "0.75"];
const WORDS: [&str; 2] = ["ka", "lo"];

/// A number or a word in a text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Token {
    Number,
    Decimal,
    Word,
}

/// What executes a function: the outcome of each input, where it has one.
pub type Run<'r> = dyn FnMut(Vec<Vec<Value>>) -> Result<Vec<Option<Value>>> + 'r;

/// The statements that tell how a function reads what it returns, by the texts that it accepts: each number and each word of
/// such a text is exchanged, to see in which part of the outcome it is found.
pub fn read(subject: &Signature, accepted: &[String], run: &mut Run<'_>) -> Result<Vec<Statement>> {
    let mut forms: BTreeSet<String> = BTreeSet::new();
    let mut laws: BTreeSet<(String, String)> = BTreeSet::new();
    for text in accepted {
        for decimals in [false, true] {
            let tokens = tokens(text, decimals);
            let form = form(text, &tokens);
            if (1..=MOST).contains(&tokens.len()) && forms.len() < TEXTS && forms.insert(form) {
                laws.extend(exchanged(subject, text, &tokens, run)?);
            }
        }
    }
    Ok(laws.iter().filter_map(|(law, when)| Statement::parse(law, when)).collect())
}

/// The texts that a function of one text answers, the shortest first.
pub fn accepted_texts(executions: &[(&[Value], &Value)]) -> Vec<String> {
    let text = |(input, out): &(&[Value], &Value)| match input {
        [Value::Str(text)] if inner(out).is_some() && text.len() <= LONGEST => Some(text.to_string()),
        _ => None,
    };
    let mut texts: Vec<String> = executions.iter().filter_map(text).collect();
    texts.sort_by_key(|text| text.len());
    texts
}

/// The numbers and words of a text; `decimals` with their points.
fn tokens(text: &str, decimals: bool) -> Vec<(usize, usize, Token)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let run = |is: &dyn Fn(char) -> bool| text[at..].find(|c| !is(c)).map_or(text.len(), |n| at + n);
        let mut end = at + first.len_utf8();
        if first.is_ascii_digit() {
            end = run(&|c| c.is_ascii_digit());
            let point = text[end..].strip_prefix('.');
            let behind = point.map_or(0, |rest| rest.chars().take_while(char::is_ascii_digit).count());
            let is_decimal = decimals && behind > 0;
            end += if is_decimal { 1 + behind } else { 0 };
            found.push((at, end, if is_decimal { Token::Decimal } else { Token::Number }));
        } else if first.is_ascii_alphabetic() {
            end = run(&|c| c.is_ascii_alphabetic());
            found.push((at, end, Token::Word));
        }
        at = end;
    }
    found
}

/// A text without its numbers: words may be keywords.
fn form(text: &str, tokens: &[(usize, usize, Token)]) -> String {
    let mut form = String::new();
    let mut end = 0;
    for (from, to, token) in tokens {
        form.push_str(&text[end..*from]);
        form.push_str(match token {
            Token::Number => "#",
            Token::Decimal => "#.#",
            Token::Word => &text[*from..*to],
        });
        end = *to;
    }
    form + &text[end..]
}

/// The statement that a text with these numbers and words leads to, and its guard.
fn exchanged(
    subject: &Signature,
    text: &str,
    tokens: &[(usize, usize, Token)],
    run: &mut Run<'_>,
) -> Result<Option<(String, String)>> {
    let with = |token: usize, by: &str| {
        let (from, to, _) = tokens[token];
        vec![Value::str([&text[..from], by, &text[to..]].concat())]
    };
    let Some(base) = run(vec![vec![Value::str(text)]])?.pop().flatten() else { return Ok(None) };
    let Some(whole) = parts_of(&base) else { return Ok(None) };
    // By token: the part that it is, and with how many digits.
    let mut found: Vec<Option<(usize, Width)>> = Vec::new();
    for (number, (from, to, token)) in tokens.iter().enumerate() {
        let widths: &[Width] = if *token == Token::Number { &[0, to - from] } else { &[0] };
        let mut part = None;
        for width in widths {
            let others = match token {
                Token::Number => NUMBERS,
                Token::Decimal => DECIMALS,
                Token::Word => WORDS,
            };
            let others = others.map(|other| format!("{other:0>width$}"));
            let outs = run(others.iter().map(|other| with(number, other)).collect())?;
            let is_it = |at: usize| {
                others.iter().zip(&outs).all(|(other, out)| {
                    let parts = out.as_ref().and_then(parts_of).unwrap_or_default();
                    let same =
                        |(i, (a, b)): (usize, (&Value, &Value))| i == at || a == b;
                    parts.len() == whole.len()
                        && is_read(&parts[at], other)
                        && parts.iter().zip(&whole).enumerate().all(same)
                })
            };
            part = (0..whole.len()).find(|at| is_it(*at)).map(|at| (at, *width));
            if part.is_some() {
                break;
            }
        }
        // A number that is found nowhere is no part of the form.
        if part.is_none() && *token != Token::Word {
            return Ok(None);
        }
        found.push(part);
    }
    let read: BTreeSet<usize> = found.iter().flatten().map(|(part, _)| *part).collect();
    let is_once = read.len() == found.iter().flatten().count();
    if read.is_empty() || !is_once || read.iter().any(|part| *part >= READ_PARTS.len()) {
        return Ok(None);
    }
    Ok(statement(subject, text, tokens, &found, &base, &whole))
}

/// That a text is read, and its guard.
fn statement(
    subject: &Signature,
    text: &str,
    tokens: &[(usize, usize, Token)],
    found: &[Option<(usize, Width)>],
    base: &Value,
    whole: &[Value],
) -> Option<(String, String)> {
    let variable = |part: usize| match whole_is_one(base) {
        true => "r",
        false => READ_PARTS[part],
    };
    let mut pieces: Vec<Piece> = Vec::new();
    let mut fixed = String::new();
    let mut end = 0;
    for ((from, to, _), part) in tokens.iter().zip(found) {
        fixed.push_str(&text[end..*from]);
        match part {
            None => fixed.push_str(&text[*from..*to]),
            Some((part, width)) => {
                if !fixed.is_empty() {
                    pieces.push(Piece::Fixed(std::mem::take(&mut fixed)));
                }
                pieces.push(Piece::Part(*part, *width));
            }
        }
        end = *to;
    }
    fixed.push_str(&text[end..]);
    if !fixed.is_empty() {
        pieces.push(Piece::Fixed(fixed));
    }
    let is_text = |part: usize| matches!(inside(&whole[part]), Value::Str(_));
    let passed = joined(&pieces, &|part| (variable(part).to_owned(), is_text(part)));
    let read: Vec<usize> = found.iter().flatten().map(|(part, _)| *part).collect();
    let part = |(number, value): (usize, &Value)| match (read.contains(&number), value) {
        (true, Value::Some(_)) => format!("Some({})", variable(number)),
        (true, _) => variable(number).to_owned(),
        (false, value) => show_literal(value),
    };
    let made: Vec<String> = whole.iter().enumerate().map(part).collect();
    let returned = match subject.ret.unwrapped() {
        Type::Adt(adt) if adt.is_open() && adt.fields().is_some() => adt.written(0, &made),
        Type::Tuple(_) => format!("({})", made.join(", ")),
        _ if whole_is_one(base) => "r".to_owned(),
        _ => return None,
    };
    let plain = |part: &usize| {
        let name = variable(*part);
        format!("!{name}.is_empty() && {name}.chars().all(|c| c.is_ascii_alphabetic())")
    };
    let guards: Vec<String> = read.iter().filter(|part| is_text(**part)).map(plain).collect();
    Some((format!("f({passed}) == {returned}"), guards.join(" && ")))
}

/// The parts of an outcome, or the one that it is.
fn parts_of(out: &Value) -> Option<Vec<Value>> {
    match out {
        Value::Tuple(parts) => Some(parts.to_vec()),
        Value::Data(data) if !data.hidden && data.recipe.is_none() => Some(data.fields.clone()),
        Value::Data(_) => None,
        out => Some(vec![out.clone()]),
    }
}

/// Whether an outcome has no parts.
fn whole_is_one(out: &Value) -> bool {
    !matches!(out, Value::Tuple(_) | Value::Data(_))
}

fn inside(value: &Value) -> &Value {
    match value {
        Value::Some(inner) => inner,
        value => value,
    }
}

/// Whether a value is what a text says.
fn is_read(value: &Value, text: &str) -> bool {
    match inside(value) {
        Value::Int(n) => text.parse() == Ok(*n),
        Value::Str(own) => **own == *text,
        value => value.as_float().is_some_and(|x| text.parse() == Ok(x)),
    }
}
