//! The text of `adequacy`: the totals, a row per function with a bar per criterion and, on request, what falls short, with
//! the reason.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use super::text::{BOLD, DIM, RED, cell, column, grade, of_share, paint, shortened, written};
use crate::adequacy::CRITERIA;
use crate::report::wording::{count, lacking, number, percent};
use crate::report::{Adequacy, FunctionAdequacy, Listing, Reason, ShortRequirement};

const BAR: usize = 5;
/// A bar, a blank and a percentage.
const CELL: usize = BAR + 6;
/// How many requirements that fall short are printed per function and criterion.
const SHORT: usize = 3;
/// Maximum width of a function's path.
const PATH: usize = 32;
/// Width of a requirement's line without its text, place and reason.
const MARGIN: usize = 4 + 11 + 1 + 2 + 2;
const WIDTH: usize = 100;
/// Minimum width of a shortened text.
const LEAST: usize = 24;

pub(crate) fn adequacy(adequacy: &Adequacy) -> String {
    written(|out| {
        write(out, adequacy)?;
        out.write_str(&of_share(adequacy.share))
    })
}

/// The criteria that were measured, in the order of reports.
fn measured(adequacy: &Adequacy) -> Vec<&'static str> {
    let has = |name: &&str| adequacy.functions.iter().any(|function| function.criteria.contains_key(*name));
    CRITERIA.iter().map(|criterion| criterion.name).filter(has).collect()
}

fn write(out: &mut String, adequacy: &Adequacy) -> fmt::Result {
    if adequacy.functions.is_empty() && adequacy.share.is_some() {
        return Ok(());
    }
    if adequacy.functions.is_empty() {
        return writeln!(
            out,
            "no function has relations to measure; run `cargo morph discover` to find some"
        );
    }
    let names = measured(adequacy);
    let k = |name: &str| adequacy.functions.iter().find_map(|f| f.criteria.get(name)).map_or(0, |c| c.k);
    for name in &names {
        let Some(share) = adequacy.totals.get(*name) else { continue };
        writeln!(
            out,
            "{name} adequacy at k = {}: {} over {}",
            k(name),
            paint(grade(*share), &percent(*share)),
            count(adequacy.functions.len(), "function")
        )?;
    }
    writeln!(out)?;
    let path = column(adequacy.functions.iter().map(|function| &*function.path), 8, PATH);
    let mut head = format!("{:path$}", "");
    names.iter().for_each(|name| head += &format!("  {name:<CELL$}"));
    writeln!(out, "{}", paint(DIM, head.trim_end()))?;
    for function in &adequacy.functions {
        write!(out, "{}", cell(BOLD, &shortened(&function.path, 0, PATH), path))?;
        for name in &names {
            match function.criteria.get(*name).filter(|result| result.requirements > 0) {
                Some(result) => write!(out, "  {}", bar(result.adequacy))?,
                None => write!(out, "  {:<CELL$}", "-")?,
            }
        }
        writeln!(out)?;
        if adequacy.shows_details {
            details(out, function, &names)?;
        }
        if adequacy.shows_lines {
            function.source.iter().try_for_each(|listing| write_lines(out, listing))?;
        }
    }
    let is_complete = |share: &f64| *share >= 1.0;
    if !adequacy.shows_details && !adequacy.totals.values().all(is_complete) {
        writeln!(out, "\n{}", paint(DIM, "--details lists the requirements that fall short, and why"))?;
    }
    Ok(())
}

/// What a function's numbers rest on, and what falls short.
fn details(out: &mut String, function: &FunctionAdequacy, names: &[&str]) -> fmt::Result {
    writeln!(out, "    {}", paint(DIM, &bounds(function, names)))?;
    if let Some(lacking) = lacking(function) {
        writeln!(out, "    {lacking}")?;
    }
    names.iter().try_for_each(|name| write_short(out, function, name))
}

