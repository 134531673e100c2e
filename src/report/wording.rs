//! Numbers and sentences that reports share, whatever they are written in.

use super::json::FunctionAdequacy;
use crate::options::Share;
use morph_relation::{Relation, Signature};

/// `9 000`: digits in groups of three.
pub(super) fn number(n: usize) -> String {
    let digits = n.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

/// `1 function`, `2 functions`.
pub(crate) fn count(n: usize, what: &str) -> String {
    format!("{} {what}{}", number(n), if n == 1 { "" } else { "s" })
}

/// What a report of a shard says, so that nobody takes it for the whole.
pub(super) fn partial(share: Share) -> String {
    format!("{share}: this report is not about the functions of the other shards")
}

/// Rounded down, so that 100 % means all.
pub(super) fn percent(share: f64) -> String {
    // What is a hair below a whole percentage by floating-point error alone is that percentage.
    format!("{:.0} %", (share * 100.0 + 1e-9).floor())
}

/// What relations a function lacks, where only more of them help: "2 relations with 1 different output; …".
pub(super) fn lacking(function: &FunctionAdequacy) -> Option<String> {
    let (relations, different) = (function.relations, function.output_relations);
    if relations == 0 {
        return Some("no relations; run `cargo morph discover` to search for some".to_owned());
    }
    let k = function.criteria.values().map(|result| result.k).max().unwrap_or(0);
    if different >= k {
        return None;
    }
    let relations = count(relations, "relation");
    Some(match different {
        0 => format!("{relations}, but none tests a source"),
        n => format!(
            "{relations} with {n} distinct output relation{}; k = {k} requires {} more",
            if n == 1 { "" } else { "s" },
            k - n
        ),
    })
}

/// The name of a test as words, in which the names of functions stay as they are.
pub fn in_words(test: &str, subject: &Signature, relation: &Relation) -> String {
    let own = subject.title();
    let mut names: Vec<String> = relation
        .called()
        .map(|path| path.rsplit("::").next().unwrap_or(path).to_owned())
        .chain([own])
        .collect();
    names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    let is_word = |c: Option<char>| c.is_some_and(|c| c != '_');
    let mut words = String::new();
    let mut rest = test;
    while let Some(first) = rest.chars().next() {
        let starts = words.is_empty() || words.ends_with(' ');
        let name = names.iter().filter(|_| starts).find(|name| {
            rest.strip_prefix(name.as_str()).is_some_and(|after| !is_word(after.chars().next()))
        });
        let taken = name.map_or(first.len_utf8(), String::len);
        words.push_str(if first == '_' && name.is_none() { " " } else { &rest[..taken] });
        rest = &rest[taken..];
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_three_digits() {
        for (n, text) in [(0, "0"), (999, "999"), (9_000, "9 000"), (1_234_567, "1 234 567")] {
            assert_eq!(number(n), text);
        }
    }

    #[test]
    fn percentages_are_rounded_down_so_that_hundred_means_all() {
        for (share, text) in [(0.0, "0 %"), (0.29, "29 %"), (0.9999, "99 %"), (1.0, "100 %")] {
            assert_eq!(percent(share), text);
        }
    }
}
