//! Whether two parameters have the same role: an operation on two values has its operands there, and no others.

use super::letters::in_common;

/// Words that name the two sides of something.
const PAIRS: [[&str; 2]; 14] = [
    ["left", "right"],
    ["lhs", "rhs"],
    ["first", "second"],
    ["start", "end"],
    ["low", "high"],
    ["lower", "upper"],
    ["lo", "hi"],
    ["min", "max"],
    ["from", "to"],
    ["source", "target"],
    ["old", "new"],
    ["before", "after"],
    ["expected", "actual"],
    ["self", "other"],
];
/// Letters that two names have in common, at least.
const COMMON: usize = 3;

/// Whether names of parameters of one type say that these have the same role.
pub fn same_role(a: &str, b: &str) -> bool {
    let [a, b] = [a, b].map(|name| name.trim_start_matches("r#").trim_matches('_').to_lowercase());
    let is_letter = |name: &str| name.trim_end_matches(|c: char| c.is_ascii_digit()).chars().count() == 1;
    if is_letter(&a) && is_letter(&b) {
        return true;
    }
    if PAIRS.iter().any(|[one, other]| is_turned(&a, &b, one, other) || is_turned(&b, &a, one, other)) {
        return true;
    }
    let stem = |name: &str| name.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned();
    let same = in_common(a.chars(), b.chars()).max(in_common(a.chars().rev(), b.chars().rev()));
    stem(&a) == stem(&b) || same >= COMMON && same * 2 >= a.len().min(b.len())
}

/// Whether a name is another one with one side of something in the place of the other.
fn is_turned(a: &str, b: &str, one: &str, other: &str) -> bool {
    a.contains(one) && a.replacen(one, other, 1) == b
}

#[cfg(test)]
mod tests {
    use super::same_role;

    #[test]
    fn operands_are_told_from_other_parameters() {
        for (a, b) in [
            ("a", "b"),
            ("x1", "x2"),
            ("left", "right"),
            ("latitude1", "latitude2"),
            ("first_name", "second_name"),
            ("lower_bound", "upper_bound"),
            ("self", "other"),
        ] {
            assert!(same_role(a, b) && same_role(b, a), "{a} {b}");
        }
        for (a, b) in [("text", "indicator"), ("text", "marker"), ("base", "modulus"), ("value", "low")] {
            assert!(!same_role(a, b), "{a} {b}");
        }
    }
}
