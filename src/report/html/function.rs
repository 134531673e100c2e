//! A function: its row, what is asked of it, and its source.

use super::listing::{Line, Source, id, line_k};
use super::share::Share;
use super::short::{Criterion, asks};
use crate::report::json::{FunctionAdequacy, ListedCategory};
use crate::report::wording::{count, lacking};

/// A function: its row, and its section.
#[derive(Debug)]
pub(super) struct Function<'a> {
    /// The path up to the name.
    pub(super) module: &'a str,
    pub(super) name: &'a str,
    pub(super) relations: usize,
    /// These as people read them.
    pub(super) readable: &'a [String],
    pub(super) sources: usize,
    /// By criterion; `None` where it asks for nothing.
    pub(super) cells: Vec<Option<Share>>,
    pub(super) bounds: String,
    pub(super) lacking: Option<String>,
    pub(super) criteria: Vec<Criterion<'a>>,
    pub(super) categories: &'a [ListedCategory],
    pub(super) listings: Vec<Source<'a>>,
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
            bounds += &format!(", {} not instrumented", count(unwatched, "branch site"));
        }
        let criterion = |name: &&'static str| {
            function.criteria.get(*name).map(|result| Criterion::new(n, name, result, function))
        };
        let k = line_k(Some(function), k);
        Function {
            module,
            name,
            relations: function.relations,
            readable: &function.readable,
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
