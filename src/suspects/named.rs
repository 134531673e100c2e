//! Laws that the name of a function announces.

/// Words of names, and the families of laws that they announce.
pub const NAMED: &[(&[&str], &[&str])] = &[
    (
        &[
            "distance",
            "dist",
            "levenshtein",
            "hamming",
            "jaro",
            "winkler",
            "similarity",
            "similar",
            "dice",
            "jaccard",
            "cosine",
            "overlap",
            "overlaps",
            "overlapping",
            "intersect",
            "intersects",
            "intersection",
            "disjoint",
            "union",
            "gcd",
            "lcm",
            "equal",
            "equals",
            "equivalent",
            "same",
            "midpoint",
            "adjacent",
            "collides",
            "touches",
            "anagram",
            "anagrams",
            "coprime",
            "parallel",
            "perpendicular",
            "orthogonal",
        ],
        &["commutative"],
    ),
    (&["halfway", "middle"], &["commutative"]),
    (&["max", "min", "add", "sum", "mul", "multiply", "product", "xor", "average", "mean"], &["commutative"]),
    (&["sub", "subtract", "difference", "diff", "delta", "cross", "signed"], &["anticommutative"]),
    (
        &["cmp", "compare", "order", "ordering", "collate", "natord"],
        &["antisymmetric", "equal on the diagonal", "transitive"],
    ),
    (&["eq", "equal", "equals", "equivalent", "same", "anagram", "anagrams"], &["reflexive", "transitive"]),
    (
        &["distance", "dist", "levenshtein", "hamming"],
        &["zero on the diagonal", "never negative", "identity of indiscernibles"],
    ),
    (
        &["levenshtein"],
        &[
            "triangle inequality",
            "bounded by the longer",
            "common prefix",
            "common reversal",
            "distance from nothing",
        ],
    ),
    (
        &["similarity", "jaro", "dice", "jaccard", "cosine", "ratio"],
        &["one on the diagonal", "between 0 and 1", "between -1 and 1", "largest on the diagonal"],
    ),
    (&["normalized", "probability", "fraction"], &["between 0 and 1"]),
    (
        &[
            "normalize",
            "normalise",
            "normalized",
            "canonical",
            "canonicalize",
            "canonicalise",
            "clean",
            "cleanup",
            "sanitize",
            "sanitise",
            "trim",
            "strip",
            "slug",
            "slugify",
            "simplify",
            "simplified",
            "reduced",
            "dedup",
            "deduplicate",
            "dedupe",
            "unique",
            "uniq",
            "sort",
            "sorted",
            "abs",
            "round",
            "floor",
            "ceil",
            "ceiling",
            "clamp",
            "collapse",
            "squeeze",
            "condense",
            "lower",
            "upper",
            "lowercase",
            "uppercase",
            "snake",
            "kebab",
            "camel",
            "pascal",
            "title",
            "capitalize",
            "capitalise",
            "train",
            "screaming",
            "truncate",
            "compact",
            "standardize",
            "absolute",
            "minify",
            "wrap",
            "fill",
            "quantize",
            "quantise",
            "snap",
            "align",
            "ellipsize",
            "shorten",
            "pad",
            "limit",
            "cap",
            "tidy",
            "ascii",
            "singularize",
            "pluralize",
            "dedent",
            "unindent",
            "rounded",
            "trimmed",
            "normal",
        ],
        &["idempotent"],
    ),
    (
        &[
            "reverse",
            "reversed",
            "negate",
            "neg",
            "not",
            "invert",
            "inverted",
            "inverse",
            "complement",
            "transpose",
            "swap",
            "swapped",
            "flip",
            "mirror",
            "conjugate",
            "opposite",
            "toggle",
            "reciprocal",
            "rot13",
            "atbash",
        ],
        &["involution"],
    ),
    (&["gcd", "lcm", "union", "intersection", "compose", "max", "min", "xor"], &["associative"]),
    (
        &["gcd", "lcm", "min", "max", "union", "intersection", "average", "mean", "midpoint"],
        &["idempotent operation"],
    ),
    (&["gcd"], &["common divisor", "absolute value"]),
    (&["lcm"], &["common multiple", "absolute value"]),
    (
        &[
            "mean",
            "average",
            "avg",
            "median",
            "variance",
            "stddev",
            "deviation",
            "std",
            "sum",
            "max",
            "maximum",
            "min",
            "minimum",
            "mode",
            "total",
            "percentile",
            "quantile",
            "product",
            "histogram",
        ],
        &["permutation", "reversal", "order of concatenation"],
    ),
    (&["mean", "average", "avg", "median", "mode"], &["between extremes", "repetition"]),
    (&["variance", "stddev", "deviation"], &["never negative", "invariant under a shift"]),
    (
        &["midpoint", "halfway", "middle", "mean", "average", "median", "lerp", "interpolate"],
        &["between the arguments"],
    ),
    (&["clamp"], &["between the arguments", "between the bounds"]),
    (&["sort", "sorted", "order", "rank"], &["sorted", "elements", "length", "permutation"]),
    (&["dedup", "unique", "uniq", "deduplicate"], &["sorted"]),
    (&["reverse", "reversed", "rotate", "rotated", "shuffle", "swap", "transpose"], &["length", "elements"]),
    (&["merge", "merged"], &["length of a merge", "elements of a merge"]),
    (&["insensitive", "ignorecase", "nocase"], &["case", "ASCII case"]),
    (&["case"], &["idempotent"]),
    (&["palindrome"], &["reversal", "palindrome"]),
    (&["abs", "norm", "length", "magnitude", "area", "perimeter", "hypot"], &["never negative"]),
    (&["abs", "magnitude", "norm", "cos"], &["even"]),
    (
        &["modulo", "rem", "euclid", "wrap", "modulus"],
        &["below", "never negative", "translation", "translation by multiples"],
    ),
    (&["isqrt", "sqrt", "root"], &["integer square root", "monotone", "square root"]),
    (&["cbrt"], &["cube root", "integer cube root", "monotone", "odd"]),
    (
        &["floor", "ceil", "ceiling", "round", "log", "log2", "log10", "ilog", "quantize", "truncate"],
        &["monotone"],
    ),
    (&["truncate", "sin", "tan", "asin", "atan", "sinh", "tanh"], &["odd"]),
    (
        &[
            "celsius",
            "fahrenheit",
            "kelvin",
            "miles",
            "kilometers",
            "km",
            "meters",
            "feet",
            "pounds",
            "kilograms",
            "radians",
            "degrees",
        ],
        &["monotone"],
    ),
    (
        &["split", "distribute", "allocate", "apportion", "divide", "share"],
        &["parts of a sum", "number of parts"],
    ),
    (&["truncate", "ellipsize", "shorten", "abbreviate", "limit", "cut"], &["truncated length"]),
    (
        &[
            "pad",
            "center",
            "centre",
            "ljust",
            "rjust",
            "justify",
            "pad_left",
            "pad_right",
            "padded",
            "lpad",
            "rpad",
            "zfill",
        ],
        &["width", "padded length"],
    ),
    (&["lower", "lowercase", "snake", "kebab", "slug", "slugify"], &["form"]),
    (&["upper", "uppercase", "screaming", "shouty"], &["form"]),
    (&["trim", "trimmed"], &["form"]),
    (
        &["count", "count_words", "occurrences"],
        &["additive over concatenation", "additive over separated parts"],
    ),
    (&["concat", "append", "join"], &["neutral element", "length of a merge"]),
    (&["binomial", "choose"], &["complement", "Pascal's rule"]),
    (&["factorial"], &["factorial"]),
    (&["fibonacci", "fib"], &["Fibonacci"]),
    (
        &["add", "plus", "sum", "offset", "shift", "rotate", "advance", "forward"],
        &["undone by the negated", "action"],
    ),
    (&["prefix"], &["commutative", "common reversal", "part"]),
    (&["blend", "mix", "lerp", "interpolate"], &["between the arguments"]),
    (&["scale", "scaled"], &["homogeneous"]),
    (&["triangle", "ordered", "validate"], &["permutation"]),
];

