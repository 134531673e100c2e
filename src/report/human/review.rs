//! Relations that wait for a verdict, as people read them.

use std::fmt::{self, Write};

use super::text::{self, BOLD, DIM, paint, written};
use crate::report::wording::count;
use crate::report::{PendingRelation, Review};

pub(crate) fn review(review: &Review) -> String {
    written(|out| write(out, review))
}

fn write(out: &mut String, review: &Review) -> fmt::Result {
    let mut function = "";
    for relation in &review.pending {
        if relation.function != function {
            writeln!(out, "{} {}", paint(BOLD, &relation.function), paint(DIM, &place(relation)))?;
            function = &relation.function;
        }
        writeln!(out, "    {}", relation.relation.readable)?;
        writeln!(out, "        {}", paint(DIM, &format!("{}, {}", relation.relation.id, kills(relation))))?;
    }
    match review.pending.len() {
        0 => {
            writeln!(out, "no relations are pending; `cargo morph discover --pending` searches for new ones")
        }
        n => writeln!(
            out,
            "\n{} pending; `cargo morph accept <ID>` writes one, `cargo morph reject <ID>` discards it for good",
            count(n, "relation")
        ),
    }
}

/// One relation with all that a verdict needs.
pub(crate) fn pending(relation: &PendingRelation) -> String {
    written(|out| write_one(out, relation))
}

fn write_one(out: &mut String, pending: &PendingRelation) -> fmt::Result {
    let relation = &pending.relation;
    writeln!(out, "{} {}", paint(BOLD, &pending.function), paint(DIM, &place(pending)))?;
    writeln!(out, "\n    {}\n", paint(BOLD, &relation.readable))?;
    writeln!(out, "    {}", pending.words)?;
    for sample in &relation.samples {
        writeln!(out, "      {}", text::sample(sample))?;
    }
    writeln!(out, "    held on {}, {}", count(relation.groups, "group"), kills(pending))?;
    writeln!(out)?;
    for line in pending.test.lines() {
        let line = if line.is_empty() { String::new() } else { format!("  + {line}") };
        writeln!(out, "{}", paint(DIM, &line))?;
    }
    Ok(())
}

fn place(relation: &PendingRelation) -> String {
    format!("{}:{}", relation.file, relation.line)
}

/// What it kills, and what nothing else does.
fn kills(pending: &PendingRelation) -> String {
    let all = pending.relation.killed().count();
    match (all, pending.kills_alone.len()) {
        (0, _) => "kills no mutant".to_owned(),
        (all, 0) => format!("kills {}", count(all, "mutant")),
        (all, alone) => format!("kills {}, {alone} of them as the only relation", count(all, "mutant")),
    }
}
