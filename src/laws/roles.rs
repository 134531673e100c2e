//! What names say: whether two parameters have the same role, for an operation on two values has its operands there, and no
//! others; whether two functions do the opposite of each other.

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
/// Words that name opposite actions.
const OPPOSITES: [[&str; 2]; 20] = [
    ["add", "sub"],
    ["add", "subtract"],
    ["add", "remove"],
    ["plus", "minus"],
    ["mul", "div"],
    ["multiply", "divide"],
    ["increment", "decrement"],
    ["increase", "decrease"],
    ["next", "prev"],
    ["next", "previous"],
    ["succ", "pred"],
    ["encode", "decode"],
    ["escape", "unescape"],
    ["insert", "remove"],
    ["push", "pop"],
    ["floor", "ceil"],
    ["min", "max"],
    ["first", "last"],
    ["before", "after"],
    ["shl", "shr"],
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

/// Whether names of functions, but for one word in which they are opposites, are the same: where they agree, one is wrong.
pub fn are_opposites(a: &str, b: &str) -> bool {
    let words = |name: &str| name.split('_').map(str::to_owned).collect::<Vec<_>>();
    let (a, b) = (words(a), words(b));
    let differ: Vec<[&str; 2]> =
        a.iter().zip(&b).filter(|(a, b)| a != b).map(|(a, b)| [a.as_str(), b.as_str()]).collect();
    let is_pair =
        |[one, other]: &[&str; 2]| OPPOSITES.contains(&[one, other]) || OPPOSITES.contains(&[other, one]);
    a.len() == b.len() && matches!(differ.as_slice(), [only] if is_pair(only))
}

/// Whether two names have a word in common: what is returned is of the kind of a parameter that is named like the function.
pub fn share_word(a: &str, b: &str) -> bool {
    let words = |name: &str| -> Vec<String> {
        name.split('_').filter(|word| word.len() > COMMON).map(str::to_lowercase).collect()
    };
    let other = words(b);
    words(a).iter().any(|word| other.contains(word))
}

/// Whether a name is another one with one side of something in the place of the other.
fn is_turned(a: &str, b: &str, one: &str, other: &str) -> bool {
    a.contains(one) && a.replacen(one, other, 1) == b
}

#[cfg(test)]
mod tests {
    use super::{are_opposites, same_role};

    #[test]
    fn opposites_differ_in_one_word() {
        assert!(are_opposites("sub_months", "add_months") && are_opposites("next", "prev"));
        assert!(!are_opposites("add_days", "sub_months") && !are_opposites("add", "plus"));
    }

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
