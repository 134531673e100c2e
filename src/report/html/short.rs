//! What falls short of a criterion, by reason.

use std::collections::BTreeMap;

use super::listing::id;
use super::share::Share;
use crate::report::json::{CriterionAdequacy, FunctionAdequacy, Listing, Reason, ShortRequirement};
use crate::report::wording::{count, number};

/// What a criterion asks of a function.
#[derive(Debug)]
pub(super) struct Criterion<'a> {
    pub(super) name: &'static str,
    /// `None` where it asks for nothing.
    pub(super) share: Option<Share>,
    pub(super) bounds: String,
    pub(super) groups: Vec<Group<'a>>,
}

/// Requirements that fall short for one reason.
#[derive(Debug)]
pub(super) struct Group<'a> {
    pub(super) reason: String,
    pub(super) short: Vec<Short<'a>>,
}

/// A requirement that falls short.
#[derive(Debug)]
pub(super) struct Short<'a> {
    /// The file and line; empty for what is about inputs.
    pub(super) line: &'a str,
    /// The id of the line, if the page shows it.
    pub(super) place: Option<String>,
    pub(super) text: &'a str,
    /// By how many relations it is covered, if by any.
    pub(super) covered: String,
}

impl<'a> Criterion<'a> {
    pub(super) fn new(
        n: usize,
        name: &'static str,
        result: &'a CriterionAdequacy,
        function: &'a FunctionAdequacy,
    ) -> Criterion<'a> {
        let mut groups: BTreeMap<Reason, Vec<Short<'_>>> = BTreeMap::new();
        for short in &result.short {
            groups.entry(short.reason).or_default().push(Short::new(n, short, result.k, &function.source));
        }
        let reasons: Vec<String> =
            reasons(&result.short).into_iter().map(|(n, reason)| format!("{n} {reason}")).collect();
        let bounds = match reasons.is_empty() {
            true if asks(result) => format!("all of {}", count(result.requirements, "requirement")),
            true => "no requirements".to_owned(),
            false => format!("of {}: {}", number(result.requirements), reasons.join(", ")),
        };
        let group = |(reason, short)| Group { reason: told(reason, function.tried), short };
        Criterion {
            name,
            share: asks(result).then(|| Share::new(result.adequacy)),
            bounds,
            groups: groups.into_iter().map(group).collect(),
        }
    }
}

impl<'a> Short<'a> {
    pub(super) fn new(n: usize, short: &'a ShortRequirement, k: usize, listings: &[Listing]) -> Short<'a> {
        let place = short.requirement.rsplit_once(':').and_then(|(file, line)| {
            let line = line.parse().ok()?;
            let holds = |listing: &Listing| {
                listing.file == file && listing.lines.iter().any(|listed| listed.line == line)
            };
            Some(id(n, listings.iter().position(holds)?, line))
        });
        let covered = match short.covered {
            0 => String::new(),
            covered => format!("{covered} of {k}"),
        };
        Short { line: &short.requirement, place, text: &short.text, covered }
    }
}

/// Whether there is something to test.
pub(super) fn asks(result: &CriterionAdequacy) -> bool {
    result.requirements > 0
}

/// How many fall short, by reason; impossible requirements are not counted.
pub(super) fn reasons<'a>(
    short: impl IntoIterator<Item = &'a ShortRequirement>,
) -> Vec<(String, &'static str)> {
    let mut reasons: BTreeMap<Reason, usize> = BTreeMap::new();
    for short in short.into_iter().filter(|short| short.reason != Reason::Impossible) {
        *reasons.entry(short.reason).or_default() += 1;
    }
    reasons.into_iter().map(|(reason, n)| (number(n), brief(reason))).collect()
}

fn brief(reason: Reason) -> &'static str {
    match reason {
        Reason::NoSource => "without a source",
        Reason::FewApply => "where few relations apply",
        Reason::FewRelations => "with too few relations",
        Reason::NoValue => "without a value",
        Reason::NeverReached => "never reached",
        Reason::Impossible => "impossible",
    }
}

fn told(reason: Reason, tried: usize) -> String {
    match reason {
        Reason::NoSource => "No source reaches them".to_owned(),
        Reason::FewApply => "Fewer than k relations apply to the sources that reach them".to_owned(),
        Reason::FewRelations => {
            "Tested by every relation of the function, but there are fewer than k".to_owned()
        }
        Reason::NoValue => "Reached only where the function returns no value".to_owned(),
        Reason::NeverReached => format!("Not reached by any of {}", count(tried, "input")),
        Reason::Impossible => "Impossible by definition; not counted".to_owned(),
    }
}
