//! Operators that the strategies of the search combine.

use super::meaning::*;
use super::operator::*;
use super::results::*;
use crate::tolerance::Tolerance;
use crate::types::{FloatType, Type};
use crate::value::Value;

/// In the order of [`Op`].
pub(super) const OPERATORS: &[Operator] = &[
    entry(Op::Or, Syntax::Infix("||", 1), bools, |v, _| bool_op(v, |a, b| a || b)),
    entry(Op::And, Syntax::Infix("&&", 2), bools, |v, _| bool_op(v, |a, b| a && b)),
    entry(Op::Eq, Syntax::Infix("==", 3), alike, |v, t| Some(Value::Bool(same(&v[0], &v[1], t)))),
    entry(Op::Ne, Syntax::Infix("!=", 3), alike, |v, t| Some(Value::Bool(!same(&v[0], &v[1], t)))),
    entry(Op::Lt, Syntax::Infix("<", 3), ordered, |v, t| less(&v[0], &v[1], false, t)),
    entry(Op::Le, Syntax::Infix("<=", 3), ordered, |v, t| less(&v[0], &v[1], true, t)),
    entry(Op::Gt, Syntax::Infix(">", 3), ordered, |v, t| less(&v[1], &v[0], false, t)),
    entry(Op::Ge, Syntax::Infix(">=", 3), ordered, |v, t| less(&v[1], &v[0], true, t)),
    entry(Op::Add, Syntax::Infix("+", 5), numbers, |v, _| {
        arith(v, i128::checked_add, |a, b| a + b, |a, b| a + b)
    }),
    entry(Op::Sub, Syntax::Infix("-", 5), numbers, |v, _| {
        arith(v, i128::checked_sub, |a, b| a - b, |a, b| a - b)
    }),
    entry(Op::Mul, Syntax::Infix("*", 6), numbers, |v, _| {
        arith(v, i128::checked_mul, |a, b| a * b, |a, b| a * b)
    }),
    entry(Op::Div, Syntax::Infix("/", 6), numbers, |v, _| {
        arith(v, i128::checked_div, |a, b| a / b, |a, b| a / b)
    }),
    entry(Op::Rem, Syntax::Infix("%", 6), numbers, |v, _| {
        arith(v, i128::checked_rem, |a, b| a % b, |a, b| a % b)
    }),
    entry(Op::Neg, Syntax::Prefix("-"), number, |v, _| match v {
        [Value::Int(n)] => n.checked_neg().map(Value::Int),
        [Value::F32(x)] => Some(Value::F32(-x)),
        [Value::F64(x)] => Some(Value::F64(-x)),
        _ => None,
    }),
    entry(
        Op::Not,
        Syntax::Prefix("!"),
        |t| is(t, &[Type::Bool], Type::Bool),
        |v, _| match v {
            [Value::Bool(b)] => Some(Value::Bool(!b)),
            _ => None,
        },
    ),
    entry(
        Op::Float,
        Syntax::Cast("f64"),
        |t| is(t, &[INT], Type::Float(FloatType::F64)),
        |v, _| match v {
            [Value::Int(n)] => Some(Value::F64(*n as f64)),
            _ => None,
        },
    ),
    entry(Op::Abs, Syntax::Method("", "abs", 1), number, |v, _| match v {
        [Value::Int(n)] => n.checked_abs().map(Value::Int),
        [Value::F32(x)] => Some(Value::F32(x.abs())),
        [Value::F64(x)] => Some(Value::F64(x.abs())),
        _ => None,
    }),
    // As Rust has them: -1, 0 or 1 for integers, ±1.0 for floats, zeros included.
    entry(Op::Signum, Syntax::Method("", "signum", 1), number, |v, _| match v {
        [Value::Int(n)] => Some(Value::Int(n.signum())),
        [Value::F32(x)] => Some(Value::F32(x.signum())),
        [Value::F64(x)] => Some(Value::F64(x.signum())),
        _ => None,
    }),
    entry(Op::Min, Syntax::Method("", "min", 2), numbers, |v, _| {
        arith(v, |a, b| Some(a.min(b)), f32::min, f64::min)
    }),
    entry(Op::Max, Syntax::Method("", "max", 2), numbers, |v, _| {
        arith(v, |a, b| Some(a.max(b)), f32::max, f64::max)
    }),
    entry(
        Op::Len,
        Syntax::Method("", "len", 1),
        |t| sized(t).map(|()| INT),
        |v, _| length(&v[0]).map(|n| Value::Int(n as i128)),
    ),
    entry(
        Op::Chars,
        Syntax::Method("chars().", "count", 1),
        |t| is(t, &[Type::String], INT),
        |v, _| Some(Value::Int(text(&v[0])?.chars().count() as i128)),
    ),
    entry(
        Op::IsEmpty,
        Syntax::Method("", "is_empty", 1),
        |t| sized(t).map(|()| Type::Bool),
        |v, _| length(&v[0]).map(|n| Value::Bool(n == 0)),
    ),
    entry(Op::First, Syntax::Method("", "first", 1), end_type, |v, _| Some(end(items(&v[0])?.first()))),
    entry(Op::Last, Syntax::Method("", "last", 1), end_type, |v, _| Some(end(items(&v[0])?.last()))),
    // A group in which the sequence ends before says nothing.
    entry(
        Op::At,
        Syntax::Index,
        |t| t[0].item().filter(|_| t[1] == INT).cloned(),
        |v, _| items(&v[0])?.get(count(&v[1])?).cloned(),
    ),
    spelled(
        entry(Op::Sum, Syntax::Method("iter().", "sum", 1), sum_type, |v, _| sum(items(&v[0])?)),
        |a, t| match t {
            [Type::Vec(item)] if matches!(**item, Type::Float(_)) => {
                format!("{}.iter().sum::<{item}>()", a[0])
            }
            _ => format!("{}.iter().map(|&x| x as i128).sum::<i128>()", a[0]),
        },
    ),
    spelled(
        entry(Op::RevSeq, Syntax::Method("iter().", "rev", 1), seq, |v, _| {
            Some(Value::Seq(items(&v[0])?.iter().rev().cloned().collect()))
        }),
        |a, t| format!("{}.iter().rev().{}.collect::<Vec<_>>()", a[0], copier(&t[0])),
    ),
    spelled(
        entry(Op::RevStr, Syntax::Method("chars().", "rev", 1), string, |v, _| {
            Some(Value::str(text(&v[0])?.chars().rev().collect::<String>()))
        }),
        |a, _| format!("{}.chars().rev().collect::<String>()", a[0]),
    ),
    entry(Op::Sorted, Syntax::Method("", "sorted", 1), sortable, |v, _| sorted(items(&v[0])?)),
    entry(Op::Rotate, Syntax::Method("", "rotated_left", 2), seq_and_count, |v, _| {
        let (items, n) = (items(&v[0])?, count(&v[1])?);
        let (front, back) = items.split_at_checked(n)?;
        Some(Value::Seq(back.iter().chain(front).cloned().collect()))
    }),
    spelled(
        entry(Op::Skip, Syntax::Method("iter().", "skip", 2), seq_and_count, |v, _| {
            Some(Value::Seq(items(&v[0])?.iter().skip(count(&v[1])?).cloned().collect()))
        }),
        |a, t| format!("{}.iter().skip({}).{}.collect::<Vec<_>>()", a[0], a[1], copier(&t[0])),
    ),
    spelled(
        entry(Op::Take, Syntax::Method("iter().", "take", 2), seq_and_count, |v, _| {
            Some(Value::Seq(items(&v[0])?.iter().take(count(&v[1])?).cloned().collect()))
        }),
        |a, t| format!("{}.iter().take({}).{}.collect::<Vec<_>>()", a[0], a[1], copier(&t[0])),
    ),
    entry(Op::RepeatSeq, Syntax::Method("", "repeat", 2), seq_and_count, |v, _| {
        let (items, n) = (items(&v[0])?, count(&v[1])?);
        let len = items.len().checked_mul(n).filter(|len| *len <= LONGEST)?;
        Some(Value::seq(items.iter().cycle().take(len).cloned()))
    }),
    entry(
        Op::RepeatStr,
        Syntax::Method("", "repeat", 2),
        |t| is(t, &[Type::String, INT], Type::String),
        |v, _| {
            let (text, n) = (text(&v[0])?, count(&v[1])?);
            (text.len().checked_mul(n)? <= LONGEST).then(|| Value::str(text.repeat(n)))
        },
    ),
    entry(
        Op::ConcatSeq,
        Syntax::Concat,
        |t| if t[0] == t[1] { seq(&t[..1]) } else { None },
        |v, _| Some(Value::seq(items(&v[0])?.iter().chain(items(&v[1])?).cloned())),
    ),
    entry(
        Op::ConcatStr,
        Syntax::Concat,
        |t| is(t, &[Type::String, Type::String], Type::String),
        |v, _| Some(Value::str([text(&v[0])?, text(&v[1])?].concat())),
    ),
    entry(
        Op::List,
        Syntax::List,
        |t| Some(Type::Vec(Box::new(t[0].clone()))),
        |v, _| Some(Value::seq(v.to_vec())),
    ),
    entry(
        Op::Has,
        Syntax::Method("", "contains", 2),
        |t| (t[0].item() == Some(&t[1]) && !t[1].has_float()).then_some(Type::Bool),
        |v, _| Some(Value::Bool(items(&v[0])?.contains(&v[1]))),
    ),
    entry(Op::HasStr, Syntax::Method("", "contains", 2), strings, |v, _| {
        Some(Value::Bool(text(&v[0])?.contains(text(&v[1])?)))
    }),
    entry(Op::StartsWith, Syntax::Method("", "starts_with", 2), strings, |v, _| {
        Some(Value::Bool(text(&v[0])?.starts_with(text(&v[1])?)))
    }),
    entry(Op::EndsWith, Syntax::Method("", "ends_with", 2), strings, |v, _| {
        Some(Value::Bool(text(&v[0])?.ends_with(text(&v[1])?)))
    }),
    entry(Op::Upper, Syntax::Method("", "to_uppercase", 1), string, |v, _| {
        Some(Value::str(text(&v[0])?.to_uppercase()))
    }),
    entry(Op::Lower, Syntax::Method("", "to_lowercase", 1), string, |v, _| {
        Some(Value::str(text(&v[0])?.to_lowercase()))
    }),
    entry(Op::Trim, Syntax::Method("", "trim", 1), string, |v, _| Some(Value::str(text(&v[0])?.trim()))),
    spelled(
        entry(Op::TakeStr, Syntax::Method("chars().", "take", 2), text_and_count, |v, _| {
            Some(Value::str(text(&v[0])?.chars().take(count(&v[1])?).collect::<String>()))
        }),
        |a, _| format!("{}.chars().take({}).collect::<String>()", a[0], a[1]),
    ),
    spelled(
        entry(Op::SkipStr, Syntax::Method("chars().", "skip", 2), text_and_count, |v, _| {
            Some(Value::str(text(&v[0])?.chars().skip(count(&v[1])?).collect::<String>()))
        }),
        |a, _| format!("{}.chars().skip({}).collect::<String>()", a[0], a[1]),
    ),
    entry(
        Op::Text,
        Syntax::Method("", "to_string", 1),
        |t| (t[0] == INT || matches!(t[0], Type::Char | Type::Float(_))).then_some(Type::String),
        |v, _| match v {
            [Value::Char(c)] => Some(Value::str(c.to_string())),
            [Value::F64(x)] => Some(Value::str(x.to_string())),
            [Value::F32(x)] => Some(Value::str(x.to_string())),
            [Value::Int(n)] => Some(Value::str(n.to_string())),
            [Value::Big(n)] => Some(Value::str(n.to_string())),
            _ => None,
        },
    ),
    entry(
        Op::Matches,
        Syntax::Count("matches"),
        |t| is(t, &[Type::String, Type::String], INT),
        |v, _| Some(Value::Int(text(&v[0])?.matches(text(&v[1])?).count() as i128)),
    ),
    entry(
        Op::Occurrences,
        Syntax::CountEqual,
        |t| (t[0].item() == Some(&t[1]) && !t[1].has_float()).then_some(INT),
        |v, _| Some(Value::Int(items(&v[0])?.iter().filter(|item| **item == v[1]).count() as i128)),
    ),
    // As Rust has it: with NaN in it, no sequence of floats is sorted.
    entry(
        Op::IsSorted,
        Syntax::Method("", "is_sorted", 1),
        |t| sortable(t).map(|_| Type::Bool),
        |v, _| {
            let items = items(&v[0])?;
            let in_order = |pair: &[Value]| match (&pair[0], &pair[1]) {
                (Value::Bool(a), Value::Bool(b)) => Some(Value::Bool(a <= b)),
                (a, b) => less(a, b, true, Tolerance::Exact)
                    .map(|held| Value::Bool(held == Value::Bool(true) && !is_nan(a) && !is_nan(b))),
            };
            let pairs: Option<Vec<Value>> = items.windows(2).map(in_order).collect();
            Some(Value::Bool(pairs?.iter().all(|held| *held == Value::Bool(true))))
        },
    ),
    entry(
        Op::IsSome,
        Syntax::Method("", "is_some", 1),
        |t| matches!(t[0], Type::Option(_)).then_some(Type::Bool),
        |v, _| Some(Value::Bool(matches!(v[0], Value::Some(_)))),
    ),
    entry(
        Op::IsOk,
        Syntax::Method("", "is_ok", 1),
        |t| matches!(t[0], Type::Result(..)).then_some(Type::Bool),
        |v, _| Some(Value::Bool(matches!(v[0], Value::Ok(_)))),
    ),
    // A group without the value says nothing, so that laws of partial functions can be told.
    entry(
        Op::Unwrap,
        Syntax::Method("", "unwrap", 1),
        |t| match &t[0] {
            Type::Option(item) | Type::Result(item, _) => Some((**item).clone()),
            _ => None,
        },
        |v, _| match &v[0] {
            Value::Some(value) | Value::Ok(value) => Some((**value).clone()),
            _ => None,
        },
    ),
    entry(
        Op::Some,
        Syntax::Wrap("Some"),
        |t| Some(Type::Option(Box::new(t[0].clone()))),
        |v, _| Some(Value::Some(v[0].clone().into())),
    ),
    // The error type of `Ok(a)` follows from what it is compared with.
    entry(
        Op::Ok,
        Syntax::Wrap("Ok"),
        |t| Some(Type::Result(Box::new(t[0].clone()), Box::new(Type::Unit))),
        |v, _| Some(Value::Ok(v[0].clone().into())),
    ),
    entry(
        Op::Reverse,
        Syntax::Method("", "reverse", 1),
        |t| (t[0] == Type::Ordering).then_some(Type::Ordering),
        |v, _| match v {
            [Value::Ordering(ordering)] => Some(Value::Ordering(ordering.reverse())),
            _ => None,
        },
    ),
];

/// How an iterator over references to the elements yields the elements.
fn copier(seq: &Type) -> &'static str {
    if seq.item().is_some_and(Type::is_copy) { "copied()" } else { "cloned()" }
}
