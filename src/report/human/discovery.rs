//! The table of `discover`.

use std::fmt::{self, Write};

use anstyle::Style;

use super::text::{BOLD, DIM, RED, YELLOW, cell, column, grade, paint, reasons, seconds, shortened, written};
use crate::cleanse::Removal;
use crate::report::wording::{count, number};
use crate::report::{Discovery, FunctionReport, MutantCounts, RelationReport, Verdict};

/// Column at which the numbers of a relation begin.
const DETAILS: usize = 56;
/// How many counterexamples of a suspicious relation are printed.
const COUNTEREXAMPLES: usize = 3;
/// The longest of them in characters, and how many of its first ones are printed.
const LONGEST: usize = 120;
const HEAD: usize = 100;

pub(crate) fn discovery(discovery: &Discovery) -> String {
    written(|out| write(out, discovery))
}

fn write(out: &mut String, discovery: &Discovery) -> fmt::Result {
    let with = |verdict| discovery.functions.iter().filter(move |function| function.verdict == verdict);
    let path = column(with(Verdict::Tested).map(|function| &*function.path), 8, DETAILS - 2);
    for function in with(Verdict::Tested) {
        write_function(out, function, path)?;
        writeln!(out)?;
    }
    let failed = with(Verdict::Failed).count();
    if failed > 0 {
        writeln!(out, "{} could not be tested", paint(RED, &count(failed, "function")))?;
        for function in with(Verdict::Failed) {
            let reason = function.reason.as_deref().unwrap_or("unknown reason");
            writeln!(out, "  {}: {reason}", function.path)?;
        }
        writeln!(out)?;
    }
    let skipped = with(Verdict::Skipped).count();
    if skipped > 0 {
        writeln!(out, "{} skipped; `cargo morph scan` lists them", count(skipped, "function"))?;
        let why =
            with(Verdict::Skipped).map(|function| function.reason.as_deref().unwrap_or("unknown reason"));
        writeln!(out, "{}", reasons(why, 6))?;
    }
    if !discovery.suspects.is_empty() {
        let some = count(discovery.suspects.len(), "suspect");
        writeln!(out, "{}; `cargo morph suspects` shows the evidence for each", paint(RED, &some))?;
        for suspect in &discovery.suspects {
            writeln!(
                out,
                "  {}:{}: {} does not hold",
                suspect.file,
                suspect.line,
                paint(BOLD, &suspect.law)
            )?;
        }
        writeln!(out)?;
    }
    write_totals(out, discovery)
}

fn write_function(out: &mut String, function: &FunctionReport, path: usize) -> fmt::Result {
    let score = match function.mutants.score() {
        Some(score) => {
            let text = format!("{}/{}", function.mutants.killed, function.mutants.killable());
            format!("{} mutants killed", cell(grade(score), &text, 7))
        }
        None => paint(DIM, &format!("{:<22}", "no mutants to kill")),
    };
    let time = seconds(function.seconds.all());
    writeln!(out, "{}  {score}  {}", cell(BOLD, &function.path, path), paint(DIM, &format!("{time:>7}")))?;
    for relation in &function.relations {
        write_relation(out, relation)?;
    }
    if function.relations.is_empty() {
        let dropped = |why: Removal| function.dropped.contains_key(why.name());
        let why = if dropped(Removal::Enough) {
            "its laws are left out: its package has enough relations"
        } else if dropped(Removal::Elsewhere) {
            "its laws follow from laws of other functions"
        } else if dropped(Removal::Unfounded) {
            "inputs reach too little of it for laws to mean anything"
        } else {
            "no relations found"
        };
        writeln!(out, "    {}", paint(DIM, why))?;
    }
    if !function.cut.is_empty() {
        let steps: Vec<&str> = function.cut.iter().map(|step| step.name()).collect();
        writeln!(out, "    {} {}", paint(YELLOW, "ended early by the budget:"), steps.join(", "))?;
    }
    for suspicious in &function.suspicious {
        let all = suspicious.counterexamples.iter().map(|text| shortened(text, HEAD, LONGEST));
        let shown: Vec<String> = all.take(COUNTEREXAMPLES).collect();
        let more = suspicious.counterexamples.len() - shown.len();
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let label = paint(YELLOW, "suspicious:");
        writeln!(out, "    {label} {}, but not for {}{more}", suspicious.then, shown.join(", "))?;
    }
    Ok(())
}

fn write_relation(out: &mut String, relation: &RelationReport) -> fmt::Result {
    let text = readable(relation);
    let failures = match relation.kills_by_failure.len() {
        0 => String::new(),
        failures => format!(" + {failures} by failure"),
    };
    let groups = count(relation.groups, "group");
    let details = match relation.kills.len() {
        // It tells a function that always returns the same.
        0 if failures.is_empty() => format!("held on {groups}"),
        kills => format!("held on {groups}, kills {kills}{failures}"),
    };
    let details = paint(DIM, &details);
    if text.chars().count() + 4 < DETAILS {
        writeln!(out, "    {}  {details}", cell(Style::new(), &text, DETAILS - 6))
    } else {
        writeln!(out, "    {text}\n        {details}")
    }
}

/// The form for people, or one made of the parts.
fn readable(relation: &RelationReport) -> String {
    if !relation.readable.is_empty() {
        return relation.readable.clone();
    }
    let mut text = relation.then.clone();
    for (n, followup) in relation.followups.iter().enumerate() {
        let separator = if n == 0 { " where" } else { "," };
        text.push_str(&format!("{separator} y{} is the outcome of {followup}", n + 1));
    }
    if relation.when != "true" {
        text.push_str(&format!(", when {}", relation.when));
    }
    text
}

fn write_totals(out: &mut String, discovery: &Discovery) -> fmt::Result {
    let totals = &discovery.totals;
    writeln!(
        out,
        "{} of {} tested, {} in {}",
        number(totals.tested),
        count(totals.functions, "function"),
        paint(BOLD, &count(totals.relations, "relation")),
        seconds(totals.seconds.all)
    )?;
    if totals.mutants.listed > 0 {
        writeln!(out, "mutants: {}", describe(&totals.mutants))?;
    }
    if let Some(score) = totals.laws_mutation_score {
        writeln!(out, "laws alone: score {}", paint(grade(score), &format!("{score:.2}")))?;
    }
    if let Some(held_out) = totals.held_out_mutants.filter(|held_out| held_out.listed > 0) {
        writeln!(out, "held out: {}", describe(&held_out))?;
    }
    if !totals.left_out.is_empty() {
        let parts: Vec<String> =
            totals.left_out.iter().map(|(reason, count)| format!("{} {reason}", number(*count))).collect();
        writeln!(out, "left out: {}", parts.join(", "))?;
    }
    for (n, file) in discovery.files.iter().enumerate() {
        writeln!(out, "{:<6} {file}", if n == 0 { "files:" } else { "" })?;
    }
    Ok(())
}

fn describe(mutants: &MutantCounts) -> String {
    let score = match mutants.score() {
        Some(score) => format!("score {}", paint(grade(score), &format!("{score:.2}"))),
        None => "no score".to_owned(),
    };
    format!(
        "{} listed, {} unviable, {} equivalent, {} killed: {score} ({} of {})",
        number(mutants.listed),
        number(mutants.unviable),
        number(mutants.equivalent),
        number(mutants.killed),
        number(mutants.killed),
        number(mutants.killable())
    )
}
