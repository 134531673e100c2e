//! What operators do to values.

use std::cmp::Ordering;

use super::shown::{order_of_shown, shown_text};
use crate::tolerance::Tolerance;
use crate::value::Value;

/// No relation makes texts or sequences longer than this.
pub(super) const LONGEST: usize = 1 << 16;

pub(super) fn bool_op(v: &[Value], f: fn(bool, bool) -> bool) -> Option<Value> {
    match v {
        [Value::Bool(a), Value::Bool(b)] => Some(Value::Bool(f(*a, *b))),
        _ => None,
    }
}

pub(super) fn arith(
    v: &[Value],
    int: fn(i128, i128) -> Option<i128>,
    f32: fn(f32, f32) -> f32,
    f64: fn(f64, f64) -> f64,
) -> Option<Value> {
    match v {
        [Value::Int(a), Value::Int(b)] => int(*a, *b).map(Value::Int),
        [Value::F32(a), Value::F32(b)] => Some(Value::F32(f32(*a, *b))),
        [Value::F64(a), Value::F64(b)] => Some(Value::F64(f64(*a, *b))),
        [a, b] => arith(&alike(a, b)?, int, f32, f64),
        _ => None,
    }
}

/// An integer and a float as two floats: beside a float, an integer is what came of a sum or product of nothing.
fn alike(a: &Value, b: &Value) -> Option<[Value; 2]> {
    let like = |n: i128, float: &Value| match float {
        Value::F32(_) => Value::F32(n as f32),
        _ => Value::F64(n as f64),
    };
    match (a, b) {
        (Value::Int(n), Value::F32(_) | Value::F64(_)) => Some([like(*n, b), b.clone()]),
        (Value::F32(_) | Value::F64(_), Value::Int(n)) => Some([a.clone(), like(*n, a)]),
        _ => None,
    }
}

pub(super) fn int_op(v: &[Value], f: fn(i128, i128) -> Option<i128>) -> Option<Value> {
    match v {
        [Value::Int(a), Value::Int(b)] => f(*a, *b).map(Value::Int),
        _ => None,
    }
}

pub(super) fn bit_op(
    v: &[Value],
    int: fn(i128, i128) -> i128,
    bool: fn(bool, bool) -> bool,
) -> Option<Value> {
    match v {
        [Value::Int(a), Value::Int(b)] => Some(Value::Int(int(*a, *b))),
        v => bool_op(v, bool),
    }
}

pub(super) fn float_op(v: &[Value], f32: fn(f32) -> f32, f64: fn(f64) -> f64) -> Option<Value> {
    match v {
        [Value::F32(x)] => Some(Value::F32(f32(*x))),
        [Value::F64(x)] => Some(Value::F64(f64(*x))),
        // What came of a sum or product of nothing stays one of any floats where it can.
        [Value::Int(n)] => {
            let outcome = f64(*n as f64);
            let whole = outcome as i128;
            Some(if whole as f64 == outcome { Value::Int(whole) } else { Value::F64(outcome) })
        }
        _ => None,
    }
}

/// A float as an `f64`; an integer where floats belong is what came of a sum or product of nothing.
pub(super) fn float_of(value: &Value) -> Option<f64> {
    match value {
        Value::Int(n) => Some(*n as f64),
        _ => value.as_float(),
    }
}

/// `a == b`.
pub(super) fn same(a: &Value, b: &Value, tolerance: Tolerance) -> bool {
    match alike(a, b) {
        Some([a, b]) => a.same(&b, tolerance),
        None => a.same(b, tolerance),
    }
}

/// `a < b`, or `a <= b` where `or_same`, which the tolerance relaxes.
pub(super) fn less(a: &Value, b: &Value, or_same: bool, tolerance: Tolerance) -> Option<Value> {
    if let Some([a, b]) = alike(a, b) {
        return less(&a, &b, or_same, tolerance);
    }
    let strictly = match (a, b) {
        (Value::F32(a), Value::F32(b)) => a < b,
        (Value::F64(a), Value::F64(b)) => a < b,
        _ => {
            let order = order(a, b)?;
            return Some(Value::Bool(order.is_lt() || or_same && order.is_eq()));
        }
    };
    Some(Value::Bool(strictly || or_same && a.same(b, tolerance)))
}

/// The order of two values without floats: the one that derived traits have, or that of the texts that show them.
fn order(a: &Value, b: &Value) -> Option<Ordering> {
    let each = |a: &[Value], b: &[Value]| {
        let mut parts = a.iter().zip(b).map(|(a, b)| order(a, b));
        let first = parts.find(|part| *part != Some(Ordering::Equal));
        first.unwrap_or(Some(Ordering::Equal))
    };
    Some(match (a, b) {
        (Value::Int(a), Value::Int(b)) => a.cmp(b),
        (Value::Int(_), Value::Big(_)) => Ordering::Less,
        (Value::Big(_), Value::Int(_)) => Ordering::Greater,
        (Value::Big(a), Value::Big(b)) => a.cmp(b),
        (Value::Bool(a), Value::Bool(b)) => a.cmp(b),
        (Value::Char(a), Value::Char(b)) => a.cmp(b),
        (Value::Str(a), Value::Str(b)) => a.cmp(b),
        (Value::Tuple(a), Value::Tuple(b)) => each(a, b)?,
        (Value::Data(a), Value::Data(b)) => match (shown_text(a), shown_text(b)) {
            (Some(a), Some(b)) => order_of_shown(a, b)?,
            _ if a.variant == b.variant => each(&a.fields, &b.fields)?,
            _ => a.variant.cmp(&b.variant),
        },
        _ => return None,
    })
}

pub(super) fn text(value: &Value) -> Option<&str> {
    match value {
        Value::Str(text) => Some(text),
        _ => None,
    }
}

pub(super) fn items(value: &Value) -> Option<&[Value]> {
    match value {
        Value::Seq(items) => Some(items),
        _ => None,
    }
}

pub(super) fn count(value: &Value) -> Option<usize> {
    match value {
        Value::Int(n) => usize::try_from(*n).ok(),
        _ => None,
    }
}

pub(super) fn length(value: &Value) -> Option<usize> {
    match value {
        Value::Str(text) => Some(text.len()),
        Value::Seq(items) => Some(items.len()),
        _ => None,
    }
}

pub(super) fn is_nan(value: &Value) -> bool {
    value.as_float().is_some_and(f64::is_nan)
}

/// The sum of items; of none it is the integer 0, which equals that of floats, for nothing tells what they would be.
pub(super) fn sum(items: &[Value]) -> Option<Value> {
    let Some(first) = items.first() else { return Some(Value::Int(0)) };
    match first {
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

pub(super) fn sorted(items: &[Value]) -> Option<Value> {
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

pub(super) fn end(item: Option<&Value>) -> Value {
    item.map_or(Value::None, |item| Value::Some(item.clone().into()))
}
