//! The doc comment of a generated test.

use super::entry::Entry;
use morph_relation::{Lookup, Signature};

/// The lines: the relation as a person reads it, then what it rests on. `lookup` knows the functions that it calls.
pub fn documentation(entry: &Entry, subject: &Signature, lookup: Lookup<'_>) -> Vec<String> {
    let groups = match entry.groups {
        1 => "1 group".to_owned(),
        n => format!("{} groups", spaced(n)),
    };
    let kills = match (entry.kills.len(), entry.mutants) {
        (0, _) | (_, 0) => String::new(),
        (killed, all) => format!("; fails on {killed} of {all} mutants"),
    };
    let mut lines = wrapped(&entry.relation.readable(subject, lookup));
    lines.extend([String::new(), format!("Held on {groups}{kills} ({}).", entry.id)]);
    lines
}

/// Breaks a long relation before a guard or an operator that stands in no parentheses.
fn wrapped(text: &str) -> Vec<String> {
    const WIDE: usize = 94;
    let mut lines = vec![text.to_owned()];
    for pause in [" when ", " == ", " <= ", " >= ", " < ", " > ", " && ", " && "] {
        // A guard breaks between its conditions.
        let may = |line: &str| pause == " && " || !line.starts_with("when ");
        let broken = lines.into_iter().flat_map(|line| match outside(&line, pause).filter(|_| may(&line)) {
            Some(at) if line.chars().count() > WIDE => vec![line[..at].to_owned(), line[at + 1..].to_owned()],
            _ => vec![line],
        });
        lines = broken.collect();
    }
    lines
}

/// Where `pause` stands in a text outside all parentheses.
fn outside(text: &str, pause: &str) -> Option<usize> {
    let depth = |before: &str| {
        before
            .chars()
            .map(|c| i32::from(matches!(c, '(' | '[')) - i32::from(matches!(c, ')' | ']')))
            .sum::<i32>()
    };
    text.match_indices(pause).map(|(at, _)| at).find(|at| depth(&text[..*at]) == 0)
}

/// Digits in threes.
fn spaced(n: u64) -> String {
    let digits = n.to_string();
    let (head, tail) = digits.split_at(digits.len() % 3);
    let threes = (0..tail.len()).step_by(3).map(|i| &tail[i..i + 3]);
    std::iter::once(head).filter(|head| !head.is_empty()).chain(threes).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_relation_is_broken_before_operators_that_stand_in_no_parentheses() {
        let guard = "values.iter().all(|x| x.abs() <= 1000.0) && k.abs() <= 1000.0 && k >= 0.0";
        let law = "mean(values.iter().map(|x| x * k)) == mean(values) * k.abs()";
        assert_eq!(wrapped(&format!("{law} when {guard}")), [law.to_owned(), format!("when {guard}")]);
        assert_eq!(wrapped(law), [law]);
    }
}
