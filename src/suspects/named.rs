//! Laws that the name of a function announces.

use super::pairs::{root, words};
use super::superlatives::plainly;

/// Whether a word is among words with spaces between.
fn is_among(known: &str, word: &str) -> bool {
    known.split(' ').any(|known| known == word)
}

/// The family that says that there is not less in more.
pub const GROWS: &str = "not less of more";

/// The families that say which angles inverse functions return.
pub const ARC_COSINE: &str = "angle of a cosine";
pub const ARC_SINE: &str = "angle of a sine";
pub const ARC_TANGENT: &str = "angle of a tangent";

/// Words of names, and the families of laws that they announce.
pub const NAMED: &[(&str, &[&str])] = &[
    (
        "distance dist levenshtein hamming jaro winkler similarity similar dice jaccard cosine overlap \
         overlaps overlapping intersect intersects intersection disjoint union gcd lcm equal equals \
         equivalent same midpoint halfway middle adjacent collides touches anagram anagrams coprime parallel \
         perpendicular orthogonal joined connected linked touching neighbours neighbors related gap",
        &["commutative"],
    ),
    ("max min add sum mul multiply product xor average mean", &["commutative"]),
    ("sub subtract difference diff delta cross signed", &["anticommutative"]),
    ("cmp compare order ordering collate natord", &["antisymmetric", "equal on the diagonal", "transitive"]),
    (EQUAL, &["reflexive", "transitive"]),
    (HOLDS, &["reflexive"]),
    (
        "distance dist levenshtein hamming",
        &["zero on the diagonal", "never negative", "identity of indiscernibles"],
    ),
    (
        "levenshtein",
        &[
            "triangle inequality",
            "bounded by the longer",
            "common prefix",
            "common reversal",
            "distance from nothing",
        ],
    ),
    (
        "similarity jaro dice jaccard cosine ratio",
        &["one on the diagonal", "between 0 and 1", "between -1 and 1", "largest on the diagonal"],
    ),
    ("normalized probability fraction", &["between 0 and 1"]),
    (
        "normalize normalise normalized canonical canonicalize canonicalise clean cleanup sanitize sanitise \
         trim strip slug slugify simplify simplified reduced dedup deduplicate dedupe unique uniq sort sorted \
         abs round floor ceil ceiling clamp collapse squeeze condense lower upper lowercase uppercase snake \
         kebab title capitalize capitalise train screaming truncate compact standardize absolute minify wrap \
         fill quantize quantise snap align ellipsize shorten pad limit cap tidy ascii singularize pluralize \
         dedent unindent rounded trimmed normal",
        &["idempotent"],
    ),
    (SETS, &["idempotent"]),
    (
        "reverse reversed negate neg not invert inverted inverse complement transpose swap swapped flip \
         mirror conjugate opposite toggle reciprocal rot13 atbash",
        &["involution"],
    ),
    ("gcd lcm union intersection compose max min xor add plus concat append", &["associative"]),
    ("gcd lcm min max union intersection average mean midpoint", &["idempotent operation"]),
    ("gcd", &["common divisor", "absolute value"]),
    ("lcm", &["common multiple", "absolute value"]),
    (
        "mean average avg median variance stddev deviation std sum max maximum min minimum total percentile \
         quantile product histogram",
        &["permutation", "reversal", "order of concatenation"],
    ),
    ("mean average avg median mode", &["between extremes", "repetition"]),
    ("variance stddev deviation", &["never negative", "invariant under a shift"]),
    ("midpoint halfway middle mean average median lerp interpolate", &["between the arguments"]),
    ("clamp", &["between the arguments", "between the bounds"]),
    ("sort sorted order rank", &["sorted", "elements", "length", "permutation"]),
    ("dedup unique uniq deduplicate", &["sorted"]),
    ("reverse reversed rotate rotated shuffle swap transpose", &["length", "elements"]),
    ("merge merged mix mixed interleave interlace weave", &["length of a merge", "elements of a merge"]),
    ("set overwrite", &["last change"]),
    ("insensitive ignorecase nocase", &["case", "ASCII case"]),
    ("case", &["idempotent"]),
    ("palindrome", &["reversal", "palindrome"]),
    ("abs norm length magnitude area perimeter hypot", &["never negative"]),
    ("path route way line to between", &["way"]),
    ("sqrt exp cosh", &["never negative"]),
    ("acos", &[ARC_COSINE]),
    ("asin", &[ARC_SINE]),
    ("atan", &[ARC_TANGENT]),
    ("abs magnitude norm cos", &["even"]),
    ("modulo euclid", &["below", "never negative", "translation", "translation by multiples"]),
    ("isqrt sqrt root", &["integer square root", "monotone", "square root"]),
    ("cbrt", &["cube root", "monotone", "odd"]),
    ("floor ceil ceiling round log log2 log10 ilog quantize truncate", &["monotone"]),
    ("truncate sin tan asin atan sinh tanh", &["odd"]),
    (
        "celsius fahrenheit kelvin miles kilometers km meters feet pounds kilograms radians degrees",
        &["monotone"],
    ),
    ("split distribute allocate apportion divide share", &["parts of a sum", "number of parts"]),
    ("truncate ellipsize shorten abbreviate limit cut", &["truncated length"]),
    ("pad center centre ljust rjust justify padded lpad rpad zfill", &["width", "padded length"]),
    ("wrap", &["line length"]),
    ("count", &[GROWS]),
    ("count occurrences", &["additive over concatenation", "additive over separated parts"]),
    ("concat append join", &["neutral element", "length of a merge"]),
    ("binomial choose", &["complement"]),
    ("factorial", &["factorial"]),
    ("fibonacci fib", &["Fibonacci"]),
    ("add plus sum offset shift rotate advance forward turn spin", &["undone by the negated", "action"]),
    ("prefix", &["commutative", "part"]),
    ("blend mix lerp interpolate", &["between the arguments"]),
    ("scale scaled", &["homogeneous"]),
    ("triangle ordered", &["permutation"]),
];

