//! Names that say which of many is taken, and that two belong together.

/// Methods of std, and what functions are called that do the same.
const CALLED: [(&str, &[&str]); 2] = [
    ("max", &["highest", "largest", "greatest", "biggest", "maximum", "find_max", "max_value"]),
    ("min", &["lowest", "smallest", "least", "minimum", "find_min", "min_value"]),
];

/// Whether a word says which of many is taken: "warmest".
fn is_superlative(word: &str) -> bool {
    let known = ["max", "min", "maximum", "minimum", "first", "last"];
    let others = ["digest", "test", "rest", "request", "manifest", "interest", "forest", "harvest", "quest"];
    known.contains(&word) || word.len() > 5 && word.ends_with("est") && !others.contains(&word)
}

/// The word of a name that says nothing else: `are_adjacent` of two, `highest` of many.
pub fn plainly(name: &str, words: &[String], family: &str, statement: &str) -> Option<String> {
    let is_same =
        |(method, by): &&(&str, &[&str])| statement.contains(&format!(".{method}()")) && by.contains(&name);
    match family {
        "commutative" if words.len() == 2 && words[0] == "are" => Some(words[0].clone()),
        "agrees with std" => CALLED.iter().find(is_same).map(|_| name.to_owned()),
        "selection" => words.iter().find(|word| is_superlative(word)).cloned(),
        _ => None,
    }
}
