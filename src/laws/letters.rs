//! Which characters texts consist of, as conditions that a person writes.

use std::collections::{BTreeMap, BTreeSet};

use morph_relation::Value;

/// Characters of an alphabet, and how often each is seen on average.
const LETTERS: usize = 70;
const SEEN: usize = 8;
/// Characters that are listed beside a class.
const LISTED: usize = 12;

/// A class of characters: its method, and what tells it.
pub type Class = (&'static str, fn(&char) -> bool);

/// The classes of characters that conditions name, those with more characters first.
pub const CLASSES: [Class; 6] = [
    ("is_ascii_alphanumeric", char::is_ascii_alphanumeric),
    ("is_ascii_alphabetic", char::is_ascii_alphabetic),
    ("is_ascii_uppercase", char::is_ascii_uppercase),
    ("is_ascii_lowercase", char::is_ascii_lowercase),
    ("is_ascii_hexdigit", char::is_ascii_hexdigit),
    ("is_ascii_digit", char::is_ascii_digit),
];

/// The plain characters of a class.
pub fn plain(is: impl Fn(&char) -> bool) -> String {
    (' '..='~').filter(is).collect()
}

/// Of a class, so many in ten are seen where the others are thought to be rare.
const MOST_OF_TEN: usize = 5;

/// So few letters, such as those of hemispheres or units, make no words.
const WORDLESS: usize = 4;

/// Conditions on `c` that tell the characters of texts, the narrowest first: what was seen, with the class of which most was
/// seen, and with the signs of the code's constants besides. An alphabet that the code has is the only one.
pub fn alphabets(texts: &[&Value], constants: &[Value]) -> Vec<String> {
    let Some(counts) = letters(texts) else { return Vec::new() };
    let seen: BTreeSet<char> = counts.keys().copied().collect();
    let lists = constants.iter().filter_map(list);
    if let Some(list) = lists.filter(|list| seen.iter().all(|c| list.contains(c))).min_by_key(Vec::len)
        && seen.len() * 10 >= list.len() * MOST_OF_TEN
    {
        let all = list.iter().copied().collect();
        return vec![condition(&all, 10).unwrap_or_else(|| listed(list.iter()))];
    }
    // Words with blanks between them are prose, which has no alphabet, not even of the few letters of its words.
    if seen.contains(&' ') && seen.iter().filter(|c| c.is_alphabetic()).count() > WORDLESS {
        return Vec::new();
    }
    let exact = condition(&seen, 10).unwrap_or_else(|| listed(seen.iter()));
    // The signs of the code are no part of what consists of such characters alone.
    if has_families(&exact) {
        return Vec::new();
    }
    let exact = are_all(&counts).then_some(exact);
    let more = seen.iter().copied().chain(constants.iter().flat_map(signs)).collect();
    let wider = [condition(&seen, MOST_OF_TEN), condition(&more, MOST_OF_TEN)];
    let mut all: Vec<String> = exact.into_iter().chain(wider.into_iter().flatten()).collect();
    all.dedup();
    all.retain(|condition| !has_families(condition));
    all
}

/// Whether there are families for a condition alone.
fn has_families(condition: &str) -> bool {
    ["c.is_ascii_digit()", "c.is_ascii_hexdigit()"].contains(&condition)
}

/// How many characters texts consist of, where no more are thought to be.
pub fn base(texts: &[&Value], constants: &[Value]) -> Option<usize> {
    let counts = letters(texts)?;
    let seen: BTreeSet<char> = counts.keys().copied().collect();
    let mut lists = constants.iter().filter_map(list);
    let known = lists.find(|list| seen.iter().all(|c| list.contains(c))).map(|list| list.len());
    known.or_else(|| are_all(&counts).then_some(seen.len()))
}

/// Of texts and whether a function leaves them alone: conditions on `c` that tell the characters of which it leaves every text
/// alone, and those without which it does.
pub fn left_alone(texts: &[(&str, bool)]) -> [Option<String>; 2] {
    let alone = |left: bool| -> BTreeSet<char> {
        let is = |c: &char| texts.contains(&(c.encode_utf8(&mut [0; 4]), left));
        plain(is).chars().collect()
    };
    let (kept, touched) = (alone(true), alone(false));
    let mut changed = texts.iter().filter(|(_, left)| !left).map(|(text, _)| text);
    let mut same = texts.iter().filter(|(_, left)| *left).map(|(text, _)| text);
    let all_have_others = changed.clone().all(|text| !text.chars().all(|c| kept.contains(&c)));
    let all_have_one = changed.all(|text| text.chars().any(|c| touched.contains(&c)));
    let none_has_one = same.all(|text| !text.chars().any(|c| touched.contains(&c)));
    let told = |letters: &BTreeSet<char>| {
        let few = (2..=LISTED).contains(&letters.len()) && letters.iter().all(char::is_ascii_graphic);
        condition(letters, 10).or_else(|| few.then(|| listed(letters.iter())))
    };
    [told(&kept).filter(|_| all_have_others), told(&touched).filter(|_| all_have_one && none_has_one)]
}

/// The characters of a constant that may be an alphabet: as many different ones as it is long.
fn list(constant: &Value) -> Option<Vec<char>> {
    let list: Vec<char> = match constant {
        Value::Str(text) => text.chars().collect(),
        Value::Seq(items) => {
            let character = |item: &Value| match item {
                Value::Char(c) => Some(*c),
                Value::Int(n) => u8::try_from(*n).ok().map(char::from),
                _ => None,
            };
            items.iter().map(character).collect::<Option<_>>()?
        }
        _ => return None,
    };
    let different = list.iter().collect::<BTreeSet<_>>().len();
    let is_alphabet = different == list.len() && (LISTED + 1..=LETTERS).contains(&different);
    (is_alphabet && list.iter().all(char::is_ascii_graphic)).then_some(list)
}

/// The signs that a constant consists of: also that of a byte.
fn signs(constant: &Value) -> Vec<char> {
    let all: Vec<char> = match constant {
        Value::Char(c) => vec![*c],
        Value::Str(text) => text.chars().collect(),
        Value::Int(n) => u8::try_from(*n).ok().map(char::from).into_iter().collect(),
        _ => Vec::new(),
    };
    all.into_iter().filter(char::is_ascii_punctuation).collect()
}

/// The characters of texts, with how often each was seen, where these are few and were seen often.
fn letters(texts: &[&Value]) -> Option<BTreeMap<char, usize>> {
    let mut seen: BTreeMap<char, usize> = BTreeMap::new();
    for text in texts {
        let Value::Str(text) = text else { return None };
        text.chars().for_each(|c| *seen.entry(c).or_default() += 1);
    }
    let count: usize = seen.values().sum();
    let is_plain = |c: &char| c.is_ascii_graphic() || *c == ' ';
    let fits = (2..=LETTERS).contains(&seen.len()) && count >= seen.len() * SEEN && seen.keys().all(is_plain);
    fits.then_some(seen)
}

/// Whether the letters and digits that were not seen are none by design rather than by chance: where many of a class were seen,
/// but not all, each of these was seen often.
fn are_all(counts: &BTreeMap<char, usize>) -> bool {
    UNMIXED.iter().all(|is| {
        let known: Vec<usize> = counts.iter().filter(|(c, _)| is(c)).map(|(_, count)| *count).collect();
        let least = known.iter().min().copied().unwrap_or(0);
        known.len() < SOME || known.len() == plain(is).len() || least >= FAMILIAR
    })
}

/// Classes of one kind of characters.
const UNMIXED: [fn(&char) -> bool; 3] =
    [char::is_ascii_uppercase, char::is_ascii_lowercase, char::is_ascii_digit];
/// With fewer characters of a class, these are known by themselves.
const SOME: usize = 5;
/// A character that is seen so often would not be missed by chance.
const FAMILIAR: usize = 20;

/// Letters beside hexadecimal digits that may be their prefix.
const WORD: usize = 2;

/// Classes that a condition names.
const NAMED: usize = 2;

/// A condition on `c` that tells characters: those of one or two classes of which so many in ten are among them, and few others.
fn condition(seen: &BTreeSet<char>, of_ten: usize) -> Option<String> {
    let mut rest: Vec<char> = seen.iter().copied().collect();
    let mut said = Vec::new();
    let others = rest.iter().filter(|c| c.is_ascii_alphabetic() && !c.is_ascii_hexdigit()).count();
    for (name, is) in CLASSES {
        // The letters of words are no digits.
        if others > WORD && name == "is_ascii_hexdigit" {
            continue;
        }
        let class = plain(is);
        let known = class.chars().filter(|c| seen.contains(c)).count();
        if said.len() < NAMED && known * 10 >= class.len() * of_ten && rest.iter().any(is) {
            said.push(format!("c.{name}()"));
            rest.retain(|c| !is(c));
        }
    }
    if said.is_empty() || rest.len() > LISTED {
        return None;
    }
    said.extend((!rest.is_empty()).then(|| listed(rest.iter())));
    Some(said.join(" || "))
}

fn listed<'c>(characters: impl Iterator<Item = &'c char>) -> String {
    let text: String = characters.collect();
    match text.chars().next() {
        Some(only) if text.chars().count() == 1 => format!("c == {only:?}"),
        _ => format!("{text:?}.contains(c)"),
    }
}

