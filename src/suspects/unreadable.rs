//! Values that are not read back from their text, and need not be.

use super::expected::has_open_texts;
use super::trial::Tally;
use crate::cleanse::Execution;
use morph_relation::{Constructor, Field, How, Type, Value};

/// Whether a round trip may fail as it does: a value may hold texts that nobody would read back, or lack parts that go together,
/// and there may be parsers that read more.
pub fn is_unreadable(types: &[Type], readers: &[String], all: &[Vec<Value>], tally: &Tally) -> bool {
    types.iter().any(may_lack_parts)
        || types.iter().any(|ty| holds_any_text(ty, readers))
            && tally.failed.iter().all(|(i, shown)| refuses(shown) || is_read_as_another(&all[*i], shown))
}

/// Whether values of a type hold texts that were never read by the functions with these paths.
fn holds_any_text(ty: &Type, readers: &[String]) -> bool {
    let is_reader = |constructor: &Constructor| {
        let named = |path: &String| path.rsplit("::").next() == Some(constructor.name.as_str());
        constructor.how == How::Parse || readers.iter().any(named)
    };
    let is_text = |ty: &Type| matches!(ty.owned(), Type::String);
    let takes = |constructor: &Constructor| !is_reader(constructor) && constructor.params.iter().any(is_text);
    has_open_texts(ty) || ty.adts().iter().any(|adt| adt.constructors().iter().any(takes))
}

/// Whether parts of a struct may be missing: not all of these may be missing together, or alone.
fn may_lack_parts(ty: &Type) -> bool {
    let may_be_missing = |field: &Field| matches!(field.ty, Type::Option(_));
    ty.adts().iter().any(|adt| match adt.variants() {
        [only] => adt.is_open() && only.fields.iter().filter(|field| may_be_missing(field)).count() > 1,
        _ => false,
    })
}

/// Whether a text in a variant of an enum is read back as another variant: no reader makes the first one of that text.
fn is_read_as_another(input: &[Value], shown: &[Execution]) -> bool {
    fn is_other(value: &Value, read: &Value) -> bool {
        match (value, read) {
            (Value::Data(value), Value::Data(read)) if value.variant != read.variant => {
                value.fields.iter().any(|field| matches!(field, Value::Str(_)))
            }
            (Value::Data(value), Value::Data(read)) => are_other(&value.fields, &read.fields),
            (Value::Seq(values), Value::Seq(read)) | (Value::Tuple(values), Value::Tuple(read)) => {
                are_other(values, read)
            }
            (Value::Some(value), Value::Some(read)) => is_other(value, read),
            _ => false,
        }
    }
    fn are_other(values: &[Value], read: &[Value]) -> bool {
        values.iter().zip(read).any(|(value, read)| is_other(value, read))
    }
    let read = shown.last().and_then(|last| last.outcome.value());
    read.zip(input.first()).is_some_and(|(read, value)| is_other(value, read.unwrapped()))
}

/// Whether the last function called says that there is no answer.
pub fn refuses(shown: &[Execution]) -> bool {
    shown.last().and_then(|last| last.outcome.value()).is_some_and(Value::says_no)
}

#[cfg(test)]
mod tests {
    use super::*;
    use morph_lab::Outcome;

    #[test]
    fn text_of_one_variant_may_be_that_of_another_one() {
        let named = |text: &str| Value::data(1, vec![Value::str(text)]);
        let read = |value: Value| {
            let outcome = Outcome::Value(Value::Ok(value.into()));
            vec![Execution { function: None, args: Vec::new(), outcome }]
        };
        let listed = |item: Value| Value::data(0, vec![Value::seq([item])]);
        let number = Value::data(0, vec![Value::Int(4)]);
        assert!(is_read_as_another(&[listed(named("4"))], &read(listed(number.clone()))));
        assert!(!is_read_as_another(&[listed(named("4"))], &read(listed(named("")))));
        assert!(!is_read_as_another(&[listed(number)], &read(listed(named("4")))));
    }
}
