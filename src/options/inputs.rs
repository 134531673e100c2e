//! `--inputs` and `--sources`: the kinds of source inputs and their number.

use std::num::NonZeroUsize;

use serde::Deserialize;

use crate::inputs::{Kind, Kinds};

/// Default of `--sources`.
pub const DEFAULT_SOURCES: usize = 1_000;

/// A word of `--inputs`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Word {
    /// A kind.
    Kind(Kind),
    /// A number: the older spelling of `--sources`.
    Count(NonZeroUsize),
}

impl Word {
    /// Reads a word of the command line.
    pub(crate) fn parse(text: &str) -> Result<Word, String> {
        if let Some(kind) = Kind::ALL.into_iter().find(|kind| kind.name() == text) {
            return Ok(Word::Kind(kind));
        }
        if let Ok(count) = text.parse() {
            return Ok(Word::Count(count));
        }
        let names: Vec<&str> = Kind::ALL.iter().map(|kind| kind.name()).collect();
        Err(format!("expected one of {}; set the number of inputs with --sources <N>", names.join(", ")))
    }
}

/// `inputs` in `morph.toml`: a kind, a list of kinds, or a number.
#[derive(Debug, Default, Deserialize)]
#[serde(try_from = "toml::Value")]
pub(crate) struct Words(pub(crate) Vec<Word>);

impl TryFrom<toml::Value> for Words {
    type Error = String;

    fn try_from(value: toml::Value) -> Result<Self, String> {
        let word = |value: &toml::Value| match value {
            toml::Value::String(text) => Word::parse(text),
            other => Word::parse(&other.to_string()),
        };
        match &value {
            toml::Value::Array(values) => values.iter().map(word).collect::<Result<_, _>>().map(Words),
            value => Ok(Words(vec![word(value)?])),
        }
    }
}

/// The kinds, if any are named, and the number, if there is one. `--sources` wins over a number among the words.
pub(crate) fn split(words: &[Word], sources: Option<NonZeroUsize>) -> (Option<Kinds>, Option<NonZeroUsize>) {
    let mut kinds = Vec::new();
    let mut count = None;
    for word in words {
        match word {
            Word::Kind(kind) => kinds.push(*kind),
            Word::Count(number) => count = Some(*number),
        }
    }
    let named = !kinds.is_empty();
    (named.then(|| kinds.into_iter().collect()), sources.or(count))
}

/// The kinds and the number, from the command line, `morph.toml` or the defaults, in this order of precedence.
pub(crate) fn resolve(
    line: (&[Word], Option<NonZeroUsize>),
    file: (&[Word], Option<NonZeroUsize>),
) -> (Kinds, usize) {
    let [(kinds, count), (file_kinds, file_count)] =
        [line, file].map(|(words, sources)| split(words, sources));
    let kinds = kinds.or(file_kinds).unwrap_or(Kinds::ALL);
    (kinds, count.or(file_count).map_or(DEFAULT_SOURCES, NonZeroUsize::get))
}
