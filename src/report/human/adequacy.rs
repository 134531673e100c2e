//! The table of `adequacy`.

use std::fmt::{self, Write};

use super::text::{BOLD, DIM, cell, column, count, grade, paint};
use crate::report::{Adequacy, CriterionAdequacy, FunctionAdequacy};

const BAR: usize = 20;
/// How many requirements that fall short are printed per function and criterion.
const SHORT: usize = 8;

pub(crate) fn adequacy(adequacy: &Adequacy) -> String {
    let mut out = String::new();
    write(&mut out, adequacy).expect("writing to a string does not fail");
    out
}

fn write(out: &mut String, adequacy: &Adequacy) -> fmt::Result {
    if adequacy.functions.is_empty() {
        return writeln!(out, "no function has relations to measure; `cargo morph discover` finds some");
    }
    let path = column(adequacy.functions.iter().map(|function| &*function.path), 8, 40);
    for function in &adequacy.functions {
        let mut name = &*function.path;
        for (criterion, result) in &function.criteria {
            write!(out, "{}  {criterion:<11}  {}", cell(BOLD, name, path), bar(result.adequacy))?;
            writeln!(out, "  {}", paint(DIM, &bounds(function, result)))?;
            write_short(out, function, result, adequacy.k)?;
            name = "";
        }
        write_relations(out, function, adequacy.k)?;
    }
    writeln!(out)?;
    for (criterion, share) in &adequacy.totals {
        writeln!(
            out,
            "{criterion} adequacy at k = {}: {} over {}",
            adequacy.k,
            paint(grade(*share), &percent(*share)),
            count(adequacy.functions.len(), "function")
        )?;
    }
    Ok(())
}

/// What more sources would help; where only more relations do, [`write_relations`] says so once.
fn write_short(
    out: &mut String,
    function: &FunctionAdequacy,
    result: &CriterionAdequacy,
    k: usize,
) -> fmt::Result {
    let most = function.output_relations.min(k);
    let short: Vec<_> = result.short.iter().filter(|short| short.covered < most).collect();
    for short in short.iter().take(SHORT) {
        let how = match short.reached {
            true => format!("covered by {} of {k}", count(short.covered, "relation")),
            false => format!("not reached by any of {}", count(function.tried, "input")),
        };
        writeln!(out, "    {}  {}{how}", short.requirement, quoted(&short.text))?;
    }
    let rest = short.len().saturating_sub(SHORT);
    if rest > 0 {
        writeln!(out, "    and {rest} more; `--format json` lists them")?;
    }
    Ok(())
}

fn quoted(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("`{text}`  ") }
}

fn write_relations(out: &mut String, function: &FunctionAdequacy, k: usize) -> fmt::Result {
    let (relations, different) = (function.relations, function.output_relations);
    if relations == 0 {
        return writeln!(out, "    no relation; `cargo morph discover` looks for some");
    }
    if different >= k {
        return Ok(());
    }
    let relations = count(relations, "relation");
    match different {
        0 => writeln!(out, "    {relations}, none of which checks a source"),
        n => writeln!(
            out,
            "    {relations} with {n} different output{}; k = {k} asks for {} more",
            s(n),
            k - n
        ),
    }
}

fn s(n: usize) -> &'static str {
    if n == 1 { "" } else { "s" }
}

fn bounds(function: &FunctionAdequacy, result: &CriterionAdequacy) -> String {
    let sources = match function.relations {
        0 => String::new(),
        _ => format!(", {}", count(function.sources, "source")),
    };
    let unreachable = match result.unreachable {
        0 => String::new(),
        n => format!(", {n} never reached"),
    };
    format!("{}{sources}{unreachable}", count(result.requirements, "requirement"))
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

/// Rounded down, so that 100 % means all.
fn percent(share: f64) -> String {
    // What is a hair below a whole percentage by floating-point error alone is that percentage.
    format!("{:.0} %", (share * 100.0 + 1e-9).floor())
}
