//! The page as a whole: its title, the criteria and the functions.

use std::collections::BTreeSet;

use askama::Template;

use super::function::Function;
use super::listing::line_k;
use super::totals::Total;
use crate::adequacy::CRITERIA;
use crate::report::json::Adequacy;
use crate::report::wording::count;

/// A title names at most this many crates and counts more.
const NAMED: usize = 3;

/// What the template shows.
#[derive(Debug, Template)]
#[template(path = "html/adequacy.html")]
pub(super) struct Page<'a> {
    /// Of this tool.
    version: &'static str,
    title: String,
    /// What the numbers rest on.
    bounds: String,
    /// How many relations a line asks for.
    k: usize,
    /// The criteria, in the order of columns.
    totals: Vec<Total>,
    functions: Vec<Function<'a>>,
    /// Entries of the suite that test nothing.
    stale: &'a [String],
    has_source: bool,
}

impl<'a> Page<'a> {
    pub(super) fn new(adequacy: &'a Adequacy) -> Page<'a> {
        let names = measured(adequacy);
        let functions: Vec<Function<'_>> = (1..)
            .zip(&adequacy.functions)
            .map(|(n, function)| Function::new(n, function, &names, adequacy.k))
            .collect();
        let relations = adequacy.functions.iter().map(|function| function.relations).sum();
        let crates: BTreeSet<&str> =
            adequacy.functions.iter().filter_map(|function| function.path.split("::").next()).collect();
        let title = match crates.len() {
            0 => "k-MR adequacy".to_owned(),
            1..=NAMED => {
                format!("k-MR adequacy of {}", crates.into_iter().collect::<Vec<_>>().join(", "))
            }
            n => format!("k-MR adequacy of {}", count(n, "crate")),
        };
        Page {
            version: env!("CARGO_PKG_VERSION"),
            title,
            bounds: format!("{}, {}.", count(functions.len(), "function"), count(relations, "relation")),
            k: line_k(adequacy.functions.first(), adequacy.k),
            totals: names.iter().filter_map(|name| Total::new(adequacy, name)).collect(),
            has_source: functions.iter().any(|function| !function.listings.is_empty()),
            functions,
            stale: &adequacy.stale,
        }
    }
}

/// The criteria that were measured, in the order of reports.
fn measured(adequacy: &Adequacy) -> Vec<&'static str> {
    CRITERIA
        .iter()
        .map(|criterion| criterion.name)
        .filter(|name| adequacy.totals.contains_key(*name))
        .collect()
}
