//! What can be true of a value.

use std::cmp::Ordering;

use morph_relation::{Tolerance, Value};

/// Something that is true of some values of a type.
#[derive(Clone, Debug, PartialEq)]
pub enum Property {
    /// An integer (a duration in nanoseconds) between two, both included.
    Int(i128, i128),
    /// A float: this one where both ends are one, else between them, both excluded.
    Float(f64, f64),
    /// Not a number.
    Nan,
    /// `true` or `false`.
    Bool(bool),
    /// How long a text (in characters) or a sequence is, both ends included.
    Length(usize, usize),
    /// The variant of an enum, by number.
    Variant(usize),
    /// `None` or `Err`.
    Negative,
    /// `Some` or `Ok`.
    Positive,
    /// An `Ordering`.
    Ordering(Ordering),
    /// A text or character of ASCII only, or not.
    Ascii(bool),
    /// A text's or character's case.
    Case(Case),
    /// Where a text has white space.
    Blanks(Blanks),
    /// How the items of a sequence follow each other.
    Order(Order),
    /// Whether items of a sequence occur twice.
    Repeats(bool),
    /// This value.
    Equals(Value),
    /// None of these values.
    Other(Vec<Value>),
    /// Whether a text begins with another one.
    Begins(String, bool),
    /// Whether a text ends with another one.
    Ends(String, bool),
    /// Whether a text contains another one.
    Contains(String, bool),
}

/// The case of a text that is not empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Case {
    Lower,
    Upper,
    Mixed,
    Without,
}

/// Where a text that is not empty has white space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blanks {
    Nowhere,
    Inside,
    AtAnEnd,
}

/// The order of two or more items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    Sorted,
    Reversed,
    Neither,
}

impl Property {
    /// Whether it is true of a value of its type.
    pub fn holds(&self, value: &Value) -> bool {
        let text = || match value {
            Value::Str(text) => Some(text.to_string()),
            Value::Char(c) => Some(c.to_string()),
            _ => None,
        };
        let of_text =
            |test: &dyn Fn(&str) -> bool| text().is_some_and(|text| !text.is_empty() && test(&text));
        match self {
            Property::Int(low, high) => int(value).is_some_and(|n| (*low..=*high).contains(&n)),
            Property::Float(low, high) => {
                value.as_float().is_some_and(|x| if low == high { x == *low } else { *low < x && x < *high })
            }
            Property::Nan => value.as_float().is_some_and(f64::is_nan),
            Property::Bool(wanted) => *value == Value::Bool(*wanted),
            Property::Length(least, most) => length(value).is_some_and(|n| (*least..=*most).contains(&n)),
            Property::Variant(wanted) => matches!(value, Value::Data(data) if data.variant == *wanted),
            Property::Negative => value.says_no(),
            Property::Positive => matches!(value, Value::Some(_) | Value::Ok(_)),
            Property::Ordering(wanted) => *value == Value::Ordering(*wanted),
            Property::Ascii(wanted) => of_text(&|text| text.is_ascii() == *wanted),
            Property::Case(wanted) => of_text(&|text| case(text) == *wanted),
            Property::Blanks(wanted) => of_text(&|text| blanks(text) == *wanted),
            Property::Order(wanted) => order(value) == Some(*wanted),
            Property::Repeats(wanted) => repeats(value) == Some(*wanted),
            Property::Equals(wanted) => value.same(wanted, Tolerance::Exact),
            Property::Other(known) => !known.iter().any(|known| value.same(known, Tolerance::Exact)),
            Property::Begins(part, wanted) => text().is_some_and(|text| text.starts_with(part) == *wanted),
            Property::Ends(part, wanted) => text().is_some_and(|text| text.ends_with(part) == *wanted),
            Property::Contains(part, wanted) => text().is_some_and(|text| text.contains(part) == *wanted),
        }
    }

    /// How long what has it is, at least and at most.
    pub fn length(&self) -> Option<(usize, usize)> {
        Some(match self {
            Property::Length(least, most) => (*least, *most),
            Property::Ascii(_) | Property::Case(Case::Lower | Case::Upper | Case::Without) => (1, usize::MAX),
            Property::Blanks(Blanks::Nowhere | Blanks::AtAnEnd) => (1, usize::MAX),
            Property::Case(Case::Mixed) | Property::Repeats(_) => (2, usize::MAX),
            Property::Order(Order::Sorted | Order::Reversed) => (2, usize::MAX),
            // What is neither at the start nor at the end; two items are always in some order.
            Property::Blanks(Blanks::Inside) | Property::Order(Order::Neither) => (3, usize::MAX),
            Property::Equals(value) => (length(value)?, length(value)?),
            Property::Begins(part, true) | Property::Ends(part, true) | Property::Contains(part, true) => {
                (part.chars().count(), usize::MAX)
            }
            _ => return None,
        })
    }
}

/// The integer, the largest for what is too large.
fn int(value: &Value) -> Option<i128> {
    match value {
        Value::Int(n) => Some(*n),
        Value::Big(_) => Some(i128::MAX),
        _ => None,
    }
}

/// How many characters or items.
fn length(value: &Value) -> Option<usize> {
    match value {
        Value::Str(text) => Some(text.chars().count()),
        Value::Seq(items) => Some(items.len()),
        _ => None,
    }
}

/// The order of two values where their type has one; none with NaN.
pub fn compare(a: &Value, b: &Value) -> Option<Ordering> {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => Some(a.cmp(b)),
        (Value::Big(a), Value::Big(b)) => Some(a.cmp(b)),
        (Value::Big(_), Value::Int(_)) => Some(Ordering::Greater),
        (Value::Int(_), Value::Big(_)) => Some(Ordering::Less),
        (Value::Char(a), Value::Char(b)) => Some(a.cmp(b)),
        (Value::Str(a), Value::Str(b)) => Some(a.cmp(b)),
        (a, b) => a.as_float()?.partial_cmp(&b.as_float()?),
    }
}

fn case(text: &str) -> Case {
    match (text.chars().any(char::is_lowercase), text.chars().any(char::is_uppercase)) {
        (true, true) => Case::Mixed,
        (true, false) => Case::Lower,
        (false, true) => Case::Upper,
        (false, false) => Case::Without,
    }
}

fn blanks(text: &str) -> Blanks {
    if text.trim() != text {
        Blanks::AtAnEnd
    } else if text.contains(char::is_whitespace) {
        Blanks::Inside
    } else {
        Blanks::Nowhere
    }
}

/// Sorted where all are equal; nothing where items cannot be compared.
fn order(value: &Value) -> Option<Order> {
    let Value::Seq(items) = value else { return None };
    if items.len() < 2 {
        return None;
    }
    let steps: Option<Vec<Ordering>> = items.windows(2).map(|pair| compare(&pair[0], &pair[1])).collect();
    let steps = steps?;
    Some(match (steps.iter().any(|s| s.is_gt()), steps.iter().any(|s| s.is_lt())) {
        (false, _) => Order::Sorted,
        (true, false) => Order::Reversed,
        (true, true) => Order::Neither,
    })
}

fn repeats(value: &Value) -> Option<bool> {
    let Value::Seq(items) = value else { return None };
    let mut seen = std::collections::HashSet::new();
    (items.len() > 1).then(|| !items.iter().all(|item| seen.insert(item)))
}
