//! The table of `adequacy`.

use std::fmt::{self, Write};

use super::text::{BOLD, DIM, cell, column, count, grade, paint};
use crate::report::{Adequacy, CriterionAdequacy};

const BAR: usize = 20;
/// How many requirements that fall short are printed per function and criterion.
const SHORT: usize = 8;

pub(crate) fn adequacy(adequacy: &Adequacy) -> String {
    let mut out = String::new();
    write(&mut out, adequacy).expect("writing to a string does not fail");
    out
}

fn write(out: &mut String, adequacy: &Adequacy) -> fmt::Result {
    let path = column(adequacy.functions.iter().map(|function| &*function.path), 8, 40);
    for function in &adequacy.functions {
        let mut name = &*function.path;
        for (criterion, result) in &function.criteria {
            write!(out, "{}  {criterion:<11}  {}", cell(BOLD, name, path), bar(result.adequacy))?;
            writeln!(out, "  {}", paint(DIM, &bounds(result)))?;
            write_short(out, result, adequacy.k)?;
            name = "";
        }
    }
    if adequacy.functions.is_empty() {
        return writeln!(out, "no function has relations to measure; `cargo morph discover` finds some");
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

fn write_short(out: &mut String, result: &CriterionAdequacy, k: usize) -> fmt::Result {
    for short in result.short.iter().take(SHORT) {
        writeln!(out, "    {}  covered by {} of {k}", short.requirement, count(short.covered, "relation"))?;
    }
    let rest = result.short.len().saturating_sub(SHORT);
    if rest > 0 {
        writeln!(out, "    and {rest} more; `--format json` lists them")?;
    }
    Ok(())
}

fn bounds(result: &CriterionAdequacy) -> String {
    let unreachable = match result.unreachable {
        0 => String::new(),
        n => format!(", {n} unreachable"),
    };
    format!("{}{unreachable}", count(result.requirements, "requirement"))
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
