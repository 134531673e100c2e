//! The doc comment of a generated test.

use super::entry::{Entry, Evidence};
use morph_relation::{Lookup, Signature};

/// The lines: the relation as a person reads it, then what it rests on. `lookup` knows the functions that it calls.
pub fn documentation(entry: &Entry, subject: &Signature, lookup: Lookup<'_>) -> Vec<String> {
    let mut lines = wrapped(&entry.relation.readable(subject, lookup));
    lines.extend([String::new(), format!("{} ({}).", sentence(entry.evidence), entry.id)]);
    lines
}

/// What was seen of a relation, without the end of the sentence.
pub fn sentence(evidence: Evidence) -> String {
    let groups = match evidence.groups {
        1 => "1 group".to_owned(),
        n => format!("{} groups", spaced(n)),
    };
    let kills = match (evidence.killed, evidence.mutants) {
        (0, _) | (_, 0) => String::new(),
        (killed, all) => format!("; fails on {killed} of {all} mutants"),
    };
    format!("Held on {groups}{kills}")
}

/// What a line of a doc comment says was seen of a relation; `None` for other lines.
pub fn evidence(line: &str) -> Option<Evidence> {
    let said = line.trim().strip_prefix("Held on ")?.split(" (").next()?;
    let (groups, kills) = said.split_once("; fails on ").unwrap_or((said, ""));
    let groups = groups.strip_suffix(" groups").or(groups.strip_suffix(" group"))?.replace(' ', "");
    let (killed, mutants) = match kills {
        "" => (0, 0),
        kills => {
            let (killed, all) = kills.strip_suffix(" mutants")?.split_once(" of ")?;
            (killed.parse().ok()?, all.parse().ok()?)
        }
    };
    Some(Evidence { groups: groups.parse().ok()?, killed, mutants })
}

/// Breaks a long relation before a guard or an operator that stands in no parentheses.
fn wrapped(text: &str) -> Vec<String> {
    const WIDE: usize = 94;
    let mut lines = vec![text.to_owned()];
    for pause in
        [" when ", " (floats ", " (no NaN", " (within ", " == ", " <= ", " >= ", " < ", " > ", " && ", " && "]
    {
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
    fn what_was_seen_is_read_back_from_the_documentation() {
        for (groups, killed, mutants) in [(1, 0, 0), (17_487, 4, 7), (1_234_567, 1, 1)] {
            let seen = Evidence { groups, killed, mutants };
            assert_eq!(evidence(&format!(" {} (gcd-6ba1c4).", sentence(seen))), Some(seen));
        }
        assert_eq!(evidence("Held on to it."), None);
        assert_eq!(evidence("gcd(b, a) == gcd(a, b)"), None);
    }

    #[test]
    fn long_relation_is_broken_before_operators_that_stand_in_no_parentheses() {
        let guard = "values.iter().all(|x| x.abs() <= 1000.0) && k.abs() <= 1000.0 && k >= 0.0";
        let law = "mean(values.iter().map(|x| x * k)) == mean(values) * k.abs()";
        assert_eq!(wrapped(&format!("{law} when {guard}")), [law.to_owned(), format!("when {guard}")]);
        assert_eq!(wrapped(law), [law]);
    }
}
