//! What kind of an input it is, and what kind of outcomes it has: inputs of a new kind are worth a closer look.

use std::hash::{DefaultHasher, Hash, Hasher};

use morph_relation::Value;

/// A fingerprint of the kinds of values and of how each two of them compare.
pub fn kind(values: &[Value]) -> u64 {
    let mut hasher = DefaultHasher::new();
    for (i, value) in values.iter().enumerate() {
        class(value, &mut hasher);
        for other in &values[i + 1..] {
            compare(value, other, &mut hasher);
        }
    }
    hasher.finish()
}

/// The class of a value: sign, size, emptiness, variant, kinds of characters.
fn class(value: &Value, state: &mut DefaultHasher) {
    std::mem::discriminant(value).hash(state);
    match value {
        Value::Bool(b) => b.hash(state),
        Value::Int(n) => (n.signum(), n.unsigned_abs().min(2), n.unsigned_abs() >= 1 << 31).hash(state),
        Value::F32(_) | Value::F64(_) => {
            let x = value.as_float().unwrap_or_default();
            let sizes = [0.0, 1e-9, 1.0, 1e9, f64::MAX].map(|size| x.abs() > size);
            (x.is_nan(), x.is_sign_negative(), sizes, x.fract() == 0.0).hash(state);
        }
        Value::Char(c) => characters(&c.to_string(), state),
        Value::Str(text) => {
            magnitude(text.chars().count()).hash(state);
            characters(text, state);
        }
        Value::Seq(items) => {
            magnitude(items.len()).hash(state);
            items.windows(2).any(|pair| pair[0] == pair[1]).hash(state);
        }
        Value::Tuple(items) => items.iter().for_each(|item| class(item, state)),
        Value::Some(inner) | Value::Ok(inner) | Value::Err(inner) => class(inner, state),
        Value::Ordering(ordering) => ordering.hash(state),
        Value::Data(data) => {
            data.variant.hash(state);
            data.fields.iter().for_each(|field| class(field, state));
        }
        Value::Unit | Value::None | Value::Big(_) => {}
    }
}

/// What case, trimming and counting see.
fn characters(text: &str, state: &mut DefaultHasher) {
    let longer = |c: char| c.to_uppercase().map(char::len_utf8).sum::<usize>() != c.len_utf8();
    let ends = [text.chars().next(), text.chars().next_back()].map(|c| c.is_some_and(char::is_whitespace));
    (ends, text.chars().any(longer), text.is_ascii()).hash(state);
}

/// How two values compare: equal, in order, begin or end alike, counted by one another.
fn compare(a: &Value, b: &Value, state: &mut DefaultHasher) {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => (a.cmp(b), a.abs_diff(*b) == 1).hash(state),
        (Value::Str(a), Value::Str(b)) => {
            let first = a.chars().next().is_some_and(|c| b.starts_with(c));
            let ends = [a.starts_with(&**b), b.starts_with(&**a), a.ends_with(&**b), b.ends_with(&**a)];
            (first, ends, a.contains(&**b), b.contains(&**a), a.to_lowercase() == b.to_lowercase())
                .hash(state);
        }
        (Value::Seq(a), Value::Seq(b)) => {
            let first = a.first().is_some_and(|item| b.first() == Some(item));
            let ends = [a.starts_with(b), b.starts_with(a), a.ends_with(b), b.ends_with(a)];
            (first, ends, a.len().cmp(&b.len())).hash(state);
        }
        (Value::Int(n), Value::Str(text)) | (Value::Str(text), Value::Int(n)) => {
            border(*n, text.chars().count()).hash(state);
        }
        (Value::Int(n), Value::Seq(items)) | (Value::Seq(items), Value::Int(n)) => {
            border(*n, items.len()).hash(state);
        }
        (Value::Some(a), Value::Some(b)) | (Value::Ok(a), Value::Ok(b)) => compare(a, b, state),
        _ => match (a.as_float(), b.as_float()) {
            (Some(a), Some(b)) => a.partial_cmp(&b).hash(state),
            _ => (a == b).hash(state),
        },
    }
}

fn border(n: i128, len: usize) -> i128 {
    n.saturating_sub(len as i128).clamp(-2, 2)
}

/// Of what size a length is: 0, 1, up to 3, up to 7, and so on, up to 63, more.
fn magnitude(len: usize) -> u32 {
    len.checked_ilog2().map_or(0, |log| log + 1).min(7)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_integer_is_one_like_others() {
        let kind = |n: i128| kind(&[Value::Int(n), Value::Int(0)]);
        assert_eq!(kind(i128::MIN), kind(i128::MIN + 1));
        assert_ne!(kind(i128::MIN), kind(-1));
    }
}
