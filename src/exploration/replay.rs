//! The check that a subject is deterministic.

use anyhow::Result;

use morph_lab::{Lab, Outcome};
use morph_relation::{Value, show_literal};
use morph_source::scan::Subject;
use morph_traces::{Executor, ORIGINAL_FUEL, RowId, Untestable};

/// Executes all rows again in another process and refuses a subject whose outcome differs.
///
/// The rows come in reverse, each twice in a row, and hardly anything is in the environment: a function that counts
/// its calls, or keeps its first or last argument, would answer the same way to the same calls in the same order.
pub fn refuse_nondeterministic(
    lab: &Lab,
    subject: &Subject,
    inputs: &[Vec<Value>],
    rows: &[RowId],
    executor: &Executor<'_>,
) -> Result<()> {
    let mut replay = lab.session(&subject.path)?.with_bare_environment();
    // What has no end returns nothing that could differ.
    let ends = |(_, row): &(&Vec<Value>, &RowId)| *executor.original(**row) != Outcome::OutOfFuel;
    let (inputs, rows): (Vec<&Vec<Value>>, Vec<&RowId>) = inputs.iter().zip(rows).filter(ends).unzip();
    let twice: Vec<Vec<Value>> =
        inputs.into_iter().rev().flat_map(|input| [input.clone(), input.clone()]).collect();
    replay.load(&twice)?;
    let again = replay.original(ORIGINAL_FUEL)?;
    if let Some(call) = replay.forbidden() {
        return Err(Untestable::impure(call).into());
    }
    let first = rows.into_iter().rev().flat_map(|row| [row, row]);
    let differs = first.zip(&again).find(|(row, second)| {
        let (first, second) = (executor.original(**row), &second.outcome);
        let alike = matches!((first, second), (Outcome::Panic(_), Outcome::Panic(_)));
        first != second && !alike && ![first, second].contains(&&Outcome::NotRun)
    });
    let Some((row, _)) = differs else { return Ok(()) };
    let args: Vec<String> = executor.input(*row).iter().map(show_literal).collect();
    let why = format!("is not deterministic: {}({}) had two outcomes", subject.name, args.join(", "));
    Err(Untestable(why).into())
}
