//! Inputs that a subject accepts, and more that are nearly these: of texts with check digits, chance finds few.

use std::collections::{BTreeSet, HashSet};

use anyhow::Result;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use morph_relation::Value;
use morph_traces::{Executor, RowId};

/// Inputs that are accepted, where there are as many.
const WANTED: usize = 60;
/// Inputs that are made of these to find more; for a check of two digits, one in a hundred is accepted.
const TRIED: usize = 3_000;
/// Elements of texts and sequences that are put in.
const ELEMENTS: usize = 40;

/// Some of these inputs, on which the subject returns neither no nor `false`, and others that are made of them where these are
/// few: with one element replaced, and the last one or two besides, on which all others may have a say.
pub fn accepted(
    executor: &mut Executor<'_>,
    inputs: &[Vec<Value>],
    rng: &mut ChaCha8Rng,
) -> Result<Vec<Vec<Value>>> {
    let input = |executor: &Executor<'_>, row: &RowId| executor.input(*row).to_vec();
    let rows = those_accepted(executor, inputs.to_vec())?;
    let mut found: Vec<Vec<Value>> = rows.iter().map(|row| input(executor, row)).collect();
    let is_rare = found.len() < WANTED && found.len() * 4 < inputs.len();
    let all = found.iter().flatten().filter_map(elements).flatten();
    let alphabet: Vec<Value> = distinct(all).into_iter().take(ELEMENTS).collect();
    if is_rare && !alphabet.is_empty() {
        let tried = (0..TRIED).filter_map(|_| edited(&found, &alphabet, rng)).collect();
        let more = those_accepted(executor, tried)?;
        found.extend(more.iter().filter(|row| !rows.contains(row)).map(|row| input(executor, row)));
    }
    found.truncate(WANTED);
    Ok(found)
}

/// The rows of the inputs on which the subject does not refuse, each once.
fn those_accepted(executor: &mut Executor<'_>, inputs: Vec<Vec<Value>>) -> Result<Vec<RowId>> {
    let rows = executor.run(inputs)?;
    let mut seen = BTreeSet::new();
    let accepts = |row: &RowId| executor.original(*row).value().is_some_and(|value| !value.refuses());
    Ok(rows.into_iter().filter(|row| seen.insert(*row) && accepts(row)).collect())
}

/// Each value once, in their order.
pub fn distinct(values: impl IntoIterator<Item = Value>) -> Vec<Value> {
    let mut seen = HashSet::new();
    values.into_iter().filter(|value| seen.insert(value.clone())).collect()
}

/// One of some inputs with elements of a text or a sequence replaced; `None` where it has none.
fn edited(some: &[Vec<Value>], by: &[Value], rng: &mut ChaCha8Rng) -> Option<Vec<Value>> {
    let mut input = some[rng.random_range(0..some.len())].clone();
    let places: Vec<usize> = (0..input.len())
        .filter(|place| elements(&input[*place]).is_some_and(|all| !all.is_empty()))
        .collect();
    let place = *places.get(rng.random_range(0..places.len().max(1)))?;
    let mut all = elements(&input[place])?;
    let fits = |known: &Value, value: &Value| std::mem::discriminant(known) == std::mem::discriminant(value);
    let last = rng.random_range(0..=2).min(all.len() - 1);
    let changed = rng.random_range(0..all.len());
    for at in std::iter::once(changed).chain(all.len() - last..all.len()) {
        let value = &by[rng.random_range(0..by.len())];
        if fits(&all[at], value) {
            all[at] = value.clone();
        }
    }
    input[place] = joined(&input[place], all);
    Some(input)
}

/// The characters of a text, or the elements of a sequence.
pub fn elements(value: &Value) -> Option<Vec<Value>> {
    match value {
        Value::Str(text) => Some(text.chars().map(Value::Char).collect()),
        Value::Seq(items) => Some(items.to_vec()),
        _ => None,
    }
}

/// A text or a sequence, whichever another value is, of these elements.
pub fn joined(like: &Value, elements: impl IntoIterator<Item = Value>) -> Value {
    let character = |value: Value| match value {
        Value::Char(c) => Some(c),
        _ => None,
    };
    match like {
        Value::Str(_) => Value::str(elements.into_iter().filter_map(character).collect::<String>()),
        _ => Value::seq(elements),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use morph_values::stream;

    #[test]
    fn an_edited_text_keeps_its_length_and_its_characters() {
        let some = [vec![Value::Int(7), Value::str("12a")]];
        let elements = distinct(some.iter().flatten().filter_map(elements).flatten());
        assert_eq!(elements, ['1', '2', 'a'].map(Value::Char));
        let mut rng = stream(0, "edited");
        let all: Vec<Vec<Value>> = (0..50).filter_map(|_| edited(&some, &elements, &mut rng)).collect();
        assert_eq!(all.len(), 50);
        for input in &all {
            let Value::Str(text) = &input[1] else { panic!("a text") };
            assert!(text.len() == 3 && text.chars().all(|c| "12a".contains(c)), "{text}");
        }
        assert!(all.iter().any(|input| *input != some[0]));
        assert!(edited(&[vec![Value::Int(7)]], &elements, &mut rng).is_none());
    }
}
