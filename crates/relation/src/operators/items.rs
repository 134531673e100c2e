//! Further operators on sequences, texts and characters.

use std::cmp::Ordering;

use super::meaning::*;
use super::operator::*;
use super::results::*;
use crate::types::Type;
use crate::value::Value;

/// In the order of [`Op`].
pub(super) const OPERATORS: &[Operator] = &[
    entry(
        Op::Cmp,
        Syntax::Method("", "cmp", 2),
        |t| (t[0] == t[1] && is_total(&t[0])).then_some(Type::Ordering),
        |v, _| total_order(&v[0], &v[1]).map(Value::Ordering),
    ),
    spelled(
        entry(Op::Product, Syntax::Method("iter().", "product", 1), sum_type, |v, _| product(items(&v[0])?)),
        |a, t| match t {
            [Type::Vec(item)] if matches!(**item, Type::Float(_)) => {
                format!("{}.iter().product::<{item}>()", a[0])
            }
            _ => format!("{}.iter().map(|&x| x as i128).product::<i128>()", a[0]),
        },
    ),
    entry(Op::MinSeq, Syntax::Method("iter().", "min", 1), extreme, |v, _| {
        most(items(&v[0])?, Ordering::Less)
    }),
    entry(Op::MaxSeq, Syntax::Method("iter().", "max", 1), extreme, |v, _| {
        most(items(&v[0])?, Ordering::Greater)
    }),
    entry(Op::AddSeq, Syntax::Zip("+"), number_seqs, |v, _| {
        zipped(v, |v| arith(v, i128::checked_add, |a, b| a + b, |a, b| a + b))
    }),
    entry(Op::SubSeq, Syntax::Zip("-"), number_seqs, |v, _| {
        zipped(v, |v| arith(v, i128::checked_sub, |a, b| a - b, |a, b| a - b))
    }),
    entry(Op::MulSeq, Syntax::Zip("*"), number_seqs, |v, _| {
        zipped(v, |v| arith(v, i128::checked_mul, |a, b| a * b, |a, b| a * b))
    }),
    entry(
        Op::Dedup,
        Syntax::Method("", "deduped", 1),
        |t| t[0].item().filter(|item| is_total(item)).map(|_| t[0].clone()),
        |v, _| {
            let mut items = items(&v[0])?.to_vec();
            items.dedup();
            Some(Value::seq(items))
        },
    ),
    entry(
        Op::Windows,
        Syntax::Method("", "windows", 2),
        |t| seq_and_count(t).map(|seq| Type::Vec(Box::new(seq))),
        |v, _| {
            let (items, n) = (items(&v[0])?, count(&v[1]).filter(|n| *n > 0)?);
            let fits = items.len().checked_mul(n)? <= LONGEST;
            fits.then(|| Value::seq(items.windows(n).map(|window| Value::seq(window.to_vec()))))
        },
    ),
    entry(
        Op::Letters,
        Syntax::Method("chars().", "collect::<Vec<_>>", 1),
        |t| is(t, &[Type::String], Type::Vec(Box::new(Type::Char))),
        |v, _| Some(Value::seq(text(&v[0])?.chars().map(Value::Char))),
    ),
    entry(Op::AsciiUpper, Syntax::Method("", "to_ascii_uppercase", 1), letters, |v, _| match &v[0] {
        Value::Char(c) => Some(Value::Char(c.to_ascii_uppercase())),
        text => Some(Value::str(self::text(text)?.to_ascii_uppercase())),
    }),
    entry(Op::AsciiLower, Syntax::Method("", "to_ascii_lowercase", 1), letters, |v, _| match &v[0] {
        Value::Char(c) => Some(Value::Char(c.to_ascii_lowercase())),
        text => Some(Value::str(self::text(text)?.to_ascii_lowercase())),
    }),
    entry(
        Op::IsAscii,
        Syntax::Method("", "is_ascii", 1),
        |t| letters(t).map(|_| Type::Bool),
        |v, _| match &v[0] {
            Value::Char(c) => Some(Value::Bool(c.is_ascii())),
            text => Some(Value::Bool(self::text(text)?.is_ascii())),
        },
    ),
    of_char(Op::IsAsciiDigit, "is_ascii_digit", |v, _| char_is(v, |c| c.is_ascii_digit())),
    of_char(Op::IsAsciiHexdigit, "is_ascii_hexdigit", |v, _| char_is(v, |c| c.is_ascii_hexdigit())),
    of_char(Op::IsAsciiAlphanumeric, "is_ascii_alphanumeric", |v, _| {
        char_is(v, |c| c.is_ascii_alphanumeric())
    }),
    of_char(Op::IsAlphabetic, "is_alphabetic", |v, _| char_is(v, char::is_alphabetic)),
    of_char(Op::IsAlphanumeric, "is_alphanumeric", |v, _| char_is(v, char::is_alphanumeric)),
    of_char(Op::IsUppercase, "is_uppercase", |v, _| char_is(v, char::is_uppercase)),
    of_char(Op::IsLowercase, "is_lowercase", |v, _| char_is(v, char::is_lowercase)),
    of_char(Op::IsWhitespace, "is_whitespace", |v, _| char_is(v, char::is_whitespace)),
    entry(
        Op::Replace,
        Syntax::Method("", "replace", 3),
        |t| is(t, &[Type::String, Type::String, Type::String], Type::String),
        |v, _| {
            let (text, from, by) = (text(&v[0])?, text(&v[1])?, text(&v[2])?);
            // Between any two letters there is a nothing to replace.
            let longest = (text.len() + 1).checked_mul(by.len() + 1)?;
            (longest <= LONGEST).then(|| Value::str(text.replace(from, by)))
        },
    ),
    entry(
        Op::Bytes,
        Syntax::Method("", "as_bytes", 1),
        |t| is(t, &[Type::String], Type::Vec(Box::new(INT))),
        |v, _| Some(Value::seq(text(&v[0])?.bytes().map(|byte| Value::Int(byte.into())))),
    ),
    entry(
        Op::HasChar,
        Syntax::Method("", "contains", 2),
        |t| is(t, &[Type::String, Type::Char], Type::Bool),
        |v, _| match v {
            [all, Value::Char(c)] => Some(Value::Bool(text(all)?.contains(*c))),
            _ => None,
        },
    ),
    of_char(Op::IsAsciiAlphabetic, "is_ascii_alphabetic", |v, _| char_is(v, |c| c.is_ascii_alphabetic())),
    of_char(Op::IsAsciiUppercase, "is_ascii_uppercase", |v, _| char_is(v, |c| c.is_ascii_uppercase())),
    of_char(Op::IsAsciiLowercase, "is_ascii_lowercase", |v, _| char_is(v, |c| c.is_ascii_lowercase())),
    spelled(
        entry(Op::ZeroPadded, Syntax::Method("", "zero_padded", 2), padded, |v, _| {
            let (n, width) = (integer(&v[0])?, width(&v[1])?);
            Some(Value::str(format!("{n:0width$}")))
        }),
        |a, _| format!("format!(\"{{:01$}}\", {}, {})", a[0], a[1]),
    ),
    spelled(
        entry(Op::Hex, Syntax::Method("", "hex", 2), padded, |v, _| {
            let (n, width) = (integer(&v[0])?, width(&v[1])?);
            (n >= 0).then(|| Value::str(format!("{n:0width$x}")))
        }),
        |a, _| format!("format!(\"{{:01$x}}\", {}, {})", a[0], a[1]),
    ),
    // Of a struct or an enum: what its module alone sees, too.
    entry(
        Op::HasNan,
        Syntax::Method("", "has_nan", 1),
        |t| (matches!(t[0], Type::Adt(_)) && t[0].has_float()).then_some(Type::Bool),
        |v, _| Some(Value::Bool(v[0].has_nan())),
    ),
];

