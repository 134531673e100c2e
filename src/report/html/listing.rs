//! A function's source, line by line.

use crate::report::json::{FunctionAdequacy, ListedLine};

/// A function's text.
#[derive(Debug)]
pub(super) struct Source<'a> {
    pub(super) file: &'a str,
    pub(super) lines: Vec<Line<'a>>,
}

/// A line with what tests it.
#[derive(Debug)]
pub(super) struct Line<'a> {
    pub(super) id: String,
    pub(super) number: usize,
    /// The class of its colour.
    pub(super) state: &'static str,
    pub(super) mark: String,
    pub(super) text: &'a str,
}

impl<'a> Line<'a> {
    pub(super) fn new(id: String, line: &'a ListedLine, k: usize) -> Line<'a> {
        let (state, mark) = match line.relations {
            None => ("", String::new()),
            Some(0) if !line.reached => ("unreached", "?".to_owned()),
            Some(0) => ("none", "0".to_owned()),
            Some(relations) => (if relations < k { "some" } else { "full" }, relations.to_string()),
        };
        Line { id, number: line.line, state, mark, text: &line.text }
    }
}

/// How many relations a line asks for: as many as its statement, if statements are measured.
pub(super) fn line_k(function: Option<&FunctionAdequacy>, k: usize) -> usize {
    function.and_then(|function| function.criteria.get("statement")).map_or(k, |statement| statement.k)
}

/// The id of a line in the `listing`-th text of the `n`-th function.
pub(super) fn id(n: usize, listing: usize, line: usize) -> String {
    format!("f{n}-{listing}-{line}")
}
