//! Failures that are no bugs: rounding, infinities, the ends of types, panics by design.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::pairs::{are_twins, words};
use crate::cleanse::Execution;
use crate::options::Level;
use morph_lab::Outcome;
use morph_relation::{Adt, IntType, Relation, Type, Value};
use morph_source::scan::{Function, Subject};

/// Floats of this magnitude and its reciprocal are ordinary; beyond them, what is rounded away may be all there is.
const ORDINARY: f64 = 1e6;

/// Whether a failed law counts: what it fails on is neither rounding nor the end of a type, and no panic is by design.
/// `called` are the functions that it calls, by path; the subject has none.
pub fn counts(
    relation: &Relation,
    input: &[Value],
    executions: &[Execution],
    called: &BTreeMap<String, Called>,
    level: Level,
) -> bool {
    if executions.iter().any(|execution| execution.outcome.is_unmade()) {
        return false;
    }
    let passed =
        executions.iter().flat_map(|execution| execution.args.iter().chain(execution.outcome.value()));
    if input.iter().chain(passed).any(has_extreme_float) {
        return false;
    }
    let refuses = |execution: &Execution| execution.outcome.value().is_some_and(Value::says_no);
    let refused = executions.first().is_some_and(refuses);
    // What a function returns where there is an answer is not said of where there is none: `pow` may not fit.
    let is_about_first = relation.exprs().any(|expr| expr.mentions_out(0));
    if let [only] = &executions[usize::from(!is_about_first).min(executions.len())..]
        && refuses(only)
    {
        return false;
    }
    executions.iter().all(|execution| {
        let called = &called[execution.function.as_deref().unwrap_or_default()];
        match &execution.outcome {
            Outcome::Value(value) => level == Level::Certain || !is_at_end(value, &called.ret),
            // Where one function says that there is no answer, another one may refuse, too.
            Outcome::Panic(_) if refused => false,
            Outcome::Panic(_) if called.is_checked => true,
            Outcome::Panic(message) => !called.announces_panics && is_mistake(message, called.reads_text),
            _ => false,
        }
    })
}

/// What is known of a function that a law calls.
pub struct Called {
    ret: Type,
    announces_panics: bool,
    /// Whether the law says that another function checks for its panics.
    is_checked: bool,
    /// Whether all that it takes are texts, characters and bytes: no arithmetic of the caller's overflows.
    pub reads_text: bool,
}

impl Called {
    /// The same where `checked` has its name.
    pub fn checked_by(self, checked: &str, name: &str) -> Called {
        let is_checked = words(checked).iter().any(|word| word == "checked" || word == "try");
        Called { is_checked: is_checked && are_twins(checked, name), ..self }
    }

    /// Of a subject.
    pub fn of(subject: &Subject, function: Option<&Function>) -> Called {
        Called {
            ret: subject.outcome(),
            announces_panics: function.is_some_and(|function| announces_panics(&function.docs)),
            is_checked: false,
            reads_text: reads_text(subject),
        }
    }
}

/// Whether all that a function takes are texts, characters and bytes, beside a receiver that holds no numbers: no arithmetic
/// of the caller's overflows.
fn reads_text(subject: &Subject) -> bool {
    let byte = Type::Int(IntType::U8);
    let is_text = |ty: &Type| match ty.owned() {
        Type::Str | Type::String | Type::Char | Type::Bool => true,
        owned => owned.item().is_some_and(|item| *item == byte),
    };
    let has_receiver = subject.member.as_ref().is_some_and(|member| member.receiver);
    let (own, taken) = subject.params.split_at(usize::from(has_receiver && subject.params.len() > 1));
    taken.iter().all(|param| is_text(&param.ty))
        && own.iter().all(|param| is_text(&param.ty) || !holds_numbers(&param.ty))
}

/// Whether values of a struct or enum hold numbers larger than bytes, or are made of such.
fn holds_numbers(ty: &Type) -> bool {
    let is_number = |ty: &Type| {
        ty.any(&mut |ty| matches!(ty, Type::Float(_)) || matches!(ty, Type::Int(int) if *int != IntType::U8))
    };
    let holds = |adt: &Adt| {
        let fields = adt.variants().iter().flat_map(|shape| &shape.fields).map(|field| &field.ty);
        let arguments = adt.constructors().iter().flat_map(|constructor| &constructor.params);
        fields.chain(arguments).any(is_number)
    };
    is_number(ty) || ty.adts().iter().any(holds)
}

/// Whether documentation says that a function panics, or that nothing is defined somewhere.
pub fn announces_panics(docs: &str) -> bool {
    docs.to_lowercase().lines().any(|line| {
        let panics = line.contains("panic") && !line.contains("never panic") && !line.contains("not panic");
        panics || line.contains("undefined")
    })
}

