//! Pieces that several kinds of expressions are made of.

use crate::expr::Expr;
use crate::operators::Op;
use crate::rust::code::{ATOM, Code, PREFIX, Refused};
use crate::types::{FloatType, IntType, Type};
use crate::value::Value;

pub fn peeled(ty: &Type) -> &Type {
    match ty {
        Type::Ref(inner) | Type::Mut(inner) | Type::Box(inner) => peeled(inner),
        ty => ty,
    }
}

pub fn item_of(code: &Code) -> Result<Type, Refused> {
    code.value().ty.item().cloned().ok_or_else(|| format!("`{}` is not a sequence", code.text))
}

pub fn has_f32(ty: &Type) -> bool {
    *ty == Type::Float(FloatType::F32) || ty.inner().into_iter().any(has_f32)
}

/// Whether a changed copy of a sequence is a part of it that has no value everywhere: an index may be out of range.
pub fn changes_partly(expr: &Expr) -> bool {
    use Op::*;
    let partial = |e: &Expr| match e {
        Expr::Apply(op, _) => matches!(
            op,
            Abs | Add
                | AddSeq
                | At
                | Div
                | DivEuclid
                | Isqrt
                | Mul
                | MulSeq
                | Neg
                | Pow
                | Product
                | Rem
                | RemEuclid
                | RepeatSeq
                | RepeatStr
                | Rotate
                | Shl
                | Shr
                | Sub
                | SubSeq
                | Sum
                | Unwrap
                | Windows
        ),
        _ => false,
    };
    expr.any(&mut |e| match e {
        Expr::Apply(RevSeq | Sorted | Rotate | ConcatSeq | Dedup, _) => e.any(&mut |e| partial(e)),
        _ => false,
    })
}

pub fn int_literal(n: i128) -> Code {
    let level = if n < 0 { PREFIX } else { ATOM };
    Code { flex: Some((n, n)), ..Code::made(n.to_string(), level, Type::Int(IntType::I128)) }
}

pub fn literal_of(expr: &Expr) -> Code {
    match expr {
        Expr::Const(value) => literal(value),
        _ => Code::made("()".to_owned(), ATOM, Type::Unit),
    }
}

pub fn literal(value: &Value) -> Code {
    let ty = match value {
        Value::Int(n) => return int_literal(*n),
        Value::Big(_) => Type::Int(IntType::U128),
        Value::Bool(_) => Type::Bool,
        Value::Char(_) => Type::Char,
        Value::F32(_) => Type::Float(FloatType::F32),
        Value::F64(_) => Type::Float(FloatType::F64),
        Value::Str(_) => Type::Ref(Box::new(Type::Str)),
        Value::Ordering(_) => Type::Ordering,
        _ => Type::Unit,
    };
    let text = crate::rust::literal::literal(value, &ty);
    let level = if text.starts_with('-') { PREFIX } else { ATOM };
    Code::made(text, level, ty)
}

/// The value of a type that has nothing in it.
pub fn nothing(ty: &Type) -> Code {
    match ty {
        Type::Option(_) => Code::made("None".to_owned(), ATOM, ty.clone()),
        Type::Vec(_) => Code::made("Vec::new()".to_owned(), ATOM, ty.clone()),
        Type::Array(..) => Code::made("[]".to_owned(), ATOM, ty.clone()),
        ty => {
            let item = ty.item().cloned().unwrap_or(Type::Unit);
            Code::made("&[]".to_owned(), PREFIX, Type::Ref(Box::new(Type::Slice(Box::new(item)))))
        }
    }
}

/// A number as a receiver: a literal needs its type then.
pub fn suffixed(code: &Code) -> Code {
    let number = code.text.trim_start_matches('-').starts_with(|c: char| c.is_ascii_digit());
    let bare = number && code.text.chars().all(|c| !c.is_whitespace() && c != '(' && c != ')');
    match &code.ty {
        ty @ (Type::Int(_) | Type::Float(_)) if bare => {
            Code { text: format!("{}_{ty}", code.text), flex: None, ..code.clone() }
        }
        _ => code.clone(),
    }
}

pub fn wrap(op: Op, value: &Code) -> Code {
    let moved = value.place && !value.ty.is_copy();
    let value = match &value.ty {
        Type::String if moved => value.method("as_str()", Type::Ref(Box::new(Type::Str))),
        Type::Vec(item) if moved => {
            value.method("as_slice()", Type::Ref(Box::new(Type::Slice(item.clone()))))
        }
        ty if moved => value.method("clone()", ty.clone()),
        _ => value.clone(),
    };
    let (name, ty) = match op {
        Op::Some => ("Some", Type::Option(Box::new(value.ty.clone()))),
        _ => ("Ok", Type::Result(Box::new(value.ty.clone()), Box::new(Type::Unit))),
    };
    Code { flex: value.flex, ..Code::made(format!("{name}({})", value.at(0)), ATOM, ty) }
}