/// What the numbers rest on: "8 + 6 requirements, 4 sources, 506 inputs".
fn bounds(function: &FunctionAdequacy, names: &[&str]) -> String {
    let results = || names.iter().filter_map(|name| function.criteria.get(*name));
    let requirements: Vec<String> = results().map(|result| number(result.requirements)).collect();
    let total: usize = results().map(|result| result.requirements).sum();
    let mut text = format!("{} requirement{}", requirements.join(" + "), if total == 1 { "" } else { "s" });
    if function.relations > 0 {
        text += &format!(", {}", count(function.sources, "source"));
    }
    text += &format!(", {}", count(function.tried, "input"));
    for (what, n) in [
        ("never reached", results().map(|result| result.unreachable).sum::<usize>()),
        ("without a value", results().map(|result| result.failing).sum()),
        ("impossible", results().map(|result| result.impossible).sum()),
        ("not instrumented", results().map(|result| result.unwatched).sum()),
    ] {
        if n > 0 {
            text += &format!(", {} {what}", number(n));
        }
    }
    text
}

/// Requirements that more sources would cover, then those that are never reached; by reason.
fn write_short(out: &mut String, function: &FunctionAdequacy, name: &str) -> fmt::Result {
    let Some(result) = function.criteria.get(name) else { return Ok(()) };
    // Reported for the function as a whole, or not at all.
    let told = |short: &&ShortRequirement| !matches!(short.reason, Reason::FewRelations | Reason::Impossible);
    let mut short: Vec<&ShortRequirement> = match function.relations {
        0 => Vec::new(),
        _ => result.short.iter().filter(told).collect(),
    };
    short.sort_by_key(|short| short.reason);
    for (n, short) in short.iter().take(SHORT).enumerate() {
        let label = if n == 0 { name } else { "" };
        let place =
            if short.requirement.is_empty() { String::new() } else { format!("{}  ", short.requirement) };
        let how = reason(short, function.tried, result.k);
        let beside = MARGIN + place.chars().count() + how.chars().count();
        let width = WIDTH.saturating_sub(beside).max(LEAST);
        let text = shortened(&short.text, width / 2, width);
        writeln!(out, "    {} {place}`{text}`  {how}", paint(DIM, &format!("{label:<11}")))?;
    }
    let mut rest: BTreeMap<Reason, usize> = BTreeMap::new();
    short.iter().skip(SHORT).for_each(|short| *rest.entry(short.reason).or_default() += 1);
    if !rest.is_empty() {
        let rest: Vec<String> =
            rest.into_iter().map(|(why, n)| format!("{} {}", number(n), kind(why))).collect();
        writeln!(out, "    {:<11} {}", "", paint(DIM, &format!("and {}", rest.join(", "))))?;
    }
    Ok(())
}

fn reason(short: &ShortRequirement, tried: usize, k: usize) -> String {
    match short.reason {
        Reason::NoSource => "no source reaches it".to_owned(),
        Reason::FewApply | Reason::FewRelations => {
            format!("tested by {} of {k} relations", short.covered)
        }
        Reason::NoValue => "reached only where it returns no value".to_owned(),
        Reason::NeverReached => format!("not reached by any of {}", count(tried, "input")),
        Reason::Impossible => "impossible".to_owned(),
    }
}

fn kind(reason: Reason) -> &'static str {
    match reason {
        Reason::NoSource => "that no source reaches",
        Reason::FewApply | Reason::FewRelations => "with too few relations",
        Reason::NoValue => "where it returns no value",
        Reason::NeverReached => "never reached",
        Reason::Impossible => "impossible",
    }
}

/// The source, with how many relations test each line: `×` where none does, `?` where no input came.
fn write_lines(out: &mut String, listing: &Listing) -> fmt::Result {
    writeln!(out, "    {}", paint(DIM, &listing.file))?;
    for line in &listing.lines {
        let tested = match line.relations {
            None => " ".to_owned(),
            Some(0) if !line.reached => "?".to_owned(),
            Some(0) => "×".to_owned(),
            Some(n) => n.to_string(),
        };
        let style = if line.relations == Some(0) { RED } else { DIM };
        writeln!(
            out,
            "    {} {} {}",
            paint(DIM, &format!("{:>5}", line.line)),
            paint(style, &format!("{tested:>3} │")),
            line.text
        )?;
    }
    Ok(())
}

fn bar(share: f64) -> String {
    // Full only at exactly 1, empty only at exactly 0.
    let filled = match (share * BAR as f64).round() as usize {
        0 if share > 0.0 => 1,
        BAR if share < 1.0 => BAR - 1,
        filled => filled.min(BAR),
    };
    let style = grade(share);
    format!(
        "{}{} {:>5}",
        paint(style, &"█".repeat(filled)),
        paint(DIM, &"░".repeat(BAR - filled)),
        percent(share)
    )
}
