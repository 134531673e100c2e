//! Text as words of a name.

/// Longer names are cut at a word.
pub const LONGEST: usize = 60;

/// Text as words of a name.
pub fn slug(text: &str) -> String {
    const WORDS: &[(&str, &str)] = &[
        (".iter()", " "),
        (".chars()", " "),
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

/// A name of words, shortened.
pub fn cut(name: &str) -> String {
    let mut kept = name;
    while kept.len() > LONGEST {
        kept = kept.rfind('_').map_or(&kept[..LONGEST], |at| &kept[..at]);
    }
    let mut words = String::new();
    for c in kept.trim_matches('_').chars() {
        if c != '_' || !words.ends_with('_') {
            words.push(c);
        }
    }
    words
}
