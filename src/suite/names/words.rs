//! Text as words of a name.

/// Longer names are cut.
pub const LONGEST: usize = 60;
/// A name does not end with one of these.
const LINKS: [&str; 21] = [
    "a", "above", "and", "are", "as", "at", "below", "by", "for", "in", "is", "least", "most", "not", "of",
    "or", "over", "than", "the", "to", "when",
];

/// Text as words of a name.
pub fn slug(text: &str) -> String {
    const WORDS: &[(&str, &str)] = &[
        (".chars().count()", " length"),
        (".iter()", " "),
        (".chars()", " "),
        (".len()", " length"),
        (".to_uppercase()", " in upper case"),
        (".to_lowercase()", " in lower case"),
        (" as f64", " "),
        ("|x|", " "),
        ("==", " is "),
        ("!=", " is not "),
        ("<=", " at most "),
        (">=", " at least "),
        ("&&", " and "),
        ("||", " or "),
        ("<", " below "),
        (">", " above "),
        ("+", " plus "),
        ("*", " times "),
        ("/", " over "),
        ("%", " mod "),
        (" - ", " minus "),
        ("-", " minus "),
        ("!", " not "),
        (".", " "),
    ];
    let mut text = text.to_owned();
    for (symbol, word) in WORDS {
        text = text.replace(symbol, word);
    }
    let words: Vec<String> = text
        .split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect();
    words.join("_")
}

/// A name of words, shortened: without the circumstances where these make it too long, else at a word.
pub fn cut(name: &str, longest: usize) -> String {
    let mut kept = name;
    if kept.len() > longest {
        kept = kept.split_once("_when_").map_or(kept, |(said, _)| said);
    }
    while kept.len() > longest || (kept.len() < name.len() && ends_with_link(kept)) {
        kept = kept.rfind('_').map_or(&kept[..kept.len().min(longest)], |at| &kept[..at]);
    }
    let mut words = String::new();
    for c in kept.trim_matches('_').chars() {
        if c != '_' || !words.ends_with('_') {
            words.push(c);
        }
    }
    words
}

fn ends_with_link(name: &str) -> bool {
    name.rsplit_once('_').is_some_and(|(_, last)| LINKS.contains(&last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_too_long_end_with_a_word_that_can_end_them() {
        assert_eq!(cut("f_is_unchanged_when_a_is_negated", 80), "f_is_unchanged_when_a_is_negated");
        let inputs = "_and_the_other_input_and_the_third_one_are_extended_in_front";
        assert_eq!(cut(&format!("f_is_unchanged_when_the_first_input{inputs}"), 80), "f_is_unchanged");
        let cut = cut(&format!("f_of_{}_is_longer_than_it_was", "word".repeat(15)), 80);
        assert_eq!(cut, format!("f_of_{}_is_longer", "word".repeat(15)));
    }
}