/// Words that say that something is on or off: what was granted, and is granted once more, is as it was.
const SETS: &str = "grant revoke enable disable mute unmute activate deactivate";

/// Whether a word says that something is on or off from then on.
pub fn sets(word: &str) -> bool {
    is_among(SETS, word)
}

/// Words of names of what is no distance, though a distance is in the name, and the families of distances.
const RELATIVE: &str = "normalized normalised similarity ratio relative";
const METRIC: [&str; 5] = [
    "zero on the diagonal",
    "identity of indiscernibles",
    "triangle inequality",
    "bounded by the longer",
    "distance from nothing",
];

/// Words of names of means that are not the arithmetic one.
const OTHER_MEANS: &str = "geometric harmonic quadratic rms weighted power";

/// Words of names of distances that are no metrics.
const DETOURS: &str = "restricted osa optimal alignment";

/// Whether a word names a distance or a similarity of two arguments: limits, costs and options make it another one.
pub fn is_of_two(word: &str) -> bool {
    let diagonals = ["zero on the diagonal", "one on the diagonal"];
    let on_diagonal = |families: &&[&str]| diagonals.iter().any(|family| families.contains(family));
    NAMED.iter().any(|(known, families)| is_among(known, word) && on_diagonal(families))
}

/// Words of names of equivalences.
const EQUAL: &str = "eq equal equals equivalent same anagram anagrams";

/// Words of names of predicates that say that something is in something, which it is in itself, and words that may stand
/// beside them.
const HOLDS: &str = "contains includes starts ends";
const BESIDE: &str = "with ignore ignoring case insensitive ascii";

/// Words that say what a function of one number does: with another parameter, it does something else.
const OF_ONE: &str = "abs absolute floor ceil ceiling sqrt isqrt cbrt root log log2 log10 ilog neg negate not reciprocal inverse";

/// Whether a word announces a law of functions of one parameter alone.
pub fn is_of_one(word: &str) -> bool {
    is_among(OF_ONE, word)
}

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
const FORMS: [(&str, &str); 3] = [
    (".to_lowercase()", "lower lowercase snake kebab slug slugify"),
    (".to_uppercase()", "upper uppercase screaming shouty"),
    (".trim()", "trim trimmed"),
];

/// Whether a statement is about which of two values is less.
fn is_about_orders(statement: &str) -> bool {
    statement.contains("Less") || statement.contains("Greater")
}

