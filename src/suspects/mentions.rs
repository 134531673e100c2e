//! What documentation says of a function, and of another one.

/// Words that say in a sentence that a function goes the way of another one back.
const BACK: [&str; 16] = [
    "inverse",
    "undo",
    "undoes",
    "back",
    "opposite",
    "counterpart",
    "wrote",
    "writes",
    "written",
    "reads",
    "produced",
    "produces",
    "made",
    "returned",
    "reverses",
    "reverse",
];
/// Words that deny what a sentence says.
const DENIED: [&str; 5] = ["not", "no", "never", "unlike", "isn't"];

/// Whether documentation names a function, as code.
pub fn mentions(docs: &str, name: &str) -> bool {
    sentences(docs).any(|sentence| names(sentence, name))
}

/// Whether a sentence of documentation names a function and says that it is undone, or undoes.
pub fn is_said_back(docs: &str, name: &str) -> bool {
    sentences(docs).filter(|sentence| names(sentence, name)).any(|sentence| {
        let words: Vec<String> =
            sentence.split(|c: char| !c.is_alphabetic() && c != '\'').map(str::to_lowercase).collect();
        let has = |known: &[&str]| words.iter().any(|word| known.contains(&word.as_str()));
        has(&BACK) && !has(&DENIED)
    })
}

fn sentences(docs: &str) -> impl Iterator<Item = &str> {
    docs.split("\n\n").flat_map(|part| part.split(". "))
}

/// Whether a sentence has a name in backticks, perhaps behind a path and before a call.
fn names(sentence: &str, name: &str) -> bool {
    sentence.split('`').skip(1).step_by(2).any(|code| {
        let called = code.split('(').next().unwrap_or_default();
        called.rsplit("::").next() == Some(name)
    })
}

/// Whether documentation says that what is given is brought into some form.
pub fn normalizes(docs: &str) -> bool {
    let docs = docs.to_lowercase();
    let words =
        ["simplif", "normali", "canonical", "trim", "collaps", "lowercase", "uppercase", "clamp", "round"];
    words.iter().any(|word| docs.contains(word))
}

/// Words of documentation that promise a family.
const TOLD: [(&str, &[&str]); 20] = [
    ("idempotent", &["idempotent"]),
    ("twice changes nothing", &["idempotent"]),
    ("twice has no effect", &["idempotent"]),
    ("the same both ways", &["commutative"]),
    ("same in both directions", &["commutative"]),
    ("commutative", &["commutative"]),
    ("symmetric", &["commutative"]),
    ("associative", &["associative"]),
    ("own inverse", &["involution"]),
    ("involution", &["involution"]),
    ("metric", &["commutative", "zero on the diagonal"]),
    ("regardless of order", &["permutation", "commutative"]),
    ("order does not matter", &["permutation", "commutative"]),
    ("away from zero", &["odd"]),
    ("toward zero", &["odd"]),
    ("towards zero", &["odd"]),
    ("half to even", &["odd"]),
    ("ties to even", &["odd"]),
    ("ties go to the even", &["odd"]),
    ("banker's rounding", &["odd"]),
];

/// The word by which documentation promises a family, unless it is denied.
pub fn told(docs: &str, family: &str) -> Option<&'static str> {
    let docs = docs.to_lowercase();
    let promised = |word: &str| {
        docs.match_indices(word).any(|(at, _)| {
            let before: Vec<&str> = docs[..at].split_whitespace().rev().take(3).collect();
            let denied = before.iter().any(|word| ["not", "no", "isn't", "never", "non"].contains(word));
            let part = docs[..at].chars().next_back().is_some_and(|c| c.is_alphanumeric() || c == '-');
            let longer = docs[at + word.len()..].chars().next().is_some_and(char::is_alphabetic);
            !denied && !part && !longer
        })
    };
    TOLD.iter().find(|(word, families)| families.contains(&family) && promised(word)).map(|(word, _)| *word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_say_what_goes_back() {
        assert!(is_said_back(" Reads the cells that `join_row` wrote.", "join_row"));
        assert!(is_said_back(" The inverse of [`Self::to_hex`].", "to_hex"));
        assert!(is_said_back(" Turns `encode(x)` back.", "encode"));
        assert!(!is_said_back(" Unlike `encode`, it writes no padding.", "encode"));
        assert!(!is_said_back(" Reads a text. See `encode`, too.", "encode"));
        assert!(mentions(" Reads a text. See `encode`, too.", "encode"));
        assert!(!mentions(" Reads what encode makes.", "encode"));
    }

    #[test]
    fn documentation_promises_unless_it_denies() {
        assert_eq!(told(" This metric is symmetric.", "commutative"), Some("symmetric"));
        assert_eq!(told(" Note that this is not symmetric.", "commutative"), None);
        assert_eq!(told(" An asymmetric measure.", "commutative"), None);
    }
}