/// A number and with how many digits it is written at least.
fn padded(t: &[Type]) -> Option<Type> {
    is(t, &[INT, INT], Type::String)
}

/// The most digits that numbers are filled up to.
const WIDEST: i128 = 64;

fn width(value: &Value) -> Option<usize> {
    integer(value).filter(|n| (0..=WIDEST).contains(n)).and_then(|n| usize::try_from(n).ok())
}

fn integer(value: &Value) -> Option<i128> {
    match value {
        Value::Int(n) => Some(*n),
        _ => None,
    }
}

const fn of_char(
    op: Op,
    name: &'static str,
    apply: fn(&[Value], crate::tolerance::Tolerance) -> Option<Value>,
) -> Operator {
    entry(op, Syntax::Method("", name, 1), |t| is(t, &[Type::Char], Type::Bool), apply)
}

/// Whether values of a type have the order of `Ord`.
fn is_total(ty: &Type) -> bool {
    matches!(ty, Type::Int(_) | Type::Char | Type::Bool | Type::String)
}

fn extreme(t: &[Type]) -> Option<Type> {
    end_type(t).filter(|_| t[0].item().is_some_and(is_total))
}

fn number_seqs(t: &[Type]) -> Option<Type> {
    (t[0] == t[1]).then(|| sum_type(&t[..1])).flatten().map(|_| t[0].clone())
}

