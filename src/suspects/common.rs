//! What failing inputs have in common that others do not have.

use std::collections::BTreeMap;

use morph_relation::{Type, Value, show_value};

/// One failing input in so many may lack it.
const ALL: usize = 20;
/// The greatest share of other inputs that may have it.
const OTHERS: f64 = 0.5;

/// Integers from here on are large.
const LARGE: u128 = 1_000_000;

/// What is said of these.
pub const LARGE_NUMBER: &str = "is a large number";

/// How probable it may be that failing inputs have something in common by chance.
const CHANCE: f64 = 0.05;

/// What nearly all failing inputs have in common.
#[derive(Clone, Debug, PartialEq)]
pub struct Common {
    /// As a sentence: "`text` has non-ASCII characters".
    pub said: String,
    /// The share of other inputs that have it, too.
    pub share: f64,
    /// How probable it is, at most, that as many ordinary inputs have something in common that is so rare.
    chance: f64,
}

impl Common {
    /// Whether it is hardly by chance that these inputs have it, so that it explains something.
    pub fn explains(&self) -> bool {
        self.chance <= CHANCE
    }

    /// As it is printed.
    pub fn hint(&self) -> String {
        format!("where it fails, {}", self.said)
    }
}

/// What nearly all failing inputs have in common and few others have.
pub fn common(names: &[(String, Type)], failing: &[&Vec<Value>], others: &[&Vec<Value>]) -> Option<Common> {
    let counts = |inputs: &[&Vec<Value>]| {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for input in inputs {
            let mut all = features(names, input);
            all.sort();
            all.dedup();
            all.into_iter().for_each(|feature| *counts.entry(feature).or_default() += 1);
        }
        counts
    };
    let (own, elsewhere) = (counts(failing), counts(others));
    let share =
        |feature: &String| elsewhere.get(feature).copied().unwrap_or(0) as f64 / others.len().max(1) as f64;
    let shared = own.iter().filter(|(_, count)| (failing.len() - *count) * ALL <= failing.len());
    let best = shared
        .map(|(feature, _)| (share(feature), feature))
        .min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.len().cmp(&b.1.len())));
    let (share, said) = best.filter(|(share, _)| *share <= OTHERS)?;
    // Of what nobody has yet, one in the next may have it (rule of succession); any of the features would have been named.
    let rate = (share * others.len() as f64 + 1.0) / (others.len() as f64 + 2.0);
    let chance = rate.powf(failing.len() as f64) * own.len() as f64;
    Some(Common { said: said.clone(), share, chance })
}

/// Everything that is said of an input.
fn features(names: &[(String, Type)], input: &[Value]) -> Vec<String> {
    let mut all = Vec::new();
    for ((name, ty), value) in names.iter().zip(input) {
        let name = if name == "this" { "self" } else { name };
        of_value(name, &ty.owned(), value, &mut all);
    }
    if input.len() > 1 && all.iter().any(|said| said.ends_with(LARGE_NUMBER)) {
        all.push(format!("a part of it {LARGE_NUMBER}"));
    }
    for (i, a) in input.iter().enumerate() {
        for (j, b) in input.iter().enumerate().skip(i + 1) {
            if a == b && names[i].1.erased() == names[j].1.erased() {
                all.push(format!("`{}` and `{}` are equal", names[i].0, names[j].0));
            }
        }
    }
    all
}

