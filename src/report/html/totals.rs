//! A criterion over all functions.

use super::share::Share;
use super::short::reasons;
use crate::report::json::{Adequacy, CriterionAdequacy};
use crate::report::wording::count;

/// A criterion over all functions.
#[derive(Debug)]
pub(super) struct Total {
    pub(super) name: &'static str,
    pub(super) share: Share,
    pub(super) bounds: String,
    /// How many requirements fall short, by reason.
    pub(super) reasons: Vec<(String, &'static str)>,
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
