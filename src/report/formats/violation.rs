//! The texts of a violation, which every format shows.

use crate::report::{Call, CheckedFunction, CheckedRelation};

/// A violation in one line.
pub fn headline(relation: &CheckedRelation) -> String {
    format!("relation {} ({}) is violated", relation.readable, relation.id)
}

/// The executions that show it, one a line.
pub fn executions(relation: &CheckedRelation) -> Vec<String> {
    let calls = relation.counterexample.iter().flat_map(|counterexample| &counterexample.executions);
    calls.map(Call::sentence).collect()
}

/// Everything that there is to say of a violation.
pub fn details(function: &CheckedFunction, relation: &CheckedRelation) -> String {
    let mut lines = vec![headline(relation)];
    lines.extend(executions(relation));
    lines.push(format!("violated on {} of {} groups", relation.violations, relation.groups));
    lines.extend(function.diff.iter().cloned());
    lines.join("\n")
}
