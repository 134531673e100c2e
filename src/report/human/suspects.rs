//! The reports of `suspects`.

use std::fmt::{self, Write};

use super::text::{BOLD, DIM, GREEN, RED, YELLOW, of_share, paint, seconds, written};
use crate::options::{Level, Says};
use crate::report::wording::count;
use crate::report::{SuspectReport, Suspects};

/// Further laws that are shown.
const FURTHER: usize = 3;

pub(crate) fn suspects(suspects: &Suspects) -> String {
    written(|out| {
        write(out, suspects)?;
        out.write_str(&of_share(suspects.share))
    })
}

fn write(out: &mut String, document: &Suspects) -> fmt::Result {
    if document.totals.functions == 0 && !document.verdicts.is_empty() {
        return verdicts(out, document);
    }
    for suspect in &document.suspects {
        report(out, suspect)?;
    }
    let totals = &document.totals;
    let found = match totals.suspects {
        0 => paint(GREEN, "no suspects"),
        n => paint(RED, &count(n, "suspect")),
    };
    let mut parts = vec![format!("{found} in {}", count(totals.functions, "function"))];
    if totals.hidden > 0 {
        parts.push(format!("{} not shown (--all shows them)", totals.hidden));
    }
    if totals.dismissed > 0 {
        parts.push(format!("{} dismissed", totals.dismissed));
    }
    writeln!(out, "{} in {}", parts.join(", "), seconds(totals.seconds.all))
}

fn report(out: &mut String, suspect: &SuspectReport) -> fmt::Result {
    let style = match suspect.level {
        Level::Certain => RED,
        Level::Likely => YELLOW,
        Level::Possible => DIM,
    };
    let level = match suspect.level {
        Level::Certain => "almost certainly a bug",
        Level::Likely => "likely a bug",
        Level::Possible => "possibly a bug",
    };
    let place = format!("{}:{}", suspect.file, suspect.line);
    writeln!(out, "{}: {} ({})", paint(BOLD, &place), paint(style, level), suspect.id)?;
    writeln!(out, "    {} does not hold", paint(BOLD, &suspect.law))?;
    for call in &suspect.counterexample.executions {
        writeln!(out, "        {}{}{}", call.call, call.link(), paint(BOLD, &call.result))?;
    }
    writeln!(out, "    {}", paint(DIM, &format!("expected: {}", suspect.evidence.join("; "))))?;
    writeln!(out, "    {}", paint(DIM, &rate(suspect)))?;
    for further in suspect.further.iter().take(FURTHER) {
        writeln!(out, "    {}", paint(DIM, &format!("also fails: {}", further.law)))?;
    }
    if suspect.further.len() > FURTHER {
        let more = count(suspect.further.len() - FURTHER, "more law");
        writeln!(out, "    {}", paint(DIM, &format!("and {more}")))?;
    }
    writeln!(out)
}

/// On how many ordinary inputs it fails.
pub(crate) fn rate(suspect: &SuspectReport) -> String {
    match suspect.failures {
        0 => format!("fails on special inputs, but on none of {}", count(suspect.inputs, "ordinary input")),
        n => {
            let share = n as f64 * 100.0 / suspect.inputs.max(1) as f64;
            let digits = if share < 1.0 { 2 } else { 0 };
            format!("fails on {n} of {} ({share:.digits$} %)", count(suspect.inputs, "ordinary input"))
        }
    }
}

fn verdicts(out: &mut String, document: &Suspects) -> fmt::Result {
    for verdict in &document.verdicts {
        let what = match verdict.says {
            Says::Dismissed => "dismissed",
            Says::Intended => "intended",
            Says::Kept => "kept as a test",
            Says::Rejected => "rejected",
        };
        writeln!(out, "{} {what}: {}", paint(BOLD, &verdict.id), verdict.law)?;
        let because = verdict.because.as_ref().map_or_else(String::new, |why| format!(" ({why})"));
        writeln!(out, "    {}", paint(DIM, &format!("{}{because}", verdict.function)))?;
    }
    writeln!(out, "{}", count(document.verdicts.len(), "verdict"))
}
