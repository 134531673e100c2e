//! Results of `check` in formats of others: annotations, JUnit, SARIF.

use super::{Check, CheckedFunction, CheckedRelation};
use crate::options::Format;
use morph_source::exit::{Code, fail};

mod github;
mod junit;
mod sarif;

/// The whole text of a format that only `check` has.
pub(super) fn text(check: &Check, format: Format) -> anyhow::Result<String> {
    match format {
        Format::Github => Ok(github::annotations(check)),
        Format::Junit => junit::report(check),
        Format::Sarif => sarif::log(check),
        Format::Human | Format::Json => Err(fail(Code::Internal, "is no format of others")),
    }
}

/// A violation in one line.
fn headline(relation: &CheckedRelation) -> String {
    format!("relation {} ({}) is violated", relation.readable, relation.id)
}

/// The executions that show it, one a line.
fn executions(relation: &CheckedRelation) -> Vec<String> {
    let calls = relation.counterexample.iter().flat_map(|counterexample| &counterexample.executions);
    calls.map(|call| format!("{} is {}", call.call, call.result)).collect()
}

/// Everything that there is to say of a violation.
fn details(function: &CheckedFunction, relation: &CheckedRelation) -> String {
    let mut lines = vec![headline(relation)];
    lines.extend(executions(relation));
    lines.push(format!("violated on {} of {} groups", relation.violations, relation.groups));
    lines.extend(function.diff.iter().cloned());
    lines.join("\n")
}

#[cfg(test)]
mod tests;