/// The word of a name that announces a family.
pub fn announces(name: &str, family: &str, statement: &str) -> Option<String> {
    let words = words(name);
    // What every sequence has says nothing.
    let plain = ["iter", "chars", "bytes", "unwrap", "len"];
    let standard = |word: &&String| {
        family == "agrees with std"
            && !plain.contains(&name)
            && statement.contains(&format!(".{name}("))
            && **word == name
    };
    // "transposed" says what "transpose" does.
    let is_form =
        |known: &str, word: &str| known == word || word.ends_with("ed") && root(known) == root(word);
    let stands = |known: &str, word: &&String| known.split(' ').any(|known| is_form(known, word));
    if let word @ Some(_) = plainly(name, &words, family, statement) {
        return word;
    }
    if family == "form" {
        let of = FORMS.iter().find(|(form, _)| statement.contains(form))?;
        // "lower camel" and "upper first" are not of one case, and "shouty snake" is of the other.
        let mixed = ["camel", "pascal", "title", "first", "initial", "train"];
        let shouts = |word: &String| of.0 == FORMS[0].0 && is_among(FORMS[1].1, word);
        // "value trimmed": of white space or of something else.
        if of.0 == FORMS[2].0 && words.len() > 1 {
            return None;
        }
        if words.iter().any(|word| mixed.contains(&word.as_str()) || shouts(word)) {
            return None;
        }
        return words.iter().find(|word| stands(of.1, word)).cloned();
    }
    // "eq", "is_same": a longer name qualifies.
    let holds = family == "reflexive" && words.first().is_some_and(|word| is_among(HOLDS, word));
    let is_qualified = match holds {
        true => words.iter().skip(1).any(|word| !is_among(BESIDE, word)),
        false => words.len() > 2,
    };
    if ["transitive", "reflexive"].contains(&family) && is_qualified {
        return None;
    }
    // An order says which of two is less, an equivalence whether they are the same.
    let compares = family == "transitive" && !statement.is_empty() && !is_about_orders(statement);
    if compares && !words.iter().any(|word| is_among(EQUAL, word)) {
        return None;
    }
    let relative = words.iter().any(|word| is_among(RELATIVE, word));
    if relative && METRIC.contains(&family) {
        return None;
    }
    // Of other means, negative numbers have none.
    let is_other = words.iter().any(|word| is_among(OTHER_MEANS, word));
    if is_other && ["between extremes", "repetition", "between the arguments"].contains(&family) {
        return None;
    }
    // "length until": a way that may lead back.
    let measures =
        |word: &String| ["abs", "norm", "length", "magnitude", "area", "perimeter"].contains(&word.as_str());
    if family == "never negative" && words.iter().rev().skip(1).any(measures) {
        return None;
    }
    if family == "triangle inequality" && words.iter().any(|word| is_among(DETOURS, word)) {
        return None;
    }
    // "a b" is "AB" in camel case, and that is "Ab"; what something is done with decides what becomes of it.
    let is_ambiguous = words.iter().any(|word| ["camel", "pascal", "with", "by"].contains(&word.as_str()));
    if family == "idempotent" && is_ambiguous {
        return None;
    }
    // "subtract days" is no subtraction of alike things, "index of" no index: types decide on that.
    let named = |word: &&String| {
        NAMED.iter().any(|(known, families)| stands(known, word) && families.contains(&family))
    };
    // Of `div_euclid`, the word is about the remainder, and Euclid has an algorithm for common divisors, too.
    let is_remainder = |word: &String| ["rem", "mod", "modulo", "remainder"].contains(&word.as_str());
    let divides = |word: &&String| *word == "euclid" && !words.iter().any(is_remainder);
    // "parse with max", "from prefix": what it is done with, and what it is made from, is another matter.
    let own = words.iter().position(|word| ["with", "by", "using", "from"].contains(&word.as_str()));
    let own = if holds { &words[..] } else { &words[..own.unwrap_or(words.len())] };
    own.iter().find(|word| (named(word) || standard(word)) && !divides(word)).cloned()
}

#[cfg(test)]
mod tests {
    use super::announces;

    #[test]
    fn euclid_announces_remainders_of_remainders_alone() {
        let below = |name: &str| announces(name, "below", "f(x, y) < y").is_some();
        assert!(below("rem_euclid") && below("euclid_mod"));
        assert!(!below("div_euclid") && !below("gcd_euclid") && !below("euclid_u64"));
    }

    #[test]
    fn words_of_names_announce_families() {
        let lower = |name: &str| announces(name, "form", "f(x).to_lowercase() == f(x)");
        assert_eq!(lower("to_snake_case").as_deref(), Some("snake"));
        assert_eq!(lower("to_lower_camel_case"), None);
        assert_eq!(lower("to_shouty_snake_case"), None);
        assert_eq!(announces("jaro_winkler", "commutative", "").as_deref(), Some("jaro"));
        assert_eq!(
            announces("to_snake_case", "form", "f(x).to_lowercase() == f(x)").as_deref(),
            Some("snake")
        );
        assert_eq!(announces("to_snake_case", "form", "f(x).to_uppercase() == f(x)"), None);
        assert_eq!(announces("normalized_levenshtein", "triangle inequality", ""), None);
        assert_eq!(announces("restricted_levenshtein", "triangle inequality", ""), None);
    }
}
