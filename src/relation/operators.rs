//! The operators of the relation language, in one list: a new one is a variant of [`Op`], an entry in
//! [`OPERATORS`], and its code.

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
];

/// No relation makes texts or sequences longer than this.
const LONGEST: usize = 1 << 16;

fn is(types: &[Type], want: &[Type], result: Type) -> Option<Type> {
    (types == want).then_some(result)
}

fn bools(t: &[Type]) -> Option<Type> {
    is(t, &[Type::Bool, Type::Bool], Type::Bool)
}

fn string(t: &[Type]) -> Option<Type> {
    is(t, &[Type::String], Type::String)
}

fn strings(t: &[Type]) -> Option<Type> {
    is(t, &[Type::String, Type::String], Type::Bool)
}

fn number(t: &[Type]) -> Option<Type> {
    matches!(t[0], Type::Int(_) | Type::Float(_)).then(|| t[0].clone())
}

fn numbers(t: &[Type]) -> Option<Type> {
    if t[0] == t[1] { number(&t[..1]) } else { None }
}

/// Two types whose values can be compared with `==`; the error type of a lone `Ok(…)` is open.
fn alike(t: &[Type]) -> Option<Type> {
    let same = match (&t[0], &t[1]) {
        (Type::Result(a, _), Type::Result(b, unit)) if **unit == Type::Unit => a == b,
        (a, b) => a == b,
    };
    same.then_some(Type::Bool)
}

fn ordered(t: &[Type]) -> Option<Type> {
    (t[0] == t[1]
        && matches!(t[0], Type::Int(_) | Type::Float(_) | Type::Char | Type::String | Type::Duration))
    .then_some(Type::Bool)
}

fn sized(t: &[Type]) -> Option<()> {
    matches!(t[0], Type::String | Type::Vec(_)).then_some(())
}

fn seq(t: &[Type]) -> Option<Type> {
    matches!(t[0], Type::Vec(_)).then(|| t[0].clone())
}

fn seq_and_count(t: &[Type]) -> Option<Type> {
    if t[1] == INT { seq(&t[..1]) } else { None }
}

fn text_and_count(t: &[Type]) -> Option<Type> {
    is(t, &[Type::String, INT], Type::String)
}

fn sortable(t: &[Type]) -> Option<Type> {
    let item = t[0].item()?;
    let fine = matches!(item, Type::Int(_) | Type::Float(_) | Type::Char | Type::Bool | Type::String);
    fine.then(|| t[0].clone())
}

/// An element that may be missing.
fn end_type(t: &[Type]) -> Option<Type> {
    match &t[0] {
        Type::Vec(item) => Some(Type::Option(item.clone())),
        _ => None,
    }
}

fn end(item: Option<&Value>) -> Value {
    item.map_or(Value::None, |item| Value::Some(item.clone().into()))
}

fn sum_type(t: &[Type]) -> Option<Type> {
    number(&[t[0].item()?.clone()])
}

/// How an iterator over references to the elements yields the elements.
fn copier(seq: &Type) -> &'static str {
    if seq.item().is_some_and(Type::is_copy) { "copied()" } else { "cloned()" }
}

fn bool_op(v: &[Value], f: fn(bool, bool) -> bool) -> Option<Value> {
    match v {
        [Value::Bool(a), Value::Bool(b)] => Some(Value::Bool(f(*a, *b))),
        _ => None,
    }
}

fn arith(
    v: &[Value],
    int: fn(i128, i128) -> Option<i128>,
    f32: fn(f32, f32) -> f32,
    f64: fn(f64, f64) -> f64,
) -> Option<Value> {
    match v {
        [Value::Int(a), Value::Int(b)] => int(*a, *b).map(Value::Int),
        [Value::F32(a), Value::F32(b)] => Some(Value::F32(f32(*a, *b))),
        [Value::F64(a), Value::F64(b)] => Some(Value::F64(f64(*a, *b))),
        _ => None,
    }
}

/// `a < b`, or `a <= b` where `or_same`, which the tolerance relaxes.
fn less(a: &Value, b: &Value, or_same: bool, tolerance: Tolerance) -> Option<Value> {
    let strictly = match (a, b) {
        (Value::Int(a), Value::Int(b)) => a < b,
        (Value::Int(_), Value::Big(_)) => true,
        (Value::Big(_), Value::Int(_)) => false,
        (Value::Big(a), Value::Big(b)) => a < b,
        (Value::F32(a), Value::F32(b)) => a < b,
        (Value::F64(a), Value::F64(b)) => a < b,
        (Value::Char(a), Value::Char(b)) => a < b,
        (Value::Str(a), Value::Str(b)) => a < b,
        _ => return None,
    };
    Some(Value::Bool(strictly || (or_same && a.same(b, tolerance))))
}

fn text(value: &Value) -> Option<&str> {
    match value {
        Value::Str(text) => Some(text),
        _ => None,
    }
}

fn items(value: &Value) -> Option<&[Value]> {
    match value {
        Value::Seq(items) => Some(items),
        _ => None,
    }
}

fn count(value: &Value) -> Option<usize> {
    match value {
        Value::Int(n) => usize::try_from(*n).ok(),
        _ => None,
    }
}

fn length(value: &Value) -> Option<usize> {
    match value {
        Value::Str(text) => Some(text.len()),
        Value::Seq(items) => Some(items.len()),
        _ => None,
    }
}

fn is_nan(value: &Value) -> bool {
    value.as_float().is_some_and(f64::is_nan)
}

fn sum(items: &[Value]) -> Option<Value> {
    match items.first()? {
        Value::Int(_) => items
            .iter()
            .try_fold(0_i128, |total, item| match item {
                Value::Int(n) => total.checked_add(*n),
                _ => None,
            })
            .map(Value::Int),
        // As `Iterator::sum` does it, which begins at -0.0.
        Value::F32(_) => {
            Some(Value::F32(items.iter().map(|x| x.as_float().unwrap_or(f64::NAN) as f32).sum()))
        }
        Value::F64(_) => Some(Value::F64(items.iter().filter_map(Value::as_float).sum())),
        _ => None,
    }
}

fn sorted(items: &[Value]) -> Option<Value> {
    let mut sorted = items.to_vec();
    let mut comparable = true;
    sorted.sort_by(|a, b| match (a, b) {
        (Value::Int(a), Value::Int(b)) => a.cmp(b),
        (Value::F32(a), Value::F32(b)) => a.total_cmp(b),
        (Value::F64(a), Value::F64(b)) => a.total_cmp(b),
        (Value::Char(a), Value::Char(b)) => a.cmp(b),
        (Value::Bool(a), Value::Bool(b)) => a.cmp(b),
        (Value::Str(a), Value::Str(b)) => a.cmp(b),
        _ => {
            comparable = false;
            std::cmp::Ordering::Equal
        }
    });
    comparable.then(|| Value::seq(sorted))
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
        assert_eq!(OPERATORS.len(), Op::Ok as usize + 1);
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
