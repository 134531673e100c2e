//! What became of mutants, as people read it.

use std::fmt::{self, Write};

use super::text::{BOLD, DIM, GREEN, RED, YELLOW, paint, written};
use crate::report::wording::count;
use crate::report::{KillFate, Kills};

pub(crate) fn kills(kills: &Kills) -> String {
    written(|out| write(out, kills))
}

fn write(out: &mut String, kills: &Kills) -> fmt::Result {
    for told in &kills.mutants {
        let (style, fate) = match told.fate {
            KillFate::Killed => (GREEN, "killed"),
            KillFate::Alive => (RED, "alive"),
            KillFate::Equivalent => (DIM, "possibly equivalent"),
            KillFate::NotTestable => (YELLOW, "not testable"),
            KillFate::NotRun => (DIM, "not run"),
            KillFate::Unknown => (YELLOW, "unknown"),
        };
        writeln!(out, "{}", paint(BOLD, &told.mutant))?;
        match (&told.by, &told.reason) {
            (Some(by), _) => {
                let state = if by.written { "written" } else { "new" };
                writeln!(out, "    {} by {}", paint(style, fate), by.readable)?;
                writeln!(out, "        {}", paint(DIM, &format!("{}, {state} {}", by.id, by.grade)))?;
            }
            (None, reason) => {
                let reason = reason.as_deref().map_or_else(String::new, |why| format!(": {why}"));
                writeln!(out, "    {}{reason}", paint(style, fate))?;
            }
        }
    }
    let killed = kills.mutants.iter().filter(|told| told.fate == KillFate::Killed).count();
    writeln!(out, "{killed} of {} killed", count(kills.mutants.len(), "mutant"))
}
