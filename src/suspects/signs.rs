//! Readers of digits that take a sign for one: `u8::from_str_radix("+1", 16)` is `Ok(1)`, so that `"#+1+2+3"` is a colour.

use anyhow::Result;

use super::suspect::Suspect;
use super::trial::Trial;
use crate::cleanse::{Execution, Finding, InputKind};
use crate::options::Level;
use morph_lab::Outcome;
use morph_relation::{Relation, RelationText, Type, Value};
use morph_values::cost_of;

/// What the statement that no sign stands for a digit is called.
const NO_SIGN: &str = "no sign for a digit";
/// Texts that are tried, and how many of them are read at least where a zero stands in the place of the sign.
const TRIED: usize = 400;
const READ: usize = 3;

/// Whether a function that refuses texts reads a sign between digits as it reads a zero there. An expression or an alphabet with
/// that sign is read as something else.
pub fn signs(trial: &mut Trial<'_, '_, '_>, base: &[Vec<Value>]) -> Result<Option<Suspect>> {
    let signature = trial.signature;
    let refused = match signature.ret {
        Type::Option(_) => "y0.is_none()",
        Type::Result(..) => "y0.is_err()",
        _ => return Ok(None),
    };
    // What compares texts reads none.
    let texts: Vec<usize> = (0..signature.arguments().len())
        .filter(|place| matches!(signature.arguments()[*place].1.owned(), Type::String))
        .collect();
    let (&[place], false) = (texts.as_slice(), *signature.ret.unwrapped() == Type::Ordering) else {
        return Ok(None);
    };
    let text = &signature.arguments()[place].0;
    let statement = RelationText::exact(&[], &format!("{refused} || !{text}.contains(\"+\")"));
    let Ok(relation) = Relation::parse(&statement, signature, &|_| None) else { return Ok(None) };
    let known = trial.rows(&relation)?;
    let [mut signed, mut zeros, mut others] = [Vec::new(), Vec::new(), Vec::new()];
    for input in base.iter().chain(&known.all) {
        let Value::Str(known) = &input[place] else { continue };
        for at in between_digits(known).take(TRIED - signed.len()) {
            let with = |sign: &str| {
                let mut input = input.clone();
                input[place] = Value::str([&known[..at], sign, &known[at + 1..]].concat());
                input
            };
            signed.push(with("+"));
            zeros.push(with("0"));
            others.push(with("7"));
        }
    }
    let kind = InputKind::Source;
    let read = |finding: Finding| match finding {
        Finding::Held(shown) | Finding::Violated(shown) => accepted(shown),
        Finding::Inapplicable => None,
    };
    let mut outcomes = |inputs: &[Vec<Value>]| -> Result<Vec<Option<Vec<Execution>>>> {
        Ok(trial.verifier.judge(&relation, inputs, kind)?.into_iter().map(read).collect())
    };
    let as_others = outcomes(&zeros)?.into_iter().zip(outcomes(&others)?);
    let mut pairs: Vec<(usize, Vec<Execution>, Vec<Execution>)> = Vec::new();
    for (i, (sign, (zero, other))) in outcomes(&signed)?.into_iter().zip(as_others).enumerate() {
        // What is read the same with any digit is not read at all.
        if let (Some(sign), Some(zero), Some(other)) = (sign, zero, other)
            && zero[0].outcome != other[0].outcome
        {
            pairs.push((i, sign, zero));
        }
    }
    let is_same =
        |(_, sign, zero): &(usize, Vec<Execution>, Vec<Execution>)| sign[0].outcome == zero[0].outcome;
    let smallest = pairs.iter().min_by_key(|(i, ..)| cost_of(&signed[*i]));
    let Some((at, shown, zero)) = smallest.filter(|_| pairs.len() >= READ && pairs.iter().all(is_same))
    else {
        return Ok(None);
    };
    Ok(Some(Suspect {
        path: trial.subject.path.clone(),
        level: if trial.function.public { Level::Likely } else { Level::Possible },
        family: NO_SIGN.to_owned(),
        test: format!("{}_reads_no_sign_as_a_digit", signature.title()),
        law: trial.verifier.readable(&relation),
        relation,
        evidence: vec![format!(
            "a sign between digits is read as a zero there: {}",
            trial.verifier.calls(zero).first().map(|call| call.sentence()).unwrap_or_default()
        )],
        executions: trial.verifier.calls(shown),
        input: signed[*at].clone(),
        remote: false,
        held: signed.len() - pairs.len(),
        failed: pairs.len(),
        siblings: Vec::new(),
        public: trial.function.public,
        further: Vec::new(),
    }))
}

/// The executions, where the function returned a value and did not refuse.
fn accepted(shown: Vec<Execution>) -> Option<Vec<Execution>> {
    let is_read = matches!(&shown.first()?.outcome, Outcome::Value(value) if !value.says_no());
    is_read.then_some(shown)
}

/// Where a digit stands between others, of decimal or hexadecimal numbers; what follows an `e` is an exponent.
fn between_digits(text: &str) -> impl Iterator<Item = usize> {
    let bytes = text.as_bytes();
    let is_digit = |at: usize| bytes[at].is_ascii_hexdigit();
    (1..bytes.len().saturating_sub(1)).filter(move |at| {
        is_digit(at - 1) && is_digit(*at) && is_digit(at + 1) && !matches!(bytes[at - 1], b'e' | b'E')
    })
}
