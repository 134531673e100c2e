//! The operators of the relation language, in one list: a new one is a variant of [`Op`], an entry in
//! [`OPERATORS`], and its code.

mod meaning;
mod results;

use meaning::*;
use results::*;

use super::tolerance::Tolerance;
use super::types::{FloatType, IntType, Type};
use super::value::Value;

/// The name of an operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(missing_docs, reason = "OPERATORS documents each")]
pub enum Op {
    Or,
    And,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Neg,
    Not,
    Float,
    Abs,
    Signum,
    Min,
    Max,
    Len,
    Chars,
    IsEmpty,
    First,
    Last,
    At,
    Sum,
    RevSeq,
    RevStr,
    Sorted,
    Rotate,
    Skip,
    Take,
    RepeatSeq,
    RepeatStr,
    ConcatSeq,
    ConcatStr,
    List,
    Has,
    HasStr,
    StartsWith,
    EndsWith,
    Upper,
    Lower,
    Trim,
    TakeStr,
    SkipStr,
    Text,
    Matches,
    Occurrences,
    IsSorted,
    IsSome,
    IsOk,
    Unwrap,
    Some,
    Ok,
    Reverse,
}

/// How an operator is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Syntax {
    /// `a + b`, with its precedence: higher binds tighter.
    Infix(&'static str, u8),
    /// `-a`
    Prefix(&'static str),
    /// `a as f64`
    Cast(&'static str),
    /// `a.via().name(b)`: how the receiver is reached (empty or `iter().`), the name, how many operands with the receiver.
    Method(&'static str, &'static str, usize),
    /// `Some(a)`
    Wrap(&'static str),
    /// `[a, b].concat()`
    Concat,
    /// `[a]`
    List,
    /// `a[b]`
    Index,
    /// `a.name(b).count()`
    Count(&'static str),
    /// `a.iter().filter(|x| x == b).count()`
    CountEqual,
}

/// Rust from the Rust of the operands and their types.
pub type Spelling = fn(&[String], &[Type]) -> String;

/// An operator: its text, type, meaning and, where the text is not Rust as it stands, its Rust.
pub struct Operator {
    /// Which.
    pub op: Op,
    /// How it is written.
    pub syntax: Syntax,
    /// The type of its result for operands of the given erased types; `None` where it does not apply.
    pub result: fn(&[Type]) -> Option<Type>,
    /// Its result; `None` where it has none (overflow, division by zero): the group is inapplicable.
    pub apply: fn(&[Value], Tolerance) -> Option<Value>,
    /// Rust for operands given as Rust with their erased types; `None` where the text is Rust, or where the Rust
    /// depends on how an operand is held (`rust/expr.rs`).
    pub rust: Option<Spelling>,
}

impl Operator {
    /// How many operands it takes.
    pub fn arity(&self) -> usize {
        match self.syntax {
            Syntax::Infix(..) | Syntax::Concat | Syntax::Index | Syntax::Count(_) | Syntax::CountEqual => 2,
            Syntax::Prefix(_) | Syntax::Cast(_) | Syntax::Wrap(_) | Syntax::List => 1,
            Syntax::Method(_, _, arity) => arity,
        }
    }
}

impl Op {
    /// The operator's entry in the list.
    pub fn operator(self) -> &'static Operator {
        let operator = &OPERATORS[self as usize];
        debug_assert!(operator.op == self, "the list is in the order of the enum");
        operator
    }
}

const INT: Type = Type::Int(IntType::I128);

const fn entry(
    op: Op,
    syntax: Syntax,
    result: fn(&[Type]) -> Option<Type>,
    apply: fn(&[Value], Tolerance) -> Option<Value>,
) -> Operator {
    Operator { op, syntax, result, apply, rust: None }
}

const fn spelled(operator: Operator, rust: Spelling) -> Operator {
    Operator { rust: Some(rust), ..operator }
}

/// Every operator, in the order of [`Op`].
pub static OPERATORS: &[Operator] = &[
    entry(Op::Or, Syntax::Infix("||", 1), bools, |v, _| bool_op(v, |a, b| a || b)),
    entry(Op::And, Syntax::Infix("&&", 2), bools, |v, _| bool_op(v, |a, b| a && b)),
    entry(Op::Eq, Syntax::Infix("==", 3), alike, |v, t| Some(Value::Bool(v[0].same(&v[1], t)))),
    entry(Op::Ne, Syntax::Infix("!=", 3), alike, |v, t| Some(Value::Bool(!v[0].same(&v[1], t)))),
    entry(Op::Lt, Syntax::Infix("<", 3), ordered, |v, t| less(&v[0], &v[1], false, t)),
    entry(Op::Le, Syntax::Infix("<=", 3), ordered, |v, t| less(&v[0], &v[1], true, t)),
    entry(Op::Gt, Syntax::Infix(">", 3), ordered, |v, t| less(&v[1], &v[0], false, t)),
    entry(Op::Ge, Syntax::Infix(">=", 3), ordered, |v, t| less(&v[1], &v[0], true, t)),
    entry(Op::Add, Syntax::Infix("+", 4), numbers, |v, _| {
        arith(v, i128::checked_add, |a, b| a + b, |a, b| a + b)
    }),
    entry(Op::Sub, Syntax::Infix("-", 4), numbers, |v, _| {
        arith(v, i128::checked_sub, |a, b| a - b, |a, b| a - b)
    }),
    entry(Op::Mul, Syntax::Infix("*", 5), numbers, |v, _| {
        arith(v, i128::checked_mul, |a, b| a * b, |a, b| a * b)
    }),
    entry(Op::Div, Syntax::Infix("/", 5), numbers, |v, _| {
        arith(v, i128::checked_div, |a, b| a / b, |a, b| a / b)
    }),
    entry(Op::Rem, Syntax::Infix("%", 5), numbers, |v, _| {
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
        |t| is(t, &[INT], Type::String),
        |v, _| match v {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_in_the_order_of_the_enum() {
        for (i, operator) in OPERATORS.iter().enumerate() {
            assert_eq!(operator.op as usize, i);
            assert_eq!(operator.op.operator().op, operator.op);
        }
        assert_eq!(OPERATORS.len(), Op::Reverse as usize + 1);
    }

    #[test]
    fn overflow_and_division_by_zero_have_no_result() {
        let apply = |op: Op, a, b| (op.operator().apply)(&[Value::Int(a), Value::Int(b)], Tolerance::Exact);
        assert_eq!(apply(Op::Add, i128::MAX, 1), None);
        assert_eq!(apply(Op::Div, 1, 0), None);
        assert_eq!(apply(Op::Rem, i128::MIN, -1), None);
        assert_eq!(apply(Op::Mul, 6, 7), Some(Value::Int(42)));
    }

    #[test]
    fn nothing_is_repeated_without_end_in_no_time() {
        let repeat = |items: Vec<Value>, n| {
            (Op::RepeatSeq.operator().apply)(&[Value::seq(items), Value::Int(n)], Tolerance::Exact)
        };
        assert_eq!(repeat(Vec::new(), i128::from(u64::MAX)), Some(Value::seq([])));
        assert_eq!(repeat(vec![Value::Int(1)], i128::from(u64::MAX)), None);
        assert_eq!(repeat(vec![Value::Int(1)], 2), Some(Value::seq([Value::Int(1), Value::Int(1)])));
    }
}