/// A text or a character.
fn letters(t: &[Type]) -> Option<Type> {
    matches!(t[0], Type::String | Type::Char).then(|| t[0].clone())
}

fn char_is(v: &[Value], test: fn(char) -> bool) -> Option<Value> {
    match v {
        [Value::Char(c)] => Some(Value::Bool(test(*c))),
        _ => None,
    }
}

fn total_order(a: &Value, b: &Value) -> Option<Ordering> {
    Some(match (a, b) {
        (Value::Int(a), Value::Int(b)) => a.cmp(b),
        (Value::Int(_), Value::Big(_)) => Ordering::Less,
        (Value::Big(_), Value::Int(_)) => Ordering::Greater,
        (Value::Big(a), Value::Big(b)) => a.cmp(b),
        (Value::Char(a), Value::Char(b)) => a.cmp(b),
        (Value::Bool(a), Value::Bool(b)) => a.cmp(b),
        (Value::Str(a), Value::Str(b)) => a.cmp(b),
        _ => return None,
    })
}

/// The least or the greatest element, where there are elements.
fn most(items: &[Value], wanted: Ordering) -> Option<Value> {
    let Some((first, rest)) = items.split_first() else { return Some(Value::None) };
    let mut found = first;
    for item in rest {
        if total_order(item, found)? == wanted {
            found = item;
        }
    }
    Some(Value::Some(found.clone().into()))
}

/// Element by element, as far as both sequences go.
fn zipped(v: &[Value], apply: fn(&[Value]) -> Option<Value>) -> Option<Value> {
    let pairs = items(&v[0])?.iter().zip(items(&v[1])?);
    let made: Option<Vec<Value>> = pairs.map(|(a, b)| apply(&[a.clone(), b.clone()])).collect();
    made.map(Value::seq)
}

/// The product of items; of none it is the integer 1, which equals that of floats.
fn product(items: &[Value]) -> Option<Value> {
    let Some(first) = items.first() else { return Some(Value::Int(1)) };
    match first {
        Value::Int(_) => items
            .iter()
            .try_fold(1_i128, |product, item| match item {
                Value::Int(n) => product.checked_mul(*n),
                _ => None,
            })
            .map(Value::Int),
        Value::F32(_) => {
            Some(Value::F32(items.iter().map(|x| x.as_float().unwrap_or(f64::NAN) as f32).product()))
        }
        Value::F64(_) => Some(Value::F64(items.iter().filter_map(Value::as_float).product())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::meaning::sum;
    use super::*;
    use crate::tolerance::Tolerance;
    use crate::{Env, Expr};

    #[test]
    fn sums_and_products_of_nothing_are_those_of_any_numbers() {
        let (nothing, one) = (sum(&[]).expect("a sum"), product(&[]).expect("a product"));
        for (value, expected) in [(&nothing, 0), (&one, 1)] {
            assert!(value.same(&Value::Int(expected), Tolerance::Exact));
            assert!(value.same(&Value::F64(expected as f64), Tolerance::Exact));
            assert!(value.same(&Value::F32(expected as f32), Tolerance::Exact));
            assert!(!value.same(&Value::F64(2.0), Tolerance::Exact));
        }
        let of = |op: Op, a: &Value, b: Value| {
            let expr = Expr::binary(op, Expr::Const(a.clone()), Expr::Const(b));
            expr.eval(Env { params: &[], outs: &[] }, Tolerance::Exact)
        };
        assert_eq!(of(Op::Mul, &nothing, Value::F64(2.0)), Some(Value::F64(0.0)));
        assert_eq!(of(Op::Add, &one, Value::F32(2.0)), Some(Value::F32(3.0)));
        assert_eq!(of(Op::Lt, &nothing, Value::F64(2.0)), Some(Value::Bool(true)));
        let of_one = |op: Op, a: &Value| {
            Expr::Apply(op, vec![Expr::Const(a.clone())])
                .eval(Env { params: &[], outs: &[] }, Tolerance::Exact)
        };
        assert_eq!(of_one(Op::Sqrt, &nothing), Some(Value::Int(0)));
        assert_eq!(of_one(Op::IsNan, &nothing), Some(Value::Bool(false)));
        assert_eq!(of_one(Op::IsFinite, &one), Some(Value::Bool(true)));
        let two = of(Op::Add, &one, one.clone()).expect("one and one");
        assert_eq!(of(Op::Eq, &two, Value::F64(2.0)), Some(Value::Bool(true)));
    }
}
