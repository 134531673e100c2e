//! What the page of `adequacy` shows, in the order in which it does.

use std::collections::{BTreeMap, BTreeSet};

use super::Page;
use crate::adequacy::CRITERIA;
use crate::report::json::{
    Adequacy, CriterionAdequacy, FunctionAdequacy, ListedCategory, ListedLine, Listing, Reason,
    ShortRequirement,
};
use crate::report::wording::{count, lacking, number, percent};

/// More crates are counted, not named.
const NAMED: usize = 3;
/// What is not empty shows, in percent of a bar.
const LEAST: f64 = 2.0;

/// A criterion over all functions.
#[derive(Debug)]
pub(super) struct Total {
    pub(super) name: &'static str,
    pub(super) share: Share,
    pub(super) bounds: String,
    /// How many requirements fall short, by reason.
    pub(super) reasons: Vec<(String, &'static str)>,
}

/// A share of 1, as a bar and a percentage.
#[derive(Debug)]
pub(super) struct Share {
    /// What it is sorted by.
    pub(super) value: f64,
    pub(super) percent: String,
    /// Of the bar; it is full at 1 only.
    pub(super) width: String,
    /// The class of its colour: that of the terminal's bars.
    pub(super) grade: &'static str,
}

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

/// The criteria that were measured, in the order of reports.
fn measured(adequacy: &Adequacy) -> Vec<&'static str> {
    CRITERIA
        .iter()
        .map(|criterion| criterion.name)
        .filter(|name| adequacy.totals.contains_key(*name))
        .collect()
}

/// How many relations a line asks for: as many as its statement, if statements are measured.
fn line_k(function: Option<&FunctionAdequacy>, k: usize) -> usize {
    function.and_then(|function| function.criteria.get("statement")).map_or(k, |statement| statement.k)
}

impl Total {
    fn new(adequacy: &Adequacy, name: &'static str) -> Option<Total> {
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

impl Share {
    fn new(share: f64) -> Share {
        let width = match share {
            1.0.. => 100.0,
            _ if share > 0.0 => (share * 100.0).clamp(LEAST, 100.0 - LEAST),
            _ => 0.0,
        };
        let grade = match share {
            0.8.. => "good",
            0.5.. => "fair",
            _ => "poor",
        };
        Share { value: share, percent: percent(share), width: format!("{width:.1}%"), grade }
    }
}

impl<'a> Function<'a> {
    /// The `n`-th of the page.
    fn new(n: usize, function: &'a FunctionAdequacy, names: &[&'static str], k: usize) -> Function<'a> {
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

impl<'a> Criterion<'a> {
    fn new(
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
    fn new(n: usize, short: &'a ShortRequirement, k: usize, listings: &[Listing]) -> Short<'a> {
        let place = short.requirement.rsplit_once(':').and_then(|(file, line)| {
            let line = line.parse().ok()?;
            let holds = |listing: &Listing| {
                listing.file == file && listing.lines.iter().any(|listed| listed.line == line)
            };
            Some(id(n, listings.iter().position(holds)?, line))
        });
        let covered = match short.covered {
            0 => String::new(),
            covered => format!("{covered} of {k} relations"),
        };
        Short { line: &short.requirement, place, text: &short.text, covered }
    }
}

impl<'a> Line<'a> {
    fn new(id: String, line: &'a ListedLine, k: usize) -> Line<'a> {
        let (state, mark) = match line.relations {
            None => ("", String::new()),
            Some(0) if !line.reached => ("unreached", "?".to_owned()),
            Some(0) => ("none", "0".to_owned()),
            Some(relations) => (if relations < k { "some" } else { "full" }, relations.to_string()),
        };
        Line { id, number: line.line, state, mark, text: &line.text }
    }
}

fn asks(result: &CriterionAdequacy) -> bool {
    result.requirements > 0
}

/// How many fall short, by reason, without what is of no use to anybody.
fn reasons<'a>(short: impl IntoIterator<Item = &'a ShortRequirement>) -> Vec<(String, &'static str)> {
    let mut reasons: BTreeMap<Reason, usize> = BTreeMap::new();
    for short in short.into_iter().filter(|short| short.reason != Reason::Impossible) {
        *reasons.entry(short.reason).or_default() += 1;
    }
    reasons.into_iter().map(|(reason, n)| (number(n), brief(reason))).collect()
}

/// The id of a line in the `listing`-th text of the `n`-th function.
fn id(n: usize, listing: usize, line: usize) -> String {
    format!("f{n}-{listing}-{line}")
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
        Reason::FewRelations => "All relations that the function has, which are fewer than k".to_owned(),
        Reason::NoValue => "Reached only where the function returns no value".to_owned(),
        Reason::NeverReached => format!("Not reached by any of {}", count(tried, "input")),
        Reason::Impossible => "Impossible by definition; they do not count".to_owned(),
    }
}