fn of_value(name: &str, ty: &Type, value: &Value, all: &mut Vec<String>) {
    let mut say = |what: &str| all.push(format!("`{name}` {what}"));
    match value {
        Value::Bool(_) => say(&format!("is {}", show_value(value, ty))),
        Value::Int(n) => of_integer(*n, &mut say),
        Value::F64(_) | Value::F32(_) => {
            let x = value.as_float().unwrap_or_default();
            if x < 0.0 {
                say("is negative");
            }
            if x == 0.0 {
                say(if x.is_sign_negative() { "is -0.0" } else { "is zero" });
            }
            if x.fract() != 0.0 {
                say("is not a whole number");
            }
        }
        Value::Char(c) => of_text(&c.to_string(), &mut say),
        Value::Str(text) => {
            of_text(text, &mut say);
            match text.chars().count() {
                0 => say("is empty"),
                1 => say("is a single character"),
                _ => {}
            }
        }
        Value::Seq(items) => {
            match items.len() {
                0 => say("is empty"),
                1 => say("has one element"),
                n if n % 2 == 0 => say("has an even number of elements"),
                _ => say("has an odd number of elements"),
            }
            let repeats = items.iter().enumerate().any(|(i, item)| items[..i].contains(item));
            if repeats {
                say("has equal elements");
            }
            if let Some(item) = ty.item().filter(|_| items.len() <= 8) {
                let name = format!("an element of {name}");
                items.iter().for_each(|value| of_value(&name, &item.owned(), value, all));
            }
        }
        Value::Tuple(items) => {
            if let Type::Tuple(types) = ty {
                for (i, (value, ty)) in items.iter().zip(types).enumerate() {
                    of_value(&format!("{name}.{i}"), &ty.owned(), value, all);
                }
            }
        }
        Value::None => say("is None"),
        Value::Some(inner) => {
            if let Type::Option(ty) = ty {
                of_value(name, &ty.owned(), inner, all);
            }
        }
        Value::Data(data) => {
            let Type::Adt(adt) = ty else { return };
            let Some(shape) = adt.variants().get(data.variant) else { return };
            if adt.is_enum {
                say(&format!("is {}", shape.name));
            }
            for (value, field) in data.fields.iter().zip(&shape.fields) {
                of_value(&format!("{name}.{}", field.name), &field.ty.owned(), value, all);
            }
        }
        _ => {}
    }
}

fn of_integer(n: i128, say: &mut dyn FnMut(&str)) {
    if (-100..=1_000).contains(&n) {
        say(&format!("is {n}"));
    }
    if n.unsigned_abs() >= LARGE {
        say(LARGE_NUMBER);
    }
    if n < 0 {
        say("is negative");
    }
    if n > 0 && n % 2 == 0 {
        say("is even");
    } else if n.rem_euclid(2) == 1 {
        say("is odd");
    }
}

fn of_text(text: &str, say: &mut dyn FnMut(&str)) {
    type Kind = (&'static str, fn(char) -> bool);
    let kinds: [Kind; 6] = [
        ("has non-ASCII characters", |c| !c.is_ascii()),
        ("has upper-case letters", char::is_uppercase),
        ("has digits", |c| c.is_ascii_digit()),
        ("has white space", char::is_whitespace),
        ("has punctuation", |c| c.is_ascii_punctuation()),
        ("has several lines", |c| c == '\n'),
    ];
    for (what, is) in kinds {
        if text.chars().any(is) {
            say(what);
        }
    }
    for c in ['%', '\\', '"', '\'', '&', '<', '>', ',', '-', '_', '.', '/', '+', '='] {
        if text.contains(c) {
            say(&format!("has a `{c}`"));
        }
    }
    if text.chars().enumerate().any(|(i, c)| text.chars().take(i).any(|d| d == c)) {
        say("has a character twice");
    }
}

#[cfg(test)]
mod tests {
    use super::{Common, common};
    use morph_relation::{Type, Value};

    /// What the first texts have in common that the others do not have.
    fn of_texts(failing: &[&str], others: &[&str]) -> Option<Common> {
        let names = [("text".to_owned(), Type::Ref(Box::new(Type::Str)))];
        let inputs = |texts: &[&str]| texts.iter().map(|text| vec![Value::str(text)]).collect::<Vec<_>>();
        let (failing, others) = (inputs(failing), inputs(others));
        common(&names, &failing.iter().collect::<Vec<_>>(), &others.iter().collect::<Vec<_>>())
    }

    #[test]
    fn what_failing_inputs_share_is_told_from_what_all_have() {
        let others = ["a b", "b", "c d", "é", "x", "y", "z", "e", "f", "g"];
        let found = of_texts(&["é a", "ß b", "Ä"], &others).unwrap();
        assert_eq!((found.said.as_str(), found.share), ("`text` has non-ASCII characters", 0.1));
        assert!(found.explains());
        assert_eq!(of_texts(&others, &others), None);
    }

    #[test]
    fn a_single_failure_explains_nothing() {
        assert!(!of_texts(&["aA"], &["a", "b", "ab"]).unwrap().explains());
        // Three of them are a matter of chance where every second input is like them.
        assert!(!of_texts(&["A", "B", "C"], &["A", "b"]).unwrap().explains());
    }
}
