//! The lines of `check`.

use std::fmt::{self, Write};

use super::text::{BOLD, DIM, GREEN, RED, YELLOW, of_share, paint, seconds, written};
use crate::report::wording::count;
use crate::report::{Check, CheckVerdict, CheckedFunction, CheckedRelation};

/// Maximum number of changed lines that are shown.
const CHANGED: usize = 8;

pub(crate) fn check(check: &Check) -> String {
    written(|out| {
        write(out, check)?;
        out.write_str(&of_share(check.share))
    })
}

fn write(out: &mut String, check: &Check) -> fmt::Result {
    for function in check.functions.iter().filter(|function| function.verdict != CheckVerdict::Unchanged) {
        let violated = || function.relations.iter().filter(|r| r.verdict == CheckVerdict::Violated);
        for relation in violated() {
            violation(out, function, relation)?;
        }
        if violated().next().is_some() {
            diff(out, &function.diff)?;
            writeln!(out)?;
        } else if let Some(reason) = &function.reason {
            writeln!(out, "{} could not be checked: {reason}", paint(YELLOW, &function.path))?;
        } else {
            let groups: usize = function.relations.iter().map(|relation| relation.groups).sum();
            let held = function.relations.iter().filter(|r| r.verdict == CheckVerdict::Held).count();
            writeln!(
                out,
                "{}  {} {} on {}",
                paint(BOLD, &function.path),
                count(held, "relation"),
                if held == 1 { "holds" } else { "hold" },
                count(groups, "group")
            )?;
        }
    }
    for stale in &check.stale {
        writeln!(out, "{}: {}", paint(YELLOW, "stale"), stale.message)?;
    }
    let totals = &check.totals;
    if totals.functions == 0 && totals.stale == 0 && check.share.is_none() {
        return writeln!(out, "no relations to check; run `cargo morph discover` to find some");
    }
    let style = if totals.violated > 0 { RED } else { GREEN };
    let mut parts =
        vec![paint(style, &format!("{} violated", totals.violated)), format!("{} held", totals.held)];
    parts.push(format!("{} unchanged", totals.unchanged));
    for (n, what) in [(totals.failed, "not checked"), (totals.stale, "stale")] {
        if n > 0 {
            parts.push(paint(YELLOW, &format!("{n} {what}")));
        }
    }
    writeln!(
        out,
        "{} of {}: {} in {}",
        count(totals.checked + totals.unchanged, "relation"),
        count(totals.functions, "function"),
        parts.join(", "),
        seconds(totals.seconds.all)
    )?;
    if totals.violated > 0 {
        writeln!(out, "fix the code, or run `cargo morph check --update` if the new behaviour is intended")?;
    }
    Ok(())
}

fn violation(out: &mut String, function: &CheckedFunction, relation: &CheckedRelation) -> fmt::Result {
    writeln!(
        out,
        "{}: relation {} ({}) {}",
        paint(BOLD, &format!("{}:{}", function.file, function.line)),
        paint(BOLD, &relation.readable),
        relation.id,
        paint(RED, "is violated")
    )?;
    let Some(counterexample) = &relation.counterexample else { return Ok(()) };
    for call in &counterexample.executions {
        writeln!(out, "    {}{}{}", call.call, call.link(), paint(BOLD, &call.result))?;
    }
    let source: Vec<String> =
        counterexample.source.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    let bounds = format!("violated on {} of {}", relation.violations, count(relation.groups, "group"));
    writeln!(out, "    {}", paint(DIM, &format!("for {}; {bounds}", source.join(", "))))
}

/// The lines that a change removed and added, without those around them.
fn diff(out: &mut String, hunks: &[String]) -> fmt::Result {
    let lines = hunks.iter().flat_map(|hunk| hunk.lines());
    let changed: Vec<&str> = lines.filter(|line| line.starts_with(['+', '-'])).collect();
    if !changed.is_empty() {
        writeln!(out, "    {}", paint(DIM, "changed:"))?;
    }
    for line in changed.iter().take(CHANGED) {
        let style = if line.starts_with('+') { GREEN } else { RED };
        writeln!(out, "    {}", paint(style, line))?;
    }
    if changed.len() > CHANGED {
        let more = count(changed.len() - CHANGED, "more line");
        writeln!(out, "    {}", paint(DIM, &format!("and {more}")))?;
    }
    Ok(())
}
