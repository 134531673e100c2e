//! Changes of one number: its sign, its inverse, sums and products with constants.

use super::context::only;
use morph_relation::{Expr, Op, Type, Value, is_named};

pub(super) fn negated(ty: &Type, _: &[Value], p: Expr) -> Vec<Expr> {
    only(matches!(ty, Type::Int(_) | Type::Float(_)), Expr::unary(Op::Neg, p))
}

/// `p * p`
pub(super) fn squared(ty: &Type, _: &[Value], p: Expr) -> Vec<Expr> {
    only(matches!(ty, Type::Int(_) | Type::Float(_)), Expr::binary(Op::Mul, p.clone(), p))
}

/// `1.0 / p`
pub(super) fn inverted(ty: &Type, _: &[Value], p: Expr) -> Vec<Expr> {
    match ty {
        Type::Float(kind) => vec![Expr::binary(Op::Div, Expr::Const(Value::float(*kind, 1.0)), p)],
        _ => Vec::new(),
    }
}

/// Constants with more digits come from tables and are not used.
const LONGEST_NUMBER: usize = 9;

/// The constants of a type that additions and multiplications use.
pub(super) fn constants(ty: &Type, pool: &[Value], first: [i32; 2], most: usize) -> Vec<Expr> {
    let make = |n: i32| match ty {
        Type::Int(_) => Some(Value::Int(n.into())),
        Type::Float(kind) => Some(Value::float(*kind, n.into())),
        _ => None,
    };
    let trivial = |value: &Value| {
        matches!(value, Value::Int(0)) || value.as_float().is_some_and(|x| x == 0.0 || !x.is_finite())
    };
    let mut values: Vec<Value> = first.into_iter().filter_map(make).collect();
    let (named, plain): (Vec<&Value>, Vec<&Value>) = pool.iter().partition(|value| is_named(value));
    let short = |value: &&Value| value.as_float().is_none_or(|x| format!("{x:?}").len() <= LONGEST_NUMBER);
    for value in named.into_iter().chain(plain.into_iter().filter(short)) {
        let of_type = match ty {
            Type::Int(_) => matches!(value, Value::Int(_)),
            Type::Float(kind) => value.fits(&Type::Float(*kind)),
            _ => false,
        };
        if of_type && !trivial(value) && !values.contains(value) && values.len() < most {
            values.push(value.clone());
        }
    }
    values.into_iter().map(Expr::Const).collect()
}

/// `p + c`, `p - 1`
pub(super) fn shifted(ty: &Type, pool: &[Value], p: &Expr) -> Vec<Expr> {
    let minus_one = |c: &Expr| {
        matches!(c, Expr::Const(Value::Int(-1)))
            || *c == Expr::Const(Value::F64(-1.0))
            || *c == Expr::Const(Value::F32(-1.0))
    };
    constants(ty, pool, [1, -1], 6)
        .into_iter()
        .map(|c| match (&c, minus_one(&c)) {
            (Expr::Const(Value::Int(_)), true) => Expr::binary(Op::Sub, p.clone(), Expr::int(1)),
            (Expr::Const(Value::F64(_)), true) => {
                Expr::binary(Op::Sub, p.clone(), Expr::Const(Value::F64(1.0)))
            }
            (Expr::Const(Value::F32(_)), true) => {
                Expr::binary(Op::Sub, p.clone(), Expr::Const(Value::F32(1.0)))
            }
            _ => Expr::binary(Op::Add, p.clone(), c),
        })
        .collect()
}

/// `p * c`
pub(super) fn scaled(ty: &Type, pool: &[Value], p: &Expr) -> Vec<Expr> {
    let one = |c: &Expr| matches!(c, Expr::Const(v) if *v == Value::Int(1) || v.as_float() == Some(1.0));
    let all = constants(ty, pool, [2, 3], 4).into_iter().filter(|c| !one(c));
    all.map(|c| Expr::binary(Op::Mul, p.clone(), c)).collect()
}