/// Beginnings of messages with which std panics where an index, a slice or an assumption is wrong.
const MISTAKES: [&str; 16] = [
    "index out of bounds",
    "byte index",
    "start byte index",
    "end byte index",
    "range start",
    "range end",
    "slice index",
    "begin <=",
    "begin >",
    "called `Option::unwrap()`",
    "called `Result::unwrap()`",
    "internal error: entered unreachable code",
    "attempt to divide by zero",
    "attempt to calculate the remainder with a divisor of zero",
    "mid > len",
    "assertion failed: self.is_char_boundary",
];

/// Whether a panic is a mistake rather than a refusal; an overflow where nothing but text is read.
pub fn is_mistake(message: &str, reads_text: bool) -> bool {
    MISTAKES.iter().any(|start| message.starts_with(start)) || reads_text && is_overflow(message)
}

/// Whether an index or a range lay outside of something, or inside a character.
pub fn is_out_of_range(message: &str) -> bool {
    ["index", "slic", "range", "mid > len", "char_boundary"].iter().any(|part| message.contains(part))
}

/// Whether an assertion failed that says nothing of its own.
pub fn is_assertion(message: &str) -> bool {
    message.starts_with("assertion failed: ") || message.starts_with("assertion `")
}

/// Whether code was reached that is said to be unreachable.
pub fn is_unreachable(message: &str) -> bool {
    message.starts_with("internal error: entered unreachable code")
}

/// Whether something was unwrapped that was not there.
pub fn is_unwrapping(message: &str) -> bool {
    message.starts_with("called `Option::unwrap()`") || message.starts_with("called `Result::unwrap()`")
}

/// Whether an integer overflowed, or a duration.
pub fn is_overflow(message: &str) -> bool {
    message.starts_with("attempt to") && message.contains("overflow") || message.starts_with("overflow when")
}

/// Whether something is left to be written.
pub fn is_unwritten(message: &str) -> bool {
    message.starts_with("not implemented") || message.starts_with("not yet implemented")
}

/// Whether a text was cut inside a character.
pub fn cuts_characters(message: &str) -> bool {
    message.contains("is not a char boundary") || message.contains("is_char_boundary")
}

/// Whether a float in a value is infinite, no number, or of a magnitude at which rounding may be all that is left.
pub fn has_extreme_float(value: &Value) -> bool {
    match value {
        Value::Seq(items) | Value::Tuple(items) => items.iter().any(has_extreme_float),
        Value::Some(inner) | Value::Ok(inner) | Value::Err(inner) => has_extreme_float(inner),
        Value::Data(data) => data.fields.iter().any(has_extreme_float),
        value => {
            value.as_float().is_some_and(|x| x != 0.0 && !(1.0 / ORDINARY..=ORDINARY).contains(&x.abs()))
        }
    }
}

/// The share of the largest float in two values by which their floats may differ.
const ROUNDING: f64 = 1e-4;

/// Whether two values differ in their floats alone, and little beside the largest of these: where they cancel, rounding is
/// all that is left of the small ones.
pub fn differ_by_rounding(a: &Value, b: &Value) -> bool {
    let mut pairs = Vec::new();
    let same = pair_floats(a, b, &mut pairs);
    let largest = pairs.iter().fold(0.0, |largest: f64, (x, y)| largest.max(x.abs()).max(y.abs()));
    same && !pairs.is_empty() && pairs.iter().all(|(x, y)| (x - y).abs() <= ROUNDING * largest)
}

/// Pairs the floats of two values, and tells whether these are the same but for them.
fn pair_floats(a: &Value, b: &Value, pairs: &mut Vec<(f64, f64)>) -> bool {
    let mut all = |a: &[Value], b: &[Value]| {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| pair_floats(a, b, pairs))
    };
    match (a, b) {
        (Value::Seq(a), Value::Seq(b)) | (Value::Tuple(a), Value::Tuple(b)) => all(a, b),
        (Value::Some(a), Value::Some(b)) | (Value::Ok(a), Value::Ok(b)) | (Value::Err(a), Value::Err(b)) => {
            pair_floats(a, b, pairs)
        }
        (Value::Data(a), Value::Data(b)) => a.variant == b.variant && all(&a.fields, &b.fields),
        (a, b) => match (a.as_float(), b.as_float()) {
            (Some(x), Some(y)) => {
                pairs.push((x, y));
                true
            }
            _ => a == b,
        },
    }
}