/// Words of names of what is no distance, though a distance is in the name, and the families of distances.
const RELATIVE: [&str; 5] = ["normalized", "normalised", "similarity", "ratio", "relative"];
const METRIC: [&str; 5] = [
    "zero on the diagonal",
    "identity of indiscernibles",
    "triangle inequality",
    "bounded by the longer",
    "distance from nothing",
];

/// Families of which a function obeys one: what it returns for equal arguments is these, or their absolute value.
pub fn group(family: &'static str) -> &'static str {
    match family {
        "absolute value" => "idempotent operation",
        "zero on the diagonal" => "one on the diagonal",
        "between -1 and 1" => "between 0 and 1",
        family => family,
    }
}

/// Forms of text, by the word that announces them; the family "form" says all.
const FORMS: [(&str, &[&str]); 3] = [
    (".to_lowercase()", &["lower", "lowercase", "snake", "kebab", "slug", "slugify"]),
    (".to_uppercase()", &["upper", "uppercase", "screaming", "shouty"]),
    (".trim()", &["trim", "trimmed"]),
];

/// The words of a name, in lower case.
pub fn words(name: &str) -> Vec<String> {
    let name = name.trim_start_matches("r#");
    name.split('_').filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

/// The word of a name that announces a family.
pub fn announces(name: &str, family: &str, statement: &str) -> Option<String> {
    let words = words(name);
    let standard = |word: &&String| {
        family == "agrees with std" && statement.contains(&format!(".{name}(")) && **word == name
    };
    let stands = |known: &[&str], word: &&String| known.contains(&word.as_str());
    if family == "form" {
        let of = FORMS.iter().find(|(form, _)| statement.contains(form))?;
        return words.iter().find(|word| stands(of.1, word)).cloned();
    }
    // "eq", "is_same": a longer name qualifies.
    if ["transitive", "reflexive"].contains(&family) && words.len() > 2 {
        return None;
    }
    let relative = words.iter().any(|word| RELATIVE.contains(&word.as_str()));
    if relative && METRIC.contains(&family) {
        return None;
    }
    // "subtract days" is no subtraction of alike things, "index of" no index: types decide on that.
    let named = |word: &&String| {
        NAMED.iter().any(|(known, families)| stands(known, word) && families.contains(&family))
    };
    words.iter().find(|word| named(word) || standard(word)).cloned()
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
    ("split", "join"),
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
];

/// Whether names announce that `back` undoes `forth`; `Some(true)` where `back` reads what `forth` makes, `Some(false)` where
/// it is the other way round, so that `forth` may lose something.
pub fn undoes(forth: &str, back: &str) -> Option<bool> {
    let (forth, back) = (words(forth), words(back));
    if forth == back {
        return None;
    }
    for (makes, reads) in INVERSES {
        for (direction, a, b) in [(true, makes, reads), (false, reads, makes)] {
            // `to_hex` and `from_hex`; `encode` and `decode_strict` are another matter.
            if replaced(&forth, a, b).is_some_and(|turned| turned == back) {
                let symmetric = matches!(
                    *makes,
                    "left" | "next" | "forward" | "add" | "plus" | "inc" | "increment" | "succ" | "successor"
                );
                return Some(direction || symmetric);
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
    // `parse` and `to_string`, `from_roman` and `to_roman_numeral`
    match (forth.join("_").as_str(), back.join("_").as_str()) {
        ("to_string", "parse" | "from_str" | "from_string") => Some(true),
        ("parse" | "from_str" | "from_string", "to_string") => Some(false),
        _ => None,
    }
}

/// The words with one replaced, where it is there once.
fn replaced(words: &[String], from: &str, to: &str) -> Option<Vec<String>> {
    let at = words.iter().position(|word| word == from)?;
    let mut turned = words.to_vec();
    to.clone_into(&mut turned[at]);
    Some(turned)
}

/// Words of names that say how a function does what another one does without them, and whether it may do it otherwise.
const WAYS: [&str; 12] = [
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
];

/// Whether two names say that functions do the same, one of them in a certain way: `add` and `checked_add`.
pub fn are_twins(a: &str, b: &str) -> bool {
    let split = |name: &str| -> (Vec<String>, Vec<String>) {
        words(name).into_iter().partition(|word| WAYS.contains(&word.as_str()))
    };
    let ((way_of_a, a), (way_of_b, b)) = (split(a), split(b));
    !a.is_empty() && a == b && way_of_a.is_empty() != way_of_b.is_empty()
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
    rest.iter().all(|word| function.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_announce_inverses_in_a_direction() {
        for (forth, back) in [
            ("encode", "decode"),
            ("to_hex", "from_hex"),
            ("format_amount", "parse_amount"),
            ("celsius_to_fahrenheit", "fahrenheit_to_celsius"),
            ("to_string", "from_str"),
            ("rotate_left", "rotate_right"),
        ] {
            assert_eq!(undoes(forth, back), Some(true), "{forth} {back}");
        }
        assert_eq!(undoes("decode", "encode"), Some(false));
        assert_eq!(undoes("encode", "encode_url"), None);
        assert_eq!(undoes("add_days", "sub_months"), None);
    }

    #[test]
    fn names_announce_twins_predicates_and_families() {
        assert!(!are_twins("checked_add", "saturating_add"));
        assert!(are_twins("checked_add", "add") && !are_twins("add", "sub"));
        assert!(validates("is_valid", "parse") && validates("is_roman", "from_roman"));
        assert!(!validates("is_empty", "parse"));
        assert_eq!(announces("jaro_winkler", "commutative", "").as_deref(), Some("jaro"));
        assert_eq!(
            announces("to_snake_case", "form", "f(x).to_lowercase() == f(x)").as_deref(),
            Some("snake")
        );
        assert_eq!(announces("to_snake_case", "form", "f(x).to_uppercase() == f(x)"), None);
    }
}
