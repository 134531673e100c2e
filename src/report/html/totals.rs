//! The page as a whole: its title, and the criteria over all functions.

use std::collections::BTreeSet;

use super::Page;
use super::function::{Function, line_k};
use super::share::Share;
use super::short::reasons;
use crate::adequacy::CRITERIA;
use crate::report::json::{Adequacy, CriterionAdequacy};
use crate::report::wording::count;

/// More crates are counted, not named.
const NAMED: usize = 3;

/// A criterion over all functions.
#[derive(Debug)]
pub(super) struct Total {
    pub(super) name: &'static str,
    pub(super) share: Share,
    pub(super) bounds: String,
    /// How many requirements fall short, by reason.
    pub(super) reasons: Vec<(String, &'static str)>,
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
        }
    }
}

impl Total {
    pub(super) fn new(adequacy: &Adequacy, name: &'static str) -> Option<Total> {
        let share = *adequacy.totals.get(name)?;
        let results: Vec<&CriterionAdequacy> =
            adequacy.functions.iter().filter_map(|function| function.criteria.get(name)).collect();
        let requirements = results.iter().map(|result| result.requirements).sum();
        let bounds = match results.first() {
            Some(result) => format!("k = {}, {}", result.k, count(requirements, "requirement")),
            None => String::new(),
        };
        let reasons = reasons(results.iter().flat_map(|result| &result.short));
        Some(Total { name, share: Share::new(share), bounds, reasons })
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