/// Whether the texts in which two values are seen differ in zeros at the end of fractions alone: decimals with more of them are
/// equal.
pub fn differ_by_zeros(a: &Value, b: &Value) -> bool {
    let seen = |value: &'_ Value| match value {
        Value::Data(data) => match &data.fields[..] {
            [Value::Str(text)] => Some(without_zeros(text)),
            _ => None,
        },
        _ => None,
    };
    seen(a).is_some_and(|seen_a| seen(b) == Some(seen_a))
}

/// What is seen of a value, without zeros at the end of fractions and without the sign of zero: decimals that differ in these
/// are equal.
fn without_zeros(seen: &str) -> String {
    static FRACTION: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"(\d)(\.\d*?)0+\b").expect("a pattern without errors"));
    static NEGATIVE: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"-0([^.\d]|$)").expect("a pattern without errors"));
    let shorter = FRACTION
        .replace_all(seen, |found: &Captures<'_>| format!("{}{}", &found[1], found[2].trim_end_matches('.')));
    NEGATIVE.replace_all(&shorter, "0$1").into_owned()
}

/// Whether an integer in an outcome is the greatest or the least of its type: it may have been cut there.
fn is_at_end(value: &Value, ty: &Type) -> bool {
    match (value, ty) {
        (Value::Int(n), Type::Int(int)) if *int != IntType::U8 && *int != IntType::I8 => {
            let end = |n: i128| !Value::Int(n).fits(ty);
            n.checked_add(1).is_none_or(end) || int.signed() && n.checked_sub(1).is_none_or(end)
        }
        (Value::Some(inner), Type::Option(ty)) | (Value::Ok(inner), Type::Result(ty, _)) => {
            is_at_end(inner, ty)
        }
        (Value::Tuple(items), Type::Tuple(types)) => {
            items.iter().zip(types).any(|(item, ty)| is_at_end(item, ty))
        }
        (Value::Seq(items), ty) => ty.item().is_some_and(|ty| items.iter().any(|item| is_at_end(item, ty))),
        (Value::Data(data), Type::Adt(adt)) => adt.variants().get(data.variant).is_some_and(|shape| {
            data.fields.iter().zip(&shape.fields).any(|(value, field)| is_at_end(value, &field.ty))
        }),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistakes_are_told_from_refusals() {
        assert!(is_mistake("index out of bounds: the len is 0 but the index is 0", false));
        assert!(is_mistake("attempt to subtract with overflow", true));
        assert!(is_mistake("overflow when multiplying duration by scalar", true));
        assert!(!is_mistake("attempt to subtract with overflow", false));
        assert!(!is_mistake("the divisor must not be zero", false));
        assert!(announces_panics("# Panics\n\nIf it is empty."));
        assert!(!announces_panics("Never panics."));
        assert!(announces_panics("The result for other texts is undefined."));
    }

    #[test]
    fn floats_that_cancel_differ_by_rounding_alone() {
        let pair = |x, y| Value::Tuple([Value::F64(x), Value::F64(y)].into());
        assert!(differ_by_rounding(&pair(-1.0, 2190.0), &pair(-0.9999, 2190.0001)));
        assert!(!differ_by_rounding(&pair(-1.0, 2190.0), &pair(1.0, 2190.0)));
        let with = |n, x| Value::Tuple([Value::Int(n), Value::F64(x)].into());
        assert!(!differ_by_rounding(&with(1, 2.0), &with(2, 2.0)));
        assert!(!differ_by_rounding(&Value::Int(1), &Value::Int(1)));
    }

    #[test]
    fn decimals_with_more_zeros_are_equal() {
        assert_eq!(
            without_zeros("Money { amount: 0.00, of: 10 }"),
            without_zeros("Money { amount: 0, of: 10 }")
        );
        assert_eq!(without_zeros("1.50"), "1.5");
        assert_eq!(without_zeros("amount: -0.0 }"), "amount: 0 }");
        assert_ne!(without_zeros("100"), without_zeros("10"));
        assert_ne!(without_zeros("-0.5"), without_zeros("0.5"));
    }

    #[test]
    fn ends_of_types_and_infinities_are_seen_inside_values() {
        let ty = Type::Option(Box::new(Type::Int(IntType::I32)));
        assert!(is_at_end(&Value::Some(Value::Int(i128::from(i32::MAX)).into()), &ty));
        assert!(!is_at_end(&Value::Some(Value::Int(7).into()), &ty));
        assert!(is_at_end(&Value::Int(i128::MAX), &Type::Int(IntType::I128)));
        assert!(is_at_end(&Value::Int(i128::MIN), &Type::Int(IntType::I128)));
        assert!(has_extreme_float(&Value::seq([Value::F64(f64::INFINITY)])));
        assert!(!has_extreme_float(&Value::seq([Value::F64(0.0), Value::F64(1.5)])));
    }
}
