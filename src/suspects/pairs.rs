//! What the names of two functions announce together.

/// The words of a name, in lower case.
pub fn words(name: &str) -> Vec<String> {
    let name = name.trim_start_matches("r#");
    name.split('_').filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

/// Whether a name says that something is added or taken away.
pub fn adds(name: &str) -> bool {
    let known = ["add", "plus", "inc", "increment"];
    takes_away(name) || words(name).iter().any(|word| known.contains(&word.as_str()))
}

/// Whether a name says that something is taken away.
pub fn takes_away(name: &str) -> bool {
    let known = ["sub", "subtract", "minus", "dec", "decrement"];
    words(name).iter().any(|word| known.contains(&word.as_str()))
}

/// What is left of a verb without its ending, so that "transposed" and "transpose", "contains" and "containing" are one.
pub fn root(word: &str) -> &str {
    let bare = ["ing", "ed", "es", "s", "e"].iter().find_map(|ending| word.strip_suffix(ending));
    let bare = bare.filter(|bare| bare.len() > 2).unwrap_or(word);
    let bare = bare.strip_suffix('e').unwrap_or(bare);
    let mut letters = bare.chars().rev();
    match (letters.next(), letters.next()) {
        (Some(last), Some(before)) if last == before => &bare[..bare.len() - last.len_utf8()],
        _ => bare,
    }
}

/// Words for doing something and for undoing it; the first makes what the second reads.
const INVERSES: &[(&str, &str)] = &[
    ("encode", "decode"),
    ("encoded", "decoded"),
    ("enc", "dec"),
    ("escape", "unescape"),
    ("quote", "unquote"),
    ("format", "parse"),
    ("render", "parse"),
    ("print", "parse"),
    ("write", "parse"),
    ("serialize", "deserialize"),
    ("serialise", "deserialise"),
    ("pack", "unpack"),
    ("compress", "decompress"),
    ("compress", "expand"),
    ("encrypt", "decrypt"),
    ("to", "from"),
    ("as", "from"),
    ("into", "from"),
    ("to", "parse"),
    ("string", "str"),
    ("write", "read"),
    ("wrap", "unwrap"),
    ("flatten", "unflatten"),
    ("mangle", "demangle"),
    ("marshal", "unmarshal"),
    ("interleave", "deinterleave"),
    ("forward", "backward"),
    ("forward", "inverse"),
    ("next", "prev"),
    ("next", "previous"),
    ("successor", "predecessor"),
    ("succ", "pred"),
    ("increment", "decrement"),
    ("inc", "dec"),
    ("left", "right"),
    ("add", "sub"),
    ("add", "subtract"),
    ("plus", "minus"),
    ("shift", "unshift"),
    ("lock", "unlock"),
    ("mask", "unmask"),
    ("hex", "unhex"),
    ("indent", "dedent"),
    ("indent", "unindent"),
    ("normalize", "denormalize"),
    ("project", "unproject"),
    ("stringify", "parse"),
    ("dump", "load"),
    ("dumps", "loads"),
    ("export", "import"),
    ("push", "pop"),
    ("ord", "chr"),
    ("numerify", "denumerify"),
    ("join", "split"),
    ("extend", "shorten"),
    ("lengthen", "shorten"),
    ("raise", "lower"),
    ("grow", "shrink"),
    ("deposit", "withdraw"),
    ("attach", "detach"),
    ("open", "close"),
];

/// Whether a word names a span of time without a fixed length.
pub fn is_cut(word: &str) -> bool {
    ["month", "months", "year", "years"].contains(&word.to_lowercase().as_str())
}

/// Whether names announce that `back` undoes `forth`; `Some(true)` where `back` reads what `forth` makes, `Some(false)` where
/// it is the other way round, so that `forth` may lose something.
pub fn undoes(forth: &str, back: &str) -> Option<bool> {
    let (forth, back) = (words(forth), words(back));
    // What ends at the largest number does not come back from there.
    if forth == back || forth.iter().any(|word| word == "saturating") {
        return None;
    }
    if let (Some(forth), Some(back)) = (verb(&forth), verb(&back)) {
        return undoes(&forth, &back);
    }
    // A month after the 31st of January has no such day, and is cut to its last one.
    let is_cut = forth.iter().any(|word| is_cut(word));
    for (makes, reads) in INVERSES {
        for (direction, a, b) in [(true, makes, reads), (false, reads, makes)] {
            // `to_hex` and `from_hex`; `encode` and `decode_strict` are another matter.
            if replaced(&forth, a, b).is_some_and(|turned| turned == back) {
                let symmetric = matches!(
                    *makes,
                    "left" | "next" | "forward" | "add" | "plus" | "inc" | "increment" | "succ" | "successor"
                );
                return (!symmetric || !is_cut).then_some(direction || symmetric);
            }
        }
    }
    // `sign` and `unsign`
    for prefix in ["un", "de"] {
        for (direction, longer, shorter) in [(true, &back, &forth), (false, &forth, &back)] {
            // `unsigned` is no way back from `signed`.
            let is_undone = |(a, b): (&String, &String)| {
                a == b || b.len() > 2 && !b.ends_with("ed") && *a == format!("{prefix}{b}")
            };
            if longer.len() == shorter.len() && longer.iter().zip(shorter).all(is_undone) {
                return Some(direction);
            }
        }
    }
    // `celsius_to_fahrenheit` and `fahrenheit_to_celsius`
    for word in ["to", "2", "into", "as", "from"] {
        if let (Some(at), Some(other)) =
            (forth.iter().position(|w| w == word), back.iter().position(|w| w == word))
            && forth[..at] == back[other + 1..]
            && forth[at + 1..] == back[..other]
            && at > 0
        {
            return Some(true);
        }
    }
    // `day_number` and `from_day_number`
    if let [first, rest @ ..] = back.as_slice()
        && first == "from"
        && rest == forth
    {
        return Some(true);
    }
    // `parse` and `to_string`, `from_roman` and `to_roman_numeral`
    match (forth.join("_").as_str(), back.join("_").as_str()) {
        ("to_string", "parse" | "from_str" | "from_string") => Some(true),
        ("parse" | "from_str" | "from_string", "to_string") => Some(false),
        _ => None,
    }
}

/// The name with a participle at its beginning as the verb: `extend_by` of `extended_by`.
fn verb(words: &[String]) -> Option<String> {
    let (first, rest) = words.split_first()?;
    let known = INVERSES.iter().flat_map(|(makes, reads)| [*makes, *reads]);
    let of = known.filter(|_| first.ends_with("ed")).find(|verb| root(verb) == root(first))?;
    let whole = std::iter::once(of).chain(rest.iter().map(String::as_str));
    Some(whole.collect::<Vec<_>>().join("_"))
}

/// The words with one replaced, where it is there once.
fn replaced(words: &[String], from: &str, to: &str) -> Option<Vec<String>> {
    let at = words.iter().position(|word| word == from)?;
    let mut turned = words.to_vec();
    to.clone_into(&mut turned[at]);
    Some(turned)
}

/// Words of names that say how a function does what another one does without them, and whether it may do it otherwise.
const WAYS: [&str; 14] = [
    "checked",
    "wrapping",
    "overflowing",
    "saturating",
    "try",
    "fast",
    "slow",
    "naive",
    "iterative",
    "recursive",
    "optimized",
    "mut",
    "owned",
    "inplace",
];

/// Whether two names say that functions do the same, one of them in a certain way: `add` and `checked_add`.
pub fn are_twins(a: &str, b: &str) -> bool {
    let split = |name: &str| -> (Vec<String>, Vec<String>) {
        words(name).into_iter().partition(|word| WAYS.contains(&word.as_str()))
    };
    let ((way_of_a, a), (way_of_b, b)) = (split(a), split(b));
    !a.is_empty() && (a == b && way_of_a.is_empty() != way_of_b.is_empty() || is_participle(&a, &b))
}

/// Whether two names are the same but for one verb, which is a participle in one of them: `merge` changes its receiver, `merged`
/// returns what that becomes.
fn is_participle(a: &[String], b: &[String]) -> bool {
    let different: Vec<(&String, &String)> = a.iter().zip(b).filter(|(a, b)| a != b).collect();
    let is_form = |(a, b): &(&String, &String)| root(a) == root(b) && a.ends_with("ed") != b.ends_with("ed");
    a.len() == b.len() && matches!(different.as_slice(), [one] if is_form(one))
}

/// Whether a name says that a predicate tells what another function accepts: `is_valid` and `parse`, `is_roman` and
/// `from_roman`.
pub fn validates(predicate: &str, function: &str) -> bool {
    let (predicate, function) = (words(predicate), words(function));
    let Some((first, rest)) = predicate.split_first() else { return false };
    if !["is", "validate", "valid", "can"].contains(&first.as_str()) {
        return false;
    }
    let rest: Vec<&String> = rest.iter().filter(|word| word.as_str() != "valid").collect();
    let reads = |word: &String| READS.contains(&word.as_str());
    rest.iter().all(|word| function.contains(word))
        && function.iter().any(reads)
        && function.iter().all(|word| reads(word) || rest.contains(&word))
}

/// Whether names say that a predicate accepts what another function makes: `is_valid` and `with_check_digit`.
pub fn makes_valid(maker: &str, predicate: &str) -> bool {
    let (maker, predicate) = (words(maker), words(predicate));
    let plain = ["is", "valid", "validate", "verify", "check", "checksum", "digit"];
    let makes = ["with", "append", "add", "attach", "generate", "complete", "sign", "seal"];
    let known = ["check", "checksum", "digit", "digits", "sum", "parity", "crc", "code"];
    predicate.iter().any(|word| ["valid", "validate", "verify", "check"].contains(&word.as_str()))
        && predicate.iter().all(|word| plain.contains(&word.as_str()))
        && maker.split_first().is_some_and(|(first, rest)| {
            makes.contains(&first.as_str()) && rest.iter().all(|word| known.contains(&word.as_str()))
        })
}

/// Words of names of functions that make a value of what may be none.
const READS: [&str; 10] = ["parse", "from", "decode", "read", "new", "try", "to", "str", "string", "checked"];

/// Whether the names say that what an operator is given leaves the other operand alone.
pub fn leaves_alone(operator: &str, neutral: &str) -> bool {
    match neutral {
        "zero" => ["add", "plus", "sub", "minus"].contains(&operator),
        "one" => ["mul", "times", "div"].contains(&operator),
        _ => false,
    }
}

/// Whether the names say that a function makes what a predicate accepts: `containing` and `contains`.
pub fn is_what(maker: &str, predicate: &str) -> bool {
    let (maker, predicate) = (words(maker), words(predicate));
    let makes = |word: &String| word.ends_with("ing");
    match (maker.as_slice(), predicate.as_slice()) {
        ([one], [other]) => makes(one) && root(one) == root(other),
        _ => false,
    }
}

/// Whether the names say that a function tells which values have one form, and that another one makes that form:
/// `same_account` and `canonical`.
pub fn compares_forms(predicate: &str, form: &str) -> bool {
    let (predicate, form) = (words(predicate), words(form));
    let has = |words: &[String], known: &[&str]| words.iter().any(|word| known.contains(&word.as_str()));
    let forms =
        ["canonical", "normal", "normalized", "normalised", "normalize", "normalise", "canonicalize", "fold"];
    has(&predicate, &["same", "equal", "equals", "equivalent", "eq"]) && has(&form, &forms)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_a_verb_have_one_root() {
        for (form, verb) in [
            ("transposed", "transpose"),
            ("trimmed", "trim"),
            ("containing", "contains"),
            ("covering", "covers"),
            ("turned", "turn"),
            ("added", "add"),
        ] {
            assert_eq!(root(form), root(verb), "{form} {verb}");
        }
        assert_ne!(root("mixed"), root("max"));
    }

    #[test]
    fn names_announce_inverses_in_a_direction() {
        for (forth, back) in [
            ("encode", "decode"),
            ("to_hex", "from_hex"),
            ("format_amount", "parse_amount"),
            ("celsius_to_fahrenheit", "fahrenheit_to_celsius"),
            ("to_string", "from_str"),
            ("rotate_left", "rotate_right"),
            ("day_number", "from_day_number"),
            ("sign", "unsign"),
        ] {
            assert_eq!(undoes(forth, back), Some(true), "{forth} {back}");
        }
        assert_eq!(undoes("decode", "encode"), Some(false));
        assert_eq!(undoes("encode", "encode_url"), None);
        assert_eq!(undoes("add_days", "sub_months"), None);
        assert_eq!(undoes("add_months", "sub_months"), None);
        assert_eq!(undoes("add_days", "sub_days"), Some(true));
        assert_eq!(undoes("extended", "shortened"), Some(true));
        assert_eq!(undoes("signed", "unsigned"), None);
    }

    #[test]
    fn names_announce_twins_and_predicates() {
        assert!(!are_twins("checked_add", "saturating_add"));
        assert!(are_twins("checked_add", "add") && !are_twins("add", "sub"));
        assert!(are_twins("merge", "merged") && are_twins("tidy_owned", "tidy") && !are_twins("set", "seed"));
        assert!(validates("is_valid", "parse") && validates("is_roman", "from_roman"));
        assert!(makes_valid("with_check_digit", "is_valid") && !makes_valid("with_capacity", "is_valid"));
        assert!(!validates("is_empty", "parse") && !validates("is_ltr", "next_ltr"));
    }
}
