//! A function: its row, what is asked of it, and its source.

use super::share::Share;
use super::short::{Criterion, asks};
use crate::report::json::{FunctionAdequacy, ListedCategory, ListedLine};
use crate::report::wording::{count, lacking};

/// A function: its row, and its section.
#[derive(Debug)]
pub(super) struct Function<'a> {
    /// The path up to the name.
    pub(super) module: &'a str,
    pub(super) name: &'a str,
    pub(super) relations: usize,
    pub(super) sources: usize,
    /// By criterion; `None` where it asks for nothing.
    pub(super) cells: Vec<Option<Share>>,
    pub(super) bounds: String,
    pub(super) lacking: Option<String>,
    pub(super) criteria: Vec<Criterion<'a>>,
    pub(super) categories: &'a [ListedCategory],
    pub(super) listings: Vec<Source<'a>>,
}

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

impl<'a> Function<'a> {
    /// The `n`-th of the page.
    pub(super) fn new(
        n: usize,
        function: &'a FunctionAdequacy,
        names: &[&'static str],
        k: usize,
    ) -> Function<'a> {
        let (module, name) = function.path.split_at(function.path.rfind("::").map_or(0, |at| at + 2));
        let asking = |name: &str| function.criteria.get(name).filter(|result| asks(result));
        let mut bounds = format!(
            "{}, {}, {} tried",
            count(function.relations, "relation"),
            count(function.sources, "source"),
            count(function.tried, "input"),
        );
        let unwatched: usize = function.criteria.values().map(|result| result.unwatched).sum();
        if unwatched > 0 {
            bounds += &format!(", {} not watched", count(unwatched, "branch place"));
        }
        let criterion = |name: &&'static str| {
            function.criteria.get(*name).map(|result| Criterion::new(n, name, result, function))
        };
        let k = line_k(Some(function), k);
        Function {
            module,
            name,
            relations: function.relations,
            sources: function.sources,
            cells: names.iter().map(|name| asking(name).map(|result| Share::new(result.adequacy))).collect(),
            bounds,
            lacking: lacking(function),
            criteria: names.iter().filter_map(criterion).collect(),
            categories: &function.categories,
            listings: (0..)
                .zip(&function.source)
                .map(|(listing, source)| Source {
                    file: &source.file,
                    lines: source
                        .lines
                        .iter()
                        .map(|line| Line::new(id(n, listing, line.line), line, k))
                        .collect(),
                })
                .collect(),
        }
    }
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