/// What texts have in common at their beginning and at their end: no part of a word, as `true` and `false` share one.
pub fn ends(texts: &[&str]) -> [String; 2] {
    let Some(first) = texts.first() else { return Default::default() };
    let least =
        |with_first: &dyn Fn(&str) -> usize| texts.iter().map(|text| with_first(text)).min().unwrap_or(0);
    let beginning = least(&|text| in_common(first.chars(), text.chars()));
    let end = least(&|text| in_common(first.chars().rev(), text.chars().rev()));
    let is_within = |next: &dyn Fn(&str) -> Option<char>| {
        texts.iter().any(|text| next(text).is_some_and(char::is_alphabetic))
    };
    let mut beginning: String = first.chars().take(beginning).collect();
    let mut ending: String = first.chars().skip(first.chars().count() - end).collect();
    if is_within(&|text| text.chars().nth(beginning.chars().count())) {
        beginning.truncate(beginning.trim_end_matches(char::is_alphabetic).len());
    }
    if is_within(&|text| text.chars().rev().nth(end)) {
        ending = ending.trim_start_matches(char::is_alphabetic).to_owned();
    }
    [beginning, ending]
}

/// How many characters two texts begin with in common.
pub fn in_common(a: impl Iterator<Item = char>, b: impl Iterator<Item = char>) -> usize {
    a.zip(b).take_while(|(a, b)| a == b).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every plain character alone, with others, and some texts, as a function of characters leaves them.
    fn told(changes: &dyn Fn(char) -> bool) -> [Option<String>; 2] {
        let mut texts: Vec<String> = plain(|_| true).chars().map(String::from).collect();
        texts.extend(plain(|_| true).chars().map(|c| format!("é{c}a")));
        texts.extend(["".to_owned(), "日本".to_owned()]);
        let alone = |text: &String| !text.chars().any(changes);
        left_alone(&texts.iter().map(|text| (text.as_str(), alone(text))).collect::<Vec<_>>())
    }

    #[test]
    fn what_is_left_alone_is_told_by_characters() {
        let [_, touched] = told(&|c| "<>&\"".contains(c));
        assert_eq!(touched.as_deref(), Some("\"\\\"&<>\".contains(c)"));
        let [_, touched] = told(&|c| c.is_ascii_uppercase());
        assert_eq!(touched.as_deref(), Some("c.is_ascii_uppercase()"));
        let [kept, _] = told(&|c| !c.is_ascii_digit() && !c.is_ascii_lowercase() && c != '-');
        assert_eq!(kept.as_deref(), Some("c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'"));
        let [kept, touched] = told(&|c| !c.is_ascii_alphanumeric() && !"-._~".contains(c));
        assert_eq!(kept.as_deref(), Some("c.is_ascii_alphanumeric() || \"-._~\".contains(c)"));
        assert_eq!(touched, None);
    }

    #[test]
    fn letters_of_words_are_no_hexadecimal_digits() {
        let texts: Vec<Value> = (0..400).map(|n| Value::str(format!("{n}.{} feet", n % 7))).collect();
        let told = alphabets(&texts.iter().collect::<Vec<_>>(), &[]);
        assert_eq!(told[0], "c.is_ascii_digit() || \" .eft\".contains(c)");
    }

    #[test]
    fn an_alphabet_of_the_code_is_the_one() {
        let alphabet = "ybndrfg8ejkmcpqxot1uwisza345h769";
        let texts: Vec<Value> = (0..200).map(|n| Value::str(&alphabet[n % 25..][..8])).collect();
        let bytes =
            Value::Seq(alphabet.bytes().map(|byte| Value::Int(byte.into())).collect::<Vec<_>>().into());
        let told = |constants: &[Value]| alphabets(&texts.iter().collect::<Vec<_>>(), constants);
        assert_eq!(told(&[Value::str("abc"), bytes]), [format!("{alphabet:?}.contains(c)")]);
        assert_ne!(told(&[]), [format!("{alphabet:?}.contains(c)")]);
    }

    #[test]
    fn signs_of_the_code_are_no_part_of_what_reads_digits() {
        let texts: Vec<Value> = (1000..1400).map(|n| Value::str(n.to_string())).collect();
        let all: Vec<&Value> = texts.iter().collect();
        assert_eq!(alphabets(&all, &[Value::str("[0-9]{4}-?$")]), [] as [&str; 0]);
    }

    #[test]
    fn a_class_that_families_speak_of_is_not_offered_beside_a_part_of_it() {
        let texts: Vec<Value> = (0..400).map(|n| Value::str(format!("{}{}", n % 3, n % 7))).collect();
        let told = alphabets(&texts.iter().collect::<Vec<_>>(), &[]);
        assert_eq!(told, ["\"0123456\".contains(c)"]);
    }

    #[test]
    fn prose_has_no_alphabet() {
        let texts = (0..400).map(|n| format!("Byte {n} of the quick brown fox jumps over LAZY DOG, {n}"));
        let texts: Vec<Value> = texts.map(Value::str).collect();
        assert_eq!(alphabets(&texts.iter().collect::<Vec<_>>(), &[]), [] as [&str; 0]);
    }

    #[test]
    fn an_alphabet_of_letters_seen_by_chance_is_a_class() {
        let told = |times: usize| {
            let texts: Vec<Value> =
                (0..times).flat_map(|_| "ACDEFGHKL".chars().map(|c| Value::str(format!("{c}00")))).collect();
            alphabets(&texts.iter().collect::<Vec<_>>(), &[])
        };
        assert_eq!(told(30), ["\"0ACDEFGHKL\".contains(c)"]);
        assert_eq!(told(9), [] as [&str; 0]);
    }

    #[test]
    fn what_depends_on_the_order_is_not_told() {
        let texts = ["", "a", "b", "ab", "ba"].map(|text| (text, text != "ba"));
        assert_eq!(left_alone(&texts), [None, None]);
    }

    #[test]
    fn what_all_texts_begin_and_end_with_is_read_off() {
        assert_eq!(ends(&["user_id", "user2_id", "user_x_id"]), ["user", "_id"]);
        assert_eq!(ends(&["user_id", "unit_id", "u_id"]), ["", "_id"]);
        assert_eq!(ends(&["is: true\n", "is: false\n"]), ["is: ", "\n"]);
        assert_eq!(ends(&["12px", "7px"]), ["", "px"]);
        assert_eq!(ends(&["a", "b"]), ["", ""]);
        assert_eq!(ends(&["ää", "ä"]), ["", ""]);
        assert_eq!(ends(&["ä-ä", "ä-"]), ["ä-", ""]);
    }
}
