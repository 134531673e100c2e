//! Further operators on numbers, and on orderings of them.

use super::meaning::*;
use super::operator::*;
use super::results::*;
use crate::types::Type;
use crate::value::Value;

/// In the order of [`Op`].
pub(super) const OPERATORS: &[Operator] = &[
    entry(
        Op::Then,
        Syntax::Method("", "then", 2),
        |t| is(t, &[Type::Ordering, Type::Ordering], Type::Ordering),
        |v, _| match v {
            [Value::Ordering(a), Value::Ordering(b)] => Some(Value::Ordering(a.then(*b))),
            _ => None,
        },
    ),
    entry(Op::BitOr, Syntax::Infix("|", BITS), bits, |v, _| bit_op(v, |a, b| a | b, |a, b| a | b)),
    entry(Op::BitXor, Syntax::Infix("^", BITS), bits, |v, _| bit_op(v, |a, b| a ^ b, |a, b| a ^ b)),
    entry(Op::BitAnd, Syntax::Infix("&", BITS), bits, |v, _| bit_op(v, |a, b| a & b, |a, b| a & b)),
    // Times a power of two: bits do not fall off.
    entry(Op::Shl, Syntax::Infix("<<", BITS), ints, |v, _| {
        int_op(v, |a, n| {
            let shifted = a.checked_shl(u32::try_from(n).ok()?)?;
            (shifted >> n == a).then_some(shifted)
        })
    }),
    entry(Op::Shr, Syntax::Infix(">>", BITS), ints, |v, _| {
        int_op(v, |a, n| a.checked_shr(u32::try_from(n).ok()?))
    }),
    entry(Op::Pow, Syntax::Method("", "pow", 2), ints, |v, _| {
        int_op(v, |a, n| a.checked_pow(u32::try_from(n).ok()?))
    }),
    entry(Op::DivEuclid, Syntax::Method("", "div_euclid", 2), numbers, |v, _| {
        arith(v, i128::checked_div_euclid, f32::div_euclid, f64::div_euclid)
    }),
    entry(Op::RemEuclid, Syntax::Method("", "rem_euclid", 2), numbers, |v, _| {
        arith(v, i128::checked_rem_euclid, f32::rem_euclid, f64::rem_euclid)
    }),
    entry(Op::AbsDiff, Syntax::Method("", "abs_diff", 2), ints, |v, _| {
        int_op(v, |a, b| i128::try_from(a.abs_diff(b)).ok())
    }),
    entry(Op::Isqrt, Syntax::Method("", "isqrt", 1), int, |v, _| match v {
        [Value::Int(n)] => n.checked_isqrt().map(Value::Int),
        _ => None,
    }),
    // A negative number has no end of ones.
    entry(Op::CountOnes, Syntax::Method("", "count_ones", 1), int, |v, _| match v {
        [Value::Int(n)] if *n >= 0 => Some(Value::Int(n.count_ones().into())),
        [Value::Big(n)] => Some(Value::Int(n.count_ones().into())),
        _ => None,
    }),
    entry(
        Op::Powi,
        Syntax::Method("", "powi", 2),
        |t| if t[1] == INT { float(&t[..1]) } else { None },
        |v, _| match v {
            [Value::F32(x), Value::Int(n)] => Some(Value::F32(x.powi(i32::try_from(*n).ok()?))),
            [Value::F64(x), Value::Int(n)] => Some(Value::F64(x.powi(i32::try_from(*n).ok()?))),
            _ => None,
        },
    ),
    entry(Op::Sqrt, Syntax::Method("", "sqrt", 1), float, |v, _| float_op(v, f32::sqrt, f64::sqrt)),
    entry(Op::Exp, Syntax::Method("", "exp", 1), float, |v, _| float_op(v, f32::exp, f64::exp)),
    entry(Op::Ln, Syntax::Method("", "ln", 1), float, |v, _| float_op(v, f32::ln, f64::ln)),
    entry(Op::Sin, Syntax::Method("", "sin", 1), float, |v, _| float_op(v, f32::sin, f64::sin)),
    entry(Op::Cos, Syntax::Method("", "cos", 1), float, |v, _| float_op(v, f32::cos, f64::cos)),
    entry(Op::Floor, Syntax::Method("", "floor", 1), float, |v, _| float_op(v, f32::floor, f64::floor)),
    entry(Op::Ceil, Syntax::Method("", "ceil", 1), float, |v, _| float_op(v, f32::ceil, f64::ceil)),
    entry(Op::Round, Syntax::Method("", "round", 1), float, |v, _| float_op(v, f32::round, f64::round)),
    entry(Op::Trunc, Syntax::Method("", "trunc", 1), float, |v, _| float_op(v, f32::trunc, f64::trunc)),
    entry(
        Op::IsNan,
        Syntax::Method("", "is_nan", 1),
        |t| float(t).map(|_| Type::Bool),
        |v, _| float_of(&v[0]).map(|x| Value::Bool(x.is_nan())),
    ),
    entry(
        Op::IsFinite,
        Syntax::Method("", "is_finite", 1),
        |t| float(t).map(|_| Type::Bool),
        |v, _| float_of(&v[0]).map(|x| Value::Bool(x.is_finite())),
    ),
];
