//! Names that say which of many is taken, that two belong together, and how many parts there are.

use super::pairs::root;

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

/// What something is cut into, the last one perhaps not full.
const PARTS: [&str; 6] = ["page", "chunk", "batch", "block", "sheet", "segment"];

/// The word that says how many parts there are: `page_count`, `num_chunks`, `pages`.
fn number_of_parts(words: &[String]) -> Option<String> {
    let counts = words.iter().any(|word| ["count", "num", "number", "total"].contains(&word.as_str()));
    let is_part = |word: &&String| {
        let plural = word.ends_with('s') && PARTS.iter().any(|part| root(part) == root(word));
        plural || counts && PARTS.contains(&word.as_str())
    };
    words.iter().find(is_part).cloned()
}

/// The word of a name that says nothing else: `are_adjacent` of two, `highest` of many.
pub fn plainly(name: &str, words: &[String], family: &str, statement: &str) -> Option<String> {
    let is_same =
        |(method, by): &&(&str, &[&str])| statement.contains(&format!(".{method}()")) && by.contains(&name);
    match family {
        "commutative" if words.len() == 2 && words[0] == "are" => Some(words[0].clone()),
        "agrees with std" => CALLED.iter().find(is_same).map(|_| name.to_owned()),
        "rounding up of quotients" => number_of_parts(words),
        "selection" => words.iter().find(|word| is_superlative(word)).cloned(),
        _ => None,
    }
}
